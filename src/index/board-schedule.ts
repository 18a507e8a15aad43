/** When boards are looked at. The row of a board decides whether a look is due; queue messages only trigger the check. */
import type { Config } from "../config.ts";
import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import { raiseAlert } from "../platform/alerts.ts";
import { jsonParts, sql } from "../platform/database.ts";
import { type BoardMessage, NO_ADDRESS, readRests, retryMs } from "./board-looks.ts";

/** A system whose boards are asked daily, so many milliseconds apart. */
type DailySystem = { system: string; paceMs: number };
type DueBoard = { id: number; system: string; dueAt: number; failures: number };

const MAX_MESSAGES = 100;
/** Looks that are later than this are an alert. */
const LATE_MS = DAY_MS;
const MINUTE_TAKEN = "index_minute";

/** For the cron: queues looks at the boards of `systems` that are due, spread over the minute by the pace of each system. */
export async function sendDueBoards(
  env: Env,
  { INDEX_BOARDS_PER_MINUTE: most }: Pick<Config, "INDEX_BOARDS_PER_MINUTE">,
  systems: DailySystem[],
  now: number,
): Promise<void> {
  if (!(await takeMinute(env.DB, now))) return;
  await scheduleNew(env.DATA, systems, now);
  const taken = await takeDueBoards(env, systems, most, now);
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
async function scheduleNew(db: D1Database, systems: DailySystem[], now: number): Promise<void> {
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

/** Claims at most `most` boards, the longest due first, of a system at most a minute of its pace. Each is due again in case the look dies. */
export async function takeDueBoards(
  { DB, DATA }: Pick<Env, "DB" | "DATA">,
  systems: DailySystem[],
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
  systems: DailySystem[],
): { body: BoardMessage; delaySeconds: number }[] {
  const paces = new Map(systems.map(({ system, paceMs }) => [system, paceMs]));
  const asked = new Map<string, number>();
  return taken.map(({ boardId, dueAt, system }) => {
    const count = asked.get(system) ?? 0;
    asked.set(system, count + 1);
    return { body: { boardId, dueAt }, delaySeconds: Math.floor((count * (paces.get(system) ?? MINUTE_MS)) / 1_000) };
  });
}

/** A board of a list: `url` where the token alone does not say it, `domain` as the list has it, without a proof. */
export type SeededBoard = {
  system: string;
  token: string;
  url: string | null;
  name: string | null;
  domain: string | null;
  /** `daily`: looked at by the cron. `on_demand`: only when a call asks for the company. `off`: never. */
  policy: "daily" | "on_demand" | "off";
};

/** Takes boards into the index. The same list again writes nothing, and revives no dead board. Returns how many are new or changed. */
export async function addBoards(db: D1Database, boards: SeededBoard[], now: number) {
  const put = `INSERT INTO index_boards (system, token, url, name, listed_domain, company_id, state, first_seen_at, next_look_at)
    SELECT value->>'system', value->>'token', value->>'url', value->>'name', value->>'domain', 0,
      iif(value->>'policy' = 'off', 'off', 'open'), @now, iif(value->>'policy' = 'daily', @now, NULL)
    FROM json_each(@rows) WHERE true
    ON CONFLICT (system, token) DO UPDATE SET url = coalesce(excluded.url, url), name = coalesce(name, excluded.name),
      listed_domain = coalesce(excluded.listed_domain, listed_domain)
    WHERE coalesce(excluded.url, url) IS NOT url OR coalesce(name, excluded.name) IS NOT name
      OR coalesce(excluded.listed_domain, listed_domain) IS NOT listed_domain
    RETURNING first_seen_at = @now AS isNew`;
  const rows = new Map(boards.map((board) => [`${board.system} ${board.token}`, JSON.stringify(board)]));
  const written: { isNew: number }[] = [];
  for (const part of jsonParts([...rows.values()]))
    written.push(...(await sql(db, put, { rows: part, now }).all<{ isNew: number }>()).results);
  const added = written.filter(({ isNew }) => isNew).length;
  return { added, changed: written.length - added };
}
