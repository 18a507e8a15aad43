import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { codeField } from "./answer-codes.ts";

/** Fields that every data tool's answer describes with the same words. */
export const SHARED_FIELDS = {
  confidence: z.number().min(0).max(1).describe("Confidence in the facts, 0 to 1; 0 when nothing was found"),
  evidence: z
    .array(
      z.looseObject({
        url: z.string().describe("Address of the page or record"),
        kind: z.string().describe("Kind of evidence, e.g. directory, json_ld"),
        title: z.string().optional().describe("Title of a report"),
        date: z.string().optional().describe("Date of a report, ISO 8601"),
      }),
    )
    .describe("Where the facts were seen"),
  observed_at: z.string().describe("When the facts were observed, ISO 8601"),
  cached: z.boolean().describe("True when the facts were looked up for an earlier call"),
  demo: z.literal(true).optional().describe("Set when the facts are made up, in a deployment with demo data"),
};

/** Fields of every data tool's answer (docs/contract.md, section 4). `sources` are the names that `source` can have. */
export function standardFields(sources: readonly string[]) {
  return { source: codeField(sources, "Source of the facts; null when nothing was found"), ...SHARED_FIELDS };
}

/** What is said of facts in an answer, in the fields above; `observedAt` is milliseconds since 1970. */
export function provenanceOf<E>(facts: Observed<E>) {
  const { source, confidence, evidence, observedAt, cached } = facts;
  return { source, confidence, evidence, observed_at: isoTime(observedAt), cached };
}

type Observed<E> = { source: string | null; confidence: number; evidence: E[]; observedAt: number; cached: boolean };

/** The same of an answer without facts. */
export function noProvenance(observedAt = Date.now()) {
  return provenanceOf({ source: null, confidence: 0, evidence: [], observedAt, cached: false });
}

/** Annotations of tools that only look something up. */
export const LOOKS_UP = { readOnlyHint: true, openWorldHint: true, destructiveHint: false, idempotentHint: true };
