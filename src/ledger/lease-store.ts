import { newId } from "../lib/ids.ts";
import { LeasedCalls } from "./lease-calls.ts";
import type { CapRow, ExchangeRow, LeaseExchange } from "./lease-exchange.ts";

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

/** The holder's state of a lease, in its SQLite storage and mirrored in memory, with its calls. */
export class LeaseStore {
  readonly #sql: SqlStorage;
  readonly calls: LeasedCalls;
  readonly state: LeaseState;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lease (one INTEGER PRIMARY KEY, state_json TEXT NOT NULL)");
    const [stored] = this.#sql.exec<{ state_json: string }>("SELECT state_json FROM lease").toArray();
    this.state = stored
      ? JSON.parse(stored.state_json)
      : { id: newId(Date.now()), sequence: 0, tokens: 0, spent: 0, isOpen: false, isAsking: false, intent: null };
    const { sequence, intent, isOpen } = this.state;
    // The exchange that is under way, and one that opens a lease, write no calls that end from now on.
    this.calls = new LeasedCalls(storage, sequence, sequence + (intent || !isOpen ? 2 : 1));
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
    this.calls.closeUpTo(intent.sequence);
    this.#save();
  }

  /** Adopts the state of D1 after an exchange. False when D1 was restored to a moment before the lease's last exchange. */
  apply(exchange: LeaseExchange, row: ExchangeRow | null, caps: CapRow[]): boolean {
    const { state, calls } = this;
    const isUndone = exchange.isOpen && row?.sequence !== exchange.sequence;
    if (isUndone) this.#startOver(exchange.sequence);
    if (!row) this.#forget();
    if (isUndone) return false;
    const isKnown = row?.sequence != null;
    if (isKnown) {
      calls.noteWritten(exchange.sequence);
      state.sequence = row.sequence ?? exchange.sequence;
      const isOpen = row.state === "open";
      const { tokens, spent } = isOpen ? row : { tokens: 0, spent: 0 };
      Object.assign(state, { tokens, spent, isOpen, intent: null });
      if (!isOpen) Object.assign(state, { id: newId(Date.now()), isAsking: false });
      calls.closeUpTo(state.sequence);
      // After a flush that moved no tokens the stored intent may stay: a restarted object sends it again, and D1 returns the
      // earlier result.
      const isFlush = isOpen && exchange.isOpen && !exchange.take && exchange.give === 0;
      if (!isFlush) this.#save();
    }
    for (const { subject, tokens } of caps) calls.caps.set(subject, isKnown ? tokens : 0);
    if (!state.isOpen) calls.caps.clear();
    if (caps.length > 0) calls.save();
    return true;
  }

  /** Gives the lease up. Its calls stay, to be paid from the next one: the exchange that opens it, after `sequence`, writes none. */
  #startOver(sequence: number): void {
    const lease = { id: newId(Date.now()), tokens: 0, spent: 0, isOpen: false, isAsking: true, intent: null };
    Object.assign(this.state, lease, { sequence });
    this.calls.moveAfter(sequence + 1);
    this.#save();
  }

  /** D1 does not know the organisation. */
  #forget(): void {
    this.calls.forgive();
    Object.assign(this.state, { id: newId(Date.now()), isAsking: false });
    this.#save();
  }

  #save(): void {
    this.calls.savedSequence = this.state.sequence;
    this.#sql.exec("INSERT OR REPLACE INTO lease (one, state_json) VALUES (1, ?)", JSON.stringify(this.state));
  }
}
