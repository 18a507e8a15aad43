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
};

export function readBatchBacklog(db: D1Database): Promise<BatchBacklog> {
  const read = `SELECT coalesce(sum(state = 'running'), 0) AS running, coalesce(sum(state = 'queued'), 0) AS queued,
      coalesce(sum(json_extract(status_json, '$.counts.processing')), 0) AS inputs,
      coalesce(sum(touched_at < @since), 0) AS silent
    FROM batches WHERE state <> 'ended'`;
  return readAggregate<BatchBacklog>(sql(db, read, { since: Date.now() - STALE_MS }));
}
