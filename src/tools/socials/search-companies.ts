import * as z from "zod";
import { beganToFit } from "../../index/began-to-fit.ts";
import type { Known } from "../../index/facts.ts";
import { type FoundCompany, searchCompanies as search, textEvidence } from "../../index/search-companies.ts";
import { isoTime } from "../../lib/ids.ts";
import { timed } from "../../lib/steps.ts";
import { companyOutput, shownCompany, whyOutput } from "../fields/company-output.ts";
import { countryInput } from "../fields/inputs.ts";
import {
  beginSearch,
  INDEX_OUTCOME,
  indexOutput,
  pageInput,
  pageOutput,
  pastInput,
  requireCriterion,
  sizeInput,
  technologiesInput,
  wordsInput,
} from "../fields/search-fields.ts";
import { titleFilterInput } from "../fields/title-filter-input.ts";
import { defineTool } from "../tool.ts";

const CRITERIA = [
  "text",
  "country",
  "city",
  "industry",
  "size",
  "founded_after",
  "technologies",
  "hiring",
  "raised_after",
] as const;
const HIRING_CRITERIA = ["title_filters", "technologies", "posted_after"] as const;
const FIRST_YEAR = 1_000;

const hiring = z
  .object({
    title_filters: titleFilterInput.optional().describe("Boolean expression over titles"),
    technologies: technologiesInput.optional().describe("Named in the text"),
    posted_after: pastInput.optional().describe("ISO 8601, posted then or later"),
  })
  .check(requireCriterion(HIRING_CRITERIA))
  .describe("One open job is all of this");

const input = z
  .object({
    text: wordsInput.optional().describe("Words in name, description, technologies, job titles"),
    country: countryInput.optional(),
    city: wordsInput.optional().describe("Words of the city"),
    industry: wordsInput.optional().describe("Words of the industry"),
    size: sizeInput.optional(),
    founded_after: z
      .int()
      .min(FIRST_YEAR)
      .refine((year) => year <= new Date().getUTCFullYear(), "is in the future: nothing can match")
      .optional()
      .describe("Founded in this year or later"),
    technologies: technologiesInput.optional(),
    hiring: hiring.optional(),
    raised_after: pastInput.optional().describe("ISO 8601, funded then or later"),
    ...pageInput,
  })
  .check(requireCriterion(CRITERIA));
export type CompanySearchInput = z.output<typeof input>;

export const searchCompanies = defineTool({
  name: "search_companies",
  category: "socials",
  cost: 2,
  title: "Search companies",
  description:
    "Returns the indexed companies that meet all criteria, with `why` for each. Criteria are words, country, city, industry, size, founding year, technologies, open jobs (title, technologies, date) and funding; `why` has the value, the page that shows it, and when it was seen. Words are plain words. It asks no site; `index` says how much is indexed. A company whose fact is unknown does not match. Nothing found is free.",
  input,
  output: z.looseObject({
    companies: z.array(z.looseObject({ ...companyOutput, why: z.array(whyOutput) })),
    ...pageOutput,
    index: indexOutput,
    ...INDEX_OUTCOME,
  }),
  example: { country: "NO", technologies: ["Salesforce"], hiring: { title_filters: "revops OR revenue operations" } },
  async run(given, context) {
    const { order, limit } = given;
    const { db, place, answerWith } = await beginSearch(context, "search_companies", given);
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
    return { ...shownCompany(company), why };
  });
  return { ...page, companies, keys: found.map(({ key }) => key) };
}

/** What makes a company meet each criterion but the text. */
function whyOf({ facts, jobs }: FoundCompany, asked: CompanySearchInput) {
  const { fields, technologies } = facts;
  const fact = (criterion: string, known: Known<unknown> | undefined) =>
    known ? [{ criterion, value: known.value, evidence: known.evidence, seen_at: isoTime(known.seenAt) }] : [];
  const wanted = new Set(asked.technologies?.map((name) => name.toLowerCase()));
  return [
    ...(asked.country ? fact("country", fields.country) : []),
    ...(asked.city ? fact("city", fields.city) : []),
    ...(asked.industry ? fact("industry", fields.industry) : []),
    ...(asked.size ? fact("size", fields.size) : []),
    ...(asked.founded_after ? fact("founded_after", fields.founded) : []),
    ...technologies
      .filter(({ name }) => wanted.has(name.toLowerCase()))
      .map(({ name, evidence, seenAt }) => ({
        criterion: "technologies",
        value: name,
        evidence,
        seen_at: isoTime(seenAt),
      })),
    ...jobs.map(({ title, url, firstSeenAt }) => {
      return {
        criterion: "hiring",
        value: title,
        evidence: url ? [{ url, kind: "job_posting" }] : [],
        seen_at: isoTime(firstSeenAt),
      };
    }),
    ...(asked.raised_after ? fact("raised_after", fields.raised) : []),
  ];
}
