import { isoDay, timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { type Ledgers, ledgersWith, sumOver } from "../platform/ledgers.ts";

type UsageGrouping = "tool" | "day" | "key";
export type UsageGroup = { key: string; calls: number; tokens: number };

/** A period in milliseconds, both ends included. */
type Period = { from: number; to: number };

/** Settled calls and their cost, grouped. Days (UTC) oldest first, tools and keys by cost. */
export async function readUsage(
  env: Ledgers,
  organisationId: string,
  period: Period,
  grouping: UsageGrouping,
): Promise<UsageGroup[]> {
  const key = { tool: "tool", key: "key_id", day: "day" }[grouping];
  const text = `SELECT ${key} AS key, sum(calls) AS calls, sum(tokens) AS tokens FROM (
       ${ofSpan("holds", "tool, key_id, 1 AS calls, tokens")} AND h.state = 'settled'
       UNION ALL ${ofSpan("calls", "tool, key_id, 1, tokens")} AND h.state = 'settled'
       UNION ALL ${ofSpan("call_days", "tool, key_id, calls, tokens")})
     GROUP BY 1`;
  const groups = await readSums<UsageGroup>(
    env,
    organisationId,
    "key",
    text,
    grouping === "day" ? daysOf(period) : [period],
  );
  const byCost = (one: UsageGroup, other: UsageGroup) => other.tokens - one.tokens;
  return groups.sort((one, other) => (grouping === "day" ? 0 : byCost(one, other)) || (one.key < other.key ? -1 : 1));
}

/** Rows of a table within the spans `@spans`, as `h`; the ids of calls begin with their time. */
function ofSpan(table: string, columns: string): string {
  return `SELECT s.value ->> 'day' AS day, ${columns} FROM json_each(@spans) s
    JOIN ${table} h ON h.organisation_id = @organisationId AND h.id >= s.value ->> 'first' AND h.id < s.value ->> 'beyond'`;
}

function daysOf({ from, to }: Period): Period[] {
  const days: Period[] = [];
  for (let start = from; start <= to; ) {
    const end = Math.min(to, (Math.floor(start / DAY_MS) + 1) * DAY_MS - 1);
    days.push({ from: start, to: end });
    start = end + 1;
  }
  return days;
}

/** Calls of a day (UTC) by outcome, and their cost. Failed calls are kept for 90 days. */
export type DayOutcomes = { day: string; delivered: number; failed: number; tokens: number };

/** Outcomes of an organisation's calls in a period, by day, oldest first; days without a call are left out. */
export async function readOutcomesByDay(env: Ledgers, organisationId: string, period: Period): Promise<DayOutcomes[]> {
  const text = `SELECT day, sum(delivered) AS delivered, sum(failed) AS failed, sum(tokens) AS tokens FROM (
       ${ofSpan("holds", "state = 'settled' AS delivered, state <> 'settled' AS failed, iif(state = 'settled', tokens, 0) AS tokens")}
         AND h.state <> 'open'
       UNION ALL ${ofSpan("calls", "state = 'settled', state <> 'settled', tokens")}
       UNION ALL ${ofSpan("call_days", "calls, 0, tokens")})
     GROUP BY day`;
  const days = await readSums<DayOutcomes>(env, organisationId, "day", text, daysOf(period));
  return days.sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Sums of an organisation's calls within some periods, of each database that has some. */
function readSums<Row extends object>(
  env: Ledgers,
  organisationId: string,
  key: keyof Row,
  text: string,
  periods: Period[],
): Promise<Row[]> {
  const spans = periods.map(({ from, to }) => ({
    day: isoDay(from),
    first: timePrefix(from),
    beyond: timePrefix(to + 1),
  }));
  const values = { organisationId, spans: JSON.stringify(spans) };
  const read = async (db: D1Database) => (await sql(db, text, values).all<Row>()).results;
  return sumOver(ledgersWith(env, organisationId), key, read);
}
