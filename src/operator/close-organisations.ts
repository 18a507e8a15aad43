/** Unused anonymous organisations are closed: their rows are deleted, and their sums kept in one organisation's. */
import { refreshAccount } from "../ledger/account.ts";
import { keepProgress, readProgress } from "../ledger/progress.ts";
import { isoDay, newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";
import { IS_LIVE } from "../watches/live-watch.ts";

const UNUSED_DAYS = 180;
const PAGE_ORGANISATIONS = 200;
const RUN_MS = 5_000;
const CHECKED_UNTIL = "unused_organisations_until";

/** The organisation that keeps the sums of closed ones. It has no key. */
export const CLOSED = "0".repeat(24);

/** SQL: the organisation `o` has no purchase, owner, wallet, batch, live watch or key used since `@day`, and nothing is open. */
const IS_UNUSED = `o.plan = 'anonymous' AND o.owner_id IS NULL AND o.merged_into IS NULL AND o.owed = 0 AND o.created_at < @before
  AND o.id <> '${CLOSED}'
  AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.organisation_id = o.id AND (k.last_used_on >= @day OR k.created_at >= @before))
  AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.organisation_id = o.id)
  AND NOT EXISTS (SELECT 1 FROM wallets w WHERE w.organisation_id = o.id)
  AND NOT EXISTS (SELECT 1 FROM machine_payments m WHERE m.organisation_id = o.id)
  AND NOT EXISTS (SELECT 1 FROM batches b WHERE b.organisation_id = o.id)
  AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.organisation_id = o.id AND l.state = 'open')
  AND NOT EXISTS (SELECT 1 FROM holds h WHERE h.organisation_id = o.id AND h.state = 'open')
  AND NOT EXISTS (SELECT 1 FROM watches w WHERE w.organisation_id = o.id AND ${IS_LIVE})`;

const FIND = `SELECT o.id, ${IS_UNUSED} AS isUnused FROM (SELECT * FROM organisations WHERE id > @after
  ORDER BY id LIMIT ${PAGE_ORGANISATIONS}) o ORDER BY o.id`;

const MAKE = `INSERT INTO organisations (id, plan, created_at, blocked_at) VALUES ('${CLOSED}', 'anonymous', 0, 0)
  ON CONFLICT DO NOTHING`;
/** Every later statement of the transaction requires this mark, which nothing else sets. */
const MARK = `UPDATE organisations AS o SET merged_into = '${CLOSED}' WHERE o.id = @id AND ${IS_UNUSED}`;
const MARKED = `EXISTS (SELECT 1 FROM organisations WHERE id = @id AND merged_into = '${CLOSED}')`;

const SPENT = `(SELECT settled_before + (SELECT coalesce(sum(tokens), 0) FROM holds WHERE organisation_id = @id AND state = 'settled')
  + (SELECT coalesce(sum(spent), 0) FROM leases WHERE organisation_id = @id) FROM organisations WHERE id = @id)`;
const CALLS = `((SELECT count(*) FROM calls WHERE organisation_id = @id AND state = 'settled')
  + (SELECT count(*) FROM holds WHERE organisation_id = @id AND state = 'settled')
  + (SELECT coalesce(sum(calls), 0) FROM call_days WHERE organisation_id = @id))`;

/** What it was given and has spent is one entry; tokens that are left are void. */
const KEEP_SUMS = [
  `INSERT INTO entries (id, organisation_id, type, tokens, reference)
    SELECT @entry, '${CLOSED}', 'grant', ${SPENT}, 'closed:' || @id WHERE ${SPENT} > 0 AND ${MARKED}`,
  `INSERT INTO call_days (organisation_id, id, day, tool, key_id, calls, tokens)
    SELECT '${CLOSED}', @earlier, '1970-01-01', 'earlier', '', ${CALLS}, ${SPENT} WHERE ${MARKED}
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, tokens = tokens + excluded.tokens`,
  `UPDATE organisations SET settled_before = settled_before + ${SPENT}, balance = balance - ${SPENT}
    WHERE organisations.id = '${CLOSED}' AND ${MARKED}`,
];

const OF_WATCHES = "watch_id IN (SELECT id FROM watches WHERE organisation_id = @id)";
const TABLES = [
  ...["entries", "holds", "leases", "lease_caps", "calls", "call_days", "late_settlements", "idempotency", "api_keys"],
  ...["auto_reloads", "watch_events", "watches", "connections"],
];
const DELETE = [
  `DELETE FROM watch_subscriptions WHERE ${OF_WATCHES} AND ${MARKED}`,
  ...TABLES.map((table) => `DELETE FROM ${table} WHERE organisation_id = @id AND ${MARKED}`),
  `DELETE FROM organisations WHERE id = @id AND merged_into = '${CLOSED}'`,
];

/** Closes organisations unused for 180 days, each in a transaction; `starts` begins anew. Safe to run twice. */
export async function closeUnusedOrganisations(env: Env, now: number, starts: boolean): Promise<void> {
  const db = env.DB;
  const deadline = Date.now() + RUN_MS;
  const before = now - UNUSED_DAYS * DAY_MS;
  const values = { now, before, day: isoDay(before), earlier: "0".repeat(32) };
  let after = starts ? "" : await readProgress(db, CHECKED_UNTIL);
  while (after !== null && Date.now() < deadline) {
    const find = sql(db, FIND, { ...values, after });
    const page: { id: string; isUnused: number }[] = (await mapDatabaseErrors(() => find.all<(typeof page)[number]>()))
      .results;
    for (const { id } of page.filter(({ isUnused }) => isUnused === 1)) {
      const statements = [MAKE, MARK, ...KEEP_SUMS, ...DELETE];
      const entry = newId(now);
      await mapDatabaseErrors(() => db.batch(statements.map((text) => sql(db, text, { ...values, id, entry }))));
      await refreshAccount(env, id);
    }
    after = page.length < PAGE_ORGANISATIONS ? null : (page.at(-1)?.id ?? null);
  }
  await keepProgress(db, CHECKED_UNTIL, after);
}
