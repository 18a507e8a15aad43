import { retryAfterSeconds } from "../../../lib/retry-after.ts";
import type { SourceContext } from "../../../platform/outbound/context.ts";
import { type Outbound, outboundFor } from "../../../platform/outbound/outbound.ts";
import { sha256Hex } from "../../../platform/secrets.ts";
import { foldName } from "../../../readers/company/name-likeness.ts";
import type { Job } from "../../../readers/jobs/job.ts";
import { jobOf } from "../../../readers/jobs/job-of.ts";
import type { FetchedPage } from "../../../readers/page/document.ts";
import { NO_FILES, readPageUse } from "../../../readers/page/usage-signals.ts";
import { BoardFailure, type BoardMark, boardPage, boardReader, readBoard } from "../board-reader.ts";
import { employerNames, isCompanyName } from "../careers-pages.ts";

/** What the last look left: the validator of its one answer, the hash of all, and the employer as it is known. */
type KnownBoard = { name: string | null; etag: string | null; bodyHash: string | null };

/** What a look at a board found. */
export type BoardLook =
  | { status: "unchanged" }
  | { status: "read"; name: string | null; jobs: Job[]; isWhole: boolean; etag: string | null; bodyHash: string }
  /** It answers 404, or leads elsewhere. */
  | { status: "gone" }
  /** robots.txt, or what the board says about the use of its pages, keeps it out of an index. */
  | { status: "opted_out" }
  | { status: "other_company" }
  /** The vendor refuses us or asks for a rest: all its boards wait. */
  | { status: "system_rests"; retryAfterSeconds: number | null }
  | { status: "failed"; reason: string };

/** A job takes 2 ms of CPU, and a look has five seconds of it. Of a longer list no job is closed. */
const MAX_JOBS = 2_000;
/** What a system calls a company may be its legal entity. */
const LEGAL_NAMES = new Set(["personio"]);

type Seen = {
  bodies: string[];
  etag: string | null;
  refusal: { retryAfterSeconds: number | null } | null;
  mayIndex: boolean;
};

/** Reads all jobs of a board, if they have changed. Never throws. */
export async function readListedBoard(context: SourceContext, mark: BoardMark, known: KnownBoard): Promise<BoardLook> {
  const seen: Seen = { bodies: [], etag: null, refusal: null, mayIndex: true };
  const outbound = watched(outboundFor(context), known.etag, seen);
  // Without time for details: they would be a request a job.
  const answer = await readBoard(boardReader(context, outbound, { ownDomains: [], untilMs: 0 }), mark);
  if (seen.refusal && answer.status !== "ok") return { status: "system_rests", ...seen.refusal };
  if (seen.bodies.length === 0 && seen.etag !== null) return { status: "unchanged" };
  if (!seen.mayIndex || answer.status === "not_read") return { status: "opted_out" };
  if (answer.status === "not_found") return { status: "gone" };
  if (answer.status === "unavailable") return { status: "system_rests", retryAfterSeconds: answer.retryAfterSeconds };
  if (answer.status !== "ok") return { status: "failed", reason: answer.status };
  const bodyHash = (await sha256Hex(seen.bodies.join("\n"))).slice(0, 32);
  if (bodyHash === known.bodyHash) return { status: "unchanged" };
  const names = employerNames(answer, MAX_JOBS);
  if (isAnothers(names, mark, known.name)) return { status: "other_company" };
  const base = boardPage(mark);
  return {
    status: "read",
    name: names[0] ?? null,
    jobs: answer.jobs.slice(0, MAX_JOBS).flatMap((job) => jobOf(job, Date.now(), base) ?? []),
    isWhole: answer.isTruncated !== true && answer.jobs.length <= MAX_JOBS,
    // The first page of several can stay the same while the others change.
    etag: seen.bodies.length === 1 ? seen.etag : null,
    bodyHash,
  };
}

/** Requests that send the validator once, and note what the answers say beyond the jobs. */
function watched(outbound: Outbound, etag: string | null, seen: Seen): Outbound {
  let validator = etag;
  return {
    ...outbound,
    async api(url, init = {}, limits) {
      const headers = { ...init.headers, ...(validator && { "If-None-Match": validator }) };
      const isConditional = validator !== null;
      validator = null;
      const reply = await outbound.api(url, { ...init, headers }, limits);
      if (reply.status !== "ok") return reply;
      const { httpStatus } = reply;
      if (httpStatus === 304 && isConditional) {
        seen.etag = etag;
        // Stops the look, whose first answer this is.
        throw new BoardFailure({ status: "failed" });
      }
      if ([401, 403, 429, 451, 503].includes(httpStatus))
        seen.refusal = { retryAfterSeconds: retryAfterSeconds(reply.headers) };
      if (httpStatus === 200) {
        seen.bodies.push(reply.text);
        seen.etag = reply.headers.get("ETag");
      }
      return reply;
    },
    async page(url, options) {
      const page = await outbound.page(url, options);
      if (page.status === "blocked_by_site") seen.refusal = { retryAfterSeconds: page.retryAfterSeconds ?? null };
      if (page.status === "ok") {
        seen.bodies.push(page.text);
        if (!mayIndex(page)) seen.mayIndex = false;
      }
      return page;
    },
  };
}

/** What robots.txt and headers say; a feed has no tags. */
function mayIndex({ url, headers, house = NO_FILES, fetchedAt: now = 0 }: FetchedPage): boolean {
  return readPageUse({ url, headers, now, metas: [], ...house }).mayIndex.value;
}

/** True when every name of an answer is another's than the one that is known; the token often is the name too. */
function isAnothers(names: string[], { board, ref }: BoardMark, known: string | null): boolean {
  if (names.length === 0 || known === null || LEGAL_NAMES.has(board.name)) return false;
  const own = [known, ref.token.split("/")[0] ?? ""].map(foldName).filter((name) => name.length >= 2);
  return own.length > 0 && !names.some((name) => isCompanyName(name, own));
}
