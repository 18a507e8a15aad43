import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { type Config, EXCHANGE_REPEAT_SECONDS, SESSION_LIFETIME_SECONDS } from "../../config.ts";
import { recallAccount, refreshAccount, revokeInAccount } from "../../ledger/account.ts";
import { isoDay, newId } from "../../lib/ids.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { drizzle, mapDatabaseErrors, sql } from "../../platform/database.ts";
import { isDisposable } from "../../platform/disposable-domains.ts";
import { apiKeys, claims, organisations, users } from "../../platform/schema.ts";
import { lastingHash, type Signer, sha256Hex, signer } from "../../platform/secrets.ts";
import { isFreeMail, registrableDomain } from "../../text/company-domain.ts";
import { normaliseAddress, splitAddress } from "../../text/emails/email-address.ts";
import { issueKey, newOrganisationId } from "../keys/key-format.ts";
import { issueSessionId } from "../keys/session-id.ts";
import { type ClaimRow, checkClaim, deadClaim, readClaimRow } from "./claim-state.ts";
import type { PresentedClaim } from "./claim-token.ts";
import { pollPending } from "./registration-claims.ts";

const TRIES = 5;

/**
 * Exchanges a bound claim for a key of its user's workspace, see {@link exchange}. A client that sends a `repeatable` text
 * (its `Idempotency-Key`) can lose the answer: the same claim and text get the same key for 120 s.
 */
export async function exchangeClaim(
  env: Env,
  config: Config,
  claim: PresentedClaim,
  client: ClientAddress,
  repeatable: string | null = null,
): Promise<string> {
  const apiKeySigner = await signer(config, "api-key");
  const random = repeatable === null ? undefined : await randomOf(config, claim, repeatable);
  const repeated = random && (await findExchangedKey(env.DB, apiKeySigner, claim, random));
  if (repeated) return repeated;
  return exchange(env, config, claim, client, async (target, now) => {
    const { key, hash, id, masked, expiresAt } = await issueKey(apiKeySigner, { organisationId: target, now, random });
    const insert = `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at, country)
      SELECT @made, @id, @target, 'claimed', @masked, @now, @expiresAt, @country`;
    return { secret: key, hash, insert, values: { id, masked, expiresAt } };
  });
}

/** The random part of the key that this claim is exchanged for under this text. */
async function randomOf(config: Config, claim: PresentedClaim, repeatable: string): Promise<Uint8Array> {
  const { sign } = await signer(config, "repeated-exchange");
  return (await sign(new TextEncoder().encode(`${claim.hash}:${repeatable}`))).subarray(0, 16);
}

/** The key this claim was exchanged for moments ago, made again from `random`; null if it was another. */
async function findExchangedKey(db: D1Database, signer: Signer, claim: PresentedClaim, random: Uint8Array) {
  const since = Date.now() - EXCHANGE_REPEAT_SECONDS * 1000;
  const find = drizzle(db)
    .select({ hash: apiKeys.hash, organisationId: apiKeys.organisationId, now: apiKeys.createdAt })
    .from(claims)
    .innerJoin(apiKeys, eq(apiKeys.hash, claims.madeHash))
    .where(and(eq(claims.hash, claim.hash), isNull(apiKeys.revokedAt), gt(apiKeys.createdAt, since)));
  const made = await mapDatabaseErrors(() => find.get());
  const { key, hash } = made ? await issueKey(signer, { ...made, random }) : {};
  return hash === made?.hash ? key : undefined;
}

/** Exchanges a bound claim of the console for the id of a new session of its user, see {@link exchange}. */
export function openSession(env: Env, config: Config, claim: PresentedClaim, client: ClientAddress): Promise<string> {
  return exchange(env, config, claim, client, async (_target, now) => {
    const secret = await issueSessionId(config, now);
    const insert = `INSERT INTO sessions (hash, user_id, country, created_at, expires_at)
      SELECT @made, (SELECT id FROM users WHERE email = @email), @country, @now, @expiresAt`;
    const expiresAt = now + SESSION_LIFETIME_SECONDS * 1000;
    return { secret, hash: await sha256Hex(secret), insert, values: { expiresAt } };
  });
}

/** What an exchange makes: `secret` goes to the caller, `insert` writes its hash and joins the transaction. */
type Made = { secret: string; hash: string; insert: string; values: Record<string, unknown> };
type Make = (target: string, now: number) => Promise<Made>;

/**
 * Exchanges a bound claim once (docs/contract.md, section 2, "Merging"). Everything the exchange does is one transaction that
 * begins with the claim's transition; whoever loses that race changes nothing. Throws `authorization_pending`, `slow_down`,
 * `claim_expired`, `invalid_grant`, `temporarily_unavailable`.
 */
async function exchange(
  env: Env,
  config: Config,
  claim: PresentedClaim,
  client: ClientAddress,
  make: Make,
): Promise<string> {
  for (let round = 0; round < TRIES; round++) {
    const row = await readClaimRow(env.DB, claim.hash);
    if (checkClaim(claim, row, Date.now()) === "pending") return pollPending(env, claim);
    const plan = await planExchange(env.DB, row as ClaimRow);
    const secret = await commit(env, config, claim.hash, plan, client, make);
    // Null: somebody exchanged this claim, or the workspace or the anonymous organisation changed since they were read.
    if (secret) return secret;
  }
  throw deadClaim();
}

type ExchangePlan = {
  email: string;
  /** The user's workspace. */
  target: string;
  /** The anonymous organisation to adopt (it is the target) or to merge into the target; null when there is none to take. */
  anonymous: string | null;
};

async function planExchange(db: D1Database, row: ClaimRow): Promise<ExchangePlan> {
  const email = row.email ?? "";
  const workspace = drizzle(db).select({ id: users.organisationId }).from(users).where(eq(users.email, email));
  const free = drizzle(db)
    .select({ id: organisations.id })
    .from(organisations)
    .where(
      and(
        eq(organisations.id, row.anonymousOrganisationId ?? ""),
        isNull(organisations.ownerId),
        isNull(organisations.mergedInto),
      ),
    );
  const [[own], [untaken]] = await mapDatabaseErrors(() => drizzle(db).batch([workspace, free]));
  const anonymous = untaken?.id ?? null;
  return { email, anonymous, target: own?.id ?? anonymous ?? newOrganisationId() };
}

async function commit(
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
  const values = {
    claim: claimHash,
    made: made.hash,
    email,
    target,
    anonymous,
    address,
    domain,
    day: isoDay(now),
    now,
    country: client.country,
  };
  const run = (text: string, more: Record<string, unknown> = {}) => sql(env.DB, text, { ...values, ...more });

  const statements = [
    run(
      `INSERT INTO users (email, id, organisation_id, created_at) SELECT @email, @id, @target, @now WHERE ${MAY_EXCHANGE}
       ON CONFLICT (email) DO NOTHING`,
      { id: newId(now) },
    ),
    run(
      `UPDATE claims SET state = 'exchanged', made_hash = @made WHERE hash = @claim AND ${MAY_EXCHANGE}
       AND (SELECT organisation_id FROM users WHERE email = @email) = @target`,
    ),
    run(
      `INSERT INTO organisations (id, plan, owner_id, country, created_at)
       SELECT @target, 'free', (SELECT id FROM users WHERE email = @email), @country, @now
       WHERE ${WON} AND @target IS NOT @anonymous ON CONFLICT (id) DO NOTHING`,
    ),
    ...(anonymous === null ? [] : takeAnonymous(run, now)),
    run(
      `INSERT INTO welcome_grants (domain_hash, day, address_hash) SELECT @domain, @day, @address
       WHERE ${WON} AND @welcome > 0 AND @domain IS NOT NULL
         AND (SELECT count(*) FROM welcome_grants WHERE domain_hash = @domain AND day = @day) < @most
         AND NOT EXISTS (SELECT 1 FROM entries WHERE reference = 'welcome:' || @address)`,
      { welcome, most: config.WELCOME_GRANTS_PER_DOMAIN_DAY },
    ),
    run(
      `${NEW_ENTRY} SELECT @id, @target, 'grant', @welcome, 'welcome:' || @address
       WHERE ${WON} AND @welcome > 0 AND (@domain IS NULL OR EXISTS
         (SELECT 1 FROM welcome_grants WHERE domain_hash = @domain AND day = @day AND address_hash = @address))
       ON CONFLICT (reference) DO NOTHING`,
      { id: newId(now), welcome },
    ),
    run(`${made.insert} WHERE ${WON}`, made.values),
  ];
  // Leased tokens move like the rest: what no running call holds is in D1 when the balances are read.
  if (anonymous !== null) await Promise.all([...new Set([anonymous, target])].map((id) => recallAccount(env, id)));
  const results = await mapDatabaseErrors(() => env.DB.batch(statements));
  if (results[1]?.meta.changes !== 1) return null;
  await Promise.all([...new Set([anonymous ?? target, target])].map((id) => refreshAccount(env, id)));
  if (anonymous !== null) await tellRevoked(env, anonymous);
  return made.secret;
}

const MAY_EXCHANGE = `EXISTS (SELECT 1 FROM claims WHERE hash = @claim AND state = 'bound')
  AND (@anonymous IS NULL
    OR EXISTS (SELECT 1 FROM organisations WHERE id = @anonymous AND owner_id IS NULL AND merged_into IS NULL))`;
/** The mark of the exchange that made the transition; every later statement of the transaction asks for it. */
const WON = "EXISTS (SELECT 1 FROM claims WHERE hash = @claim AND made_hash = @made)";
const NEW_ENTRY = "INSERT INTO entries (id, organisation_id, type, tokens, reference)";
const ofAnonymous = (column: string) => `(SELECT ${column} FROM organisations WHERE id = @anonymous)`;
const MERGING = "@target IS NOT @anonymous";

const GRANTED = "(SELECT coalesce(sum(tokens), 0) FROM entries WHERE organisation_id = @anonymous AND type = 'grant')";
const sumOf = (tokens: string, table: string, state: string) =>
  `(SELECT coalesce(sum(${tokens}), 0) FROM ${table} WHERE organisation_id = @anonymous AND ${state})`;
const CHARGED = `(${sumOf("tokens", "holds", "state = 'settled'")} + ${sumOf("spent", "leases", "true")}
  + (SELECT settled_before FROM organisations WHERE id = @anonymous))`;
const HELD = `(${sumOf("tokens", "holds", "state = 'open'")} + ${sumOf("tokens - spent", "leases", "state = 'open'")})`;
// Trial tokens are spent first: what is left of the trial is what calls have not used up.
const TRIAL_LEFT = `max(0, min(balance, ${GRANTED} - ${CHARGED} - ${HELD}))`;
const TRIAL_HELD = `max(0, min(${HELD}, ${GRANTED} - ${CHARGED}))`;
const TRIAL_EXPIRES = "(SELECT organisation_id FROM trial_addresses WHERE hash = @address) IS NOT @anonymous";

/** What is moved from the anonymous organisation to the target, or stays in it when it is adopted (target is anonymous). */
function takeAnonymous(
  run: (text: string, more?: Record<string, unknown>) => D1PreparedStatement,
  now: number,
): D1PreparedStatement[] {
  const fromAnonymous = `FROM organisations WHERE id = @anonymous AND ${WON}`;
  return [
    run(
      `INSERT INTO trial_addresses (hash, organisation_id) SELECT @address, @anonymous WHERE ${WON} ON CONFLICT (hash) DO NOTHING`,
    ),
    run(`UPDATE organisations SET forfeit = ${TRIAL_HELD} WHERE id = @anonymous AND ${WON} AND ${TRIAL_EXPIRES}`),
    run(
      `${NEW_ENTRY} SELECT @id, @anonymous, 'expire', -${TRIAL_LEFT}, 'trial-expired:' || @anonymous
       ${fromAnonymous} AND ${TRIAL_EXPIRES} AND ${TRIAL_LEFT} > 0`,
      { id: newId(now) },
    ),
    run(
      `${NEW_ENTRY} SELECT @id, @anonymous, 'transfer', -balance, 'merge-out:' || @anonymous
       ${fromAnonymous} AND balance > 0 AND ${MERGING}`,
      { id: newId(now) },
    ),
    run(
      `${NEW_ENTRY} SELECT @id, @target, 'transfer', -tokens, 'merge-in:' || @anonymous
       FROM entries WHERE reference = 'merge-out:' || @anonymous AND ${WON}`,
      { id: newId(now) },
    ),
    // What the anonymous organisation owes is owed by the target from now on.
    run(
      `${NEW_ENTRY} SELECT @id, @target, 'reversal', -owed, 'owed-in:' || @anonymous ${fromAnonymous} AND owed > 0 AND ${MERGING}`,
      { id: newId(now) },
    ),
    run(
      `${NEW_ENTRY} SELECT @id, @anonymous, 'reversal', owed, 'owed-out:' || @anonymous ${fromAnonymous} AND owed > 0 AND ${MERGING}`,
      { id: newId(now) },
    ),
    run(
      `UPDATE organisations SET
         plan = CASE WHEN plan = 'paid' OR ${ofAnonymous("plan")} = 'paid' THEN 'paid' ELSE 'free' END,
         stripe_customer_id = coalesce(stripe_customer_id, ${ofAnonymous("stripe_customer_id")})
       WHERE id = @target AND ${WON}`,
    ),
    run(
      `UPDATE organisations SET owner_id = (SELECT id FROM users WHERE email = @email),
         merged_into = CASE WHEN ${MERGING} THEN @target END WHERE id = @anonymous AND ${WON}`,
    ),
    run(`UPDATE api_keys SET revoked_at = @now WHERE organisation_id = @anonymous AND revoked_at IS NULL AND ${WON}`),
  ];
}

/** The keys of the merged organisation are dead; its account object has read so, and is told so for good. */
async function tellRevoked(env: Env, anonymous: string): Promise<void> {
  const { id, organisationId, revokedAt } = apiKeys;
  const revoked = and(eq(organisationId, anonymous), isNotNull(revokedAt));
  const keys = await mapDatabaseErrors(() => drizzle(env.DB).select({ id }).from(apiKeys).where(revoked).all());
  await revokeInAccount(
    env,
    anonymous,
    keys.map((key) => key.id),
  ).catch(() => {});
}
