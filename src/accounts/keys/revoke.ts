import { revokeInAccount, writeKeys } from "../../ledger/account.ts";
import { sql } from "../../platform/database.ts";

/** A repeated revocation within this time returns the key again, because the account object may have missed the first one. */
const REPEAT_MS = 60_000;
/** SQL: the keys to revoke at `@now`, those just revoked included; the statement returns them. */
export const REVOCABLE = `(revoked_at IS NULL OR revoked_at > @now - ${REPEAT_MS}) RETURNING id, organisation_id AS organisationId`;

/** A key just revoked, as the statements here return it. */
type RevokedKey = { id: string; organisationId: string };

/** Revokes one key, so that the next request with it is 401; an unknown one is no error (RFC 7009). Throws `temporarily_unavailable`. */
export async function revokeKey(env: Env, key: RevokedKey & { hash: string }, now: number): Promise<void> {
  const revoke = "UPDATE api_keys SET revoked_at = @now WHERE hash = @hash AND revoked_at IS NULL";
  await storeRevocationOf(env, key, () => sql(env.DB, revoke, { ...key, now }).run());
  await revokeInAccount(env, key.organisationId, [key.id]);
}

/** Runs an idempotent revocation again if its answer is lost; the account object rejects the key all the same. */
export async function storeRevocationOf<T>(env: Env, key: RevokedKey, write: () => Promise<T>): Promise<T> {
  try {
    return await write().catch(write);
  } catch (error) {
    await revokeInAccount(env, key.organisationId, [key.id]).catch(() => {});
    throw error;
  }
}

/** Revokes by idempotent statements that return keys, see {@link writeKeys}. Throws `temporarily_unavailable`. */
export async function storeRevocations(
  env: Env,
  organisationIds: Parameters<typeof writeKeys>[1],
  statements: D1PreparedStatement[],
): Promise<D1Result<unknown>[]> {
  const send = () => env.DB.batch<unknown>(statements);
  const results = await writeKeys(env, organisationIds, () => send().catch(send));
  const rows = results.flatMap((result) => result.results as Partial<RevokedKey>[]);
  const revoked = rows.filter((row): row is RevokedKey => row.id?.startsWith("key_") === true);
  for (const [organisationId, keys] of Map.groupBy(revoked, (key) => key.organisationId)) {
    const ids = keys.map(({ id }) => id);
    await revokeInAccount(env, organisationId, ids);
  }
  return results;
}

/** SQL: the keys with ids and hashes from `seeds`, and those created with them, at any depth, as `descent`. */
export const descendantsOf = (seeds: string) => `WITH RECURSIVE descent (maker, hash) AS (
    ${seeds} UNION SELECT k.id, k.hash FROM descent d JOIN api_keys k ON k.made_by = d.maker)`;

/** The statements that revoke every key of an organisation and end its connections, whose clients would fetch new access tokens. */
export function revokeKeysStatements(db: D1Database, organisationId: string, now: number): D1PreparedStatement[] {
  const isOwn = "organisation_id = @organisationId";
  const revoke = `UPDATE api_keys SET revoked_at = @now WHERE ${isOwn} AND ${REVOCABLE}`;
  const [end] = endConnectionsWhere(db, isOwn, { organisationId }, now);
  return [sql(db, revoke, { organisationId, now }), end];
}

/** Revokes every key of an organisation and ends its connections. Throws `temporarily_unavailable`. */
export async function revokeKeys(env: Env, organisationId: string): Promise<void> {
  await storeRevocations(env, [organisationId], revokeKeysStatements(env.DB, organisationId, Date.now()));
}

/** The statements that end all connections that match a condition (with `@` parameters) and revoke their access tokens. */
export function endConnectionsWhere(
  db: D1Database,
  condition: string,
  parameters: Record<string, unknown>,
  now: number,
): [D1PreparedStatement, D1PreparedStatement] {
  const values = { ...parameters, now };
  const end = `UPDATE connections SET revoked_at = @now WHERE revoked_at IS NULL AND (${condition})`;
  const revoke = `UPDATE api_keys SET revoked_at = @now
    WHERE connection_id IN (SELECT id FROM connections WHERE revoked_at IS NOT NULL AND (${condition})) AND ${REVOCABLE}`;
  return [sql(db, end, values), sql(db, revoke, values)];
}
