import { isoDay } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";

/** Individual calls are kept for 90 days. */
export const RANGES = [7, 30, 90] as const;
export const DAYS = 30;

/** The last `days` days of UTC, today included; milliseconds, both ends included. */
export function lastDays(days: number = DAYS): { from: number; to: number } {
  const to = Date.now();
  return { from: Math.floor(to / DAY_MS) * DAY_MS - (days - 1) * DAY_MS, to };
}

/** The days of a period as ISO dates, oldest first. */
export function daysOf({ from, to }: { from: number; to: number }): string[] {
  const days: string[] = [];
  for (let at = from; at <= to; at += DAY_MS) days.push(isoDay(at));
  return days;
}
