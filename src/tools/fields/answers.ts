import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { list, nullableObject, rows } from "../tool.ts";
import { codeField } from "./answer-codes.ts";

/** Fields that every data tool's answer describes with the same words. */
export const SHARED_FIELDS = {
  confidence: z.number().min(0).max(1).describe("Confidence in the facts, 0 to 1; 0 when nothing was found"),
  evidence: list("Where the facts were seen", {
    url: z.string().describe("Address of the page or record"),
    kind: z.string().describe("Kind of evidence, e.g. directory, json_ld"),
    title: z.string().optional().describe("Title of a report"),
    date: z.string().optional().describe("Date of a report, ISO 8601"),
  }),
  observed_at: z.string().describe("When the facts were observed, ISO 8601"),
  cached: z.boolean().describe("True when the facts were looked up for an earlier call"),
  demo: z.literal(true).optional().describe("Set when the facts are made up, in a deployment with demo data"),
};

/** Fields of every data tool's answer (docs/contract.md, section 4). `sources` are the names that `source` can have. */
export function standardFields(sources: readonly string[]) {
  return { source: codeField(sources, "Source of the facts; null when nothing was found"), ...SHARED_FIELDS };
}

type Outcome = { sources: readonly string[]; reasons: readonly string[]; why?: string; partial?: string };

/** {@link standardFields}, `status` and `reason`. `why` and `partial` say when there is a reason, and when an answer is partial. */
export function outcomeFields({ sources, reasons, why = "Why nothing was found", partial }: Outcome) {
  const says = ["not_found: nothing is known", ...(partial ? [`partial: ${partial}`] : [])].join("; ");
  return {
    status: z.enum(["ok", "partial", "not_found"]).describe(says),
    reason: codeField(reasons, `${why}; else null`),
    ...standardFields(sources),
  };
}

/** What is said of facts in an answer, in the fields above; `observedAt` is milliseconds since 1970. */
export function provenanceOf<E>(facts: Observed<E>) {
  const { source, confidence, evidence, observedAt, cached, demo } = facts;
  const observed_at = isoTime(observedAt);
  return { source, confidence, evidence, observed_at, cached, ...(demo && { demo: true as const }) };
}

type Observed<E> = {
  source: string | null;
  confidence: number;
  evidence: E[];
  observedAt: number;
  cached: boolean;
  demo?: boolean | undefined;
};

/** The same of an answer without facts. */
export function noProvenance(observedAt = Date.now()) {
  return provenanceOf({ source: null, confidence: 0, evidence: [], observedAt, cached: false });
}

/** Evidence of several facts, each page of a kind once. */
export function distinctEvidence<E extends { url: string; kind: string }>(evidence: E[]): E[] {
  return [...new Map(evidence.map((item) => [`${item.kind} ${item.url}`, item])).values()];
}

/** Output fields of a tree of comments; `count` describes how many are omitted, the rest is fetched by calls of `tool`. */
export function commentTree<Shape extends z.core.$ZodLooseShape>(comment: Shape, tool: string, count: string) {
  const more = nullableObject("Comments omitted at this place; null when there are none", {
    count: z.int().nullable().describe(count),
    next: z.array(z.looseObject({})).describe(`Bodies of the ${tool} calls that fetch them`),
  });
  const reply = {
    ...comment,
    depth: z.int().describe("0 at the top of this answer"),
    replies: z.array(z.looseObject({})).describe("Replies to this comment, in the same form"),
    more,
  };
  return { comments: rows(reply), more };
}
