import * as z from "zod";
import { isRecent } from "../../readers/news/feed.ts";
import { requireTrustpilot } from "../../sources/vendors/trustpilot.ts";
import { list } from "../tool.ts";
import { defineDetector } from "./shared/detector.ts";

const WINDOW_DAYS = 30;
const MAX_REVIEWS = 25;

/** New reviews with few stars, and with many. */
export const REVIEW_SIGNALS = [
  { what: "one or two stars", counts: (stars: number) => stars <= 2, name: "negative", title: "Negative reviews" },
  { what: "four or five stars", counts: (stars: number) => stars >= 4, name: "positive", title: "Positive reviews" },
].map(({ name, title, what, counts }) =>
  defineDetector({
    name: `signal_reviews_${name}`,
    category: "reviews",
    title,
    description: `Returns whether the company got reviews of ${what} on Trustpilot in the last ${WINDOW_DAYS} days,
      with their titles and how they compare with all recent ones. Asks Trustpilot's official API and needs the
      operator's API key (501 without one); its pages are never read. Up to 20 seconds; kept for 6 hours. Writers of
      reviews are not named.`,
    requireConfigured: requireTrustpilot,
    input: {},
    output: {
      window_days: z.int().describe("Maximum age of a review in days"),
      matching_reviews_count: z.int().describe("Number of matching recent reviews"),
      recent_reviews_count: z.int().describe("Number of recent reviews among the newest 100"),
      average_stars: z.number().nullable().describe("Average of the recent reviews; null without any"),
      reviews: list(`Matching reviews, newest first, at most ${MAX_REVIEWS}`, {
        stars: z.number(),
        title: z.string(),
        date: z.string(),
        url: z.string(),
      }),
    },
    example: { domain: "acme-robotics.example" },
    async run(company) {
      const found = await company.reviews();
      const all = found.status === "found" ? found.data : [];
      const recent = all.filter(({ date }) => isRecent(date, WINDOW_DAYS, Date.now()));
      const matching = recent.filter(({ stars }) => counts(stars)).sort((a, b) => b.date.localeCompare(a.date));
      const isDetected = matching.length > 0;
      return {
        isDetected,
        strength: isDetected ? Math.min(1, 0.3 + (0.7 * matching.length) / recent.length) : 0,
        source: isDetected ? "trustpilot" : null,
        summary: `Reviews in ${WINDOW_DAYS} days with ${what}: ${matching.length} of ${recent.length}.`,
        data: {
          window_days: WINDOW_DAYS,
          matching_reviews_count: matching.length,
          recent_reviews_count: recent.length,
          average_stars: averageOf(recent.map(({ stars }) => stars)),
          reviews: matching.slice(0, MAX_REVIEWS),
        },
        ...(found.status === "found"
          ? {
              confidence: isDetected ? found.confidence : 0,
              evidence: [{ url: `https://www.trustpilot.com/review/${company.domain}`, kind: "trustpilot" }],
              observedAt: found.observedAt,
              cached: found.cached,
            }
          : { reason: "not_on_trustpilot" }),
      };
    },
  }),
);

function averageOf(stars: number[]): number | null {
  if (stars.length === 0) return null;
  return Math.round((stars.reduce((sum, one) => sum + one, 0) / stars.length) * 100) / 100;
}
