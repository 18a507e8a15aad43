import { log } from "../../lib/log.ts";
import type { BoardContents } from "../../readers/jobs/job.ts";
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
