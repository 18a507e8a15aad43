import { and, asc, desc, eq, lt, sql as sqlText } from "drizzle-orm";
import { BATCHES_PER_DAY, IDEMPOTENCY_LIFETIME_MS, MAX_RUNNING_BATCHES, MAX_UNFINISHED_BATCHES } from "../constants.ts";
import type { Scope } from "../ledger/payer.ts";
import { isoTime, timePrefix } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { DAY_MS } from "../lib/time.ts";
import { drizzle, type Row, sql } from "../platform/database.ts";
import { ledgerOf } from "../platform/ledgers.ts";
import { batches } from "../platform/schema.ts";
import { signedIn } from "../platform/signed-in.ts";
import { enqueueDeliveries, sendDeliveryMessages } from "../webhooks/enqueue-deliveries.ts";
import type { BatchSpec, BatchStatus, ResultLine, ResultsPage } from "./batch-types.ts";

/** The columns of D1 that describe a batch. */
const RECORD = { id: batches.id, state: batches.state, statusJson: batches.statusJson };
type BatchRecord = Pick<Row<typeof batches>, keyof typeof RECORD>;

/** The cron wakes an unfinished batch that has been silent for this long. */
export const STALE_MS = 180_000;
const WAKES_PER_RUN = 50;
/** Literal, because SQLite does not match a parameter against the condition of the partial indexes. */
const IS_UNFINISHED = sqlText`${batches.state} <> 'ended'`;
const UNFINISHED = "FROM batches WHERE organisation_id = ?1 AND state <> 'ended'";
const COUNT_RUNNING = `SELECT count(*) ${UNFINISHED} AND state = 'running'`;

/** The Durable Object of a batch. */
export function batchOf(env: Env, id: string) {
  return env.BATCHES.getByName(id);
}

const isInScope = ({ organisationId, limitedTo = null }: Scope) =>
  and(
    eq(batches.organisationId, organisationId),
    limitedTo === null ? undefined : sqlText`${batches.statusJson}->>'$.made_by' = ${limitedTo}`,
  );

/** A batch of an organisation; null when it has no batch of this id. Throws `temporarily_unavailable`. */
export async function getBatch(env: Env, scope: Scope, id: string): Promise<BatchStatus | null> {
  const find = drizzle(env.DB)
    .select(RECORD)
    .from(batches)
    .where(and(eq(batches.id, id), isInScope(scope)));
  const record = await find.get();
  return record ? statusOf(env, record) : null;
}

/** A page of an organisation's batches, newest first, from the one before `before`; `lastId` is null on the last page. */
export async function listBatches(env: Env, scope: Scope, limit: number, before: string | null) {
  const find = drizzle(env.DB)
    .select(RECORD)
    .from(batches)
    .where(and(isInScope(scope), before === null ? undefined : lt(batches.id, before)))
    .orderBy(desc(batches.id))
    .limit(limit + 1);
  const records = await find.all();
  const page = await Promise.all(records.slice(0, limit).map((record) => statusOf(env, record)));
  return { batches: page, lastId: records.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** A page of a batch's results; empty when they have been deleted. */
export async function readResults(env: Env, id: string, page: ResultsPage): Promise<ResultLine[]> {
  // The RPC types reject values of unknown shape, although any JSON can be sent.
  const answer = (await batchOf(env, id).results(page)) as unknown;
  return (answer as ResultLine[] | null) ?? [];
}

/** The caller's own columns of a batch, in their order; none when its results have been deleted. */
export async function readColumns(env: Env, id: string): Promise<string[]> {
  return batchOf(env, id).columns();
}

/** The status of an unfinished batch comes from its object, which is ahead of D1. */
async function statusOf(env: Env, { id, state, statusJson }: BatchRecord): Promise<BatchStatus> {
  // Missing from batches that are older than these fields.
  const known = { made_by: null, stopped_at: null, ...JSON.parse(statusJson) } as BatchStatus;
  return state === "ended" ? known : ((await batchOf(env, id).status()) ?? known);
}

/** The share (0–1) of an organisation's recent calls of a tool that were charged; null when there are fewer than 20. */
export async function readFoundRate(env: Env, organisationId: string, tool: string): Promise<number | null> {
  const read = `SELECT count(*) AS calls, sum(tokens > 0) AS found FROM (SELECT tokens, tool FROM calls
    WHERE organisation_id = ? AND id >= ? AND state = 'settled' ORDER BY id DESC LIMIT 2000) WHERE tool = ?`;
  const since = timePrefix(Date.now() - 30 * DAY_MS);
  const row = await ledgerOf(env, organisationId)
    .prepare(read)
    .bind(organisationId, since, tool)
    .first<{ calls: number; found: number }>();
  return row && row.calls >= 20 ? Math.round((row.found / row.calls) * 100) / 100 : null;
}

type Standing = {
  /** Whether the key or connection of the batch is active and its organisation is neither merged nor blocked. */
  isGood: boolean;
  /** Running batches of the organisation. */
  running: number;
};

export async function readStanding(env: Env, spec: BatchSpec, now: number): Promise<Standing> {
  const { connectionId, keyHash, organisationId } = spec;
  const organisation =
    "EXISTS (SELECT 1 FROM organisations WHERE id = ?1 AND merged_into IS NULL AND blocked_at IS NULL)";
  const key = connectionId
    ? "EXISTS (SELECT 1 FROM connections WHERE id = ?2 AND revoked_at IS NULL AND expires_at > ?3)"
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

/** `repeats`: another batch, of this id, was made by the same request. */
export type Insertion = { status: "recorded" | "too_many" | "too_many_today" } | { status: "repeats"; id: string };

/** Records a new batch. Idempotent. `too_many` also when the session that makes it has ended. */
export async function insertBatch(
  env: Env,
  { organisationId, plan, requestHash, sessionHash = null }: BatchSpec,
  status: BatchStatus,
  now: number,
): Promise<Insertion> {
  const values = {
    ...{
      id: status.id,
      organisationId,
      tool: status.tool,
      json: JSON.stringify(status),
      now,
      sessionHash,
      requestHash,
    },
    // The console takes the time in an id from its form, within a day.
    sinceId: `batch_${timePrefix(now - 2 * DAY_MS)}`,
    since: isoTime(now - DAY_MS),
    forgotten: `batch_${timePrefix(now - IDEMPOTENCY_LIFETIME_MS)}`,
  };
  const unfinished = "(SELECT count(*) FROM batches WHERE organisation_id = @organisationId AND state <> 'ended')";
  const made = `(SELECT count(*) FROM batches WHERE organisation_id = @organisationId AND id > @sinceId
    AND status_json->>'$.created_at' > @since)`;
  const insert = `INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at, request_hash)
    SELECT @id, @organisationId, @tool, 'queued', @json, @now, @requestHash
    WHERE ${unfinished} < ${MAX_UNFINISHED_BATCHES} AND ${made} < ${BATCHES_PER_DAY[plan]}
      AND (@sessionHash IS NULL OR ${signedIn("developer")})
    ON CONFLICT DO NOTHING`;
  const [, , found] = await env.DB.batch<{ id: string | null; made: number }>([
    sql(env.DB, "UPDATE batches SET request_hash = NULL WHERE request_hash = @requestHash AND id < @forgotten", values),
    sql(env.DB, insert, values),
    sql(
      env.DB,
      `SELECT (SELECT id FROM batches WHERE id = @id OR request_hash = @requestHash) AS id, ${made} AS made`,
      values,
    ),
  ]);
  const { id = null, made: today = 0 } = found?.results[0] ?? {};
  if (id === status.id) return { status: "recorded" };
  if (id !== null) return { status: "repeats", id };
  return { status: today < BATCHES_PER_DAY[plan] ? "too_many" : "too_many_today" };
}

/** Cancels unfinished batches made in the console since a time: the others end with their keys. */
export async function cancelConsoleBatches(env: Env, organisationId: string, since: number): Promise<void> {
  // Not by the time in the id, which the console takes from its form.
  const isMadeSince = sqlText`${batches.statusJson}->>'$.made_by' = 'console'
    AND ${batches.statusJson}->>'$.created_at' >= ${isoTime(since)}`;
  const isOwn = and(eq(batches.organisationId, organisationId), IS_UNFINISHED, isMadeSince);
  const find = drizzle(env.DB).select({ id: batches.id }).from(batches).where(isOwn);
  const cancel = async ({ id }: { id: string }) =>
    batchOf(env, id)
      .cancel()
      .catch((cause: unknown) => log("error", "batch_not_cancelled", { batch: id, cause }));
  await Promise.all((await find.all()).map(cancel));
}

/** Deletes the record of a batch whose creation broke off. */
export async function deleteBatchRecord(env: Env, id: string): Promise<void> {
  await drizzle(env.DB).delete(batches).where(eq(batches.id, id));
}

/** Starts a queued batch if fewer than two of the organisation run. Returns the ids of the running ones. Idempotent. */
export async function startBatch(env: Env, organisationId: string, id: string): Promise<string[]> {
  const start = `UPDATE batches SET state = 'running' WHERE id = ?2 AND state = 'queued' AND
    (${COUNT_RUNNING}) < ${MAX_RUNNING_BATCHES}`;
  const [, after] = await env.DB.batch<{ id: string }>([
    env.DB.prepare(start).bind(organisationId, id),
    env.DB.prepare(`SELECT id ${UNFINISHED} AND state = 'running'`).bind(organisationId),
  ]);
  return (after?.results ?? []).map((running) => running.id);
}

/** Stores the latest status of a batch, which also counts as a sign of life. */
export async function keepBatchStatus(env: Env, spec: BatchSpec, status: BatchStatus, now: number): Promise<void> {
  await keepStatement(env, spec, status, now).run();
}

/** A restore of D1 to a moment before the batch has removed its row: it comes back, with its organisation. */
const KEEP = `INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at, expires_at)
  SELECT @id, id, @tool, @state, @statusJson, @now, @expiresAt FROM organisations WHERE id = @organisationId
  ON CONFLICT (id) DO UPDATE SET state = @state, status_json = @statusJson, touched_at = @now,
    expires_at = @expiresAt`;

function keepStatement(
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
  // Missing from batches that are older than this field.
  const to = { organisationId: spec.organisationId, endpointIds: spec.deliver ?? [] };
  await env.DB.batch([keepStatement(env, spec, status, now), ...enqueueDeliveries(env.DB, event, to)]);
  if (to.endpointIds.length > 0) await sendDeliveryMessages(env, [event.id]);
}

/** Wakes the oldest queued batch of an organisation, after another one has ended. */
export async function wakeNextBatch(env: Env, organisationId: string): Promise<void> {
  const next = await drizzle(env.DB)
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.organisationId, organisationId), IS_UNFINISHED, eq(batches.state, "queued")))
    .orderBy(asc(batches.id))
    .limit(1)
    .get();
  if (next) await batchOf(env, next.id).wake();
}

/** For the cron: wakes the objects of batches that have been silent for three minutes. */
export async function wakeStaleBatches(env: Env, now: number): Promise<void> {
  const stale = await drizzle(env.DB)
    .select({ id: batches.id })
    .from(batches)
    .where(and(IS_UNFINISHED, lt(batches.touchedAt, now - STALE_MS)))
    .orderBy(asc(batches.touchedAt))
    .limit(WAKES_PER_RUN);
  await Promise.allSettled(stale.map(({ id }) => batchOf(env, id).wake()));
}
