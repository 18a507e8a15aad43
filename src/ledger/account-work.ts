import { HOLD_LIFETIME_MS } from "../constants.ts";
import { log } from "../lib/log.ts";
import { HOUR_MS } from "../lib/time.ts";
import { expireOpenCalls, writeEndedCalls } from "./account-end.ts";
import type { AccountState } from "./account-state.ts";

/** Ended calls are written to D1 within this time. */
export const FLUSH_MS = 1_000;
/** After this long without a call the lease is returned to D1. */
export const IDLE_MS = 60_000;
const MAX_BACKOFF_MS = 30_000;

/** The alarm's work: flush, release dead calls, return the lease when idle, delete expired state. Never throws. */
export class AccountWork {
  readonly #state: AccountState;
  #failures = 0;
  #nextPruneAt = 0;

  constructor(state: AccountState) {
    this.#state = state;
  }

  /** Runs first when the object starts, because it may have crashed with work left and no alarm set. */
  async resume(): Promise<void> {
    const { lease } = this.#state;
    await this.#state.readAlarm();
    if (lease.isOpen || lease.isDue) this.#state.arm(Date.now() + IDLE_MS);
  }

  /** Does the work that is due and sets the next alarm. */
  async run(): Promise<void> {
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
    const { lease, uses, answers, lastCallAt } = this.#state;
    await expireOpenCalls(this.#state, now);
    await uses.flush(now);
    await writeEndedCalls(this.#state, now - lastCallAt >= IDLE_MS ? "giveBack" : "list");
    await lease.stored(true);
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
    const open = lease.openCalls();
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
