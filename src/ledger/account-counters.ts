import { readConfig, requestsPerMinute } from "../config.ts";
import { FREE_MISSES_PER_DAY, FREE_MISSES_PER_DAY_ANONYMOUS, type Plan } from "../constants.ts";
import { isoDay } from "../lib/ids.ts";
import { MINUTE_MS } from "../lib/time.ts";
import { rateOf, takeOne } from "../platform/limits/arithmetic.ts";
import type { RateState } from "./account-types.ts";

/** Share of the rate that one write reserves. */
const SAVE_MS = 5_000;

/** Bounds of a lease's size, in tokens, and the time that it should last at the rate of the last minute. */
const MIN_LEASE_TOKENS = 50;
const MAX_LEASE_TOKENS = 5_000;
const LEASE_MINUTES = 5;

/** Tokens of misses and charges of one day (UTC). */
type MissDay = { day: string; missed: number; charged: number };
/** Tokens used in a minute and in the one before it. */
type Usage = { minute: number; current: number; previous: number };
type Counters = { tat: number; misses: MissDay };

/**
 * An organisation's request rate, its misses of the day and its use of tokens, which is not stored. A crash loses at most five
 * seconds' worth of requests, charges and misses. There is no timer: it would keep an idle object in memory, which is billed.
 */
export class AccountCounters {
  readonly #sql: SqlStorage;
  readonly #env: Env;
  readonly #plan: () => Plan;
  readonly #counters: Counters;
  #savedTat: number;
  #isSaved = true;
  #usage: Usage = { minute: 0, current: 0, previous: 0 };

  constructor(storage: DurableObjectStorage, env: Env, plan: () => Plan) {
    this.#sql = storage.sql;
    this.#env = env;
    this.#plan = plan;
    this.#sql.exec("CREATE TABLE IF NOT EXISTS counters (one INTEGER PRIMARY KEY, counters_json TEXT NOT NULL)");
    const [row] = this.#sql.exec<{ counters_json: string }>("SELECT counters_json FROM counters").toArray();
    this.#counters = row ? JSON.parse(row.counters_json) : { tat: 0, misses: { day: "", missed: 0, charged: 0 } };
    this.#savedTat = this.#counters.tat;
  }

  /** Counts one request if the minute has one left. */
  takeRate(now: number): { allowed: boolean; rate: RateState } {
    const { allowed, tat, rate } = this.peekRate(now);
    this.#counters.tat = tat;
    if (allowed) this.#isSaved = false;
    // A refusal counts nothing; it stores earlier counts, so that an eviction right after it loses none.
    if (!allowed || Math.abs(tat - this.#savedTat) >= SAVE_MS) this.save();
    return { allowed, rate };
  }

  /** The current rate, without counting a request. */
  peekRate(now: number): { allowed: boolean; tat: number; rate: RateState } {
    const perMinute = requestsPerMinute(readConfig(this.#env), this.#plan());
    const { allowed, tat, remaining, resetMs, retryAfterMs } = takeOne(this.#counters.tat, now, rateOf(perMinute));
    return { allowed, tat, rate: { perMinute, remaining, resetMs, retryAfterMs } };
  }

  /** Tokens left of today's allowance for free misses: a base, and as many as were charged. */
  missesLeft(now: number): number {
    const base = this.#plan() === "anonymous" ? FREE_MISSES_PER_DAY_ANONYMOUS : FREE_MISSES_PER_DAY;
    const { missed, charged } = this.#missesOf(now);
    return Math.max(0, base + charged - missed);
  }

  #missesOf(now: number): MissDay {
    const { misses } = this.#counters;
    const day = isoDay(now);
    return misses.day === day ? misses : { day, missed: 0, charged: 0 };
  }

  /** Counts tokens charged and tokens of free misses. */
  count(charged: number, missed: number, now: number): void {
    const misses = this.#missesOf(now);
    this.#counters.misses = { ...misses, charged: misses.charged + charged, missed: misses.missed + missed };
    this.#isSaved = false;
  }

  /** Counts tokens used by a call. */
  noteUsage(tokens: number, now: number): void {
    const usage = this.#usageAt(now);
    this.#usage = { ...usage, current: usage.current + tokens };
  }

  /** Target for the unused tokens of a lease: five times the use of about the last minute, which is a sliding window. */
  leaseSize(now: number): number {
    const { current, previous } = this.#usageAt(now);
    const usedLastMinute = current + previous * (1 - (now % MINUTE_MS) / MINUTE_MS);
    return Math.min(MAX_LEASE_TOKENS, Math.max(MIN_LEASE_TOKENS, Math.ceil(usedLastMinute * LEASE_MINUTES)));
  }

  #usageAt(now: number): Usage {
    const minute = Math.floor(now / MINUTE_MS);
    const { minute: last, current } = this.#usage;
    if (minute === last) return this.#usage;
    return { minute, current: 0, previous: minute === last + 1 ? current : 0 };
  }

  /** Whether a current rate or misses of today are stored. */
  isNeeded(now: number): boolean {
    return this.#counters.misses.day === isoDay(now) || this.#counters.tat > now;
  }

  /** Writes unstored counts. */
  save(): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    this.#savedTat = this.#counters.tat;
    const counters = JSON.stringify(this.#counters);
    this.#sql.exec("INSERT OR REPLACE INTO counters (one, counters_json) VALUES (1, ?)", counters);
  }
}
