import { raiseAlert } from "../platform/alerts.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";
import { keepProgress, readProgress } from "./progress.ts";

/** Sums of all movements of an organisation's tokens, as positive numbers. `difference` and `unlisted` must be 0. */
export type Statement = {
  organisationId: string;
  granted: number;
  bought: number;
  transferredIn: number;
  transferredOut: number;
  reversed: number;
  expired: number;
  /** Charged by direct holds, by leases, and by rolled-up rows of both. */
  settled: number;
  /** Tokens in open direct holds and unspent in open leases. */
  held: number;
  balance: number;
  /** The debt left by reversals; the sum of movements is smaller than the balance by this amount. */
  owed: number;
  /** The sum of movements minus `balance - owed`. */
  difference: number;
  /** Charges without a call in the history. */
  unlisted: number;
};

const PAGE_ORGANISATIONS = 200;
const BROKEN_SHOWN = 50;
const SUMS = ["granted", "bought", "transferredIn", "transferredOut", "reversed", "expired"];
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

async function readStatements(db: D1Database, id: string | null, after: string): Promise<Statement[]> {
  const read = sql(db, STATEMENTS, { id, after, count: PAGE_ORGANISATIONS });
  const { results } = await mapDatabaseErrors(() => read.all<Statement & { listed: number }>());
  return results.map(({ listed: _, ...statement }) => statement);
}

/** The statement of one organisation; null for an unknown id. docs/contract.md, section 4, "Ledger". */
export async function readStatement(db: D1Database, id: string): Promise<Statement | null> {
  return (await readStatements(db, id, ""))[0] ?? null;
}

type LedgerCheck = { organisations: number; balance: number; held: number; owed: number; broken: Statement[] };

/**
 * Checks the ledgers of organisations with an id greater than `after`, page by page until `deadline` (milliseconds). `next`
 * is where to continue, null at the end. `broken` lists the first ones whose sums disagree; it must be empty.
 */
export async function checkLedger(
  db: D1Database,
  after = "",
  deadline = Number.POSITIVE_INFINITY,
): Promise<LedgerCheck & { next: string | null }> {
  const check: LedgerCheck = { organisations: 0, balance: 0, held: 0, owed: 0, broken: [] };
  let next: string | null = after;
  do {
    const page: Statement[] = await readStatements(db, null, next);
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

const CHECKED_UNTIL = "ledger_checked_until";
const CHECK_MS = 5_000;

/**
 * Checks the ledgers and logs an alert for those that do not add up. With `starts` it begins at the first organisation; other
 * runs continue where the last one stopped, and do nothing once all are checked.
 */
export async function alertBrokenLedgers(env: Pick<Env, "DB">, starts: boolean): Promise<void> {
  const db = env.DB;
  const after = starts ? "" : await readProgress(db, CHECKED_UNTIL);
  if (after === null) return;
  const { broken, next } = await checkLedger(db, after, Date.now() + CHECK_MS);
  if (broken.length > 0) await raiseAlert(env, "ledgers_do_not_add_up", { organisations: broken });
  await keepProgress(db, CHECKED_UNTIL, next);
}
