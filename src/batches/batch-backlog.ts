import { isoTime } from "../lib/ids.ts";
import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import { raiseAlert } from "../platform/alerts.ts";
import { readAggregate, sql } from "../platform/database.ts";
import { STALE_MS } from "./batch-records.ts";

/** Unfinished batches of all organisations, for operators. */
type BatchBacklog = {
  running: number;
  queued: number;
  /** Inputs without a result, as last reported by the batches (within a minute). */
  inputs: number;
  /** Batches that have been silent for three minutes; the cron wakes them. */
  silent: number;
  /** Since when the oldest stopped batch, or one at the end of its 24 hours, has not ended; milliseconds, null without one. */
  stoppingSince: number | null;
};

/** A line that runs when its batch is stopped ends or is lost within a minute, and D1 knows of it a minute later. */
const STOPPING_MS = 10 * MINUTE_MS;
const STOPPED_AT = `1000 * unixepoch(coalesce(status_json->>'$.stopped_at',
  datetime(status_json->>'$.created_at', '+${DAY_MS / 1000} seconds')))`;

export function readBatchBacklog(db: D1Database): Promise<BatchBacklog> {
  const now = Date.now();
  const read = `SELECT coalesce(sum(state = 'running'), 0) AS running, coalesce(sum(state = 'queued'), 0) AS queued,
      coalesce(sum(json_extract(status_json, '$.counts.processing')), 0) AS inputs,
      coalesce(sum(touched_at < @since), 0) AS silent,
      min(${STOPPED_AT}) FILTER (WHERE ${STOPPED_AT} <= @now) AS stoppingSince
    FROM batches WHERE state <> 'ended'`;
  return readAggregate<BatchBacklog>(sql(db, read, { since: now - STALE_MS, now }));
}

/** For the cron: raises an alert while a stopped batch does not end, which would keep its tokens reserved. */
export async function alertEndlessBatches(env: Pick<Env, "DB">, now: number): Promise<void> {
  const { stoppingSince } = await readBatchBacklog(env.DB);
  if (stoppingSince === null || now - stoppingSince < STOPPING_MS) return;
  await raiseAlert(env, "stopped_batch_does_not_end", { stopped_at: isoTime(stoppingSince) });
}
