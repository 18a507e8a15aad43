import { ORGANISATION_ID_PATTERN } from "../accounts/keys/key-format.ts";
import type { Plan } from "../config.ts";
import { AppError } from "../errors.ts";
import { newId, timePrefix } from "../lib/ids.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";
import { tellPlan } from "../platform/limits/limits.ts";

/** What an operator sees and does. Times are milliseconds. */
export type Organisation = {
  id: string;
  /** Of the owner; null while it is anonymous. */
  email: string | null;
  plan: Plan;
  balance: number;
  owed: number;
  country: string | null;
  mergedInto: string | null;
  createdAt: number;
};

const ORGANISATION = `SELECT o.id, u.email, o.plan, o.balance, o.owed, o.country, o.merged_into AS mergedInto,
  o.created_at AS createdAt FROM organisations o LEFT JOIN users u ON u.id = o.owner_id`;

export async function readOrganisation(db: D1Database, id: string): Promise<Organisation | null> {
  return mapDatabaseErrors(() => db.prepare(`${ORGANISATION} WHERE o.id = ?`).bind(id).first<Organisation>());
}

/**
 * A page of organisations: the one whose id is asked for, those whose owner's address begins so, or all. Each search runs
 * along a key, so `next` (null on the last page) is the last value of that key.
 */
export async function findOrganisations(
  db: D1Database,
  asked: string,
  after: string,
  limit: number,
): Promise<{ organisations: Organisation[]; next: string | null }> {
  if (ORGANISATION_ID_PATTERN.test(asked)) {
    const found = await readOrganisation(db, asked);
    return { organisations: found ? [found] : [], next: null };
  }
  const byAddress = `${ORGANISATION.replace("LEFT JOIN users u ON u.id = o.owner_id", "JOIN users u ON u.organisation_id = o.id")}
    WHERE u.email >= @asked AND u.email < @asked || char(1114111) AND u.email > @after ORDER BY u.email LIMIT @count`;
  const all = `${ORGANISATION} WHERE o.id > @after ORDER BY o.id LIMIT @count`;
  const read = sql(db, asked ? byAddress : all, { asked, after, count: limit + 1 });
  const { results } = await mapDatabaseErrors(() => read.all<Organisation>());
  const organisations = results.slice(0, limit);
  const last = organisations.at(-1);
  return { organisations, next: results.length > limit ? ((asked ? last?.email : last?.id) ?? null) : null };
}

/** `id` is made with the form, so that a form sent twice acts once. */
export type Order = { id: string; organisationId: string; reason: string };

const ACTIVE = "FROM organisations WHERE id = @organisationId AND merged_into IS NULL";

/** Grants tokens: the reason and the ledger's entry `admin:{id}` are one transaction. Throws `not_found`. */
export async function grantTokens(db: D1Database, order: Order & { tokens: number }): Promise<void> {
  const values = { ...order, now: Date.now(), entry: newId(Date.now()) };
  const note = `INSERT INTO admin_actions (id, organisation_id, kind, tokens, reason, created_at)
    SELECT @id, id, 'grant', @tokens, @reason, @now ${ACTIVE} ON CONFLICT (id) DO NOTHING`;
  const book = `INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT @entry, organisation_id, 'grant', tokens, 'admin:' || id FROM admin_actions
    WHERE id = @id AND kind = 'grant' AND organisation_id = @organisationId ON CONFLICT (reference) DO NOTHING`;
  await carryOut(db, values, [note, book]);
}

/** Changes an organisation's plan and tells its limiter. Throws `not_found`. */
export async function changePlan(env: Env, order: Order & { plan: "free" | "paid" }): Promise<void> {
  const values = { ...order, now: Date.now() };
  // First the change, guarded by the absence of its note: a form that is sent again must not undo a later change.
  const change = `UPDATE organisations SET plan = @plan WHERE id = @organisationId AND merged_into IS NULL
    AND NOT EXISTS (SELECT 1 FROM admin_actions WHERE id = @id)`;
  const note = `INSERT INTO admin_actions (id, organisation_id, kind, plan, reason, created_at)
    SELECT @id, id, 'plan', @plan, @reason, @now ${ACTIVE} ON CONFLICT (id) DO NOTHING`;
  await carryOut(env.DB, values, [change, note]);
  const now = await readOrganisation(env.DB, order.organisationId);
  if (now) await tellPlan(env, now.id, now.plan);
}

async function carryOut(db: D1Database, values: Order & Record<string, unknown>, steps: string[]): Promise<void> {
  const isNoted = "SELECT 1 FROM admin_actions WHERE id = @id AND organisation_id = @organisationId";
  const results = await mapDatabaseErrors(() => db.batch([...steps, isNoted].map((text) => sql(db, text, values))));
  if (results.at(-1)?.results.length) return;
  throw new AppError("not_found", "This organisation is unknown, or merged into another: act on that one.");
}

export type Action = {
  id: string;
  kind: "grant" | "plan";
  tokens: number | null;
  plan: string | null;
  reason: string;
  createdAt: number;
};

/** What operators did to an organisation, the latest first. */
export async function readActions(db: D1Database, organisationId: string, limit: number): Promise<Action[]> {
  const read = `SELECT id, kind, tokens, plan, reason, created_at AS createdAt FROM admin_actions
    WHERE organisation_id = ? ORDER BY id DESC LIMIT ?`;
  return (await mapDatabaseErrors(() => db.prepare(read).bind(organisationId, limit).all<Action>())).results;
}

export type ToolOutcomes = { tool: string; delivered: number; failed: number; died: number; running: number };

/** How paid calls since a moment ended, by tool, those that failed most first. A died call's request ended without an answer. */
export async function readOutcomes(db: D1Database, since: number): Promise<ToolOutcomes[]> {
  const ended = (state: string) => `sum(state = '${state}')`;
  const read = `SELECT tool, ${ended("settled")} AS delivered, ${ended("released")} AS failed, ${ended("expired")} AS died,
    ${ended("open")} AS running FROM holds WHERE id >= ? GROUP BY tool ORDER BY failed + died DESC, tool`;
  return (await mapDatabaseErrors(() => db.prepare(read).bind(timePrefix(since)).all<ToolOutcomes>())).results;
}
