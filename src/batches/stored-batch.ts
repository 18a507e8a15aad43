import { Lease } from "../ledger/lease.ts";
import { payerOf } from "../ledger/payer.ts";
import { isoTime } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { DAY_MS } from "../lib/time.ts";
import { ledgerOf } from "../platform/ledgers.ts";
import type { BatchLine, BatchProgress, BatchSpec, ItemState, StopReason } from "./batch-types.ts";
import { ItemStore } from "./item-store.ts";

const TABLE = "CREATE TABLE batch (one INTEGER PRIMARY KEY, spec_json TEXT NOT NULL, progress_json TEXT NOT NULL)";

/** A batch in the storage of its object: its specification, progress, items and lease. Every method is synchronous. */
export class StoredBatch {
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  readonly spec: BatchSpec;
  readonly progress: BatchProgress;
  readonly items: ItemStore;
  readonly lease: Lease;
  /** Limit of items sent or running. The organisation's running batches share its window. */
  window: number;
  /** When the batch's standing was last read from D1, and when its status was last written there. */
  standingReadAt = 0;
  statusKeptAt = 0;

  constructor(env: Env, storage: DurableObjectStorage, spec: BatchSpec, progress: BatchProgress) {
    this.env = env;
    this.storage = storage;
    this.spec = spec;
    this.progress = progress;
    this.window = spec.window;
    this.items = new ItemStore(storage.sql);
    const holder = { organisationId: spec.organisationId, holder: spec.id };
    this.lease = new Lease(storage, env.DB, holder, undefined, ledgerOf(env, spec.organisationId));
    // Of a lease that is taken again after a restore of D1.
    this.lease.sizeAt = () => Math.max(0, spec.cap - this.progress.charged - this.lease.calls.openTokens);
  }

  /** Tokens that items may still cost. A lease that is taken again has no reserve of the key's caps. */
  get payable(): number {
    return Math.min(this.lease.free, ...this.spec.capSubjects.map((subject) => this.lease.capFree(subject)));
  }

  save(changes: Partial<BatchProgress>): void {
    Object.assign(this.progress, changes);
    this.storage.sql.exec("UPDATE batch SET progress_json = ?", JSON.stringify(this.progress));
  }

  queue(lines: BatchLine[]): void {
    this.storage.transactionSync(() => {
      this.items.insert(lines);
      this.save({ state: "queued" });
    });
  }

  /** Sets the batch's share of the organisation's window. */
  share(running: number): void {
    this.window = Math.max(1, Math.floor(this.spec.window / Math.max(1, running)));
  }

  status(): BatchStatus {
    const { distinct, duplicates, invalid_count: invalid } = this.spec.estimate;
    // The lines are not stored yet.
    const isCreating = this.progress.state === "creating";
    const counts = isCreating ? { todo: distinct, duplicate: duplicates, invalid } : this.items.count();
    return describeBatch(this.spec, this.progress, counts);
  }

  /** Starts no more items; running ones may finish. No effect once the batch is stopping or has ended. */
  stop(reason: StopReason): void {
    const { state } = this.progress;
    if (state !== "queued" && state !== "running") return;
    this.storage.transactionSync(() => {
      this.#dropWaiting(reason);
      this.save({ state: "cancelling", stopped: reason, stoppedAt: Date.now() });
    });
  }

  /** Takes back lines whose message or run is lost. A batch that is stopping ends them in the same transaction. */
  takeBackLost(now: number): void {
    this.storage.transactionSync(() => {
      const lost = this.items.takeBackLost(now);
      this.dropIfStopping();
      // After what may fail: the lease's memory does not roll back with the transaction.
      for (const callId of lost) this.lease.calls.end(callId, "released", 0, now);
    });
  }

  /** Ends lines that have come back to waiting while the batch is stopping. */
  dropIfStopping(): void {
    const { state, stopped } = this.progress;
    if (state === "cancelling" && stopped) this.#dropWaiting(stopped);
  }

  #dropWaiting(reason: StopReason): void {
    this.items.drop(reason === "cap_reached" ? "skipped" : reason === "expired" ? "expired" : "cancelled");
  }

  logFailure(cause: unknown): void {
    log("error", "batch_not_driven", { batch: this.spec.id, cause });
  }
}

/** The batch in the storage, or null. */
export function loadBatch(env: Env, storage: DurableObjectStorage): StoredBatch | null {
  const tables = storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'batch'").toArray();
  if (tables.length === 0) return null;
  const [row] = storage.sql.exec<{ spec_json: string; progress_json: string }>("SELECT * FROM batch").toArray();
  return row ? new StoredBatch(env, storage, JSON.parse(row.spec_json), JSON.parse(row.progress_json)) : null;
}

/** Stores a new batch without its lines: a refused batch must not cost their rows. */
export function storeBatch(env: Env, storage: DurableObjectStorage, spec: BatchSpec): StoredBatch {
  const never = { stopped: null, stoppedAt: null, endedAt: null, deletedAt: null };
  const progress: BatchProgress = { state: "creating", ...never, charged: 0, uncounted: 0, isTold: false };
  return storage.transactionSync(() => {
    storage.sql.exec(TABLE);
    const insert = "INSERT INTO batch (one, spec_json, progress_json) VALUES (1, ?, ?)";
    storage.sql.exec(insert, JSON.stringify(spec), JSON.stringify(progress));
    return new StoredBatch(env, storage, spec, progress);
  });
}

const POLL_SECONDS = 5;

export type BatchStatus = ReturnType<typeof describeBatch>;

/** A batch as its tools show it. */
function describeBatch(
  spec: BatchSpec,
  { state, stopped, stoppedAt, charged, endedAt, deletedAt }: BatchProgress,
  items: Partial<Record<ItemState, number>>,
) {
  const { todo = 0, sent = 0, running = 0, invalid = 0, duplicate: duplicates = 0 } = items;
  const { succeeded = 0, failed = 0, skipped = 0, cancelled = 0, expired = 0 } = items;
  const processing = todo + sent + running;
  const inputs = processing + invalid + duplicates + succeeded + failed + skipped + cancelled + expired;
  const isEnded = state === "ended";
  const left = spec.cap - charged;
  const path = `${spec.baseUrl}/api/v0/batches/${spec.id}`;
  const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    id: spec.id,
    name: spec.name,
    tool: spec.tool,
    /** A key's id, `con_` and a connection's id, or `console`. */
    made_by: payerOf({ id: spec.keyId, connectionId: spec.connectionId }) as string | null,
    status: state === "creating" ? "queued" : state,
    stopped_reason: stopped,
    counts: { inputs, duplicates, invalid, succeeded, failed, skipped, cancelled, expired, processing },
    tokens: { max: spec.cap, reserved: isEnded ? 0 : left, charged, returned: isEnded ? left : 0 },
    estimate: spec.estimate,
    poll_after_seconds: isEnded ? null : POLL_SECONDS,
    created_at: isoTime(spec.createdAt),
    /** When it was stopped before its end; lines that ran then may still finish. */
    stopped_at: timeOrNull(stoppedAt),
    ended_at: timeOrNull(endedAt),
    /** When the results are deleted; null before the end, a past time once they are gone. */
    expires_at: timeOrNull(endedAt && (deletedAt ?? endedAt + spec.resultsDays * DAY_MS)),
    results: {
      jsonl: `${path}/results.jsonl`,
      csv: `${path}/results.csv`,
      unanswered_csv: `${path}/unanswered.csv`,
    },
  };
}
