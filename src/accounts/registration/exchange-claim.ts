import { and, eq, gt, isNull } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { EXCHANGE_REPEAT_SECONDS, SESSION_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { recallAccount, refreshAccount, revokeInAccount, writeKeys } from "../../ledger/account.ts";
import { utf8 } from "../../lib/bytes.ts";
import { isoDay, newId, newOrganisationId } from "../../lib/ids.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { drizzle, readAggregate, sql, transact } from "../../platform/database.ts";
import { isDisposable } from "../../platform/disposable-domains.ts";
import { numberOfEmptiest } from "../../platform/ledgers.ts";
import { apiKeys, claims } from "../../platform/schema.ts";
import { lastingHash, sha256Hex, signer } from "../../platform/secrets.ts";
import { normaliseAddress, splitAddress } from "../../readers/emails/email-address.ts";
import { isFreeMail, registrableDomain } from "../../readers/words/company-domain.ts";
import { issueKey } from "../keys/key-format.ts";
import { issueSessionId } from "../keys/sessions.ts";
import { type ClaimRow, checkClaim, deadClaim, type PresentedClaim, readClaimRow } from "./claims.ts";
import { ENTRY_IDS, NEW_ENTRY, TAKE_ANONYMOUS, WON } from "./merge-anonymous.ts";
import { pollPending } from "./register.ts";

const TRIES = 5;

/** Exchanges a bound claim for a key, see {@link exchange}. `repeatable` (`Idempotency-Key`): repeats for 120 s. */
export async function exchangeClaim(
  env: Env,
  config: Config,
  claim: PresentedClaim,
  client: ClientAddress,
  repeatable: string | null = null,
): Promise<string> {
  const random = repeatable === null ? undefined : await randomOf(config, claim, repeatable);
  const repeated = random && (await findExchangedKey(env.DB, config, claim, random));
  if (repeated) return repeated;
  return exchange(env, config, claim, client, async (target, now) => {
    const { key, hash, id, masked, expiresAt } = await issueKey(config, { organisationId: target, now, random });
    const insert = `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at, country)
      SELECT @made, @id, @target, 'claimed', @masked, @now, @expiresAt, @country`;
    return { secret: key, hash, insert, values: { id, masked, expiresAt } };
  });
}

/** The random part of the key that this claim and text are exchanged for. */
async function randomOf(config: Config, claim: PresentedClaim, repeatable: string): Promise<Uint8Array> {
  const { sign } = await signer(config, "repeated-exchange");
  return (await sign(utf8(`${claim.hash}:${repeatable}`))).subarray(0, 16);
}

/** The key that this claim was just exchanged for, made again from `random`; null if that was another key. */
async function findExchangedKey(db: D1Database, config: Config, claim: PresentedClaim, random: Uint8Array) {
  const since = Date.now() - EXCHANGE_REPEAT_SECONDS * 1000;
  const { hash: keyHash, organisationId, createdAt, revokedAt } = apiKeys;
  const isMade = and(eq(claims.hash, claim.hash), isNull(revokedAt), gt(createdAt, since));
  const find = drizzle(db).select({ hash: keyHash, organisationId, now: createdAt }).from(claims);
  const made = await find.innerJoin(apiKeys, eq(keyHash, claims.madeHash)).where(isMade).get();
  const { key, hash } = made ? await issueKey(config, { ...made, random }) : {};
  return hash === made?.hash ? key : undefined;
}

/** SQL: the workspace that the person's last session showed; null for their own. */
const LAST_SHOWN = `(SELECT s.organisation_id FROM users u JOIN sessions s ON s.user_id = u.id WHERE u.email = @email
  ORDER BY s.created_at DESC LIMIT 1)`;

/** Exchanges a bound claim of the console for the id of a new session of its user, see {@link exchange}. */
export function openSession(env: Env, config: Config, claim: PresentedClaim, client: ClientAddress): Promise<string> {
  return exchange(env, config, claim, client, async (_target, now) => {
    const secret = await issueSessionId(config, now);
    const insert = `INSERT INTO sessions (hash, user_id, organisation_id, country, created_at, expires_at)
      SELECT @made, (SELECT id FROM users WHERE email = @email), ${LAST_SHOWN}, @country, @now, @expiresAt`;
    const expiresAt = now + SESSION_LIFETIME_SECONDS * 1000;
    return { secret, hash: await sha256Hex(secret), insert, values: { expiresAt } };
  });
}

/**
 * Exchanges a bound claim once (docs/contract.md, section 2, "Merging"). The exchange is one transaction that begins with the
 * claim's transition; a request that loses that race has no effect. Throws `authorization_pending`, `slow_down`,
 * `claim_expired`, `invalid_grant`, `invalid_token` ({@link mayNotClaim}), `temporarily_unavailable`.
 */
async function exchange(env: Env, config: Config, claim: PresentedClaim, client: ClientAddress, make: Make) {
  for (let round = 0; round < TRIES; round++) {
    const row = await readClaimRow(env.DB, claim.hash);
    if (checkClaim(claim, row, Date.now()) === "pending") return pollPending(env, claim);
    const plan = await planExchange(env, row as ClaimRow);
    const secret = await commitExchange(env, config, claim.hash, plan, client, make);
    if (secret) return secret;
  }
  throw deadClaim();
}

export function mayNotClaim(): AppError {
  const detail = "A key that is revoked, has a spending cap or belongs to a connection cannot claim its organisation.";
  return new AppError("invalid_token", `${detail} Start again with another of its keys, or without one.`);
}

/** One read, so that a key that another exchange has just revoked is not taken for one that may not claim. */
async function planExchange(env: Env, row: ClaimRow): Promise<ExchangePlan> {
  const email = row.email ?? "";
  const asked = row.anonymousOrganisationId;
  const read = `SELECT (SELECT organisation_id FROM users WHERE email = @email) AS own, ${IS_FREE} AS isFree,
    ${KEY_MAY_CLAIM} AS mayClaim`;
  const values = { email, claim: row.hash, anonymous: asked, now: Date.now() };
  const plan = await readAggregate<{ own: string | null; isFree: 0 | 1; mayClaim: 0 | 1 }>(sql(env.DB, read, values));
  if (plan.isFree && !plan.mayClaim) throw mayNotClaim();
  const anonymous = plan.isFree ? asked : null;
  return { email, anonymous, target: plan.own ?? anonymous ?? newOrganisationId(await numberOfEmptiest(env)) };
}

/** The result of an exchange: `secret` is for the caller, `insert` stores its hash in the same transaction. */
type Made = { secret: string; hash: string; insert: string; values: Record<string, unknown> };
type Make = (target: string, now: number) => Promise<Made>;

type ExchangePlan = {
  email: string;
  target: string;
  /** The anonymous organisation to adopt (if it is the target) or to merge into the target; null without one. */
  anonymous: string | null;
};

/** SQL: `@anonymous` has no owner yet. */
const IS_FREE =
  "EXISTS (SELECT 1 FROM organisations WHERE id = @anonymous AND owner_id IS NULL AND merged_into IS NULL)";
/** SQL: the key that asked for the claim may still take `@anonymous` over. */
const KEY_MAY_CLAIM = `EXISTS (SELECT 1 FROM claims c JOIN api_keys k ON k.hash = c.anonymous_key_hash
  WHERE c.hash = @claim AND k.organisation_id = @anonymous AND k.revoked_at IS NULL AND k.expires_at > @now
    AND k.connection_id IS NULL AND k.cap_per_day IS NULL)`;

/** Runs the exchange as one transaction; null if the claim, the workspace or the organisation has changed since. */
async function commitExchange(
  env: Env,
  config: Config,
  claimHash: string,
  plan: ExchangePlan,
  client: ClientAddress,
  make: Make,
): Promise<string | null> {
  const { email, target, anonymous } = plan;
  const now = Date.now();
  const made = await make(target, now);
  const address = await lastingHash(config, "welcome", normaliseAddress(email));
  const welcome = (await isDisposable(env.DB, email)) ? 0 : config.WELCOME_TOKENS;
  const site = registrableDomain(splitAddress(email)[1].toLowerCase());
  const domain = isFreeMail(site) ? null : await lastingHash(config, "welcome", `domain:${site}`);
  const ids = Object.fromEntries(["userId", "welcomeId", ...ENTRY_IDS].map((name) => [name, newId(now)]));
  const limits = { most: config.WELCOME_GRANTS_PER_DOMAIN_DAY, day: isoDay(now), now };
  const exchange = { claim: claimHash, made: made.hash, email, target, anonymous, country: client.country };
  const values = { ...made.values, ...ids, ...limits, ...exchange, address, domain, welcome };
  const take = anonymous === null ? [] : TAKE_ANONYMOUS;
  const statements = [...BEGIN, ...take, ...WELCOME, `${made.insert} WHERE ${WON}`];
  // Leased tokens not held by running calls are returned to D1 before the balances are read, and move with the rest.
  if (anonymous !== null) await Promise.all([...new Set([anonymous, target])].map((id) => recallAccount(env, id)));
  const changed = [...new Set([anonymous ?? target, target])];
  const results = await writeKeys(env, changed, () => transact(env.DB, values, statements));
  if (results[1]?.meta.changes !== 1) return null;
  await Promise.all(changed.map((id) => refreshAccount(env, id)));
  if (anonymous !== null) {
    // D1 has revoked its keys last; its account object must reject them for good.
    const revoked = results[BEGIN.length + take.length - 1]?.results as { id: string }[];
    const ids = revoked.map(({ id }) => id);
    await revokeInAccount(env, anonymous, ids).catch(() => {});
  }
  return made.secret;
}

const MAY_EXCHANGE = `EXISTS (SELECT 1 FROM claims WHERE hash = @claim AND state = 'bound')
  AND (@anonymous IS NULL OR ${IS_FREE} AND ${KEY_MAY_CLAIM})`;

/** The second one is the claim's transition, on which all after it depend. */
const BEGIN = [
  `INSERT INTO users (email, id, organisation_id, created_at) SELECT @email, @userId, @target, @now WHERE ${MAY_EXCHANGE}
    ON CONFLICT (email) DO NOTHING`,
  `UPDATE claims SET state = 'exchanged', made_hash = @made WHERE hash = @claim AND ${MAY_EXCHANGE}
    AND (SELECT organisation_id FROM users WHERE email = @email) = @target`,
  `INSERT INTO organisations (id, plan, owner_id, country, created_at)
    SELECT @target, 'free', (SELECT id FROM users WHERE email = @email), @country, @now
    WHERE ${WON} AND @target IS NOT @anonymous ON CONFLICT (id) DO NOTHING`,
  `INSERT INTO members (organisation_id, user_id, role, created_at) SELECT @target, id, 'owner', @now FROM users
    WHERE email = @email AND ${WON} ON CONFLICT DO NOTHING`,
];

const WELCOME = [
  `INSERT INTO welcome_grants (domain_hash, day, address_hash) SELECT @domain, @day, @address
    WHERE ${WON} AND @welcome > 0 AND @domain IS NOT NULL
      AND (SELECT count(*) FROM welcome_grants WHERE domain_hash = @domain AND day = @day) < @most
      AND NOT EXISTS (SELECT 1 FROM entries WHERE reference = 'welcome:' || @address)`,
  `${NEW_ENTRY} SELECT @welcomeId, @target, 'grant', @welcome, 'welcome:' || @address
    WHERE ${WON} AND @welcome > 0 AND (@domain IS NULL OR EXISTS
      (SELECT 1 FROM welcome_grants WHERE domain_hash = @domain AND day = @day AND address_hash = @address))
    ON CONFLICT (reference) DO NOTHING`,
];
