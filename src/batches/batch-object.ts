import { DurableObject } from "cloudflare:workers";
import { newId } from "../lib/ids.ts";
import { openBindings } from "../platform/bindings.ts";
import type { BatchLine, BatchSpec, ItemJob, ItemOutcome, ResultLine, ResultsPage } from "./batch-types.ts";
import * as drive from "./drive-batch.ts";
import { beginItem, finishItem, matchedLine } from "./run-item.ts";
import type { BatchStatus } from "./stored-batch.ts";
import { loadBatch, type StoredBatch, storeBatch } from "./stored-batch.ts";

/** `dropped`: an earlier creation broke off and was just undone, so the request has to be sent again. */
export type Created = { status: "created"; batch: BatchStatus } | { status: "dropped" } | drive.Refusal;

/** Lines searched by one RPC of an access or erasure request. */
const LINES_OF_A_SEARCH = 500;

/**
 * One object per batch, addressed by the batch's id. It holds the items, their answers and the lease, and is the only place
 * that changes their state: queue messages only trigger work. An answer and its charge are one transaction here; the lease
 * writes charges to D1 within about a second. Its alarm drives it; every method is idempotent. Methods other than `create`
 * return null once the batch is deleted.
 */
export class BatchRunner extends DurableObject<Env> {
  #batch: StoredBatch | null;
  #alarmAt = Number.POSITIVE_INFINITY;
  #creation: Promise<Created> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, openBindings(env));
    this.#batch = loadBatch(this.env, ctx.storage);
    if (!this.#batch) return;
    const { progress, items } = this.#batch;
    if (progress.state === "ended" && progress.isTold) return;
    // Messages may have been lost with the previous instance.
    items.unsend();
    this.#arm(Date.now() + drive.TICK_MS);
  }

  /** Reserves the cap and stores the lines; the batch then runs or waits for its turn. Throws when D1 is unreachable. */
  create(spec: BatchSpec, lines: BatchLine[]): Promise<Created> {
    if (!this.#batch) {
      this.#batch = storeBatch(this.env, this.ctx.storage, spec);
      this.#arm(Date.now() + drive.CREATION_MS);
    }
    return this.#admit(this.#batch, lines);
  }

  /** As `create` for a batch that the same request has created before, perhaps not to the end; null once it is deleted. */
  async createAgain(lines: BatchLine[]): Promise<Created | null> {
    return this.#batch && this.#admit(this.#batch, lines);
  }

  #admit(batch: StoredBatch, lines: BatchLine[]): Promise<Created> {
    return this.#inTurn(async () => {
      if (batch.progress.state !== "creating") return { status: "created", batch: batch.status() };
      const refusal = await drive.admitBatch(batch);
      if (refusal) {
        await this.#forget();
        return refusal;
      }
      batch.queue(lines);
      const queued = batch.status();
      await this.#drive(batch);
      return { status: "created", batch: this.#batch ? batch.status() : queued };
    });
  }

  /** One creation at a time: a request that is sent twice must not reserve the cap twice. */
  #inTurn(create: () => Promise<Created>): Promise<Created> {
    this.#creation ??= create().finally(() => {
      this.#creation = null;
    });
    return this.#creation;
  }

  async #dropCreation(batch: StoredBatch): Promise<void> {
    if (this.#creation || Date.now() - batch.spec.createdAt < drive.CREATION_MS) return;
    const dropped = this.#inTurn(async () => {
      await drive.dropAdmission(batch);
      await this.#forget();
      return { status: "dropped" };
    });
    await dropped.catch((cause: unknown) => batch.logFailure(cause));
  }

  status(): BatchStatus | null {
    return this.#batch && this.#batch.progress.state !== "creating" ? this.#batch.status() : null;
  }

  results(page: ResultsPage): ResultLine[] | null {
    if (!this.#batch) return null;
    const { items, spec } = this.#batch;
    const lines = items.page(page, spec.columns);
    return spec.match ? lines.map(matchedLine) : lines;
  }

  /** The caller's own columns, in their order; none when the results have been deleted. */
  columns(): string[] {
    return this.#batch?.spec.columns ?? [];
  }

  /** What to run as the call `callId`; null when the message is stale or the batch has stopped. Idempotent. */
  begin(index: number, attempt: number, callId = newId(Date.now())): ItemJob | null {
    return this.#batch && beginItem(this.#batch, index, attempt, callId);
  }

  /** Records how the run of an item ended. False when the attempt is stale; nothing is charged for it then. */
  async finish(index: number, attempt: number, outcome: ItemOutcome): Promise<boolean> {
    const batch = this.#batch;
    if (!batch || !(await finishItem(batch, index, attempt, outcome))) return false;
    const now = Date.now();
    this.#arm(now + drive.TICK_MS);
    await drive.fillWindow(batch, now);
    return true;
  }

  /** Starts no more items; running ones may finish and are charged. Null for a batch that is deleted. */
  async cancel(): Promise<BatchStatus | null> {
    // A batch is in D1, where callers find it, before its creation is over.
    await this.#creation?.catch(() => undefined);
    const batch = this.#batch;
    if (!batch) return null;
    batch.stop("cancelled");
    await this.#drive(batch);
    return this.#batch && batch.status();
  }

  async delete(): Promise<boolean> {
    const batch = this.#batch;
    if (!batch) return true;
    if (batch.progress.state !== "ended") return false;
    batch.save({ deletedAt: Date.now() });
    await drive.tellEnd(batch);
    await drive.keepStatus(batch, Date.now());
    await this.#forget();
    return true;
  }

  /** Lines from `from` with every term of a list (`foldTerms`), erased with `erases`. `next` is null after the last. */
  searchPerson(termLists: string[][], from: number, erases: boolean): { found: number; next: number | null } {
    if (!this.#batch) return { found: 0, next: null };
    const { items, lease, progress } = this.#batch;
    const { found, next } = items.search(termLists, from, LINES_OF_A_SEARCH);
    if (erases) {
      this.ctx.storage.transactionSync(() => {
        for (const index of found) {
          const callId = items.erase(index);
          if (callId) lease.calls.end(callId, "released", 0, Date.now());
        }
      });
      if (progress.state !== "ended") this.#arm(Date.now() + drive.TICK_MS);
    }
    return { found: found.length, next };
  }

  /** Reads the batch's standing again, because keys were revoked or another batch of the organisation started. */
  async recheck(): Promise<void> {
    if (!this.#batch) return;
    this.#batch.standingReadAt = 0;
    await drive.checkStanding(this.#batch, Date.now());
    this.#arm(Date.now() + drive.TICK_MS);
  }

  /** For the cron: recovers from a lost alarm. D1 does not know the end of a batch when it was restored to a moment before. */
  async wake(): Promise<void> {
    if (!this.#batch) return;
    if (this.#batch.progress.state === "ended") {
      await this.#batch.lease.closeStrays();
      this.#batch.save({ isTold: false });
    }
    this.#arm(Date.now());
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    const batch = this.#batch;
    if (!batch) return;
    if (batch.progress.state !== "creating") return this.#drive(batch);
    await this.#dropCreation(batch);
    if (this.#batch) this.#arm(drive.nextDriveAt(batch, Date.now()));
  }

  /** Never throws: Cloudflare stops retrying an alarm that keeps throwing. */
  async #drive(batch: StoredBatch): Promise<void> {
    try {
      if (!(await drive.driveBatch(batch, Date.now()))) return await this.#forget();
    } catch (cause) {
      batch.logFailure(cause);
    }
    this.#arm(drive.nextDriveAt(batch, Date.now()));
  }

  async #forget(): Promise<void> {
    this.#batch = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  #arm(at: number): void {
    if (at >= this.#alarmAt) return;
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}
