import { record, records, string } from "../../lib/loose-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import type { Finding } from "../facts/finding.ts";
import { askVendor } from "./ask-vendor.ts";
import { BRAVE, braveSearch } from "./brave.ts";
import { failureOf, type Vendor, type VendorOutcome } from "./vendor.ts";

/**
 * Cloudflare's web search (developers.cloudflare.com/web-search), through the `AI` binding. Remote only, so `npm start` and
 * tests have a fake. Written from the documentation, never tried live. Only the addresses of results are kept: what a site
 * says about itself decides, not what a search says about it.
 */
const CLOUDFLARE: Vendor = {
  name: "cloudflare",
  url: "https://developers.cloudflare.com/web-search/",
  confidence: 0.5,
  keyName: "WEB_SEARCH",
};
const GATEWAY = "default";
const MAX_RESULTS = 10;
const MAX_QUERY_LENGTH = 400;
const RETRY_SECONDS = 10;

type WebSearch = { websearch(request: { gatewayId: string; query: string; limit?: number }): Promise<Response> };

/** Addresses of the pages that a web search finds, best first; `not_configured` on a deployment without one. One paid query. */
export async function searchWeb(context: SourceContext, words: string): Promise<Finding<string[]>> {
  const { WEB_SEARCH, BRAVE_API_KEY } = context.config;
  const query = words.replace(/\s+/g, " ").slice(0, MAX_QUERY_LENGTH);
  const question = { kind: "web_search" as const, key: await sha256Hex(query), credits: 1 };
  if (WEB_SEARCH === "cloudflare") {
    return askVendor<string[]>(context, CLOUDFLARE, { ...question, call: () => searchCloudflare(context, query) });
  }
  if (!BRAVE_API_KEY) return { status: "not_configured", variables: ["WEB_SEARCH"] };
  const call = (apiKey: string) => braveSearch(context, apiKey, query, addressesOf);
  return askVendor<string[]>(context, BRAVE, { ...question, call });
}

async function searchCloudflare({ env }: SourceContext, query: string): Promise<VendorOutcome<string[]>> {
  const { AI } = env as Env & { AI?: WebSearch };
  if (!AI) return { status: "auth_failed" };
  try {
    const response = await AI.websearch({ gatewayId: GATEWAY, query, limit: MAX_RESULTS });
    if (!response.ok) {
      return failureOf(response.status, { status: "rate_limited", retryAfterSeconds: RETRY_SECONDS });
    }
    const urls = addressesOf(record(await response.json()).items);
    return urls.length > 0 ? { status: "ok", data: urls, credits: 1 } : { status: "not_found", credits: 1 };
  } catch {
    return { status: "unavailable" };
  }
}

function addressesOf(results: unknown): string[] {
  return records(results).flatMap(({ url }) => string(url) ?? []);
}
