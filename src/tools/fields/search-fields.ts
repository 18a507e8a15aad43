/** Fields that the tools over the search index share. */

import * as z from "zod";
import { indexSize } from "../../index/index-size.ts";
import type { Place } from "../../index/page-of-matches.ts";
import type { FoundCompany } from "../../index/search-companies.ts";
import { isoTime } from "../../lib/ids.ts";
import { queryTerms } from "../../lib/search-words.ts";
import { prose } from "../../lib/words.ts";
import { replicaOf } from "../../platform/database.ts";
import { requireWork } from "../../platform/outbound/context.ts";
import { knownTechnology, technologyCatalogue } from "../../readers/technologies/catalogue.ts";
import { object, type ToolContext, text } from "../tool.ts";
import { outcomeFields, provenanceOf } from "./answers.ts";
import { moment } from "./inputs.ts";
import { cursorInput, nextPage, pagesOf } from "./paging.ts";

/** Queries of a search: matches, count, rows, and what is checked. */
const WORK = 12;
const BANDS = ["1", "2-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"] as const;

export const wordsInput = z
  .string()
  .trim()
  .max(200)
  .refine((text) => queryTerms(text).length > 0, "There is no word in this text.");

export const technologiesInput = z
  .array(wordsInput.transform((name) => knownTechnology(technologyCatalogue(), name)?.name ?? name))
  .min(1)
  .max(10)
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
  limit: z.int().min(1).max(25).default(10).describe("1 to 25"),
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

const EMPTY_NOTE = prose`The index of this deployment is empty. It fills with what calls, batches and watches look up, and with job
  boards that the operator adds.`;

/** An issue unless one of the criteria is there. */
export function requireCriterion(names: string[]) {
  return ({ value: input, issues }: { value: object; issues: z.core.$ZodRawIssue[] }) => {
    const given: Record<string, unknown> = { ...input };
    const issue = (path: string, message: string) => issues.push({ code: "custom", path: [path], message, input });
    if (given.order === "best" && given.text === undefined) {
      issue("order", "best ranks by the words of `text`. Send text, or newest.");
    }
    // An empty title filter is parsed to one without a tree.
    const isAsked = (value: unknown) => value !== undefined && (value as { tree?: unknown }).tree !== null;
    if (!names.some((name) => isAsked(given[name]))) {
      issue(names[0] ?? "", `Send at least one of ${names.join(", ")}.`);
    }
  };
}

/** An argument with criteria of its own, one of which must be there. */
export function criteriaInput<Shape extends z.ZodRawShape>(criteria: Shape) {
  return z.object(criteria).check(requireCriterion(Object.keys(criteria)));
}

/** The nearest copy of the index, and the place of the cursor. Throws `invalid_request` for a cursor of another query. */
export async function beginSearch(
  context: ToolContext,
  tool: string,
  given: { cursor?: string | undefined; limit: number },
) {
  requireWork(context, WORK);
  const { cursor, limit: _, ...query } = given;
  const pages = pagesOf(context.config, [tool, query]);
  const opened = await pages.open(cursor);
  const place = opened === null ? null : placeOf(opened);
  /** What an answer says beside its matches; `found` are their facts, and `none` is why there are none in a filled index. */
  const answerWith = async ({ next, total }: FoundPage, found: Fact[], none = "no_match") => ({
    total: total.count,
    total_is_exact: total.isExact,
    ...(await pages.end(next && textOfPlace(next))),
    ...(await indexOutcome(context, found, next === null ? none : null, tool === "search_jobs" ? "jobs" : "companies")),
  });
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

/** A match as the standard fields describe it; `seenAt` is ISO 8601. */
type Fact = { domain: string | null; evidence: { url: string; kind: string }[]; seenAt: string | null };

/** The size of the index, and the standard fields of an answer from it; `none` is why nothing is found where it has some `rows`. */
export async function indexOutcome(
  { env }: ToolContext,
  found: Fact[],
  none: string | null,
  rows: "jobs" | "companies",
) {
  const { companies, jobs, boards, oldestSeenAt } = await indexSize(env);
  const oldest_seen_at = oldestSeenAt === null ? null : isoTime(oldestSeenAt);
  const index = { companies, jobs, boards, oldest_seen_at, note: companies === 0 ? EMPTY_NOTE : null };
  const missing = found.length > 0 ? null : none;
  const reason = missing && index[rows] === 0 ? "index_empty" : missing;
  return {
    index,
    reason,
    status: reason === null ? ("ok" as const) : ("not_found" as const),
    ...provenanceOf({
      source: found.length > 0 ? "index" : null,
      confidence: found.length === 0 ? 0 : found.every(({ domain }) => domain) ? 0.9 : 0.6,
      evidence: found.flatMap(({ evidence }) => evidence.slice(0, 1)),
      observedAt: Math.min(Date.now(), ...found.flatMap(({ seenAt }) => (seenAt ? Date.parse(seenAt) : []))),
      cached: true,
      demo: found.some(({ domain }) => domain?.endsWith(".example")),
    }),
  };
}

const MAX_SHOWN_TECHNOLOGIES = 25;

export const companyOutput = {
  domain: text.describe("Null for a company that is known by an unproved job board only"),
  name: text,
  country: text,
  city: text,
  industry: text,
  size: text.describe("Head count as a band"),
  founded: z.int().nullable(),
  description: text.describe("The company's own words"),
  technologies: z.array(z.string()),
  open_jobs: z.int().describe("Open jobs in the index"),
  raised_at: text.describe("Date of the latest funding round that was seen"),
  seen_at: text,
};

/** A criterion that a company meets, with where that was seen. */
export const whyOutput = z.looseObject({
  criterion: z.string(),
  value: z.unknown(),
  evidence: z.array(z.looseObject({ url: z.string(), kind: z.string() })),
  seen_at: text,
});

export function shownCompany({ domain, name, facts, openJobs, seenAt }: FoundCompany) {
  const { country, city, industry, size, founded, description, raised } = facts.fields;
  return {
    domain,
    name,
    country: country?.value ?? null,
    city: city?.value ?? null,
    industry: industry?.value ?? null,
    size: size?.value ?? null,
    founded: founded?.value ?? null,
    description: description?.value ?? null,
    technologies: facts.technologies.slice(0, MAX_SHOWN_TECHNOLOGIES).map((technology) => technology.name),
    open_jobs: openJobs,
    raised_at: raised?.value ?? null,
    seen_at: isoTime(seenAt),
  };
}
