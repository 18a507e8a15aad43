import { isoDay, timeOfId, timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql, transact } from "../platform/database.ts";
import { CALL_LOG_DAYS } from "./call-log.ts";
import { SWEPT_AT_ONCE, sweep } from "./progress.ts";

/** Days that sums by day, tool and key are kept before they are summed by organisation. */
const SUMS_KEPT_DAYS = 400;
/** Days that closed leases are kept: longer than any request to D1 is under way. */
const LEASES_KEPT_DAYS = 2;
const EARLIER = "0".repeat(32);
const WATERMARK = "rolled_up_until";

/** A page of organisations with calls older than `@cutoff` or closed leases older than `@leaseCutoff`, each with its oldest call. */
const FIND = `SELECT o.id, min(coalesce((SELECT min(c.id) FROM calls c WHERE c.organisation_id = o.id), 'g'),
    coalesce((SELECT min(h.id) FROM holds h WHERE h.organisation_id = o.id AND h.state <> 'open'), 'g')) AS oldest,
    EXISTS (SELECT 1 FROM call_days d WHERE d.organisation_id = o.id AND d.id > @first AND d.id < @sumsCutoff) AS hasSums,
    EXISTS (SELECT 1 FROM call_logs c WHERE c.organisation_id = o.id AND c.id < @logCutoff) AS hasLog,
    EXISTS (SELECT 1 FROM leases l WHERE l.organisation_id = o.id AND l.id < @leaseCutoff
      AND l.state = 'closed' AND l.exchange < @leaseCutoff) AS hasLeases
  FROM (SELECT id FROM organisations WHERE id > @after ORDER BY id LIMIT ${SWEPT_AT_ONCE}) o ORDER BY o.id`;
type Old = { id: string; oldest: string; hasLeases: number; hasSums: number; hasLog: number };

const OF_DAY = "organisation_id = @id AND id >= @first AND id < @beyond";
const SUM_DAY = `INSERT INTO call_days (organisation_id, id, day, tool, key_id, calls, tokens)
  SELECT @id, @end || lower(hex(randomblob(10))), @day, tool, key_id, count(*), sum(tokens)
  FROM (SELECT tool, key_id, tokens FROM calls WHERE ${OF_DAY} AND state = 'settled'
    UNION ALL SELECT tool, key_id, tokens FROM holds WHERE ${OF_DAY} AND state = 'settled')
  GROUP BY tool, key_id`;
const KEEP_SETTLED = `UPDATE organisations SET settled_before = settled_before
  + (SELECT coalesce(sum(tokens), 0) FROM holds WHERE ${OF_DAY} AND state = 'settled') WHERE organisations.id = @id`;
const DELETE_DAY = [`DELETE FROM calls WHERE ${OF_DAY}`, `DELETE FROM holds WHERE ${OF_DAY} AND state <> 'open'`];

const OLD_LEASES = "organisation_id = @id AND state = 'closed' AND id < @leaseCutoff AND exchange < @leaseCutoff";
const DROP_LEASES = [
  `UPDATE organisations SET settled_before = settled_before
    + (SELECT coalesce(sum(spent), 0) FROM leases WHERE ${OLD_LEASES}) WHERE organisations.id = @id`,
  `DELETE FROM lease_caps WHERE organisation_id = @id AND (lease_id IN (SELECT id FROM leases WHERE ${OLD_LEASES})
    OR (lease_id = 'watch_events' AND subject < 'day:' || date('now', '-2 days')))`,
  `DELETE FROM leases WHERE ${OLD_LEASES}`,
];

const OLD_SUMS = "organisation_id = @id AND day > '1970-01-01' AND day < @oldest";
const DROP_SUMS = [
  `INSERT INTO call_days (organisation_id, id, day, tool, key_id, calls, tokens)
    SELECT @id, @earlier, '1970-01-01', 'earlier', '', sum(calls), sum(tokens) FROM call_days WHERE ${OLD_SUMS} HAVING count(*) > 0
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, tokens = tokens + excluded.tokens`,
  `DELETE FROM call_days WHERE ${OLD_SUMS}`,
];

const DROP_LOG = "DELETE FROM call_logs WHERE organisation_id = @id AND id < @logCutoff";

/**
 * Deletes the call log after {@link CALL_LOG_DAYS}, and rolls up rows older than `keptDays`: calls per organisation, day, tool
 * and key; closed leases, after two days, per organisation; and the sums of days before the last 400 into one row per
 * organisation, of the tool `earlier`. Each day of an organisation is one transaction, so the ledger identity holds throughout
 * and a run may stop anywhere. With `starts` it begins with the first organisation; other runs continue where one stopped.
 */
export async function rollUpOldCalls(db: D1Database, keptDays: number, now: number, starts: boolean): Promise<void> {
  const cutoff = timePrefix(Math.floor((now - keptDays * DAY_MS) / DAY_MS) * DAY_MS);
  const logCutoff = timePrefix(now - CALL_LOG_DAYS * DAY_MS);
  const leaseCutoff = timePrefix(now - LEASES_KEPT_DAYS * DAY_MS);
  const oldestSum = now - SUMS_KEPT_DAYS * DAY_MS;
  const sums = {
    oldest: isoDay(oldestSum),
    sumsCutoff: timePrefix(Math.floor(oldestSum / DAY_MS) * DAY_MS),
    earlier: EARLIER,
    first: EARLIER,
  };
  await sweep(db, WATERMARK, starts, async (after) => {
    const find = sql(db, FIND, { ...sums, after, cutoff, logCutoff, leaseCutoff });
    const page = (await find.all<Old>()).results;
    for (const { id, oldest, hasLeases, hasSums, hasLog } of page) {
      if (oldest < cutoff) await rollUpDays(db, id, oldest, cutoff);
      if (hasSums) await transact(db, { ...sums, id }, DROP_SUMS);
      if (hasLog) await sql(db, DROP_LOG, { id, logCutoff }).run();
      if (hasLeases) await transact(db, { id, leaseCutoff }, DROP_LEASES);
    }
    return page;
  });
}

async function rollUpDays(db: D1Database, id: string, oldest: string, cutoff: string): Promise<void> {
  const until = timeOfId(cutoff.padEnd(32, "0"));
  for (let start = Math.floor(timeOfId(oldest) / DAY_MS) * DAY_MS; start < until; start += DAY_MS) {
    const [first, end, beyond] = [start, start + DAY_MS - 1, start + DAY_MS].map(timePrefix);
    await transact(db, { id, day: isoDay(start), first, end, beyond }, [SUM_DAY, KEEP_SETTLED, ...DELETE_DAY]);
  }
}
