import { DAY_MS } from "../../lib/time.ts";
import type { FailureReason } from "../../platform/outbound/ask-json.ts";

/** A piece of news from any publisher. Titles are inert and at most 200 characters. */
export type NewsItem = {
  title: string;
  url: string | null;
  /** ISO 8601. Without a date nothing is news. */
  date: string;
  source: "own_site" | "hackernews" | "gdelt";
  /** Of the company's own: a press page or feed rather than a blog. Always true for what others publish. */
  isPress: boolean;
};

/** What one source says, or why it says nothing. `observedAt` is milliseconds since 1970. */
export type Report<T> =
  | { status: "read"; source: string; items: T[]; observedAt: number; cached: boolean }
  | { status: "failed"; source: string; failure: FailureReason };

/** What was looked up for a report, as it is remembered. */
export type NewsLookup = { status: "read"; items: NewsItem[] } | { status: "failed"; failure: FailureReason };

export const MAX_TITLE_LENGTH = 200;
/** Clocks of publishers run ahead; announcements for next month are not news. */
const AHEAD_MS = 2 * DAY_MS;

/** Whether something dated `date` (ISO 8601) happened within the last `windowDays`. */
export function isRecent(date: string, windowDays: number): boolean {
  const age = Date.now() - Date.parse(date);
  return age >= -AHEAD_MS && age <= windowDays * DAY_MS;
}
