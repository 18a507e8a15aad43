import { IDEMPOTENCY_ANSWER_BYTES, IDEMPOTENCY_LIFETIME_MS, TOOL_TIME_LIMIT_MS } from "../config.ts";
import { AppError, asAppError } from "../errors.ts";
import { recordCall } from "../platform/analytics.ts";
import { ledgerOf } from "../platform/database.ts";
import { passLimiter, type RateHeaders, shieldFromFlood } from "../platform/limits.ts";
import { findTool, nearestTools } from "../tools/index.ts";
import type { SourceContext, Tool, ToolContext } from "../tools/tool.ts";
import { invalidToken, ledger, readBearer } from "./admit.ts";
import { reloadIfDue } from "./auto-reload.ts";
import { isoDay } from "./ids.ts";
import type { PresentedKey } from "./keys.ts";
import { authenticate, release, settle, settleWithAnswer, takeHold } from "./ledger.ts";
import { insufficient, refusedHold } from "./refused-hold.ts";
import { type Arguments, parseInput, readArguments } from "./tool-input.ts";

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

type Corridor = Omit<SourceContext, "signal"> & Pick<ToolContext, "requestHost" | "origin">;

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

type Admitted = {
  tool: Tool & { auth?: "bearer" };
  key: PresentedKey;
  given: Arguments;
  /** What the rate limiter believes, if it answered. */
  plan: string | null;
};

async function chargeAndRun(corridor: Corridor, call: ToolCall, { tool, key, given, plan }: Admitted, usage: Usage) {
  const { input, idempotent, label } = given;
  const db = ledgerOf([corridor.env.DB], key.shard);
  const now = Date.now();
  const request = {
    id: call.requestId,
    keyHash: key.hash,
    tool: tool.name,
    tokens: tool.cost,
    label,
    now,
    idempotent,
  };
  const hold = await ledger(() => takeHold(db, { ...request, noteUse: isFirstUseToday(key.hash, now) }));
  usage.rowsRead = hold.rowsRead;
  usage.rowsWritten = hold.rowsWritten;
  if (hold.status === "unauthorised") throw invalidToken();
  const { account } = hold;
  usage.balance = account.balance;
  if (account.reloadBelow !== null && account.balance < account.reloadBelow) {
    corridor.waitUntil(reloadIfDue(corridor.env, corridor.config, account.organisationId));
  }
  if (plan !== null && plan !== account.plan) {
    // The object missed a change of plan; D1 is right.
    corridor.waitUntil(corridor.env.RATE_LIMITER.getByName(`org:${key.organisationId}`).setPlan(account.plan));
  }
  if (hold.status === "replay") {
    usage.replayed = true;
    return JSON.parse(hold.answerJson) as Record<string, unknown>;
  }
  if (hold.status === "insufficient") throw insufficient(tool, account, hold.capLeft);
  if (hold.status !== "held") throw refusedHold(hold.status);

  const free = idempotent && { organisationId: account.organisationId, key: idempotent.key };
  let answer: Record<string, unknown>;
  try {
    const context = { ...corridor, requestId: call.requestId, caller: account };
    answer = await withinTimeLimit(tool, (signal) => tool.run(input, { ...context, signal }));
    if (free) await ledger(() => settleWithAnswer(db, call.requestId, stored(tool, answer, free, now)));
  } catch (failure) {
    if (tool.cost > 0 || free) {
      // If even this fails the sweep returns the tokens.
      const balance = await release(db, call.requestId, free).catch(() => null);
      usage.balance = balance ?? usage.balance;
    }
    throw failure;
  }
  if (tool.cost > 0 && !free) corridor.waitUntil(settle(db, call.requestId));
  usage.charged = tool.cost;
  return answer;
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

function stored(
  tool: Tool,
  answer: Record<string, unknown>,
  call: { organisationId: string; key: string },
  now: number,
) {
  const json = tool.secret ? null : JSON.stringify(answer);
  const fits = json !== null && new TextEncoder().encode(json).byteLength <= IDEMPOTENCY_ANSWER_BYTES;
  const answerJson = fits ? json : null;
  return { ...call, answerJson, expiresAt: now + IDEMPOTENCY_LIFETIME_MS };
}

async function withinTimeLimit<T>(tool: Tool, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TOOL_TIME_LIMIT_MS);
  const late = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => {
      reject(
        new AppError(
          "upstream_timeout",
          `${tool.name} took longer than ${TOOL_TIME_LIMIT_MS / 1000} s. Nothing was charged; try again later.`,
        ),
      );
    });
  });
  try {
    return await Promise.race([run(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

const usedToday = { day: "", hashes: new Set<string>() };

/** The day of a key's last use is written by the first call this isolate sees on that day. */
function isFirstUseToday(keyHash: string, now: number): boolean {
  const day = isoDay(now);
  if (usedToday.day !== day || usedToday.hashes.size > 10_000) {
    usedToday.day = day;
    usedToday.hashes.clear();
  }
  if (usedToday.hashes.has(keyHash)) return false;
  usedToday.hashes.add(keyHash);
  return true;
}

function logFailure(call: ToolCall, error: AppError): void {
  const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : error.cause;
  console.error(
    JSON.stringify({ level: "error", request_id: call.requestId, tool: call.tool, error: error.code, cause }),
  );
}
