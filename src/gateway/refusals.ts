import { AppError } from "../errors.ts";
import type { Account, CallRequest } from "../ledger/account-types.ts";
import { prose } from "../lib/words.ts";

type Priced = Pick<CallRequest, "tool" | "tokens">;

/** 402 of a key or connection whose spending cap is reached: buying does not raise it. */
export function capReached({ tool, tokens }: Priced, { balance }: Account, capLeft: number): AppError {
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
