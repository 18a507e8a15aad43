import * as z from "zod";
import { type JobCriteria, searchJobs as search } from "../../index/search-jobs.ts";
import { timed } from "../../lib/steps.ts";
import { WORKPLACES } from "../../readers/jobs/job.ts";
import { countryInput, titleFilterInput } from "../fields/inputs.ts";
import { jobOutput } from "../fields/job-output.ts";
import * as fields from "../fields/search-fields.ts";
import { defineTool } from "../tool.ts";

const company = fields
  .criteriaInput({
    country: countryInput.optional(),
    size: fields.sizeInput.optional(),
    industry: fields.wordsInput.optional().describe("Words of the industry"),
    technologies: fields.technologiesInput.optional(),
  })
  .describe("What the employer must be");

const found = jobOutput.omit({ description: true }).extend({
  company: z.looseObject({
    domain: z.string().nullable().describe("Null until a link between site and board proves it"),
    name: z.string().nullable(),
    joined: z.enum(["proved", "unproved"]),
    proof: z.array(z.looseObject({ url: z.string(), kind: z.string() })),
  }),
  first_seen_at: z.string(),
  seen_at: z.string().nullable().describe("When the board was last read"),
  reposted: z.boolean().describe("The same position closed not long before"),
});

const criteria = {
  text: fields.wordsInput.optional().describe("Words in title or text"),
  title_filters: titleFilterInput.optional().describe("Boolean expression over titles"),
  technologies: fields.technologiesInput.optional().describe("Named in the text"),
  country: countryInput.optional().describe("Country of the job, ISO 3166-1"),
  workplace: z.enum(WORKPLACES).optional().describe("As the board states it"),
  posted_after: fields.pastInput.optional().describe("ISO 8601, posted then or later"),
  company: company.optional(),
};

const include_unproved = z.boolean().default(false).describe("Also boards without a proved domain");
const input = z
  .object({ ...criteria, include_unproved, ...fields.pageInput })
  .check(fields.requireCriterion(Object.keys(criteria)));
export type JobSearchInput = z.output<typeof input>;

export const searchJobs = defineTool({
  name: "search_jobs",
  category: "socials",
  cost: 2,
  title: "Search open jobs of all companies",
  description: `Returns open jobs of all indexed companies, newest first. Filters by words, title, technologies in
    the text, country, workplace, date and what the employer is; each job has its company and the pages that prove
    whose board it is. Words are plain words: all must occur; the end of a German or Nordic compound counts. It asks
    no site; \`index\` says how much is indexed. For one company, list_company_jobs reads its board. Nothing found is
    free.`,
  input,
  output: z.looseObject({
    jobs: z.array(found),
    ...fields.pageOutput,
    index: fields.indexOutput,
    title_filter: z.looseObject({ parsed: z.string(), warnings: z.array(z.string()) }).describe("As understood"),
    ...fields.INDEX_OUTCOME,
  }),
  example: { text: "salesforce", title_filters: "revops OR revenue operations", country: "NO" },
  async run(given, context) {
    const { order, limit, include_unproved: includesUnproved, title_filters: titleFilter } = given;
    const { db, place, answerWith } = await fields.beginSearch(context, "search_jobs", given);
    const asked = jobCriteria(given);
    const page = await timed(context.steps, "D1 index", () => search(db, asked, { order, limit, place }));
    const isEmpty = page.jobs.length === 0 && page.next === null;
    const unproved = isEmpty && !includesUnproved && { ...asked, includesUnproved: true };
    const others = unproved ? await search(db, unproved, { order: "newest", limit: 1, place: null }) : null;
    const facts = page.jobs.map(({ url, company: { domain }, seen_at: seenAt }) => {
      return { domain, evidence: url ? [{ url, kind: "job_posting" }] : [], seenAt };
    });
    return {
      jobs: page.jobs,
      title_filter: { parsed: titleFilter?.parsed ?? "", warnings: titleFilter?.warnings ?? [] },
      ...(await answerWith(page, facts, others?.jobs.length ? "only_unproved_matches" : "no_match")),
    };
  },
});

/** What a call asks of a job. */
export function jobCriteria(given: JobSearchInput): JobCriteria {
  const { text, technologies, country, workplace, company: employer } = given;
  return {
    text,
    titleFilter: given.title_filters,
    technologies,
    country,
    workplace,
    postedAfter: given.posted_after,
    company: employer,
    includesUnproved: given.include_unproved,
  };
}
