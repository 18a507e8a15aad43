import { DurableObject } from "cloudflare:workers";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { type BudgetDecision, spendOne, type Window } from "./arithmetic.ts";
import { type GateEntry, type Grant, vendorGate } from "./vendor-gate.ts";

const IDLE_CHECK_MS = HOUR_MS;

/**
 * One object per limited thing, addressed by name: the name of a budget (limits.ts), `host:{name}` (pace of requests to an API) or
 * `vendor:{name}` (token and quota of its API). It loads, decides and stores; the arithmetic is in arithmetic.ts. An alarm empties
 * the storage once nothing in it counts any more.
 */
export class RateLimiter extends DurableObject<Env> {
  #alarmSet = false;
  #nextSlot = 0;
  readonly #gate = vendorGate({
    get: (name) => this.ctx.storage.kv.get(name),
    put: (name, value) => this.#store(name, value),
  });

  /** One use of an abuse budget, stored before the answer. */
  spend(windows: Window[]): Pick<BudgetDecision, "allowed" | "retryAfterMs"> {
    const times = this.ctx.storage.kv.get<number[]>("times") ?? [];
    const decision = spendOne(times, Date.now(), windows);
    if (decision.allowed) this.#store("times", decision.times);
    return { allowed: decision.allowed, retryAfterMs: decision.retryAfterMs };
  }

  /** Gives the latest use back, for work that turned out not to happen. */
  giveBack(): void {
    const times = this.ctx.storage.kv.get<number[]>("times") ?? [];
    this.#store("times", times.slice(0, -1));
  }

  /** Forgets all uses, e.g. when the owner of an address lifts its lock. */
  forget(): void {
    this.#store("times", []);
  }

  /** Reserves the next slot, one per `intervalMs`, and returns the wait in ms; nothing over `longestMs`. */
  pace(intervalMs: number, longestMs: number): number {
    const now = Date.now();
    // A slot further away was reserved before the clock went back.
    const waitMs = Math.min(Math.max(0, this.#nextSlot - now), longestMs + intervalMs);
    if (waitMs <= longestMs) this.#nextSlot = now + waitMs + intervalMs;
    return waitMs;
  }

  /** A call to a vendor's API, see {@link vendorGate}. */
  enterVendor(grant: () => Promise<Grant>, refusedToken: string | null): Promise<GateEntry> {
    return this.#gate.enter(grant, refusedToken);
  }

  noteVendorQuota(remaining: number, resetMs: number): number {
    return this.#gate.noteQuota(remaining, resetMs);
  }

  override async alarm(): Promise<void> {
    this.#alarmSet = false;
    const now = Date.now();
    const lastUse = this.ctx.storage.kv.get<number[]>("times")?.at(-1) ?? 0;
    if (Math.max(lastUse + DAY_MS, this.#gate.neededUntil()) > now) return this.#setAlarm();
    await this.ctx.storage.deleteAll();
  }

  #store(name: string, value: unknown): void {
    this.ctx.storage.kv.put(name, value);
    this.#setAlarm();
  }

  #setAlarm(): void {
    if (this.#alarmSet) return;
    this.#alarmSet = true;
    void this.ctx.storage.setAlarm(Date.now() + IDLE_CHECK_MS);
  }
}
