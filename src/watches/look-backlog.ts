import { readAggregate, sql } from "../platform/database.ts";
import { MAX_ATTEMPTS } from "./look-schedule.ts";

/** The backlog of looks, for operators. `dueSince` is milliseconds since 1970; null when none is due. */
type LookBacklog = {
  domains: number;
  due: number;
  dueSince: number | null;
  underWay: number;
  /** Looks that died: started at least twice and not ended. */
  died: number;
  /** Looks that died so often that they wait for a day. */
  resting: number;
  unreachable: number;
  withheldEvents: number;
};

export function readLookBacklog(db: D1Database): Promise<LookBacklog> {
  const read = `SELECT count(*) AS domains, coalesce(sum(due_at <= @now), 0) AS due,
      min(iif(due_at <= @now, due_at, NULL)) AS dueSince,
      coalesce(sum(attempts = 1 AND due_at > @now), 0) AS underWay, coalesce(sum(attempts BETWEEN 2 AND @most - 1), 0) AS died,
      coalesce(sum(attempts >= @most), 0) AS resting, coalesce(sum(unreachable_reason IS NOT NULL), 0) AS unreachable,
      (SELECT count(*) FROM watch_events WHERE state = 'withheld') AS withheldEvents
    FROM watched_domains`;
  return readAggregate<LookBacklog>(sql(db, read, { now: Date.now(), most: MAX_ATTEMPTS }));
}
