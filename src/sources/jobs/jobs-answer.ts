import { HOUR_MS } from "../../lib/time.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Job } from "../../readers/jobs/job.ts";
import { upstreamFailure } from "../facts/finding.ts";
import type { BoardMark } from "./board.ts";
import type { BoardReader } from "./board-reader.ts";
import type { BoardAnswer } from "./read-board.ts";

/** D1 keeps 2 MB in a row; descriptions share this many characters. */
const DESCRIPTIONS_LENGTH = 400_000;
/** Of a longer list the rest is left out. */
export const MAX_JOBS = 2_000;

type Listed = { jobs: Job[]; isTruncated: boolean };
export type FoundJobs = ReturnType<typeof noJobs>;
/** The open positions on a company's careers pages and the board that they lead to. */
export type OpenJobs = Omit<FoundJobs, "ttlMs"> & { observedAt: number; cached: boolean };

/** The answer without positions, which every other one completes. */
export function noJobs(reason: string | null, status: "ok" | "partial" | "not_found" = "not_found") {
  return {
    /** Newest first as far as dates are known. Also empty when the company's board is empty. */
    jobs: [] as Job[],
    /** A board's name, `own_site`, or null when nothing lists jobs. */
    board: null as string | null,
    /** The company's token at the board; null without a board that was read. */
    boardToken: null as string | null,
    /** False when the site asks not to be searched. */
    mayIndex: true,
    /** `partial`: something that lists positions was not read, or only in part. */
    status,
    /** Why there are none, or not all; null for `ok`. */
    reason,
    /** The board has more positions than were read. */
    truncated: false,
    confidence: 0,
    evidence: [] as { url: string; kind: "careers_page" | "job_board" | "json_ld" }[],
    /** What was read for the answer, and what was recognised and could not be read. */
    coverage: {
      read: [] as { kind: "job_board" | "careers_page"; url: string; board: string | null }[],
      not_read: [] as { kind: "job_board" | "careers_page"; url: string; board: string | null; reason: string }[],
    },
    /** How long it may be cached. */
    ttlMs: 24 * HOUR_MS,
  };
}

/** A search that goes from page to page. */
export type Search = ReturnType<typeof newSearch>;

/** A search that has just begun. */
export function newSearch(outbound: Outbound, reader: BoardReader, domain: string) {
  return {
    outbound,
    reader,
    domain,
    /** The boards that were read, by their addresses. */
    asked: new Map<string, { mark: BoardMark; url: string; answer: BoardAnswer }>(),
    coverage: noJobs(null).coverage,
    /** What the company's own pages describe, on the page that has most. */
    posted: null as (Listed & { url: string }) | null,
    /** False after a failure that may be over in a minute. */
    isComplete: true,
    /** A page lists positions; if no page describes them, they are unread. */
    hasUnreadPositions: false,
  };
}

/** The answer with jobs of a board or of the company's own pages, each once, newest first. */
export function foundJobs(
  coverage: FoundJobs["coverage"],
  listed: Listed,
  whose: Pick<FoundJobs, "board" | "boardToken" | "confidence" | "evidence">,
): FoundJobs {
  const jobs = arranged(listed.jobs);
  const truncated = listed.isTruncated || jobs.length > MAX_JOBS;
  const known = { ...noJobs(null, "ok"), ...whose, jobs: jobs.slice(0, MAX_JOBS), coverage, ttlMs: 6 * HOUR_MS };
  return truncated ? { ...known, status: "partial", reason: "board_truncated", truncated, ttlMs: HOUR_MS } : known;
}

/** The answer when no board was read. Throws `upstream_` errors when one that is the company's failed. */
export function concludeJobs(search: Search): FoundJobs {
  const { posted, coverage } = search;
  const unread = [...search.asked.values()].flatMap(({ mark, url, answer }) =>
    answer.status === "ok" ? [] : [{ url, board: mark.board.name, answer, reason: `board_${answer.status}` }],
  );
  coverage.not_read.push(...unread.map(({ answer: _, ...board }) => ({ kind: "job_board" as const, ...board })));
  const ttlOf = (hours: number) => (search.isComplete ? hours * HOUR_MS : 0);
  if (posted) {
    const evidence = [{ url: posted.url, kind: "json_ld" as const }];
    const whose = { board: "own_site", boardToken: search.domain, confidence: 0.9, evidence };
    return { ...foundJobs(coverage, posted, whose), ttlMs: ttlOf(6) };
  }
  const failed = unread.find(({ answer }) => answer.status !== "not_read" && answer.status !== "not_found");
  if (failed) throw upstreamFailure("The company's job board", failed.answer);
  const first = unread.find(({ answer }) => answer.status === "not_read") ?? unread[0];
  if (first) {
    const evidence = [{ url: first.url, kind: "job_board" as const }];
    return { ...noJobs(first.reason, "partial"), board: first.board, evidence, coverage, ttlMs: ttlOf(6) };
  }
  const none = (reason: string, status?: "partial") => ({ ...noJobs(reason, status), coverage, ttlMs: ttlOf(24) });
  // A board that was read and not answered with is not proved to be the company's.
  if (search.asked.size > 0) return none("board_not_confirmed");
  const isCareers = ({ kind }: { kind: string }) => kind === "careers_page";
  if (coverage.not_read.some(isCareers)) return { ...none("careers_page_not_read", "partial"), ttlMs: 0 };
  if (search.hasUnreadPositions) return none("positions_not_described", "partial");
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
