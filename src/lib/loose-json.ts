/** Readers of third-party JSON: a value of another type than documented counts as absent. */

/** The parsed text, or undefined when it is not JSON, too deep or too large: some vendors answer plain text on errors. */
export function parseJson(text: string): unknown {
  if (isTooComplex(text, MAX_FOREIGN_LEVELS, MAX_FOREIGN_VALUES)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; anything else is an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** The objects of a list; empty for anything else. */
export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

/** A non-empty text, or null. Vendors put booleans where a plan does not include the text. */
export function string(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** An http(s) address, or null. */
export function webUrl(value: unknown): string | null {
  const url = URL.parse(string(value) ?? "");
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A moment as ISO 8601 in UTC, from a date text or milliseconds since 1970; null when it is neither. */
export function readMoment(value: unknown): string | null {
  const given = typeof value === "number" ? value : string(value);
  const time = given === null ? Number.NaN : new Date(given).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The deepest JSON of other services that is read. Real answers nest a few dozen levels at most. */
export const MAX_FOREIGN_LEVELS = 1_000;
/** The most lists and objects in one text. An empty one takes many times the memory of its text, and an isolate has 128 MB. */
export const MAX_FOREIGN_VALUES = 500_000;

/** Whether a JSON text is too deep or has too many values for `JSON.parse`; linear in the text. */
export function isTooComplex(text: string, maxLevels: number, maxValues = Number.POSITIVE_INFINITY): boolean {
  if (text.length <= maxLevels) return false;
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") {
      if (++depth > maxLevels || ++values > maxValues) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}
