import type { Config } from "../../config.ts";
import { CLAIM_POLL_INTERVAL_SECONDS, USER_CODE_DIGITS } from "../../constants.ts";
import { AppError, asUnavailable } from "../../errors.ts";
import { PATHS } from "../../paths.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { sql } from "../../platform/database.ts";
import { ipNetworkOf, pollBudget, spendBudget, withBudgets } from "../../platform/limits/limits.ts";
import { mailBudgets } from "../../platform/limits/network-budgets.ts";
import { sendMail } from "../../platform/mail.ts";
import { lastingHash, sha256Hex } from "../../platform/secrets.ts";
import { normaliseAddress } from "../../readers/emails/email-address.ts";
import { claimMail } from "./claim-mail.ts";
import { hashCode } from "./claim-state.ts";
import { type ClaimRecord, deleteClaim, putClaim } from "./claim-store.ts";
import { type ClaimPurpose, issueCancelToken, issueClaimToken, type PresentedClaim } from "./claim-token.ts";

type ClaimRequest = {
  purpose: ClaimPurpose;
  email: string;
  /** The key with which an agent asks to claim its anonymous organisation. */
  anonymous: { organisationId: string; keyHash: string } | null;
  client: ClientAddress;
  baseUrl: string;
};

/** Opens a claim and mails its code. Throws `rate_limited`, and `temporarily_unavailable`: then it is void. */
export async function openClaim(
  env: Env,
  config: Config,
  request: ClaimRequest,
): Promise<PresentedClaim & { token: string }> {
  const now = Date.now();
  const { purpose, client } = request;
  const addressHash = await lastingHash(config, "address", normaliseAddress(request.email));
  const networkHash = await sha256Hex(ipNetworkOf(client.ip ?? ""));
  const budgets = mailBudgets(config, client.ip ?? "", { purpose, addressHash, networkHash });
  const claim = await issueClaimToken(config, purpose, now);
  const send = async () => {
    const code = randomCode();
    const record: ClaimRecord = {
      email: request.email,
      codeHash: await hashCode(config, claim.hash, code),
      anonymousOrganisationId: request.anonymous?.organisationId ?? null,
      anonymousKeyHash: request.anonymous?.keyHash ?? null,
      ...{ purpose, addressHash, networkHash, country: client.country },
    };
    await putClaim(env.CLAIMS, claim.hash, record);
    const link = { claimHash: claim.hash, purpose, addressHash, networkHash };
    const cancel = await issueCancelToken(config, link, claim.expiresAt);
    const cancelUrl = `${request.baseUrl}${PATHS.cancel}?t=${cancel}`;
    const serviceName = config.SERVICE_NAME;
    const mail = claimMail({ purpose, serviceName, code, cancelUrl, country: client.country, now });
    await sendMail(env, config, { to: request.email, ...mail });
  };
  await withBudgets(env, budgets, send).catch(async (error: unknown) => {
    await deleteClaim(env.CLAIMS, claim.hash).catch(() => undefined);
    throw asUnavailable(error, "The claim could not be created. Try again.");
  });
  return claim;
}

/** `get_api_key` names its claim by the address. Only its newest counts, whose token never leaves the service. */
export async function rememberAddressClaim(
  db: D1Database,
  config: Config,
  email: string,
  claim: PresentedClaim,
): Promise<void> {
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
  try {
    await spendBudget(env, pollBudget(claim.hash));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    throw new AppError("slow_down", `Poll every ${CLAIM_POLL_INTERVAL_SECONDS} seconds.`, {
      retryAfterSeconds: error.retryAfterSeconds ?? 60,
    });
  }
  const detail = `The user has not entered the code yet. Poll every ${CLAIM_POLL_INTERVAL_SECONDS} seconds.`;
  throw new AppError("authorization_pending", detail, { retryAfterSeconds: CLAIM_POLL_INTERVAL_SECONDS });
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
