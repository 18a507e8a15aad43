import { DurableObject } from "cloudflare:workers";
import { HOLD_LIFETIME_MS } from "../constants.ts";
import { log } from "../lib/log.ts";
import { HOUR_MS } from "../lib/time.ts";
import { openBindings } from "../platform/bindings.ts";
import { beginCall } from "./account-begin.ts";
import {
  cancelLeasedCall,
  expireOpenCalls,
  readAccountStatement,
  settleLeasedCall,
  writeEndedCalls,
} from "./account-end.ts";
import { AccountState, FLUSH_MS, IDLE_MS } from "./account-state.ts";
import type { AccountStatement, BeginAnswer, CallRequest, Settled, Settlement } from "./account-types.ts";

const MAX_BACKOFF_MS = 30_000;

/**
 * One object per organisation, addressed by its id. It checks a call's key, rate, idempotency and tokens in one request,
 * without D1 when the lease has the tokens. These methods are its RPC interface, which only grows, so that two versions of
 * the Worker can run side by side.
 */
export class OrganisationAccount extends DurableObject<Env> {
  readonly #state: AccountState;
  #failures = 0;
  #nextPruneAt = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, openBindings(env));
    this.#state = new AccountState(ctx, this.env);
    void ctx.blockConcurrencyWhile(() => this.#resume());
  }

  /** Opens a call, or says why it is refused. Idempotent by id. Throws when D1 is needed and unreachable. */
  async begin(call: CallRequest): Promise<BeginAnswer> {
    const answer = await beginCall(this.#state, call);
    if (answer.status === "open") await this.#state.lease.calls.stored(call.idempotent !== null);
    return answer;
  }

  /** Ends open calls in one transaction. Each result says whether its call was still open. */
  async settle(settlements: Settlement[]): Promise<{ results: Settled[]; available: number }> {
    const now = Date.now();
    const results = settlements.map((settlement) => settleLeasedCall(this.#state, settlement, now));
    const { available, lease } = this.#state;
    this.#state.arm(now + FLUSH_MS);
    await lease.calls.stored(settlements.some(({ answer }) => answer));
    return { results, available };
  }

  /** Ends a call that is not delivered: see {@link cancelLeasedCall}. */
  async cancel(id: string, idempotencyKey: string | null): Promise<{ available: number }> {
    const now = Date.now();
    cancelLeasedCall(this.#state, id, idempotencyKey, now);
    const { available, lease } = this.#state;
    this.#state.arm(now + FLUSH_MS);
    await lease.calls.stored(true);
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

  /** Returns what no running call holds; no lease until `refresh` or for 5 s. `closesStrays`: and leases only D1 knows. */
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

  /** Runs first when the object starts, because it may have crashed with work left and no alarm set. */
  async #resume(): Promise<void> {
    const { lease } = this.#state;
    await this.#state.readAlarm();
    if (lease.isOpen || lease.isDue) this.#state.arm(Date.now() + IDLE_MS);
  }

  /** Flushes, releases dead calls, returns the lease when idle, deletes expired state, and sets the next alarm. Never throws. */
  override async alarm(): Promise<void> {
    this.#state.disarm();
    try {
      await this.#doWhatIsDue(Date.now());
      this.#failures = 0;
    } catch (cause) {
      this.#failures++;
      log("error", "account_not_flushed", { organisation: this.#state.id, cause });
    } finally {
      const now = Date.now();
      const next = this.#nextAt(now);
      if (next !== null) this.#state.arm(next);
      // The object may leave memory until then.
      if (next !== null && next - now > FLUSH_MS) this.#state.counters.save();
    }
  }

  async #doWhatIsDue(now: number): Promise<void> {
    const { lease, known, answers, lastCallAt } = this.#state;
    await expireOpenCalls(this.#state, now);
    await known.flushUses(now);
    await writeEndedCalls(this.#state, now - lastCallAt >= IDLE_MS ? "giveBack" : "list");
    await lease.calls.stored(true);
    if (now >= this.#nextPruneAt) {
      answers.prune(now);
      this.#nextPruneAt = now + HOUR_MS;
    }
  }

  /** Null when nothing is left to do. */
  #nextAt(now: number): number | null {
    const { lease, answers, counters, lastCallAt } = this.#state;
    if (this.#failures > 0) return now + Math.min(MAX_BACKOFF_MS, FLUSH_MS * 2 ** this.#failures);
    const idleAt = lastCallAt + IDLE_MS;
    if (lease.isDue || (lease.isOpen && now - lastCallAt < FLUSH_MS)) return now + FLUSH_MS;
    const open = lease.calls.open();
    if (open.length > 0) {
      const nextAt = now < idleAt ? idleAt : Math.min(...open.map(({ beganAt }) => beganAt)) + HOLD_LIFETIME_MS + 1;
      return Math.min(Math.max(nextAt, now + FLUSH_MS), now + HOLD_LIFETIME_MS);
    }
    if (lease.isOpen) return Math.max(idleAt, now + FLUSH_MS);
    const nextAnswerAt = answers.prune(now);
    if (nextAnswerAt !== null) return nextAnswerAt;
    if (counters.isNeeded(now)) return now + 6 * HOUR_MS;
    this.#forget();
    return null;
  }

  /** Clears the storage: all of it is unneeded or can be read from D1 again. */
  #forget(): void {
    const { storage, known } = this.#state;
    known.forget();
    for (const table of ["counters", "lease_calls", "lease"]) storage.sql.exec(`DELETE FROM ${table}`);
  }
}
