import { MAX_RUNNING_BATCHES, MAX_UNFINISHED_BATCHES } from "../config.ts";
import { isoTime, timePrefix } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { mapDatabaseErrors } from "../platform/database.ts";
import { enqueueDeliveries, ringDeliveries } from "../webhooks/enqueue-deliveries.ts";
import type { BatchSpec, BatchStatus, Page, ResultLine } from "./batch-types.ts";

/** What D1 has of a batch. */
type Record = { id: string; state: string; status_json: string };

/** An unfinished batch that has been silent for this long is woken by the cron. */
export const STALE_MS = 180_000;
const WAKES_PER_RUN = 50;
/** `state <> 'ended'` lets SQLite use the partial index. */
const UNFINISHED = "FROM batches WHERE organisation_id = ?1 AND state <> 'ended'";
const COUNT_RUNNING = `SELECT count(*) ${UNFINISHED} AND state = 'running'`;

/** The one place that says how a batch's object is addressed. */
export function batchOf(env: Env, id: string) {
  return env.BATCHES.getByName(id);
}

/** A batch of an organisation; null when it has no batch of this id. Throws `temporarily_unavailable`. */
export async function getBatch(env: Env, organisationId: string, id: string): Promise<BatchStatus | null> {
  const find = "SELECT id, state, status_json FROM batches WHERE id = ? AND organisation_id = ?";
  const record = await mapDatabaseErrors(() => env.DB.prepare(find).bind(id, organisationId).first<Record>());
  return record && statusOf(env, record);
}

/** A page of an organisation's batches, newest first, and the cursor of the next. Throws `temporarily_unavailable`. */
export async function listBatches(env: Env, organisationId: string, limit: number, cursor: string | null) {
  const find = `SELECT id, state, status_json FROM batches WHERE organisation_id = ? AND id < ?
    ORDER BY id DESC LIMIT ?`;
  const { results } = await mapDatabaseErrors(() =>
    env.DB.prepare(find)
      .bind(organisationId, cursor ?? "g", limit + 1)
      .all<Record>(),
  );
  const batches = await Promise.all(results.slice(0, limit).map((record) => statusOf(env, record)));
  return { batches, next_cursor: results.length > limit ? (batches.at(-1)?.id ?? null) : null };
}

/** A page of a batch's results; empty when they have been deleted. */
export async function readResults(env: Env, id: string, page: Page): Promise<ResultLine[]> {
  // The type of an RPC's answer does not know that any JSON can be sent.
  const answer = (await batchOf(env, id).results(page)) as unknown;
  return (answer as ResultLine[] | null) ?? [];
}

/** The caller's own columns of a batch, in their order; none when its results have been deleted. */
export async function readColumns(env: Env, id: string): Promise<string[]> {
  return batchOf(env, id).columns();
}

/** Of a batch that has not ended, its object knows more. */
async function statusOf(env: Env, { id, state, status_json }: Record): Promise<BatchStatus> {
  // Batches from before this field do not say who made them.
  const known = JSON.parse(status_json) as BatchStatus;
  known.made_by ??= null;
  return state === "ended" ? known : ((await batchOf(env, id).status()) ?? known);
}

/**
 * The share of an organisation's last calls of a tool that found something, by what was charged; null when there are too
 * few to tell.
 */
export async function readFoundRate(env: Env, organisationId: string, tool: string): Promise<number | null> {
  const read = `SELECT count(*) AS calls, sum(tokens > 0) AS found FROM (SELECT tokens, tool FROM calls
    WHERE organisation_id = ? AND id >= ? AND state = 'settled' ORDER BY id DESC LIMIT 2000) WHERE tool = ?`;
  const since = timePrefix(Date.now() - 30 * 86_400_000);
  const row = await mapDatabaseErrors(() =>
    env.DB.prepare(read).bind(organisationId, since, tool).first<{ calls: number; found: number }>(),
  );
  return row && row.calls >= 20 ? Math.round((row.found / row.calls) * 100) / 100 : null;
}

/** A key as a batch is bound to it. */
export type BatchKey = { hash: string; capPerDay: number | null; isCapped: number };

/** Null when D1 has no such active key. Throws `temporarily_unavailable`. */
export async function readBatchKey(env: Env, organisationId: string, keyId: string): Promise<BatchKey | null> {
  const read = `SELECT k.hash, k.cap_per_day AS capPerDay, c.remaining IS NOT NULL AS isCapped FROM api_keys k
    LEFT JOIN connections c ON c.id = k.connection_id
    WHERE k.organisation_id = ? AND k.id = ? AND k.revoked_at IS NULL AND k.expires_at > ?`;
  return mapDatabaseErrors(() => env.DB.prepare(read).bind(organisationId, keyId, Date.now()).first<BatchKey>());
}

export type Standing = {
  /** Whether the key or connection of the batch is active, and its organisation may go on. */
  isGood: boolean;
  /** Running batches of the organisation. */
  running: number;
};

export async function readStanding(env: Env, spec: BatchSpec, now: number): Promise<Standing> {
  const { connectionId, keyHash, organisationId } = spec;
  const organisation =
    "EXISTS (SELECT 1 FROM organisations WHERE id = ?1 AND merged_into IS NULL AND blocked_at IS NULL)";
  const key = connectionId
    ? "EXISTS (SELECT 1 FROM connections WHERE id = ?2 AND expires_at > ?3)"
    : "EXISTS (SELECT 1 FROM api_keys WHERE hash = ?2 AND revoked_at IS NULL AND expires_at > ?3)";
  const subject = connectionId ?? keyHash;
  const isGood = subject === null ? organisation : `${organisation} AND ${key}`;
  const values = subject === null ? [organisationId] : [organisationId, subject, now];
  const read = `SELECT (${isGood}) AS isGood, (${COUNT_RUNNING}) AS running`;
  const row = await env.DB.prepare(read)
    .bind(...values)
    .first<{ isGood: number; running: number }>();
  return { isGood: row?.isGood === 1, running: row?.running ?? 0 };
}

/**
 * Records a new batch; repeating it changes nothing. False when the organisation has as many unfinished batches as it may have.
 */
export async function insertBatch(
  env: Env,
  organisationId: string,
  status: BatchStatus,
  now: number,
): Promise<boolean> {
  const insert = `INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at)
    SELECT ?1, ?2, ?3, 'queued', ?4, ?5 WHERE
      (SELECT count(*) FROM batches WHERE organisation_id = ?2 AND state <> 'ended') < ${MAX_UNFINISHED_BATCHES}
    ON CONFLICT DO NOTHING`;
  const [, found] = await env.DB.batch([
    env.DB.prepare(insert).bind(status.id, organisationId, status.tool, JSON.stringify(status), now),
    env.DB.prepare("SELECT 1 FROM batches WHERE id = ?").bind(status.id),
  ]);
  return found?.results.length === 1;
}

/** Cancels every batch of an organisation that has not ended. One that cannot be reached is logged. */
export async function cancelBatches(env: Env, organisationId: string): Promise<void> {
  const find = `SELECT id ${UNFINISHED}`;
  const { results } = await mapDatabaseErrors(() => env.DB.prepare(find).bind(organisationId).all<{ id: string }>());
  const cancel = async ({ id }: { id: string }) =>
    batchOf(env, id)
      .cancel()
      .catch((cause: unknown) => log("error", "batch_not_cancelled", { batch: id, cause }));
  await Promise.all(results.map(cancel));
}

/** Of a batch whose creation broke off. */
export async function deleteBatchRecord(env: Env, id: string): Promise<void> {
  await env.DB.prepare("DELETE FROM batches WHERE id = ?").bind(id).run();
}

/** Lets a queued batch run if fewer than two of the organisation do. Returns the ids of those that run now. Idempotent. */
export async function startBatch(env: Env, organisationId: string, id: string): Promise<string[]> {
  const start = `UPDATE batches SET state = 'running' WHERE id = ?2 AND state = 'queued' AND
    (${COUNT_RUNNING}) < ${MAX_RUNNING_BATCHES}`;
  const [, after] = await env.DB.batch<{ id: string }>([
    env.DB.prepare(start).bind(organisationId, id),
    env.DB.prepare(`SELECT id ${UNFINISHED} AND state = 'running'`).bind(organisationId),
  ]);
  return (after?.results ?? []).map((running) => running.id);
}

/** Keeps what a batch last said of itself, which is also a sign of life. */
export async function keepBatchStatus(env: Env, status: BatchStatus, now: number): Promise<void> {
  await keepStatement(env, status, now).run();
}

function keepStatement(env: Env, status: BatchStatus, now: number): D1PreparedStatement {
  const state = status.status === "cancelling" ? "running" : status.status;
  const keep = "UPDATE batches SET status_json = ?, touched_at = ?, state = ? WHERE id = ?";
  return env.DB.prepare(keep).bind(JSON.stringify(status), now, state, status.id);
}

/**
 * Records that a batch has ended and queues `batch.ended` for its webhook endpoints, in one transaction. Repeating it queues
 * nothing again: a batch has one such event. It holds counts, no inputs and no results.
 */
export async function recordBatchEnd(env: Env, status: BatchStatus, spec: BatchSpec, now: number): Promise<void> {
  const { id, name, tool, stopped_reason, counts, tokens, created_at, ended_at, expires_at, results } = status;
  const data = { id, name, tool, stopped_reason, counts, tokens, created_at, ended_at, expires_at, results };
  const event = { id: `evt_${id}`, type: "batch.ended", occurredAt: Date.parse(ended_at ?? isoTime(now)), data };
  // Batches of before this field have none.
  const to = { organisationId: spec.organisationId, endpointIds: spec.deliver ?? [] };
  await env.DB.batch([keepStatement(env, status, now), ...enqueueDeliveries(env.DB, event, to)]);
  if (to.endpointIds.length > 0) await ringDeliveries(env, [event.id]);
}

/** One of the organisation's batches has ended: the oldest that waits may begin. */
export async function wakeNextBatch(env: Env, organisationId: string): Promise<void> {
  const find = `SELECT id ${UNFINISHED} AND state = 'queued' ORDER BY id LIMIT 1`;
  const next = await env.DB.prepare(find).bind(organisationId).first<{ id: string }>();
  if (next) await batchOf(env, next.id).wake();
}

/** For the cron: objects that have given no sign of life for three minutes are asked to do what is due. */
export async function wakeStaleBatches(env: Env, now: number): Promise<void> {
  const find = `SELECT id FROM batches WHERE state <> 'ended' AND touched_at < ? ORDER BY touched_at LIMIT ${WAKES_PER_RUN}`;
  const { results } = await env.DB.prepare(find)
    .bind(now - STALE_MS)
    .all<{ id: string }>();
  await Promise.allSettled(results.map(({ id }) => batchOf(env, id).wake()));
}
