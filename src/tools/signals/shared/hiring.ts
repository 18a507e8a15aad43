import * as z from "zod";
import type { Job } from "../../../readers/jobs/job.ts";
import { fixedTitleFilter, matchesTitle, type ParsedTitleFilter } from "../../../readers/titles/title-filter.ts";
import { sourceOfJobs } from "../../fields/answer-codes.ts";
import { countOfJobs } from "../../fields/job-output.ts";
import type { CompanyLookups, OpenPositions } from "./company-lookups.ts";
import type { Detection } from "./detector.ts";

const MAX_JOBS = 100;
const MAX_EVIDENCE = 5;

export const jobShape = z.looseObject({
  id: z.string().describe("The board's own id"),
  title: z.string(),
  url: z.string().nullable(),
  location: z.string().nullable(),
  department: z.string().nullable(),
  posted_at: z.string().nullable().describe("ISO 8601; null when the board does not say"),
});

export const hiringOutput = {
  total_jobs: z.int().nullable().describe("Number of open positions; null when nothing that lists them was read"),
  matching_jobs_count: z.int().describe("Number of matching positions"),
  matching_jobs: z.array(jobShape).describe(`The matching positions, newest first, at most ${MAX_JOBS}`),
  board: z
    .string()
    .nullable()
    .describe(
      "Where the positions are listed: the board's name, e.g. greenhouse or workday, own_site or a vendor; null when nowhere",
    ),
};

type ShownJob = Pick<Job, "id" | "title" | "url" | "location" | "department" | "posted_at">;

/** Sales representatives, without sales leaders. */
export const SALES_REP = fixedTitleFilter(
  '(account executive OR account manager OR sales representative OR sales rep OR sdr OR bdr OR sales development OR business development OR inside sales OR field sales OR sales executive OR sales associate OR sales consultant OR sales specialist OR sales agent OR vertriebsmitarbeiter) NOT (head OR director OR vp OR chief OR president OR "sales manager" OR "development manager" OR "sales development manager" OR assistant OR "chief executive")',
);

/** Detects an open position that passes `filter`. */
export async function detectHiring(company: CompanyLookups, filter: ParsedTitleFilter): Promise<Detection> {
  const open = await company.jobs();
  const matching = open.jobs.filter(({ title }) => matchesTitle(filter, title));
  const total = countOfJobs(open);
  const data = {
    total_jobs: total,
    matching_jobs_count: matching.length,
    matching_jobs: matching.slice(0, MAX_JOBS).map(shown),
    board: open.board,
  };
  return hiringDetection(open, matching.length > 0, {
    strength: strengthOf(matching.length),
    summary:
      total === null
        ? "No list of open positions was read."
        : `Open positions that match: ${matching.length} of ${total}.`,
    data,
  });
}

export function hiringDetection(
  open: OpenPositions,
  isDetected: boolean,
  found: Pick<Detection, "strength" | "summary" | "data">,
): Detection {
  const { board, reason, confidence, observedAt, cached } = open;
  // The evidence: the matching postings, after the board that lists them.
  const matching = [found.data.matching_jobs, found.data.reposted_jobs].flat() as (
    | { url?: string | null }
    | undefined
  )[];
  const postings = matching.flatMap((job) => (job?.url ? [{ url: job.url, kind: "job_posting" }] : []));
  const evidence = [...(isDetected ? postings.slice(0, MAX_EVIDENCE) : []), ...open.evidence];
  return {
    ...found,
    isDetected,
    source: sourceOfJobs(board),
    confidence: isDetected ? confidence : 0,
    evidence,
    observedAt,
    cached,
    reason,
  };
}

/** A position as answers show it. */
export function shown({ id, title, url, location, department, posted_at }: Job): ShownJob {
  return { id, title, url, location, department, posted_at };
}

/** Strength: one position gives 0.5, five give 1. */
function strengthOf(count: number): number {
  return count === 0 ? 0 : Math.min(1, 0.4 + count * 0.12);
}
