import { AppError, asAppError } from "../errors.ts";
import { recordCall } from "../platform/analytics.ts";
import { ledgerOf } from "../platform/database.ts";
import { passLimiter, type RateHeaders, shieldFromFlood } from "../platform/limits.ts";
import { findTool, nearestTools } from "../tools/index.ts";
import type { SourceContext, Tool, ToolContext } from "../tools/tool.ts";
import { invalidToken, ledger, readBearer } from "./admit.ts";
import { chargeAndRun, withinTimeLimit } from "./charged-call.ts";
import { authenticate } from "./ledger.ts";
import { parseInput, readArguments } from "./tool-input.ts";

/** A call as either transport hands it over. */
export type ToolCall = {
  requestId: string;
  tool: string;
  method: string;
  /** The bearer token as sent; null without an `Authorization` header. */
  bearer: string | null;
  /** Reads and parses the arguments; throws `payload_too_large` or `invalid_request`. */
  readInput(): Promise<Record<string, unknown>>;
  idempotencyKey: string | null;
};

/** What a call cost and what is known about its caller by the time it ends. */
export type Usage = {
  requestId: string;
  charged: number;
  /** Null until the ledger has answered. */
  balance: number | null;
  rate: RateHeaders | null;
  replayed: boolean;
  /** D1 rows of the hold. */
  rowsRead: number;
  rowsWritten: number;
};

export type CallOutcome =
  | { ok: true; answer: Record<string, unknown>; secret: boolean; usage: Usage }
  | { ok: false; error: AppError; usage: Usage };

export type Corridor = Omit<SourceContext, "signal"> & Pick<ToolContext, "requestHost" | "origin">;

/**
 * The one corridor of a tool call, whatever the transport (wire contract, section 4):
 * bearer → tool → method → rate limit → body → idempotency and tokens → handler → settle or release.
 * Never throws. A refusal or failure has given its tokens back before this returns; a settlement may follow.
 */
export async function callTool(corridor: Corridor, call: ToolCall): Promise<CallOutcome> {
  const startedAt = Date.now();
  const usage = {
    requestId: call.requestId,
    charged: 0,
    balance: null,
    rate: null,
    replayed: false,
    rowsRead: 0,
    rowsWritten: 0,
  };
  const outcome = await walk(corridor, call, usage);
  const { charged: tokens, rowsRead, rowsWritten } = usage;
  const ended = outcome.ok
    ? { outcome: "ok", status: 200 }
    : { outcome: outcome.error.code, status: outcome.error.status };
  const tool = findTool(call.tool)?.name ?? "unknown";
  recordCall(corridor.env, { tool, ...ended, tokens, milliseconds: Date.now() - startedAt, rowsRead, rowsWritten });
  return outcome;
}

async function walk(corridor: Corridor, call: ToolCall, usage: Usage): Promise<CallOutcome> {
  try {
    const tool = findTool(call.tool);
    const answer =
      tool?.auth === "none" ? await callPublic(corridor, call, tool) : await callPaid(corridor, call, tool, usage);
    return { ok: true, answer, secret: tool?.secret === true, usage };
  } catch (thrown) {
    const error = await shieldFromFlood(corridor.env, corridor.origin.ip, asAppError(thrown));
    if (error.status >= 500) logFailure(call, error);
    return { ok: false, error, usage };
  }
}

async function callPublic(corridor: Corridor, call: ToolCall, tool: Tool & { auth: "none" }) {
  checkMethod(tool, call.method);
  const input = parseInput(tool, await call.readInput());
  const context = { ...corridor, requestId: call.requestId };
  return finished(
    corridor,
    withinTimeLimit(tool, (signal) => tool.run(input, { ...context, signal })),
  );
}

async function callPaid(corridor: Corridor, call: ToolCall, tool: Tool | undefined, usage: Usage) {
  const key = await readBearer(corridor.config, call.bearer);
  const db = ledgerOf([corridor.env.DB], key.shard);
  /** Runs a check that may refuse the call; a key that D1 does not know wins over any such refusal. */
  const authenticatedRefusal = async <T>(check: () => T | Promise<T>): Promise<T> => {
    try {
      return await check();
    } catch (refusal) {
      const account = await ledger(() => authenticate(db, key.hash, Date.now()));
      if (!account) throw invalidToken();
      usage.balance = account.balance;
      throw refusal;
    }
  };

  const known = await authenticatedRefusal(() => knownTool(tool, call));
  const passage = await passLimiter(corridor.env, key.organisationId, key.id);
  if (passage.status === "revoked") throw invalidToken();
  usage.rate = passage.headers;
  const given = await authenticatedRefusal(() =>
    call.readInput().then((raw) => readArguments(known, raw, call.idempotencyKey)),
  );
  return finished(corridor, chargeAndRun(corridor, call, { tool: known, key, given, plan: passage.plan }, usage));
}

/** A caller who hangs up cancels the request, not the work: a finished call is settled even if nobody listens. */
function finished<T>(corridor: Corridor, work: Promise<T>): Promise<T> {
  corridor.waitUntil(work.catch(() => {}));
  return work;
}

function knownTool(tool: Tool | undefined, call: ToolCall): Tool & { auth?: "bearer" } {
  if (!tool || tool.auth === "none") {
    const nearest = nearestTools(call.tool);
    throw new AppError("tool_not_found", `GET /api/v0 lists the tools. Nearest: ${nearest.join(", ")}.`, {
      fields: { nearest },
    });
  }
  checkMethod(tool, call.method);
  return tool;
}

function checkMethod(tool: Tool, method: string): void {
  if (method === "POST" || (method === "GET" && tool.get)) return;
  const allow = tool.get ? "GET, POST" : "POST";
  throw new AppError("method_not_allowed", `Call ${tool.name} with POST and a JSON body.`, {
    headers: { Allow: allow },
  });
}

function logFailure(call: ToolCall, error: AppError): void {
  const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : error.cause;
  console.error(
    JSON.stringify({ level: "error", request_id: call.requestId, tool: call.tool, error: error.code, cause }),
  );
}
