import { BATCH_LIFETIME_MS } from "../constants.ts";
import { chargeInDatabase, refreshAccount } from "../ledger/account.ts";
import { DAY_MS } from "../lib/time.ts";
import * as records from "./batch-records.ts";
import { countForFreeMisses } from "./run-item.ts";
import type { StoredBatch } from "./stored-batch.ts";

/** A batch whose creation was interrupted is dropped after this long. */
export const CREATION_MS = 60_000;
export const TICK_MS = 1_000;
const WATCH_MS = 5_000;
const QUEUED_MS = 10_000;
const STANDING_MS = 10_000;
const KEEP_STATUS_MS = 60_000;

export type Refusal =
  | { status: "insufficient" | "capped" }
  /** The limit of unfinished batches or of those of a day, or the session has ended; `repeats`: the request has made a batch. */
  | Exclude<records.Insertion, { status: "recorded" }>;

/** Records the batch where repeats find it, and reserves its cap. Idempotent. Throws when D1 is out of reach. */
export async function admitBatch(batch: StoredBatch): Promise<Refusal | null> {
  const insertion = await records.insertBatch(batch.env, batch.spec, batch.status(), Date.now());
  if (insertion.status !== "recorded") return insertion;
  const shortage = await reserveCap(batch);
  if (shortage === null) return null;
  await dropAdmission(batch);
  return { status: shortage };
}

/** Takes an admission back. Idempotent. */
export async function dropAdmission({ env, lease, spec }: StoredBatch): Promise<void> {
  await lease.giveBack();
  await records.deleteBatchRecord(env, spec.id);
  await refreshAccount(env, spec.organisationId);
}

/** Reserves the cap from the balance and from the spending caps of the batch's key. */
async function reserveCap({ env, lease, spec }: StoredBatch): Promise<"insufficient" | "capped" | null> {
  const { cap, keyHash, capSubjects, organisationId } = spec;
  const hasTokens = () => lease.free >= cap;
  const isShort = () => !hasTokens() || capSubjects.some((subject) => lease.capFree(subject) < cap);
  const take = () => lease.take({ tokens: cap, keyHash, subjects: capSubjects });
  if (cap === 0 || !isShort()) return null;
  await chargeInDatabase(env, organisationId, take, isShort);
  if (!isShort()) return null;
  return hasTokens() ? "capped" : "insufficient";
}

/** Does the work that is due. Idempotent. False when nothing is left to store and the object may forget the batch. */
export async function driveBatch(batch: StoredBatch, now: number): Promise<boolean> {
  const { spec, lease } = batch;
  const { state } = batch.progress;
  if (state === "ended") {
    await tellEnd(batch);
    return isKept(batch, now);
  }
  if (state === "creating") return true;
  batch.takeBackLost(now);
  if (now - spec.createdAt > BATCH_LIFETIME_MS) batch.stop("expired");
  await checkStanding(batch, now);
  await startIfQueued(batch);
  await fillWindow(batch, now);
  await lease.flush();
  if (batch.progress.uncounted > 0) await countForFreeMisses(batch, 0);
  await endIfDone(batch);
  if (now - batch.statusKeptAt > KEEP_STATUS_MS) await keepStatus(batch, now);
  return isKept(batch, now);
}

function isKept({ spec, progress: { endedAt, deletedAt } }: StoredBatch, now: number): boolean {
  return endedAt === null || (!deletedAt && now < endedAt + spec.resultsDays * DAY_MS);
}

/** When {@link driveBatch} has to run next. */
export function nextDriveAt({ spec, progress, items, lease }: StoredBatch, now: number): number {
  const { state, endedAt, isTold } = progress;
  if (state === "ended") return isTold ? (endedAt ?? now) + spec.resultsDays * DAY_MS : now + TICK_MS;
  if (state === "creating") return Math.max(spec.createdAt + CREATION_MS, now + TICK_MS);
  if (state === "queued") return now + QUEUED_MS;
  const { sent = 0, running = 0 } = items.count();
  const isBusy = sent + running > 0;
  return now + (lease.isDue || !isBusy ? TICK_MS : WATCH_MS);
}

/** Queues as many items as the window and the lease allow. */
export async function fillWindow(batch: StoredBatch, now: number): Promise<void> {
  const { env, spec, items } = batch;
  if (batch.progress.state !== "running") return;
  const { todo = 0, sent = 0, running = 0 } = items.count();
  const cost = Math.max(spec.cost, spec.match?.cost ?? 0);
  const payable = cost === 0 ? batch.window : Math.floor(batch.payable / cost) - sent;
  if (payable <= 0 && sent + running === 0 && todo > 0) return batch.stop("cap_reached");
  const messages = items.send(spec.id, Math.max(0, Math.min(batch.window - sent - running, payable)), now);
  if (messages.length === 0) return;
  try {
    await env.ITEMS.sendBatch(messages.map((body) => ({ body })));
  } catch (cause) {
    batch.logFailure(cause);
    items.unsend();
  }
}

/** Stops the batch when its key is no longer active, and sets its share of the window. Reads D1 every ten seconds. */
export async function checkStanding(batch: StoredBatch, now: number): Promise<void> {
  if (now - batch.standingReadAt < STANDING_MS) return;
  const { isGood, running } = await records.readStanding(batch.env, batch.spec, now);
  batch.standingReadAt = now;
  batch.share(running);
  if (!isGood) batch.stop("key_revoked");
}

export async function keepStatus(batch: StoredBatch, now: number): Promise<void> {
  await records.keepStatement(batch.env, batch.spec, batch.status(), now).run();
  batch.statusKeptAt = now;
}

/** Records the end in D1 and lets the next batch of the organisation start. Idempotent. */
export async function tellEnd(batch: StoredBatch): Promise<void> {
  const { env, spec, progress } = batch;
  if (progress.isTold) return;
  await records.recordBatchEnd(env, batch.status(), spec, Date.now());
  batch.save({ isTold: true });
  await refreshAccount(env, spec.organisationId);
  await records.wakeNextBatch(env, spec.organisationId);
}

/** At most two batches of an organisation run and share its window; the others wait. */
async function startIfQueued(batch: StoredBatch): Promise<void> {
  const { env, spec, progress } = batch;
  if (progress.state !== "queued") return;
  const running = await records.startBatch(env, spec.organisationId, spec.id);
  if (!running.includes(spec.id) || progress.state !== "queued") return;
  batch.save({ state: "running" });
  batch.share(running.length);
  const others = running.filter((id) => id !== spec.id);
  // A batch that cannot be reached reads its standing itself within ten seconds.
  await Promise.allSettled(others.map((id) => records.batchOf(env, id).recheck()));
}

async function endIfDone(batch: StoredBatch): Promise<void> {
  const { items, lease, progress } = batch;
  if (progress.state === "queued" || progress.state === "ended") return;
  const { todo = 0, sent = 0, running = 0, succeeded = 0, failed = 0 } = items.count();
  if (todo + sent + running > 0) return;
  await lease.giveBack();
  if (lease.isOpen || lease.isDue) return;
  const stopped = progress.stopped ?? "completed";
  const isUnused = succeeded + failed === 0 && (stopped === "cancelled" || stopped === "key_revoked");
  const endedAt = Date.now();
  // A list that was not run has no results to keep, and must not take up storage for free.
  batch.save({ state: "ended", stopped, endedAt, deletedAt: isUnused ? endedAt : null });
  await tellEnd(batch);
}
