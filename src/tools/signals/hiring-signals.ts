import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { records } from "../../lib/loose-json.ts";
import type { Job } from "../../readers/jobs/job.ts";
import { samePositionKey } from "../../readers/jobs/job-of.ts";
import { fixedTitleFilter, matchesTitle, type ParsedTitleFilter } from "../../readers/titles/title-filter.ts";
import { type Snapshot, takeSnapshot } from "../../sources/companies/snapshots.ts";
import { sourceOfJobs } from "../fields/answer-codes.ts";
import { titleFilterInput } from "../fields/inputs.ts";
import { countOfJobs } from "../fields/job-output.ts";
import { text } from "../tool.ts";
import { type CompanyLookups, defineDetector, type Finding, type OpenPositions } from "./shared/detector.ts";

const MAX_SHOWN = 100;
const MAX_EVIDENCE = 5;

/** Words of our own, which the schema does not mark as foreign text. */
const ownText = z.string().nullable();

const jobShape = z.looseObject({
  id: z.string().describe("The board's own id"),
  title: z.string(),
  url: text,
  location: text,
  department: text,
  posted_at: ownText.describe("ISO 8601; null when the board does not say"),
});

const hiringOutput = {
  total_jobs: z.int().nullable().describe("Number of open positions; null when nothing that lists them was read"),
  matching_jobs_count: z.int().describe("Number of matching positions"),
  matching_jobs: z.array(jobShape).describe(`The matching positions, newest first, at most ${MAX_SHOWN}`),
  board: ownText.describe(
    "Where the positions are listed: the board's name, e.g. greenhouse or workday, own_site or a vendor; null when nowhere",
  ),
};

/** Sales representatives, without sales leaders. */
const SALES_REP = fixedTitleFilter(
  '(account executive OR account manager OR sales representative OR sales rep OR sdr OR bdr OR sales development OR business development OR inside sales OR field sales OR sales executive OR sales associate OR sales consultant OR sales specialist OR sales agent OR vertriebsmitarbeiter) NOT (head OR director OR vp OR chief OR president OR "sales manager" OR "development manager" OR "sales development manager" OR assistant OR "chief executive")',
);

const READS = "Reads careers pages and job boards as signal_hiring_role does; up to 20 seconds, kept for 6 hours.";
/** Signals whose title filter is fixed. */
const PRESETS = [
  {
    name: "signal_hiring_support",
    title: "Hiring customer support",
    description: `Returns whether the company has an open position in customer support, success, service or care,
      with those positions. ${READS} Sales support and office support do not count.`,
    domain: "acme-robotics.example",
    filter: fixedTitleFilter(
      '(support OR helpdesk OR "help desk" OR "service desk" OR customer success OR customer service OR customer care OR customer experience OR cx OR kundenservice OR kundenbetreuer) NOT ("sales support" OR "executive support" OR "administrative support" OR "decision support" OR "life support")',
    ),
  },
  {
    name: "signal_hiring_sales_rep",
    title: "Hiring sales representatives",
    description: `Returns whether the company has an open sales position: account executives, SDRs, BDRs, sales
      representatives, account managers. Sales leadership is a separate signal. ${READS}`,
    domain: "acme-robotics.example",
    filter: SALES_REP,
  },
  {
    name: "signal_hiring_sales_leadership",
    title: "Hiring sales leadership",
    description: `Returns whether the company has an open position that leads sales: CRO, VP, director or head of
      sales, revenue, partnerships or business development, sales manager. ${READS}`,
    domain: "brightwater.example",
    filter: fixedTitleFilter(
      '((vp OR director OR head OR chief OR president OR leiter) AND (sales OR revenue OR commercial OR partnerships OR "business development" OR vertrieb)) OR cro OR "sales manager" OR vertriebsleiter NOT (assistant OR "sales engineer" OR "sales engineering" OR intern)',
    ),
  },
] as const;

/** Open positions whose titles pass a filter: the caller's own, and fixed ones. */
const FILTERED = [
  defineDetector({
    name: "signal_hiring_role",
    category: "hiring",
    title: "Hiring for a role",
    description: `Returns whether the company has an open position whose title matches a boolean filter, with the
      matching positions. Reads the company's careers pages and the job board they lead to (Greenhouse, Lever, Ashby,
      Workable, Personio, Teamtailor and some 20 more, or JSON-LD). Up to 20 seconds for a company not seen before;
      kept for 6 hours. A board that is recognised but not read gives status partial and the board's name, never
      \`is_detected: false\` with status ok.`,
    input: { job_title_filters: titleFilterInput },
    output: hiringOutput,
    example: { domain: "acme-robotics.example", job_title_filters: "(account executive OR sales) NOT intern" },
    inputFrom: () => null,
    run: (company, { job_title_filters: filter }) => detectHiring(company, filter),
  }),
  ...PRESETS.map(({ domain, filter, ...names }) =>
    defineDetector({
      ...names,
      category: "hiring",
      input: {},
      output: hiringOutput,
      example: { domain },
      run: (company) => detectHiring(company, filter()),
    }),
  ),
];

const WINDOW_DAYS = 60;
const MAX_COMPARED = 200;

/** A position as snapshots keep it: its id on the board, and what identifies it when it is posted again. */
type Seen = { key: string; id: string };

const signalHiringSalesRepRepost = defineDetector({
  name: "signal_hiring_sales_rep_repost",
  category: "hiring",
  title: "Sales position reposted",
  description: `Returns whether a sales position was reopened within ${WINDOW_DAYS} days: the same title in the same
    place under a new id, or back after it was removed, which suggests a failed hire. Compares the job board with this
    service's earlier snapshots: the first call for a domain stores a baseline and returns reason baseline_created;
    after that the domain is checked once a day. Up to 20 seconds.`,
  input: {},
  output: {
    window_days: z.int().describe("Maximum number of days between closing and reopening"),
    reposted_jobs: z
      .array(jobShape.extend({ previous_id: z.string(), previously_open_until: z.string() }))
      .describe("Reopened positions, with the former id and when it disappeared"),
    board: ownText.describe("Where the positions are listed"),
  },
  example: { domain: "changing.example" },
  comparesLooks: true,
  async run(company) {
    const open = await company.jobs();
    // With a board that was read in part, positions would look closed.
    if (!open.board || open.status === "partial") {
      const data = { window_days: WINDOW_DAYS, reposted_jobs: [], board: null };
      return hiringDetection(open, false, { strength: 0, summary: "No job board was read.", data });
    }
    const jobs = open.jobs.filter(({ title }) => matchesTitle(SALES_REP(), title)).slice(0, MAX_COMPARED);
    const seen = jobs
      .map(({ id, ...job }) => ({ key: samePositionKey(job.title, job.location), id }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const about = { domain: company.domain, kind: "sales_jobs", windowDays: WINDOW_DAYS };
    const { history, isBaseline } = await takeSnapshot<Seen[]>(company.context, about, seen);
    const reposted = jobs.flatMap((job) => {
      const previous = previousOpening(job, history);
      return previous ? [{ ...shown(job), ...previous }] : [];
    });
    const found = hiringDetection(open, reposted.length > 0, {
      strength: Math.min(1, 0.6 + reposted.length * 0.1),
      summary: `Sales positions opened again within ${WINDOW_DAYS} days: ${reposted.length}.`,
      data: { window_days: WINDOW_DAYS, reposted_jobs: reposted, board: open.board },
    });
    return isBaseline ? { ...found, reason: "baseline_created" } : found;
  },
});

export const HIRING_SIGNALS = [...FILTERED, signalHiringSalesRepRepost];

/** Detects an open position that passes `filter`. */
async function detectHiring(company: CompanyLookups, filter: ParsedTitleFilter): Promise<Finding> {
  const open = await company.jobs();
  const matching = open.jobs.filter(({ title }) => matchesTitle(filter, title));
  const total = countOfJobs(open);
  const count = matching.length;
  return hiringDetection(open, count > 0, {
    // One position gives 0.5, five give 1.
    strength: count === 0 ? 0 : Math.min(1, 0.4 + count * 0.12),
    summary:
      total === null ? "No list of open positions was read." : `Open positions that match: ${count} of ${total}.`,
    data: {
      total_jobs: total,
      matching_jobs_count: count,
      matching_jobs: matching.slice(0, MAX_SHOWN).map(shown),
      board: open.board,
    },
  });
}

/** What `open` positions show: `found`, with the postings and the board as evidence. */
function hiringDetection(open: OpenPositions, isDetected: boolean, found: Finding) {
  const { board, reason, observedAt, cached } = open;
  const matching = records([found.data.matching_jobs ?? found.data.reposted_jobs].flat());
  const postings = matching.flatMap(({ url }) => (url ? [{ url: `${url}`, kind: "job_posting" }] : []));
  const evidence = [...(isDetected ? postings.slice(0, MAX_EVIDENCE) : []), ...open.evidence];
  const confidence = isDetected ? open.confidence : 0;
  return { ...found, isDetected, source: sourceOfJobs(board), confidence, evidence, observedAt, cached, reason };
}

/** A position as answers show it. */
function shown({ id, title, url, location, department, posted_at }: Job) {
  return { id, title, url, location, department, posted_at };
}

/** The last closed opening of the same position before this one, or null. `history` ends with the present. */
export function previousOpening(
  job: Pick<Job, "id" | "title" | "location">,
  history: Snapshot<Seen[]>[],
): { previous_id: string; previously_open_until: string } | null {
  const key = samePositionKey(job.title, job.location);
  const came = history.findLastIndex(({ data }, index) => {
    const before = history[index - 1];
    return data.some(({ id }) => id === job.id) && !before?.data.some(({ id }) => id === job.id);
  });
  const now = history[came]?.data ?? [];
  for (let index = came - 1; index >= 0; index--) {
    const former = history[index]?.data.find(
      (other) => other.key === key && (other.id === job.id || !now.some(({ id }) => id === other.id)),
    );
    const gone = history[index + 1];
    if (former && gone) return { previous_id: former.id, previously_open_until: isoTime(gone.observedAt) };
  }
  return null;
}
