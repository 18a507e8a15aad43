import { DurableObject } from "cloudflare:workers";
import { BATCH_LIFETIME_MS } from "../config.ts";
import { accountOf, chargeInDatabase, refreshAccount } from "../ledger/account.ts";
import { Lease } from "../ledger/lease.ts";
import { payerOf } from "../ledger/payer.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { DAY_MS } from "../lib/time.ts";
import {
  deleteBatchRecord,
  insertBatch,
  isKeyGood,
  keepBatchStatus,
  recordBatchEnd,
  startBatch,
  wakeNextBatch,
} from "./batch-records.ts";
import type {
  BatchSpec,
  BatchStatus,
  Job,
  Line,
  Outcome,
  Page,
  Progress,
  ResultLine,
  StopReason,
} from "./batch-types.ts";
import { describeBatch } from "./describe-batch.ts";
import { ItemStore } from "./item-store.ts";

/** A batch whose creation broke off is given up after this long. */
const CREATION_MS = 60_000;
const TICK_MS = 1_000;
const WATCH_MS = 5_000;
const QUEUED_MS = 10_000;
const KEY_CHECK_MS = 10_000;
const TOUCH_MS = 60_000;

export type Created =
  | { status: "created"; batch: BatchStatus }
  | { status: "insufficient" }
  | { status: "capped" }
  /** The organisation has as many unfinished batches as it may have. */
  | { status: "too_many" };

/** Lines that one request for erasure looks at. */
const LINES_OF_A_SEARCH = 500;

/**
 * One per batch, addressed by its id. It holds the batch's items, their answers and its lease, and decides everything: the
 * queue only rings. An answer and what it cost are one transaction here; the lease tells D1 within about a second. Driven
 * by its alarm; every method may be repeated. Methods other than `create` answer null when there is no such batch any more.
 */
export class BatchRunner extends DurableObject<Env> {
  #spec: BatchSpec | null = null;
  #progress: Progress = { state: "creating", stopped: null, charged: 0, uncounted: 0, endedAt: null, isTold: false };
  #items: ItemStore | null = null;
  #lease: Lease | null = null;
  #alarmAt = Number.POSITIVE_INFINITY;
  #keyCheckedAt = 0;
  #touchedAt = 0;
  #creation: Promise<Created> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const tables = ctx.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'batch'").toArray();
    if (tables.length === 0) return;
    const [row] = ctx.storage.sql.exec<{ spec_json: string; progress_json: string }>("SELECT * FROM batch").toArray();
    if (!row) return;
    this.#progress = JSON.parse(row.progress_json);
    this.#open(JSON.parse(row.spec_json));
    if (this.#progress.state === "ended" && this.#progress.isTold) return;
    // Messages may have been lost with whatever ended the object before.
    this.#items?.unsend();
    this.#arm(Date.now() + TICK_MS);
  }

  #open(spec: BatchSpec): { items: ItemStore; lease: Lease } {
    this.#spec = spec;
    const { storage } = this.ctx;
    const lease = new Lease(storage, this.env.DB, { organisationId: spec.organisationId, holder: spec.id });
    const items = new ItemStore(storage.sql);
    this.#lease = lease;
    this.#items = items;
    return { items, lease };
  }

  /** Stores the lines and reserves the cap; then the batch runs, or waits for its turn. Throws when D1 is out of reach. */
  create(spec: BatchSpec, lines: Line[]): Promise<Created> {
    // A form that is sent twice must not reserve the cap twice.
    this.#creation ??= this.#create(spec, lines).finally(() => {
      this.#creation = null;
    });
    return this.#creation;
  }

  async #create(spec: BatchSpec, lines: Line[]): Promise<Created> {
    if (!this.#spec) {
      this.ctx.storage.transactionSync(() => {
        const table =
          "CREATE TABLE batch (one INTEGER PRIMARY KEY, spec_json TEXT NOT NULL, progress_json TEXT NOT NULL)";
        this.ctx.storage.sql.exec(table);
        const insert = "INSERT INTO batch (one, spec_json, progress_json) VALUES (1, ?, ?)";
        this.ctx.storage.sql.exec(insert, JSON.stringify(spec), JSON.stringify(this.#progress));
        this.#open(spec).items.insert(lines);
      });
      this.#arm(Date.now() + CREATION_MS);
    }
    const refusal = await this.#reserve(spec);
    if (refusal) {
      await this.#forget();
      return { status: refusal };
    }
    if (!(await insertBatch(this.env, spec.organisationId, this.#status(spec), Date.now()))) {
      await this.#returnReserve(spec);
      await this.#forget();
      return { status: "too_many" };
    }
    if (this.#progress.state === "creating") this.#save({ state: "queued" });
    await this.#work(Date.now()).catch((cause: unknown) => this.#logFailure(cause));
    this.#arm(Date.now() + TICK_MS);
    return { status: "created", batch: this.#status(spec) };
  }

  /** Takes the cap out of the balance, and out of the spending caps of its key; what was taken in vain goes back. */
  async #reserve(spec: BatchSpec): Promise<"insufficient" | "capped" | null> {
    const lease = this.#lease as Lease;
    const { cap, keyHash, capSubjects, organisationId } = spec;
    const hasTokens = () => lease.free >= cap;
    const isShort = () => !hasTokens() || capSubjects.some((subject) => lease.capFree(subject) < cap);
    const take = () => lease.take({ tokens: cap, keyHash, subjects: capSubjects });
    if (cap === 0 || !isShort()) return null;
    await chargeInDatabase(this.env, organisationId, take, isShort);
    if (!isShort()) return null;
    const refusal = hasTokens() ? "capped" : "insufficient";
    await this.#returnReserve(spec);
    return refusal;
  }

  async #returnReserve({ organisationId }: BatchSpec): Promise<void> {
    await this.#lease?.giveBack();
    await refreshAccount(this.env, organisationId);
  }

  status(): BatchStatus | null {
    return this.#spec && this.#progress.state !== "creating" ? this.#status(this.#spec) : null;
  }

  /** A page of results; null when they have been deleted. */
  results(page: Page): ResultLine[] | null {
    if (!this.#items) return null;
    if ("lineAfter" in page) return this.#items.linesAfter(page.lineAfter, page.limit);
    return this.#items.finishedAfter(page.finishedAfter, page.limit);
  }

  columns(): string[] {
    return this.#spec?.columns ?? [];
  }

  /** The consumer has a message: what to run, or null when the message is out of date or the batch has stopped. */
  begin(index: number, attempt: number): Job | null {
    const { state } = this.#progress;
    if (!this.#spec || !this.#items || !this.#lease || state !== "running") return null;
    const { id, cost, capSubjects, tool, organisationId, keyId, connectionId, plan, baseUrl, ownHosts, requestHost } =
      this.#spec;
    const now = Date.now();
    // Sent items were counted against what is free, so a hold that is refused means an older message.
    if (this.#lease.free < cost) return null;
    const callId = newId(now);
    const [items, lease] = [this.#items, this.#lease];
    const input = this.ctx.storage.transactionSync(() => {
      const arguments_ = items.begin(index, attempt, callId, now);
      if (!arguments_ || cost === 0) return arguments_;
      const call = {
        id: callId,
        keyId: payerOf({ id: keyId, connectionId }),
        tool,
        held: cost,
        tokens: 0,
        state: "open" as const,
        label: id,
      };
      const { status } = lease.hold({ ...call, subjects: capSubjects, beganAt: now, endedAt: 0 });
      if (status !== "held") throw new Error(`a call of a batch is ${status}`);
      return arguments_;
    });
    if (!input) return null;
    return { callId, tool, input, organisationId, keyId, connectionId, plan, baseUrl, ownHosts, requestHost };
  }

  /** How the run of an item ended. False when that attempt no longer counts: then nothing is charged for it. */
  async finish(index: number, attempt: number, outcome: Outcome): Promise<boolean> {
    if (!this.#spec || !this.#items?.callOf(index, attempt)) return false;
    const isFree = outcome.ok && outcome.isMiss && (await this.#isMissFree(this.#spec.cost));
    const [items, lease, now] = [this.#items, this.#lease, Date.now()];
    const callId = items.callOf(index, attempt);
    if (!callId) return false;
    const tokens = outcome.ok && !isFree ? this.#spec.cost : 0;
    this.ctx.storage.transactionSync(() => {
      lease?.end(callId, outcome.ok ? "settled" : "released", tokens, now);
      if (outcome.ok) {
        items.succeed(index, outcome.answerJson, tokens);
      } else {
        const mayRetry = outcome.mayRetry && this.#progress.state === "running";
        items.fail(index, outcome.error, mayRetry, outcome.retryAfterSeconds, now);
      }
      if (tokens > 0)
        this.#save({ charged: this.#progress.charged + tokens, uncounted: this.#progress.uncounted + tokens });
    });
    this.#arm(now + TICK_MS);
    await this.#fill(now);
    return true;
  }

  /** Nothing new begins; what runs may finish and is charged. After the end it changes nothing. */
  async cancel(): Promise<BatchStatus | null> {
    if (!this.#spec) return null;
    this.#stop("cancelled");
    await this.#work(Date.now()).catch((cause: unknown) => this.#logFailure(cause));
    this.#arm(Date.now() + TICK_MS);
    return this.#status(this.#spec);
  }

  /** Deletes inputs and results for good. False while the batch has not ended. */
  async delete(): Promise<boolean> {
    if (!this.#spec) return true;
    if (this.#progress.state !== "ended") return false;
    await this.#tellEnd(this.#spec);
    await this.#keepStatus(this.#spec, Date.now());
    await this.#forget();
    return true;
  }

  /**
   * Looks through lines from `from` on for a person: lines that have all the terms of one of the lists, folded by `foldText`.
   * With `erases`, what was sent and answered in them is deleted; one that waits or runs is not run any more. `next` is null
   * after the last line.
   */
  searchPerson(termLists: string[][], from: number, erases: boolean): { found: number; next: number | null } {
    const items = this.#items;
    if (!items) return { found: 0, next: null };
    const { found, next } = items.search(termLists, from, LINES_OF_A_SEARCH);
    if (erases) {
      this.ctx.storage.transactionSync(() => {
        for (const index of found) {
          const callId = items.erase(index);
          if (callId) this.#lease?.end(callId, "released", 0, Date.now());
        }
      });
      if (this.#progress.state !== "ended") this.#arm(Date.now() + TICK_MS);
    }
    return { found: found.length, next };
  }

  /** Keys have been revoked: is this batch's among them? */
  async checkKey(): Promise<void> {
    this.#keyCheckedAt = 0;
    await this.#checkKey(Date.now());
    this.#arm(Date.now() + TICK_MS);
  }

  /** For the cron: whatever is due is done, should the alarm have been lost. */
  wake(): void {
    if (this.#spec && this.#progress.state !== "ended") this.#arm(Date.now());
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    try {
      await this.#work(Date.now());
    } catch (cause) {
      this.#logFailure(cause);
    } finally {
      const next = this.#nextWorkAt(Date.now());
      if (next !== null) this.#arm(next);
    }
  }

  async #work(now: number): Promise<void> {
    const [spec, items, lease] = [this.#spec, this.#items, this.#lease];
    if (!spec || !items || !lease) return;
    const { state, endedAt } = this.#progress;
    if (state === "ended") {
      await this.#tellEnd(spec);
      if (endedAt !== null && now >= endedAt + spec.resultsDays * DAY_MS) await this.#forget();
      return;
    }
    if (state === "creating") {
      if (now - spec.createdAt < CREATION_MS) return;
      await lease.giveBack();
      await deleteBatchRecord(this.env, spec.id);
      return this.#forget();
    }
    this.ctx.storage.transactionSync(() => {
      for (const callId of items.takeBackLost(now)) lease.end(callId, "released", 0, now);
    });
    if (now - spec.createdAt > BATCH_LIFETIME_MS) this.#stop("expired");
    await this.#checkKey(now);
    if (this.#progress.state === "queued") await this.#start(spec);
    await this.#fill(now);
    await lease.flush();
    if (this.#progress.uncounted > 0) await this.#isMissFree(0);
    await this.#endIfDone(spec);
    if (now - this.#touchedAt > TOUCH_MS) await this.#keepStatus(spec, now);
  }

  /** An organisation has two batches running at most; the others wait. */
  async #start({ id, organisationId }: BatchSpec): Promise<void> {
    const isRunning = await startBatch(this.env, organisationId, id);
    if (isRunning && this.#progress.state === "queued") this.#save({ state: "running" });
  }

  /** Rings for as many items as may run and can be paid. */
  async #fill(now: number): Promise<void> {
    const [spec, items, lease] = [this.#spec, this.#items, this.#lease];
    if (!spec || !items || !lease || this.#progress.state !== "running") return;
    const [sent, running] = [items.countIn("sent"), items.countIn("running")];
    const payable = spec.cost === 0 ? spec.window : Math.floor(lease.free / spec.cost) - sent;
    if (payable <= 0 && sent + running === 0 && items.countIn("todo") > 0) return this.#stop("cap_reached");
    const messages = items.send(spec.id, Math.min(spec.window - sent - running, payable), now);
    if (messages.length === 0) return;
    try {
      await this.env.ITEMS.sendBatch(messages.map((body) => ({ body })));
    } catch (cause) {
      this.#logFailure(cause);
      items.unsend();
    }
  }

  #stop(reason: StopReason): void {
    const { state } = this.#progress;
    if (state !== "queued" && state !== "running") return;
    this.ctx.storage.transactionSync(() => {
      this.#items?.drop(reason === "cap_reached" ? "skipped" : reason === "expired" ? "expired" : "cancelled");
      this.#save({ state: "cancelling", stopped: reason });
    });
  }

  async #endIfDone(spec: BatchSpec): Promise<void> {
    const [items, lease] = [this.#items as ItemStore, this.#lease as Lease];
    const { state, stopped } = this.#progress;
    if (state === "queued" || state === "ended") return;
    if (items.countIn("todo") + items.countIn("sent") + items.countIn("running") > 0) return;
    await lease.giveBack();
    if (lease.isOpen || lease.isDue) return;
    this.#save({ state: "ended", stopped: stopped ?? "completed", endedAt: Date.now() });
    await this.#tellEnd(spec);
  }

  async #tellEnd(spec: BatchSpec): Promise<void> {
    if (this.#progress.isTold) return;
    await recordBatchEnd(this.env, this.#status(spec), spec, Date.now());
    this.#save({ isTold: true });
    await refreshAccount(this.env, spec.organisationId);
    await wakeNextBatch(this.env, spec.organisationId);
  }

  async #checkKey(now: number): Promise<void> {
    const spec = this.#spec;
    if (!spec || now - this.#keyCheckedAt < KEY_CHECK_MS) return;
    const isGood = await isKeyGood(this.env, spec, now);
    this.#keyCheckedAt = now;
    if (!isGood) this.#stop("key_revoked");
  }

  async #isMissFree(tokens: number): Promise<boolean> {
    const { uncounted } = this.#progress;
    try {
      const account = accountOf(this.env, (this.#spec as BatchSpec).organisationId);
      const isFree = await account.countBatch(uncounted, tokens);
      this.#save({ uncounted: this.#progress.uncounted - uncounted });
      return isFree;
    } catch {
      // The customer does not pay for an account object that cannot be reached.
      return true;
    }
  }

  async #keepStatus(spec: BatchSpec, now: number): Promise<void> {
    await keepBatchStatus(this.env, this.#status(spec), now);
    this.#touchedAt = now;
  }

  #status(spec: BatchSpec): BatchStatus {
    return describeBatch(spec, this.#progress, this.#items?.count() ?? {});
  }

  async #forget(): Promise<void> {
    this.#spec = null;
    this.#items = null;
    this.#lease = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  #nextWorkAt(now: number): number | null {
    if (!this.#spec || !this.#items) return null;
    const { state, endedAt, isTold } = this.#progress;
    if (state === "ended") return isTold ? (endedAt ?? now) + this.#spec.resultsDays * DAY_MS : now + TICK_MS;
    if (state === "creating") return Math.max(this.#spec.createdAt + CREATION_MS, now + TICK_MS);
    if (state === "queued") return now + QUEUED_MS;
    const isBusy = this.#items.countIn("sent") + this.#items.countIn("running") > 0;
    return now + (this.#lease?.isDue || !isBusy ? TICK_MS : WATCH_MS);
  }

  #save(changes: Partial<Progress>): void {
    Object.assign(this.#progress, changes);
    this.ctx.storage.sql.exec("UPDATE batch SET progress_json = ?", JSON.stringify(this.#progress));
  }

  #logFailure(cause: unknown): void {
    log("error", "batch_not_driven", { batch: this.#spec?.id, cause });
  }

  #arm(at: number): void {
    if (at >= this.#alarmAt) return;
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}
