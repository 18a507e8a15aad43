import type { Row } from "../../lib/loose-json.ts";
import type { AddressMark } from "../../readers/jobs/board-marks.ts";
import type { BoardRef, RawJob } from "../../readers/jobs/job.ts";
import type { JobFields } from "../../readers/jobs/job-fields.ts";
import type { ApiOptions, BoardReader } from "./board-reader.ts";

/** An applicant tracking system: how pages name it, and how its public postings are read. */
export type Board = {
  name: string;
  /** How addresses name a tenant, the first that holds. */
  marks: AddressMark[];
  /** Registrable domains (or the last two labels of a host) of addresses that name the system, beside those of written marks. */
  domains?: string[];
  /** Literals of embeds that do not carry an address, and what reads the token from the text that starts there. */
  embeds?: { literal: string; token?: RegExp }[];
  /** Only if the system serves companies' own hosts: further domains of the files by which such a page is known. */
  ownHosts?: string[];
  /** The page for people, with `{token}` and `{host}`. Without it, the host of a board with a list, else the address as found. */
  page?: string | ((ref: BoardRef) => string);
  /** The usual host of a tenant, where `page` has `{host}`. */
  tenantHost?: string;
  /** Milliseconds between daily looks of the index, else 1,000: below each vendor's limit (docs/operations.md). */
  dailyPaceMs?: number;
  /** Asked only when a call looks at the company. */
  onDemand?: true;
  /** The first day (ISO 8601) on which it is asked no more. */
  dailyUntil?: string;
  /** Read only when `BOARDS_ON` names the board, because the operator must judge its terms or robots.txt. */
  needsOperator?: true;
  /** Where all open postings are; null for a tenant that is recognised only. Absent without a feed that is meant for reading. */
  list?: JobList | ((ref: BoardRef, reader: BoardReader) => JobList | null);
};

/** A list of jobs. Its address has `{token}`, `{host}`, for pages `{skip}`, `{page}` (from 1) or `{index}` (from 0). */
export type JobList = ApiOptions & {
  /** JSON of an interface of the vendor; of several addresses, the first that exists. */
  api?: string | string[];
  /** JSON on a host of the tenant. */
  json?: string;
  xml?: string;
  /** A page with links to the jobs, whose paths match `links`, with the id as its group. Rows are of `listedLinks`. */
  html?: string;
  links?: RegExp;
  /** A page with a script that assigns the list to `variable`. */
  script?: string;
  variable?: string;
  /** Where a list comes in pages: the most rows of one, or where an answer says how many there are. */
  pageSize?: number;
  pages?: string;
  /** Milliseconds between the requests for the pages of an interface. */
  pagePaceMs?: number;
  /** Words of a page that stands for a list that was removed. */
  gone?: string;
  /** What an empty list means, where it may be an unknown tenant or a passing failure. */
  whenEmpty?: "not_found" | "ask_again";
  /** Where the list is, in an answer that is not the bare list; or what makes rows of an answer. */
  at?: string | ((body: unknown) => Row[]);
  /** Where the answer has the employer's name; that of `nameFrom`, which is asked when no job has it. */
  name?: string;
  nameFrom?: string;
  /** Where a row says that it is not a published position. */
  isHidden?: (row: Row) => boolean;
  /** Where rows have what, if not in the usual places. */
  fields?: JobFields;
  /** Makes the jobs of an answer that has no rows. */
  jobs?: (body: unknown) => RawJob[];
  /** The address of a job by `{id}`, where rows have none. */
  jobPage?: string;
  /** What is read of single jobs, when the list lacks it. */
  detail?: (reader: BoardReader, job: RawJob, ref: BoardRef) => Promise<RawJob | null>;
};

/** A board that a page names. */
export type BoardMark = {
  board: Board;
  ref: BoardRef;
  /** Loaded by the page as a script or frame, called by its code, or configured in it: not merely linked. */
  isEmbedded: boolean;
};

/** True when the system serves the company's own host. */
export function isOnOwnHost({ token, host }: BoardRef): boolean {
  return token === "" && host !== "";
}

/** The address of a board for people. */
export function boardPage({ board, ref }: Pick<BoardMark, "board" | "ref">): string {
  const { list, page = list && ref.host ? "https://{host}/" : ref.url } = board;
  return typeof page === "string" ? filled(page, ref) : page(ref);
}

/** An address with `{token}` and `{host}`, of a board. */
export function filled(address: string, { token, host }: BoardRef): string {
  return address.replaceAll("{token}", token).replaceAll("{host}", host);
}
