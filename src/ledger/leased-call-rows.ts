import type { LeaseCaps } from "./lease-caps.ts";

/** A call paid from a lease. `subjects` are the caps that it counts against; times are milliseconds. */
export type LeasedCall = {
  id: string;
  keyId: string;
  tool: string;
  held: number;
  /** Tokens charged; 0 while the call is open. */
  tokens: number;
  state: "open" | "settled" | "released";
  label: string | null;
  subjects: string[];
  beganAt: number;
  endedAt: number;
  /** It was answered from what is stored. */
  isWarm?: boolean;
};

/** `exchange` is the sequence number of the exchange that writes the call to D1; 0 before that. */
export type CallRow = LeasedCall & { slot: number; exchange: number };

/** Ended calls are kept this long, so that a repeated settlement finds them. */
const ENDED_KEPT_MS = 60_000;

/**
 * The calls of a lease in its holder's SQLite storage, mirrored in memory. The row of a call is written at its begin and at its
 * end, and then reused: a deletion would be billed as another row written. The use of caps is stored in the same transaction.
 */
export class LeasedCallRows {
  readonly #sql: SqlStorage;
  readonly #caps: LeaseCaps;
  readonly #byId = new Map<string, CallRow>();
  /** Rows already written to D1, oldest first, which the next calls overwrite. */
  readonly #reusable = new Set<CallRow>();
  #slots = 0;
  readonly #unsaved = new Map<number, CallRow>();
  #saving: Promise<void> | undefined;
  /** Set by a holder that awaits {@link stored} before it responds, so that concurrent calls share a write. */
  sharesWrites = false;

  constructor(storage: DurableObjectStorage, caps: LeaseCaps) {
    this.#sql = storage.sql;
    this.#caps = caps;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lease_calls (slot INTEGER PRIMARY KEY, call_json TEXT NOT NULL)");
    const stored = [...this.#sql.exec<{ slot: number; call_json: string }>("SELECT * FROM lease_calls")];
    const rows = stored.map(({ slot, call_json }): CallRow => ({ ...JSON.parse(call_json), slot }));
    // The rows of those that ended first are overwritten first.
    for (const row of rows.sort((one, other) => one.endedAt - other.endedAt)) {
      this.#slots = Math.max(this.#slots, row.slot);
      this.#byId.set(row.id, row);
    }
  }

  all(): CallRow[] {
    return [...this.#byId.values()];
  }

  find(id: string): CallRow | undefined {
    return this.#byId.get(id);
  }

  /**
   * Stores a new call, in the row of one that ended long ago if there is such. A restarted object needs the calls of exchanges
   * after `savedSequence`, or it takes their tokens for unused.
   */
  add(call: LeasedCall, savedSequence: number): CallRow {
    return this.replace({ ...call, exchange: 0, slot: this.#freeSlot(call.beganAt, savedSequence) });
  }

  replace(row: CallRow): CallRow {
    this.#byId.set(row.id, row);
    this.#unsaved.set(row.slot, row);
    if (!this.sharesWrites) this.save();
    return row;
  }

  /** The call is in D1, or never will be. */
  release(row: CallRow): void {
    this.#reusable.add(row);
  }

  #freeSlot(now: number, savedSequence: number): number {
    const [oldest] = this.#reusable;
    if (!oldest || now - oldest.endedAt < ENDED_KEPT_MS || oldest.exchange > savedSequence) return ++this.#slots;
    this.#reusable.delete(oldest);
    this.#byId.delete(oldest.id);
    return oldest.slot;
  }

  /**
   * Resolves once every call that has begun or ended is stored. A storage transaction is the most expensive step of a call,
   * so concurrent calls share one; `atOnce` stores now, in the transaction of the caller's own writes.
   */
  async stored(atOnce: boolean): Promise<void> {
    if (atOnce) return this.save();
    this.#saving ??= scheduler.wait(0).then(() => {
      this.#saving = undefined;
      this.save();
    });
    return this.#saving;
  }

  save(): void {
    for (const { slot, ...json } of this.#unsaved.values())
      this.#sql.exec("INSERT OR REPLACE INTO lease_calls (slot, call_json) VALUES (?, ?)", slot, JSON.stringify(json));
    this.#unsaved.clear();
    this.#caps.save();
  }
}
