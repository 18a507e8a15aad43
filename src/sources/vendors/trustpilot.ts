import { readMoment, record, records, string } from "../../lib/loose-json.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { MAX_HEADLINE_LENGTH } from "../../readers/news/feed.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { isSameSite } from "../../readers/words/company-domain.ts";
import { type Finding, notConfigured } from "../facts/finding.ts";
import { askVendor, requestVendor, type Vendor } from "./ask-vendor.ts";

/** A review without its writer. `stars` is 1 to 5. */
export type Review = { stars: number; title: string; date: string; url: string };

const NOT_THERE = { status: "nothing", credits: 1 } as const;
const TRUSTPILOT: Vendor = {
  name: "trustpilot",
  url: "https://www.trustpilot.com/",
  confidence: 0.9,
  keyName: "TRUSTPILOT_API_KEY",
  headers: (apiKey) => ({ apikey: apiKey }),
  meanings: { 404: NOT_THERE },
};
const API = "https://api.trustpilot.com/v1/business-units";

/** Throws `not_configured` without `TRUSTPILOT_API_KEY`. */
export function requireTrustpilot({ config }: Pick<SourceContext, "config">): void {
  if (!config.TRUSTPILOT_API_KEY) notConfigured(["TRUSTPILOT_API_KEY"]);
}

/** The newest hundred reviews under exactly this domain (Business units API), not from the site. Kept for six hours. */
export function trustpilotReviews(context: SourceContext, domain: string): Promise<Finding<Review[]>> {
  const find = `${API}/find?${new URLSearchParams({ name: domain })}`;
  const newest = new URLSearchParams({ perPage: "100", orderBy: "createdat.desc" });
  return askVendor(context, TRUSTPILOT, {
    kind: "trustpilot",
    key: domain,
    keptMs: 6 * HOUR_MS,
    call: () =>
      requestVendor(context, TRUSTPILOT, { url: find }, (unit) => {
        const id = string(unit.id);
        // The search is fuzzy, so a unit must name this domain exactly.
        const said = [record(unit.name).identifying, unit.websiteUrl].flatMap((value) => string(value) ?? []);
        if (!id || (said.length > 0 && !said.some((text) => isSameSite(text, domain)))) return NOT_THERE;
        const url = `${API}/${encodeURIComponent(id)}/reviews?${newest}`;
        return requestVendor(context, TRUSTPILOT, { url }, ({ reviews }) => {
          return { status: "found", data: records(reviews).flatMap((review) => reviewOf(review) ?? []), credits: 1 };
        });
      }),
  });
}

function reviewOf(review: Record<string, unknown>): Review | null {
  const date = readMoment(review.createdAt);
  const id = string(review.id);
  if (!date || !id || typeof review.stars !== "number") return null;
  const title = plainText(string(review.title) ?? "", MAX_HEADLINE_LENGTH);
  return { stars: review.stars, title, date, url: `https://www.trustpilot.com/reviews/${encodeURIComponent(id)}` };
}
