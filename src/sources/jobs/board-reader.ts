import { plainHost } from "../../lib/hosts.ts";
import { parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import { waitForTurn } from "../../platform/outbound/turns.ts";
import { isOnSite } from "../../readers/company/site-owner.ts";
import type { FetchedPage } from "../../readers/page/document.ts";
import { NO_FILES, readPageUse } from "../../readers/page/usage-signals.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";

/** `not_read`: reading is not allowed (`isRefused`: it said so). `unchanged`: since the answer with the validator. */
export type BoardState =
  | { status: "not_found" | "timeout" | "failed" | "unchanged" }
  | { status: "not_read"; isRefused?: true }
  | { status: "unavailable"; retryAfterSeconds: number };

export class BoardFailure extends Error {
  readonly answer: BoardState;
  constructor(answer: BoardState) {
    super(answer.status);
    this.answer = answer;
  }
}

/** Milliseconds that a vendor may take, and between two requests to it; `leanUrl` is asked if the answer is too large. */
export type ApiOptions = Partial<Record<"timeoutMs" | "paceMs", number | undefined> & { leanUrl: string | undefined }>;

const MAX_BYTES = 8_000_000;
const RETRY_SECONDS = 60;

/** What answers say beside the jobs: how many came from interfaces, the validator, and whether they may be indexed. */
export const newlySeen = (etag: string | null) => ({ answers: 0, etag, mayIndex: true });
type Seen = ReturnType<typeof newlySeen>;

export type BoardReader = ReturnType<typeof boardReader>;

/** The requests of a board's list, which may redirect to `ownDomains`; each throws {@link BoardFailure}. */
export function boardReader(
  context: SourceContext,
  outbound: Outbound,
  { ownDomains, untilMs, seen = newlySeen(null) }: { ownDomains: string[]; untilMs: number; seen?: Seen },
) {
  /** A page or feed on a tenant's or the company's own host: robots.txt, the pace of a host. */
  async function page(url: string): Promise<FetchedPage> {
    const answer = await outbound.page(url, { kind: "feed" });
    if (answer.status !== "ok") throw new BoardFailure(stateOfPage(answer));
    seen.mayIndex &&= mayIndex(answer);
    if (!staysHome(new URL(url), answer.url, ownDomains)) throw new BoardFailure({ status: "not_found" });
    return answer;
  }
  return {
    /** JSON of a documented API on a fixed host of the vendor. */
    async api(url: string, { timeoutMs, leanUrl, paceMs }: ApiOptions) {
      const late = paceMs && (await waitForTurn(context, new URL(url).hostname, paceMs));
      if (late) throw new BoardFailure(late);
      const limits = { maxBytes: MAX_BYTES, ...(timeoutMs && { timeoutMs }) };
      const known = seen.answers === 0 ? seen.etag : null;
      let reply = await outbound.api(url, known ? { headers: { "If-None-Match": known } } : {}, limits);
      if (reply.status === "too_large" && leanUrl) reply = await outbound.api(leanUrl, {}, limits);
      if (reply.status !== "ok") throw new BoardFailure({ status: reply.status === "timeout" ? "timeout" : "failed" });
      const { httpStatus, headers } = reply;
      if (known && httpStatus === 304) throw new BoardFailure({ status: "unchanged" });
      // A redirect means that the board is gone.
      if (headers.has("Location")) throw new BoardFailure({ status: "not_found" });
      if (httpStatus !== 200) throw new BoardFailure(stateOf(httpStatus, retryAfterSeconds(headers)));
      seen.answers++;
      seen.etag = headers.get("ETag");
      return parseJson(reply.text);
    },
    page,
    /** The same, read as JSON. */
    json: async (url: string) => parseJson((await page(url)).text),
    /** True when the operator has named the board in `BOARDS_ON`. */
    isOn: (name: string) => context.config.BOARDS_ON.includes(name),
    /** True while there is time for another page. */
    hasTime: () => Date.now() < untilMs && !context.signal.aborted,
  };
}

/** What robots.txt and headers say; a feed has no tags. */
function mayIndex({ url, headers, house = NO_FILES, fetchedAt: now = 0 }: FetchedPage): boolean {
  return readPageUse({ url, headers, now, metas: [], ...house }).mayIndex.value;
}

/** False for another tenant, the vendor's home page or a login: the board is then gone, not empty. */
function staysHome(from: URL, to: URL, ownDomains: string[]): boolean {
  if (/\/(?:login|signin|sign-in)\b/i.test(to.pathname)) return false;
  if (plainHost(from) === plainHost(to) || isOnSite(to, { domains: ownDomains })) return true;
  const [label] = plainHost(from).split(".");
  const isSameVendor = registrableDomain(plainHost(from)) === registrableDomain(plainHost(to));
  return isSameVendor && plainHost(to).split(".")[0] === label;
}

function stateOfPage(failure: PageFailure): BoardState {
  const { status, httpStatus, retryAfterSeconds: told } = { httpStatus: null, retryAfterSeconds: null, ...failure };
  if (failure.status === "unavailable") return failure;
  if (status === "timeout") return { status };
  if (status === "not_found" || status === "no_dns") return { status: "not_found" };
  if (status === "disallowed_by_robots") return { status: "not_read" };
  const state = stateOf(httpStatus ?? 500, told);
  return status === "blocked_by_site" && state.status !== "unavailable"
    ? { status: "not_read", isRefused: true }
    : state;
}

function stateOf(httpStatus: number, seconds: number | null): BoardState {
  if (httpStatus === 404 || httpStatus === 410) return { status: "not_found" };
  if (httpStatus === 429 || httpStatus === 503)
    return { status: "unavailable", retryAfterSeconds: seconds ?? RETRY_SECONDS };
  const isRefused = httpStatus === 401 || httpStatus === 403 || httpStatus === 451;
  return isRefused ? { status: "not_read", isRefused } : { status: "failed" };
}
