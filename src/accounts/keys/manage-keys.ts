import { and, desc, eq, isNotNull, isNull, sql as sqlText } from "drizzle-orm";
import { type Config, KEYS_PER_ORGANISATION } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { refreshAccount, revokeInAccount } from "../../ledger/account.ts";
import { drizzle, mapDatabaseErrors, sql } from "../../platform/database.ts";
import { apiKeys } from "../../platform/schema.ts";
import { signer } from "../../platform/secrets.ts";
import { invalidToken } from "./bearer.ts";
import { issueKey } from "./key-format.ts";
import { ACTIVE_SESSION } from "./sessions.ts";

/** What the tools and the console show of a key. Times are milliseconds; `country` is that of the request that made it. */
const LISTED = {
  id: apiKeys.id,
  name: apiKeys.name,
  masked: apiKeys.masked,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedOn: apiKeys.lastUsedOn,
  revokedAt: apiKeys.revokedAt,
  country: apiKeys.country,
};
export type ListedKey = Pick<typeof apiKeys.$inferSelect, keyof typeof LISTED>;

/** An organisation that mints and revokes keys without end still gets an answer; the active ones are all in it. */
const LISTED_KEYS = 1_000;

/** An organisation's keys, revoked and expired ones included: the active first, then the newest. Not access tokens. */
export async function listKeys(db: D1Database, organisationId: string): Promise<ListedKey[]> {
  const list = drizzle(db)
    .select(LISTED)
    .from(apiKeys)
    .where(and(eq(apiKeys.organisationId, organisationId), isNull(apiKeys.connectionId)))
    .orderBy(isNotNull(apiKeys.revokedAt), desc(apiKeys.createdAt), apiKeys.id)
    .limit(LISTED_KEYS);
  return mapDatabaseErrors(() => list.all());
}

/** Who makes a key: an agent by its own key, or a person signed in to the console. */
export type KeyMaker = { organisationId: string } & ({ keyId: string } | { sessionHash: string });

// An access token makes no keys: they would outlive its connection and escape its spending cap.
const ACTIVE =
  "organisation_id = @organisationId AND connection_id IS NULL AND revoked_at IS NULL AND expires_at > @now";
const ACTIVE_KEY = `EXISTS (SELECT 1 FROM api_keys WHERE ${ACTIVE} AND id = @keyId)`;
const SIGNED_IN = `EXISTS (SELECT 1 FROM sessions WHERE hash = @sessionHash AND ${ACTIVE_SESSION})`;

/**
 * Makes a further key of the caller's organisation. One statement decides that the caller's own key (or session) is still
 * active, so that one which is just being revoked cannot leave a successor behind, and that there are fewer than 50.
 * Throws `invalid_token`, `invalid_request`.
 */
export async function createKey(
  env: Env,
  config: Config,
  caller: KeyMaker,
  name: string,
  country: string | null,
): Promise<{ key: string; id: string; masked: string; createdAt: number; expiresAt: number }> {
  const now = Date.now();
  const { hash, ...issued } = await issueKey(await signer(config, "api-key"), {
    organisationId: caller.organisationId,
    now,
  });
  const madeBy = "keyId" in caller ? caller.keyId : caller.sessionHash;
  const values = { ...caller, ...issued, hash, madeBy, name, country, now, most: KEYS_PER_ORGANISATION };
  const isCallerActive = "keyId" in caller ? ACTIVE_KEY : SIGNED_IN;
  const insert = `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at, country, made_by)
    SELECT @hash, @id, @organisationId, @name, @masked, @createdAt, @expiresAt, @country, @madeBy
    WHERE ${isCallerActive}
      AND (SELECT count(*) FROM api_keys WHERE ${ACTIVE}) < @most RETURNING 1`;
  const [made, active] = await mapDatabaseErrors(() =>
    env.DB.batch([sql(env.DB, insert, values), sql(env.DB, `SELECT 1 WHERE ${isCallerActive}`, values)]),
  );
  if (made?.results.length) {
    await refreshAccount(env, caller.organisationId);
    return issued;
  }
  if (!active?.results.length) throw invalidToken();
  throw new AppError(
    "invalid_request",
    `There are ${KEYS_PER_ORGANISATION} active keys, which is the most an organisation may have. Revoke one first.`,
  );
}

/** Revokes a key of this organisation, the caller's own included. False when the organisation has no such key. */
export async function revokeKeyById(env: Env, organisationId: string, id: string): Promise<boolean> {
  const revoke = drizzle(env.DB)
    .update(apiKeys)
    .set({ revokedAt: sqlText`coalesce(${apiKeys.revokedAt}, ${Date.now()})` })
    .where(and(eq(apiKeys.organisationId, organisationId), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id });
  const revoked = await mapDatabaseErrors(() => revoke.all());
  if (revoked.length === 0) return false;
  await revokeInAccount(env, organisationId, [id]);
  return true;
}
