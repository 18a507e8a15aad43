import { newId } from "../lib/ids.ts";
import { EndedCalls } from "./ended-calls.ts";
import { LeaseCaps } from "./lease-caps.ts";
import type { CapRow, ExchangeRow, LeaseExchange } from "./lease-exchange.ts";
import { type LeasedCall, LeasedCallRows } from "./leased-call-rows.ts";

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

/** The holder's state of a lease, in its SQLite storage and mirrored in memory, with its calls and caps. */
export class LeaseStore {
  readonly #sql: SqlStorage;
  readonly caps: LeaseCaps;
  readonly calls: LeasedCallRows;
  readonly ended: EndedCalls;
  readonly state: LeaseState;
  /** The sequence number that a restarted object reads. */
  #savedSequence: number;
  #openCount = 0;
  openTokens = 0;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lease (one INTEGER PRIMARY KEY, state_json TEXT NOT NULL)");
    const [stored] = this.#sql.exec<{ state_json: string }>("SELECT state_json FROM lease").toArray();
    this.state = stored
      ? JSON.parse(stored.state_json)
      : { id: newId(Date.now()), sequence: 0, tokens: 0, spent: 0, isOpen: false, isAsking: false, intent: null };
    this.#savedSequence = this.state.sequence;
    this.caps = new LeaseCaps(storage);
    this.calls = new LeasedCallRows(storage, this.caps);
    // The exchange that is under way, and one that opens a lease, write no calls that end from now on.
    this.ended = new EndedCalls(this.state.sequence + (this.state.intent || !this.state.isOpen ? 2 : 1));
    for (const call of this.calls.all()) {
      if (call.state === "open") this.#countOpen(call.held, 1);
      else if (call.exchange > this.state.sequence) this.ended.add(call);
      else this.calls.release(call);
    }
  }

  #countOpen(tokens: number, calls: number): void {
    this.openTokens += tokens;
    this.#openCount += calls;
  }

  begin(call: LeasedCall): void {
    for (const subject of call.subjects) this.caps.use(subject, call.held);
    this.calls.add(call, this.#savedSequence);
    this.#countOpen(call.held, 1);
  }

  end(
    id: string,
    state: "settled" | "released",
    tokens: number,
    now: number,
    isWarm?: boolean,
  ): LeasedCall | undefined {
    const call = this.calls.find(id);
    if (call?.state !== "open") return call;
    this.#countOpen(-call.held, -1);
    for (const subject of call.subjects) this.caps.use(subject, tokens - call.held);
    const ended = { ...call, state, tokens, endedAt: now, isWarm, exchange: this.ended.nextExchange() };
    this.ended.add(this.calls.replace(ended));
    return ended;
  }

  /** Stores an unknown call as ended, so that a later `begin` with this id finds it so. */
  forbid(id: string, now: number): void {
    if (this.calls.find(id)) return;
    const call = { id, keyId: "", tool: "", held: 0, tokens: 0, state: "released" as const, label: null, subjects: [] };
    this.calls.release(this.calls.add({ ...call, beganAt: now, endedAt: now }, this.#savedSequence));
  }

  /** As {@link LeasedCallRows.stored}; a call that runs alone has nothing to share. */
  stored(atOnce: boolean): Promise<void> {
    return this.calls.stored(atOnce || this.#openCount <= 1);
  }

  /** To be called before D1 is asked to open the lease. */
  noteAsking(): void {
    this.calls.save();
    if (this.state.isAsking) return;
    this.state.isAsking = true;
    this.#save();
  }

  /** To be called before an exchange of an open lease is sent. */
  noteIntent(intent: LeaseExchange): void {
    // Only stored calls may be written to D1.
    this.calls.save();
    this.state.intent = intent;
    this.ended.closeUpTo(intent.sequence);
    this.#save();
  }

  /** Whether there are calls that no lease pays: D1 was restored to a moment before the lease's last exchange. */
  get isUncovered(): boolean {
    return !this.state.isOpen && (this.ended.any || this.openTokens > 0);
  }

  /** Adopts the state of D1 after an exchange. False when D1 was restored to a moment before the lease's last exchange. */
  apply(exchange: LeaseExchange, row: ExchangeRow | null, caps: CapRow[]): boolean {
    const { state } = this;
    const isUndone = exchange.isOpen && row?.sequence !== exchange.sequence;
    if (isUndone) this.#startOver(exchange.sequence);
    if (!row) this.#forget();
    if (isUndone) return false;
    const isKnown = row?.sequence != null;
    if (isKnown) {
      for (const call of this.ended.take(exchange.sequence)) this.calls.release(call);
      state.sequence = row.sequence ?? exchange.sequence;
      const isOpen = row.state === "open";
      const { tokens, spent } = isOpen ? row : { tokens: 0, spent: 0 };
      Object.assign(state, { tokens, spent, isOpen, intent: null });
      if (!isOpen) Object.assign(state, { id: newId(Date.now()), isAsking: false });
      this.ended.closeUpTo(state.sequence);
      // After a flush that moved no tokens the stored intent may stay: a restarted object sends it again, and D1 returns the
      // earlier result.
      const isFlush = isOpen && exchange.isOpen && !exchange.take && exchange.give === 0;
      if (!isFlush) this.#save();
    }
    for (const { subject, tokens } of caps) this.caps.set(subject, isKnown ? tokens : 0);
    if (!state.isOpen) this.caps.clear();
    if (caps.length > 0) this.calls.save();
    return true;
  }

  /** Gives the lease up. Its calls stay, to be paid from the next one: the exchange that opens it, after `sequence`, writes none. */
  #startOver(sequence: number): void {
    const { calls, ended } = this;
    const lease = { id: newId(Date.now()), tokens: 0, spent: 0, isOpen: false, isAsking: true, intent: null };
    Object.assign(this.state, lease, { sequence });
    ended.closeUpTo(sequence + 1);
    for (const call of ended.takeAll()) ended.add(calls.replace({ ...call, exchange: ended.nextExchange() }));
    // The new lease has reserved no caps for them.
    this.caps.clear();
    for (const call of calls.all()) if (call.state === "open") calls.replace({ ...call, subjects: [] });
    calls.save();
    this.#save();
  }

  /** D1 does not know the organisation: its calls cannot be charged. */
  #forget(): void {
    for (const call of this.ended.takeAll()) this.calls.release(call);
    for (const call of this.calls.all()) {
      if (call.state !== "open" || call.held === 0) continue;
      this.#countOpen(-call.held, 0);
      this.calls.replace({ ...call, held: 0 });
    }
    this.calls.save();
    Object.assign(this.state, { id: newId(Date.now()), isAsking: false });
    this.#save();
  }

  #save(): void {
    this.#savedSequence = this.state.sequence;
    this.#sql.exec("INSERT OR REPLACE INTO lease (one, state_json) VALUES (1, ?)", JSON.stringify(this.state));
  }
}
