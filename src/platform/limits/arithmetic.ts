/** Pure arithmetic of limits: no clock, no storage. Times are milliseconds. */
import { MINUTE_MS } from "../../lib/time.ts";

type Rate = { perMinute: number; burst: number };

/** Burst capacity is half of a minute's requests. */
export function rateOf(perMinute: number): Rate {
  return { perMinute, burst: Math.max(1, Math.floor(perMinute / 2)) };
}

/**
 * Generic cell rate algorithm (ITU-T I.371): one request of `rate` at `now`, given the stored `tat`, the theoretical arrival time, which
 * is the limiter's whole state. `remaining` requests would be allowed now, the whole burst in `resetMs`, a retry in `retryAfterMs`.
 */
export function takeOne(tat: number, now: number, rate: Rate) {
  if (rate.perMinute <= 0) return { allowed: false, tat, remaining: 0, resetMs: MINUTE_MS, retryAfterMs: MINUTE_MS };
  const intervalMs = 60_000 / rate.perMinute;
  const capacityMs = rate.burst * intervalMs;
  // Only a clock that went back can leave `tat` further ahead than the whole burst.
  const current = Math.max(Math.min(tat, now + capacityMs), now);
  const next = current + intervalMs;
  // Half a millisecond forgives the rounding of intervals such as 60,000 / 7.
  const allowed = next - now <= capacityMs + 0.5;
  const state = allowed ? next : current;
  const remaining = Math.max(0, Math.floor((capacityMs - (state - now) + 0.5) / intervalMs));
  return {
    allowed,
    tat: state,
    remaining,
    resetMs: Math.max(0, state - now),
    retryAfterMs: allowed ? 0 : next - now - capacityMs,
  };
}

export type Window = { limit: number; windowMs: number };

/** One use of a budget that has several sliding windows; `times` are the uses that still count, oldest first. */
export function spendOne(times: number[], now: number, windows: Window[]) {
  const longest = Math.max(0, ...windows.map((window) => window.windowMs));
  const live = times.filter((time) => time > now - longest);
  let retryAfterMs = 0;
  for (const { limit, windowMs } of windows) {
    const used = live.filter((time) => time > now - windowMs);
    if (used.length < limit) continue;
    // There is room again once this use has left the window.
    const leaving = used[used.length - limit];
    retryAfterMs = Math.max(retryAfterMs, leaving === undefined ? windowMs : leaving + windowMs - now);
  }
  if (retryAfterMs > 0) return { allowed: false, times: live, retryAfterMs };
  return { allowed: true, times: [...live, now], retryAfterMs: 0 };
}
