import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import type { LeasedCalls, NewCall } from "./lease-calls.ts";
import { closeStrayLeases, exchangeLease, type LeaseExchange, type LeaseHolder, listCalls } from "./lease-exchange.ts";
import { LeaseStore } from "./lease-store.ts";

/**
 * A lease: a block of tokens taken from an organisation's balance in D1, which a Durable Object spends call by call
 * without asking D1. The account object has one; a batch has its own, of the size of its cap. One object, one lease:
 *
 *     const lease = new Lease(ctx.storage, env.DB, { organisationId, holder });  // in the constructor of the object
 *     lease.hold(call)                    // synchronous; the call is open and stored, or what was short
 *     await lease.take(ask)               // asks D1 for more; callers that arrive meanwhile share the next request
 *     lease.calls.end(id, "settled", tokens, now)   // synchronous, so it joins the caller's own writes in one transaction
 *     await lease.flush()                 // writes ended calls to D1, `list` with what they spent perhaps later
 *     await lease.giveBack()              // flushes, and returns what no open call holds; closes when none is open
 *
 * Call `flush` at most a second after a call ended, `giveBack` when there is nothing more to spend, both from an alarm,
 * and repeat them when they throw: every exchange with D1 is stored before it is sent and repeated exactly. `holder` is
 * `account` or the id of a batch. Nothing in D1 ends a lease by age: a holder that loses its storage strands its tokens.
 */
type Ask = {
  /** Tokens of the call. */
  tokens: number;
  /** SHA-256 of the key: D1 grants nothing for an inactive key. Null for a holder without a key. */
  keyHash: string | null;
  /** Caps it counts against. */
  subjects: string[];
};

/** Statements to run in the transaction of an exchange, and what to do with their results. */
export type ReadAlong = { statements(): D1PreparedStatement[]; read(results: D1Result[]): void };

/** What D1 has left for the organisation and under the caps after an exchange. */
type Answer = { balance: number; capsLeft: Map<string, number | null> };

type Hold = { status: "held" } | { status: "short" } | { status: "capped"; subject: string };

const MAX_EXCHANGES_OF_A_FLUSH = 20;
/** Calls that are in a database of their own are booked after this long at the latest. */
const BOOK_MS = 60_000;
/** No exchange was needed. */
const PLENTY: Answer = { balance: Number.POSITIVE_INFINITY, capsLeft: new Map() };

export class Lease {
  readonly calls: LeasedCalls;
  readonly #store: LeaseStore;
  readonly #db: D1Database;
  readonly #ledger: D1Database;
  readonly #holder: LeaseHolder;
  readonly #readAlong: () => ReadAlong;
  /** Calls are listed in another database than they are booked in. */
  readonly #isApart: boolean;
  #turn: Promise<unknown> = Promise.resolve();
  #next: { asks: Ask[]; answer: Promise<Answer> } | null = null;
  #exchangedAt = 0;
  /** Target for unused tokens after a take, if that is more than the waiting calls need. */
  sizeAt: (now: number) => number = () => 0;

  constructor(
    storage: DurableObjectStorage,
    db: D1Database,
    holder: LeaseHolder,
    readAlong: () => ReadAlong = () => ({ statements: () => [], read: () => {} }),
    ledger = db,
  ) {
    this.#store = new LeaseStore(storage);
    this.calls = this.#store.calls;
    this.#isApart = ledger !== db;
    this.#db = db;
    this.#ledger = ledger;
    this.#holder = holder;
    this.#readAlong = readAlong;
  }

  /** Tokens available to a call. */
  get free(): number {
    const { tokens, spent, intent } = this.#store.state;
    // Tokens that a running exchange returns must not be spent.
    return tokens - spent - this.calls.endedTokens - this.calls.openTokens - (intent?.give ?? 0);
  }

  /** Whether D1 has, or may have, an open lease of this holder. */
  get isOpen(): boolean {
    return this.#store.state.isOpen || this.#store.state.isAsking;
  }

  /** Whether ended calls are not yet in D1, or an exchange had no response. */
  get isDue(): boolean {
    return this.#isApart ? this.calls.hasUnlisted || this.#store.state.intent !== null : this.#isUnbooked;
  }

  get #isUnbooked(): boolean {
    return this.calls.hasEnded || this.#store.state.intent !== null;
  }

  /** Tokens reserved on a cap and available to a call. */
  capFree(subject: string): number {
    // What a running exchange returns must not be used.
    const given = this.#store.state.intent?.capGives.find((cap) => cap.subject === subject)?.give ?? 0;
    return this.calls.caps.left(subject) - given;
  }

  /** Opens a call if the lease and its caps have the tokens. Synchronous. */
  hold(call: NewCall): Hold {
    if (this.free < call.held) return { status: "short" };
    const subject = call.subjects.find((name) => this.capFree(name) < call.held);
    if (subject !== undefined) return { status: "capped", subject };
    this.calls.begin(call);
    return { status: "held" };
  }

  /** Takes tokens and caps from D1, one request at a time, which others share. Then try `hold` again. */
  take(ask: Ask): Promise<Answer> {
    if (!this.#next) {
      const asks: Ask[] = [];
      const answer = this.#inTurn(async () => {
        // Calls that were woken together ask together.
        await scheduler.wait(0);
        this.#next = null;
        return this.#exchange(asks, false);
      });
      this.#next = { asks, answer };
    }
    this.#next.asks.push(ask);
    return this.#next.answer;
  }

  /** Writes ended calls to D1, and what they spent. */
  flush(): Promise<void> {
    return this.#inTurn(async () => {
      for (let round = 0; this.#isUnbooked && round < MAX_EXCHANGES_OF_A_FLUSH; round++)
        await this.#exchange([], false);
    });
  }

  /**
   * Writes ended calls to D1. If they have a database of their own, what they spent is booked with the next exchange, at most
   * {@link BOOK_MS} after the last one, so that a busy organisation seldom writes to the database of the money.
   */
  list(): Promise<void> {
    const age = Math.abs(Date.now() - this.#exchangedAt);
    if (!this.#isApart || this.#store.state.intent || age >= BOOK_MS) return this.flush();
    return this.#inTurn(() => this.#listEnded());
  }

  #listEnded(): Promise<void> {
    return this.calls.list((calls) => listCalls(this.#ledger, this.#holder.organisationId, calls));
  }

  /** Writes ended calls to D1 and returns all tokens not held by open calls. */
  giveBack(): Promise<void> {
    return this.#inTurn(async () => {
      // The exchange that returns the lease also carries the last ended calls.
      const hasMore = () => this.calls.hasEndedAfter(this.#store.state.sequence + 1);
      for (let round = 0; hasMore() && round < MAX_EXCHANGES_OF_A_FLUSH; round++) await this.#exchange([], false);
      if (this.#store.state.isAsking && !this.#store.state.isOpen) await this.#exchange([], true);
      if (this.#store.state.isOpen) await this.#exchange([], true);
    });
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #exchange(asks: Ask[], returns: boolean): Promise<Answer> {
    const { state } = this.#store;
    if (state.intent) await this.#deliver(state.intent);
    // Calls that no lease pays: D1 was restored to a moment before the lease's last exchange.
    if (!state.isOpen && (this.calls.hasEnded || this.calls.openTokens > 0)) await this.#cover();
    if (asks.length === 0 && !returns && !this.calls.hasEnded) return PLENTY;
    const exchange = this.#plan(asks, returns);
    // The previous exchange brought enough for all waiting calls.
    if (asks.length > 0 && !exchange.take && exchange.capTakes.length === 0) return PLENTY;
    // Until D1 has a row with this id, the id alone is the intent: the result of whichever request arrives is read back.
    if (!exchange.isOpen) this.#store.noteAsking();
    else this.#store.noteIntent(exchange);
    return (await this.#deliver(exchange)) ?? this.#exchange(asks, returns);
  }

  /** Opens a lease for the calls of one that a restore of D1 has undone. */
  async #cover(): Promise<void> {
    this.#store.noteAsking();
    const need = -this.free;
    const take = { need, want: need + this.sizeAt(Date.now()), keyHash: null };
    await this.#deliver({ ...this.#plan([], false), take, covers: true });
  }

  /** Closes leases of this holder that only D1 knows, after a restore of D1. Throws when it does not answer. */
  closeStrays(): Promise<void> {
    return this.#inTurn(() => closeStrayLeases(this.#db, this.#holder, this.#store.state.id));
  }

  #plan(asks: Ask[], returns: boolean): LeaseExchange {
    const { state } = this.#store;
    const now = Date.now();
    const wanting = asks.filter(({ tokens }) => tokens > this.free);
    const need = Math.min(...wanting.map(({ tokens }) => tokens - this.free));
    const wanted = asks.reduce((sum, { tokens }) => sum + tokens, 0);
    const size = Math.max(this.sizeAt(now), wanted);
    const subjects = new Set(asks.flatMap((ask) => ask.subjects));
    const capTakes = [...subjects].flatMap((subject) => {
      const left = this.calls.caps.left(subject);
      const short = asks.filter((ask) => ask.subjects.includes(subject) && ask.tokens > left);
      if (short.length === 0) return [];
      return [{ subject, need: Math.min(...short.map(({ tokens }) => tokens)) - left, want: size - left }];
    });
    const give = returns && state.isOpen ? Math.max(0, this.free) : 0;
    const isLast = this.calls.openTokens === 0 && !this.calls.hasEndedAfter(state.sequence + 1);
    return {
      id: newId(now),
      sequence: state.sequence + 1,
      leaseId: state.id,
      isOpen: state.isOpen,
      take:
        wanting.length > 0
          ? { need, want: Math.max(need, size - this.free), keyHash: wanting[0]?.keyHash ?? null }
          : null,
      give,
      closes: returns && isLast,
      recovers: !state.isOpen && state.isAsking,
      capTakes,
      capGives: give > 0 || returns ? this.calls.caps.unused() : [],
    };
  }

  /** Null when D1 was restored to a moment before the lease's last exchange: it is given up. */
  async #deliver(exchange: LeaseExchange): Promise<Answer | null> {
    // First, so that no charge is booked without its call.
    if (this.#isApart) await this.#listEnded();
    const calls = this.calls.endedBy(exchange.sequence);
    const { statements, read } = this.#readAlong();
    const answer = await exchangeLease(this.#db, this.#holder, exchange, calls, statements, !this.#isApart);
    const { row, caps, alongside } = answer;
    this.#exchangedAt = Date.now();
    const isApplied = this.#store.apply(exchange, row, caps);
    read(alongside);
    if (!isApplied) {
      log("warn", "lease_undone", { organisation: this.#holder.organisationId, lease: exchange.leaseId });
      return null;
    }
    return {
      balance: row?.balance ?? 0,
      capsLeft: new Map(caps.map(({ subject, left }) => [subject, left])),
    };
  }
}
