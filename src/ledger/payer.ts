export const CONNECTION_PREFIX = "con_";

/** The payer in usage and transactions: the id of a key, or of the connection of an access token, which lives only an hour. */
export function payerOf({ id, connectionId }: { id: string; connectionId: string | null }): string {
  return connectionId ? `${CONNECTION_PREFIX}${connectionId}` : id;
}

/** The connection that {@link payerOf} names; null for a key. */
export function connectionOfPayer(payer: string): string | null {
  return payer.startsWith(CONNECTION_PREFIX) ? payer.slice(CONNECTION_PREFIX.length) : null;
}
