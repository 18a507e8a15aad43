import type { AppError } from "../../errors.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Job } from "../../readers/jobs/job.ts";
import { upstreamFailure } from "../facts/finding.ts";
import type { BoardAnswer, BoardMark, BoardReader } from "./board-reader.ts";

/** What was read for an answer, and what was recognised and could not be read. */
type Coverage = {
  read: { kind: "job_board" | "careers_page" | "home_page"; url: string; board: string | null }[];
  not_read: { kind: "job_board" | "careers_page"; url: string; board: string | null; reason: string }[];
};

/** The open positions on a company's careers pages and the board that they lead to. */
export type OpenJobs = {
  /** Newest first as far as dates are known. Also empty when the company's board is empty. */
  jobs: Job[];
  /** A board's name, `own_site`, or null when nothing lists jobs. */
  board: string | null;
  /** The company's token at the board; null without a board that was read. */
  boardToken: string | null;
  /** False when the site asks not to be searched. */
  mayIndex: boolean;
  /** `partial`: something that lists positions was not read, or only in part. */
  status: "ok" | "partial" | "not_found";
  /** Why there are none, or not all; null for `ok`. */
  reason: string | null;
  /** The board has more positions than were read. */
  truncated: boolean;
  confidence: number;
  evidence: { url: string; kind: "careers_page" | "job_board" | "json_ld" }[];
  coverage: Coverage;
  observedAt: number;
  cached: boolean;
};

export type FoundJobs = Omit<OpenJobs, "observedAt" | "cached">;
/** `ttlMs`: how long it may be cached. */
export type JobsLook = (FoundJobs & { ttlMs: number }) | { status: "failed"; error: AppError };

/** D1 keeps 2 MB in a row; descriptions share this many characters. */
const DESCRIPTIONS_LENGTH = 400_000;

/** The result of a look so far. */
export type Progress = {
  outbound: Outbound;
  reader: BoardReader;
  domain: string;
  networkHosts: string[];
  /** False when the home page asks not to be searched. */
  mayIndex: boolean;
  asked: Map<string, { mark: BoardMark; url: string; answer: BoardAnswer }>;
  coverage: Coverage;
  posted: { jobs: Job[]; url: string; isTruncated: boolean } | null;
  /** False after a failure that may be over in a minute. */
  isComplete: boolean;
  isDoubtful: boolean;
  /** Positions are linked that no page describes. */
  hasUnreadPositions: boolean;
};

/** The answer when no board was read. */
export function concludeJobs(progress: Progress): JobsLook {
  const { posted, asked, coverage, isComplete } = progress;
  const answers = [...asked.values()].map(({ mark, url, answer }) => ({ url, board: mark.board.name, answer }));
  const unread = answers.filter(({ answer }) => answer.status !== "ok");
  coverage.not_read.push(
    ...unread.map(({ url, board, answer }) => ({ kind: "job_board" as const, url, board, reason: reasonOf(answer) })),
  );
  if (posted) {
    return {
      jobs: arranged(posted.jobs),
      board: "own_site",
      boardToken: progress.domain,
      mayIndex: progress.mayIndex,
      status: posted.isTruncated ? "partial" : "ok",
      reason: posted.isTruncated ? "board_truncated" : null,
      truncated: posted.isTruncated,
      confidence: 0.9,
      evidence: [{ url: posted.url, kind: "json_ld" }],
      coverage,
      ttlMs: isComplete ? 6 * HOUR_MS : 0,
    };
  }
  const failed = unread.find(({ answer }) => answer.status !== "not_read" && answer.status !== "not_found");
  if (failed) return { status: "failed", error: upstreamFailure("The company's job board", failed.answer) };
  const first = unread.find(({ answer }) => answer.status === "not_read") ?? unread[0];
  if (first) {
    const evidence = [{ url: first.url, kind: "job_board" as const }];
    const found = noJobs(reasonOf(first.answer), "partial");
    return { ...found, board: first.board, evidence, coverage, ttlMs: isComplete ? 6 * HOUR_MS : 0 };
  }
  const ttlMs = isComplete ? 24 * HOUR_MS : 0;
  if (progress.isDoubtful) return { ...noJobs("board_not_confirmed"), coverage, ttlMs };
  const pages = coverage.not_read.filter(({ kind }) => kind === "careers_page");
  const isRead = coverage.read.some(({ kind }) => kind === "careers_page");
  if (pages.length > 0) return { ...noJobs("careers_page_not_read", "partial"), coverage, ttlMs: 0 };
  if (progress.hasUnreadPositions) return { ...noJobs("positions_not_described", "partial"), coverage, ttlMs };
  return { ...noJobs(isRead ? "no_open_positions_found" : "no_careers_page_found"), coverage, ttlMs };
}

function reasonOf({ status }: BoardAnswer): string {
  return status === "not_found" ? "board_not_found" : status === "not_read" ? "board_not_read" : `board_${status}`;
}

/** Each job once, newest first, small enough to be stored. */
export function arranged(jobs: Job[]): Job[] {
  const unique = [...new Map(jobs.map((job) => [job.id, job])).values()];
  const length = Math.floor(DESCRIPTIONS_LENGTH / Math.max(1, unique.length));
  return unique
    .map((job) => ({ ...job, description: job.description?.slice(0, length) ?? null }))
    .sort((a, b) => (b.posted_at ?? "").localeCompare(a.posted_at ?? "") || a.id.localeCompare(b.id));
}

export function noJobs(reason: string, status: "not_found" | "partial" = "not_found"): FoundJobs & { ttlMs: number } {
  return {
    jobs: [],
    board: null,
    boardToken: null,
    mayIndex: true,
    status,
    reason,
    truncated: false,
    confidence: 0,
    evidence: [],
    coverage: { read: [], not_read: [] },
    ttlMs: 24 * HOUR_MS,
  };
}
