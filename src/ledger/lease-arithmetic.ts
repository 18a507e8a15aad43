import { MINUTE_MS } from "../lib/time.ts";

/** Pure arithmetic of leases: no clock, no storage. Times are milliseconds. */

const MIN_LEASE_TOKENS = 50;
const MAX_LEASE_TOKENS = 5_000;
const LEASE_MINUTES = 5;

/** Tokens used in this minute and in the one before it. */
type UsageMeter = { minute: number; current: number; previous: number };

export const EMPTY_METER: UsageMeter = { minute: 0, current: 0, previous: 0 };

/** Adds `tokens` used at `now`. */
export function meter(usage: UsageMeter, tokens: number, now: number): UsageMeter {
  const minute = Math.floor(now / MINUTE_MS);
  if (minute === usage.minute) return { ...usage, current: usage.current + tokens };
  return { minute, current: tokens, previous: minute === usage.minute + 1 ? usage.current : 0 };
}

/** Tokens used in about the last minute (sliding window): the previous minute counts in proportion to its overlap. */
export function usedLastMinute(usage: UsageMeter, now: number): number {
  const { current, previous } = meter(usage, 0, now);
  return current + previous * (1 - (now % MINUTE_MS) / MINUTE_MS);
}

/** Target for the unused tokens of a lease: five times the last minute's use, between 50 and 5,000. */
export function leaseSize(usedInMinute: number): number {
  return Math.min(MAX_LEASE_TOKENS, Math.max(MIN_LEASE_TOKENS, Math.ceil(usedInMinute * LEASE_MINUTES)));
}
