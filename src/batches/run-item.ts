import { accountOf } from "../ledger/account.ts";
import { payerOf } from "../ledger/payer.ts";
import type { ItemJob, ItemOutcome } from "./batch-types.ts";
import { NOT_RESOLVED, nextCall, readMatch } from "./match-name.ts";
import type { StoredBatch } from "./stored-batch.ts";

type Beginning = { index: number; attempt: number; callId: string };

/** Starts an item as the call `callId`, repeatably. Null when the message is stale or the batch does not run. */
export function beginItem(batch: StoredBatch, { index, attempt, callId }: Beginning): ItemJob | null {
  const { spec, items } = batch;
  const isRepeat = items.callOf(index, attempt) === callId;
  const stored = isRepeat ? items.inputOf(index) : startItem(batch, { index, attempt, callId });
  if (!stored) return null;
  const { tool, input } = nextCall(spec, stored);
  const { organisationId, keyId, connectionId, plan, baseUrl, ownHosts, requestHost } = spec;
  return { callId, tool, input, organisationId, keyId, connectionId, plan, baseUrl, ownHosts, requestHost };
}

function startItem(batch: StoredBatch, { index, attempt, callId }: Beginning) {
  const { spec, progress, items, lease, storage } = batch;
  const { id, capSubjects, keyId, connectionId } = spec;
  const now = Date.now();
  // Sent items were counted against the free tokens, so a hold that is refused means an older message.
  const waiting = items.inputOf(index);
  if (progress.state !== "running" || !waiting) return null;
  const { tool, cost } = nextCall(spec, waiting);
  if (batch.payable < cost) return null;
  return storage.transactionSync(() => {
    const input = items.begin(index, attempt, callId, now);
    if (!input || cost === 0) return input;
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
    return input;
  });
}

/** Stores an outcome and its charge in one transaction. False, with nothing charged, when the attempt is stale. */
export async function finishItem(
  batch: StoredBatch,
  index: number,
  attempt: number,
  outcome: ItemOutcome,
): Promise<boolean> {
  const { spec, progress, items, lease } = batch;
  const stored = items.inputOf(index);
  if (!items.callOf(index, attempt) || !stored) return false;
  const { cost, question } = nextCall(spec, stored);
  const isFree = outcome.status === "succeeded" && outcome.isMiss && (await countForFreeMisses(batch, cost));
  const now = Date.now();
  const callId = items.callOf(index, attempt);
  if (!callId) return false;
  const tokens = outcome.status === "succeeded" && !isFree ? cost : 0;
  batch.storage.transactionSync(() => {
    if (outcome.status === "succeeded" && question) {
      const match = readMatch(question, outcome.answerJson, { tokens_charged: tokens, request_id: callId });
      items.advance(index, { ...stored, match }, tokens);
      if (match.domain === null) items.succeed(index, NOT_RESOLVED, 0);
      batch.dropIfStopping();
    } else if (outcome.status === "succeeded") {
      items.succeed(index, outcome.answerJson, tokens);
    } else {
      const mayRetry = outcome.mayRetry && progress.state === "running";
      items.fail(index, outcome.error, mayRetry, outcome.retryAfterSeconds, now);
    }
    // After what may fail: the lease's memory does not roll back with the transaction.
    if (outcome.status === "succeeded") lease.end(callId, "settled", tokens, now, outcome.isWarm);
    else lease.end(callId, "released", 0, now);
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
