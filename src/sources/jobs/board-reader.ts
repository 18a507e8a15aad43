import { plainHost } from "../../lib/hosts.ts";
import { log } from "../../lib/log.ts";
import { parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import type { ApiAnswer, Outbound } from "../../platform/outbound/outbound.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import { waitForTurn } from "../../platform/outbound/turns.ts";
import { isOnSite } from "../../readers/company/site-owner.ts";
import type { AddressMark } from "../../readers/jobs/board-marks.ts";
import type { BoardContents, BoardRef } from "../../readers/jobs/job.ts";
import type { FetchedPage } from "../../readers/page/document.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";

/** `not_found`: it does not exist. `not_read`: it is not to be read (`isRefused`: it said so). `failed`: an error or an unknown shape. */
export type BoardState =
  | { status: "not_found" | "timeout" | "failed" }
  | { status: "not_read"; isRefused?: true }
  | { status: "unavailable"; retryAfterSeconds: number };

export class BoardFailure extends Error {
  readonly answer: BoardState;
  constructor(answer: BoardState) {
    super(answer.status);
    this.answer = answer;
  }
}

export type ApiOptions = {
  /** Milliseconds the vendor may take. */
  timeoutMs?: number;
  /** What is asked instead when the answer is too large. */
  leanUrl?: string;
  /** Milliseconds between two requests to this vendor, over all companies. */
  paceMs?: number;
};

/** The requests that a board's file can make. Every method throws {@link BoardFailure}. */
export type BoardReader = {
  /** JSON of a documented API on a fixed host of the vendor. */
  api(url: string, options?: ApiOptions): Promise<unknown>;
  /** A page or feed on a tenant's or the company's own host: robots.txt, the pace of a host. */
  page(url: string): Promise<FetchedPage>;
  /** The same, read as JSON. */
  json(url: string): Promise<unknown>;
  /** True when the operator has named the board in `BOARDS_ON`. */
  isOn(name: string): boolean;
  /** True while there is time for another page. */
  hasTime(): boolean;
};

const MAX_BYTES = 8_000_000;
const RETRY_SECONDS = 60;

/** `ownDomains`: registrable domains of the company, where a board may redirect to. `untilMs`: when reading of details stops. */
export function boardReader(
  context: SourceContext,
  outbound: Outbound,
  { ownDomains, untilMs }: { ownDomains: string[]; untilMs: number },
): BoardReader {
  async function page(url: string): Promise<FetchedPage> {
    const answer = await outbound.page(url, { kind: "feed" });
    if (answer.status !== "ok") throw new BoardFailure(stateOfPage(answer));
    if (!staysHome(new URL(url), answer.url, ownDomains)) throw new BoardFailure({ status: "not_found" });
    return answer;
  }
  return {
    async api(url, { timeoutMs, leanUrl, paceMs } = {}) {
      const late = paceMs && (await waitForTurn(context, new URL(url).hostname, paceMs));
      if (late) throw new BoardFailure(late);
      const limits = { maxBytes: MAX_BYTES, ...(timeoutMs && { timeoutMs }) };
      let reply = await outbound.api(url, {}, limits);
      if (reply.status === "too_large" && leanUrl) reply = await outbound.api(leanUrl, {}, limits);
      if (reply.status !== "ok") throw new BoardFailure({ status: reply.status === "timeout" ? "timeout" : "failed" });
      const refused = stateOfReply(reply);
      if (refused) throw new BoardFailure(refused);
      return parseJson(reply.text);
    },
    page,
    json: async (url) => parseJson((await page(url)).text),
    isOn: (name) => context.config.BOARDS_ON.includes(name),
    hasTime: () => Date.now() < untilMs && !context.signal.aborted,
  };
}

/** Null for status 200. */
function stateOfReply({ httpStatus: status, headers }: ApiAnswer & { status: "ok" }): BoardState | null {
  // A redirect means that the board is gone.
  if (status === 404 || status === 410 || headers.has("Location")) return { status: "not_found" };
  if (status === 401 || status === 403 || status === 451) return { status: "not_read", isRefused: true };
  if (status === 429 || status === 503)
    return { status: "unavailable", retryAfterSeconds: retryAfterSeconds(headers) ?? RETRY_SECONDS };
  return status === 200 ? null : { status: "failed" };
}

/** False for another tenant, the vendor's home page or a login: the board is then gone, not empty. */
function staysHome(from: URL, to: URL, ownDomains: string[]): boolean {
  if (/\/(?:login|signin|sign-in)\b/i.test(to.pathname)) return false;
  if (plainHost(from) === plainHost(to) || isOnSite(to, { domains: ownDomains })) return true;
  const [label] = plainHost(from).split(".");
  const isSameVendor = registrableDomain(plainHost(from)) === registrableDomain(plainHost(to));
  return isSameVendor && plainHost(to).split(".")[0] === label;
}

const PAGE_STATES: Partial<Record<PageFailure["status"], BoardState>> = {
  not_found: { status: "not_found" },
  no_dns: { status: "not_found" },
  timeout: { status: "timeout" },
  blocked_by_site: { status: "not_read", isRefused: true },
  disallowed_by_robots: { status: "not_read" },
};

function stateOfPage(failure: PageFailure): BoardState {
  if (failure.status === "unavailable") return failure;
  const isBusy = "httpStatus" in failure && (failure.httpStatus === 429 || failure.httpStatus === 503);
  if (!isBusy) return PAGE_STATES[failure.status] ?? { status: "failed" };
  const told = "retryAfterSeconds" in failure ? failure.retryAfterSeconds : null;
  return { status: "unavailable", retryAfterSeconds: told ?? RETRY_SECONDS };
}

/** Whether a {@link BoardReader} threw because the board does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof BoardFailure && error.answer.status === "not_found";
}

/** A board that a page names. */
export type BoardMark = {
  board: Board;
  ref: BoardRef;
  /** Loaded by the page as a script or frame, called by its code, or configured in it: not merely linked. */
  isEmbedded: boolean;
  /** The system serves the page's own host. */
  isOwnHost: boolean;
};

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

/** The address of a board for people. */
export function boardPage({ board: { page }, ref }: Pick<BoardMark, "board" | "ref">): string {
  return typeof page === "string" ? filled(page, ref) : (page?.(ref) ?? ref.url);
}

/** An address with `{token}` and `{host}`, of a board. */
export function filled(address: string, { token, host }: BoardRef): string {
  return address.replaceAll("{token}", token).replaceAll("{host}", host);
}

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
  /** The page for people, with `{token}` and `{host}`. Without it, the address as found on the page. */
  page?: string | ((ref: BoardRef) => string);
  /** The usual host of a tenant, where `page` has `{host}`. */
  tenantHost?: string;
  /**
   * The index asks its boards once a day, so many milliseconds apart; others only when a call looks at the company. Paces keep below what
   * was measured or published for each vendor, over all its customers (docs/operations.md, "The index").
   */
  dailyPaceMs?: number;
  /** The first day (ISO 8601) on which it is asked no more. */
  dailyUntil?: string;
  /** Read only when `BOARDS_ON` names the board, because the operator must judge its terms or robots.txt. */
  needsOperator?: true;
  /** False for a tenant that is recognised only. */
  isRead?(ref: BoardRef): boolean;
  /** Reads all open postings. Throws `BoardFailure`. Absent when the system has no feed that is meant for reading. */
  read?(reader: BoardReader, ref: BoardRef): Promise<BoardContents>;
};
