import { DurableObject } from "cloudflare:workers";
import { LIMITER_FLUSH_MS, type Plan, readConfig, requestsPerMinute } from "../../config.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { type RateDecision, rateOf, spendOne, takeOne, type Window } from "./arithmetic.ts";
import { type Entry, type Grant, vendorGate } from "./vendor-gate.ts";

const IDLE_CHECK_MS = HOUR_MS;

export type OrganisationTake = RateDecision & { plan: Plan; perMinute: number };
export type BudgetAnswer = { allowed: boolean; retryAfterMs: number };

type OrganisationState = { plan: Plan; revoked: string[]; tat: number };

/**
 * One object per thing that is limited, addressed by name: `org:{id}` (requests a minute), `ip:{address}`,
 * `address:{hash}` (abuse budgets), `host:{name}` (pace of our fetcher), `vendor:{name}` (token and quota of its API). It
 * loads, decides and stores; the arithmetic is in domain/rate-limit.ts. Storage is emptied by an alarm once nothing in it counts any more.
 */
export class RateLimiter extends DurableObject<Env> {
  #organisation: Promise<OrganisationState> | undefined;
  #flushing = false;
  #alarmSet = false;
  #nextSlot = 0;
  readonly #gate = vendorGate({
    get: (name) => this.ctx.storage.kv.get(name),
    put: (name, value) => this.#store(name, value),
  });

  /** Takes one request of the organisation's minute. A revoked key takes nothing and gets null. */
  async take(keyId: string): Promise<OrganisationTake | null> {
    const state = await this.#load();
    if (state.revoked.includes(keyId)) return null;
    const perMinute = requestsPerMinute(readConfig(this.env), state.plan);
    const decision = takeOne(state.tat, Date.now(), rateOf(perMinute));
    state.tat = decision.tat;
    // One write serves many takes. A refusal takes nothing; it stores at once what is not stored yet, so that an eviction
    // right after it forgets nothing.
    if (decision.allowed) this.#flushSoon(state);
    else if (this.#flushing) this.#flush(state);
    return { ...decision, plan: state.plan, perMinute };
  }

  async setPlan(plan: Plan): Promise<void> {
    const state = await this.#load();
    state.plan = plan;
    this.#flush(state);
  }

  async revoke(keyIds: string[]): Promise<void> {
    const state = await this.#load();
    state.revoked = [...new Set([...state.revoked, ...keyIds])];
    this.#flush(state);
  }

  /** One use of an abuse budget, stored before the answer. */
  spend(windows: Window[]): BudgetAnswer {
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

  /**
   * Reserves the next slot of a host, one per `intervalMs`, and says how many milliseconds to wait for it. Who would have to
   * wait longer than `longestMs` reserves nothing.
   */
  pace(intervalMs: number, longestMs: number): number {
    const now = Date.now();
    // A slot further off than that was given out before the clock went back.
    const waitMs = Math.min(Math.max(0, this.#nextSlot - now), longestMs + intervalMs);
    if (waitMs <= longestMs) this.#nextSlot = now + waitMs + intervalMs;
    return waitMs;
  }

  /** A call to a vendor's API, see {@link vendorGate}. */
  enterVendor(grant: () => Promise<Grant>, refusedToken: string | null): Promise<Entry> {
    return this.#gate.enter(grant, refusedToken);
  }

  noteVendorQuota(remaining: number, resetMs: number): number {
    return this.#gate.noteQuota(remaining, resetMs);
  }

  override async alarm(): Promise<void> {
    this.#alarmSet = false;
    const now = Date.now();
    const tat = (await this.#organisation)?.tat ?? this.ctx.storage.kv.get<OrganisationState>("organisation")?.tat ?? 0;
    const lastUse = this.ctx.storage.kv.get<number[]>("times")?.at(-1) ?? 0;
    if (Math.max(tat, lastUse + 24 * IDLE_CHECK_MS, this.#gate.neededUntil()) > now) return this.#setAlarm();
    this.#organisation = undefined;
    await this.ctx.storage.deleteAll();
  }

  #load(): Promise<OrganisationState> {
    this.#organisation ??= this.#read().catch((error) => {
      this.#organisation = undefined;
      throw error;
    });
    return this.#organisation;
  }

  async #read(): Promise<OrganisationState> {
    const stored = this.ctx.storage.kv.get<OrganisationState>("organisation");
    if (stored) return stored;
    const id = this.ctx.id.name?.replace(/^org:/, "") ?? "";
    const [organisations, keys] = await this.env.DB.batch<{ plan: Plan; id: string }>([
      this.env.DB.prepare("SELECT plan FROM organisations WHERE id = ?").bind(id),
      this.env.DB.prepare("SELECT id FROM api_keys WHERE organisation_id = ? AND revoked_at IS NOT NULL").bind(id),
    ]);
    const plan = organisations?.results[0]?.plan ?? "anonymous";
    return { plan, revoked: keys?.results.map((key) => key.id) ?? [], tat: 0 };
  }

  #flushSoon(state: OrganisationState): void {
    if (this.#flushing) return;
    this.#flushing = true;
    setTimeout(() => this.#flush(state), LIMITER_FLUSH_MS);
  }

  #flush(state: OrganisationState): void {
    this.#flushing = false;
    this.#store("organisation", state);
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
