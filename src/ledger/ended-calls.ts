import type { CallDetail } from "./lease-exchange.ts";
import type { CallRow } from "./leased-call-rows.ts";

const MAX_DETAILS_OF_AN_EXCHANGE = 1_000;

/** Ended calls of a lease that are not known to be in D1, by the sequence number of the exchange that writes them. */
export class EndedCalls {
  readonly #byExchange = new Map<number, CallRow[]>();
  /** The exchange that writes calls that end now. */
  #next: number;
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
    if ((this.#byExchange.get(this.#next)?.length ?? 0) >= MAX_DETAILS_OF_AN_EXCHANGE) this.#next++;
    return this.#next;
  }

  /** Calls that end from now on belong to an exchange after `sequence`. */
  closeUpTo(sequence: number): void {
    this.#next = Math.max(this.#next, sequence + 1);
  }

  add(call: CallRow): void {
    this.tokens += call.tokens;
    this.#next = Math.max(this.#next, call.exchange);
    const waiting = this.#byExchange.get(call.exchange);
    if (waiting) waiting.push(call);
    else this.#byExchange.set(call.exchange, [call]);
  }

  /** What an exchange writes to D1; the same however often it is sent. */
  detailsOf(sequence: number): CallDetail[] {
    return (this.#byExchange.get(sequence) ?? []).map(({ id, keyId, tool, held, tokens, state, label }) => ({
      id,
      keyId,
      tool,
      held,
      tokens,
      label,
      state: state as CallDetail["state"],
    }));
  }

  /** Removes and returns the calls of an exchange that D1 has applied. */
  take(sequence: number): CallRow[] {
    const calls = this.#byExchange.get(sequence) ?? [];
    for (const call of calls) this.tokens -= call.tokens;
    this.#byExchange.delete(sequence);
    return calls;
  }
}
