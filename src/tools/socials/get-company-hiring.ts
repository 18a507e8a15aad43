import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { QueryContext } from "../../platform/outbound/context.ts";
import type { Job, Salary } from "../../readers/jobs/job.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { type Snapshot, takeSnapshot } from "../../sources/companies/snapshots.ts";
import { openJobs } from "../../sources/jobs/find-jobs.ts";
import { JOB_REASONS, JOB_SOURCES, sourceOfJobs } from "../fields/answer-codes.ts";
import { outcomeFields, provenanceOf } from "../fields/answers.ts";
import { countOfJobs, coverageOutput, UNREAD_BOARD, WHY_NOT_ALL } from "../fields/job-output.ts";
import { noteDomain } from "../signals/shared/detector.ts";
import { defineTool, list, object, text } from "../tool.ts";

const MAX_GROUPS = 50;
/** Sorts unknown values last. */
const LAST = "\uffff";
const groups = (what: string) =>
  list(`Positions by ${what}, most first, at most ${MAX_GROUPS}; value null: not said`, {
    value: text,
    count: z.int(),
  });
const windows = (what: string) =>
  object(`Positions that ${what} since an earlier look; null on the first look`, {
    last_7_days: z.int().nullable(),
    last_30_days: z.int().nullable(),
  });

const UNKNOWN = { last_7_days: null, last_30_days: null };
const NOT_COMPARED = { opened: UNKNOWN, closed: UNKNOWN, compared_since: null };

export const getCompanyHiring = defineTool({
  name: "get_company_hiring",
  category: "socials",
  cost: 3,
  title: "Hiring statistics of a company",
  description: `Returns how many positions a company has open, by department, seniority, country and workplace, the salaries it
    publishes, and how many positions opened and closed in the last 7 and 30 days. Reads the same boards as list_company_jobs. Opened and
    closed come from this service's snapshots: the first call for a domain stores a baseline and returns reason baseline_created; after
    that the domain is checked once a day while the tool is in use. A board that is recognised but not read gives status partial, its
    name, and total_jobs null, never zero. \`coverage\` lists what was read. Takes up to 25 seconds for a site not seen before.`,
  input: z.object({ domain: companyDomain }),
  output: z.looseObject({
    domain: z.string().describe("The normalised domain that was looked up"),
    board: text.describe(
      "Name of the board, e.g. greenhouse or workday, or own_site; null when nothing lists positions",
    ),
    total_jobs: z.int().nullable().describe("Open positions; null when nothing that lists them was read"),
    by_department: groups("department, in the company's words"),
    by_seniority: groups("rank, as the titles say it"),
    by_country: groups("country, ISO 3166-1 alpha-2"),
    by_workplace: groups("workplace: onsite, hybrid or remote"),
    salary_ranges: list("Published salaries", {
      currency: z.string().describe("ISO 4217"),
      period: text.describe("hour, day, week, month or year; null when not said"),
      jobs: z.int().describe("Positions that publish a salary in this currency and period"),
      min: z.number().nullable().describe("The lowest bound"),
      max: z.number().nullable().describe("The highest bound"),
    }),
    opened: windows("appeared"),
    closed: windows("went"),
    compared_since: text.describe("Time of the earliest look that the counts cover"),
    truncated: z.boolean().describe("True when the board has more positions than were read; then nothing is compared"),
    coverage: coverageOutput,
    ...outcomeFields({
      sources: JOB_SOURCES,
      reasons: [...JOB_REASONS, "baseline_created"],
      why: WHY_NOT_ALL,
      partial: UNREAD_BOARD,
    }),
  }),
  example: { domain: "acme-robotics.example" },
  async run({ domain }, context) {
    const found = await openJobs(context, domain);
    const { jobs, board, status, truncated } = found;
    const isRead = status === "ok";
    const seen = isRead ? await recordOpenPositions(context, domain, jobs) : null;
    if (isRead) noteDomain(context, domain);
    return {
      domain,
      board,
      total_jobs: countOfJobs(found),
      by_department: countBy(jobs, ({ department }) => department),
      by_seniority: countBy(jobs, ({ seniority }) => seniority),
      by_country: countBy(jobs, ({ country }) => country),
      by_workplace: countBy(jobs, ({ workplace }) => workplace),
      salary_ranges: salaryRanges(jobs),
      ...(seen?.changes ?? NOT_COMPARED),
      truncated,
      coverage: found.coverage,
      status,
      reason: seen?.isBaseline ? "baseline_created" : found.reason,
      ...provenanceOf({ ...found, source: sourceOfJobs(board) }),
    };
  },
});

function countBy(jobs: Job[], groupOf: (job: Job) => string | null) {
  return [...Map.groupBy(jobs, groupOf)]
    .map(([value, alike]) => ({ value, count: alike.length }))
    .sort((a, b) => b.count - a.count || (a.value ?? LAST).localeCompare(b.value ?? LAST))
    .slice(0, MAX_GROUPS);
}

function salaryRanges(jobs: Job[]) {
  const published = jobs.flatMap(({ salary }) => salary ?? []);
  const groups = Map.groupBy(published, ({ currency, period }) => `${currency} ${period ?? ""}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, alike]) => {
      const [{ currency, period }] = alike as [Salary];
      const bounds = alike.flatMap(({ min, max }) => [min, max].filter((amount) => amount !== null));
      return { currency, period, jobs: alike.length, min: Math.min(...bounds), max: Math.max(...bounds) };
    });
}

const WINDOW_DAYS = 30;
const MAX_IDS = 2_000;
const MAX_ID_LENGTH = 100;

/** Records which positions are open now, and counts the changes since earlier looks of this service. */
export async function recordOpenPositions(context: QueryContext, domain: string, jobs: Pick<Job, "id">[]) {
  const open = jobs.slice(0, MAX_IDS).map(({ id }) => id.slice(0, MAX_ID_LENGTH));
  const about = { domain, kind: "open_positions", windowDays: WINDOW_DAYS };
  const { history, isBaseline } = await takeSnapshot<string[]>(context, about, open.sort());
  return { changes: countChanges(history, Date.now()), isBaseline };
}

/** Positions that opened and closed, null without an earlier look. Pure. `history`: the open ones from each moment on, oldest first. */
export function countChanges(history: Snapshot<string[]>[], now: number) {
  const within = (days: number) => {
    const [first] = history;
    // A single look within the window is a baseline without a comparison.
    if (!first || (history.length === 1 && first.observedAt > now - days * DAY_MS))
      return { opened: null, closed: null };
    const opened = new Set<string>();
    const closed = new Set<string>();
    for (const [index, { data, observedAt }] of history.entries()) {
      const before = history[index - 1];
      if (!before || observedAt <= now - days * DAY_MS) continue;
      const [was, is] = [new Set(before.data), new Set(data)];
      for (const id of data) if (!was.has(id)) opened.add(id);
      for (const id of before.data) if (!is.has(id)) closed.add(id);
    }
    // A position that is open again was not closed.
    for (const id of history.at(-1)?.data ?? []) closed.delete(id);
    return { opened: opened.size, closed: closed.size };
  };
  const [week, month] = [within(7), within(30)];
  return {
    opened: { last_7_days: week.opened, last_30_days: month.opened },
    closed: { last_7_days: week.closed, last_30_days: month.closed },
    /** The first look in the comparison. If the window began earlier, the counts begin here. */
    compared_since: isoTime(history[0]?.observedAt ?? now),
  };
}
