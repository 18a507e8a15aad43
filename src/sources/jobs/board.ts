import type { AddressMark } from "../../readers/jobs/board-marks.ts";
import type { BoardContents, BoardRef } from "../../readers/jobs/raw-job.ts";
import type { BoardReader } from "./board-reader.ts";

/** An applicant tracking system: how pages name it, and how its public postings are read. */
export type Board = {
  name: string;
  /** How addresses name a tenant, the first that holds. */
  marks: AddressMark[];
  /** Registrable domains (or the last two labels of a host) of addresses that name the system, beside those of written marks. */
  domains?: string[];
  /** Literals of embeds that do not carry an address, and what reads the token from the text that starts there. */
  embeds?: { literal: string; token?: RegExp }[];
  /** True when the system serves a company's own host, known by assets of `domains` or of `assets`. */
  hasOwnHosts?: boolean;
  /** Domains of files that pages of the system load. */
  assets?: string[];
  /** The page for people. Without it, the address as found on the page. */
  pageUrl?(ref: BoardRef): string;
  /** Read only when `BOARDS_ON` names the board, because the operator must judge its terms or robots.txt. */
  needsOperator?: true;
  /** False for a tenant that is recognised only. */
  isRead?(ref: BoardRef): boolean;
  /** Reads all open postings. Throws `BoardFailure`. Absent when the system has no feed that is meant for reading. */
  read?(reader: BoardReader, ref: BoardRef): Promise<BoardContents>;
};
