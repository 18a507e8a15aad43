import type { Session } from "../accounts/keys/sessions.ts";
import type { RunItem } from "../batches/batch-types.ts";
import { readConfig } from "../config.ts";
import { AppError, asAppError } from "../errors.ts";
import { type AppContext, callContextOf } from "../http/app-env.ts";
import { getAccountStatement } from "../ledger/account.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { logSteps, type Step } from "../lib/steps.ts";
import { recordCall } from "../platform/call-analytics.ts";
import { workBudget } from "../platform/outbound/context.ts";
import { findTool } from "../tools/index.ts";
import { parseInput } from "./read-arguments.ts";
import { runHandler } from "./run-handler.ts";

/** An answer is kept in a row of SQLite, which has 2 MB. */
const MAX_ANSWER_LENGTH = 600_000;
/** Statuses that may change on a retry. */
const PASSING = new Set([429, 500, 502, 503, 504]);

/** Runs one item of a batch like a call of its tool, without charging: the batch does that. */
export const runBatchItem: RunItem = async (env, job, waitUntil) => {
  const startedAt = Date.now();
  const steps: Step[] = [];
  const record = (outcome: string, status: number) => {
    const { tool, callId: requestId } = job;
    const milliseconds = Date.now() - startedAt;
    recordCall(env, { tool, outcome, status, tokens: 0, milliseconds });
    logSteps({ requestId, tool, status, milliseconds }, steps);
  };
  try {
    const config = readConfig(env);
    const tool = findTool(job.tool, config);
    if (!tool || tool.auth === "none") throw new AppError("tool_not_found", `There is no tool ${job.tool} any more.`);
    const { organisationId, keyId, connectionId, plan, baseUrl, ownHosts, requestHost } = job;
    const context = {
      ...{ env, config, baseUrl, ownHosts, requestHost, waitUntil },
      // One invocation of the queue consumer gets up to three items.
      work: workBudget(3),
      client: { ip: null, country: null },
      requestId: job.callId,
      steps,
      caller: { organisationId, keyId, connectionId, plan, balance: 0, owed: 0 },
    };
    const { answer, isMiss } = await runHandler(tool, parseInput(tool, job.input), context);
    const answerJson = JSON.stringify(answer);
    if (answerJson.length > MAX_ANSWER_LENGTH) {
      const detail = `The answer is too large for a batch. Call ${tool.name} for this input alone.`;
      const error = { code: "payload_too_large", detail };
      return { status: "failed", error, mayRetry: false, retryAfterSeconds: null };
    }
    record("ok", 200);
    return { status: "succeeded", answerJson, isMiss, isWarm: answer.cached === true };
  } catch (thrown) {
    const error = asAppError(thrown);
    record(error.code, error.status);
    const { code, detail, status, cause, retryAfterSeconds = null } = error;
    if (status >= 500)
      log("error", "batch_item_failed", { request_id: job.callId, tool: job.tool, error: code, cause });
    return { status: "failed", error: { code, detail }, mayRetry: PASSING.has(status), retryAfterSeconds };
  }
};

/**
 * Runs a tool for the signed-in owner without a charge, else like an agent's call. There is no key, so the tool may need nothing
 * of the caller but the organisation. Throws what the tool throws, and `not_configured` for a tool of `TOOLS_OFF`.
 */
export async function callAsOwner(
  c: AppContext,
  { organisationId, hash }: Session,
  name: string,
  raw: Record<string, unknown>,
  requestId = newId(Date.now()),
): Promise<Record<string, unknown>> {
  const context = { ...callContextOf(c), requestId, signal: c.req.raw.signal };
  const tool = findTool(name, context.config);
  const statement = await getAccountStatement(context.env, organisationId);
  if (!tool || tool.auth === "none" || !statement) throw new Error(`the console cannot call ${name}`);
  await tool.requireConfigured?.(context);
  const { plan, available: balance, owed } = statement;
  const caller = { organisationId, keyId: "", sessionHash: hash, plan, balance, owed };
  return (await runHandler(tool, parseInput(tool, raw), { ...context, caller })).answer;
}
