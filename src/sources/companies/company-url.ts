import type { AppError } from "../../errors.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { companyLinks, pickCompanyLink } from "../../readers/company/company-links.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { siteOf } from "../../readers/company/site-owner.ts";
import type { SitePage } from "../../readers/page/document.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { networkUrl } from "../../readers/words/network-links.ts";
import { DIRECTORY, directoryCompany } from "../directory/directory.ts";
import type { Finding } from "../facts/finding.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { homeFailure, leftFor, openHome, openPage, particularsPages, strangerReason } from "../website/site-pages.ts";

/** Where a company's page on the network is, as one source knows it; times are milliseconds since 1970. */
type CompanyUrl = SiteFinding & { observedAt: number; cached: boolean; demo?: true };

/** `isComplete` is false when pages were not read; the finding is then not cached, nor is an error. */
type Look = { status: "looked"; finding: SiteFinding; isComplete: boolean } | { status: "failed"; error: AppError };

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
  const ttlMs = (look: Look) =>
    look.status === "looked" && look.isComplete ? (look.finding.url ? 7 * DAY_MS : DAY_MS) : 0;
  const { data: look, ...seen } = await cached(context, "company_url", domain, ttlMs, () =>
    lookOnSite(context, domain),
  );
  const isRead = look.status === "looked";
  if (isRead && look.finding.url) return { ...look.finding, ...seen };
  const vendor = await pdlCompany(context, domain);
  const bought = linkIn("pdl", vendor);
  if (bought) return { ...bought, redirectedTo: isRead ? look.finding.redirectedTo : null };
  if (!isRead) throw look.error;
  if (vendor.status === "failed") throw vendor.error;
  return { ...look.finding, ...seen };
}

function linkIn(source: string, finding: Finding<CompanyFacts>): CompanyUrl | null {
  if (finding.status !== "found" || !finding.data.networkUrl) return null;
  const { data, status: _, ...proof } = finding;
  return { ...nothing(null), ...proof, url: data.networkUrl, source };
}

async function lookOnSite(context: SourceContext, domain: string): Promise<Look> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(SITE_BUDGET_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const looked = (finding: SiteFinding, isComplete = true): Look => ({ status: "looked", finding, isComplete });
  const home = await openHome(outbound, domain);
  if (home.status !== "ok") {
    const failure = homeFailure(domain, home);
    return failure.status === "failed" ? failure : looked(nothing(failure.reason));
  }
  const redirectedTo = leftFor(domain, home);
  const stranger = strangerReason(domain, home);
  if (stranger) return looked({ ...nothing(stranger), redirectedTo });

  let best = linkOn(home, domain, context.config.NETWORK_HOSTS, 1);
  let isComplete = true;
  for (const address of particularsPages(home, INNER_PAGES)) {
    if (best && best.confidence >= ENOUGH) break;
    const page = await openPage(outbound, address);
    if (page.status === "timeout" || page.status === "unavailable") {
      isComplete = false;
      break;
    }
    // A page on another site is not evidence for this company.
    if (page.status !== "ok" || leftFor(domain, page) !== redirectedTo) continue;
    const found = linkOn(page, domain, context.config.NETWORK_HOSTS, INNER_BELIEF);
    if (found && found.confidence > (best?.confidence ?? 0)) best = found;
  }
  if (!best) return looked({ ...nothing("no_company_link"), redirectedTo }, isComplete);
  const confidence = Math.round(best.confidence * (redirectedTo ? REDIRECT_FACTOR : 1) * 100) / 100;
  return looked({ ...best, confidence, redirectedTo }, isComplete);
}

function linkOn(page: SitePage, domain: string, networkHosts: string[], most: number): SiteFinding | null {
  const site = siteOf(domain, page.facts, page.url, networkHosts);
  const pick = pickCompanyLink(companyLinks(page.facts, site), site.names);
  if (!pick) return null;
  const { link, kind, confidence, alternatives } = pick;
  if (!link || !kind) return { ...nothing("several_companies_linked"), alternatives };
  const evidence = [{ url: page.url.href, kind }];
  const belief = Math.min(confidence, most);
  return { ...nothing(null), url: networkUrl(link), source: "own_site", confidence: belief, evidence, alternatives };
}

type SiteFinding = ReturnType<typeof nothing>;

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
