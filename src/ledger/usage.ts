import { isoDay, timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { type Ledgers, ledgersWith, sumOver } from "../platform/ledgers.ts";

type UsageGrouping = "tool" | "day" | "key";
/** Delivered calls and their cost, and failed calls, which are kept for `CALL_HISTORY_DAYS`. */
export type UsageGroup = { key: string; calls: number; failed: number; tokens: number };

/** A period in milliseconds, both ends included. */
type Period = { from: number; to: number };

/** Calls that ended, grouped. Days (UTC) oldest first, tools and keys by cost. */
export async function readUsage(
  env: Ledgers,
  organisationId: string,
  period: Period,
  grouping: UsageGrouping,
): Promise<UsageGroup[]> {
  const key = { tool: "tool", key: "key_id", day: "day" }[grouping];
  const isSettled = "state = 'settled' AS calls, state <> 'settled' AS failed";
  const text = `SELECT ${key} AS key, sum(calls) AS calls, sum(failed) AS failed, sum(tokens) AS tokens FROM (
       ${ofSpan("holds", `tool, key_id, ${isSettled}, iif(state = 'settled', tokens, 0) AS tokens`)} AND h.state <> 'open'
       UNION ALL ${ofSpan("calls", `tool, key_id, ${isSettled}, tokens`)}
       UNION ALL ${ofSpan("call_days", "tool, key_id, calls, 0, tokens")})
     GROUP BY 1`;
  const spans = (grouping === "day" ? daysOf(period) : [period]).map(({ from, to }) => ({
    day: isoDay(from),
    first: timePrefix(from),
    beyond: timePrefix(to + 1),
  }));
  const values = { organisationId, spans: JSON.stringify(spans) };
  const read = async (db: D1Database) => (await sql(db, text, values).all<UsageGroup>()).results;
  const groups = await sumOver(ledgersWith(env, organisationId), "key", read);
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
