export const CONNECTION_PREFIX = "con_";

/** Who pays, as usage and transactions name it: a key by its id, an access token by its connection, for it lives an hour. */
export function payerOf({ id, connectionId }: { id: string; connectionId: string | null }): string {
  return connectionId ? `${CONNECTION_PREFIX}${connectionId}` : id;
}

/** The connection that {@link payerOf} names; null for a key. */
export function connectionOfPayer(payer: string): string | null {
  return payer.startsWith(CONNECTION_PREFIX) ? payer.slice(CONNECTION_PREFIX.length) : null;
}
