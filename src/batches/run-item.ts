import { accountOf } from "../ledger/account.ts";
import { payerOf } from "../ledger/payer.ts";
import { newId } from "../lib/ids.ts";
import type { ItemJob, ItemOutcome } from "./batch-types.ts";
import type { StoredBatch } from "./stored-batch.ts";

/** Starts an item and holds its tokens. Null when the message is stale or the batch does not run. */
export function beginItem({ spec, progress, items, lease, storage }: StoredBatch, index: number, attempt: number) {
  if (progress.state !== "running") return null;
  const { id, cost, capSubjects, tool, organisationId, keyId, connectionId, plan, baseUrl, ownHosts, requestHost } =
    spec;
  const now = Date.now();
  // Sent items were counted against what is free, so a hold that is refused means an older message.
  if (lease.free < cost) return null;
  const callId = newId(now);
  const input = storage.transactionSync(() => {
    const arguments_ = items.begin(index, attempt, callId, now);
    if (!arguments_ || cost === 0) return arguments_;
    const call = {
      id: callId,
      keyId: payerOf({ id: keyId, connectionId }),
      tool,
      held: cost,
      tokens: 0,
      state: "open" as const,
      label: id,
    };
    const { status } = lease.hold({ ...call, subjects: capSubjects, beganAt: now, endedAt: 0 });
    if (status !== "held") throw new Error(`a call of a batch is ${status}`);
    return arguments_;
  });
  if (!input) return null;
  const job: ItemJob = {
    callId,
    tool,
    input,
    organisationId,
    keyId,
    connectionId,
    plan,
    baseUrl,
    ownHosts,
    requestHost,
  };
  return job;
}

/** Stores an outcome and its charge in one transaction. False, with nothing charged, when the attempt is stale. */
export async function finishItem(
  batch: StoredBatch,
  index: number,
  attempt: number,
  outcome: ItemOutcome,
): Promise<boolean> {
  const { spec, progress, items, lease } = batch;
  if (!items.callOf(index, attempt)) return false;
  const isFree = outcome.status === "succeeded" && outcome.isMiss && (await countForFreeMisses(batch, spec.cost));
  const now = Date.now();
  const callId = items.callOf(index, attempt);
  if (!callId) return false;
  const tokens = outcome.status === "succeeded" && !isFree ? spec.cost : 0;
  batch.storage.transactionSync(() => {
    if (outcome.status === "succeeded") {
      items.succeed(index, outcome.answerJson, tokens);
    } else {
      const mayRetry = outcome.mayRetry && progress.state === "running";
      items.fail(index, outcome.error, mayRetry, outcome.retryAfterSeconds, now);
    }
    // After what may fail: the lease's memory does not roll back with the transaction.
    lease.end(callId, outcome.status === "succeeded" ? "settled" : "released", tokens, now);
    if (tokens > 0) batch.save({ charged: progress.charged + tokens, uncounted: progress.uncounted + tokens });
  });
  return true;
}

/**
 * Reports charged tokens to the account object, which allows free misses by what a day has charged. Returns whether a miss
 * that costs `tokens` is free.
 */
export async function countForFreeMisses(batch: StoredBatch, tokens: number): Promise<boolean> {
  const { uncounted } = batch.progress;
  try {
    const isFree = await accountOf(batch.env, batch.spec.organisationId).countElsewhere(uncounted, tokens);
    batch.save({ uncounted: batch.progress.uncounted - uncounted });
    return isFree;
  } catch {
    // The customer does not pay for an account object that cannot be reached.
    return true;
  }
}
