import { env } from "cloudflare:workers";

export const DETECTOR_NAMES = [
  "signal_technologies_identified",
  "signal_hiring_role",
  "signal_hiring_support",
  "signal_hiring_sales_rep",
  "signal_hiring_sales_leadership",
  "signal_hiring_sales_rep_repost",
  "signal_funding",
  "signal_leadership_change",
  "signal_news_mention",
  "signal_website_change",
  "signal_reviews_negative",
  "signal_reviews_positive",
];

/** As if GDELT had not been asked for a while. */
export async function calmGdelt(): Promise<void> {
  await env.RATE_LIMITER.getByName("host:api.gdeltproject.org").pace(-1e9, Number.MAX_SAFE_INTEGER);
}

/** Changes what changing.example shows. */
export async function changeSite(version: Record<string, unknown>): Promise<void> {
  await env.OUTBOUND?.fetch("https://changing.example/", { method: "PUT", body: JSON.stringify(version) });
}
