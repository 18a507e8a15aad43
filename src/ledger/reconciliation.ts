import { log } from "../lib/log.ts";
import { raiseAlert } from "../platform/alerts.ts";
import { sql } from "../platform/database.ts";
import { type Ledgers, ledgerOf } from "../platform/ledgers.ts";
import { recallAccount, refreshAccount } from "./account.ts";
import { keepState, readState } from "./progress.ts";

const SUMS = ["granted", "bought", "transferredIn", "transferredOut", "reversed", "expired"] as const;

/** Sums of all movements of an organisation's tokens, as positive numbers. `difference` and `unlisted` must be 0. */
export type Statement = Record<(typeof SUMS)[number] | "balance", number> & {
  organisationId: string;
  /** Charged by direct holds, by leases, and by rolled-up rows of both. */
  settled: number;
  /** Tokens in open direct holds and unspent in open leases. */
  held: number;
  /** The debt left by reversals; the sum of movements is smaller than the balance by this amount. */
  owed: number;
  /** The sum of movements minus `balance - owed`. */
  difference: number;
  /** Charges without a call in the history; negative: calls that are not charged, nor can be by an open lease. */
  unlisted: number;
};

const PAGE_ORGANISATIONS = 200;
const BROKEN_SHOWN = 50;
const sumWhere = (name: string, tokens: string, condition: string) =>
  `sum(CASE WHEN ${condition} THEN ${tokens} ELSE 0 END) AS ${name}`;

/** The statements of the organisations with an id over `@after` (of one alone: `@id`), in order, at most `@count`. */
const STATEMENTS = `WITH o AS (
    SELECT id AS organisationId, balance, owed, settled_before FROM organisations
    WHERE CASE WHEN @id IS NULL THEN id > @after ELSE id = @id END ORDER BY id LIMIT @count),
  range AS (SELECT min(organisationId) AS first, max(organisationId) AS last FROM o),
  e AS (SELECT organisation_id, ${[
    sumWhere("granted", "tokens", "type = 'grant'"),
    sumWhere("bought", "tokens", "type = 'purchase'"),
    sumWhere("transferredIn", "tokens", "type = 'transfer' AND tokens > 0"),
    sumWhere("transferredOut", "-tokens", "type = 'transfer' AND tokens < 0"),
    sumWhere("reversed", "-tokens", "type = 'reversal'"),
    sumWhere("expired", "-tokens", "type = 'expire'"),
  ].join(", ")} FROM entries, range WHERE organisation_id BETWEEN first AND last GROUP BY organisation_id),
  h AS (SELECT organisation_id, ${[
    sumWhere("settled", "tokens", "state = 'settled'"),
    sumWhere("held", "tokens", "state = 'open'"),
  ].join(", ")} FROM holds, range WHERE organisation_id BETWEEN first AND last GROUP BY organisation_id),
  l AS (SELECT organisation_id, sum(spent) AS settled, ${sumWhere("held", "tokens - spent", "state = 'open'")}
    FROM leases, range WHERE organisation_id BETWEEN first AND last GROUP BY organisation_id),
  c AS (SELECT organisation_id, sum(tokens) AS listed FROM calls, range
    WHERE organisation_id BETWEEN first AND last GROUP BY organisation_id),
  d AS (SELECT organisation_id, sum(tokens) AS listed FROM call_days, range
    WHERE organisation_id BETWEEN first AND last GROUP BY organisation_id)
  SELECT *, granted + bought + transferredIn - transferredOut - reversed - expired - settled - held - (balance - owed)
    AS difference, settled - listed AS unlisted
  FROM (SELECT o.organisationId, ${SUMS.map((name) => `coalesce(e.${name}, 0) AS ${name}`).join(", ")},
      coalesce(h.settled, 0) + coalesce(l.settled, 0) + o.settled_before AS settled,
      coalesce(h.held, 0) + coalesce(l.held, 0) AS held, o.balance, o.owed,
      coalesce(h.settled, 0) + coalesce(c.listed, 0) + coalesce(d.listed, 0) AS listed
    FROM o LEFT JOIN e ON e.organisation_id = organisationId LEFT JOIN h ON h.organisation_id = organisationId
      LEFT JOIN l ON l.organisation_id = organisationId LEFT JOIN c ON c.organisation_id = organisationId
      LEFT JOIN d ON d.organisation_id = organisationId)
  ORDER BY organisationId`;

async function readRows(db: D1Database, id: string | null, after: string) {
  const values = { id, after, count: PAGE_ORGANISATIONS };
  return (await sql(db, STATEMENTS, values).all<Statement & { listed: number }>()).results;
}

async function readStatements(env: Ledgers, id: string | null, after: string): Promise<Statement[]> {
  const rows = await readRows(env.DB, id, after);
  const isApart = (row: Statement) => ledgerOf(env, row.organisationId) !== env.DB;
  const apart = rows.filter(isApart).map(({ organisationId }) => organisationId);
  const elsewhere = await readListed(env, apart);
  const statements = rows.map(async ({ listed: _, ...statement }) => {
    const unlisted = statement.unlisted - (elsewhere.get(statement.organisationId) ?? 0);
    return { ...statement, unlisted: isApart(statement) && unlisted !== 0 ? await compare(env, statement) : unlisted };
  });
  return Promise.all(statements);
}

const LISTED = `SELECT organisation_id AS id, sum(tokens) AS tokens FROM (
    SELECT organisation_id, tokens FROM calls WHERE organisation_id IN (SELECT value FROM json_each(@ids))
    UNION ALL SELECT organisation_id, tokens FROM call_days WHERE organisation_id IN (SELECT value FROM json_each(@ids)))
  GROUP BY 1`;

/** Tokens of the calls that organisations have outside `DB`. */
async function readListed(env: Ledgers, ids: string[]): Promise<Map<string, number>> {
  const groups = [...Map.groupBy(ids, (id) => ledgerOf(env, id))];
  const read = groups.map(([db, own]) =>
    sql(db, LISTED, { ids: JSON.stringify(own) }).all<{ id: string; tokens: number }>(),
  );
  const found = await Promise.all(read);
  return new Map(found.flatMap(({ results }) => results).map(({ id, tokens }) => [id, tokens]));
}

/**
 * What an organisation's calls in another database lack, or have too much. A call is listed there, then charged to its lease: read
 * last, every charge has its call; read first, every call has a charge or an open lease.
 */
async function compare(env: Ledgers, { organisationId: id }: Statement): Promise<number> {
  const before = (await readListed(env, [id])).get(id) ?? 0;
  const [row] = await readRows(env.DB, id, "");
  const after = (await readListed(env, [id])).get(id) ?? 0;
  // It was closed meanwhile.
  if (!row) return 0;
  return Math.max(0, row.unlisted - after) || Math.min(0, row.unlisted + row.held - before);
}

/** The statement of one organisation; null for an unknown id. docs/contract.md, section 4, "Ledger". */
export async function readStatement(env: Ledgers, id: string): Promise<Statement | null> {
  return (await readStatements(env, id, ""))[0] ?? null;
}

type LedgerCheck = { organisations: number; balance: number; held: number; owed: number; broken: Statement[] };

/**
 * Checks the ledgers of organisations with an id greater than `after`, page by page until `deadline` (milliseconds). `next`
 * is where to continue, null at the end. `broken` lists the first ones whose sums disagree; it must be empty.
 */
export async function checkLedger(env: Ledgers, after = "", deadline = Number.POSITIVE_INFINITY) {
  const check: LedgerCheck = { organisations: 0, balance: 0, held: 0, owed: 0, broken: [] };
  let next: string | null = after;
  do {
    const page: Statement[] = await readStatements(env, null, next);
    for (const statement of page) {
      check.organisations++;
      check.balance += statement.balance;
      check.held += statement.held;
      check.owed += statement.owed;
      if (isBroken(statement) && check.broken.length < BROKEN_SHOWN) check.broken.push(statement);
    }
    next = page.length < PAGE_ORGANISATIONS ? null : (page.at(-1)?.organisationId ?? null);
  } while (next !== null && Date.now() < deadline);
  return { ...check, next };
}

function isBroken({ difference, unlisted, balance, owed }: Statement): boolean {
  return difference !== 0 || unlisted !== 0 || balance < 0 || owed < 0;
}

const sumOf = (table: string, tokens = "tokens", condition = "") =>
  `(SELECT coalesce(sum(${tokens}), 0) FROM ${table} WHERE organisation_id = @id${condition})`;
/** What open leases hold can still be charged for calls that are listed. */
const CHARGE_LISTED = `UPDATE organisations AS o SET settled_before = settled_before + due,
    owed = owed + max(0, due - balance), balance = max(0, balance - due)
  FROM (SELECT @listed + ${sumOf("calls")} + ${sumOf("call_days")} - settled_before - ${sumOf("leases", "spent")}
      - ${sumOf("leases", "tokens - spent", " AND state = 'open'")} AS due FROM organisations WHERE id = @id)
  WHERE o.id = @id AND due > 0`;

/**
 * Charges calls that another database lists and no lease will pay: `DB` was restored to a moment before their charge. The account
 * object books what it still has first, so that nothing is charged twice.
 */
async function chargeListed(env: Env, id: string): Promise<void> {
  await recallAccount(env, id);
  try {
    const listed = (await readListed(env, [id])).get(id) ?? 0;
    const { meta } = await sql(env.DB, CHARGE_LISTED, { id, listed }).run();
    if (meta.changes > 0) log("warn", "listed_calls_charged", { organisation: id });
  } finally {
    await refreshAccount(env, id);
  }
}

const CHECKED_UNTIL = "ledger_checked_until";
const CHECK_MS = 5_000;

/**
 * Checks the ledgers, charges calls that are listed and were never charged, and raises an alert for what does not add up then.
 * With `starts` it begins at the first organisation; other runs continue where the last one stopped, until all are checked.
 */
export async function alertBrokenLedgers(env: Env, starts: boolean): Promise<void> {
  const db = env.DB;
  const after = starts ? "" : await readState(db, CHECKED_UNTIL);
  if (after === null) return;
  const { broken, next } = await checkLedger(env, after, Date.now() + CHECK_MS);
  const uncharged = broken.filter(({ unlisted }) => unlisted < 0);
  for (const { organisationId } of uncharged) await chargeListed(env, organisationId);
  const again = await Promise.all(broken.map(({ organisationId }) => readStatement(env, organisationId)));
  const organisations = again.filter((statement) => statement !== null && isBroken(statement));
  if (organisations.length > 0) await raiseAlert(env, "ledgers_do_not_add_up", { organisations });
  // There may be more of them than the check returns.
  await keepState(db, CHECKED_UNTIL, uncharged.length > organisations.length ? after : next);
}
