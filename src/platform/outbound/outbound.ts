import { plainHost } from "../../lib/hosts.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import type { FetchedPage } from "../../readers/page/fetched-page.ts";
import { type HostRules, type Refusal, refuseUrl } from "./address-guard.ts";
import { botSignature } from "./bot-signature.ts";
import type { SourceContext } from "./context.ts";
import { checkHost } from "./dns.ts";
import type { PageFailure } from "./page.ts";
import { type RobotsRules, robotsRules, userAgent } from "./robots.ts";
import { type HttpReply, sendRequest } from "./send-request.ts";
import { waitForTurn } from "./wait-for-turn.ts";

type PageKind = keyof typeof MAX_BYTES;

export type ApiRequest = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };
export type ApiAnswer =
  | { status: "ok"; httpStatus: number; headers: Headers; text: string }
  /** `out_of_work`: the request has read as much as it may. */
  | { status: "refused" | "timeout" | "unreachable" | "too_large" | "out_of_work" };

export type Outbound = {
  /**
   * GETs a page of an untrusted site. Before every hop: URL rules, DNS over HTTPS, robots.txt of that host, one request per
   * host and `PAGE_INTERVAL_MS`. At most 5 redirects. Never throws.
   */
  page(url: string, kind?: PageKind): Promise<FetchedPage | PageFailure>;
  /**
   * GETs a document whose URL was given to us to read, like `page` but without robots.txt and pacing, because this is not crawling.
   * Never throws.
   */
  document(url: string): Promise<FetchedPage | PageFailure>;
  /**
   * Calls a documented API on a host named in our own code. No robots.txt and no pacing; redirects are not followed. Never
   * throws. The text is the vendor's: read it, never pass it on.
   */
  api(url: string, init?: ApiRequest, limits?: { timeoutMs?: number; maxBytes?: number }): Promise<ApiAnswer>;
};

const MAX_BYTES = { html: 1_500_000, xml: 4_000_000, feed: 8_000_000 };
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.9,text/plain;q=0.8";
const ROBOTS_BYTES = 512_000;
const DOCUMENT_BYTES = 65_536;
const REQUEST_LIMIT_MS = 10_000;
const API_BYTES = 4_000_000;
const REDIRECTS = 5;
const READABLE = /^\s*(text\/(html|plain|xml)|application\/(xhtml\+xml|([\w.-]+\+)?xml|([\w.-]+\+)?json))\s*(;|$)/i;
/** Titles of the interstitials that answer 200 where a page should be. */
const CHALLENGE =
  /<title>\s*(just a moment|attention required|access denied|pardon our interruption|robot check|are you a robot|human verification)/i;

/** Requests to other hosts for one call. All of them end when `context.signal` aborts. */
export function outboundFor(context: SourceContext): Outbound {
  const { config, baseUrl } = context;
  const hostRules: HostRules = { networkHosts: config.NETWORK_HOSTS, ownHosts: context.ownHosts };
  const headers = { "User-Agent": userAgent(config.SERVICE_NAME, baseUrl) };
  const robotsOfCall = new Map<string, Promise<RobotsRules | PageFailure>>();

  async function page(address: string, kind: PageKind = "html"): Promise<FetchedPage | PageFailure> {
    const known = context.pages?.get(address);
    if (known) return known;
    const asked = follow(address, { maxBytes: MAX_BYTES[kind], reads: isReadable, mayGo });
    context.pages?.set(address, asked);
    return asked;
  }

  function document(address: string): Promise<FetchedPage | PageFailure> {
    return follow(address, { maxBytes: DOCUMENT_BYTES, reads: isReadable });
  }

  async function api(address: string, init: ApiRequest = {}, limits: { timeoutMs?: number; maxBytes?: number } = {}) {
    const { timeoutMs = REQUEST_LIMIT_MS, maxBytes = API_BYTES } = limits;
    const url = URL.parse(address);
    if (!url || refuseUrl(url, hostRules)) return { status: "refused" as const };
    const request = { ...init, headers: { ...headers, Accept: "application/json", ...init.headers } };
    const reply = await sendRequest(context, url, request, { timeoutMs, maxBytes });
    return reply.status === "ok" && reply.truncated ? { status: "too_large" as const } : reply;
  }

  /** Follows redirects by hand, so that every hop is vetted like the first. */
  async function follow(address: string, { maxBytes, reads, mayGo }: Journey): Promise<FetchedPage | PageFailure> {
    let url = URL.parse(address);
    for (let hop = 0; hop <= REDIRECTS; hop++) {
      if (!url) return refused("bad_url", "");
      const failure = (await vet(context, hostRules, url)) ?? (await mayGo?.(url));
      if (failure) return failure;
      const wantsBody = (response: Response) => response.ok && reads(response.headers);
      const signature = await botSignature(config, baseUrl, url, Date.now());
      const request = { headers: { ...headers, ...signature, Accept: ACCEPT } };
      const reply = await sendRequest(context, url, request, { timeoutMs: REQUEST_LIMIT_MS, maxBytes, wantsBody });
      const location = reply.status === "ok" && isRedirect(reply.httpStatus) && reply.headers.get("Location");
      if (!location) return pageOf(url, reply, reads);
      url = URL.parse(location, url);
    }
    return refused("too_many_redirects", url ? plainHost(url) : "");
  }

  async function mayGo(url: URL): Promise<PageFailure | null> {
    const asked = robotsOfCall.get(url.origin) ?? robotsRules(context, url.origin, () => fetchRobots(url.origin));
    robotsOfCall.set(url.origin, asked);
    const robots = await asked;
    if (robots.status !== "ok") return robots;
    if (!robots.allows(url)) return { status: "disallowed_by_robots" };
    return waitForTurn(context, plainHost(url), Math.max(config.PAGE_INTERVAL_MS, robots.delayMs));
  }

  /** A file that is refused, missing or redirected without end counts as none (RFC 9309, section 2.3.1). */
  async function fetchRobots(origin: string): Promise<string | PageFailure> {
    const reply = await follow(`${origin}/robots.txt`, { maxBytes: ROBOTS_BYTES, reads: () => true });
    if (reply.status === "ok") return reply.text;
    return ["site_error", "timeout", "unavailable"].includes(reply.status) ? reply : "";
  }

  return { page, document, api };
}

type Journey = {
  maxBytes: number;
  /** Whether a body with these headers is read. */
  reads: (headers: Headers) => boolean;
  /** robots.txt and pacing. */
  mayGo?: (url: URL) => Promise<PageFailure | null>;
};

/** Null for an address that may be requested. */
async function vet(context: SourceContext, rules: HostRules, url: URL): Promise<PageFailure | null> {
  const host = plainHost(url);
  const reason = refuseUrl(url, rules);
  if (reason) return refused(reason, host);
  const check = await checkHost(context, host);
  if (check === "private") return refused("private_address", host);
  if (check === "none") return { status: "no_dns" };
  if (check === "public") return null;
  return context.signal.aborted ? { status: "timeout" } : { status: "unavailable", retryAfterSeconds: 5 };
}

function refused(reason: Refusal, host: string): PageFailure {
  return { status: "refused", reason, host };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** A missing type is taken for HTML, as browsers do. */
function isReadable(headers: Headers): boolean {
  return READABLE.test(headers.get("Content-Type") ?? "text/html");
}

function pageOf(url: URL, reply: HttpReply, reads: Journey["reads"]): FetchedPage | PageFailure {
  if (reply.status === "refused") return refused(reply.reason, plainHost(url));
  if (reply.status === "timeout") return { status: "timeout" };
  if (reply.status === "out_of_work") return { status: "unavailable", retryAfterSeconds: 1 };
  if (reply.status === "unreachable") return { status: "site_error", httpStatus: null };
  const { httpStatus: status, headers, text, truncated } = reply;
  if ([401, 403, 407, 429, 451].includes(status) || headers.has("cf-mitigated")) {
    return { status: "blocked_by_site", httpStatus: status, retryAfterSeconds: retryAfterSeconds(headers) };
  }
  if (status >= 400 && status < 500) return { status: "not_found", httpStatus: status };
  if (status < 200 || status >= 300) return { status: "site_error", httpStatus: status };
  if (!reads(headers)) return { status: "unreadable" };
  if (CHALLENGE.test(text.slice(0, 5_000))) return { status: "blocked_by_site" };
  return { status: "ok", url, headers, text, truncated };
}
