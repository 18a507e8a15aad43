import * as z from "zod";
import type { Job } from "../../readers/jobs/job.ts";
import { samePositionKey } from "../../readers/jobs/job-of.ts";
import { matchesTitle } from "../../readers/titles/title-filter.ts";
import { type Snapshot, takeSnapshot } from "../../sources/companies/snapshots.ts";
import { defineDetector } from "./shared/detector.ts";
import { hiringDetection, jobShape, SALES_REP, shown } from "./shared/hiring.ts";

const WINDOW_DAYS = 60;
const MAX_JOBS = 200;

/** A position as snapshots keep it: its id on the board, and what identifies it when it is posted again. */
type Seen = { key: string; id: string };

export const signalHiringSalesRepRepost = defineDetector({
  name: "signal_hiring_sales_rep_repost",
  category: "hiring",
  title: "Sales position reposted",
  description: `Returns whether a sales position was reopened within ${WINDOW_DAYS} days: the same title in the same place under a new id, or back after it was removed, which suggests a failed hire. Compares the job board with this service's earlier snapshots: the first call for a domain stores a baseline and returns reason baseline_created; after that the domain is checked once a day. Up to 20 seconds.`,
  input: {},
  output: {
    window_days: z.int().describe("Maximum number of days between closing and reopening"),
    reposted_jobs: z
      .array(jobShape.extend({ previous_id: z.string(), previously_open_until: z.string() }))
      .describe("Reopened positions, with the former id and when it disappeared"),
    board: z.string().nullable().describe("Where the positions are listed"),
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
    const jobs = open.jobs.filter(({ title }) => matchesTitle(SALES_REP(), title)).slice(0, MAX_JOBS);
    const seen = jobs
      .map(({ id, ...job }) => ({ key: samePositionKey(job.title, job.location), id }))
      .sort((a, b) => compare(a.id, b.id));
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
    if (former && gone)
      return { previous_id: former.id, previously_open_until: new Date(gone.observedAt).toISOString() };
  }
  return null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
