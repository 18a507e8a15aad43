import { accountOf } from "../ledger/account.ts";
import { payerOf } from "../ledger/payer.ts";
import { record, records, string } from "../lib/loose-json.ts";
import type { BatchSpec, ItemJob, ItemOutcome, Match, MatchQuestion, ResultLine } from "./batch-types.ts";
import type { StoredBatch } from "./stored-batch.ts";

/** Starts an item as the call `callId`, repeatably. Null when the message is stale or the batch does not run. */
export function beginItem(batch: StoredBatch, index: number, attempt: number, callId: string): ItemJob | null {
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

/** Finds the domains of companies that a list gives by name (`match: "name"`), as a first step of each line, charged by itself. */
export const MATCH_TOOL = "resolve_company";

/** A domain of less confidence is not used. */
const MIN_CONFIDENCE = 0.8;
const MAX_CANDIDATES = 3;

/** A call of a line: the arguments that are stored for it, and after the first step, what that found. */
type Input = Record<string, unknown>;

/** The next call of a line. `question` is set when it is the first step of two. */
function nextCall({ tool, cost, match }: BatchSpec, stored: Input) {
  if (!match || !stored.match) return { tool, cost, input: stored, question: null };
  const { match: step, ...input } = stored;
  const found = step as MatchQuestion | Match;
  if ("domain" in found) return { tool, cost, input: { ...input, domain: found.domain }, question: null };
  return { tool: MATCH_TOOL, cost: match.cost, input: { ...found }, question: found };
}

/** A line of a batch with names as its results show it: the arguments of its tool, and what was found for the name. */
export function matchedLine(line: ResultLine): ResultLine {
  const { match, ...input } = line.input ?? {};
  const found = match as Match | undefined;
  if (!found || !("domain" in found)) return line;
  return { ...line, input: { ...input, domain: found.domain }, match: found };
}

/** Reads an answer of {@link MATCH_TOOL}. */
function readMatch(
  question: MatchQuestion,
  answerJson: string,
  call: Pick<Match, "tokens_charged" | "request_id">,
): Match {
  const answer = record(JSON.parse(answerJson));
  const { domain, confidence } = record(answer.company);
  const isSure = string(domain) !== null && Number(confidence) >= MIN_CONFIDENCE;
  return {
    ...question,
    domain: isSure ? string(domain) : null,
    confidence: Number(answer.confidence) || 0,
    reason: isSure ? null : (string(answer.reason) ?? "no_certain_domain"),
    candidates: records(answer.candidates)
      .slice(0, MAX_CANDIDATES)
      .map((one) => ({ domain: one.domain, name: one.name, country: one.country, confidence: one.confidence })),
    ...call,
  };
}

/** The result of a line whose name was not resolved: its tool is not called. */
const NOT_RESOLVED = JSON.stringify({ status: "not_found", reason: "name_not_resolved" });
