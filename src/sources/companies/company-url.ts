import { AppError, asAppError } from "../../errors.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundWithin } from "../../platform/outbound/outbound.ts";
import { companyLinks, pickCompanyLink } from "../../readers/company/company-links.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { siteOf } from "../../readers/company/site-owner.ts";
import type { SitePage } from "../../readers/page/document.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { networkUrl } from "../../readers/words/network-links.ts";
import { DIRECTORY, directoryCompany } from "../directory/directory.ts";
import type { Finding } from "../facts/finding.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { leftFor, openHome, openPage, ownHome, particularsPages } from "../website/site-pages.ts";

/** Where a company's page on the network is, as one source knows it. */
type PageFinding = ReturnType<typeof nothing>;

function nothing(reason: string | null) {
  return {
    /** Null when the source has nothing; `reason` then says why. */
    url: null as string | null,
    source: null as string | null,
    /** 0–1. */
    confidence: 0,
    evidence: [] as Evidence[],
    alternatives: [] as string[],
    /** Registrable domain that the home page led to, when it is another one. */
    redirectedTo: null as string | null,
    reason,
  };
}

/** When it was seen, in milliseconds since 1970, and whether it was remembered or is a demo's. */
type CompanyUrl = PageFinding & { observedAt: number; cached: boolean; demo?: true };

/** From here on no further page is read. */
const ENOUGH = 0.75;
const INNER_PAGES = 3;
const INNER_BELIEF = 0.88;
const REDIRECT_FACTOR = 0.9;
const SITE_BUDGET_MS = 20_000;

/** The page that the directory names, else the company's own site, else the vendor, which costs the operator money. Throws when one failed. */
export async function findCompanyUrl(context: SourceContext, domain: string): Promise<CompanyUrl> {
  const listed = linkIn(DIRECTORY, await directoryCompany(context, domain));
  if (listed) return listed;
  const own = await urlOnSite(context, domain).catch(asAppError);
  const isRead = !(own instanceof AppError);
  if (isRead && own.url) return own;
  const vendor = await pdlCompany(context, domain);
  const bought = linkIn("pdl", vendor);
  if (bought) return { ...bought, redirectedTo: isRead ? own.redirectedTo : null };
  if (!isRead) throw own;
  if (vendor.status === "failed") throw vendor.error;
  return own;
}

function linkIn(source: string, finding: Finding<CompanyFacts>): CompanyUrl | null {
  if (finding.status !== "found" || !finding.data.networkUrl) return null;
  const { data, status: _, ...proof } = finding;
  return { ...nothing(null), ...proof, url: data.networkUrl, source };
}

/** Throws when the home page could not be read. Nothing is kept when another page could not. */
async function urlOnSite(context: SourceContext, domain: string): Promise<CompanyUrl> {
  const ttlMs = ({ finding, isComplete }: Awaited<ReturnType<typeof lookOnSite>>) =>
    isComplete ? (finding.url ? 7 : 1) * DAY_MS : 0;
  const { data, ...seen } = await cached(context, "company_url", domain, ttlMs, () => lookOnSite(context, domain));
  return { ...data.finding, ...seen };
}

async function lookOnSite(context: SourceContext, domain: string) {
  const outbound = outboundWithin(context, SITE_BUDGET_MS);
  const home = await openHome(outbound, domain);
  const own = ownHome(domain, home);
  if (own.status === "failed") throw own.error;
  const redirectedTo = home.status === "ok" ? leftFor(domain, home) : null;
  if (own.status === "not_found") return { finding: { ...nothing(own.reason), redirectedTo }, isComplete: true };

  const { NETWORK_HOSTS } = context.config;
  let best = linkOn(own, domain, NETWORK_HOSTS, 1);
  let isComplete = true;
  for (const address of particularsPages(own, INNER_PAGES)) {
    if (best.confidence >= ENOUGH) break;
    const page = await openPage(outbound, address);
    isComplete = page.status !== "timeout" && page.status !== "unavailable";
    if (!isComplete) break;
    // A page on another site is not evidence for this company.
    if (page.status !== "ok" || leftFor(domain, page) !== redirectedTo) continue;
    const found = linkOn(page, domain, NETWORK_HOSTS, INNER_BELIEF);
    if (found.confidence > best.confidence) best = found;
  }
  const confidence = Math.round(best.confidence * (redirectedTo ? REDIRECT_FACTOR : 1) * 100) / 100;
  return { finding: { ...best, confidence, redirectedTo }, isComplete };
}

function linkOn(page: SitePage, domain: string, networkHosts: string[], most: number): PageFinding {
  const site = siteOf(domain, page.facts, page.url, networkHosts);
  const pick = pickCompanyLink(companyLinks(page.facts, site), site.names);
  if (!pick) return nothing("no_company_link");
  const { link, kind, alternatives } = pick;
  if (!link || !kind) return { ...nothing("several_companies_linked"), alternatives };
  const evidence = [{ url: page.url.href, kind }];
  const confidence = Math.min(pick.confidence, most);
  return { ...nothing(null), url: networkUrl(link), source: "own_site", confidence, evidence, alternatives };
}
