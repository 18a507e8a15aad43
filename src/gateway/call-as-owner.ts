import type { Session } from "../accounts/keys/sessions.ts";
import { type AppContext, callContextOf } from "../http/app-env.ts";
import { getAccountStatement } from "../ledger/account.ts";
import { newId } from "../lib/ids.ts";
import { findTool } from "../tools/index.ts";
import { parseInput } from "./read-arguments.ts";
import { runHandler } from "./run-handler.ts";

/**
 * Runs a tool for the signed-in owner without a charge, with the schema, bounds and effects of an agent's call. Only for tools that need
 * nothing of the caller but the organisation, because there is no key. Throws what the tool throws, and `not_configured` for
 * a tool of `TOOLS_OFF`.
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
  const { answer } = await runHandler(tool, parseInput(tool, raw), {
    ...context,
    caller: {
      organisationId,
      keyId: "",
      sessionHash: hash,
      plan: statement.plan,
      balance: statement.available,
      owed: statement.owed,
    },
  });
  return answer;
}
