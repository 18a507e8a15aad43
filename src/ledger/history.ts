import { isoDay, isoTime, timeOfId, timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { type Ledgers, ledgersWith, sumOver } from "../platform/ledgers.ts";

export type Transaction = {
  id: string;
  type: "grant" | "purchase" | "charge" | "refund" | "transfer" | "reversal" | "expire";
  /** Signed. */
  tokens: number;
  tool: string | null;
  request_id: string | null;
  key_id: string | null;
  /** Set when the row is the sum of the calls of a day more than 90 days ago. */
  calls: number | null;
  /** On the chain, of a purchase by a wallet. */
  transaction_hash: string | null;
  created_at: string;
  /** Of a charge: its refund has the same request id and is the row above it. */
  isRefunded: boolean;
};

/** Format of a `next_cursor`. */
export const TRANSACTION_CURSOR = /^[0-9a-f]{32}[a-z]?$/;
/** Greater than every transaction id. */
const NEWEST = "g";

/** Filters for movements; all of them must match. */
export type TransactionFilter = {
  /** Milliseconds, both ends included. */
  from?: number;
  to?: number;
  type?: Transaction["type"];
  tool?: string;
  /** A key's id, or the payer of a connection (payer.ts). */
  payer?: string;
  /** The beginning of a request id, or a part of a tool's name. */
  text?: string;
};

const OWN = "organisation_id = @organisationId";
const RANGE = "id >= @first AND id < @before";
const CALL = "tool, id AS request_id, key_id, NULL AS calls, NULL AS transaction_hash";
const HASH = "(SELECT p.transaction_hash FROM machine_payments p WHERE p.reference = entries.reference)";
/** A charge that was booked back (holds.ts) is shown as a refund. */
const WITHHELD = "reference LIKE 'withheld:%'";
/** The sources of movements. Other refunds are derived from the rows of failed calls. */
const MOVEMENTS = [
  `SELECT id, iif(${WITHHELD}, 'refund', type) AS type, tokens, NULL AS tool, iif(${WITHHELD}, substr(id, 1, 32), NULL) AS request_id,
     NULL AS key_id, NULL AS calls, ${HASH} AS transaction_hash, 0 AS isRefunded FROM entries WHERE ${OWN} AND ${RANGE}`,
  `SELECT id, 'charge' AS type, -tokens AS tokens, ${CALL}, state <> 'settled' AS isRefunded FROM holds
   WHERE ${OWN} AND ${RANGE} AND state <> 'open'`,
  `SELECT id || 'r' AS id, 'refund' AS type, tokens, ${CALL}, 0 AS isRefunded FROM holds
   WHERE ${OWN} AND holds.id >= @first AND holds.id < substr(@before, 1, 32) AND state IN ('released', 'expired')`,
  `SELECT id, 'charge' AS type, iif(state = 'released', -held, -tokens) AS tokens, ${CALL}, state = 'released' AS isRefunded
   FROM calls WHERE ${OWN} AND ${RANGE}`,
  `SELECT id || 'r' AS id, 'refund' AS type, held AS tokens, ${CALL}, 0 AS isRefunded FROM calls
   WHERE ${OWN} AND calls.id >= @first AND calls.id < substr(@before, 1, 32) AND state = 'released'`,
  `SELECT id, 'charge' AS type, -tokens AS tokens, tool, NULL AS request_id, key_id, calls, NULL AS transaction_hash,
     0 AS isRefunded FROM call_days
   WHERE ${OWN} AND ${RANGE}`,
];

const CONDITIONS = {
  type: "type = @type",
  tool: "tool = @tool",
  payer: "key_id = @payer",
  // Not LIKE, where an underscore in a tool's name would match any character.
  text: "(substr(request_id, 1, length(@text)) = @text OR instr(tool, @text) > 0)",
};

/**
 * One page of an organisation's movements that match all filters, newest first: its entries, and its calls as a charge and, if
 * released, a refund dated like the call. Ids sort by time, with suffixes that make the order total, so the last id of a page is
 * the cursor of the next. Running calls are absent; the sum over all pages is `balance + held - owed`.
 */
export async function findTransactions(
  env: Ledgers,
  organisationId: string,
  { limit, cursor, ...filter }: TransactionFilter & { limit: number; cursor: string | null },
): Promise<{ transactions: Transaction[]; next_cursor: string | null }> {
  const { from = 0, to } = filter;
  const end = to === undefined ? NEWEST : timePrefix(to + 1);
  const before = cursor !== null && cursor < end ? cursor : end;
  const values = { ...filter, organisationId, first: timePrefix(from), before, count: limit + 1 };
  const conditions = Object.entries(CONDITIONS).flatMap(([name, condition]) =>
    filter[name as keyof typeof CONDITIONS] === undefined ? [] : condition,
  );
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "";
  // D1 allows at most five terms in a union, so each source is read as a page of its own.
  const read = (db: D1Database) =>
    db.batch<Row>(
      MOVEMENTS.map((text) => sql(db, `SELECT * FROM (${text})${where} ORDER BY id DESC LIMIT @count`, values)),
    );
  type Row = Omit<Transaction, "created_at" | "isRefunded"> & { isRefunded: number };
  const sources = await Promise.all(ledgersWith(env, organisationId).map(read));
  const results = sources
    .flat()
    .flatMap((source) => source.results)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit + 1);
  const page = results.slice(0, limit);
  return {
    transactions: page.map(({ isRefunded, ...row }) => ({
      ...row,
      created_at: isoTime(timeOfId(row.id)),
      isRefunded: isRefunded === 1,
    })),
    next_cursor: results.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

type UsageGrouping = "tool" | "day" | "key";
/** Delivered calls and their cost, and failed calls, which are kept for `CALL_HISTORY_DAYS`. */
export type UsageGroup = { key: string; calls: number; failed: number; tokens: number };

/** A period in milliseconds, both ends included. */
type Period = { from: number; to: number };

/** Calls that ended, grouped. Days (UTC) oldest first, tools and keys by cost. */
export async function readUsage(env: Ledgers, organisationId: string, period: Period, grouping: UsageGrouping) {
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
