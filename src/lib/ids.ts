/** A fresh id of 32 hex digits: 12 of milliseconds since 1970, then 80 random bits. Ids sort by time. */
export function newId(now: number): string {
  // `randomUUID` is the cheapest source of randomness; of its 122 random bits, 80 are contiguous (RFC 9562, section 5.4).
  const random = crypto.randomUUID();
  return timePrefix(now) + random.slice(24) + random.slice(0, 8);
}

/** A random organisation id of 24 hex digits. Its first byte is the number of the database that takes its calls, `ledger`. */
export function newOrganisationId(ledger = 0): string {
  const id = crypto.getRandomValues(new Uint8Array(12));
  id[0] = ledger;
  return id.toHex();
}

/** The smallest id of a time; compare ids with it to select by time. */
export function timePrefix(now: number): string {
  return Math.trunc(now).toString(16).padStart(12, "0");
}

/** Milliseconds since 1970 at which an id was made. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16);
}

/** The day of a moment in UTC, `YYYY-MM-DD`. */
export function isoDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

export function isoTime(now: number): string {
  return new Date(now).toISOString();
}
