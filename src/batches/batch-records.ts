import { BATCHES_PER_DAY, IDEMPOTENCY_LIFETIME_MS, MAX_RUNNING_BATCHES, MAX_UNFINISHED_BATCHES } from "../constants.ts";
import type { Scope } from "../ledger/payer.ts";
import { isoTime, timePrefix } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import { raiseAlert } from "../platform/alerts.ts";
import { type Row, readAggregate, sql, transact } from "../platform/database.ts";
import { ledgerOf } from "../platform/ledgers.ts";
import type { batches } from "../platform/schema.ts";
import { signedIn } from "../platform/signed-in.ts";
import { enqueueDeliveries, sendDeliveryMessages } from "../webhooks/enqueue-deliveries.ts";
import type { BatchSpec, ResultLine, ResultsPage } from "./batch-types.ts";
import type { BatchStatus } from "./stored-batch.ts";

/** The cron wakes an unfinished batch that has been silent for this long. */
const STALE_MS = 180_000;
const WAKES_PER_RUN = 50;
const OF_ORGANISATION = "organisation_id = @organisationId AND state <> 'ended'";
const RUNNING = `FROM batches WHERE ${OF_ORGANISATION} AND state = 'running'`;

/** The Durable Object of a batch. */
export function batchOf(env: Env, id: string) {
  return env.BATCHES.getByName(id);
}

/** A batch of an organisation; null when it has no batch of this id. Throws `temporarily_unavailable`. */
export async function getBatch(env: Env, scope: Scope, id: string): Promise<BatchStatus | null> {
  const [batch = null] = await findBatches(env, scope, "id = @id", { id });
  return batch;
}

/** A page of an organisation's batches, newest first, from the one before `before`; `lastId` is null on the last page. */
export async function listBatches(env: Env, scope: Scope, limit: number, before: string | null) {
  const values = { before: before ?? "batch_g", count: limit + 1 };
  const found = await findBatches(env, scope, "id < @before ORDER BY id DESC LIMIT @count", values);
  const page = found.slice(0, limit);
  return { batches: page, lastId: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** The status of an unfinished batch comes from its object, which is ahead of D1. */
async function findBatches(
  env: Env,
  scope: Scope,
  condition: string,
  values: Record<string, unknown>,
): Promise<BatchStatus[]> {
  const find = `SELECT id, state, status_json AS statusJson FROM batches WHERE organisation_id = @organisationId
    AND (@limitedTo IS NULL OR status_json->>'$.made_by' = @limitedTo) AND ${condition}`;
  const read = sql(env.DB, find, { limitedTo: null, ...scope, ...values });
  const { results } = await read.all<Pick<Row<typeof batches>, "id" | "state" | "statusJson">>();
  return Promise.all(
    results.map(async ({ id, state, statusJson }) => {
      const known = JSON.parse(statusJson) as BatchStatus;
      return state === "ended" ? known : ((await batchOf(env, id).status()) ?? known);
    }),
  );
}

/** The ids of unfinished batches, whose condition is literal for the partial indexes. */
async function findUnfinished(env: Env, condition: string, values: Record<string, unknown>): Promise<string[]> {
  const find = sql(env.DB, `SELECT id FROM batches WHERE state <> 'ended' AND ${condition}`, values);
  return (await find.all<{ id: string }>()).results.map(({ id }) => id);
}

/** A page of a batch's results; empty when they have been deleted. */
export async function readResults(env: Env, id: string, page: ResultsPage): Promise<ResultLine[]> {
  // The RPC types reject values of unknown shape, although any JSON can be sent.
  const answer = (await batchOf(env, id).results(page)) as unknown;
  return (answer as ResultLine[] | null) ?? [];
}

/** The share (0–1) of an organisation's recent calls of a tool that were charged; null when there are fewer than 20. */
export async function readFoundRate(env: Env, organisationId: string, tool: string): Promise<number | null> {
  const read = `SELECT count(*) AS calls, sum(tokens > 0) AS found FROM (SELECT tokens, tool FROM calls
    WHERE organisation_id = @organisationId AND id >= @since AND state = 'settled' ORDER BY id DESC LIMIT 2000)
    WHERE tool = @tool`;
  const values = { organisationId, tool, since: timePrefix(Date.now() - 30 * DAY_MS) };
  const recent = sql(ledgerOf(env, organisationId), read, values);
  const { calls, found } = await readAggregate<{ calls: number; found: number }>(recent);
  return calls >= 20 ? Math.round((found / calls) * 100) / 100 : null;
}

/** Whether the batch's key or connection is active and its organisation neither merged nor blocked, and how many of its batches run. */
export async function readStanding(env: Env, { connectionId, keyHash, organisationId }: BatchSpec, now: number) {
  const isActive = "revoked_at IS NULL AND expires_at > @now";
  const read = `SELECT EXISTS (SELECT 1 FROM organisations
      WHERE id = @organisationId AND merged_into IS NULL AND blocked_at IS NULL) AND CASE
      WHEN @connectionId IS NOT NULL THEN EXISTS (SELECT 1 FROM connections WHERE id = @connectionId AND ${isActive})
      WHEN @keyHash IS NOT NULL THEN EXISTS (SELECT 1 FROM api_keys WHERE hash = @keyHash AND ${isActive})
      ELSE 1 END AS isGood, (SELECT count(*) ${RUNNING}) AS running`;
  const values = { organisationId, connectionId, keyHash, now };
  return readAggregate<{ isGood: number; running: number }>(sql(env.DB, read, values));
}

/** `repeats`: another batch, of this id, was made by the same request. */
export type Insertion = { status: "recorded" | "too_many" | "too_many_today" } | { status: "repeats"; id: string };

/** Records a new batch. Idempotent. `too_many` also when the session that makes it has ended. */
export async function insertBatch(
  env: Env,
  { organisationId, plan, requestHash, sessionHash }: BatchSpec,
  status: BatchStatus,
  now: number,
): Promise<Insertion> {
  const { id: own, tool } = status;
  const values = {
    ...{ own, organisationId, tool, json: JSON.stringify(status), now, sessionHash, requestHash },
    // The console takes the time in an id from its form, within a day.
    sinceId: `batch_${timePrefix(now - 2 * DAY_MS)}`,
    since: isoTime(now - DAY_MS),
    forgotten: `batch_${timePrefix(now - IDEMPOTENCY_LIFETIME_MS)}`,
  };
  const unfinished = `(SELECT count(*) FROM batches WHERE ${OF_ORGANISATION})`;
  const made = `(SELECT count(*) FROM batches WHERE organisation_id = @organisationId AND id > @sinceId
    AND status_json->>'$.created_at' > @since)`;
  const insert = `INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at, request_hash)
    SELECT @own, @organisationId, @tool, 'queued', @json, @now, @requestHash
    WHERE ${unfinished} < ${MAX_UNFINISHED_BATCHES} AND ${made} < ${BATCHES_PER_DAY[plan]}
      AND (@sessionHash IS NULL OR ${signedIn("developer")})
    ON CONFLICT DO NOTHING`;
  const [, , found] = await transact<{ id: string | null; made: number }>(env.DB, values, [
    "UPDATE batches SET request_hash = NULL WHERE request_hash = @requestHash AND id < @forgotten",
    insert,
    `SELECT (SELECT id FROM batches WHERE id = @own OR request_hash = @requestHash) AS id, ${made} AS made`,
  ]);
  const { id = null, made: today = 0 } = found?.results[0] ?? {};
  if (id === own) return { status: "recorded" };
  if (id !== null) return { status: "repeats", id };
  return { status: today < BATCHES_PER_DAY[plan] ? "too_many" : "too_many_today" };
}

/** Cancels unfinished batches made in the console since a time: the others end with their keys. */
export async function cancelConsoleBatches(env: Env, organisationId: string, since: number): Promise<void> {
  // Not by the time in the id, which the console takes from its form.
  const isMadeSince = "status_json->>'$.made_by' = 'console' AND status_json->>'$.created_at' >= @since";
  const values = { organisationId, since: isoTime(since) };
  const ids = await findUnfinished(env, `organisation_id = @organisationId AND ${isMadeSince}`, values);
  const cancel = async (id: string) =>
    batchOf(env, id)
      .cancel()
      .catch((cause: unknown) => log("error", "batch_not_cancelled", { batch: id, cause }));
  await Promise.all(ids.map(cancel));
}

/** Deletes the record of a batch whose creation broke off. */
export async function deleteBatchRecord(env: Env, id: string): Promise<void> {
  await sql(env.DB, "DELETE FROM batches WHERE id = @id", { id }).run();
}

/** Starts a queued batch if fewer than two of the organisation run. Returns the ids of the running ones. Idempotent. */
export async function startBatch(env: Env, organisationId: string, id: string): Promise<string[]> {
  const start = `UPDATE batches SET state = 'running' WHERE id = @id AND state = 'queued'
    AND (SELECT count(*) ${RUNNING}) < ${MAX_RUNNING_BATCHES}`;
  const [, after] = await transact<{ id: string }>(env.DB, { organisationId, id }, [start, `SELECT id ${RUNNING}`]);
  return (after?.results ?? []).map((running) => running.id);
}

/** A restore of D1 to a moment before the batch has removed its row: it comes back, with its organisation. */
const KEEP = `INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at, expires_at)
  SELECT @id, id, @tool, @state, @statusJson, @now, @expiresAt FROM organisations WHERE id = @organisationId
  ON CONFLICT (id) DO UPDATE SET state = @state, status_json = @statusJson, touched_at = @now,
    expires_at = @expiresAt`;

/** Stores the latest status of a batch, which also counts as a sign of life. */
export function keepStatement(
  env: Env,
  { organisationId, tool, resultsDays }: BatchSpec,
  status: BatchStatus,
  now: number,
): D1PreparedStatement {
  const state = status.status === "cancelling" ? "running" : status.status;
  // The row with its counts stays also when the lines are deleted earlier.
  const expiresAt = status.ended_at === null ? null : Date.parse(status.ended_at) + resultsDays * DAY_MS;
  const values = { id: status.id, organisationId, tool, state, statusJson: JSON.stringify(status), now, expiresAt };
  return sql(env.DB, KEEP, values);
}

/** Records the end and queues one `batch.ended` in one transaction. The event has counts only. Idempotent. */
export async function recordBatchEnd(env: Env, status: BatchStatus, spec: BatchSpec, now: number): Promise<void> {
  const { id, name, tool, stopped_reason, counts, tokens, created_at, ended_at, expires_at, results } = status;
  const data = { id, name, tool, stopped_reason, counts, tokens, created_at, ended_at, expires_at, results };
  const event = { id: `evt_${id}`, type: "batch.ended", occurredAt: Date.parse(ended_at ?? isoTime(now)), data };
  const to = { organisationId: spec.organisationId, endpointIds: spec.deliver };
  await env.DB.batch([keepStatement(env, spec, status, now), ...enqueueDeliveries(env.DB, event, to)]);
  if (to.endpointIds.length > 0) await sendDeliveryMessages(env, [event.id]);
}

/** Wakes the oldest queued batch of an organisation, after another one has ended. */
export async function wakeNextBatch(env: Env, organisationId: string): Promise<void> {
  const isNext = "organisation_id = @organisationId AND state = 'queued' ORDER BY id LIMIT 1";
  const [next] = await findUnfinished(env, isNext, { organisationId });
  if (next) await batchOf(env, next).wake();
}

/** For the cron: wakes the objects of batches that have been silent for three minutes. */
export async function wakeStaleBatches(env: Env, now: number): Promise<void> {
  const isStale = `touched_at < @before ORDER BY touched_at LIMIT ${WAKES_PER_RUN}`;
  const stale = await findUnfinished(env, isStale, { before: now - STALE_MS });
  await Promise.allSettled(stale.map((id) => batchOf(env, id).wake()));
}

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
