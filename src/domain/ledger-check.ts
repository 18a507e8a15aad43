/** An account whose parts do not make its balance. There is none, unless something writes past the triggers. */
export type BrokenLedger = { id: string; balance: number; owed: number; entered: number; spent: number };

const MOST_REPORTED = 100;

const SUMS = `SELECT o.id, o.balance, o.owed, coalesce(e.tokens, 0) AS entered, coalesce(h.tokens, 0) AS spent
  FROM organisations o
  LEFT JOIN (SELECT organisation_id, sum(tokens) AS tokens FROM entries GROUP BY organisation_id) e ON e.organisation_id = o.id
  LEFT JOIN (SELECT organisation_id, sum(tokens) AS tokens FROM holds WHERE state IN ('open', 'settled')
    GROUP BY organisation_id) h ON h.organisation_id = o.id`;

/**
 * The ledger identity (wire contract, section 4) of every organisation, or of one: its entries less its open and settled
 * holds are its balance less what it owes. Reads the whole ledger, so it is for the night and for the operator.
 */
export async function findBrokenLedgers(db: D1Database, organisationId: string | null = null): Promise<BrokenLedger[]> {
  const broken = `${SUMS} WHERE (?1 IS NULL OR o.id = ?1)
    AND (o.balance - o.owed <> coalesce(e.tokens, 0) - coalesce(h.tokens, 0) OR o.balance < 0 OR o.owed < 0) LIMIT ${MOST_REPORTED}`;
  return (await db.prepare(broken).bind(organisationId).all<BrokenLedger>()).results;
}

/** Looks at every ledger and logs an alert for those that do not add up. */
export async function alertBrokenLedgers(db: D1Database): Promise<void> {
  const broken = await findBrokenLedgers(db);
  if (broken.length === 0) return;
  console.error(JSON.stringify({ level: "alert", message: "ledgers do not add up", organisations: broken }));
}
