import type { Plan } from "../config.ts";
import { findTool } from "../tools/index.ts";
import type { PublicToolContext } from "../tools/tool.ts";
import { ledger } from "./admit.ts";
import type { Session } from "./sessions.ts";
import { parseInput } from "./tool-input.ts";

export type Standing = { plan: Plan; balance: number; owed: number };

/** Plan and balance of an organisation, as D1 has them now. Null when there is no such organisation. */
export async function readStanding(db: D1Database, organisationId: string): Promise<Standing | null> {
  const read = "SELECT plan, balance, owed FROM organisations WHERE id = ?";
  return ledger(() => db.prepare(read).bind(organisationId).first<Standing>());
}

/**
 * Runs a free tool for the owner who is signed in: the schema, bounds and effects are those of an agent's call. Only for
 * tools to which nothing but the caller's organisation matters: there is no key. Throws what the tool throws.
 */
export async function callAsOwner(
  context: PublicToolContext,
  { organisationId }: Session,
  name: string,
  raw: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const tool = findTool(name);
  const standing = await readStanding(context.env.DB, organisationId);
  if (!tool || tool.auth === "none" || !standing) throw new Error(`the console cannot call ${name}`);
  return tool.run(parseInput(tool, raw), { ...context, caller: { organisationId, keyId: "", ...standing } });
}
