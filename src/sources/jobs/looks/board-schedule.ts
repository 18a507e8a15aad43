import type { Config } from "../../../config.ts";
import { DAY_MS, MINUTE_MS } from "../../../lib/time.ts";
import { raiseAlert } from "../../../platform/alerts.ts";
import { sql } from "../../../platform/database.ts";
import { readRests, retryMs } from "./after-look.ts";
import { dailySystems } from "./look-policy.ts";

/** Message of the queue: which board, and the look that is due. */
export type BoardMessage = { boardId: number; dueAt: number };
type DueBoard = { id: number; system: string; dueAt: number; failures: number };

const MAX_MESSAGES = 100;
/** Looks that are later than this are an alert. */
const LATE_MS = DAY_MS;
const MINUTE_TAKEN = "index_minute";
/** Why a board is looked at only when a call asks for its company: its token gives no address. */
export const NO_ADDRESS = "no_address";

/** For the cron: queues looks at the boards that are due, spread over the minute by the pace of each system. */
export async function sendDueBoards(env: Env, config: Config, now: number): Promise<void> {
  if (!(await takeMinute(env.DB, now))) return;
  const systems = dailySystems(config, now);
  await scheduleNew(env.DATA, systems, now);
  const taken = await takeDueBoards(env, systems, config.INDEX_BOARDS_PER_MINUTE, now);
  const messages = spread(taken, systems);
  for (let start = 0; start < messages.length; start += MAX_MESSAGES)
    await env.BOARDS.sendBatch(messages.slice(start, start + MAX_MESSAGES));
  const oldest = taken[0]?.wasDueAt ?? now;
  if (now - oldest > LATE_MS) await raiseAlert(env, "boards_wait", { since: oldest });
}

/** True for the first cron run of a minute, so that two at once do not ask at twice the pace. */
async function takeMinute(db: D1Database, now: number): Promise<boolean> {
  const take = `INSERT INTO state (name, value) VALUES (@name, @minute)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE CAST(state.value AS INTEGER) < CAST(excluded.value AS INTEGER)`;
  const values = { name: MINUTE_TAKEN, minute: String(Math.floor(now / MINUTE_MS)) };
  return (await sql(db, take, values).run()).meta.changes === 1;
}

/** Once an hour: boards that calls found, also dead ones, and those of systems that were off are looked at daily from now on. */
async function scheduleNew(db: D1Database, systems: { system: string }[], now: number): Promise<void> {
  if (Math.floor(now / MINUTE_MS) % 60 !== 0) return;
  const schedule = `UPDATE index_boards SET next_look_at = @now, state = 'open', misses = 0
    WHERE system IN (SELECT value->>'system' FROM json_each(@systems)) AND next_look_at IS NULL AND reason IS NOT '${NO_ADDRESS}'
      AND (state IN ('open', 'off') OR (state = 'dead' AND open_jobs > 0))`;
  await sql(db, schedule, { now, systems: JSON.stringify(systems) }).run();
}

const DUE = `SELECT id, system, next_look_at AS dueAt, failures FROM index_boards
  WHERE system = @system AND next_look_at <= @now ORDER BY next_look_at LIMIT @most`;
const TAKE = `UPDATE index_boards SET next_look_at = c.value->>'againAt', failures = index_boards.failures + 1
  FROM json_each(@chosen) c WHERE index_boards.id = c.value->>'id' AND next_look_at = c.value->>'dueAt' RETURNING id`;

/**
 * Claims the boards whose look is due, at most `most` and of a system at most a minute of its pace, the longest due first. Each is due
 * again in 15 minutes, in case the look dies, and twice as late each further time; the end of the look sets the real time.
 */
export async function takeDueBoards(
  { DB, DATA }: Pick<Env, "DB" | "DATA">,
  systems: { system: string; paceMs: number }[],
  most: number,
  now: number,
): Promise<(BoardMessage & { system: string; wasDueAt: number })[]> {
  const rests = await readRests(DB);
  const awake = systems.filter(({ system }) => (rests.get(system)?.untilMs ?? 0) <= now);
  if (awake.length === 0 || most === 0) return [];
  const due = await DATA.batch<DueBoard>(
    awake.map(({ system, paceMs }) =>
      sql(DATA, DUE, { system, now, most: Math.min(most, Math.floor(MINUTE_MS / paceMs)) }),
    ),
  );
  const chosen = due
    .flatMap(({ results }) => results)
    .sort((a, b) => a.dueAt - b.dueAt)
    .slice(0, most)
    .map((board) => ({ ...board, againAt: now + retryMs(board.failures + 1) }));
  const { results } = await sql(DATA, TAKE, { chosen: JSON.stringify(chosen) }).all<{ id: number }>();
  const taken = new Set(results.map(({ id }) => id));
  return chosen
    .filter(({ id }) => taken.has(id))
    .map(({ id, system, dueAt, againAt }) => ({ boardId: id, system, dueAt: againAt, wasDueAt: dueAt }));
}

/** The messages, each delayed until its system may be asked again. */
export function spread(
  taken: (BoardMessage & { system: string })[],
  systems: { system: string; paceMs: number }[],
): { body: BoardMessage; delaySeconds: number }[] {
  const paces = new Map(systems.map(({ system, paceMs }) => [system, paceMs]));
  const asked = new Map<string, number>();
  return taken.map(({ boardId, dueAt, system }) => {
    const count = asked.get(system) ?? 0;
    asked.set(system, count + 1);
    return { body: { boardId, dueAt }, delaySeconds: Math.floor((count * (paces.get(system) ?? MINUTE_MS)) / 1_000) };
  });
}
