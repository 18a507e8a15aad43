import { and, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql as sqlText } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { type Category, KEYS_MADE_PER_DAY, KEYS_PER_ORGANISATION } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { recallAccount, refreshAccount, revokeInAccount, writeKeys } from "../../ledger/account.ts";
import { DAY_MS } from "../../lib/time.ts";
import { drizzle, type Row, sql, transact } from "../../platform/database.ts";
import { apiKeys } from "../../platform/schema.ts";
import { signedIn } from "../../platform/signed-in.ts";
import { invalidToken, issueKey } from "./key-format.ts";
import { storeRevocationOf } from "./revoke.ts";

const {
  hash: _hash,
  organisationId: ofOrganisation,
  connectionId,
  madeBy: _madeBy,
  ...LISTED
} = getTableColumns(apiKeys);
const { createdAt, id: keyId, revokedAt } = LISTED;
/** A key as shown by tools and console. Times are milliseconds; `country` is that of the request that made it. */
export type ListedKey = Pick<Row<typeof apiKeys>, keyof typeof LISTED>;

/** Bounds the list for organisations with many revoked keys; all active keys fit. */
const LISTED_KEYS = 1_000;

/** An organisation's keys, revoked and expired ones included, without access tokens: active ones first, then the newest. */
export function listKeys(db: D1Database, organisationId: string): Promise<ListedKey[]> {
  return selectKeys(db, organisationId).orderBy(isNotNull(revokedAt), desc(createdAt)).limit(LISTED_KEYS);
}

type Place = Pick<ListedKey, "createdAt" | "id">;

/** The same keys in pages, the newest first: a revocation moves no key to another page. `after` is the last one of the page before. */
export function listKeysAfter(db: D1Database, organisationId: string, after: Place | null, limit: number) {
  const isAfter = after && sqlText`(-${createdAt}, ${keyId}) > (${-after.createdAt}, ${after.id})`;
  return selectKeys(db, organisationId, isAfter ?? undefined)
    .orderBy(desc(createdAt), keyId)
    .limit(limit);
}

function selectKeys(db: D1Database, organisationId: string, more?: SQL) {
  const isOwn = and(eq(ofOrganisation, organisationId), isNull(connectionId), more);
  return drizzle(db).select(LISTED).from(apiKeys).where(isOwn).$dynamic();
}

export type NewKey = {
  name: string;
  country: string | null;
  /** Tokens that the key may spend in a day (UTC); null without a cap. */
  capPerDay?: number | null;
  /** The tools that it may call; null for all. */
  categories?: readonly Category[] | null;
  lifetimeSeconds?: number | undefined;
  /** Id of an active key that the new one replaces: it takes over cap, categories and watches, and the old one ends after the overlap. */
  replaces?: { id: string; overlapSeconds: number };
  /** Time and 16 random bytes given by the caller: equal ones give the same key, which exists once. */
  remade?: { now: number; random: Uint8Array };
};

/** Who makes a key: an agent with its own key, a person signed in to the console, or the wallet that owns the organisation. */
type KeyMaker = { organisationId: string } & (
  | { kind: "key"; keyId: string }
  | { kind: "session"; sessionHash: string }
  | { kind: "wallet"; wallet: string }
);

// Access tokens and keys with a daily cap cannot make keys, which would escape the cap.
const ACTIVE =
  "organisation_id = @organisationId AND connection_id IS NULL AND revoked_at IS NULL AND expires_at > @now";
const ACTIVE_KEY = `EXISTS (SELECT 1 FROM api_keys WHERE ${ACTIVE} AND id = @keyId AND cap_per_day IS NULL)`;
const MADE_TODAY = `(SELECT count(*) FROM api_keys WHERE organisation_id = @organisationId AND created_at > @dayAgo
  AND connection_id IS NULL)`;
const OWN_WALLET = `EXISTS (SELECT 1 FROM wallets w JOIN organisations o ON o.id = w.organisation_id
  WHERE w.address = @wallet AND w.is_linked = 1 AND o.id = @organisationId AND o.merged_into IS NULL)`;
const REPLACED = `${ACTIVE} AND id = @replaced`;
const MAY_REPLACE = `(@replaced IS NULL OR EXISTS (SELECT 1 FROM api_keys WHERE ${REPLACED}))`;
/** Only once the new key is there. Watches would end with the old key. */
const REPLACE = [
  `UPDATE watches SET key_id = @id, key_hash = @hash WHERE organisation_id = @organisationId AND key_id = @replaced
    AND EXISTS (SELECT 1 FROM api_keys WHERE hash = @hash AND organisation_id = @organisationId)`,
  `UPDATE api_keys SET expires_at = min(expires_at, @overlapUntil) WHERE ${REPLACED}
    AND EXISTS (SELECT 1 FROM api_keys made WHERE made.hash = @hash AND made.organisation_id = @organisationId)`,
];

/**
 * Makes a further key of the caller's organisation. One statement checks that the caller's own key (or session) is still
 * active, so that a key being revoked cannot leave a successor behind, and that there are fewer than 50 keys. A replaced key
 * ends in the same transaction, no later than it would have. Throws `invalid_token`, `invalid_request`.
 */
export async function createKey(
  env: Env,
  config: Config,
  caller: KeyMaker,
  { name, country, capPerDay = null, lifetimeSeconds, replaces, remade, ...asked }: NewKey,
) {
  const now = Date.now();
  const { organisationId } = caller;
  const categories = replaces ? await categoriesOf(env.DB, organisationId, replaces.id) : (asked.categories ?? null);
  const { hash, ...issued } = await issueKey(config, {
    organisationId,
    now,
    categories,
    ...(lifetimeSeconds && { lifetimeSeconds }),
    ...remade,
  });
  const [madeBy, isCallerActive] = makerOf(caller);
  const values = {
    ...{ ...caller, ...issued, hash, madeBy, name, country, capPerDay, now },
    categories: categories && JSON.stringify(categories),
    replaced: replaces?.id ?? null,
    overlapUntil: now + (replaces?.overlapSeconds ?? 0) * 1000,
    ...{ most: KEYS_PER_ORGANISATION, mostADay: KEYS_MADE_PER_DAY, dayAgo: now - DAY_MS },
  };
  const insert = `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at, country, made_by,
      categories, cap_per_day)
    SELECT @hash, @id, @organisationId, @name, @masked, @createdAt, @expiresAt, @country, @madeBy, @categories,
      coalesce(@capPerDay, (SELECT cap_per_day FROM api_keys WHERE ${REPLACED}))
    WHERE ${isCallerActive} AND ${MAY_REPLACE}
      AND ((SELECT count(*) FROM api_keys WHERE ${ACTIVE}) < @most AND ${MADE_TODAY} < @mostADay
        OR EXISTS (SELECT 1 FROM api_keys WHERE hash = @hash))
    ON CONFLICT (hash) DO UPDATE SET hash = hash RETURNING 1`;
  const [made, active] = await transact<{ made: number; mayReplace: number }>(env.DB, values, [
    insert,
    `SELECT ${MADE_TODAY} AS made, ${MAY_REPLACE} AS mayReplace WHERE ${isCallerActive}`,
    ...(replaces ? REPLACE : []),
  ]);
  if (made?.results.length) {
    await refreshAccount(env, organisationId);
    return issued;
  }
  const [standing] = active?.results ?? [];
  if (!standing) {
    if (caller.kind === "key") await refuseCappedKey(env.DB, caller);
    throw invalidToken();
  }
  if (!standing.mayReplace) throw invalidRequest("There is no such active key to replace.");
  if (standing.made >= KEYS_MADE_PER_DAY) {
    const detail = `An organisation may make ${KEYS_MADE_PER_DAY} keys a day. Revoked keys count; try again in an hour.`;
    throw new AppError("rate_limited", detail, { retryAfterSeconds: 3600 });
  }
  throw invalidRequest(`There are ${KEYS_PER_ORGANISATION} active keys, the most per organisation. Revoke one first.`);
}

/** The categories of a key, which never change; null for all, and for an unknown key. */
async function categoriesOf(db: D1Database, organisationId: string, id: string): Promise<Category[] | null> {
  const find = "SELECT categories FROM api_keys WHERE organisation_id = @organisationId AND id = @id";
  const categoriesJson = await sql(db, find, { organisationId, id }).first<string>("categories");
  return categoriesJson === null ? null : JSON.parse(categoriesJson);
}

/** The value of `made_by` for a maker, and the condition under which it may make keys. */
function makerOf(caller: KeyMaker): [string | null, string] {
  if (caller.kind === "key") return [caller.keyId, ACTIVE_KEY];
  return caller.kind === "wallet" ? [caller.wallet, OWN_WALLET] : [caller.sessionHash, signedIn("developer")];
}

/** Says why a key was refused, once a statement has refused it: throws `invalid_request` for a key with a daily cap. */
async function refuseCappedKey(db: D1Database, { organisationId, keyId }: { organisationId: string; keyId: string }) {
  const find = `SELECT 1 FROM api_keys WHERE organisation_id = @organisationId AND id = @keyId AND cap_per_day IS NOT NULL`;
  if (!(await sql(db, find, { organisationId, keyId }).first())) return;
  throw invalidRequest("A key with a daily cap manages no key but itself. Ask its owner to do it.");
}

/** Revokes a key, for the key `by` or the owner; false for an unknown one. A key with a daily cap may not. */
export async function revokeKeyById(env: Env, organisationId: string, id: string, by: string | null = null) {
  // The cap is checked in the statement, so that one that is set at the same time counts.
  const revoke = `UPDATE api_keys SET revoked_at = coalesce(revoked_at, @now) WHERE organisation_id = @organisationId AND id = @id
    AND (id = @by OR NOT EXISTS (SELECT 1 FROM api_keys maker
      WHERE maker.organisation_id = @organisationId AND maker.id = @by AND maker.cap_per_day IS NOT NULL)) RETURNING id`;
  const values = { organisationId, id, by, now: Date.now() };
  const { results } = await storeRevocationOf(env, { id, organisationId }, () => sql(env.DB, revoke, values).all());
  if (results.length === 0) {
    if (by !== null) await refuseCappedKey(env.DB, { organisationId, keyId: by });
    return false;
  }
  await revokeInAccount(env, organisationId, [id]);
  return true;
}

type Change = { name: string; capPerDay: number | null };

/** Changes name and daily cap of an active key; false when it does not exist. Throws `temporarily_unavailable`. */
export async function changeKey(env: Env, organisationId: string, id: string, change: Change): Promise<boolean> {
  const update = `UPDATE api_keys SET name = @name, cap_per_day = @capPerDay
    WHERE organisation_id = @organisationId AND id = @id AND connection_id IS NULL AND revoked_at IS NULL`;
  // The account object first returns its reserve on the old cap.
  await recallAccount(env, organisationId);
  const values = { organisationId, id, ...change };
  const { meta } = await writeKeys(env, [organisationId], () => sql(env.DB, update, values).run());
  await refreshAccount(env, organisationId);
  return meta.changes > 0;
}
