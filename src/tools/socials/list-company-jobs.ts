import * as z from "zod";
import { foldWords } from "../../lib/fold.ts";
import { prose } from "../../lib/words.ts";
import { type Job, WORKPLACES } from "../../readers/jobs/job.ts";
import { matchesTitle } from "../../readers/titles/title-filter.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { openJobs } from "../../sources/jobs/find-jobs.ts";
import { JOB_REASONS, JOB_SOURCES, sourceOfJobs } from "../fields/answer-codes.ts";
import { outcomeFields, provenanceOf } from "../fields/answers.ts";
import { moment, NO_TITLE_FILTER, titleFilterInput, titleFilterOutput } from "../fields/inputs.ts";
import { countOfJobs, coverageOutput, jobOutput, UNREAD_BOARD, WHY_NOT_ALL } from "../fields/job-output.ts";
import { cursorInput, nextPage, pagesOf } from "../fields/paging.ts";
import { defineTool, text } from "../tool.ts";

const word = z.string().trim().min(1).max(200);

const included = z.array(z.enum(["description"])).max(5);

const input = z.object({
  domain: companyDomain,
  title_filters: titleFilterInput.optional().describe(
    prose`Boolean expression over title and department, e.g. (sales OR account executive) NOT intern. A Head of Partnerships in Sales is
      sales`,
  ),
  posted_after: moment
    .transform((date) => new Date(date).toISOString())
    .optional()
    .describe("Only posted on or after this date, ISO 8601; undated ones are left out"),
  department: word.optional().describe("Only departments with these words"),
  location: word.optional().describe("Only positions with these words in a location, or with this country code"),
  workplace: z.enum(WORKPLACES).optional().describe("Only this workplace"),
  include: included.default([]).describe("description: return the text of each position"),
  limit: z.int().min(1).max(50).default(10).describe("1 to 50"),
  page: z.int().min(1).default(1).describe("From 1, instead of cursor"),
  cursor: cursorInput.optional(),
});

export const listCompanyJobs = defineTool({
  name: "list_company_jobs",
  category: "socials",
  cost: 2,
  title: "Open positions of a company",
  description: `Returns a company's open positions, newest first, with place, country, workplace, department, employment type, salary
    where published, and dates; filters by title, department, place, workplace and date. The board is found on the company's own pages and
    its ownership is verified; it is never guessed from the name. Some 25 systems are read (Greenhouse, Lever, Ashby, Workable, Personio,
    Teamtailor, Recruitee, Pinpoint, Gem, BambooHR, Breezy and others), or JSON-LD on the company's pages. Some 30 more, such as Workday,
    are recognised only: status partial, board, reason board_not_read, and total null, never zero. \`truncated\` marks a board that is too
    large to be read completely. Answers are kept for 6 hours. Takes up to 25 seconds for a site not seen before.`,
  input,
  output: z.looseObject({
    domain: z.string().describe("The normalised domain that was looked up"),
    jobs: z.array(jobOutput).describe("Positions on this page, newest first"),
    board: text.describe(
      "Name of the board, e.g. greenhouse or workday, or own_site; null when nothing lists positions",
    ),
    page: z.int().describe("The requested page"),
    limit: z.int().describe("The requested page size"),
    total: z.int().nullable().describe("Positions on all pages; null when nothing that lists them was read"),
    ...nextPage,
    truncated: z.boolean().describe("True when the board has more positions than were read"),
    title_filter: titleFilterOutput,
    coverage: coverageOutput,
    ...outcomeFields({ sources: JOB_SOURCES, reasons: JOB_REASONS, why: WHY_NOT_ALL, partial: UNREAD_BOARD }),
  }),
  example: { domain: "acme-robotics.example", title_filters: "sales OR account executive" },
  async run({ limit, cursor, page: givenPage, ...asked }, context) {
    const { domain, title_filters: filter = NO_TITLE_FILTER, include } = asked;
    const pages = pagesOf(context.config, ["list_company_jobs", asked]);
    const place = await pages.open(cursor);
    const offset = place === null ? (givenPage - 1) * limit : Number(place);
    const found = await openJobs(context, domain);
    const matching = found.jobs.filter((job) => passes(job, asked));
    const end = offset + limit;
    return {
      domain,
      jobs: matching
        .slice(offset, end)
        .map(({ description, ...job }) => (include.includes("description") ? { ...job, description } : job)),
      board: found.board,
      page: Math.floor(offset / limit) + 1,
      limit,
      total: countOfJobs(found, matching),
      ...(await pages.end(matching.length > end ? String(end) : null)),
      truncated: found.truncated,
      title_filter: { parsed: filter.parsed, warnings: filter.warnings },
      coverage: found.coverage,
      status: found.status,
      reason: found.reason,
      ...provenanceOf({ ...found, source: sourceOfJobs(found.board) }),
    };
  },
});

function passes(job: Job, asked: Omit<z.output<typeof input>, "limit" | "page" | "cursor">): boolean {
  const { title_filters: filter = NO_TITLE_FILTER, posted_after, department, location, workplace } = asked;
  if (posted_after && (job.posted_at ?? "") < posted_after) return false;
  if (workplace && job.workplace !== workplace) return false;
  if (department && !hasWords(job.department, department)) return false;
  const isThere = (place: string) => hasWords(job.location, place) || job.country === place.toUpperCase();
  if (location && !isThere(location)) return false;
  return matchesTitle(filter, job.title, job.department ?? "");
}

function hasWords(value: string | null, words: string): boolean {
  return `-${foldWords(value ?? "")}-`.includes(`-${foldWords(words)}-`);
}
