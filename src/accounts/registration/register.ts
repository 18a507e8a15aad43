import type { Config } from "../../config.ts";
import {
  CLAIM_LIFETIME_SECONDS,
  CLAIM_POLL_INTERVAL_SECONDS,
  KEY_LIFETIME_SECONDS,
  USER_CODE_DIGITS,
} from "../../constants.ts";
import { AppError, asUnavailable } from "../../errors.ts";
import { bookEntry } from "../../ledger/holds.ts";
import { countryName } from "../../lib/country.ts";
import { newOrganisationId } from "../../lib/ids.ts";
import { PATHS } from "../../paths.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { sql, transact } from "../../platform/database.ts";
import { numberOfEmptiest } from "../../platform/ledgers.ts";
import { anonymousKeyBudgets, mailBudgets, pollBudget } from "../../platform/limits/budgets.ts";
import { ipNetworkOf, spendBudget, withBudgets } from "../../platform/limits/limits.ts";
import { sendMail, writeMail } from "../../platform/mail.ts";
import { lastingHash, sha256Hex } from "../../platform/secrets.ts";
import { normaliseAddress } from "../../readers/emails/email-address.ts";
import { issueKey } from "../keys/key-format.ts";
import {
  type ClaimPurpose,
  deleteClaim,
  hashCode,
  issueCancelToken,
  issueClaimToken,
  type PresentedClaim,
  putClaim,
} from "./claims.ts";

/** The four fields of an issued key. docs/contract.md, section 2. */
export function accessToken(key: string) {
  return { access_token: key, token_type: "bearer", expires_in: KEY_LIFETIME_SECONDS, scope: "api" };
}

/** Makes an organisation without an owner, with trial tokens and one key. Throws `rate_limited`, `temporarily_unavailable`. */
export async function registerAnonymously(env: Env, config: Config, client: ClientAddress): Promise<string> {
  const organisationId = newOrganisationId(await numberOfEmptiest(env));
  const now = Date.now();
  const { country } = client;
  const { key, ...stored } = await issueKey(config, { organisationId, now });
  const tokens = config.ANONYMOUS_TOKENS;
  const trial = { organisationId, type: "grant", tokens, reference: `trial:${organisationId}` } as const;
  const statements = [...NEW_ORGANISATION, ...(tokens > 0 ? [bookEntry(env.DB, trial, now)] : [])];
  const write = () => transact(env.DB, { ...stored, organisationId, country }, statements);
  await withBudgets(env, anonymousKeyBudgets(config, client.ip ?? ""), write);
  return key;
}

/** Statements that make an anonymous organisation and its key, whose parameters are those of {@link issueKey}. */
export const NEW_ORGANISATION = [
  `INSERT INTO organisations (id, plan, country, created_at) VALUES (@organisationId, 'anonymous', @country, @createdAt)`,
  `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at, country)
    VALUES (@hash, @id, @organisationId, 'anonymous', @masked, @createdAt, @expiresAt, @country)`,
];

type ClaimRequest = {
  purpose: ClaimPurpose;
  email: string;
  /** The key with which an agent asks to claim its anonymous organisation. */
  anonymous: { organisationId: string; keyHash: string } | null;
  client: ClientAddress;
  baseUrl: string;
};

/** Opens a claim and mails its code. Throws `rate_limited`, and `temporarily_unavailable`: then it is void. */
export async function openClaim(env: Env, config: Config, request: ClaimRequest) {
  const { purpose, email, anonymous, client } = request;
  const addressHash = await lastingHash(config, "address", normaliseAddress(email));
  const networkHash = await sha256Hex(ipNetworkOf(client.ip ?? ""));
  const target = { purpose, addressHash, networkHash };
  const claim = await issueClaimToken(config, purpose, Date.now());
  const send = async () => {
    const code = randomCode();
    await putClaim(env.CLAIMS, claim.hash, {
      ...target,
      email,
      codeHash: await hashCode(config, claim.hash, code),
      anonymousOrganisationId: anonymous?.organisationId ?? null,
      anonymousKeyHash: anonymous?.keyHash ?? null,
      country: client.country,
    });
    const cancel = await issueCancelToken(config, { ...target, claimHash: claim.hash }, claim.expiresAt);
    const mail = claimMail(config.SERVICE_NAME, request, code, `${request.baseUrl}${PATHS.cancel}?t=${cancel}`);
    await sendMail(env, config, { to: email, ...mail });
  };
  await withBudgets(env, mailBudgets(config, client.ip ?? "", target), send).catch(async (error: unknown) => {
    await deleteClaim(env.CLAIMS, claim.hash).catch(() => undefined);
    throw asUnavailable(error, "The claim could not be created. Try again.");
  });
  return claim;
}

/** The mail with a user code: its purpose, where the request came from, and what to do if the owner did not start it. */
function claimMail(serviceName: string, { purpose, client }: ClaimRequest, code: string, cancelUrl: string) {
  const place = countryName(client.country);
  const when = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const from = `on ${when}${place ? `, from ${place}` : ""}`;
  const { asked, share, undo } = {
    key: {
      asked: `A software agent asked ${serviceName} for an API key in your name, ${from}.`,
      share: `If you started this, give the agent this ${USER_CODE_DIGITS}-digit code.`,
      undo: "revokes every key that was created with it",
    },
    console: {
      asked: `Somebody asked to sign in to the ${serviceName} console with your address, ${from}.`,
      share: `If it was you, type this ${USER_CODE_DIGITS}-digit code into the page where you asked for it. No agent needs this code.`,
      undo: "ends every session that was started with it",
    },
  }[purpose];
  const paragraph = `If you did not start this, do not share the code. This link stops the request and ${undo}:`;
  return writeMail(`Your ${serviceName} code`, [
    asked,
    `${share} The code works once, for ${CLAIM_LIFETIME_SECONDS / 60} minutes. Do not give it to anyone else.`,
    { kind: "code", code },
    { kind: "link", paragraph, link: cancelUrl, label: "This wasn't me" },
  ]);
}

/** A uniform code of 6 digits. */
function randomCode(): string {
  const values = 10 ** USER_CODE_DIGITS;
  const limit = Math.floor(2 ** 32 / values) * values;
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    // Values beyond the last whole multiple would make small codes more likely.
    if (value < limit) return String(value % values).padStart(USER_CODE_DIGITS, "0");
  }
}

/** `get_api_key` names its claim by the address. Only its newest counts, whose token never leaves the service. */
export async function rememberAddressClaim(db: D1Database, config: Config, email: string, claim: PresentedClaim) {
  const addressHash = await lastingHash(config, "address", email);
  const remember = `INSERT INTO address_claims (address_hash, claim_hash, expires_at) VALUES (@addressHash, @hash, @expiresAt)
    ON CONFLICT (address_hash) DO UPDATE SET claim_hash = @hash, expires_at = @expiresAt`;
  await sql(db, remember, { addressHash, ...claim }).run();
}

/** The open claim of an address, or null. */
export async function findAddressClaim(db: D1Database, config: Config, email: string): Promise<PresentedClaim | null> {
  const addressHash = await lastingHash(config, "address", email);
  const find =
    "SELECT claim_hash AS hash, expires_at AS expiresAt FROM address_claims WHERE address_hash = @addressHash";
  return sql(db, find, { addressHash }).first();
}

/** The response to polling an unbound claim: throws `authorization_pending` or, beyond 60 polls a minute, `slow_down`. */
export async function pollPending(env: Env, claim: PresentedClaim): Promise<never> {
  const poll = `Poll every ${CLAIM_POLL_INTERVAL_SECONDS} seconds.`;
  await spendBudget(env, pollBudget(claim.hash)).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    throw new AppError("slow_down", poll, { retryAfterSeconds: error.retryAfterSeconds ?? 60 });
  });
  const detail = `The user has not entered the code yet. ${poll}`;
  throw new AppError("authorization_pending", detail, { retryAfterSeconds: CLAIM_POLL_INTERVAL_SECONDS });
}
