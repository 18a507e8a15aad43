import { CLOSED_ORGANISATION as CLOSED, TOKENS_PER_USD } from "../constants.ts";
import { formatCount } from "../lib/numbers.ts";
import { sql, transact } from "../platform/database.ts";
import { type Ledgers, ledgerOf } from "../platform/ledgers.ts";
import { writeMail } from "../platform/mail.ts";

/** What is left of a closed organisation: its sums, as one entry of `CLOSED_ORGANISATION`. */

/** SQL: of the organisation `@id`, or of one that was merged into it. */
export const IS_OWN = "organisation_id IN (SELECT id FROM organisations WHERE id = @id OR merged_into = @id)";

const MAKE = `INSERT INTO organisations (id, plan, created_at, blocked_at) VALUES ('${CLOSED}', 'anonymous', 0, 0)
  ON CONFLICT DO NOTHING`;
/** SQL: the mark on which every later statement of the transaction depends. Nothing else sets it. */
export const MARKED = `EXISTS (SELECT 1 FROM organisations WHERE id = @id AND merged_into = '${CLOSED}')`;

/** SQL: tokens that were spent, by all calls ever. */
export const SPENT = `((SELECT sum(settled_before) FROM organisations WHERE id = @id OR merged_into = @id)
  + (SELECT coalesce(sum(tokens), 0) FROM holds WHERE ${IS_OWN} AND state = 'settled')
  + (SELECT coalesce(sum(spent), 0) FROM leases WHERE ${IS_OWN}))`;
/** SQL: the number of calls that ended, free ones included; `@elsewhere` is {@link countCallsElsewhere}. */
export const CALLS = `((SELECT count(*) FROM calls WHERE ${IS_OWN} AND state = 'settled')
  + (SELECT count(*) FROM holds WHERE ${IS_OWN} AND state = 'settled')
  + (SELECT coalesce(sum(calls), 0) FROM call_days WHERE ${IS_OWN}) + @elsewhere)`;

/** What it was given and has spent is one entry; tokens that are left are void. The organisation may owe for refunds. */
const KEEP_SUMS = [
  `INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT @entry, '${CLOSED}', 'grant', ${SPENT}, 'closed:' || @id WHERE ${SPENT} > 0 AND ${MARKED}`,
  `INSERT INTO call_days (organisation_id, id, day, tool, key_id, calls, tokens)
    SELECT '${CLOSED}', @earlier, '1970-01-01', 'earlier', '', ${CALLS}, ${SPENT} WHERE ${MARKED}
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, tokens = tokens + excluded.tokens`,
  `UPDATE organisations SET settled_before = settled_before + ${SPENT}, balance = max(0, balance - ${SPENT}),
      owed = owed + max(0, ${SPENT} - balance)
    WHERE organisations.id = '${CLOSED}' AND ${MARKED}`,
];

const TABLES = [
  ...["entries", "holds", "leases", "lease_caps", "call_days", "late_settlements", "idempotency", "api_keys"],
  ...["auto_reloads", "watches", "connections", "wallets", "batches", "webhook_endpoints"],
];
/** Tables of which an organisation can have more rows than one transaction deletes. */
export const LARGE_TABLES = ["calls", "call_logs", "watch_events"];

type Closing = {
  /** SQL: the condition on the organisation `o` under which it is closed. */
  when: string;
  /** Statements before the rows are deleted, each of which requires {@link MARKED}. */
  keep?: string[];
  /** Tables deleted in the same transaction, besides those that are always few rows. */
  also?: string[];
};

/** The transaction that closes the organisation `@id`. Other parameters: `@entry`, a new id, `@earlier`, an id before all, and `@elsewhere`. */
export function closingStatements({ when, keep = [], also = [] }: Closing): string[] {
  return [
    MAKE,
    `UPDATE organisations AS o SET merged_into = '${CLOSED}' WHERE o.id = @id AND ${when}`,
    ...keep,
    ...KEEP_SUMS,
    `DELETE FROM watch_subscriptions WHERE watch_id IN (SELECT id FROM watches WHERE ${IS_OWN}) AND ${MARKED}`,
    ...[...TABLES, ...also].map((table) => `DELETE FROM ${table} WHERE ${IS_OWN} AND ${MARKED}`),
    `DELETE FROM organisations WHERE merged_into = @id AND ${MARKED}`,
    `DELETE FROM organisations WHERE id = @id AND merged_into = '${CLOSED}'`,
  ];
}

/** Sorts before every id of a call or an entry. */
export const EARLIER = "0".repeat(32);

const GIVEN = "organisation_id IN (SELECT value FROM json_each(@ids))";
const COUNT = `SELECT (SELECT count(*) FROM calls WHERE ${GIVEN} AND state = 'settled')
  + (SELECT coalesce(sum(calls), 0) FROM call_days WHERE ${GIVEN}) AS n`;

/** The number of calls that organisations have in other databases than `DB`. */
export async function countCallsElsewhere(env: Ledgers, ids: string[]): Promise<number> {
  const elsewhere = ids.filter((id) => ledgerOf(env, id) !== env.DB);
  const read = [...Map.groupBy(elsewhere, (id) => ledgerOf(env, id))].map(([db, own]) =>
    sql(db, COUNT, { ids: JSON.stringify(own) }).first<number>("n"),
  );
  return (await Promise.all(read)).reduce<number>((sum, n) => sum + (n ?? 0), 0);
}

const DROP = [
  `DELETE FROM calls WHERE ${GIVEN}`,
  `DELETE FROM call_days WHERE ${GIVEN}`,
  `DELETE FROM call_logs WHERE ${GIVEN}`,
  "DELETE FROM organisations WHERE id IN (SELECT value FROM json_each(@ids))",
];

/** Deletes all that a database of calls has of closed organisations. */
export async function dropCalls(ledger: D1Database, ids: string[]): Promise<void> {
  const values = { ids: JSON.stringify(ids) };
  await transact(ledger, values, DROP);
}

/** Tokens of a deleted workspace: granted + bought + transferred + returned + expired − spent = left − owed. */
export type LastStatement = Record<
  "granted" | "bought" | "transferred" | "returned" | "expired" | "spent" | "calls" | "left" | "owed" | "paid_cents",
  number
>;

/** The lines of a last statement: what, and how many tokens. */
export function linesOf(statement: LastStatement): [what: string, tokens: number][] {
  const { granted, bought, transferred, returned, expired, spent, left, owed, paid_cents: cents } = statement;
  const lines: [string, number | false][] = [
    ["Granted", granted],
    [`Bought, for $${(cents / 100).toFixed(2)} in all`, bought !== 0 && bought],
    ["Transferred", transferred !== 0 && transferred],
    ["Refunds, disputes and withheld answers", returned !== 0 && returned],
    ["Expired before", expired !== 0 && expired],
    [`Spent, by ${formatCount(statement.calls)} calls`, 0 - spent],
    ["Owed after a refund, written off", owed > 0 && owed],
    ["Expired with the workspace", 0 - left],
    ["Left", 0],
  ];
  return lines.filter((line): line is [string, number] => line[1] !== false);
}

/** To the owner: the workspace is gone, and what became of its tokens. */
export function lastStatementMail(serviceName: string, statement: LastStatement) {
  const lines = linesOf(statement).map(([what, tokens]) => `${what}: ${formatCount(tokens)} tokens`);
  return writeMail(`${serviceName}: your workspace is deleted, last statement`, [
    `Your ${serviceName} workspace is deleted. This is its last statement; ${TOKENS_PER_USD} tokens are $1.`,
    ...lines,
    "No call is charged after it. What the service has to keep about payments stays with the operator, without your address.",
  ]);
}
