import { DurableObject } from "cloudflare:workers";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { spendOne, type Window } from "./arithmetic.ts";

/** A vendor's access token, or why there is none. `expiresAt` is milliseconds since 1970. */
export type Grant =
  | { status: "granted"; token: string; expiresAt: number }
  /** The vendor does not accept our credentials. */
  | { status: "refused" }
  | { status: "wait"; waitMs: number }
  | { status: "error" | "timeout" };

/** The gate's answer to a call: a pass, or the reason of the refusal. */
export type GateEntry = { status: "in"; token: string } | Exclude<Grant, { status: "granted" }>;

/** What an object keeps: the uses of a budget, oldest first, or the token of a vendor and the rest of its rate limit. */
type Kept = { times: number[]; grant: Grant & { status: "granted" }; quota: { remaining: number; resetAt: number } };

const IDLE_CHECK_MS = HOUR_MS;
const MAX_WINDOW_MS = HOUR_MS;
/** Clocks and rounding: resets closer than this are the same window. */
const SAME_WINDOW_MS = 2_000;

/**
 * One object per limited thing, addressed by name: the name of a budget (budgets.ts), `host:{name}` (pace of requests to an API) or
 * `vendor:{name}` (the gate that all isolates pass before they call its API, so that its token is never in D1 or KV). An alarm
 * empties the storage once nothing in it counts any more.
 */
export class RateLimiter extends DurableObject<Env> {
  #alarmSet = false;
  #nextSlot = 0;
  #granting: Promise<Grant> | undefined;

  /** One use of an abuse budget, stored before the answer. */
  spend(windows: Window[]) {
    const { allowed, times, retryAfterMs } = spendOne(this.#read("times") ?? [], Date.now(), windows);
    if (allowed) this.#store("times", times);
    return { allowed, retryAfterMs };
  }

  /** Gives the latest use back, for work that turned out not to happen. */
  giveBack(): void {
    this.#store("times", (this.#read("times") ?? []).slice(0, -1));
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

  /** Takes one call of a vendor and returns its token. Without one, or with the refused one, `grant` fetches another, once. */
  async enterVendor(grant: () => Promise<Grant>, refusedToken: string | null): Promise<GateEntry> {
    const quota = this.#read("quota");
    const waitMs = quota ? quota.resetAt - Date.now() : 0;
    if (quota && waitMs > 0) {
      if (quota.remaining < 1) return { status: "wait", waitMs };
      this.#store("quota", { ...quota, remaining: quota.remaining - 1 });
    }
    const known = this.#read("grant");
    const isGood = known && known.expiresAt > Date.now() && known.token !== refusedToken;
    if (isGood) return { status: "in", token: known.token };
    this.#granting ??= this.#keepGrant(grant).finally(() => {
      this.#granting = undefined;
    });
    const granted = await this.#granting;
    return granted.status === "granted" ? { status: "in", token: granted.token } : granted;
  }

  async #keepGrant(grant: () => Promise<Grant & Partial<Disposable>>): Promise<Grant> {
    // An RPC stub: dispose the result, or the isolate leaks.
    const granted = await grant();
    granted[Symbol.dispose]?.();
    if (granted.status === "granted") this.#store("grant", granted);
    return granted;
  }

  /** The calls that the vendor allows until `resetMs` from now, only ever fewer. Returns the ms until the next. */
  noteVendorQuota(remaining: number, resetMs: number): number {
    const now = Date.now();
    const resetAt = now + Math.min(Math.max(resetMs, 0), MAX_WINDOW_MS);
    const known = this.#read("quota");
    const isSameWindow = known && known.resetAt > now && resetAt < known.resetAt + SAME_WINDOW_MS;
    const quota = isSameWindow
      ? { remaining: Math.min(known.remaining, remaining), resetAt: known.resetAt }
      : { remaining, resetAt };
    this.#store("quota", quota);
    return quota.remaining < 1 ? Math.max(0, quota.resetAt - now) : 0;
  }

  override async alarm(): Promise<void> {
    this.#alarmSet = false;
    const lastUse = this.#read("times")?.at(-1) ?? 0;
    const vendorUntil = Math.max(this.#read("quota")?.resetAt ?? 0, this.#read("grant")?.expiresAt ?? 0);
    if (Math.max(lastUse + DAY_MS, vendorUntil) > Date.now()) return this.#setAlarm();
    await this.ctx.storage.deleteAll();
  }

  #read<Name extends keyof Kept>(name: Name): Kept[Name] | undefined {
    return this.ctx.storage.kv.get<Kept[Name]>(name);
  }

  #store<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
    this.ctx.storage.kv.put(name, value);
    this.#setAlarm();
  }

  #setAlarm(): void {
    if (this.#alarmSet) return;
    this.#alarmSet = true;
    void this.ctx.storage.setAlarm(Date.now() + IDLE_CHECK_MS);
  }
}
