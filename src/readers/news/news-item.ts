import { DAY_MS } from "../../lib/time.ts";

/** A piece of news from any publisher. Titles are inert and at most 200 characters. */
export type NewsItem = {
  title: string;
  url: string | null;
  /** ISO 8601. Undated items are not news. */
  date: string;
  source: "own_site" | "hackernews" | "gdelt";
  /** True for a press page or feed, false for the company's own blog. Always true for other publishers. */
  isPress: boolean;
};

export const MAX_HEADLINE_LENGTH = 200;
/** Tolerance for publishers whose clocks run ahead. Items dated further in the future are announcements, not news. */
const AHEAD_MS = 2 * DAY_MS;

/** Whether something dated `date` (ISO 8601) happened within the `windowDays` before `now`. */
export function isRecent(date: string, windowDays: number, now: number): boolean {
  const age = now - Date.parse(date);
  return age >= -AHEAD_MS && age <= windowDays * DAY_MS;
}
