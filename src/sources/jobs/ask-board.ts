import { AppError } from "../../errors.ts";
import { plainHost } from "../../lib/hosts.ts";
import { parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import type { ApiAnswer, Outbound } from "../../platform/outbound/outbound.ts";
import type { Job } from "../facts/job.ts";
import type { Board } from "./boards.ts";

/** What a board says of a company. `unavailable`: try again in so many seconds. `failed`: an error, or an answer nobody can read. */
export type BoardAnswer =
  | { status: "ok"; name: string | null; jobs: Job[] }
  | { status: "not_found" | "timeout" | "failed" }
  | { status: "unavailable"; retryAfterSeconds: number };

const MAX_BYTES = 8_000_000;
const MAX_JOBS = 1_000;

/** Reads all open positions of a board, page by page where it has pages, at most 1,000. Never throws. */
export async function askBoard(outbound: Outbound, board: Board, token: string): Promise<BoardAnswer> {
  const jobs: Job[] = [];
  for (let skip = 0; skip < MAX_JOBS; skip += board.pageSize ?? MAX_JOBS) {
    const answer = await askPage(outbound, board, token, skip);
    // What was read before a page failed is not the whole board.
    if (answer.status !== "ok") return answer;
    jobs.push(...answer.jobs);
    if (answer.jobs.length < (board.pageSize ?? MAX_JOBS)) return { ...answer, jobs };
  }
  return { status: "ok", name: null, jobs };
}

async function askPage(outbound: Outbound, board: Board, token: string, skip: number): Promise<BoardAnswer> {
  let reply = await get(outbound, board.apiUrl(token, skip));
  if (reply.status === "too_large" && board.leanUrl) reply = await get(outbound, board.leanUrl(token));
  const location =
    reply.status === "ok" && reply.httpStatus >= 301 && reply.httpStatus <= 308 && reply.headers.get("Location");
  const next = location ? URL.parse(location, board.apiUrl(token, skip)) : null;
  if (next && next.protocol === "https:" && plainHost(next) === board.redirectHost)
    reply = await get(outbound, next.href);

  if (reply.status === "timeout") return { status: "timeout" };
  if (reply.status !== "ok") return { status: "failed" };
  if (reply.httpStatus === 404 || reply.httpStatus === 410) return { status: "not_found" };
  if (reply.httpStatus === 429 || reply.httpStatus === 503) {
    return { status: "unavailable", retryAfterSeconds: retryAfterSeconds(reply.headers) ?? 60 };
  }
  const read = reply.httpStatus === 200 ? board.read(parseJson(reply.text)) : null;
  return read ? { status: "ok", ...read } : { status: "failed" };
}

function get(outbound: Outbound, url: string): Promise<ApiAnswer> {
  return outbound.api(url, {}, { maxBytes: MAX_BYTES });
}

/** The error that a board's failure is to the caller. The words are ours. */
export function boardFailure(answer: BoardAnswer): AppError {
  const cause = answer;
  if (answer.status === "unavailable") {
    const { retryAfterSeconds } = answer;
    const detail = `The company's job board cannot be asked right now. Try again in ${retryAfterSeconds} s.`;
    return new AppError("upstream_unavailable", detail, { retryAfterSeconds, cause });
  }
  if (answer.status === "timeout") {
    return new AppError("upstream_timeout", "The company's job board took too long to answer. Try again later.", {
      cause,
    });
  }
  return new AppError("upstream_error", "The company's job board answers with an error. Try again later.", { cause });
}
