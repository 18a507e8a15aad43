import type { AppError } from "../../errors.ts";
import type { Job } from "../../readers/jobs/job.ts";

/** What was read for an answer, and what was recognised and could not be read. */
export type Coverage = {
  read: { kind: "job_board" | "careers_page" | "home_page"; url: string; board: string | null }[];
  not_read: { kind: "job_board" | "careers_page"; url: string; board: string | null; reason: string }[];
};

/** The open positions on a company's careers pages and the board that they lead to. */
export type OpenJobs = {
  /** Newest first as far as dates are known. Also empty when the company's board is empty. */
  jobs: Job[];
  /** A board's name, `own_site`, or null when nothing lists jobs. */
  board: string | null;
  /** `partial`: something that lists positions was not read, or only in part. */
  status: "ok" | "partial" | "not_found";
  /** Why there are none, or not all; null for `ok`. */
  reason: string | null;
  /** The board has more positions than were read. */
  truncated: boolean;
  /** 0–1. */
  confidence: number;
  evidence: { url: string; kind: "careers_page" | "job_board" | "json_ld" }[];
  coverage: Coverage;
  /** Milliseconds since 1970. */
  observedAt: number;
  cached: boolean;
};

export type FoundJobs = Omit<OpenJobs, "observedAt" | "cached">;
/** `ttlMs`: how long it may be cached. */
export type JobsLook = (FoundJobs & { ttlMs: number }) | { status: "failed"; error: AppError };
