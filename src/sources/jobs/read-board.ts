import { AppError } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import type { BoardContents } from "../../readers/jobs/raw-job.ts";
import { BoardFailure, type BoardReader, type BoardState } from "./board-reader.ts";
import type { BoardMark } from "./recognise-boards.ts";

/** The result of reading a board. */
export type BoardAnswer = ({ status: "ok" } & BoardContents) | BoardState;

/** Reads all open positions of a board, or says why that failed. Never throws. */
export async function readBoard(reader: BoardReader, { board, ref, isOwnHost }: BoardMark): Promise<BoardAnswer> {
  const isOff = (board.needsOperator && !reader.isOn(board.name)) || board.isRead?.(ref) === false;
  if (!board.read || isOff || !(ref.token || isOwnHost)) return { status: "not_read" };
  try {
    return { status: "ok", ...(await board.read(reader, ref)) };
  } catch (error) {
    if (error instanceof BoardFailure) return error.answer;
    log("warn", "board_not_understood", { board: board.name, cause: error });
    return { status: "failed" };
  }
}

/** The error that callers get for a board's failure, in our own words. */
export function boardFailure(answer: BoardState): AppError {
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
  return new AppError("upstream_error", "The company's job board answered with an error. Try again later.", { cause });
}
