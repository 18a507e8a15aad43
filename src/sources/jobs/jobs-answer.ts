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

/** `ttlMs`: how long it may be cached. */
type FoundJobs = Omit<OpenJobs, "observedAt" | "cached"> & { ttlMs: number };
export type JobsLook = FoundJobs | { status: "failed"; error: AppError };

/** D1 keeps 2 MB in a row; descriptions share this many characters. */
const DESCRIPTIONS_LENGTH = 400_000;

/** The result of a look so far. */
export type Progress = {
  outbound: Outbound;
  reader: BoardReader;
  domain: string;
  networkHosts: string[];
  asked: Map<string, { mark: BoardMark; url: string; answer: BoardAnswer }>;
  coverage: Coverage;
  posted: { jobs: Job[]; url: string; isTruncated: boolean } | null;
  /** False after a failure that may be over in a minute. */
  isComplete: boolean;
  isDoubtful: boolean;
  /** Positions are linked that no page describes. */
  hasUnreadPositions: boolean;
};

const MAX_JOBS = 2_000;

/** The answer with jobs of a board or of the company's own pages, each once, newest first. */
export function foundJobs(
  coverage: Coverage,
  listed: { jobs: Job[]; isTruncated: boolean },
  whose: Pick<FoundJobs, "board" | "boardToken" | "confidence" | "evidence">,
): FoundJobs {
  const jobs = arranged(listed.jobs);
  const truncated = listed.isTruncated || jobs.length > MAX_JOBS;
  const known = { ...noJobs(null, "ok"), ...whose, jobs: jobs.slice(0, MAX_JOBS), coverage, ttlMs: 6 * HOUR_MS };
  return truncated ? { ...known, status: "partial", reason: "board_truncated", truncated, ttlMs: HOUR_MS } : known;
}

/** The answer when no board was read. */
export function concludeJobs(progress: Progress): JobsLook {
  const { posted, asked, coverage, isComplete } = progress;
  const unread = [...asked.values()].flatMap(({ mark, url, answer }) =>
    answer.status === "ok" ? [] : [{ url, board: mark.board.name, answer, reason: `board_${answer.status}` }],
  );
  coverage.not_read.push(...unread.map(({ answer: _, ...board }) => ({ kind: "job_board" as const, ...board })));
  const ttlOf = (hours: number) => (isComplete ? hours * HOUR_MS : 0);
  if (posted) {
    const evidence = [{ url: posted.url, kind: "json_ld" as const }];
    const whose = { board: "own_site", boardToken: progress.domain, confidence: 0.9, evidence };
    return { ...foundJobs(coverage, posted, whose), ttlMs: ttlOf(6) };
  }
  const failed = unread.find(({ answer }) => answer.status !== "not_read" && answer.status !== "not_found");
  if (failed) return { status: "failed", error: upstreamFailure("The company's job board", failed.answer) };
  const [first = null] = [...unread.filter(({ answer }) => answer.status === "not_read"), ...unread];
  if (first) {
    const evidence = [{ url: first.url, kind: "job_board" as const }];
    return { ...noJobs(first.reason, "partial"), board: first.board, evidence, coverage, ttlMs: ttlOf(6) };
  }
  const none = (reason: string, status?: "partial") => ({ ...noJobs(reason, status), coverage, ttlMs: ttlOf(24) });
  if (progress.isDoubtful) return none("board_not_confirmed");
  const isCareers = ({ kind }: { kind: string }) => kind === "careers_page";
  if (coverage.not_read.some(isCareers)) return { ...none("careers_page_not_read", "partial"), ttlMs: 0 };
  if (progress.hasUnreadPositions) return none("positions_not_described", "partial");
  return none(coverage.read.some(isCareers) ? "no_open_positions_found" : "no_careers_page_found");
}

/** Each job once, newest first, small enough to be stored. */
function arranged(jobs: Job[]): Job[] {
  const unique = [...new Map(jobs.map((job) => [job.id, job])).values()];
  const length = Math.floor(DESCRIPTIONS_LENGTH / Math.max(1, unique.length));
  return unique
    .map((job) => ({ ...job, description: job.description?.slice(0, length) ?? null }))
    .sort((a, b) => (b.posted_at ?? "").localeCompare(a.posted_at ?? "") || a.id.localeCompare(b.id));
}

export function noJobs(reason: string | null, status: OpenJobs["status"] = "not_found"): FoundJobs {
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
