const CONNECTION_PREFIX = "con_";

/** The payer in usage and transactions: the id of a key, or for an access token, which lives for an hour, of its connection. */
export function payerOf({ id, connectionId }: { id: string; connectionId: string | null }): string {
  return connectionId ? `${CONNECTION_PREFIX}${connectionId}` : id;
}

/** {@link payerOf} in SQL. */
export function payerSql(keyId: string, connectionId: string): string {
  return `iif(${connectionId} IS NULL, ${keyId}, '${CONNECTION_PREFIX}' || ${connectionId})`;
}

type Caller = { organisationId: string; keyId: string; connectionId?: string | null; isLimited?: boolean };

/** Whose batches and watches: all of an organisation, or those that one payer made. */
export type Scope = { organisationId: string; limitedTo?: string | null };

/** What a caller reaches: all of its organisation, or with a cap or as a connection only what it made itself. */
export function scopeOf({ organisationId, keyId, connectionId = null, isLimited = false }: Caller) {
  return { organisationId, limitedTo: isLimited ? payerOf({ id: keyId, connectionId }) : null };
}

/** The connection id in a payer; null if the payer is a key. */
export function connectionOfPayer(payer: string): string | null {
  return payer.startsWith(CONNECTION_PREFIX) ? payer.slice(CONNECTION_PREFIX.length) : null;
}
