import { newId } from "../lib/ids.ts";
import { LeaseCaps } from "./lease-caps.ts";
import type { CallDetail, CapRow, ExchangeRow, LeaseExchange } from "./lease-exchange.ts";

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
};

type LeaseState = {
  /** Id of the lease, or of the next one while there is none. */
  id: string;
  sequence: number;
  tokens: number;
  /** As far as D1 knows. */
  spent: number;
  isOpen: boolean;
  /** True once D1 was asked to open `id`, which may have happened even if the response was lost. */
  isAsking: boolean;
  /** An exchange without a response from D1. */
  intent: LeaseExchange | null;
};

/** `exchange` is the sequence number of the exchange that writes the call to D1; 0 before that. */
type Stored = LeasedCall & { slot: number; exchange: number };

/** Ended calls are kept this long, so that a repeated settlement finds them. */
const ENDED_KEPT_MS = 60_000;
const MAX_DETAILS_OF_AN_EXCHANGE = 1_000;

/**
 * The holder's state of a lease, in its SQLite storage and mirrored in memory. The row of a call is written at its begin and
 * at its end, and then reused: a deletion would be billed as another row written.
 */
export class LeaseStore {
  readonly #sql: SqlStorage;
  readonly #calls = new Map<string, Stored>();
  /** Ended calls that are not known to be in D1, by the exchange that writes them. */
  readonly #ended = new Map<number, Stored[]>();
  /** Rows already written to D1, oldest first, which the next calls overwrite. */
  #reusable = new Set<Stored>();
  readonly caps: LeaseCaps;
  #slots = 0;
  /** The exchange that writes calls that end now. */
  #nextExchange: number;
  /** The sequence number that a restarted object reads. */
  #savedSequence: number;
  readonly state: LeaseState;
  openTokens = 0;
  /** Charged, and not in D1 yet. */
  endedTokens = 0;
  /** Set by a holder that awaits {@link stored} before it responds, so that concurrent calls share a write. */
  sharesWrites = false;
  #openCount = 0;
  readonly #unsaved = new Map<number, Stored>();
  #saving: Promise<void> | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lease (one INTEGER PRIMARY KEY, state_json TEXT NOT NULL)");
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lease_calls (slot INTEGER PRIMARY KEY, call_json TEXT NOT NULL)");
    this.caps = new LeaseCaps(storage);
    const [stored] = this.#sql.exec<{ state_json: string }>("SELECT state_json FROM lease").toArray();
    this.state = stored
      ? JSON.parse(stored.state_json)
      : { id: newId(Date.now()), sequence: 0, tokens: 0, spent: 0, isOpen: false, isAsking: false, intent: null };
    this.#savedSequence = this.state.sequence;
    this.#nextExchange = this.state.sequence + (this.state.intent ? 2 : 1);
    const rows = this.#sql.exec<{ slot: number; call_json: string }>("SELECT * FROM lease_calls");
    for (const { slot, call_json } of rows) {
      this.#slots = Math.max(this.#slots, slot);
      this.#remember({ ...(JSON.parse(call_json) as Omit<Stored, "slot">), slot });
    }
    this.#reusable = new Set([...this.#reusable].sort((a, b) => a.endedAt - b.endedAt));
  }

  #remember(call: Stored): void {
    this.#calls.set(call.id, call);
    if (call.state === "open") this.#countOpen(call.held, 1);
    else if (call.exchange > this.state.sequence) this.#addEnded(call);
    else this.#reusable.add(call);
  }

  #countOpen(tokens: number, calls: number): void {
    this.openTokens += tokens;
    this.#openCount += calls;
  }

  #addEnded(call: Stored): void {
    this.endedTokens += call.tokens;
    this.#nextExchange = Math.max(this.#nextExchange, call.exchange);
    const waiting = this.#ended.get(call.exchange);
    if (waiting) waiting.push(call);
    else this.#ended.set(call.exchange, [call]);
  }

  /** Whether an ended call is not known to be in D1. */
  get hasEnded(): boolean {
    return this.#ended.size > 0;
  }

  /** The same, for calls that no exchange up to `sequence` writes. */
  hasEndedAfter(sequence: number): boolean {
    return this.#ended.keys().some((exchange) => exchange > sequence);
  }

  find(id: string): LeasedCall | undefined {
    return this.#calls.get(id);
  }

  openCalls(): LeasedCall[] {
    return [...this.#calls.values()].filter(({ state }) => state === "open");
  }

  begin(call: LeasedCall): void {
    for (const subject of call.subjects) this.caps.use(subject, call.held);
    this.#write({ ...call, slot: this.#slotFor(call.beganAt), exchange: 0 });
    this.#countOpen(call.held, 1);
  }

  end(id: string, state: "settled" | "released", tokens: number, now: number): LeasedCall | undefined {
    const call = this.#calls.get(id);
    if (call?.state !== "open") return call;
    this.#countOpen(-call.held, -1);
    for (const subject of call.subjects) this.caps.use(subject, tokens - call.held);
    if ((this.#ended.get(this.#nextExchange)?.length ?? 0) >= MAX_DETAILS_OF_AN_EXCHANGE) this.#nextExchange++;
    const ended = { ...call, state, tokens, endedAt: now, exchange: this.#nextExchange };
    this.#write(ended);
    this.#addEnded(ended);
    return ended;
  }

  /** Stores an unknown call as ended, so that a later `begin` with this id finds it so. */
  forbid(id: string, now: number): void {
    if (this.#calls.has(id)) return;
    const call = { id, keyId: "", tool: "", held: 0, tokens: 0, state: "released" as const, label: null, subjects: [] };
    const stored = { ...call, beganAt: now, endedAt: now, exchange: 0, slot: this.#slotFor(now) };
    this.#write(stored);
    this.#reusable.add(stored);
  }

  /** The calls of an exchange; the same ones however often it is sent. */
  detailsOf(sequence: number): CallDetail[] {
    return (this.#ended.get(sequence) ?? []).map(({ id, keyId, tool, held, tokens, state, label }) => ({
      id,
      keyId,
      tool,
      held,
      tokens,
      label,
      state: state as CallDetail["state"],
    }));
  }

  /** To be called before D1 is asked to open the lease. */
  noteAsking(): void {
    this.#saveCalls();
    if (this.state.isAsking) return;
    this.state.isAsking = true;
    this.#save();
  }

  /** To be called before an exchange of an open lease is sent. */
  noteIntent(intent: LeaseExchange): void {
    // Only stored calls may be written to D1.
    this.#saveCalls();
    this.state.intent = intent;
    // Calls that end later belong to the next exchange.
    this.#nextExchange = Math.max(this.#nextExchange, intent.sequence + 1);
    this.#save();
  }

  /** Adopts the state of D1 after an exchange. */
  apply(exchange: LeaseExchange, row: ExchangeRow | null, caps: CapRow[]): void {
    const { state } = this;
    const isKnown = row?.sequence != null;
    if (isKnown || exchange.isOpen) {
      for (const call of this.#ended.get(exchange.sequence) ?? []) {
        this.endedTokens -= call.tokens;
        this.#reusable.add(call);
      }
      this.#ended.delete(exchange.sequence);
      state.sequence = row?.sequence ?? exchange.sequence;
      const isOpen = row?.state === "open";
      const { tokens, spent } = isOpen ? row : { tokens: 0, spent: 0 };
      Object.assign(state, { tokens, spent, isOpen, intent: null });
      if (!isOpen) Object.assign(state, { id: newId(Date.now()), isAsking: false });
      this.#nextExchange = Math.max(this.#nextExchange, state.sequence + 1);
      // After a flush that moved no tokens the stored intent may stay: a restarted object sends it again, and D1 returns the
      // earlier result.
      const isFlush = isOpen && exchange.isOpen && !exchange.take && exchange.give === 0;
      if (!isFlush) this.#save();
    }
    for (const { subject, tokens } of caps) this.caps.set(subject, isKnown ? tokens : 0);
    if (!state.isOpen) this.caps.clear();
    if (caps.length > 0) this.#saveCalls();
  }

  #slotFor(now: number): number {
    const [oldest] = this.#reusable;
    if (!oldest || now - oldest.endedAt < ENDED_KEPT_MS) return ++this.#slots;
    // A restarted object needs the calls of a flush whose result is not stored, or it takes their tokens for unused.
    if (oldest.exchange > this.#savedSequence) return ++this.#slots;
    this.#reusable.delete(oldest);
    this.#calls.delete(oldest.id);
    return oldest.slot;
  }

  /**
   * Resolves once every call that has begun or ended is stored. A storage transaction is the most expensive step of a call,
   * so concurrent calls share one; `atOnce` stores in the transaction of the caller's own writes.
   */
  async stored(atOnce: boolean): Promise<void> {
    if (atOnce || this.#openCount <= 1) return this.#saveCalls();
    this.#saving ??= scheduler.wait(0).then(() => {
      this.#saving = undefined;
      this.#saveCalls();
    });
    return this.#saving;
  }

  #write(call: Stored): void {
    this.#calls.set(call.id, call);
    this.#unsaved.set(call.slot, call);
    if (!this.sharesWrites) this.#saveCalls();
  }

  #saveCalls(): void {
    for (const { slot, ...json } of this.#unsaved.values())
      this.#sql.exec("INSERT OR REPLACE INTO lease_calls (slot, call_json) VALUES (?, ?)", slot, JSON.stringify(json));
    this.#unsaved.clear();
    this.caps.save();
  }

  #save(): void {
    this.#savedSequence = this.state.sequence;
    this.#sql.exec("INSERT OR REPLACE INTO lease (one, state_json) VALUES (1, ?)", JSON.stringify(this.state));
  }
}
