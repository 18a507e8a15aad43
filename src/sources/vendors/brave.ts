import { record, records, string } from "../../lib/loose-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { foldName } from "../../readers/company/name-likeness.ts";
import { beginsWithName } from "../../readers/names/match-names.ts";
import { displayParts, type PersonName } from "../../readers/names/person-name.ts";
import { textOfHtml } from "../../readers/page/html-text.ts";
import { nameFields, type PersonQuestion } from "../../readers/people/person.ts";
import { domainStem } from "../../readers/words/company-domain.ts";
import { networkProfile } from "../../readers/words/network-links.ts";
import { directoryCompany } from "../directory/directory.ts";
import type { Finding } from "../facts/finding.ts";
import { companyOnOwnSite } from "../website/company-site.ts";
import { askVendor, outcomeOf, requestVendor, type Vendor, type VendorOutcome } from "./ask-vendor.ts";

/** Brave Search (api.search.brave.com), never tried live. Only the URL of a profile is kept, the network not asked. */
export const BRAVE: Vendor = {
  name: "brave",
  url: "https://search.brave.com/",
  confidence: 0.8,
  keyName: "BRAVE_API_KEY",
  headers: (apiKey) => ({ "X-Subscription-Token": apiKey }),
  // It calls a wrong key an invalid field.
  meanings: { 422: { status: "auth_failed" } },
};
const API = "https://api.search.brave.com/res/v1/web/search";
const MAX_RESULTS = "20";
const MAX_QUERY_LENGTH = 400;
const MAX_TEXT_LENGTH = 500;
/** Confidence when the company is in the title of the result, and when it is only in the description. */
const BELIEF = { title: 0.8, description: 0.6 };
/** Shorter company names occur inside other words. */
const MIN_NAME_LENGTH = 3;

type Hit = { profileUrl: string; confidence: number };

/** Profiles whose search results name the person and the company. One query. */
export async function braveProfiles(context: SourceContext, { domain, name }: PersonQuestion) {
  if (!context.config.BRAVE_API_KEY) return { status: "not_configured" as const, variables: ["BRAVE_API_KEY"] };
  const company = await companyName(context, domain);
  const hosts = context.config.NETWORK_HOSTS;
  const { first, last } = displayParts(name);
  const shown = [first, last].filter(Boolean).join(" ");
  const where = hosts.map((host) => `site:${host}/in`).join(" OR ");
  const query = `"${shown}" ${company} ${hosts.length > 1 ? `(${where})` : where}`.slice(0, MAX_QUERY_LENGTH);
  const finding = await askVendor<Hit[]>(context, BRAVE, {
    kind: "brave_profiles",
    key: `${domain} ${await sha256Hex(query)}`,
    call: () => braveSearch(context, query, (results) => accepted(results, name, [company, domainStem(domain)], hosts)),
  });
  if (finding.status !== "found") return finding;
  const fields = nameFields(shown);
  const seen = { lastSeenAt: finding.observedAt, source: BRAVE.name, cached: finding.cached, isVerified: false };
  const unknown = { title: null, location: null, email: null };
  const evidence = [{ url: BRAVE.url, kind: "vendor" }];
  const data = finding.data.flatMap((hit) => (fields ? { ...fields, ...unknown, ...hit, ...seen, evidence } : []));
  return { ...finding, data };
}

async function companyName(context: SourceContext, domain: string): Promise<string> {
  for (const find of [directoryCompany, companyOnOwnSite]) {
    const finding = await find(context, domain);
    if (finding.status === "found" && finding.data.name) return finding.data.name.replace(/["()]/g, " ");
  }
  return domainStem(domain);
}

/** Profiles whose title begins with the name, with the company in title or description; the texts go no further. */
function accepted(results: unknown, name: PersonName, companies: string[], hosts: string[]): Hit[] {
  const names = companies.map(foldName).filter((company) => company.length >= MIN_NAME_LENGTH);
  const hits = records(results).flatMap((result): Hit[] => {
    const profileUrl = networkProfile(string(result.url) ?? "", hosts);
    const texts = [result.title, result.description, result.extra_snippets].flat();
    const [title = "", ...about] = texts.map((text) => textOfHtml(string(text) ?? "", MAX_TEXT_LENGTH));
    if (!profileUrl || !beginsWithName(title, name)) return [];
    const says = (text: string) => names.some((company) => foldName(text).includes(company));
    if (says(title)) return [{ profileUrl, confidence: BELIEF.title }];
    return about.some(says) ? [{ profileUrl, confidence: BELIEF.description }] : [];
  });
  // Country sub-domains of one profile are one hit.
  return [...new Map(hits.toReversed().map((hit) => [hit.profileUrl, hit])).values()].toReversed();
}

/** One web search; `read` takes what it needs from the results, in Brave's order. */
function braveSearch<Hit>(context: SourceContext, words: string, read: (results: unknown) => Hit[]) {
  const url = `${API}?${new URLSearchParams({ q: words, count: MAX_RESULTS })}`;
  // `web` is absent when nothing is found.
  return requestVendor(context, BRAVE, { url }, ({ web }) => hitsOf(read(record(web).results)));
}

function hitsOf<Hit>(hits: Hit[]): VendorOutcome<Hit[]> {
  return hits.length > 0 ? { status: "found", data: hits, credits: 1 } : { status: "nothing", credits: 1 };
}

/** Cloudflare's web search (developers.cloudflare.com/web-search), never tried live. Only addresses are kept. */
const CLOUDFLARE: Vendor = {
  name: "cloudflare",
  url: "https://developers.cloudflare.com/web-search/",
  confidence: 0.5,
  keyName: "WEB_SEARCH",
};
const MAX_ADDRESSES = 10;

type WebSearch = { websearch(request: { gatewayId: string; query: string; limit?: number }): Promise<Response> };

/** Addresses of the pages that a web search finds, best first; `not_configured` on a deployment without one. One paid query. */
export async function searchWeb(context: SourceContext, words: string): Promise<Finding<string[]>> {
  const { WEB_SEARCH, BRAVE_API_KEY } = context.config;
  if (!WEB_SEARCH && !BRAVE_API_KEY) return { status: "not_configured", variables: ["WEB_SEARCH"] };
  const query = words.replace(/\s+/g, " ").slice(0, MAX_QUERY_LENGTH);
  const [vendor, call] = WEB_SEARCH
    ? [CLOUDFLARE, () => searchCloudflare(context.env, query)]
    : [BRAVE, () => braveSearch(context, query, addressesOf)];
  return askVendor(context, vendor, { kind: "web_search", key: await sha256Hex(query), call });
}

async function searchCloudflare({ AI }: Env & { AI?: WebSearch }, query: string): Promise<VendorOutcome<string[]>> {
  if (!AI) return { status: "auth_failed" };
  try {
    const response = await AI.websearch({ gatewayId: "default", query, limit: MAX_ADDRESSES });
    if (!response.ok) return outcomeOf({ httpStatus: response.status, headers: response.headers });
    return hitsOf(addressesOf(record(await response.json()).items));
  } catch {
    return { status: "unavailable" };
  }
}

function addressesOf(results: unknown): string[] {
  return records(results).flatMap(({ url }) => string(url) ?? []);
}
