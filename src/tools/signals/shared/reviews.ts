import * as z from "zod";
import { isRecent } from "../../../readers/news/feed.ts";
import { type Review, requireTrustpilot } from "../../../sources/vendors/trustpilot.ts";
import { type Detector, defineDetector } from "./detector.ts";

const WINDOW_DAYS = 30;
const MAX_REVIEWS = 25;

/** Makes a detector of new reviews with certain stars. */
export function reviewsDetector(
  given: Pick<Detector, "name" | "title"> & { what: string; counts: (stars: number) => boolean },
): Detector {
  const { what, counts, ...names } = given;
  return defineDetector({
    ...names,
    category: "reviews",
    description: `Returns whether the company got reviews of ${what} on Trustpilot in the last ${WINDOW_DAYS} days, with their titles and how they compare with all recent ones. Asks Trustpilot's official API and needs the operator's API key (501 without one); its pages are never read. Up to 20 seconds; kept for 6 hours. Writers of reviews are not named.`,
    requireConfigured: requireTrustpilot,
    input: {},
    output: {
      window_days: z.int().describe("Maximum age of a review in days"),
      matching_reviews_count: z.int().describe("Number of matching recent reviews"),
      recent_reviews_count: z.int().describe("Number of recent reviews among the newest 100"),
      average_stars: z.number().nullable().describe("Average of the recent reviews; null without any"),
      reviews: z
        .array(z.looseObject({ stars: z.number(), title: z.string(), date: z.string(), url: z.string() }))
        .describe(`Matching reviews, newest first, at most ${MAX_REVIEWS}`),
    },
    example: { domain: "acme-robotics.example" },
    async run(company) {
      const { reviews, profileUrl, observedAt, cached } = await company.reviews();
      const recent = reviews.filter(({ date }) => isRecent(date, WINDOW_DAYS, Date.now()));
      const matching = recent.filter(({ stars }) => counts(stars)).sort((a, b) => b.date.localeCompare(a.date));
      const isDetected = matching.length > 0;
      return {
        isDetected,
        strength: isDetected ? Math.min(1, 0.3 + (0.7 * matching.length) / recent.length) : 0,
        summary: `Reviews in ${WINDOW_DAYS} days with ${what}: ${matching.length} of ${recent.length}.`,
        data: {
          window_days: WINDOW_DAYS,
          matching_reviews_count: matching.length,
          recent_reviews_count: recent.length,
          average_stars: averageOf(recent),
          reviews: matching.slice(0, MAX_REVIEWS).map(({ id: _, ...review }) => review),
        },
        source: isDetected ? "trustpilot" : null,
        confidence: isDetected ? 0.9 : 0,
        evidence: profileUrl ? [{ url: profileUrl, kind: "trustpilot" }] : [],
        observedAt,
        cached,
        reason: profileUrl ? null : "not_on_trustpilot",
      };
    },
  });
}

function averageOf(reviews: Review[]): number | null {
  if (reviews.length === 0) return null;
  return Math.round((reviews.reduce((sum, { stars }) => sum + stars, 0) / reviews.length) * 100) / 100;
}
