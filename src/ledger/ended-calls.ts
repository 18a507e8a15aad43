import type { CallRow } from "./leased-call-rows.ts";

/** D1 takes parameters of 2 MB. */
const MAX_CALLS_OF_AN_EXCHANGE = 1_000;

/** Ended calls of a lease that are not known to be in D1, by the sequence number of the exchange that writes them. */
export class EndedCalls {
  readonly #byExchange = new Map<number, CallRow[]>();
  /** The exchange that writes calls that end now. */
  #next: number;
  /** Those that are not known to be in a database of their own (platform/ledgers.ts). */
  readonly #unlisted = new Set<CallRow>();
  /** Set where calls are listed in another database than they are booked in. */
  isApart = false;
  /** Tokens that they were charged. */
  tokens = 0;

  constructor(next: number) {
    this.#next = next;
  }

  /** Whether there are any. */
  get any(): boolean {
    return this.#byExchange.size > 0;
  }

  /** The same, for calls that no exchange up to `sequence` writes. */
  anyAfter(sequence: number): boolean {
    return this.#byExchange.keys().some((exchange) => exchange > sequence);
  }

  /** The exchange of a call that ends now. */
  nextExchange(): number {
    if (this.of(this.#next).length >= MAX_CALLS_OF_AN_EXCHANGE) this.#next++;
    return this.#next;
  }

  /** Calls that end from now on belong to an exchange after `sequence`. */
  closeUpTo(sequence: number): void {
    this.#next = Math.max(this.#next, sequence + 1);
  }

  add(call: CallRow): void {
    this.tokens += call.tokens;
    this.#unlisted.add(call);
    this.#next = Math.max(this.#next, call.exchange);
    const waiting = this.#byExchange.get(call.exchange);
    if (waiting) waiting.push(call);
    else this.#byExchange.set(call.exchange, [call]);
  }

  /** What an exchange writes to D1; the same however often it is sent. */
  of(sequence: number): CallRow[] {
    return this.#byExchange.get(sequence) ?? [];
  }

  get anyUnlisted(): boolean {
    return this.#unlisted.size > 0;
  }

  /** Hands those that are not listed to `list`, in parts. They stay unlisted when it throws. */
  async list(list: (calls: CallRow[]) => Promise<void>): Promise<void> {
    const all = [...this.#unlisted];
    for (let from = 0; from < all.length; from += MAX_CALLS_OF_AN_EXCHANGE) {
      const part = all.slice(from, from + MAX_CALLS_OF_AN_EXCHANGE);
      await list(part);
      for (const call of part) this.#unlisted.delete(call);
    }
  }

  /** Removes and returns all of them. */
  takeAll(): CallRow[] {
    return [...this.#byExchange.keys()].flatMap((sequence) => this.take(sequence));
  }

  /** Removes and returns the calls of an exchange that D1 has applied. */
  take(sequence: number): CallRow[] {
    const calls = this.of(sequence);
    for (const call of calls) {
      this.tokens -= call.tokens;
      this.#unlisted.delete(call);
    }
    this.#byExchange.delete(sequence);
    return calls;
  }
}
