import { plainHost } from "../../lib/hosts.ts";
import { parseJson } from "../../lib/loose-json.ts";
import { timed } from "../../lib/steps.ts";
import type { FetchedPage } from "../../readers/page/document.ts";
import { HOUSE_FILES, type VisitRequest } from "../sites/site-visitor.ts";
import { siteVisits } from "../sites/sites.ts";
import { refuseUrl } from "./address-guard.ts";
import { type SourceContext, takeWork } from "./context.ts";
import { failedVisit, type PageFailure, type PageKind, type Visit } from "./page.ts";
import { followRedirects, hostRules, refused, requestPage, vet } from "./request-page.ts";
import { userAgent } from "./robots.ts";
import { countTags, hasReadAll, sendRequest, TAG_BYTES } from "./send-request.ts";

export type ApiRequest = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };

/** A question that is sent as JSON. */
export function postJson(body: object, headers: Record<string, string> = {}): ApiRequest {
  return { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** A question that is sent as a form. */
export function postForm(fields: Record<string, string>, headers: Record<string, string> = {}): ApiRequest {
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  return { method: "POST", headers: { ...type, ...headers }, body: new URLSearchParams(fields).toString() };
}

export type ApiAnswer =
  | { status: "ok"; httpStatus: number; headers: Headers; text: string }
  /** `out_of_work`: the request has read as much as it may. */
  | { status: "refused" | "timeout" | "unreachable" | "too_large" | "out_of_work" };

export type Outbound = ReturnType<typeof outboundFor>;

const DOCUMENT_BYTES = 65_536;
const REQUEST_LIMIT_MS = 10_000;
const API_BYTES = 4_000_000;
const OUT_OF_WORK: PageFailure = { status: "unavailable", retryAfterSeconds: 1 };

/** {@link outboundFor} a part of a call that may take so many milliseconds. */
export function outboundWithin(context: SourceContext, ms: number): Outbound {
  return outboundFor({ ...context, signal: AbortSignal.any([context.signal, AbortSignal.timeout(ms)]) });
}

/** Requests to other hosts for one call. All of them end when `context.signal` aborts. */
export function outboundFor(context: SourceContext) {
  const { config, baseUrl } = context;
  const headers = { "User-Agent": userAgent(config.SERVICE_NAME, baseUrl, context.purpose) };
  const visitSite = siteVisits(context);
  const pages = context.pages ?? new Map<string, Promise<FetchedPage | PageFailure>>();

  /**
   * GETs a page of an untrusted site, or a page that was fetched after `notBefore` (ms since 1970; by default the context's, else
   * within a day). The object of the site vets every hop: URL rules, DNS over HTTPS, robots.txt, the pace of its host. At most 5
   * redirects. Never throws.
   */
  async function page(
    address: string,
    { kind = "html", notBefore }: { kind?: PageKind; notBefore?: number } = {},
  ): Promise<FetchedPage | PageFailure> {
    const since = notBefore ?? context.notBefore ?? 0;
    const known = await pages.get(address);
    if (known && (known.status !== "ok" || (known.fetchedAt ?? since) >= since)) return known;
    const asked = follow(address, (url) => visitWithin(url, kind, since));
    pages.set(address, asked);
    return asked;
  }

  /** A visit counts as one request and its text as read, wherever the page comes from: the call reads it. */
  async function visitWithin(url: URL, kind: PageKind, notBefore: number): Promise<Visit> {
    if (hasReadAll(context.work) || !takeWork(context)) return failedVisit(OUT_OF_WORK);
    const beganAt = Date.now();
    const host = plainHost(url);
    const ask = () => visitPaying(host, { url: url.href, kind, notBefore });
    const visit = await timed(context.steps, `site ${host}`, ask, (got) =>
      got.status === "page" && got.fetchedAt < beganAt ? "kept page" : got.status,
    );
    if (visit.status !== "page" || !context.work) return visit;
    context.work.bytesLeft -= visit.text.length + TAG_BYTES * countTags(visit.text);
    return hasReadAll(context.work) ? failedVisit(OUT_OF_WORK) : visit;
  }

  /** Each visit may spend all that is left, so visits at the same time may not. */
  async function visitPaying(host: string, request: Omit<VisitRequest, "maxPriceUsd">): Promise<Visit> {
    const budget = context.crawlBudget ?? { leftUsd: 0, paidUsd: 0 };
    const { leftUsd: maxPriceUsd } = budget;
    budget.leftUsd = 0;
    const visit = await visitSite(host, { ...request, maxPriceUsd });
    const paidUsd = visit.status === "page" ? (visit.paidUsd ?? 0) : 0;
    budget.leftUsd += Math.max(0, maxPriceUsd - paidUsd);
    budget.paidUsd += paidUsd;
    return visit;
  }

  /** GETs a document that was given to us: vetted like `page`, without robots.txt and pace; not kept. Never throws. */
  function document(address: string): Promise<FetchedPage | PageFailure> {
    return follow(address, async (url) => {
      const failure = await vet(context, url);
      return failure ? failedVisit(failure) : requestPage(context, url, { maxBytes: DOCUMENT_BYTES });
    });
  }

  /** Calls an API on a host of our code, no redirects. Never throws. The text is the vendor's: never pass it on. */
  async function api(
    address: string,
    init: ApiRequest = {},
    limits: { timeoutMs?: number; maxBytes?: number } = {},
  ): Promise<ApiAnswer> {
    const { timeoutMs = REQUEST_LIMIT_MS, maxBytes = API_BYTES } = limits;
    const url = URL.parse(address);
    if (!url || refuseUrl(url, hostRules(context))) return { status: "refused" };
    const request = { ...init, headers: { ...headers, Accept: "application/json", ...init.headers } };
    const send = () => sendRequest(context, url, request, { timeoutMs, maxBytes });
    const reply = await timed(context.steps, url.hostname, send, (got) =>
      got.status === "ok" ? got.httpStatus : got.status,
    );
    return reply.status === "ok" && reply.truncated ? { status: "too_large" } : reply;
  }

  async function follow(address: string, go: (url: URL) => Promise<Visit>): Promise<FetchedPage | PageFailure> {
    const first = URL.parse(address);
    if (!first) return refused("bad_url", "");
    const { url, visit } = await followRedirects(first, async (hop) => {
      // Before a site is asked, so that there is no object for a host that is never fetched.
      const reason = refuseUrl(hop, hostRules(context));
      return reason ? failedVisit(refused(reason, plainHost(hop))) : go(hop);
    });
    return visit.status === "failed" ? visit.failure : pageOf(url, visit);
  }

  return { page, document, api };
}

/** Asks an origin for its files about the use of its pages, once a day. For scheduled looks: it takes two turns. */
export async function askHouseFiles(outbound: Outbound, origin: string): Promise<void> {
  await Promise.all(HOUSE_FILES.map((path) => outbound.page(origin + path)));
}

function pageOf(url: URL, { headers, text, truncated, fetchedAt, house }: Visit & { status: "page" }): FetchedPage {
  return { status: "ok", url, headers: new Headers(headers), text, truncated, fetchedAt, ...(house && { house }) };
}

/** The error that callers see when a source fails. */
export type FailureReason =
  | "timeout"
  | "rate_limited"
  | "unavailable"
  | "upstream_error"
  | "not_configured"
  | "blocked_by_site"
  | "disallowed_by_robots"
  | "domain_has_no_dns";

export type JsonAnswer =
  | { status: "ok"; body: unknown }
  | { status: "not_found" }
  | { status: "failed"; reason: FailureReason };

/** Asks an open-data API for JSON; any other body is a failure, whatever its status. Never throws. */
export async function askJson(context: SourceContext, url: string, init: ApiRequest = {}): Promise<JsonAnswer> {
  const reply = await outboundFor(context).api(url, init);
  if (reply.status === "timeout") return { status: "failed", reason: "timeout" };
  if (reply.status !== "ok") return { status: "failed", reason: "unavailable" };
  const body = parseJson(reply.text);
  if (reply.httpStatus === 404) return { status: "not_found" };
  if (
    reply.httpStatus === 429 ||
    (reply.httpStatus === 200 && /\blimit requests?\b/i.test(reply.text.slice(0, 500)) && !body)
  ) {
    return { status: "failed", reason: "rate_limited" };
  }
  if (reply.httpStatus === 503) return { status: "failed", reason: "unavailable" };
  return reply.httpStatus === 200 && body !== undefined
    ? { status: "ok", body }
    : { status: "failed", reason: "upstream_error" };
}
