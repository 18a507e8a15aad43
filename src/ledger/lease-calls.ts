import { LeaseCaps } from "./lease-caps.ts";

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

export type NewCall = Omit<LeasedCall, "tokens" | "state" | "endedAt">;
/** `exchange` is the sequence number of the exchange that writes the call to D1; 0 before that. */
type CallRow = LeasedCall & { slot: number; exchange: number };

/** Ended calls are kept this long, so that a repeated settlement finds them. */
const ENDED_KEPT_MS = 60_000;
/** D1 takes parameters of 2 MB. */
const MAX_CALLS_OF_AN_EXCHANGE = 1_000;

/**
 * The calls of a lease in its holder's SQLite storage, mirrored in memory. The row of a call is written at its begin and at its
 * end, and then reused: a deletion would be billed as another row written. The use of caps is stored in the same transaction.
 */
export class LeasedCalls {
  readonly #sql: SqlStorage;
  readonly caps: LeaseCaps;
  readonly #byId = new Map<string, CallRow>();
  /** Rows already written to D1, oldest first, which the next calls overwrite. */
  readonly #reusable = new Set<CallRow>();
  readonly #unsaved = new Map<number, CallRow>();
  /** Ended calls that are not known to be in D1, by the exchange that writes them. */
  readonly #ended = new Map<number, CallRow[]>();
  /** Those that are not known to be in a database of their own (platform/ledgers.ts). */
  readonly #unlisted = new Set<CallRow>();
  /** The exchange that writes calls that end now. */
  #next: number;
  #slots = 0;
  #openCount = 0;
  #saving: Promise<void> | undefined;
  /** Held by open calls. */
  openTokens = 0;
  /** Charged for ended calls that are not known to be in D1. */
  endedTokens = 0;
  /** A restarted object needs the calls of exchanges after this one, or it takes their tokens for unused. */
  savedSequence: number;
  /** Set by a holder that awaits {@link stored} before it responds, so that concurrent calls share a write. */
  sharesWrites = false;

  /** `savedSequence` is that of the last exchange that a restarted object knows of, `next` that of the first one after now. */
  constructor(storage: DurableObjectStorage, savedSequence: number, next: number) {
    this.#sql = storage.sql;
    this.caps = new LeaseCaps(storage);
    this.savedSequence = savedSequence;
    this.#next = next;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lease_calls (slot INTEGER PRIMARY KEY, call_json TEXT NOT NULL)");
    const stored = [...this.#sql.exec<{ slot: number; call_json: string }>("SELECT * FROM lease_calls")];
    const rows = stored.map(({ slot, call_json }): CallRow => ({ ...JSON.parse(call_json), slot }));
    // The rows of those that ended first are overwritten first.
    for (const row of rows.sort((one, other) => one.endedAt - other.endedAt)) {
      this.#slots = Math.max(this.#slots, row.slot);
      this.#byId.set(row.id, row);
      if (row.state === "open") this.#countOpen(row, 1);
      else if (row.exchange > savedSequence) this.#addEnded(row);
      else this.#reusable.add(row);
    }
  }

  find(id: string): LeasedCall | undefined {
    return this.#byId.get(id);
  }

  open(): CallRow[] {
    return [...this.#byId.values()].filter(({ state }) => state === "open");
  }

  /** Stores a new call. */
  begin(call: NewCall): void {
    this.caps.use(call.subjects, call.held);
    const slot = this.#freeSlot(call.beganAt);
    this.#put({ ...call, tokens: 0, state: "open", endedAt: 0, exchange: 0, slot });
  }

  /** Ends an open call with a charge of `tokens`. Returns the ended call, or undefined for an unknown one. Synchronous. */
  end(id: string, state: "settled" | "released", tokens: number, now: number, isWarm?: boolean) {
    const call = this.#byId.get(id);
    if (call?.state !== "open") return call;
    this.caps.use(call.subjects, tokens - call.held);
    const ended = this.#put({ ...call, state, tokens, endedAt: now, isWarm, exchange: this.#nextExchange() });
    this.#addEnded(ended);
    return ended;
  }

  /** Stores an unknown call as ended, so that a later `begin` with this id finds it so. */
  forbid(id: string, now: number): void {
    if (this.#byId.has(id)) return;
    const call = { id, keyId: "", tool: "", held: 0, tokens: 0, state: "released" as const, label: null, subjects: [] };
    const times = { beganAt: now, endedAt: now };
    this.#reusable.add(this.#put({ ...call, ...times, exchange: 0, slot: this.#freeSlot(now) }));
  }

  #put(row: CallRow): CallRow {
    const before = this.#byId.get(row.id);
    if (before?.state === "open") this.#countOpen(before, -1);
    if (row.state === "open") this.#countOpen(row, 1);
    this.#byId.set(row.id, row);
    this.#unsaved.set(row.slot, row);
    if (!this.sharesWrites) this.save();
    return row;
  }

  #countOpen({ held }: CallRow, count: 1 | -1): void {
    this.#openCount += count;
    this.openTokens += count * held;
  }

  /** The row of a call that ended long ago, if there is such. */
  #freeSlot(now: number): number {
    const [oldest] = this.#reusable;
    if (!oldest || now - oldest.endedAt < ENDED_KEPT_MS || oldest.exchange > this.savedSequence) return ++this.#slots;
    this.#reusable.delete(oldest);
    this.#byId.delete(oldest.id);
    return oldest.slot;
  }

  #nextExchange(): number {
    if (this.endedBy(this.#next).length >= MAX_CALLS_OF_AN_EXCHANGE) this.#next++;
    return this.#next;
  }

  #addEnded(call: CallRow): void {
    this.endedTokens += call.tokens;
    this.#unlisted.add(call);
    this.#next = Math.max(this.#next, call.exchange);
    const waiting = this.#ended.get(call.exchange);
    if (waiting) waiting.push(call);
    else this.#ended.set(call.exchange, [call]);
  }

  /** Ended calls that an exchange writes to D1; the same however often it is sent. */
  endedBy(sequence: number): CallRow[] {
    return this.#ended.get(sequence) ?? [];
  }

  get hasEnded(): boolean {
    return this.#ended.size > 0;
  }

  /** Whether exchanges after `sequence` have ended calls to write. */
  hasEndedAfter(sequence: number): boolean {
    return this.#ended.keys().some((exchange) => exchange > sequence);
  }

  /** Calls that end from now on belong to an exchange after `sequence`. */
  closeUpTo(sequence: number): void {
    this.#next = Math.max(this.#next, sequence + 1);
  }

  /** The calls of an exchange are in D1. */
  noteWritten(sequence: number): void {
    for (const call of this.#takeEnded(sequence)) this.#reusable.add(call);
  }

  #takeEnded(sequence: number): CallRow[] {
    const calls = this.endedBy(sequence);
    for (const call of calls) {
      this.endedTokens -= call.tokens;
      this.#unlisted.delete(call);
    }
    this.#ended.delete(sequence);
    return calls;
  }

  get hasUnlisted(): boolean {
    return this.#unlisted.size > 0;
  }

  /** Hands ended calls that are not listed to `list`, in parts. They stay unlisted when it throws. */
  async list(list: (calls: LeasedCall[]) => Promise<void>): Promise<void> {
    // Only stored calls may be written to D1.
    this.save();
    const all = [...this.#unlisted];
    for (let from = 0; from < all.length; from += MAX_CALLS_OF_AN_EXCHANGE) {
      const part = all.slice(from, from + MAX_CALLS_OF_AN_EXCHANGE);
      await list(part);
      for (const call of part) this.#unlisted.delete(call);
    }
  }

  /** For another lease, whose exchanges after `sequence` write the ended calls. It has reserved no caps for the open ones. */
  moveAfter(sequence: number): void {
    this.closeUpTo(sequence);
    const ended = [...this.#ended.keys()].flatMap((exchange) => this.#takeEnded(exchange));
    for (const call of ended) this.#addEnded(this.#put({ ...call, exchange: this.#nextExchange() }));
    this.caps.clear();
    for (const call of this.open()) this.#put({ ...call, subjects: [] });
    this.save();
  }

  /** None of them can be charged. */
  forgive(): void {
    for (const exchange of [...this.#ended.keys()]) this.noteWritten(exchange);
    for (const call of this.open()) if (call.held > 0) this.#put({ ...call, held: 0 });
    this.save();
  }

  /**
   * Resolves once every call that has begun or ended is stored. A storage transaction is the most expensive step of a call,
   * so concurrent calls share one; `atOnce` stores now, in the transaction of the caller's own writes.
   */
  async stored(atOnce: boolean): Promise<void> {
    // A call that runs alone has nothing to share.
    if (atOnce || this.#openCount <= 1) return this.save();
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
    this.caps.save();
  }
}
