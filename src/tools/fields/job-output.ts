import * as z from "zod";
import { JOB } from "../../readers/jobs/job.ts";
import type { OpenJobs } from "../../sources/jobs/jobs-answer.ts";
import { object, text } from "../tool.ts";
import { COVERAGE_REASONS, oneOf } from "./answer-codes.ts";

/** Output field of tools that show open positions. */
export const jobOutput = z.looseObject(JOB);

export const WHY_NOT_ALL = "Why nothing was found, or not all";
/** How many positions an answer counts: null when nothing that lists them was read, which is not "none". */
export function countOfJobs(found: Pick<OpenJobs, "jobs" | "status" | "reason">, counted: unknown[] = found.jobs) {
  const isRead = found.status === "ok" || found.jobs.length > 0 || found.reason === "no_open_positions_found";
  return isRead ? counted.length : null;
}

export const UNREAD_BOARD = "a board or careers page was found and not read, or not to its end";

const source = z.looseObject({
  kind: oneOf(["job_board", "careers_page", "home_page"]),
  url: z.string(),
  board: text.describe("Name of the board; null for one of the company's own pages"),
});

/** Output field for the sources of an answer about open positions. */
export const coverageOutput = object("What was read and what was not", {
  read: z.array(source).describe("Boards and pages that were read"),
  not_read: z
    .array(source.extend({ reason: oneOf(COVERAGE_REASONS) }))
    .describe("Boards and pages that were recognised but could not be read"),
});
