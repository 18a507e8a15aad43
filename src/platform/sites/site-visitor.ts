import type { Config } from "../../config.ts";
import { plainHost } from "../../lib/hosts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { usageLines } from "../../readers/page/robots-lines.ts";
import { failedVisit, MAX_BYTES, type PageFailure, type PageKind, type Visit } from "../outbound/page.ts";
import { followRedirects, type PageContext, type PageRequest, requestPage, vet } from "../outbound/request-page.ts";
import { type Purpose, type RobotsRules, robotsRules, tokenIn } from "../outbound/robots.ts";
import { type Pace, pauseTurns, sitOut, takeTurn } from "../outbound/turns.ts";
import type { SiteStore } from "./site-store.ts";

/** An address that a caller wants, visited since `notBefore` (ms); a page that is sold may cost `maxPriceUsd`. */
export type VisitRequest = { url: string; kind: PageKind; notBefore: number; maxPriceUsd: number };

/** What a visitor remembers of a site between two visits: kept visits, robots.txt and turns, see {@link takeTurn}. */
export type VisitStore = Pick<SiteStore, "visit" | "keepVisit" | "robots" | "keepRobots" | "turn" | "keepTurn">;

type Flight = { startedAt: number; kind: PageKind; purpose: Purpose; visit: Promise<Visit> };
type VisitContext = Omit<PageContext, "work" | "purpose"> & { purpose: Purpose };
/** An origin's robots.txt as read for a purpose: `usage` is what it says about the use of pages. */
type OriginRules = { fetchedAt: number; token: string; rules: RobotsRules; usage: string };

const ROBOTS_BYTES = 512_000;
/** Files, besides robots.txt, in which a site says how its pages may be used. They count once `askHouseFiles` has asked for them. */
export const HOUSE_FILES = ["/.well-known/tdmrep.json", "/ai.txt"] as const;
const HOUSE_FILE_LENGTH = 100_000;
/** Origins of a site whose rules are remembered: a site may have any number of hosts. */
const MAX_RULES = 20;

/** Visits pages after URL rules, DNS over HTTPS, robots.txt and pace. Callers share a running visit. Never throws. */
export class SiteVisitor {
  readonly #flights = new Map<string, Flight>();
  readonly #robots = new Map<string, Promise<string | PageFailure>>();
  readonly #rules = new Map<string, OriginRules>();
  readonly #store: VisitStore;
  readonly #pace: Pace;

  constructor(config: Config, store: VisitStore, burst = config.PAGE_BURST) {
    this.#store = store;
    this.#pace = { burst, intervalMs: config.PAGE_INTERVAL_MS };
  }

  async visit(context: VisitContext, request: VisitRequest): Promise<Visit> {
    const { url, kind, notBefore, maxPriceUsd } = request;
    const serve = (visit: Visit) => this.#withHouse(context, url, cut(visit, kind));
    const flight = this.#flights.get(url);
    if (flight && flight.startedAt >= notBefore && !isShort(flight.kind, kind)) {
      const visit = await flight.visit;
      // What was visited for the other purpose is served from the store, if robots.txt allows it for this one.
      const isOwn = flight.purpose === context.purpose;
      if (isOwn && priceWithin(visit, maxPriceUsd) === null) return serve(withoutPrice(visit));
    }
    const known = await this.#store.visit(url);
    const isUsable = known && known.fetchedAt >= notBefore && !isCutShort(known, kind) && this.#allows(context, url);
    if (isUsable && priceWithin(known, maxPriceUsd) === null) return serve(known);
    const started = this.#flights.get(url);
    if (started && started !== flight) return this.visit(context, request);
    const { purpose } = context;
    const next: Flight = { startedAt: Date.now(), kind, purpose, visit: this.#go(context, url, kind, maxPriceUsd) };
    this.#flights.set(url, next);
    const visit = await next.visit;
    if (this.#flights.get(url) === next) this.#flights.delete(url);
    return serve(visit);
  }

  async #go(context: VisitContext, address: string, kind: PageKind, maxPriceUsd: number): Promise<Visit> {
    const url = new URL(address);
    const maxBytes = MAX_BYTES[kind];
    const failure = (await vet(context, url)) ?? (await this.#mayGo(context, url));
    let visit = failure ? failedVisit(failure) : await this.#request(context, url, { maxBytes });
    const priceUsd = priceWithin(visit, maxPriceUsd);
    if (priceUsd !== null && !(await this.#mayGo(context, url))) {
      visit = await this.#request(context, url, { maxBytes, priceUsd });
    }
    const lifetimeMs = failure ? 0 : lifetimeOf(visit);
    if (lifetimeMs > 0) await this.#store.keepVisit(address, withoutPrice(visit), lifetimeMs);
    return visit;
  }

  async #mayGo(context: VisitContext, url: URL): Promise<PageFailure | null> {
    const failure = await this.#readRobots(context, url.origin);
    if (failure) return failure;
    const { rules } = this.#rulesOf(context, url.origin);
    if (!rules.allows(url)) return { status: "disallowed_by_robots" };
    const isSlow = rules.delayMs > this.#pace.intervalMs;
    return this.#takeTurn(context, url, isSlow ? { burst: 1, intervalMs: rules.delayMs } : this.#pace);
  }

  /** Whether robots.txt, as last read, lets an address be visited for this purpose: a kept page may have been fetched for the other. */
  #allows(context: VisitContext, address: string): boolean {
    const url = new URL(address);
    return this.#rulesOf(context, url.origin).rules.allows(url);
  }

  /** The rules of robots.txt as last read; none where it has not been. */
  #rulesOf({ config, purpose }: VisitContext, origin: string): OriginRules {
    const { text, fetchedAt } = this.#store.robots(origin) ?? { text: "", fetchedAt: 0 };
    const name = `${purpose} ${origin}`;
    const known = this.#rules.get(name);
    if (known && known.fetchedAt === fetchedAt) return known;
    const token = tokenIn(text, config.SERVICE_NAME, purpose);
    const read = { fetchedAt, token, rules: robotsRules(origin, text, token), usage: usageLines(text, token) };
    if (this.#rules.size >= MAX_RULES) this.#rules.clear();
    this.#rules.set(name, read);
    return read;
  }

  /** A page with what the files of its site say about the use of pages. */
  async #withHouse(context: VisitContext, address: string, visit: Visit): Promise<Visit> {
    if (visit.status !== "page") return visit;
    const { origin } = new URL(address);
    const { token, usage } = this.#rulesOf(context, origin);
    const [tdmrep = "", aiTxt = ""] = await Promise.all(HOUSE_FILES.map((path) => this.#file(origin + path)));
    return { ...visit, house: { token, robots: usage, tdmrep, aiTxt } };
  }

  /** A kept file; empty for a page in its place. */
  async #file(address: string): Promise<string> {
    const file = await this.#store.visit(address);
    return file?.status === "page" && !/^\s*</.test(file.text) ? file.text.slice(0, HOUSE_FILE_LENGTH) : "";
  }

  /**
   * Reads an origin's robots.txt (RFC 9309), at most once in 24 hours. After a failure (5xx, no answer) the last rules apply for as
   * long as they are kept; without any, the failure is returned and nothing may be fetched.
   */
  async #readRobots(context: VisitContext, origin: string): Promise<PageFailure | null> {
    const known = this.#store.robots(origin);
    if (known && known.fetchedAt > Date.now() - DAY_MS) return null;
    const asked = this.#robots.get(origin) ?? this.#askRobots(context, origin);
    this.#robots.set(origin, asked);
    const text = await asked;
    this.#robots.delete(origin);
    return typeof text === "string" || known ? null : text;
  }

  /** A file that is refused, missing or redirected without end counts as none (RFC 9309, section 2.3.1). */
  async #askRobots(context: VisitContext, origin: string): Promise<string | PageFailure> {
    const { visit } = await followRedirects(new URL(`${origin}/robots.txt`), async (url) => {
      const failure = (await vet(context, url)) ?? (await this.#takeTurn(context, url, this.#pace));
      if (failure) return failedVisit(failure);
      return this.#request(context, url, { maxBytes: ROBOTS_BYTES, reads: () => true });
    });
    const isDown = visit.status === "failed" && ["site_error", "timeout", "unavailable"].includes(visit.failure.status);
    if (isDown) return visit.failure;
    const text = visit.status === "page" ? visit.text : "";
    this.#store.keepRobots(origin, text);
    return text;
  }

  /** A request after which the host may ask for a rest: a refusal empties its bucket, `Retry-After` for that long. */
  async #request(context: VisitContext, url: URL, how: PageRequest): Promise<Visit> {
    const visit = await requestPage(context, url, how);
    const restMs = restAfter(visit, this.#pace.intervalMs);
    const host = plainHost(url);
    if (restMs > 0) this.#store.keepTurn(host, pauseTurns(this.#store.turn(host), this.#pace, restMs, Date.now()));
    return visit;
  }

  async #takeTurn({ signal }: VisitContext, url: URL, pace: Pace): Promise<PageFailure | null> {
    const host = plainHost(url);
    const { waitMs, fullAt } = takeTurn(this.#store.turn(host), pace, Date.now());
    if (pace.intervalMs > 0) this.#store.keepTurn(host, fullAt);
    return sitOut(waitMs, signal);
  }
}

function restAfter(visit: Visit, intervalMs: number): number {
  if (visit.status !== "failed") return 0;
  const { failure } = visit;
  if (failure.status === "site_error") return (failure.retryAfterSeconds ?? 0) * 1000;
  return failure.status === "blocked_by_site" ? (failure.retryAfterSeconds ?? 0) * 1000 || intervalMs : 0;
}

/** How long a visit answers for its address: pages, redirects and pages that are not there, a day; a refusal as long as it says. */
function lifetimeOf(visit: Visit): number {
  if (visit.status !== "failed") return DAY_MS;
  const { failure } = visit;
  if (failure.status === "not_found" || failure.status === "unreadable") return DAY_MS;
  if (failure.status === "payment_required") return HOUR_MS;
  if (failure.status !== "blocked_by_site" && failure.status !== "site_error") return 0;
  const restMs = (failure.retryAfterSeconds ?? 0) * 1000;
  return failure.status === "blocked_by_site" ? Math.max(MINUTE_MS, restMs || HOUR_MS) : restMs;
}

/** What a page that was not delivered costs, if the caller may pay it. */
function priceWithin(visit: Visit, maxPriceUsd: number): number | null {
  if (visit.status !== "failed" || visit.failure.status !== "payment_required") return null;
  const { priceUsd } = visit.failure;
  return priceUsd !== null && priceUsd > 0 && priceUsd <= maxPriceUsd ? priceUsd : null;
}

/** For those who get a page that another call paid for. */
function withoutPrice(visit: Visit): Visit {
  if (visit.status !== "page") return visit;
  const { paidUsd: _, ...page } = visit;
  return page;
}

function isShort(had: PageKind, wanted: PageKind): boolean {
  return MAX_BYTES[had] < MAX_BYTES[wanted];
}

/** True for a body that was cut where this kind of page is read on. */
function isCutShort(visit: Visit, kind: PageKind): boolean {
  return visit.status === "page" && visit.truncated && visit.text.length < MAX_BYTES[kind];
}

function cut(visit: Visit, kind: PageKind): Visit {
  if (visit.status !== "page" || visit.text.length <= MAX_BYTES[kind]) return visit;
  return { ...visit, text: visit.text.slice(0, MAX_BYTES[kind]), truncated: true };
}
