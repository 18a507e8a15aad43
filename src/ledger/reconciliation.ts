import { log } from "../lib/log.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";

/** An account whose parts do not make its balance. There is none, unless something writes past the triggers. */
export type BrokenLedger = { id: string; balance: number; owed: number; entered: number; spent: number };

const MAX_REPORTED = 100;

const SUMS = `SELECT o.id, o.balance, o.owed, coalesce(e.tokens, 0) AS entered, coalesce(h.tokens, 0) AS spent
  FROM organisations o
  LEFT JOIN (SELECT organisation_id, sum(tokens) AS tokens FROM entries GROUP BY organisation_id) e ON e.organisation_id = o.id
  LEFT JOIN (SELECT organisation_id, sum(tokens) AS tokens FROM holds WHERE state IN ('open', 'settled')
    GROUP BY organisation_id) h ON h.organisation_id = o.id`;

/**
 * The ledger identity (docs/contract.md, section 4) of every organisation, or of one: its entries less its open and settled
 * holds are its balance less what it owes. Reads the whole ledger, so it is for the night and for the operator.
 */
export async function findBrokenLedgers(db: D1Database, organisationId: string | null = null): Promise<BrokenLedger[]> {
  const broken = `${SUMS} WHERE (?1 IS NULL OR o.id = ?1)
    AND (o.balance - o.owed <> coalesce(e.tokens, 0) - coalesce(h.tokens, 0) OR o.balance < 0 OR o.owed < 0) LIMIT ${MAX_REPORTED}`;
  return (await db.prepare(broken).bind(organisationId).all<BrokenLedger>()).results;
}

/** Looks at every ledger and logs an alert for those that do not add up. */
export async function alertBrokenLedgers(db: D1Database): Promise<void> {
  const broken = await findBrokenLedgers(db);
  if (broken.length === 0) return;
  log("alert", "ledgers_do_not_add_up", { organisations: broken });
}

/** Everything that ever moved an organisation's tokens, summed. All are positive but `difference`, which is to be 0. */
export type Statement = {
  organisationId: string;
  granted: number;
  bought: number;
  transferredIn: number;
  transferredOut: number;
  reversed: number;
  expired: number;
  settled: number;
  held: number;
  balance: number;
  /** What a reversal could not take; it makes the sum of movements that much smaller than the balance. */
  owed: number;
  difference: number;
};

const BROKEN_SHOWN = 50;
const entered = (name: string, sign: string, condition: string) =>
  `sum(CASE WHEN ${condition} THEN ${sign}tokens ELSE 0 END) AS ${name}`;

/** The statement of the organisations that `filter` leaves, computed from their entries and holds. */
const statementsOf = (filter: "" | "WHERE organisation_id = @id") => `
  SELECT *, granted + bought + transferredIn - transferredOut - reversed - expired - settled - held
      - (balance - owed) AS difference
  FROM (
    SELECT o.id AS organisationId, o.balance, o.owed,
      ${["granted", "bought", "transferredIn", "transferredOut", "reversed", "expired", "settled", "held"]
        .map((name) => `coalesce(${name}, 0) AS ${name}`)
        .join(", ")}
    FROM (SELECT id AS organisation_id, * FROM organisations ${filter.replace("organisation_id", "id")}) o
    LEFT JOIN (
      SELECT organisation_id, ${[
        entered("granted", "", "type = 'grant'"),
        entered("bought", "", "type = 'purchase'"),
        entered("transferredIn", "", "type = 'transfer' AND tokens > 0"),
        entered("transferredOut", "-", "type = 'transfer' AND tokens < 0"),
        entered("reversed", "-", "type = 'reversal'"),
        entered("expired", "-", "type = 'expire'"),
      ].join(", ")}
      FROM entries ${filter} GROUP BY organisation_id) e USING (organisation_id)
    LEFT JOIN (
      SELECT organisation_id, ${[
        entered("settled", "", "state = 'settled'"),
        entered("held", "", "state = 'open'"),
      ].join(", ")}
      FROM holds ${filter} GROUP BY organisation_id) h USING (organisation_id))`;

/** The statement of one organisation; null when there is none such. docs/contract.md, section 4, "Ledger". */
export async function readStatement(db: D1Database, id: string): Promise<Statement | null> {
  const read = sql(db, statementsOf("WHERE organisation_id = @id"), { id });
  return mapDatabaseErrors(() => read.first<Statement>());
}

export type LedgerCheck = { organisations: number; balance: number; held: number; owed: number; broken: Statement[] };

/** Checks the ledger of every organisation, and names the first of those whose sums do not agree: there must be none. */
export async function checkLedger(db: D1Database): Promise<LedgerCheck> {
  const totals = `SELECT count(*) AS organisations, coalesce(sum(balance), 0) AS balance, coalesce(sum(held), 0) AS held,
    coalesce(sum(owed), 0) AS owed FROM (${statementsOf("")})`;
  const broken = `SELECT * FROM (${statementsOf("")}) WHERE difference <> 0 LIMIT ${BROKEN_SHOWN}`;
  const [sums, wrong] = await mapDatabaseErrors(() => db.batch([db.prepare(totals), db.prepare(broken)]));
  return { ...(sums?.results[0] as Omit<LedgerCheck, "broken">), broken: (wrong?.results ?? []) as Statement[] };
}
