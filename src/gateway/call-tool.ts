import { readBearer } from "../accounts/keys/key-format.ts";
import { AppError, asAppError } from "../errors.ts";
import { type LoggedCall, logCall, subjectOf } from "../ledger/call-log.ts";
import { payerOf } from "../ledger/payer.ts";
import { log } from "../lib/log.ts";
import { logSteps } from "../lib/steps.ts";
import { recordCall } from "../platform/call-analytics.ts";
import { shieldFromFlood } from "../platform/limits/limits.ts";
import { findTool, nearestTools } from "../tools/index.ts";
import { NOBODY, requireCategory, type Tool } from "../tools/tool.ts";
import { type CallContext, type CallOutcome, noUsage, type ToolCall, type Usage } from "./call.ts";
import { chargeAndRun } from "./charge-and-run.ts";
import { openCall, withoutCall } from "./open-call.ts";
import { idempotencyKeyOf, offerOfCall } from "./pay-for-call.ts";
import { checkInput, readArguments, withWarnings } from "./read-arguments.ts";
import { runHandler } from "./run-handler.ts";
import { callSandbox, isSandbox } from "./sandbox.ts";
import { callWithWallet } from "./wallet-call.ts";

/**
 * The one path of a tool call, over REST and MCP: bearer → rate limit → tool → method → body → idempotency and tokens → handler
 * → settle or release. Never throws. Before it returns, a charge is settled, or the tokens of a failed call are returned.
 */
export async function callTool(context: CallContext, call: ToolCall): Promise<CallOutcome> {
  const startedAt = Date.now();
  const usage: Usage = { ...noUsage(call.requestId), account: null, input: null, steps: [] };
  const tool = findTool(call.tool, context.config);
  const outcome = await runCall(context, call, tool, usage);
  const { code, status } = outcome.status === "failed" ? outcome.error : { code: "ok", status: 200 };
  const ended = { tool: tool?.name ?? "unknown", status, milliseconds: Date.now() - startedAt };
  recordCall(context.env, { ...ended, outcome: code, tokens: usage.charged });
  logSteps({ ...ended, requestId: call.requestId }, usage.steps);
  keepInLog(context, outcome, ended);
  return outcome;
}

type Ended = Pick<LoggedCall, "tool" | "status" | "milliseconds">;

/** Calls of known organisations are kept for their owners; the rest is in the Worker's log only. */
function keepInLog(context: CallContext, outcome: CallOutcome, ended: Ended): void {
  const { account, steps, requestId: id, charged: tokens, input } = outcome.usage;
  if (!account) return;
  const payer = payerOf({ ...account, id: account.keyId });
  const logged = { ...ended, ...describeEnd(outcome), id, payer, tokens, steps };
  logCall(context, account.organisationId, logged, account.keepsSubjects ? subjectOf(input) : null);
}

function describeEnd(outcome: CallOutcome): Pick<LoggedCall, "code" | "field" | "isWarm"> {
  if (outcome.status === "failed") {
    const [first] = (outcome.error.fields.errors ?? []) as { path?: string }[];
    return { code: outcome.error.code, ...(first?.path && { field: first.path }) };
  }
  const { status, cached } = outcome.answer;
  return { code: typeof status === "string" ? status : "ok", ...(typeof cached === "boolean" && { isWarm: cached }) };
}

async function runCall(
  context: CallContext,
  call: ToolCall,
  tool: Tool | undefined,
  usage: Usage,
): Promise<CallOutcome> {
  try {
    const answer = await runTool(context, call, tool, usage);
    return { status: "answered", answer, secret: tool?.secret === true, usage };
  } catch (thrown) {
    const error = await shieldFromFlood(context.env, context.client, asAppError(thrown));
    const { code, cause } = error;
    // A pending payment is repeated by its client, and checked by the cron.
    if (error.status >= 500 && code !== "payment_pending")
      log("error", "call_failed", { request_id: usage.requestId, tool: call.tool, error: code, cause });
    return { status: "failed", error, usage };
  }
}

async function runTool(context: CallContext, call: ToolCall, tool: Tool | undefined, usage: Usage) {
  if (tool?.auth === "none") return callPublic(context, call, tool);
  if (isSandbox(call.bearer)) return callSandbox(context, call, knownTool(tool, call));
  const mayPay = call.isKeyless && tool && tool.cost > 0 && hasMethod(tool, call.method);
  const offer = mayPay ? offerOfCall(context, tool, false) : null;
  if (!tool || !offer) return callPaid(context, call, tool, usage);
  await tool.requireConfigured?.(context);
  return finished(context, callWithWallet(context, call, tool, offer, usage));
}

async function callPublic(context: CallContext, call: ToolCall, tool: Tool) {
  checkMethod(tool, call.method);
  await tool.requireConfigured?.(context);
  const { input, warnings } = checkInput(tool, await call.readInput());
  const given = { ...context, requestId: call.requestId, caller: NOBODY };
  const { answer } = await finished(context, runHandler(tool, input, given));
  return withWarnings(answer, warnings);
}

async function callPaid(context: CallContext, call: ToolCall, tool: Tool | undefined, usage: Usage) {
  const key = await readBearer(context.config, call.bearer, call.door);
  const read = async () => {
    const known = knownTool(tool, call);
    requireCategory(key, known.category);
    const given = await readArguments(known, await call.readInput(), idempotencyKeyOf(call, known));
    // Before the balance is checked: a caller must not buy tokens for a tool that this deployment cannot serve.
    await known.requireConfigured?.(context);
    usage.input = given.input;
    return { tool: known, given };
  };
  const admitted = await read().catch(async (refusal: unknown) => {
    // A bad key or an exceeded rate limit takes precedence over any other refusal.
    await openCall(context, key, withoutCall(call.requestId), usage);
    throw refusal;
  });
  return finished(context, chargeAndRun(context, call, { ...admitted, key }, usage));
}

/** A disconnect cancels the request, not the work: a finished call is still settled. */
function finished<T>(context: CallContext, work: Promise<T>): Promise<T> {
  context.waitUntil(work.catch(() => {}));
  return work;
}

function knownTool(tool: Tool | undefined, call: ToolCall): Tool {
  if (!tool || tool.auth === "none") {
    const nearest = nearestTools(call.tool);
    const alike = nearest.length > 0 ? ` Nearest: ${nearest.join(", ")}.` : "";
    throw new AppError("tool_not_found", `GET /api/v0 lists the tools.${alike}`, { fields: { nearest } });
  }
  checkMethod(tool, call.method);
  return tool;
}

function hasMethod(tool: Tool, method: string): boolean {
  return method === "POST" || (method === "GET" && tool.get === true);
}

function checkMethod(tool: Tool, method: string): void {
  if (hasMethod(tool, method)) return;
  const detail = `Call ${tool.name} with POST and a JSON body.`;
  throw new AppError("method_not_allowed", detail, { headers: { Allow: tool.get ? "GET, POST" : "POST" } });
}
