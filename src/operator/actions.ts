import { desc, eq, getTableColumns } from "drizzle-orm";
import { revokeKeys } from "../accounts/keys/revoke.ts";
import { AppError } from "../errors.ts";
import { enforceInAccount, refreshAccount, writeKeys } from "../ledger/account.ts";
import { newId } from "../lib/ids.ts";
import { drizzle, type Row, sql } from "../platform/database.ts";
import { adminActions } from "../platform/schema.ts";

/** `id` is made with the form, so that a form sent twice acts once. */
export type Order = { id: string; organisationId: string; reason: string };

type Change = { tokens: number; plan: string; entry: string };

const NOTE = `INSERT INTO admin_actions (id, organisation_id, kind, tokens, plan, reason, created_at)
  SELECT @id, id, @kind, @tokens, @plan, @reason, @now FROM organisations
  WHERE id = @organisationId AND merged_into IS NULL ON CONFLICT (id) DO NOTHING`;

/** Grants tokens: the reason and the ledger's entry `admin:{id}` are one transaction. Throws `not_found`. */
export async function grantTokens(env: Env, order: Order & { tokens: number }): Promise<void> {
  const book = `INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT @entry, organisation_id, 'grant', tokens, 'admin:' || id FROM admin_actions
    WHERE id = @id AND kind = 'grant' AND organisation_id = @organisationId ON CONFLICT (reference) DO NOTHING`;
  await carryOut(env, "grant", { ...order, entry: newId(Date.now()) }, [NOTE, book]);
}

/** Changes an organisation's plan and tells its account object. Throws `not_found`. */
export async function changePlan(env: Env, order: Order & { plan: "free" | "paid" }): Promise<void> {
  // The change comes first, guarded by the absence of its note: a repeated form must not undo a later change.
  const change = `UPDATE organisations SET plan = @plan WHERE id = @organisationId AND merged_into IS NULL
    AND NOT EXISTS (SELECT 1 FROM admin_actions WHERE id = @id)`;
  await carryOut(env, "plan", order, [change, NOTE]);
}

/** Blocks or unblocks an organisation, its keys and batches. Throws `not_found`, `temporarily_unavailable`. */
export async function setBlocked(env: Env, order: Order, isBlocked: boolean): Promise<void> {
  // As for a plan: a repeated form must not undo a later change.
  const change = `UPDATE organisations SET blocked_at = ${isBlocked ? "coalesce(blocked_at, @now)" : "NULL"}
    WHERE id = @organisationId AND merged_into IS NULL AND NOT EXISTS (SELECT 1 FROM admin_actions WHERE id = @id)
      AND NOT EXISTS (SELECT 1 FROM closings WHERE organisation_id = @organisationId)`;
  await carryOut(env, isBlocked ? "block" : "unblock", order, [change, NOTE]);
  await enforceInAccount(env, order.organisationId);
}

/** Revokes all keys of an organisation and ends its connections. Throws `not_found`, `temporarily_unavailable`. */
export async function revokeAllKeys(env: Env, order: Order): Promise<void> {
  await carryOut(env, "revoke_keys", order, [NOTE]);
  await revokeKeys(env, order.organisationId);
}

async function carryOut(env: Env, kind: Action["kind"], order: Order & Partial<Change>, steps: string[]) {
  const values = { tokens: null, plan: null, entry: null, ...order, kind, now: Date.now() };
  const isNoted = "SELECT 1 FROM admin_actions WHERE id = @id AND organisation_id = @organisationId";
  const results = await writeKeys(env, [values.organisationId], () =>
    env.DB.batch([...steps, isNoted].map((text) => sql(env.DB, text, values))),
  );
  await refreshAccount(env, values.organisationId);
  if (results.at(-1)?.results.length) return;
  throw new AppError("not_found", "This organisation is unknown or was merged into another. Use the other one.");
}

export type Action = Omit<Row<typeof adminActions>, "organisationId">;

/** An operator's actions on an organisation, newest first. */
export async function readActions(db: D1Database, organisationId: string, limit: number): Promise<Action[]> {
  const { organisationId: organisation, ...shown } = getTableColumns(adminActions);
  const read = drizzle(db).select(shown).from(adminActions).where(eq(organisation, organisationId));
  return read.orderBy(desc(adminActions.id)).limit(limit).all();
}
