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
  /** Set when the row sums up calls of a day that is over for 90 days. */
  calls: number | null;
  created_at: string;
};

/** What a `next_cursor` looks like. */
export const TRANSACTION_CURSOR = /^[0-9a-f]{32}[a-z]?$/;
/** Greater than every transaction id. */
const NEWEST = "g";

const OWN = "organisation_id = @organisationId";
const CALL = "tool, id AS request_id, key_id, NULL AS calls";
/** Where movements come from; refunds follow from the rows of calls that failed. */
const MOVEMENTS = [
  `SELECT id, type, tokens, NULL AS tool, NULL AS request_id, NULL AS key_id, NULL AS calls FROM entries
   WHERE ${OWN} AND id < @before`,
  `SELECT id, 'charge' AS type, -tokens AS tokens, ${CALL} FROM holds WHERE ${OWN} AND id < @before AND state <> 'open'`,
  `SELECT id || 'r' AS id, 'refund' AS type, tokens, ${CALL} FROM holds
   WHERE ${OWN} AND holds.id < substr(@before, 1, 32) AND state IN ('released', 'expired')`,
  `SELECT id, 'charge' AS type, iif(state = 'released', -held, -tokens) AS tokens, ${CALL} FROM calls
   WHERE ${OWN} AND id < @before`,
  `SELECT id || 'r' AS id, 'refund' AS type, held AS tokens, ${CALL} FROM calls
   WHERE ${OWN} AND calls.id < substr(@before, 1, 32) AND state = 'released'`,
  `SELECT id, 'charge' AS type, -tokens AS tokens, tool, NULL AS request_id, key_id, calls FROM call_days
   WHERE ${OWN} AND id < @before`,
];

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
  const values = { organisationId, before: cursor ?? NEWEST, count: limit + 1 };
  // D1 takes at most five terms in a union; each source brings its own page.
  const statements = MOVEMENTS.map((text) => sql(db, `${text} ORDER BY id DESC LIMIT @count`, values));
  const sources = await mapDatabaseErrors(() => db.batch<Omit<Transaction, "created_at">>(statements));
  const results = sources
    .flatMap((source) => source.results)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit + 1);
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
  const key = { tool: "tool", key: "key_id", day: "day" }[grouping];
  const ofSpan = (table: string, columns: string) =>
    `SELECT s.value ->> 'day' AS day, ${columns} FROM json_each(@spans) s JOIN ${table} h ON h.organisation_id = @organisationId
       AND h.id >= s.value ->> 'first' AND h.id < s.value ->> 'beyond'`;
  const read = sql(
    db,
    `SELECT ${key} AS key, sum(calls) AS calls, sum(tokens) AS tokens FROM (
       ${ofSpan("holds", "tool, key_id, 1 AS calls, tokens")} AND h.state = 'settled'
       UNION ALL ${ofSpan("calls", "tool, key_id, 1, tokens")} AND h.state = 'settled'
       UNION ALL ${ofSpan("call_days", "tool, key_id, calls, tokens")})
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
