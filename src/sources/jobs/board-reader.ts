import { plainHost } from "../../lib/hosts.ts";
import { isObject, parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Page, PageFailure } from "../../platform/outbound/page.ts";
import { registrableDomain } from "../../text/company-domain.ts";

/**
 * Why a board could not be read. `not_found`: it does not exist, or no longer. `not_read`: it refuses the fetcher, by
 * robots.txt or status. `failed`: an error, or an answer that is not of the documented shape.
 */
export type BoardState =
  | { status: "not_found" | "not_read" | "timeout" | "failed" }
  | { status: "unavailable"; retryAfterSeconds: number };

export class BoardFailure extends Error {
  readonly answer: BoardState;
  constructor(answer: BoardState) {
    super(answer.status);
    this.answer = answer;
  }
}

type ApiOptions = {
  /** Milliseconds the vendor may take. */
  timeoutMs?: number;
  /** The one host that the API may redirect to. */
  redirectHost?: string;
  /** Fallback URL when the answer is too large. */
  leanUrl?: string;
  /** Milliseconds between two requests to this vendor, over all companies. */
  paceMs?: number;
};

/** The requests that a board's file can make. Every method throws {@link BoardFailure}. */
export type BoardReader = {
  /** JSON of a documented API on a fixed host of the vendor. */
  api(url: string, options?: ApiOptions): Promise<unknown>;
  /** A page or feed on a tenant's or the company's own host: robots.txt, one request a second. */
  page(url: string): Promise<Page>;
  /** The same, read as JSON. */
  json(url: string): Promise<unknown>;
  /** True when the operator has named the board in `BOARDS_ON`. */
  isOn(name: string): boolean;
  /** True while there is time for another page. */
  hasTime(): boolean;
};

const MAX_BYTES = 8_000_000;
const MAX_PACE_WAIT_MS = 12_000;
const RETRY_SECONDS = 60;

/**
 * `ownDomains`: registrable domains of the company, where a board may redirect to. `untilMs`: when reading of details stops.
 */
export function boardReader(
  context: SourceContext,
  outbound: Outbound,
  { ownDomains, untilMs }: { ownDomains: string[]; untilMs: number },
): BoardReader {
  async function api(url: string, options: ApiOptions = {}): Promise<unknown> {
    const { paceMs, timeoutMs, redirectHost, leanUrl } = options;
    if (paceMs) await pace(new URL(url).hostname, paceMs);
    const limits = { maxBytes: MAX_BYTES, ...(timeoutMs && { timeoutMs }) };
    let reply = await outbound.api(url, {}, limits);
    if (reply.status === "too_large" && leanUrl) reply = await outbound.api(leanUrl, {}, limits);
    const location =
      reply.status === "ok" && reply.httpStatus >= 301 && reply.httpStatus <= 308 && reply.headers.get("Location");
    const next = location ? URL.parse(location, url) : null;
    if (next && next.protocol === "https:" && plainHost(next) === redirectHost)
      reply = await outbound.api(next.href, {}, limits);
    if (reply.status === "timeout") throw new BoardFailure({ status: "timeout" });
    if (reply.status !== "ok") throw new BoardFailure({ status: "failed" });
    const { httpStatus: status } = reply;
    // A redirect to any other host means that the board is gone.
    if (status === 404 || status === 410 || reply.headers.has("Location"))
      throw new BoardFailure({ status: "not_found" });
    if (status === 401 || status === 403 || status === 451) throw new BoardFailure({ status: "not_read" });
    if (status === 429 || status === 503) {
      throw new BoardFailure({
        status: "unavailable",
        retryAfterSeconds: retryAfterSeconds(reply.headers) ?? RETRY_SECONDS,
      });
    }
    if (status !== 200) throw new BoardFailure({ status: "failed" });
    return parseJson(reply.text);
  }

  async function page(url: string): Promise<Page> {
    const answer = await outbound.page(url, "feed");
    if (answer.status !== "ok") throw new BoardFailure(stateOf(answer));
    if (!staysHome(new URL(url), answer.url)) throw new BoardFailure({ status: "not_found" });
    return answer;
  }

  /** A redirect to another tenant, the vendor's home page or a login means that the board is gone, not that it is empty. */
  function staysHome(from: URL, to: URL): boolean {
    if (/\/(?:login|signin|sign-in)\b/i.test(to.pathname)) return false;
    if (plainHost(from) === plainHost(to) || ownDomains.includes(registrableDomain(plainHost(to)))) return true;
    const [label] = plainHost(from).split(".");
    const isSameVendor = registrableDomain(plainHost(from)) === registrableDomain(plainHost(to));
    return isSameVendor && plainHost(to).split(".")[0] === label;
  }

  async function pace(host: string, intervalMs: number): Promise<void> {
    const waitMs = await context.env.RATE_LIMITER.getByName(`host:${host}`)
      .pace(intervalMs, MAX_PACE_WAIT_MS)
      .catch(() => intervalMs);
    if (waitMs > MAX_PACE_WAIT_MS) {
      throw new BoardFailure({ status: "unavailable", retryAfterSeconds: Math.ceil(waitMs / 1000) });
    }
    if (waitMs <= 0) return;
    await scheduler.wait(waitMs, { signal: context.signal }).catch(() => {
      throw new BoardFailure({ status: "timeout" });
    });
  }

  return {
    api,
    page,
    async json(url) {
      const { text } = await page(url);
      return parseJson(text);
    },
    isOn: (name) => context.config.BOARDS_ON.includes(name),
    hasTime: () => Date.now() < untilMs && !context.signal.aborted,
  };
}

function stateOf(failure: PageFailure): BoardState {
  switch (failure.status) {
    case "not_found":
    case "no_dns":
      return { status: "not_found" };
    case "timeout":
      return { status: "timeout" };
    case "unavailable":
      return failure;
    case "blocked_by_site":
      return failure.httpStatus === 429
        ? { status: "unavailable", retryAfterSeconds: failure.retryAfterSeconds ?? RETRY_SECONDS }
        : { status: "not_read" };
    case "site_error":
      return failure.httpStatus === 503
        ? { status: "unavailable", retryAfterSeconds: RETRY_SECONDS }
        : { status: "failed" };
    case "disallowed_by_robots":
      return { status: "not_read" };
    default:
      return { status: "failed" };
  }
}

/** The documented list of an answer. Throws {@link BoardFailure} when it is not a list. */
export function listOrFail(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new BoardFailure({ status: "failed" });
  return value.filter(isObject);
}
