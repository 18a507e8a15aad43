import { TOKENS_PER_USD } from "../config.ts";
import { AppError } from "../errors.ts";
import type { Account } from "../ledger/holds.ts";
import type { Tool } from "../tools/tool.ts";

/** 402: what is required, what there is, and how to top up. `capLeft` is what a connection may still spend, or null. */
export function insufficient({ name, cost }: Tool, { balance }: Account, capLeft: number | null): AppError {
  const amountUsd = Math.max(5, Math.ceil((cost - balance) / TOKENS_PER_USD));
  const topUp = { tool: "buy_tokens", method: "POST", path: "/api/v0/buy_tokens", body: { amount_usd: amountUsd } };
  const isCapped = capLeft !== null && capLeft < cost;
  const detail = isCapped
    ? `${name} costs ${cost} tokens, and this connection may spend ${capLeft} more. Ask its owner to connect again with a higher cap.`
    : `${name} costs ${cost} tokens, the balance is ${balance}. Buy more with buy_tokens.`;
  const cap = isCapped && { cap_remaining: capLeft };
  return new AppError("insufficient_tokens", detail, {
    fields: { required: cost, balance, ...cap, top_up: topUp },
  });
}

/** 409 and 422: what became of the first call with this idempotency key. */
export function refusedHold(status: "mismatch" | "in_progress" | "unavailable"): AppError {
  switch (status) {
    case "mismatch":
      return new AppError(
        "idempotency_mismatch",
        "This Idempotency-Key was used with another tool or body. Use a new key.",
      );
    case "in_progress":
      return new AppError(
        "idempotency_in_progress",
        "The first call with this key is still running. Repeat in a few seconds.",
        {
          retryAfterSeconds: 2,
        },
      );
    case "unavailable":
      return new AppError(
        "idempotency_result_unavailable",
        "The first call with this key succeeded and its answer was not kept: it holds a secret or is too large. Nothing was charged now. Use a new key to call again.",
      );
  }
}
