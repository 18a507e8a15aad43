import { invalidToken } from "../accounts/keys/bearer.ts";
import type { PresentedKey } from "../accounts/keys/key-format.ts";
import { IDEMPOTENCY_ANSWER_BYTES, IDEMPOTENCY_LIFETIME_MS, TOOL_TIME_LIMIT_MS } from "../config.ts";
import { AppError } from "../errors.ts";
import { release, settle, settleWithAnswer, takeHold } from "../ledger/holds.ts";
import { isoDay } from "../lib/ids.ts";
import { reloadIfDue } from "../payments/auto-reload.ts";
import { ledgerOf, mapDatabaseErrors } from "../platform/database.ts";
import { costsByCategory } from "../tools/index.ts";
import type { Tool } from "../tools/tool.ts";
import type { CallContext, ToolCall, Usage } from "./call.ts";
import type { Arguments } from "./read-arguments.ts";
import { insufficient, refusedHold } from "./refusals.ts";

/** A call that may be made if there are tokens for it. */
export type Admitted = {
  tool: Tool & { auth?: "bearer" };
  key: PresentedKey;
  given: Arguments;
  /** What the rate limiter believes, if it answered. */
  plan: string | null;
};

/**
 * Holds the tokens of a call, runs its handler, and settles the hold or gives the tokens back. Throws what the handler
 * throws, `invalid_token`, `insufficient_tokens`, and what became of an idempotency key.
 */
export async function chargeAndRun(
  context: CallContext,
  call: ToolCall,
  { tool, key, given, plan }: Admitted,
  usage: Usage,
) {
  const { input, idempotent, label } = given;
  const db = ledgerOf([context.env.DB], key.shard);
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
  const hold = await mapDatabaseErrors(() => takeHold(db, { ...request, noteUse: isFirstUseToday(key.hash, now) }));
  usage.rowsRead = hold.rowsRead;
  usage.rowsWritten = hold.rowsWritten;
  if (hold.status === "unauthorised") throw invalidToken();
  const { account } = hold;
  usage.balance = account.balance;
  if (account.reloadBelow !== null && account.balance < account.reloadBelow) {
    context.waitUntil(reloadIfDue(context.env, context.config, account.organisationId));
  }
  if (plan !== null && plan !== account.plan) {
    // The object missed a change of plan; D1 is right.
    context.waitUntil(context.env.RATE_LIMITER.getByName(`org:${key.organisationId}`).setPlan(account.plan));
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
    const toolContext = { ...context, requestId: call.requestId, prices: costsByCategory(), caller: account };
    answer = await withinTimeLimit(tool, (signal) => tool.run(input, { ...toolContext, signal }));
    if (free) await mapDatabaseErrors(() => settleWithAnswer(db, call.requestId, stored(tool, answer, free, now)));
  } catch (failure) {
    if (tool.cost > 0 || free) {
      // If even this fails the sweep returns the tokens.
      const balance = await release(db, call.requestId, free).catch(() => null);
      usage.balance = balance ?? usage.balance;
    }
    throw failure;
  }
  if (tool.cost > 0 && !free) context.waitUntil(settle(db, call.requestId));
  usage.charged = tool.cost;
  return answer;
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

/** Runs a handler for as long as one may take. Throws `upstream_timeout`. */
export async function withinTimeLimit<T>(tool: Tool, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
