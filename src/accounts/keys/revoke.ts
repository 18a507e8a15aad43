import { and, eq, isNull } from "drizzle-orm";
import { LIMITER_TIME_LIMIT_MS } from "../../config.ts";
import { drizzle, sql, statementOf } from "../../platform/database.ts";
import { apiKeys, connections } from "../../platform/schema.ts";

/**
 * Revokes one key by its hash. D1 has the last word, so the next request with it is 401; the organisation's Durable Object
 * is told too, so that a leaked and revoked key cannot use up the organisation's limit. Unknown keys are no error (RFC 7009,
 * section 2.2). Throws what D1 throws.
 */
export async function revokeKey(
  env: Env,
  key: { hash: string; id: string; organisationId: string },
  now: number,
): Promise<void> {
  const active = and(eq(apiKeys.hash, key.hash), isNull(apiKeys.revokedAt));
  await drizzle(env.DB).update(apiKeys).set({ revokedAt: now }).where(active).run();
  await tellRevoked(env, key.organisationId, [key.id]);
}

/** The statement that revokes every key of an organisation; it returns the ids of those that were active. */
export function revokeKeysStatement(db: D1Database, organisationId: string, now: number): D1PreparedStatement {
  const active = and(eq(apiKeys.organisationId, organisationId), isNull(apiKeys.revokedAt));
  const revoke = drizzle(db).update(apiKeys).set({ revokedAt: now }).where(active).returning({ id: apiKeys.id });
  return statementOf(db, revoke);
}

/** Goes with {@link revokeKeysStatement}: without their connections ended, clients would fetch new access tokens. */
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
  await tellRevoked(env, organisationId, keys?.results.map(({ id }) => id) ?? []);
}

/** A key just revoked, as the statements here return it. */
export type RevokedKey = { id: string; organisationId: string };

/** The statements that end the connections a condition names, `@` parameters in it, and revoke their access tokens. */
export function endConnectionsWhere(
  db: D1Database,
  condition: string,
  parameters: Record<string, unknown>,
  now: number,
): [D1PreparedStatement, D1PreparedStatement] {
  const values = { ...parameters, now };
  const end = `UPDATE connections SET revoked_at = @now WHERE revoked_at IS NULL AND (${condition})`;
  const revoke = `UPDATE api_keys SET revoked_at = @now WHERE revoked_at IS NULL
    AND connection_id IN (SELECT id FROM connections WHERE revoked_at IS NOT NULL AND (${condition}))
    RETURNING id, organisation_id AS organisationId`;
  return [sql(db, end, values), sql(db, revoke, values)];
}

/** Tells the organisation's Durable Object; what it misses it reads from D1 when it next starts empty. */
export async function tellRevoked(env: Env, organisationId: string, keyIds: string[]): Promise<void> {
  const told = env.RATE_LIMITER.getByName(`org:${organisationId}`).revoke(keyIds);
  await Promise.race([told.catch(() => {}), scheduler.wait(LIMITER_TIME_LIMIT_MS)]);
}
