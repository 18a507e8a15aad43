import { and, eq, gt, isNull } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { EXCHANGE_REPEAT_SECONDS, SESSION_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { utf8 } from "../../lib/bytes.ts";
import { newOrganisationId } from "../../lib/ids.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { drizzle, readAggregate, sql } from "../../platform/database.ts";
import { numberOfEmptiest } from "../../platform/ledgers.ts";
import { apiKeys, claims } from "../../platform/schema.ts";
import { type Signer, sha256Hex, signer } from "../../platform/secrets.ts";
import { issueKey } from "../keys/key-format.ts";
import { issueSessionId } from "../keys/sessions.ts";
import { type ClaimRow, checkClaim, deadClaim, readClaimRow } from "./claim-state.ts";
import type { PresentedClaim } from "./claim-token.ts";
import { commitExchange, type ExchangePlan, IS_FREE, KEY_MAY_CLAIM, type Make } from "./commit-exchange.ts";
import { pollPending } from "./registration-claims.ts";

const TRIES = 5;

/** Exchanges a bound claim for a key, see {@link exchange}. `repeatable` (`Idempotency-Key`): repeats for 120 s. */
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

/** The random part of the key that this claim and text are exchanged for. */
async function randomOf(config: Config, claim: PresentedClaim, repeatable: string): Promise<Uint8Array> {
  const { sign } = await signer(config, "repeated-exchange");
  return (await sign(utf8(`${claim.hash}:${repeatable}`))).subarray(0, 16);
}

/** The key that this claim was just exchanged for, made again from `random`; null if that was another key. */
async function findExchangedKey(db: D1Database, signer: Signer, claim: PresentedClaim, random: Uint8Array) {
  const since = Date.now() - EXCHANGE_REPEAT_SECONDS * 1000;
  const find = drizzle(db)
    .select({ hash: apiKeys.hash, organisationId: apiKeys.organisationId, now: apiKeys.createdAt })
    .from(claims)
    .innerJoin(apiKeys, eq(apiKeys.hash, claims.madeHash))
    .where(and(eq(claims.hash, claim.hash), isNull(apiKeys.revokedAt), gt(apiKeys.createdAt, since)));
  const made = await find.get();
  const { key, hash } = made ? await issueKey(signer, { ...made, random }) : {};
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
