import type { Config } from "../../config.ts";
import { plainHost } from "../../lib/hosts.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import { type HostRules, type Refusal, refuseUrl } from "./address-guard.ts";
import { botSignature } from "./bot-signature.ts";
import type { SourceContext } from "./context.ts";
import { checkHost } from "./dns.ts";
import { failedVisit, type PageFailure, type Visit } from "./page.ts";
import { userAgent } from "./robots.ts";
import { type HttpReply, sendRequest } from "./send-request.ts";

/** What a request to an untrusted site needs of its caller. */
export type PageContext = Pick<
  SourceContext,
  "env" | "config" | "baseUrl" | "ownHosts" | "signal" | "work" | "purpose"
>;

export type PageRequest = {
  maxBytes: number;
  reads?: (headers: Headers) => boolean;
  /** Paid for the page (US dollars): what the site said it costs. */
  priceUsd?: number;
};

const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.9,text/plain;q=0.8";
const REQUEST_LIMIT_MS = 10_000;
const REDIRECTS = 5;
const READABLE = /^\s*(text\/(html|plain|xml)|application\/(xhtml\+xml|([\w.-]+\+)?xml|([\w.-]+\+)?json))\s*(;|$)/i;
/** Titles of the interstitials that answer 200 where a page should be. */
const CHALLENGE =
  /<title>\s*(just a moment|attention required|access denied|pardon our interruption|robot check|are you a robot|human verification)/i;

/** No page costs more; a higher price is a mistake. */
const MAX_PRICE_USD = 1_000;

/** What a site asks or charged for a page, in US dollars (Cloudflare's pay per crawl); null where none can be read. */
function readCrawlerPrice(headers: Headers, name = "crawler-price"): number | null {
  const [, amount = ""] = /^\s*USD\s+(\d{1,7}(?:\.\d{1,9})?)\s*$/i.exec(headers.get(name) ?? "") ?? [];
  const price = Number(amount);
  return amount !== "" && price <= MAX_PRICE_USD ? price : null;
}

export function hostRules({ config, ownHosts }: { config: Config; ownHosts: string[] }): HostRules {
  return { networkHosts: config.NETWORK_HOSTS, ownHosts };
}

/** Null for an address that may be requested: URL rules, then all DNS addresses of its host. */
export async function vet(context: PageContext, url: URL): Promise<PageFailure | null> {
  const host = plainHost(url);
  const reason = refuseUrl(url, hostRules(context));
  if (reason) return refused(reason, host);
  const check = await checkHost(context, host);
  if (check === "private") return refused("private_address", host);
  if (check === "none") return { status: "no_dns" };
  if (check === "public") return null;
  return context.signal.aborted ? { status: "timeout" } : { status: "unavailable", retryAfterSeconds: 5 };
}

/** GETs one vetted address, signed, without following a redirect. Never throws. */
export async function requestPage(
  context: PageContext,
  url: URL,
  { maxBytes, reads = isReadable, priceUsd }: PageRequest,
): Promise<Visit> {
  const { config, baseUrl, purpose = "answer" } = context;
  const headers = {
    "User-Agent": userAgent(config.SERVICE_NAME, baseUrl, purpose),
    ...(await botSignature(config, baseUrl, url, Date.now(), purpose)),
    ...(priceUsd && { "crawler-exact-price": `USD ${priceUsd}` }),
    Accept: ACCEPT,
  };
  const wantsBody = (response: Response) => response.ok && reads(response.headers);
  const reply = await sendRequest(context, url, { headers }, { timeoutMs: REQUEST_LIMIT_MS, maxBytes, wantsBody });
  if (reply.status !== "ok") return failedVisit(failureOf(url, reply));
  const fetchedAt = Date.now();
  const { httpStatus: status, text, truncated } = reply;
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  const location = isRedirect && reply.headers.get("Location");
  if (location) {
    const next = URL.parse(location, url);
    return next ? { fetchedAt, status: "moved", location: next.href } : failedVisit(refused("bad_url", ""));
  }
  const failure = refusalOf(reply, reads);
  if (failure) return failedVisit(failure);
  const paidUsd = priceUsd && (readCrawlerPrice(reply.headers, "crawler-charged") ?? priceUsd);
  return { fetchedAt, status: "page", headers: [...reply.headers], text, truncated, ...(paidUsd && { paidUsd }) };
}

/** Visits an address and where it redirects to, at most 5 times, by hand: `visit` vets every hop like the first. */
export async function followRedirects(url: URL, visit: (url: URL) => Promise<Visit>, hops = REDIRECTS) {
  const visited = await visit(url);
  if (visited.status !== "moved") return { url, visit: visited };
  const next = new URL(visited.location);
  if (hops === 0) return { url: next, visit: failedVisit(refused("too_many_redirects", plainHost(next))) };
  return followRedirects(next, visit, hops - 1);
}

export function refused(reason: Refusal, host: string): PageFailure {
  return { status: "refused", reason, host };
}

function failureOf(url: URL, reply: Exclude<HttpReply, { status: "ok" }>): PageFailure {
  if (reply.status === "refused") return refused(reply.reason, plainHost(url));
  if (reply.status === "out_of_work") return { status: "unavailable", retryAfterSeconds: 1 };
  return reply.status === "timeout" ? { status: "timeout" } : { status: "site_error", httpStatus: null };
}

function refusalOf(
  { httpStatus: status, headers, text }: HttpReply & { status: "ok" },
  reads: (headers: Headers) => boolean,
): PageFailure | null {
  if ([401, 403, 407, 429, 451].includes(status) || headers.has("cf-mitigated")) {
    return { status: "blocked_by_site", httpStatus: status, retryAfterSeconds: retryAfterSeconds(headers) };
  }
  if (status === 402) return { status: "payment_required", priceUsd: readCrawlerPrice(headers) };
  if (status >= 400 && status < 500) return { status: "not_found", httpStatus: status };
  if (status < 200 || status >= 300) {
    return { status: "site_error", httpStatus: status, retryAfterSeconds: retryAfterSeconds(headers) };
  }
  if (!reads(headers)) return { status: "unreadable" };
  return CHALLENGE.test(text.slice(0, 5_000)) ? { status: "blocked_by_site" } : null;
}

/** A missing type is taken for HTML, as browsers do. */
function isReadable(headers: Headers): boolean {
  return READABLE.test(headers.get("Content-Type") ?? "text/html");
}
