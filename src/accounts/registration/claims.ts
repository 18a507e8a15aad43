import { CLAIM_POLL_INTERVAL_SECONDS, type Config, USER_CODE_DIGITS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { mapDatabaseErrors } from "../../platform/database.ts";
import {
  forgetBudget,
  mailAddressBudget,
  mailIpBudget,
  pollBudget,
  returnBudget,
  spendBudget,
  spendBudgets,
  wrongCodeBudget,
} from "../../platform/limits/limits.ts";
import { sendMail } from "../../platform/mail.ts";
import { lastingHash, type SecretUse, signer } from "../../platform/secrets.ts";
import { normaliseAddress } from "../../text/emails/email-address.ts";
import { endConnectionsWhere, type RevokedKey, tellRevoked } from "../keys/revoke.ts";
import { claimMail } from "./claim-mail.ts";
import { type ClaimPurpose, hashCode } from "./claim-state.ts";
import { type ClaimRecord, deleteClaim, putClaim } from "./claim-store.ts";
import {
  issueCancelToken,
  issueClaimToken,
  type PresentedClaim,
  readCancelToken,
  readClaimToken,
} from "./claim-token.ts";

const SIGNED_FOR = { key: "claim-token", console: "console-claim" } as const satisfies Record<ClaimPurpose, SecretUse>;

export type ClaimRequest = {
  purpose: ClaimPurpose;
  email: string;
  anonymousOrganisationId: string | null;
  client: ClientAddress;
  baseUrl: string;
};

/**
 * Opens a claim and mails its code. Throws `rate_limited` over a mail budget, and `temporarily_unavailable` when the mail
 * cannot be sent: the claim is void then and its budgets are given back.
 */
export async function openClaim(
  env: Env,
  config: Config,
  request: ClaimRequest,
): Promise<PresentedClaim & { token: string }> {
  const now = Date.now();
  const addressHash = await lastingHash(config, "address", normaliseAddress(request.email));
  const budgets = [mailIpBudget(config, request.client.ip ?? ""), mailAddressBudget(config, addressHash)];
  await spendBudgets(env, budgets);
  const claim = await issueClaimToken(await signer(config, SIGNED_FOR[request.purpose]), now);
  try {
    const code = randomCode();
    const record: ClaimRecord = {
      email: request.email,
      codeHash: await hashCode(config, claim.hash, code),
      anonymousOrganisationId: request.anonymousOrganisationId,
      addressHash,
      country: request.client.country,
    };
    await putClaim(env.CLAIMS, claim.hash, record);
    const cancel = await issueCancelToken(
      await signer(config, "cancel-link"),
      claim.hash,
      addressHash,
      claim.expiresAt,
    );
    const cancelUrl = `${request.baseUrl}/agent/identity/cancel?t=${cancel}`;
    const { purpose, client } = request;
    const serviceName = config.SERVICE_NAME;
    const mail = claimMail({ purpose, serviceName, code, cancelUrl, country: client.country, now });
    await sendMail(env, config, { to: request.email, ...mail });
    return claim;
  } catch (error) {
    await Promise.allSettled([
      deleteClaim(env.CLAIMS, claim.hash),
      ...budgets.map((budget) => returnBudget(env, budget)),
    ]);
    if (error instanceof AppError) throw error;
    throw new AppError("temporarily_unavailable", "The claim could not be made. Try again.", {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}

/** Reads a claim token made for `purpose`. Throws `invalid_claim_token` for a forged or unknown one. */
export async function presentClaim(config: Config, token: string, purpose: ClaimPurpose): Promise<PresentedClaim> {
  const claim = await readClaimToken(await signer(config, SIGNED_FOR[purpose]), token);
  if (!claim)
    throw new AppError("invalid_claim_token", "This claim token is unknown. Start again at POST /agent/identity.");
  return claim;
}

/**
 * What polling an unbound claim answers: always throws, `authorization_pending` or, over 60 polls a minute, `slow_down`.
 */
export async function pollPending(env: Env, claim: PresentedClaim): Promise<never> {
  try {
    await spendBudget(env, pollBudget(claim.hash));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    throw new AppError("slow_down", `Poll every ${CLAIM_POLL_INTERVAL_SECONDS} seconds.`, {
      retryAfterSeconds: error.retryAfterSeconds ?? 60,
    });
  }
  throw new AppError(
    "authorization_pending",
    `The user has not given the code yet. Poll every ${CLAIM_POLL_INTERVAL_SECONDS} seconds.`,
    {
      retryAfterSeconds: CLAIM_POLL_INTERVAL_SECONDS,
    },
  );
}

/**
 * "This wasn't me": kills the claim, revokes the key or session that came of it, ends what was connected in that session,
 * and lifts the lock that somebody else's wrong codes put on the address. Returns false for a link that is forged or older
 * than 24 h past the claim.
 */
export async function cancelClaim(env: Env, config: Config, token: string): Promise<boolean> {
  const now = Date.now();
  const link = await readCancelToken(await signer(config, "cancel-link"), token, now);
  if (!link) return false;
  const kill = `INSERT INTO claims (hash, state, created_at) VALUES (?1, 'dead', ?2)
    ON CONFLICT (hash) DO UPDATE SET state = 'dead' WHERE state <> 'exchanged'`;
  const MADE = "revoked_at IS NULL AND hash = (SELECT made_hash FROM claims WHERE hash = ?1 AND state = 'exchanged')";
  const revoke = `UPDATE api_keys SET revoked_at = ?2 WHERE ${MADE} RETURNING id, organisation_id AS organisationId`;
  const ALLOWED_IN_SESSION =
    "session_hash = (SELECT made_hash FROM claims WHERE hash = @claim AND state = 'exchanged')";
  const signOut = `UPDATE sessions SET revoked_at = ?2 WHERE ${MADE}`;
  const results = await mapDatabaseErrors(() =>
    env.DB.batch<RevokedKey>([
      env.DB.prepare(kill).bind(link.claimHash, now),
      env.DB.prepare(revoke).bind(link.claimHash, now),
      env.DB.prepare(signOut).bind(link.claimHash, now),
      ...endConnectionsWhere(env.DB, ALLOWED_IN_SESSION, { claim: link.claimHash }, now),
    ]),
  );
  await Promise.allSettled([
    deleteClaim(env.CLAIMS, link.claimHash),
    forgetBudget(env, wrongCodeBudget(config, link.addressHash)),
  ]);
  for (const key of results.flatMap((result) => result.results)) await tellRevoked(env, key.organisationId, [key.id]);
  return true;
}

/** A uniform code of 6 digits. */
function randomCode(): string {
  const values = 10 ** USER_CODE_DIGITS;
  const limit = Math.floor(2 ** 32 / values) * values;
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    // Values past the last whole multiple would make small codes likelier.
    if (value < limit) return String(value % values).padStart(USER_CODE_DIGITS, "0");
  }
}
