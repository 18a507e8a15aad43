import { LIMITER_TIME_LIMIT_MS } from "../config.ts";

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
  await env.DB.prepare("UPDATE api_keys SET revoked_at = ?2 WHERE hash = ?1 AND revoked_at IS NULL")
    .bind(key.hash, now)
    .run();
  await tellRevoked(env, key.organisationId, [key.id]);
}

/** The statement that revokes every key of an organisation; it returns the ids of those that were active. */
export function revokeKeysStatement(db: D1Database, organisationId: string, now: number): D1PreparedStatement {
  const revoke = "UPDATE api_keys SET revoked_at = ?2 WHERE organisation_id = ?1 AND revoked_at IS NULL RETURNING id";
  return db.prepare(revoke).bind(organisationId, now);
}

/** Revokes every key of an organisation. Throws what D1 throws. */
export async function revokeKeys(env: Env, organisationId: string): Promise<void> {
  const { results } = await revokeKeysStatement(env.DB, organisationId, Date.now()).all<{ id: string }>();
  await tellRevoked(
    env,
    organisationId,
    results.map(({ id }) => id),
  );
}

/** Tells the organisation's Durable Object; what it misses it reads from D1 when it next starts empty. */
export async function tellRevoked(env: Env, organisationId: string, keyIds: string[]): Promise<void> {
  const told = env.RATE_LIMITER.getByName(`org:${organisationId}`).revoke(keyIds);
  await Promise.race([told.catch(() => {}), scheduler.wait(LIMITER_TIME_LIMIT_MS)]);
}
