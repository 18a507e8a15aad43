import { accountOf } from "../ledger/account.ts";
import { payerOf } from "../ledger/payer.ts";
import type { ItemJob, ItemOutcome } from "./batch-types.ts";
import { NOT_RESOLVED, nextCall, readMatch } from "./match-name.ts";
import type { StoredBatch } from "./stored-batch.ts";

type Beginning = { index: number; attempt: number; callId: string };

/** Starts an item as the call `callId`, repeatably. Null when the message is stale or the batch does not run. */
export function beginItem(batch: StoredBatch, { index, attempt, callId }: Beginning): ItemJob | null {
  const { spec, items } = batch;
  const item = items.find(index, attempt);
  if (!item) return null;
  const { tool, cost, input } = nextCall(spec, item.input);
  const { organisationId, keyId, connectionId, plan, baseUrl, ownHosts, requestHost } = spec;
  const job = { callId, tool, input, organisationId, keyId, connectionId, plan, baseUrl, ownHosts, requestHost };
  if (item.state === "running") return item.callId === callId ? job : null;
  // Sent items were counted against the free tokens, so a hold that is refused means an older message.
  if (batch.progress.state !== "running" || batch.payable < cost) return null;
  const beganAt = Date.now();
  batch.storage.transactionSync(() => {
    items.begin(index, callId, beganAt);
    if (cost === 0) return;
    const payer = payerOf({ id: keyId, connectionId });
    const call = { id: callId, keyId: payer, tool, held: cost, label: spec.id };
    const { status } = batch.lease.hold({ ...call, subjects: spec.capSubjects, beganAt });
    if (status !== "held") throw new Error(`a call of a batch is ${status}`);
  });
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
  const item = items.find(index, attempt);
  if (item?.state !== "running") return false;
  const { cost, question } = nextCall(spec, item.input);
  const isFree = outcome.status === "succeeded" && outcome.isMiss && (await countForFreeMisses(batch, cost));
  const now = Date.now();
  const { state, callId } = items.find(index, attempt) ?? {};
  if (state !== "running" || !callId) return false;
  const tokens = outcome.status === "succeeded" && !isFree ? cost : 0;
  batch.storage.transactionSync(() => {
    if (outcome.status === "succeeded" && question) {
      const match = readMatch(question, outcome.answerJson, { tokens_charged: tokens, request_id: callId });
      items.advance(index, { ...item.input, match }, tokens);
      if (match.domain === null) items.succeed(index, NOT_RESOLVED, 0);
      batch.dropIfStopping();
    } else if (outcome.status === "succeeded") {
      items.succeed(index, outcome.answerJson, tokens);
    } else {
      const mayRetry = outcome.mayRetry && progress.state === "running";
      items.fail(index, outcome.error, mayRetry, outcome.retryAfterSeconds, now);
    }
    // After what may fail: the lease's memory does not roll back with the transaction.
    if (outcome.status === "succeeded") lease.calls.end(callId, "settled", tokens, now, outcome.isWarm);
    else lease.calls.end(callId, "released", 0, now);
    if (tokens > 0) batch.save({ charged: progress.charged + tokens, uncounted: progress.uncounted + tokens });
  });
  return true;
}

/** Tells the account what was charged, which free misses depend on. Returns whether a miss of `tokens` is free. */
export async function countForFreeMisses(batch: StoredBatch, tokens: number): Promise<boolean> {
  const { uncounted } = batch.progress;
  // Before the request: lines that end meanwhile must not report the same tokens.
  batch.save({ uncounted: 0 });
  try {
    return await accountOf(batch.env, batch.spec.organisationId).countElsewhere(uncounted, tokens);
  } catch {
    batch.save({ uncounted: batch.progress.uncounted + uncounted });
    // The customer does not pay for an account object that cannot be reached.
    return true;
  }
}
