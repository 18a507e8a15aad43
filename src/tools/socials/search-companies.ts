import * as z from "zod";
import { beganToFit } from "../../index/began-to-fit.ts";
import type { Known } from "../../index/facts.ts";
import { type FoundCompany, searchCompanies as search, textEvidence } from "../../index/search-companies.ts";
import { similarCompanies } from "../../index/similar-companies.ts";
import { isoTime } from "../../lib/ids.ts";
import { timed } from "../../lib/steps.ts";
import { replicaOf } from "../../platform/database.ts";
import { requireWork } from "../../platform/outbound/context.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { countryInput, titleFilterInput } from "../fields/inputs.ts";
import { nextPage, pageEnd } from "../fields/paging.ts";
import * as fields from "../fields/search-fields.ts";
import { defineTool, rows } from "../tool.ts";

const hiring = fields
  .criteriaInput({
    title_filters: titleFilterInput.optional().describe("Boolean expression over titles"),
    technologies: fields.technologiesInput.optional().describe("Named in the text"),
    posted_after: fields.pastInput.optional().describe("ISO 8601, posted then or later"),
  })
  .describe("One open job is all of this");

const criteria = {
  text: fields.wordsInput.optional().describe("Words in name, description, technologies, job titles"),
  country: countryInput.optional(),
  city: fields.wordsInput.optional().describe("Words of the city"),
  industry: fields.wordsInput.optional().describe("Words of the industry"),
  size: fields.sizeInput.optional(),
  founded_after: z
    .int()
    .min(1_000)
    .refine((year) => year <= new Date().getUTCFullYear(), "is in the future: nothing can match")
    .optional()
    .describe("Founded in this year or later"),
  technologies: fields.technologiesInput.optional(),
  hiring: hiring.optional(),
  raised_after: fields.pastInput.optional().describe("ISO 8601, funded then or later"),
};

const input = z.object({ ...criteria, ...fields.pageInput }).check(fields.requireCriterion(Object.keys(criteria)));
export type CompanySearchInput = z.output<typeof input>;

export const searchCompanies = defineTool({
  name: "search_companies",
  category: "socials",
  cost: 2,
  title: "Search companies",
  description: `Returns the indexed companies that meet all criteria, with \`why\` for each. Criteria are words,
    country, city, industry, size, founding year, technologies, open jobs (title, technologies, date) and funding;
    \`why\` has the value, the page that shows it, and when it was seen. Words are plain words. It asks no site;
    \`index\` says how much is indexed. A company whose fact is unknown does not match. Nothing found is free.`,
  input,
  output: z.looseObject({
    companies: z.array(z.looseObject({ ...fields.companyOutput, why: z.array(fields.whyOutput) })),
    ...fields.pageOutput,
    index: fields.indexOutput,
    ...fields.INDEX_OUTCOME,
  }),
  example: { country: "NO", technologies: ["Salesforce"], hiring: { title_filters: "revops OR revenue operations" } },
  async run(given, context) {
    const { order, limit } = given;
    const { db, place, answerWith } = await fields.beginSearch(context, "search_companies", given);
    const page = await timed(context.steps, "D1 index", () => findCompanies(db, given, { order, limit, place }));
    const { companies } = page;
    const facts = companies.map(({ domain, why, seen_at: seenAt }) => {
      return { domain, evidence: why.flatMap(({ evidence }) => evidence), seenAt };
    });
    return { companies, ...(await answerWith(page, facts)) };
  },
});

/** A page of companies as answers show them; with `since`, of those that began to meet the criteria then or later (ms since 1970). */
export async function findCompanies(
  db: Parameters<typeof search>[0],
  given: CompanySearchInput,
  asked: Parameters<typeof search>[2],
  since?: number,
) {
  const { text, country, city, industry, size, technologies } = given;
  const hiring = given.hiring && {
    titleFilter: given.hiring.title_filters,
    technologies: given.hiring.technologies,
    postedAfter: given.hiring.posted_after,
  };
  const facts = { text, country, city, industry, size, technologies };
  const criteria = { ...facts, foundedAfter: given.founded_after, raisedAfter: given.raised_after, hiring };
  const page = await search(db, { ...criteria, changedSince: since }, asked);
  const began = since === undefined ? null : await beganToFit(db, criteria, page.companies, since);
  const found = page.companies.filter(({ id }) => !began || began.has(id));
  const texts = text === undefined ? null : await textEvidence(db, text, found);
  const companies = found.map((company) => {
    const why = [...(texts?.get(company.key) ?? []), ...whyOf(company, given)];
    return { ...fields.shownCompany(company), why };
  });
  return { ...page, companies, keys: found.map(({ key }) => key) };
}

/** The fact by which a company meets a criterion. */
const FACTS = {
  country: "country",
  city: "city",
  industry: "industry",
  size: "size",
  founded_after: "founded",
  raised_after: "raised",
} as const;

/** What makes a company meet each criterion but the text. */
function whyOf({ facts, jobs }: FoundCompany, asked: CompanySearchInput) {
  const why = (criterion: string, { value, evidence, seenAt }: Known<unknown>) => {
    return { criterion, value, evidence, seen_at: isoTime(seenAt) };
  };
  const wanted = new Set(asked.technologies?.map((name) => name.toLowerCase()));
  const given = (Object.keys(FACTS) as (keyof typeof FACTS)[]).filter((criterion) => asked[criterion] !== undefined);
  return [
    ...given.flatMap((criterion) => {
      const known = facts.fields[FACTS[criterion]];
      return known ? [why(criterion, known)] : [];
    }),
    ...facts.technologies
      .filter(({ name }) => wanted.has(name.toLowerCase()))
      .map(({ name, evidence, seenAt }) => why("technologies", { value: name, evidence, seenAt })),
    ...jobs.map(({ title, url, firstSeenAt }) => {
      const evidence = url ? [{ url, kind: "job_posting" }] : [];
      return why("hiring", { value: title, evidence, seenAt: firstSeenAt });
    }),
  ];
}

/** Queries of a comparison. */
const WORK = 80;
const MIN_SCORE = 0.01;

const findSimilarCompanies = defineTool({
  name: "find_similar_companies",
  category: "socials",
  cost: 3,
  title: "Find similar companies",
  description: `Returns the indexed companies that share most with one. Technologies, words of the industry, size,
    roles they hire for and words about themselves count, the rarer the more. \`reasons\` lists what is shared and how
    many companies share it. The company must be indexed: get_company and list_technologies index it. Asks no site.
    Nothing found is free.`,
  input: z.object({
    domain: companyDomain,
    country: countryInput.optional().describe("Only companies of this country"),
    limit: fields.pageInput.limit,
  }),
  output: z.looseObject({
    domain: z.string(),
    companies: rows({
      ...fields.companyOutput,
      score: z.number().min(0).max(1).describe("Share of what could be shared, weighted by rarity"),
      reasons: rows({
        kind: z.enum(["technology", "industry", "size", "role", "word"]),
        value: z.string(),
        companies: z.int().describe("Others that have it too; from 20 on an estimate"),
      }),
    }),
    total: z.int(),
    ...nextPage,
    index: fields.indexOutput,
    ...fields.INDEX_OUTCOME,
  }),
  example: { domain: "acme-robotics.example" },
  async run({ domain, country, limit }, context) {
    requireWork(context, WORK);
    const found = await similarCompanies(replicaOf(context.env.DATA), domain, { country, limit });
    const alike = (found ?? []).filter(({ score }) => score >= MIN_SCORE);
    const companies = alike.map(({ score, shared, ...company }) => {
      return { ...fields.shownCompany(company), score: Math.round(score * 1_000) / 1_000, reasons: shared };
    });
    const facts = alike.map(({ domain: found, facts, seenAt }) => {
      return { domain: found, evidence: facts.fields.name?.evidence ?? [], seenAt: isoTime(seenAt) };
    });
    const none = found ? "no_match" : "company_not_indexed";
    const outcome = await fields.indexOutcome(context, facts, none, "companies");
    return { domain, companies, total: companies.length, ...pageEnd(null), ...outcome };
  },
});

export const COMPANY_SEARCH_TOOLS = [searchCompanies, findSimilarCompanies];
