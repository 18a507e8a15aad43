import * as z from "zod";
import { AppError } from "../../../errors.ts";
import { isRecent } from "../../../readers/news/feed.ts";
import type { Report } from "../../../sources/facts/finding.ts";
import { oneOf } from "../../fields/answer-codes.ts";
import type { Finding } from "./detector.ts";

/** What the signals that are based on news find. */
export type NewsEvent = { title: string; url: string | null; date: string; source: string; confidence: number };

const MAX_EVENTS = 25;

/** Confidence by source; a headline without further evidence counts half. */
const BELIEF = { own_site: 0.85, gdelt: 0.5, hackernews: 0.5 };

/** An item of the news as an event. */
export function eventOf({ title, url, date, source }: Omit<NewsEvent, "confidence"> & { source: keyof typeof BELIEF }) {
  return { title, url, date, source, confidence: BELIEF[source] };
}

/** Output of these signals; `eventFields` are the additional fields of an event. */
export function newsOutput(eventFields: Record<string, z.ZodType> = {}) {
  const event = {
    title: z.string(),
    url: z.string().nullable(),
    date: z.string().describe("ISO 8601"),
    source: oneOf(["own_site", "edgar", "hackernews", "gdelt"]),
    confidence: z.number(),
    ...eventFields,
  };
  return {
    window_days: z.int().describe("Maximum age of an event in days"),
    events: z.array(z.looseObject(event)).describe(`Events, newest first, at most ${MAX_EVENTS}`),
  };
}

/** Detects events within the window, whose number is in the summary after `counted`. Throws when every source has failed. */
export function newsDetection(
  reports: Report<unknown>[],
  all: NewsEvent[],
  windowDays: number,
  counted: string,
): Finding {
  const incomplete = reports.flatMap(({ source, failure, isPartial }) => {
    const reason = failure ?? (isPartial ? "site_not_read" : null);
    return reason ? [{ source, reason }] : [];
  });
  const answered = reports.filter(({ failure }) => !failure);
  if (answered.length === 0) {
    const isLate = incomplete.every(({ reason }) => reason === "timeout");
    const detail = "None of the news sources can be read right now. Try again later.";
    throw new AppError(isLate ? "upstream_timeout" : "upstream_error", detail, { cause: incomplete });
  }
  const events = all
    .filter(({ date }) => isRecent(date, windowDays, Date.now()))
    .sort((a, b) => b.date.localeCompare(a.date));
  const isUnmatched = answered.some((report) => report.isUnmatched);
  const unmatched = " No registrant of the SEC is certainly this company, so its filings are unknown.";
  const nothing = `None found in the last ${windowDays} days.${isUnmatched ? unmatched : ""}`;
  const best = events.toSorted((a, b) => b.confidence - a.confidence)[0];
  return {
    isDetected: events.length > 0,
    strength: best?.confidence ?? 0,
    summary: events.length > 0 ? `${counted}: ${events.length}.` : nothing,
    data: { window_days: windowDays, events: events.slice(0, MAX_EVENTS) },
    source: best?.source ?? null,
    confidence: best?.confidence ?? 0,
    evidence: events
      .slice(0, MAX_EVENTS)
      .flatMap(({ url, source, title, date }) => (url ? [{ url, kind: source, title, date }] : [])),
    observedAt: Math.min(...answered.map(({ observedAt }) => observedAt)),
    cached: answered.every(({ cached }) => cached),
    reason: events.length === 0 && isUnmatched ? "registrant_not_matched" : null,
    incomplete,
  };
}
