import * as z from "zod";
import { isWithin } from "../../../lib/hosts.ts";
import { lazy } from "../../../lib/lazy.ts";
import { MINUTE_MS } from "../../../lib/time.ts";
import { words } from "../../../lib/words.ts";
import { pagesSince, type SourceContext } from "../../../platform/outbound/context.ts";
import { outboundFor } from "../../../platform/outbound/outbound.ts";
import { companyDomain } from "../../../readers/words/company-domain.ts";
import { identify } from "../../../sources/companies/company.ts";
import { readWebsiteSnapshot } from "../../../sources/companies/snapshots.ts";
import { firstFound } from "../../../sources/facts/finding.ts";
import { openJobs } from "../../../sources/jobs/find-jobs.ts";
import type { OpenJobs } from "../../../sources/jobs/jobs-answer.ts";
import { companyNews } from "../../../sources/news/company-news.ts";
import { edgarFilings } from "../../../sources/news/edgar.ts";
import { theirStackJobs } from "../../../sources/vendors/theirstack.ts";
import { trustpilotReviews } from "../../../sources/vendors/trustpilot.ts";
import { notACompany, openHome, ownHome } from "../../../sources/website/site-pages.ts";
import { noteAskedDomain } from "../../../watches/look-schedule.ts";
import * as codes from "../../fields/answer-codes.ts";
import { outcomeFields, provenanceOf } from "../../fields/answers.ts";
import { defineTool, type Tool } from "../../tool.ts";

/** What a detector found. Texts are our own or sanitised. */
export type Detection = {
  isDetected: boolean;
  /** 0–1; the strength of the signal, not its certainty. */
  strength: number;
  summary: string;
  data: Record<string, unknown>;
  source: string | null;
  confidence: number;
  evidence: { url: string; kind: string; title?: string; date?: string }[];
  observedAt: number;
  cached: boolean;
  /** Why nothing was found, or `baseline_created` at a change detector's first look. */
  reason: string | null;
  /** Sources that failed while others answered. */
  incomplete?: { source: string; reason: string }[];
};

/** What a detector says; for what it leaves out, nothing was found, just now. */
export type Finding = Pick<Detection, "summary" | "data"> & Partial<Detection>;

/** One signal, from which its own tool and a line of `detect_signal` derive. Costs, names and shapes: docs/contract.md, section 5. */
export type Detector = Pick<Tool, "title" | "description" | "requireConfigured"> & {
  name: `signal_${string}`;
  category: "technology" | "hiring" | "funding" | "leadership" | "news" | "website" | "reviews";
  /** Input fields beside `domain`. */
  input: z.ZodRawShape;
  /** Output fields beside `domain`, `is_detected` and the standard ones. */
  output: z.ZodRawShape;
  example: Record<string, unknown>;
  /** Compares with an earlier look, so the daily looks at watched domains run it. */
  comparesLooks?: true;
  /** Its input from that of `detect_signal`; null when a field is missing. Without this function, the domain is enough. */
  inputFrom?(asked: { techs: unknown[] }): Record<string, unknown> | null;
  /** Throws an AppError when no source could be read. */
  run(company: CompanyLookups, input: Record<string, unknown>): Promise<Detection>;
};

/** Types `run` by the detector's own input, and completes what it says. */
export function defineDetector<Shape extends z.ZodRawShape>(
  detector: Omit<Detector, "input" | "run"> & {
    input: Shape;
    run(company: CompanyLookups, input: z.output<z.ZodObject<Shape>>): Promise<Finding>;
  },
): Detector {
  return {
    ...detector,
    run: async (company, input) => ({
      ...{ isDetected: false, strength: 0, source: null, confidence: 0, evidence: [], reason: null },
      ...{ observedAt: Date.now(), cached: false },
      ...(await detector.run(company, input as z.output<z.ZodObject<Shape>>)),
    }),
  };
}

const COST = 5;
const TIME_LIMIT_MS = 20_000;
/** Reasons why the site, or every technology asked for, could not be looked at. */
export const UNSEEN: ReadonlySet<string> = new Set([...codes.SITE_REASONS, "no_known_technology"]);
/** Reasons why a recognised job board was not read completely: the answer is then unknown, not "no". */
const UNREAD = new Set(
  words(`board_not_read board_not_found board_not_confirmed board_truncated careers_page_not_read
    positions_not_described`),
);

/** True when a detector could not read any source. */
export function sawNothing({ isDetected, reason }: Detection): boolean {
  return !isDetected && reason !== null && (UNSEEN.has(reason) || UNREAD.has(reason));
}

function statusOf(found: Detection): "ok" | "partial" | "not_found" {
  if (sawNothing(found) && UNSEEN.has(found.reason ?? "")) return "not_found";
  return sawNothing(found) || found.incomplete?.length ? "partial" : "ok";
}

/** Refuses the network's own domains before any request is sent. */
export function begin(context: SourceContext, domain: string, limitMs: number): CompanyLookups {
  if (isWithin(domain, context.config.NETWORK_HOSTS)) throw notACompany();
  return lookUpCompany(context, domain, limitMs);
}

/** Adds the domain to the daily looks, after a charged answer only. */
export function noteDomain(context: SourceContext, domain: string): void {
  context.waitUntil(noteAskedDomain(context, domain, Date.now()).catch(() => {}));
}

/** The tool of one detector. */
export function signalTool(detector: Detector): Tool {
  return defineTool({
    name: detector.name,
    category: "signals",
    ...(detector.category === "leadership" && { aboutPeople: true as const }),
    cost: COST,
    title: detector.title,
    description: detector.description,
    input: z.object({ domain: companyDomain, ...detector.input }),
    output: z.looseObject({
      domain: z.string().describe("The normalised domain that was looked up"),
      is_detected: z.boolean().describe("Whether the signal fires"),
      ...detector.output,
      summary: z.string().describe("One sentence about what was found"),
      incomplete: codes
        .missingSources(codes.SIGNAL_SOURCES, codes.GAP_REASONS)
        .describe("Sources that could not be read"),
      ...outcomeFields({
        sources: codes.SIGNAL_SOURCES,
        reasons: codes.SIGNAL_REASONS,
        why: "Why there is no result; baseline_created on a first look",
        partial: "a source failed, or a board was recognised and not read",
      }),
    }),
    ...(detector.requireConfigured && { requireConfigured: detector.requireConfigured }),
    example: detector.example as { domain: string },
    async run({ domain, ...input }, context) {
      const found = await detector.run(begin(context, domain, TIME_LIMIT_MS), input);
      if (!sawNothing(found)) noteDomain(context, domain);
      const { isDetected, data, summary, reason, incomplete = [] } = found;
      const outcome = { summary, reason, incomplete, status: statusOf(found), ...provenanceOf(found) };
      return { domain, is_detected: isDetected, ...data, ...outcome };
    },
  });
}

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
  const identity = lazy(() => identify(early, domain, NAME_WAIT_MS));
  const home = lazy(() => openHome(outboundFor(compared), domain));
  const site = lazy(async () => ownHome(domain, await home()));
  return {
    domain,
    context,
    identity,
    home,
    site,
    jobs: lazy(() => openPositions(context, domain, limitMs)),
    news: lazy(() => companyNews(early, domain, identity())),
    filings: lazy(async () => edgarFilings(early, await identity())),
    reviews: lazy(() => firstFound(context, [{ name: "trustpilot", find: trustpilotReviews }], domain)),
    /** The facts of the site that are compared, or why it has none. Throws why it could not be asked. */
    website: lazy(async () => {
      const home = await site();
      if (home.status === "failed") throw home.error;
      return home.status === "ok" ? { home, ...(await readWebsiteSnapshot(compared, home)) } : home;
    }),
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
