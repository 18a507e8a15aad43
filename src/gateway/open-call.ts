import { invalidToken, type PresentedKey } from "../accounts/keys/key-format.ts";
import { ACCOUNT_TIME_LIMIT_MS, FALLBACK_RETRY_AFTER_SECONDS } from "../constants.ts";
import { AppError, databaseDown, isDatabaseError } from "../errors.ts";
import { accountOf } from "../ledger/account.ts";
import type { Account, BeginAnswer, CallRequest } from "../ledger/account-types.ts";
import { authenticate, release, takeHold } from "../ledger/holds.ts";
import { withinTime } from "../lib/within-time.ts";
import { prose } from "../lib/words.ts";
import { rateHeaders, tooManyRequests } from "../platform/limits/limits.ts";
import { insufficient } from "../tools/insufficient.ts";
import type { CallContext, OpenedCall, Usage } from "./call.ts";
import { cancelInAccount } from "./end-call.ts";

type Opening = Omit<CallRequest, "key">;

/** Of a request that is no call, or will be refused: only key and rate are checked. */
export function withoutCall(id: string): Opening {
  return { id, refused: true, tool: "", tokens: 0, label: null, idempotent: null };
}

/** Gets the rate and the account as soon as they are known, also when the call is refused. */
type Noted = Pick<Usage, "rate" | "account" | "balance">;
type Connection = Pick<CallContext, "env" | "waitUntil">;

/**
 * Opens a call in the organisation's account object. If the object fails or takes more than a second, opens it directly in
 * D1, limited by the native rate limiter. Throws every refusal: 401, 402, 409, 422, 429, 503.
 */
export async function openCall(
  connection: Connection,
  key: PresentedKey,
  opening: Opening,
  noted: Noted,
): Promise<OpenedCall> {
  const request = { ...opening, key: { id: key.id, hash: key.hash } };
  let answer: BeginAnswer;
  try {
    const begun = accountOf(connection.env, key.organisationId).begin(request) as Promise<BeginAnswer>;
    answer = await withinTime(begun, ACCOUNT_TIME_LIMIT_MS);
  } catch (cause) {
    // The object may have opened the call after all; the cancellation ends it, whichever of the two arrives first.
    const idempotencyKey = opening.idempotent?.key ?? null;
    connection.waitUntil(cancelInAccount(connection, key.organisationId, opening.id, idempotencyKey));
    return openDirectly(connection, key, opening, noted, cause);
  }
  if (answer.status === "unauthorised") throw invalidToken();
  if (answer.status === "cancelled") throw busy(undefined);
  const rate = rateHeaders(answer.rate);
  noted.rate = rate;
  if (answer.status === "limited") throw tooManyRequests(answer.rate);
  const account = noteAccount(noted, key, answer.account);
  const opened = { account, rate, replayJson: null };
  switch (answer.status) {
    case "passed":
      return { ...opened, via: null };
    case "open":
      return { ...opened, via: "account" };
    case "replay":
      return { ...opened, via: null, replayJson: answer.answerJson };
    case "insufficient":
      throw insufficient(`${opening.tool} costs`, opening.tokens, answer.account.balance);
    case "capped":
      throw capReached(opening, answer.account, answer.capLeft);
    default:
      throw refusedRepeat(answer.status);
  }
}

async function openDirectly(
  { env, waitUntil }: Connection,
  key: PresentedKey,
  opening: Opening,
  noted: Noted,
  cause: unknown,
): Promise<OpenedCall> {
  const { success } = await env.FALLBACK_LIMIT.limit({ key: key.organisationId });
  if (!success) {
    // The object was reached, and it is D1 that does not take the call.
    if (isDatabaseError(cause)) throw databaseDown(cause);
    throw new AppError("rate_limited", "Too many requests. Wait a minute, then try again.", {
      retryAfterSeconds: FALLBACK_RETRY_AFTER_SECONDS,
    });
  }
  const now = Date.now();
  if (opening.refused || (opening.tokens === 0 && !opening.idempotent)) {
    const found = await authenticate(env.DB, key.hash, now);
    if (!found) throw invalidToken();
    return { account: noteAccount(noted, key, found), rate: null, via: null, replayJson: null };
  }
  // Only the account object knows the state of an idempotency key.
  if (opening.idempotent) throw busy(cause);
  const { id, tool, tokens, label } = opening;
  const hold = await takeHold(env.DB, { id, keyHash: key.hash, tool, tokens, label, now }).catch((lost: unknown) => {
    waitUntil(release(env.DB, id).catch(() => null));
    throw databaseDown(lost);
  });
  if (hold.status === "unauthorised") throw invalidToken();
  if (hold.status === "unknown") throw busy(cause);
  const account = noteAccount(noted, key, hold.account);
  if (hold.status === "insufficient") throw insufficient(`${tool} costs`, tokens, hold.account.balance);
  return { account, rate: null, via: "database", replayJson: null };
}

/** A key for some categories of tools says so itself; what the account object and D1 know of it is the rest. */
function noteAccount(noted: Noted, { categories }: PresentedKey, known: Account): Account {
  const account = categories ? { ...known, isLimited: true, categories } : known;
  noted.account = account;
  noted.balance = account.balance;
  return account;
}

function busy(cause: unknown): AppError {
  const detail = "The account cannot be reached right now. Nothing was charged; try again.";
  return new AppError("temporarily_unavailable", detail, { retryAfterSeconds: 2, cause });
}

/** 402 of a key or connection whose spending cap is reached: buying does not raise it. */
function capReached({ tool, tokens }: Opening, { balance }: Account, capLeft: number): AppError {
  const detail = prose`${tool} costs ${tokens} tokens, and this key may spend ${capLeft} more. Ask its owner for a higher cap; a daily cap
    starts again at midnight UTC.`;
  const fields = { required: tokens, balance, cap_remaining: capLeft };
  return new AppError("spending_cap_reached", detail, { fields });
}

/** 409 or 422, depending on the state of the first call with this idempotency key. */
export function refusedRepeat(status: keyof typeof REPEATS): AppError {
  const [code, detail] = REPEATS[status];
  return new AppError(code, detail, { retryAfterSeconds: status === "in_progress" ? 2 : undefined });
}

const REPEATS = {
  mismatch: ["idempotency_mismatch", "This Idempotency-Key was used with another tool or body. Use a new key."],
  in_progress: ["idempotency_in_progress", "The first call with this key is still running. Repeat in a few seconds."],
  unavailable: [
    "idempotency_result_unavailable",
    prose`The first call with this key succeeded, but its answer is not stored because it contains a secret, is too large or names
      a person who objects. Nothing was charged now. Use a new key to call again.`,
  ],
} as const;
