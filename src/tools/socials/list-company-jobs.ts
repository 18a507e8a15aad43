import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { openJobs } from "../../sources/jobs/job-boards.ts";
import { companyDomain } from "../../text/company-domain.ts";
import { matchesTitle } from "../../text/titles/title-filter.ts";
import { LOOKS_UP, standardFields } from "../fields/standard.ts";
import { NO_TITLE_FILTER, titleFilterInput } from "../fields/title-filter.ts";
import { defineTool } from "../tool.ts";

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 10;
const text = z.string().nullable();

const job = z.looseObject({
  id: z.string().describe("The board's own id of the position"),
  title: z.string().describe("Title, as advertised"),
  url: text.describe("Address of the advertisement"),
  location: text.describe("Where the job is"),
  department: text.describe("Department or team, in the company's words"),
  posted_at: text.describe("When it was posted, ISO 8601"),
});

export const listCompanyJobs = defineTool({
  name: "list_company_jobs",
  category: "socials",
  cost: 2,
  title: "Open positions of a company",
  description:
    "Returns a company's open positions, newest first, optionally filtered by title. The board (Greenhouse, Lever, Ashby or Workable) is found on the company's own careers page and must be recognised as its own; a board is never guessed from the name. Without one, positions that the careers page describes in JSON-LD count. Answers are kept for 6 hours. Boards of other makers, and pages that only a script draws, are not seen. Takes up to 20 seconds for a site not seen before.",
  input: z.object({
    domain: companyDomain,
    title_filters: titleFilterInput.optional(),
    limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe("Positions on a page, 1 to 50"),
    page: z.int().min(1).default(1).describe("Page, from 1"),
  }),
  output: z.looseObject({
    domain: z.string().describe("The domain as it was looked up"),
    jobs: z.array(job).describe("This page, newest first"),
    board: text.describe("greenhouse, lever, ashby, workable, or own_site; null when nothing lists positions"),
    page: z.int().describe("The page asked for"),
    limit: z.int().describe("The page size asked for"),
    total: z.int().describe("Positions on all pages"),
    has_more: z.boolean().describe("True when the next page has positions on it"),
    title_filter: z
      .looseObject({
        parsed: z.string().describe("The filter as it was understood; empty without one"),
        warnings: z.array(z.string()).describe("What is doubtful about the reading"),
      })
      .describe("How title_filters was read"),
    status: z.enum(["ok", "not_found"]).describe("ok: something lists the company's positions, perhaps none right now"),
    reason: text.describe(
      "Why nothing was found, e.g. no_open_positions_found, board_not_confirmed, domain_has_no_dns",
    ),
    ...standardFields,
  }),
  annotations: LOOKS_UP,
  example: { domain: "acme-robotics.example", title_filters: "sales OR account executive" },
  async run({ domain, title_filters: filter = NO_TITLE_FILTER, limit, page }, context) {
    const found = await openJobs(context, domain);
    const matching = found.jobs.filter(({ title }) => matchesTitle(filter, title));
    const offset = (page - 1) * limit;
    return {
      domain,
      jobs: matching.slice(offset, offset + limit).map(({ description: _, ...shown }) => shown),
      board: found.board,
      page,
      limit,
      total: matching.length,
      has_more: matching.length > offset + limit,
      title_filter: { parsed: filter.parsed, warnings: filter.warnings },
      status: found.board ? ("ok" as const) : ("not_found" as const),
      reason: found.reason,
      source: found.board && (found.board === "own_site" ? "own_site" : "job_board"),
      confidence: found.confidence,
      evidence: found.evidence,
      observed_at: isoTime(found.observedAt),
      cached: found.cached,
    };
  },
});
