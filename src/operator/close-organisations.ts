/** Unused anonymous organisations are closed: their rows are deleted, and their sums kept in one organisation's. */
import { closingStatements, countCallsElsewhere, dropCalls, EARLIER, LARGE_TABLES } from "../closing/closing-entry.ts";
import { CLOSED_ORGANISATION } from "../constants.ts";
import { refreshAccount } from "../ledger/account.ts";
import { keepProgress, readProgress } from "../ledger/progress.ts";
import { isoDay, newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql, transact } from "../platform/database.ts";
import { ledgersOf } from "../platform/ledgers.ts";
import { IS_LIVE } from "../watches/live-watch.ts";

const UNUSED_DAYS = 180;
const PAGE_ORGANISATIONS = 200;
const RUN_MS = 5_000;
const CHECKED_UNTIL = "unused_organisations_until";

/** SQL: the organisation `o` has no purchase, owner, wallet, batch, live watch or key used since `@day`, and nothing is open. */
const IS_UNUSED = `o.plan = 'anonymous' AND o.owner_id IS NULL AND o.merged_into IS NULL AND o.owed = 0 AND o.created_at < @before
  AND o.id <> '${CLOSED_ORGANISATION}'
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

/** Checks again whether the organisation is unused, and every statement of the transaction requires it. */
const CLOSE = closingStatements({ when: IS_UNUSED, also: LARGE_TABLES });

/** Closes organisations unused for 180 days, each in a transaction; `starts` begins anew. Safe to run twice. */
export async function closeUnusedOrganisations(env: Env, now: number, starts: boolean): Promise<void> {
  const db = env.DB;
  const deadline = Date.now() + RUN_MS;
  const before = now - UNUSED_DAYS * DAY_MS;
  const values = { now, before, day: isoDay(before), earlier: EARLIER };
  let after = starts ? "" : await readProgress(db, CHECKED_UNTIL);
  while (after !== null && Date.now() < deadline) {
    const find = sql(db, FIND, { ...values, after });
    const page: { id: string; isUnused: number }[] = (await find.all<(typeof page)[number]>()).results;
    for (const { id } of page.filter(({ isUnused }) => isUnused === 1)) {
      const row = { ...values, id, entry: newId(now), elsewhere: await countCallsElsewhere(env, [id]) };
      await transact(db, row, CLOSE);
      await refreshAccount(env, id);
    }
    after = page.length < PAGE_ORGANISATIONS ? null : (page.at(-1)?.id ?? null);
  }
  await keepProgress(db, CHECKED_UNTIL, after);
}

const CALLS_CHECKED_UNTIL = "calls_checked_until";
/** For the cron, like {@link closeUnusedOrganisations}: deletes the calls that closed organisations have in other databases. */
export async function dropCallsOfClosed(env: Env, starts: boolean): Promise<void> {
  const deadline = Date.now() + RUN_MS;
  const next = `SELECT id FROM organisations WHERE id > @after ORDER BY id LIMIT ${PAGE_ORGANISATIONS}`;
  const known = "SELECT id FROM organisations WHERE id IN (SELECT value FROM json_each(@ids))";
  const read = async (db: D1Database, text: string, values: Record<string, string>) =>
    (await sql(db, text, values).all<{ id: string }>()).results.map(({ id }) => id);
  for (const ledger of ledgersOf(env).slice(1)) {
    let after = starts ? "" : await readProgress(ledger, CALLS_CHECKED_UNTIL);
    while (after !== null && Date.now() < deadline) {
      const ids: string[] = await read(ledger, next, { after });
      const alive = new Set(await read(env.DB, known, { ids: JSON.stringify(ids) }));
      const gone = ids.filter((id) => !alive.has(id));
      if (gone.length > 0) await dropCalls(ledger, gone);
      after = ids.length < PAGE_ORGANISATIONS ? null : (ids.at(-1) ?? null);
    }
    await keepProgress(ledger, CALLS_CHECKED_UNTIL, after);
  }
}
