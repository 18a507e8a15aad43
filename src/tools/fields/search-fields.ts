/** Fields that the tools over the search index share. */

import * as z from "zod";
import { type IndexSize, indexSize } from "../../index/index-size.ts";
import type { Place } from "../../index/page-of-matches.ts";
import { isoTime } from "../../lib/ids.ts";
import { replicaOf } from "../../platform/database.ts";
import { requireWork } from "../../platform/outbound/context.ts";
import { knownTechnology, technologyCatalogue } from "../../readers/technologies/catalogue.ts";
import { queryTerms } from "../../readers/words/search-words.ts";
import { object, type ToolContext } from "../tool.ts";
import { moment } from "./inputs.ts";
import { cursorInput, nextPage, openCursor, pageEnd, sealCursor } from "./paging.ts";
import { outcomeFields, provenanceOf } from "./standard-fields.ts";

const MAX_TEXT = 200;
const MAX_LIMIT = 25;
const MAX_TECHNOLOGIES = 10;
/** Queries of a search: matches, count, rows, and what is checked. */
const WORK = 12;
const BANDS = ["1", "2-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"] as const;

export const wordsInput = z
  .string()
  .trim()
  .max(MAX_TEXT)
  .refine((text) => queryTerms(text).length > 0, "There is no word in this text.");

export const technologiesInput = z
  .array(wordsInput.transform((name) => knownTechnology(technologyCatalogue(), name)?.name ?? name))
  .min(1)
  .max(MAX_TECHNOLOGIES)
  .describe("All of these technologies");

/** A time in the past, as milliseconds since 1970. */
export const pastInput = moment
  .transform((date) => Date.parse(date))
  .refine((time) => time <= Date.now(), "is in the future: nothing can match");

export const sizeInput = z
  .preprocess((size) => (typeof size === "string" ? [size] : size), z.array(z.enum(BANDS)).min(1).max(BANDS.length))
  .describe("Head count");

export const pageInput = {
  order: z.enum(["newest", "best"]).default("newest").describe("best ranks by text"),
  limit: z.int().min(1).max(MAX_LIMIT).default(10).describe("1 to 25"),
  cursor: cursorInput.optional(),
};

export const pageOutput = {
  total: z.int().describe("Matches, exact below 10,000; 10,000 means so many or more"),
  total_is_exact: z.boolean().describe("False for 10,000, and where rows had to be checked one by one"),
  ...nextPage,
};

export const indexOutput = object("How much this deployment has indexed: what it does not have may still exist", {
  companies: z.int(),
  jobs: z.int().describe("Open jobs"),
  boards: z.int().describe("Job boards and careers pages that are read"),
  oldest_seen_at: z.string().nullable().describe("When the board read longest ago was read"),
  note: z.string().nullable().describe("What fills the index, where it is empty"),
});

export const INDEX_OUTCOME = outcomeFields({
  sources: ["index"],
  reasons: ["index_empty", "no_match", "only_unproved_matches", "company_not_indexed"],
});

const EMPTY_NOTE =
  "The index of this deployment is empty. It fills with what calls, batches and watches look up, and with job boards that the operator adds.";

/** An issue unless one of the criteria is there. */
export function requireCriterion<Given extends object>(names: readonly (keyof Given & string)[]) {
  return ({ value, issues }: { value: Given; issues: z.core.$ZodRawIssue[] }) => {
    const order = (value as { order?: string }).order;
    if (order === "best" && (value as { text?: string }).text === undefined)
      issues.push({
        code: "custom",
        path: ["order"],
        message: "best ranks by the words of `text`. Send text, or newest.",
        input: value,
      });
    // An empty title filter is parsed to one without a tree.
    const isAsked = (given: unknown) => given !== undefined && (given as { tree?: unknown }).tree !== null;
    if (names.some((name) => isAsked(value[name]))) return;
    const message = `Send at least one of ${names.join(", ")}.`;
    issues.push({ code: "custom", path: [names[0] ?? ""], message, input: value });
  };
}

/** The nearest copy of the index, and the place of the cursor. Throws `invalid_request` for a cursor of another query. */
export async function beginSearch(
  context: ToolContext,
  tool: string,
  given: { cursor?: string | undefined; limit: number },
) {
  requireWork(context, WORK);
  const { cursor, limit: _, ...query } = given;
  const asked = [tool, query];
  const opened = await openCursor(context.config, asked, cursor);
  const place = opened === null ? null : placeOf(opened);
  /** What an answer says beside its matches; `found` are their facts, and `none` is why there are none in a filled index. */
  const answerWith = async ({ next, total }: FoundPage, found: Fact[], none = "no_match") => {
    const index = await shownIndex(context);
    const indexed = tool === "search_jobs" ? index.jobs : index.companies;
    const isEmpty = found.length === 0 && next === null;
    return {
      total: total.count,
      total_is_exact: total.isExact,
      ...pageEnd(next && (await sealCursor(context.config, asked, textOfPlace(next)))),
      index,
      reason: isEmpty ? (indexed === 0 ? "index_empty" : none) : null,
      status: isEmpty ? ("not_found" as const) : ("ok" as const),
      ...indexFacts(found),
    };
  };
  return { db: replicaOf(context.env.DATA), place, answerWith };
}

type FoundPage = { next: Place | null; total: Place["total"] };

function textOfPlace({ score, at, rankedFrom, total }: Place): string {
  return [score, at, rankedFrom, total.count, Number(total.isExact)].join("_");
}

function placeOf(text: string): Place {
  const [score = 0, at = 0, rankedFrom = 0, count = 0, isExact] = text.split("_").map(Number);
  return { score, at, rankedFrom, total: { count, isExact: isExact === 1 } };
}

export async function shownIndex({ env }: ToolContext): Promise<z.output<typeof indexOutput>> {
  const { companies, jobs, boards, oldestSeenAt }: IndexSize = await indexSize(env);
  const oldest_seen_at = oldestSeenAt === null ? null : isoTime(oldestSeenAt);
  return { companies, jobs, boards, oldest_seen_at, note: companies === 0 ? EMPTY_NOTE : null };
}

/** A match as the standard fields describe it; `seenAt` is ISO 8601. */
type Fact = { domain: string | null; evidence: { url: string; kind: string }[]; seenAt: string | null };

/** The standard fields of an answer from the index. */
export function indexFacts(found: Fact[]) {
  return provenanceOf({
    source: found.length > 0 ? "index" : null,
    confidence: found.length === 0 ? 0 : found.every(({ domain }) => domain) ? 0.9 : 0.6,
    evidence: found.flatMap(({ evidence }) => evidence.slice(0, 1)),
    observedAt: Math.min(Date.now(), ...found.flatMap(({ seenAt }) => (seenAt ? Date.parse(seenAt) : []))),
    cached: true,
    demo: found.some(({ domain }) => domain?.endsWith(".example")),
  });
}
