/** Unused anonymous organisations are closed: their rows are deleted, and their sums kept in one organisation's. */
import { closingStatements, countCallsElsewhere, dropCalls, EARLIER, LARGE_TABLES } from "../closing/closing-entry.ts";
import { CLOSED_ORGANISATION } from "../constants.ts";
import { refreshAccount } from "../ledger/account.ts";
import { SWEPT_AT_ONCE, sweep } from "../ledger/progress.ts";
import { isoDay, newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql, transact } from "../platform/database.ts";
import { ledgersOf } from "../platform/ledgers.ts";
import { IS_LIVE } from "../watches/live-watch.ts";

const UNUSED_DAYS = 180;
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
  ORDER BY id LIMIT ${SWEPT_AT_ONCE}) o ORDER BY o.id`;

/** Checks again whether the organisation is unused, and every statement of the transaction requires it. */
const CLOSE = closingStatements({ when: IS_UNUSED, also: LARGE_TABLES });

/** Closes organisations unused for 180 days, each in a transaction; `starts` begins anew. Safe to run twice. */
export async function closeUnusedOrganisations(env: Env, now: number, starts: boolean): Promise<void> {
  const before = now - UNUSED_DAYS * DAY_MS;
  const values = { now, before, day: isoDay(before), earlier: EARLIER };
  await sweep(env.DB, CHECKED_UNTIL, starts, async (after) => {
    const find = sql(env.DB, FIND, { ...values, after });
    const { results: page } = await find.all<{ id: string; isUnused: number }>();
    for (const { id } of page.filter(({ isUnused }) => isUnused === 1)) {
      const row = { ...values, id, entry: newId(now), elsewhere: await countCallsElsewhere(env, [id]) };
      await transact(env.DB, row, CLOSE);
      await refreshAccount(env, id);
    }
    return page;
  });
}

const NEXT = `SELECT id FROM organisations WHERE id > @after ORDER BY id LIMIT ${SWEPT_AT_ONCE}`;
const KNOWN = "SELECT id FROM organisations WHERE id IN (SELECT value FROM json_each(@ids))";

/** For the cron, like {@link closeUnusedOrganisations}: deletes the calls that closed organisations have in other databases. */
export async function dropCallsOfClosed(env: Env, starts: boolean): Promise<void> {
  for (const ledger of ledgersOf(env).slice(1)) {
    await sweep(ledger, "calls_checked_until", starts, async (after) => {
      const { results: page } = await sql(ledger, NEXT, { after }).all<{ id: string }>();
      const ids = page.map(({ id }) => id);
      const known = await sql(env.DB, KNOWN, { ids: JSON.stringify(ids) }).all<{ id: string }>();
      const alive = new Set(known.results.map(({ id }) => id));
      const gone = ids.filter((id) => !alive.has(id));
      if (gone.length > 0) await dropCalls(ledger, gone);
      return page;
    });
  }
}
