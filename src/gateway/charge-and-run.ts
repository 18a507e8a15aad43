import type { PresentedKey } from "../accounts/keys/key-format.ts";
import { FREE_ANSWER_BYTES, IDEMPOTENCY_ANSWER_BYTES } from "../constants.ts";
import { AppError } from "../errors.ts";
import { utf8 } from "../lib/bytes.ts";
import { timed } from "../lib/steps.ts";
import { reloadIfDue } from "../payments/auto-reload.ts";
import type { Receipt } from "../payments/x402/payment-offer.ts";
import type { Tool } from "../tools/tool.ts";
import { namesSuppressed } from "../tools/withheld-people.ts";
import type { CallContext, OpenedCall, ToolCall, Usage } from "./call.ts";
import { cancelCall, settleCall } from "./end-call.ts";
import { openCall, refusedRepeat } from "./open-call.ts";
import { findReceipt, payForCall } from "./pay-for-call.ts";
import { type Arguments, withWarnings } from "./read-arguments.ts";
import { runHandler } from "./run-handler.ts";

/** A valid call, which still needs tokens. */
type Admitted = { tool: Tool; key: PresentedKey; given: Arguments };

/** Opens a call, runs its handler, settles or releases. Throws what the handler and `openCall` throw. */
export async function chargeAndRun(context: CallContext, call: ToolCall, admitted: Admitted, usage: Usage) {
  const { requestId } = call;
  const { tool, key, given } = admitted;
  const { idempotent } = given;
  const { steps } = usage;
  const opening = { id: requestId, tool: tool.name, tokens: tool.cost, label: given.label, idempotent };
  const open = (isCounted: boolean) =>
    timed(steps, "open", () => openCall(context, key, { ...opening, isCounted }, usage), throughOf);
  const opened = await open(false).catch(async (refusal: unknown) => {
    reloadBeside(context, usage);
    if (!(refusal instanceof AppError) || refusal.code !== "insufficient_tokens") throw refusal;
    await payForCall(context, call, { tool, idempotent }, usage, refusal);
    return open(true);
  });
  if (!usage.receipt) await findReceipt(context, call, usage);
  if (opened.replayJson !== null) {
    return storedAnswer(context, tool, given.input, opened.replayJson, usage);
  }
  const noteBalance = (balance: number | null) => {
    usage.balance = balance ?? usage.balance;
  };
  const noteReceipt = (receipt: Receipt) => {
    usage.receipt = receipt;
  };
  const { answer: found, isMiss } = await runHandler(tool, given.input, {
    ...{ ...context, requestId, steps, caller: opened.account, idempotent, noteBalance },
    payment: { sent: call.payment, noteReceipt },
  }).catch(async (failure: unknown) => {
    if (opened.via) noteBalance(await cancelCall(context, opened, requestId, idempotent?.key ?? null));
    throw failure;
  });
  const answer = withWarnings(found, given.warnings);
  if (opened.via) {
    const settlement = {
      id: requestId,
      tokens: tool.cost,
      isMiss: tool.category !== "admin" && isMiss,
      isWarm: answer.cached === true,
      ...(idempotent && { answer: { key: idempotent.key, json: storable(tool, answer) } }),
    };
    const settle = () => settleCall(context, opened, settlement);
    const { tokens, balance } = await timed(steps, "settle", settle, () => throughOf(opened));
    usage.charged = tokens;
    noteBalance(balance);
  }
  reloadBeside(context, usage);
  return answer;
}

/** The store that opens and ends a call: the account object, unless that did not answer. */
function throughOf({ via }: OpenedCall): string {
  return via === "database" ? "D1" : "account object";
}

/** Auto-reload checks the balance after the call, also after one that was refused for want of tokens. */
function reloadBeside(context: CallContext, { account, balance }: Usage): void {
  if (!account || account.reloadBelow === null || balance === null || balance >= account.reloadBelow) return;
  context.waitUntil(reloadIfDue(context.env, context.config, account.organisationId));
}

/** The answer to a repeat, as stored. Throws when it was not stored, or names a person who objects since. */
export async function storedAnswer(
  context: CallContext,
  tool: Tool,
  input: unknown,
  json: string | null,
  usage: Usage,
): Promise<Record<string, unknown>> {
  if (json === null || (await namesSuppressed(tool, context, input, json))) throw refusedRepeat("unavailable");
  usage.replayed = true;
  return JSON.parse(json);
}

/** The answer to store for repeats; null when it holds a secret or is too large. */
export function storable(tool: Tool, answer: Record<string, unknown>): string | null {
  if (tool.secret) return null;
  const json = JSON.stringify(answer);
  const bytes = utf8(json).byteLength;
  return bytes <= (tool.cost > 0 ? IDEMPOTENCY_ANSWER_BYTES : FREE_ANSWER_BYTES) ? json : null;
}
