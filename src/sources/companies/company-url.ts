import { AppError } from "../../errors.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { companyLinks, type Pick, pickCompanyLink } from "../../readers/company/company-links.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { siteOf } from "../../readers/company/site-owner.ts";
import type { SitePage } from "../../readers/page/document.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { networkUrl } from "../../readers/words/network-links.ts";
import { DIRECTORY, directoryCompany } from "../directory/directory.ts";
import type { Finding } from "../facts/finding.ts";
import { inOperatorsOrder } from "../vendors/ask-vendor.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { homeFailure, leftFor, openHome, openPage, particularsPages, strangerReason } from "../website/site-pages.ts";

/** Where a company's page on the network is, as one source knows it; times are milliseconds since 1970. */
type CompanyUrl = SiteFinding & { observedAt: number; cached: boolean; demo?: true };

/** What a source knows; null for nothing. Throws when it could not be asked. */
type Finder = { name: string; find(context: SourceContext, domain: string): Promise<CompanyUrl | null> };

const SURE = 0.9;
const ENOUGH = 0.75;
const INNER_PAGES = 3;
const INNER_BELIEF = 0.88;
const REDIRECT_FACTOR = 0.9;
const SITE_BUDGET_MS = 20_000;

/** The chain: asked in this order until one answer is certain. */
const FINDERS: readonly Finder[] = [knownTo(DIRECTORY, directoryCompany), { name: "own_site", find: onOwnSite }];
/** Vendors, which cost the operator money: asked, in the operator's order, only while no link is known. */
const VENDORS: readonly Finder[] = [knownTo("pdl", pdlCompany)];

/** The page that the company or the directory names, the surest one. Throws when a source failed and none has one. */
export async function findCompanyUrl(context: SourceContext, domain: string): Promise<CompanyUrl> {
  let best = null as CompanyUrl | null;
  let error: AppError | null = null;
  for (const finder of [...FINDERS, ...inOperatorsOrder(context.config, VENDORS)]) {
    if (best && (best.confidence >= SURE || (best.url && VENDORS.includes(finder)))) break;
    try {
      const answer = await finder.find(context, domain);
      if (answer && answer.confidence > (best?.confidence ?? -1))
        best = { ...answer, redirectedTo: answer.redirectedTo ?? best?.redirectedTo ?? null };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      error ??= thrown;
    }
  }
  if (error && !best?.url) throw error;
  if (!best) throw new AppError("not_configured", "This deployment has no source for company pages.");
  return best;
}

function knownTo(
  name: string,
  ask: (context: SourceContext, domain: string) => Promise<Finding<CompanyFacts>>,
): Finder {
  const find: Finder["find"] = async (context, domain) => {
    const finding = await ask(context, domain);
    if (finding.status === "failed") throw finding.error;
    if (finding.status !== "found" || !finding.data.networkUrl) return null;
    const { data, status: _, ...proof } = finding;
    return { ...nothing(null), ...proof, url: data.networkUrl, source: name };
  };
  return { name, find };
}

/** `isComplete` is false when pages were not read; the finding is then not cached. */
type CompanyUrlLookup = { finding: SiteFinding; isComplete: boolean };

async function onOwnSite(context: SourceContext, domain: string): Promise<CompanyUrl> {
  const ttlMs = ({ finding, isComplete }: CompanyUrlLookup) => (isComplete ? (finding.url ? 7 : 1) * DAY_MS : 0);
  const look = await cached(context, "company_url", domain, ttlMs, () => findUrlOnSite(context, domain));
  return { ...look.data.finding, observedAt: look.observedAt, cached: look.cached };
}

async function findUrlOnSite(context: SourceContext, domain: string): Promise<CompanyUrlLookup> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(SITE_BUDGET_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const home = await openHome(outbound, domain);
  if (home.status !== "ok") {
    const failure = homeFailure(domain, home);
    if (failure.status === "failed") throw failure.error;
    return looked(nothing(failure.reason));
  }
  const redirectedTo = leftFor(domain, home);
  const stranger = strangerReason(domain, home);
  if (stranger) return looked({ ...nothing(stranger), redirectedTo });

  const hosts = context.config.NETWORK_HOSTS;
  const pick = (page: SitePage) => {
    const site = siteOf(domain, page.facts, page.url, hosts);
    return pickCompanyLink(companyLinks(page.facts, site), site.names);
  };
  let best = describe(home, pick(home), 1);
  let isComplete = true;
  for (const address of best && best.confidence >= ENOUGH ? [] : particularsPages(home, INNER_PAGES)) {
    const page = await openPage(outbound, address);
    if (page.status !== "ok") {
      isComplete = page.status !== "timeout" && page.status !== "unavailable";
      if (isComplete) continue;
      break;
    }
    // A page on another site is not evidence for this company.
    if (leftFor(domain, page) !== redirectedTo) continue;
    const found = describe(page, pick(page), INNER_BELIEF);
    if (found && found.confidence > (best?.confidence ?? 0)) best = found;
    if (best && best.confidence >= ENOUGH) break;
  }
  if (!best) return looked({ ...nothing("no_company_link"), redirectedTo }, isComplete);
  const confidence = round(redirectedTo ? best.confidence * REDIRECT_FACTOR : best.confidence);
  return looked({ ...best, confidence, redirectedTo }, isComplete);
}

function looked(finding: SiteFinding, isComplete = true): CompanyUrlLookup {
  return { finding, isComplete };
}

function describe(page: SitePage, pick: Pick | null, most: number): SiteFinding | null {
  if (!pick) return null;
  const { link, kind, confidence, alternatives } = pick;
  if (!link || !kind) return { ...nothing("several_companies_linked"), alternatives };
  return {
    ...nothing(null),
    url: networkUrl(link),
    source: "own_site",
    confidence: Math.min(confidence, most),
    evidence: [{ url: page.url.href, kind }],
    alternatives,
  };
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

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
