import { MINUTE_MS } from "../../../lib/time.ts";
import { pagesSince, type SourceContext } from "../../../platform/outbound/context.ts";
import { outboundFor } from "../../../platform/outbound/outbound.ts";
import type { SitePage } from "../../../readers/page/document.ts";
import { identify } from "../../../sources/companies/company.ts";
import { readWebsiteSnapshot } from "../../../sources/companies/snapshots.ts";
import { firstFound } from "../../../sources/facts/finding.ts";
import { openJobs } from "../../../sources/jobs/find-jobs.ts";
import type { OpenJobs } from "../../../sources/jobs/jobs-answer.ts";
import { companyNews } from "../../../sources/news/company-news.ts";
import { edgarFilings } from "../../../sources/news/edgar.ts";
import { theirStackJobs } from "../../../sources/vendors/theirstack.ts";
import { trustpilotReviews } from "../../../sources/vendors/trustpilot.ts";
import { openHome } from "../../../sources/website/site-pages.ts";

/** The positions of a company on its board or pages, or at a vendor. */
export type OpenPositions = Omit<OpenJobs, "boardToken" | "coverage" | "evidence" | "mayIndex" | "truncated"> & {
  evidence: { url: string; kind: string }[];
};

/** One company as the detectors of one call see it: each look-up is made once, when the first detector needs it. */
export type CompanyLookups = ReturnType<typeof lookUpCompany>;

/** How much earlier than its detector a source ends when the detector needs only one of several, so that the others count. */
const MARGIN_MS = 1_500;
const NAME_WAIT_MS = 3_000;
/** Pages that are compared with what they were before are no older. */
const COMPARED_MS = 15 * MINUTE_MS;

/** Begins a look that takes at most `limitMs`; `context` aborts then. */
export function lookUpCompany(given: SourceContext, domain: string, limitMs: number) {
  const ending = (ms: number) => AbortSignal.any([given.signal, AbortSignal.timeout(ms)]);
  const context = { ...given, pages: new Map(), signal: ending(limitMs) };
  const early = { ...context, signal: ending(limitMs - MARGIN_MS) };
  const compared = { ...context, notBefore: pagesSince(context, COMPARED_MS) };
  const identity = once(() => identify(early, domain, NAME_WAIT_MS));
  return {
    domain,
    context,
    identity,
    home: once(() => openHome(outboundFor(compared), domain)),
    jobs: once(() => openPositions(context, domain, limitMs)),
    news: once(() => companyNews(early, domain, identity())),
    filings: once(async () => edgarFilings(early, await identity())),
    reviews: once(() => firstFound(context, [{ name: "trustpilot", find: trustpilotReviews }], domain)),
    website: once((home: SitePage) => readWebsiteSnapshot(compared, home)),
  };
}

function once<Arguments extends unknown[], T>(load: (...given: Arguments) => Promise<T>) {
  let loading: Promise<T> | undefined;
  return (...given: Arguments): Promise<T> => {
    loading ??= load(...given);
    return loading;
  };
}

/** From the company's own board or pages; when they list nothing, from the vendor, if there is one. */
async function openPositions(context: SourceContext, domain: string, limitMs: number): Promise<OpenPositions> {
  const own = await openJobs(context, domain, limitMs).catch((error: unknown) => ({
    status: "failed" as const,
    error,
  }));
  if (own.status !== "failed" && own.board && !(own.status === "partial" && own.jobs.length === 0)) return own;
  const vendor = await theirStackJobs(context, domain);
  if (vendor.status === "skipped") throw vendor.error;
  if (vendor.status === "found" && vendor.data.length > 0) {
    const { data: jobs, confidence, observedAt, cached } = vendor;
    const evidence = [{ url: jobs[0]?.url ?? `https://${domain}/`, kind: "theirstack" }];
    return { jobs, board: "theirstack", reason: null, status: "ok", confidence, evidence, observedAt, cached };
  }
  if (own.status === "failed") throw own.error;
  return own;
}
