import { and, eq, gt, isNull, or } from "drizzle-orm";
import { revokeInAccount } from "../../ledger/account.ts";
import { drizzle, sql, statementOf } from "../../platform/database.ts";
import { apiKeys, connections } from "../../platform/schema.ts";

/** A repeated revocation within this time returns the key again, because the account object may have missed the first one. */
const REPEAT_MS = 60_000;

/**
 * Revokes one key by its hash, in D1 and in the organisation's account object, so the next request with it is 401. Unknown
 * keys are no error (RFC 7009, section 2.2). Throws what D1 throws, and `temporarily_unavailable` when the object cannot
 * be told.
 */
export async function revokeKey(
  env: Env,
  key: { hash: string; id: string; organisationId: string },
  now: number,
): Promise<void> {
  const active = and(eq(apiKeys.hash, key.hash), isNull(apiKeys.revokedAt));
  await drizzle(env.DB).update(apiKeys).set({ revokedAt: now }).where(active).run();
  await revokeInAccount(env, key.organisationId, [key.id]);
}

/** The statement that revokes every key of an organisation; it returns the ids of those that were active up to a minute ago. */
export function revokeKeysStatement(db: D1Database, organisationId: string, now: number): D1PreparedStatement {
  const active = or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, now - REPEAT_MS));
  const revoke = drizzle(db)
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.organisationId, organisationId), active))
    .returning({ id: apiKeys.id });
  return statementOf(db, revoke);
}

/** To run with {@link revokeKeysStatement}: clients with an open connection would fetch new access tokens. */
export function endConnectionsStatement(db: D1Database, organisationId: string, now: number): D1PreparedStatement {
  const open = and(eq(connections.organisationId, organisationId), isNull(connections.revokedAt));
  return statementOf(db, drizzle(db).update(connections).set({ revokedAt: now }).where(open));
}

/** Revokes every key of an organisation and ends its connections. Throws what D1 throws. */
export async function revokeKeys(env: Env, organisationId: string): Promise<void> {
  const now = Date.now();
  const [keys] = await env.DB.batch<{ id: string }>([
    revokeKeysStatement(env.DB, organisationId, now),
    endConnectionsStatement(env.DB, organisationId, now),
  ]);
  await revokeInAccount(env, organisationId, keys?.results.map(({ id }) => id) ?? []);
}

/** A key just revoked, as the statements here return it. */
export type RevokedKey = { id: string; organisationId: string };

/** The statements that end all connections that match a condition (with `@` parameters) and revoke their access tokens. */
export function endConnectionsWhere(
  db: D1Database,
  condition: string,
  parameters: Record<string, unknown>,
  now: number,
): [D1PreparedStatement, D1PreparedStatement] {
  const values = { ...parameters, now };
  const end = `UPDATE connections SET revoked_at = @now WHERE revoked_at IS NULL AND (${condition})`;
  const revoke = `UPDATE api_keys SET revoked_at = @now WHERE (revoked_at IS NULL OR revoked_at > @now - ${REPEAT_MS})
    AND connection_id IN (SELECT id FROM connections WHERE revoked_at IS NOT NULL AND (${condition}))
    RETURNING id, organisation_id AS organisationId`;
  return [sql(db, end, values), sql(db, revoke, values)];
}
