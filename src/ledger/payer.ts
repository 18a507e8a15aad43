export const CONNECTION_PREFIX = "con_";

/** The payer in usage and transactions: the id of a key, or for an access token, which lives for an hour, of its connection. */
export function payerOf({ id, connectionId }: { id: string; connectionId: string | null }): string {
  return connectionId ? `${CONNECTION_PREFIX}${connectionId}` : id;
}

/** The connection id in a payer; null if the payer is a key. */
export function connectionOfPayer(payer: string): string | null {
  return payer.startsWith(CONNECTION_PREFIX) ? payer.slice(CONNECTION_PREFIX.length) : null;
}
