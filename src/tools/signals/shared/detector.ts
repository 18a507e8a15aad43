import * as z from "zod";
import { isWithin } from "../../../lib/hosts.ts";
import type { SourceContext } from "../../../platform/outbound/context.ts";
import { companyDomain } from "../../../readers/words/company-domain.ts";
import { notACompany } from "../../../sources/website/site-pages.ts";
import { noteAskedDomain } from "../../../watches/look-schedule.ts";
import {
  GAP_REASONS,
  missingSources,
  SIGNAL_REASONS,
  SIGNAL_SOURCES,
  SITE_REASONS,
} from "../../fields/answer-codes.ts";
import { outcomeFields, provenanceOf } from "../../fields/standard-fields.ts";
import { type DeploymentContext, defineTool, type Tool } from "../../tool.ts";
import { type CompanyLookups, lookUpCompany } from "./company-lookups.ts";

type SignalEvidence = { url: string; kind: string; title?: string; date?: string };

/** What a detector found. Texts are our own or sanitised. */
export type Detection = {
  isDetected: boolean;
  /** 0–1; the strength of the signal, not its certainty. */
  strength: number;
  summary: string;
  data: Record<string, unknown>;
  source: string | null;
  confidence: number;
  evidence: SignalEvidence[];
  observedAt: number;
  cached: boolean;
  /** Why nothing was found, or `baseline_created` at a change detector's first look. */
  reason: string | null;
  /** Sources that failed while others answered. */
  incomplete?: { source: string; reason: string }[];
};

/**
 * One signal. Its own tool and a line of `detect_signal` derive from it. Costs, names and shapes: docs/contract.md, section 5.
 */
export type Detector = {
  name: `signal_${string}`;
  category: "technology" | "hiring" | "funding" | "leadership" | "news" | "website" | "reviews";
  title: string;
  description: string;
  /** Input fields beside `domain`. */
  input: z.ZodRawShape;
  /** Output fields beside `domain`, `is_detected` and the standard ones. */
  output: z.ZodRawShape;
  example: Record<string, unknown>;
  /** Compares with an earlier look, so the daily looks at watched domains run it. */
  comparesLooks?: true;
  /** As in {@link Tool}: throws when the deployment cannot serve the detector. */
  requireConfigured?(context: DeploymentContext): unknown;
  /** Its input from that of `detect_signal`; null when a field is missing. Without this function, the domain is enough. */
  inputFrom?(asked: { techs: unknown[] }): Record<string, unknown> | null;
  /** Throws an AppError when no source could be read. */
  run(company: CompanyLookups, input: Record<string, unknown>): Promise<Detection>;
};

/** Identity; types `run` by the detector's own input. */
export function defineDetector<Shape extends z.ZodRawShape>(
  detector: Omit<Detector, "input" | "run"> & {
    input: Shape;
    run(company: CompanyLookups, input: z.output<z.ZodObject<Shape>>): Promise<Detection>;
  },
): Detector {
  return detector as unknown as Detector;
}

const COST = 5;
const TIME_LIMIT_MS = 20_000;
/** Reasons why the site, or every technology asked for, could not be looked at. */
const UNSEEN = new Set([...SITE_REASONS, "no_known_technology"]);

/** True when `reason` means that the site could not be read. */
export function isUnseen(reason: string): boolean {
  return UNSEEN.has(reason);
}

/** Reasons why a recognised job board was not read completely: the answer is then unknown, not "no". */
const UNREAD = new Set([
  "board_not_read",
  "board_not_found",
  "board_not_confirmed",
  "board_truncated",
  "careers_page_not_read",
  "positions_not_described",
]);

/** True when a detector could not read any source. */
export function sawNothing({ isDetected, reason }: Detection): boolean {
  return !isDetected && reason !== null && (UNSEEN.has(reason) || UNREAD.has(reason));
}

function statusOf(found: Detection): "ok" | "partial" | "not_found" {
  if (sawNothing(found)) return UNREAD.has(found.reason ?? "") ? "partial" : "not_found";
  return (found.incomplete ?? []).length > 0 ? "partial" : "ok";
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
      incomplete: missingSources(SIGNAL_SOURCES, GAP_REASONS).describe("Sources that could not be read"),
      ...outcomeFields({
        sources: SIGNAL_SOURCES,
        reasons: SIGNAL_REASONS,
        why: "Why there is no result; baseline_created on a first look",
        partial: "a source failed, or a board was recognised and not read",
      }),
    }),
    ...(detector.requireConfigured && { requireConfigured: detector.requireConfigured }),
    example: detector.example as { domain: string },
    async run({ domain, ...input }, context) {
      const found = await detector.run(begin(context, domain, TIME_LIMIT_MS), input);
      if (!sawNothing(found)) noteDomain(context, domain);
      const incomplete = found.incomplete ?? [];
      return {
        domain,
        is_detected: found.isDetected,
        ...found.data,
        summary: found.summary,
        reason: found.reason,
        incomplete,
        status: statusOf(found),
        ...provenanceOf(found),
      };
    },
  });
}
