import { isoTime, timeOfId, timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";

export type Transaction = {
  id: string;
  type: "grant" | "purchase" | "charge" | "refund" | "transfer" | "reversal" | "expire";
  /** Signed. */
  tokens: number;
  tool: string | null;
  request_id: string | null;
  key_id: string | null;
  created_at: string;
};

/** What a `next_cursor` looks like. */
export const TRANSACTION_CURSOR = /^[0-9a-f]{32}[a-z]?$/;
/** Greater than every transaction id. */
const NEWEST = "g";

/**
 * One page of an organisation's movements, newest first: its entries, and its calls as charge and, when the tokens went
 * back, as refund at the time of the call. Ids sort by time and the suffix of derived ones keeps the order total, so the
 * last id of a page is the cursor of the next. Calls that still run are absent; the sum over all pages is
 * `balance + held - owed`.
 */
export async function readTransactions(
  db: D1Database,
  organisationId: string,
  limit: number,
  cursor: string | null,
): Promise<{ transactions: Transaction[]; next_cursor: string | null }> {
  const read = sql(
    db,
    `SELECT * FROM (
       SELECT id, type, tokens, NULL AS tool, NULL AS request_id, NULL AS key_id FROM entries
       WHERE organisation_id = @organisationId AND id < @before ORDER BY id DESC LIMIT @count)
     UNION ALL SELECT * FROM (
       SELECT id, 'charge', -tokens, tool, id, key_id FROM holds
       WHERE organisation_id = @organisationId AND id < @before AND state <> 'open' ORDER BY id DESC LIMIT @count)
     UNION ALL SELECT * FROM (
       SELECT id || 'r', 'refund', tokens, tool, id, key_id FROM holds
       WHERE organisation_id = @organisationId AND id < substr(@before, 1, 32) AND state IN ('released', 'expired')
       ORDER BY id DESC LIMIT @count)
     ORDER BY id DESC LIMIT @count`,
    { organisationId, before: cursor ?? NEWEST, count: limit + 1 },
  );
  const { results } = await mapDatabaseErrors(() => read.all<Omit<Transaction, "created_at">>());
  const page = results.slice(0, limit);
  return {
    transactions: page.map((row) => ({ ...row, created_at: isoTime(timeOfId(row.id)) })),
    next_cursor: results.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

export type UsageGrouping = "tool" | "day" | "key";
export type UsageGroup = { key: string; calls: number; tokens: number };

/** A stretch of time in milliseconds, both ends included. */
export type Period = { from: number; to: number };

/**
 * Settled calls of an organisation and what they cost, grouped. Days are those of UTC, oldest first, days without a call
 * left out; tools and keys come with the greatest cost first.
 */
export async function readUsage(
  db: D1Database,
  organisationId: string,
  period: Period,
  grouping: UsageGrouping,
): Promise<UsageGroup[]> {
  const spans = (grouping === "day" ? daysOf(period) : [period]).map(({ from, to }) => ({
    day: isoTime(from).slice(0, 10),
    first: timePrefix(from),
    beyond: timePrefix(to + 1),
  }));
  const key = { tool: "h.tool", key: "h.key_id", day: "s.value ->> 'day'" }[grouping];
  const read = sql(
    db,
    `SELECT ${key} AS key, count(*) AS calls, sum(h.tokens) AS tokens
     FROM json_each(@spans) s JOIN holds h ON h.organisation_id = @organisationId
       AND h.id >= s.value ->> 'first' AND h.id < s.value ->> 'beyond' AND h.state = 'settled'
     GROUP BY 1 ORDER BY ${grouping === "day" ? "key" : "tokens DESC, key"}`,
    { spans: JSON.stringify(spans), organisationId },
  );
  return (await mapDatabaseErrors(() => read.all<UsageGroup>())).results;
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
