import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/time.ts";

/** Delay before the next attempt after one, two, … failures (Standard Webhooks, "Deliverability and reliability"). */
const DELAYS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];
const JITTER = 0.1;

/** The next attempt after the `failures`th failure, ± 10 % by `random`, not before `Retry-After`; null at the end. */
export function nextTryAt(
  failures: number,
  now: number,
  random: number,
  retryAfterSeconds: number | null,
): number | null {
  const delayMs = DELAYS_MS[failures - 1];
  if (delayMs === undefined) return null;
  const planned = delayMs * (1 - JITTER + 2 * JITTER * random);
  return now + Math.round(Math.max(planned, (retryAfterSeconds ?? 0) * 1000));
}
