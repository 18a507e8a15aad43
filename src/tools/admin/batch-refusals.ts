import type { Estimate } from "../../batches/batch-types.ts";
import type { createOnce } from "../../batches/create-once.ts";
import { BATCHES_PER_DAY, MAX_BATCH_INPUTS, MAX_UNFINISHED_BATCHES } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { prose } from "../../lib/words.ts";
import { insufficient } from "../insufficient.ts";
import type { Tool, ToolContext } from "../tool.ts";

export function nothingToRun({ invalid, invalid_count: count }: Estimate): AppError {
  const [first] = invalid;
  const reason = first?.reason.replace(/\.$/, "");
  const detail = `None of the lines can be run. Line ${first?.line}: ${reason}. Nothing was started.`;
  return invalidRequest(detail, { fields: { invalid_count: count, invalid } });
}

export function refusal(
  status: Exclude<Awaited<ReturnType<typeof createOnce>>["status"], "created" | "repeated">,
  tool: Tool,
  cap: number,
  { caller }: ToolContext,
): AppError {
  if (status === "dropped") {
    const detail = "An earlier try of this request broke off and was undone. Nothing was charged; send it again.";
    return new AppError("temporarily_unavailable", detail, { retryAfterSeconds: 1 });
  }
  if (status === "too_many_today") {
    const { plan } = caller;
    const detail = prose`Your organisation has started ${BATCHES_PER_DAY[plan]} batches in 24 hours, as many as it may on the plan
      ${plan}. Put more lines into a batch (up to ${MAX_BATCH_INPUTS}), or wait.`;
    return new AppError("rate_limited", detail, { retryAfterSeconds: 3600 });
  }
  if (status === "too_many") {
    const detail = prose`${MAX_UNFINISHED_BATCHES} batches of your organisation have not ended. Wait until one has, or stop one with
      cancel_batch.`;
    return new AppError("rate_limited", detail, { retryAfterSeconds: 60 });
  }
  if (status === "capped") {
    const detail = `The batch needs ${cap} tokens, more than this key may still spend. Lower max_tokens.`;
    return new AppError("spending_cap_reached", detail, { fields: { required: cap, balance: caller.balance } });
  }
  const instead = `, or set max_tokens (at least ${tool.cost}): it runs until that is used`;
  return insufficient("The batch reserves", cap, caller.balance, instead);
}
