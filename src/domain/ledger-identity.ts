import { sql } from "../platform/database.ts";
import { ledger } from "./admit.ts";

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

/** The statement of one organisation; null when there is none such. Wire contract, section 4, "Ledger". */
export async function readStatement(db: D1Database, id: string): Promise<Statement | null> {
  const read = sql(db, statementsOf("WHERE organisation_id = @id"), { id });
  return ledger(() => read.first<Statement>());
}

export type LedgerCheck = { organisations: number; balance: number; held: number; owed: number; broken: Statement[] };

/** Checks the ledger of every organisation, and names the first of those whose sums do not agree: there must be none. */
export async function checkLedger(db: D1Database): Promise<LedgerCheck> {
  const totals = `SELECT count(*) AS organisations, coalesce(sum(balance), 0) AS balance, coalesce(sum(held), 0) AS held,
    coalesce(sum(owed), 0) AS owed FROM (${statementsOf("")})`;
  const broken = `SELECT * FROM (${statementsOf("")}) WHERE difference <> 0 LIMIT ${BROKEN_SHOWN}`;
  const [sums, wrong] = await ledger(() => db.batch([db.prepare(totals), db.prepare(broken)]));
  return { ...(sums?.results[0] as Omit<LedgerCheck, "broken">), broken: (wrong?.results ?? []) as Statement[] };
}
