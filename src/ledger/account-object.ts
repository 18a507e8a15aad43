import { DurableObject } from "cloudflare:workers";
import { beginCall } from "./account-begin.ts";
import { cancelCall, settleCall } from "./account-end.ts";
import { AccountState } from "./account-state.ts";
import { readStatement } from "./account-statement.ts";
import type { AccountStatement, BeginAnswer, CallRequest, Settled, Settlement } from "./account-types.ts";
import { AccountWork, FLUSH_MS } from "./account-work.ts";

/**
 * One per organisation, addressed by its id: a call's key, rate, idempotency and tokens in one trip, without D1 when the
 * lease has the tokens. These are its entries; its RPC only grows, so that two versions of the Worker can run side by side.
 */
export class OrganisationAccount extends DurableObject<Env> {
  readonly #state: AccountState;
  readonly #work: AccountWork;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#state = new AccountState(ctx, env);
    this.#work = new AccountWork(this.#state);
    void ctx.blockConcurrencyWhile(() => this.#work.resume());
  }

  /** Lets a call begin, or says why not. Repeating it with the same id changes nothing. Throws when D1 is needed and out of reach. */
  async begin(call: CallRequest): Promise<BeginAnswer> {
    const answer = await beginCall(this.#state, call);
    if (answer.status === "open") await this.#state.lease.stored(call.idempotent !== null);
    return answer;
  }

  /** Ends open calls, all in one transaction; each says for itself whether it was still open. */
  async settle(settlements: Settlement[]): Promise<{ results: Settled[]; available: number }> {
    const now = Date.now();
    const results = settlements.map((settlement) => settleCall(this.#state, settlement, now));
    const { available, lease } = this.#state;
    this.#state.arm(now + FLUSH_MS);
    await lease.stored(settlements.some(({ answer }) => answer));
    return { results, available };
  }

  /** Ends a call with nothing charged and frees its idempotency key; a `begin` of this id that arrives later finds it ended. */
  async cancel(id: string, idempotencyKey: string | null): Promise<{ available: number }> {
    const now = Date.now();
    cancelCall(this.#state, id, idempotencyKey, now);
    const { available, lease } = this.#state;
    this.#state.arm(now + FLUSH_MS);
    await lease.stored(true);
    return { available };
  }

  /**
   * Counts tokens that were charged past this object, in a batch or by a wallet's payment, and says whether a miss of `missed`
   * tokens there is free within the day's allowance, of which it then takes its part.
   */
  countElsewhere(charged: number, missed: number): boolean {
    const now = Date.now();
    const { counters } = this.#state;
    counters.count(charged, 0, now);
    const isFree = missed <= counters.missesLeft(now);
    if (isFree) counters.count(0, missed, now);
    counters.save();
    return isFree;
  }

  /** Writes ended calls to D1 and says what there is. Throws when D1 does not answer. */
  statement(): Promise<AccountStatement> {
    return readStatement(this.#state);
  }

  /** D1 has changed: organisation and keys are read again, and leases may be taken. */
  async refresh(): Promise<void> {
    const { known } = this.#state;
    known.expire();
    try {
      await known.read();
    } finally {
      this.#state.endRecall();
    }
  }

  /** These keys are dead from now on, and for good. */
  revoke(keyIds: string[]): void {
    this.#state.known.revoke(keyIds);
  }

  /** Returns the free part of the lease, and takes no new one until `refresh` or for 5 s. Throws when D1 does not answer. */
  async recall(): Promise<void> {
    this.#state.startRecall();
    await this.#state.lease.giveBack();
  }

  /** Forgets the answers kept for idempotency keys that have all the terms of one of the lists (folded, none empty). */
  eraseAnswers(termLists: string[][]): void {
    this.#state.answers.erase(termLists);
  }

  override alarm(): Promise<void> {
    return this.#work.run();
  }
}
