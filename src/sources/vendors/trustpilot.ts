import { plainHost } from "../../lib/hosts.ts";
import { readMoment, record, records, string } from "../../lib/loose-json.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { askJson, type JsonAnswer } from "../../platform/outbound/ask-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { MAX_HEADLINE_LENGTH } from "../../readers/news/feed.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { notConfigured, upstreamFailure } from "../facts/finding.ts";

/** A review without its writer. `stars` is 1 to 5. */
export type Review = { id: string; stars: number; title: string; date: string; url: string };
export type Reviews = { profileUrl: string | null; reviews: Review[]; observedAt: number; cached: boolean };

const API = "https://api.trustpilot.com/v1/business-units";

/** Throws `not_configured` without `TRUSTPILOT_API_KEY`. */
export function requireTrustpilot({ config }: Pick<SourceContext, "config">): void {
  if (!config.TRUSTPILOT_API_KEY) notConfigured(["TRUSTPILOT_API_KEY"]);
}

/**
 * The newest hundred reviews of the company that Trustpilot has under exactly this domain
 * (documentation-apidocumentation.trustpilot.com, "Business units API"); the site itself is never read. Cached for six hours.
 * Throws `not_configured` without `TRUSTPILOT_API_KEY`, and `upstream_error`, `upstream_timeout` or `upstream_unavailable` when
 * the API fails.
 */
export async function trustpilotReviews(context: SourceContext, domain: string): Promise<Reviews> {
  requireTrustpilot(context);
  const look = await cached(context, "trustpilot", domain, 6 * HOUR_MS, () => read(context, domain));
  return { ...look.data, observedAt: look.observedAt, cached: look.cached };
}

async function read(context: SourceContext, domain: string): Promise<Pick<Reviews, "profileUrl" | "reviews">> {
  const nothing = { profileUrl: null, reviews: [] };
  const unit = bodyOf(await ask(context, `/find?${new URLSearchParams({ name: domain })}`));
  const id = string(unit?.id);
  if (!unit || !id || !isOf(unit, domain)) return nothing;
  const newest = new URLSearchParams({ perPage: "100", orderBy: "createdat.desc" });
  const list = bodyOf(await ask(context, `/${encodeURIComponent(id)}/reviews?${newest}`));
  const reviews = records(list?.reviews).flatMap((review): Review[] => {
    const date = readMoment(review.createdAt);
    const reviewId = string(review.id);
    if (!date || !reviewId || typeof review.stars !== "number") return [];
    const title = plainText(string(review.title) ?? "", MAX_HEADLINE_LENGTH);
    const url = `https://www.trustpilot.com/reviews/${encodeURIComponent(reviewId)}`;
    return [{ id: plainText(reviewId, MAX_HEADLINE_LENGTH), stars: review.stars, title, date, url }];
  });
  return { profileUrl: `https://www.trustpilot.com/review/${domain}`, reviews };
}

function ask(context: SourceContext, path: string): Promise<JsonAnswer> {
  return askJson(context, API + path, { headers: { apikey: context.config.TRUSTPILOT_API_KEY ?? "" } });
}

/** The search is fuzzy, so a unit must name this domain exactly. */
function isOf(unit: Record<string, unknown>, domain: string): boolean {
  const said = [record(unit.name).identifying, unit.websiteUrl].flatMap((value) => string(value) ?? []);
  if (said.length === 0) return true;
  return said.some((text) => {
    const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
    return url !== null && registrableDomain(plainHost(url)) === registrableDomain(domain);
  });
}

function bodyOf(answer: JsonAnswer): Record<string, unknown> | null {
  if (answer.status === "not_found") return null;
  if (answer.status === "ok") return record(answer.body);
  const { reason: status } = answer;
  throw upstreamFailure("The review service", {
    status,
    ...(status !== "upstream_error" && { retryAfterSeconds: 60 }),
  });
}
