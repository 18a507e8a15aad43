import { DurableObject } from "cloudflare:workers";
import { openBindings } from "../platform/bindings.ts";
import { beginCall } from "./account-begin.ts";
import {
  cancelLeasedCall,
  expireOpenCalls,
  readAccountStatement,
  settleLeasedCall,
  writeEndedCalls,
} from "./account-end.ts";
import { AccountState } from "./account-state.ts";
import type { AccountStatement, BeginAnswer, CallRequest, Settled, Settlement } from "./account-types.ts";
import { AccountWork, FLUSH_MS } from "./account-work.ts";

/**
 * One object per organisation, addressed by its id. It checks a call's key, rate, idempotency and tokens in one request,
 * without D1 when the lease has the tokens. These methods are its RPC interface, which only grows, so that two versions of
 * the Worker can run side by side.
 */
export class OrganisationAccount extends DurableObject<Env> {
  readonly #state: AccountState;
  readonly #work: AccountWork;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, openBindings(env));
    this.#state = new AccountState(ctx, this.env);
    this.#work = new AccountWork(this.#state);
    void ctx.blockConcurrencyWhile(() => this.#work.resume());
  }

  /** Opens a call, or says why it is refused. Idempotent by id. Throws when D1 is needed and unreachable. */
  async begin(call: CallRequest): Promise<BeginAnswer> {
    const answer = await beginCall(this.#state, call);
    if (answer.status === "open") await this.#state.lease.stored(call.idempotent !== null);
    return answer;
  }

  /** Ends open calls in one transaction. Each result says whether its call was still open. */
  async settle(settlements: Settlement[]): Promise<{ results: Settled[]; available: number }> {
    const now = Date.now();
    const results = settlements.map((settlement) => settleLeasedCall(this.#state, settlement, now));
    const { available, lease } = this.#state;
    this.#state.arm(now + FLUSH_MS);
    await lease.stored(settlements.some(({ answer }) => answer));
    return { results, available };
  }

  /** Ends a call that is not delivered: see {@link cancelLeasedCall}. */
  async cancel(id: string, idempotencyKey: string | null): Promise<{ available: number }> {
    const now = Date.now();
    cancelLeasedCall(this.#state, id, idempotencyKey, now);
    const { available, lease } = this.#state;
    this.#state.arm(now + FLUSH_MS);
    await lease.stored(true);
    return { available };
  }

  /** Counts tokens charged elsewhere. Returns whether a miss of `missed` tokens is free, and if so deducts it. */
  countElsewhere(charged: number, missed: number): boolean {
    const now = Date.now();
    const { counters } = this.#state;
    counters.count(charged, 0, now);
    const isFree = missed <= counters.missesLeft(now);
    if (isFree) counters.count(0, missed, now);
    counters.save();
    return isFree;
  }

  /** Writes ended calls to D1 and returns the account's statement. Throws when D1 does not answer. */
  statement(): Promise<AccountStatement> {
    return readAccountStatement(this.#state);
  }

  /** Reads organisation and keys again after a change in D1, and allows leases again. */
  async refresh(): Promise<void> {
    const { known } = this.#state;
    known.expire();
    try {
      await known.read();
    } finally {
      this.#state.endRecall();
    }
  }

  /** Rejects these keys from now on, permanently. */
  revoke(keyIds: string[]): void {
    this.#state.known.revoke(keyIds);
  }

  /**
   * Returns what no running call holds; no lease until `refresh` or for 5 s. With `closesStrays` also leases that only D1 knows.
   * Throws when D1 does not answer.
   */
  async recall(closesStrays = false): Promise<void> {
    this.#state.startRecall();
    await expireOpenCalls(this.#state, Date.now());
    await writeEndedCalls(this.#state, "giveBack");
    if (closesStrays) await this.#state.lease.closeStrays();
  }

  /** For an organisation that is being deleted: begins no more calls, as `recall`, and deletes stored answers. */
  async close(): Promise<void> {
    const { answers, known } = this.#state;
    answers.clear();
    known.expire();
    await known.read();
    await this.recall();
  }

  /** Deletes stored answers that contain every term of one of the lists (folded, none empty). */
  eraseAnswers(termLists: string[][]): void {
    this.#state.answers.erase(termLists);
  }

  override alarm(): Promise<void> {
    return this.#work.run();
  }
}
