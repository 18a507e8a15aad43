import type { Config } from "../../config.ts";
import { plainHost } from "../../lib/hosts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { usageLines } from "../../readers/page/robots-lines.ts";
import { MAX_BYTES, type PageFailure, type PageKind, type Visit } from "../outbound/page.ts";
import { type PageContext, refused, requestPage, vet } from "../outbound/request-page.ts";
import { productToken, type RobotsRules, robotsRules } from "../outbound/robots.ts";
import { type Pace, pauseTurns, takeTurn } from "../outbound/turns.ts";

/** One address of a site that a caller wants. A visit before `notBefore` (ms since 1970) is too old for it. */
export type VisitRequest = { url: string; kind: PageKind; notBefore: number };

/** What a visitor remembers of a site between two visits. */
export type VisitStore = {
  /** The visit of an address, if it is still kept. */
  visit(url: string): Promise<Visit | null>;
  keepVisit(url: string, visit: Visit, lifetimeMs: number): Promise<void>;
  robots(origin: string): { text: string; fetchedAt: number } | null;
  keepRobots(origin: string, text: string): void;
  /** When the bucket of a host is full again, see {@link takeTurn}. */
  turn(host: string): number;
  keepTurn(host: string, fullAt: number): void;
};

type Flight = { startedAt: number; kind: PageKind; visit: Promise<Visit> };
type VisitContext = Omit<PageContext, "work">;

const ROBOTS_BYTES = 512_000;
const REDIRECTS = 5;

/**
 * Visits the pages of a site. Before every request: URL rules, DNS over HTTPS, robots.txt of its host, and the host's pace. Callers
 * who want an address that is being visited get the same visit. Never throws.
 */
export class SiteVisitor {
  readonly #flights = new Map<string, Flight>();
  readonly #robots = new Map<string, Promise<RobotsRules | PageFailure>>();
  readonly #store: VisitStore;
  readonly #pace: Pace;

  constructor(config: Config, store: VisitStore, burst = config.PAGE_BURST) {
    this.#store = store;
    this.#pace = { burst, intervalMs: config.PAGE_INTERVAL_MS };
  }

  async visit(context: VisitContext, { url, kind, notBefore }: VisitRequest): Promise<Visit> {
    const flight = this.#flights.get(url);
    if (flight && flight.startedAt >= notBefore && !isShort(flight.kind, kind)) return cut(await flight.visit, kind);
    const known = await this.#store.visit(url);
    if (known && known.fetchedAt >= notBefore && !isCutShort(known, kind)) return cut(known, kind);
    const started = this.#flights.get(url);
    if (started && started !== flight) return this.visit(context, { url, kind, notBefore });
    const next: Flight = { startedAt: Date.now(), kind, visit: this.#go(context, url, kind) };
    this.#flights.set(url, next);
    const visit = await next.visit;
    if (this.#flights.get(url) === next) this.#flights.delete(url);
    return visit;
  }

  async #go(context: VisitContext, address: string, kind: PageKind): Promise<Visit> {
    const url = new URL(address);
    const failure = (await vet(context, url)) ?? (await this.#mayGo(context, url));
    const visit: Visit = failure
      ? { status: "failed", failure, fetchedAt: Date.now() }
      : await this.#request(context, url, MAX_BYTES[kind]);
    if (visit.status === "page") {
      const robots = this.#store.robots(url.origin)?.text ?? "";
      visit.usage = usageLines(robots, productToken(context.config.SERVICE_NAME));
    }
    const lifetimeMs = failure ? 0 : lifetimeOf(visit);
    if (lifetimeMs > 0) await this.#store.keepVisit(address, visit, lifetimeMs);
    return visit;
  }

  async #mayGo(context: VisitContext, url: URL): Promise<PageFailure | null> {
    const robots = await this.#rules(context, url.origin);
    if ("status" in robots) return robots;
    if (!robots.allows(url)) return { status: "disallowed_by_robots" };
    const isSlow = robots.delayMs > this.#pace.intervalMs;
    return this.#takeTurn(context, url, isSlow ? { burst: 1, intervalMs: robots.delayMs } : this.#pace);
  }

  /**
   * The rules of an origin (RFC 9309), asked for at most once in 24 hours. After a failure (5xx, no answer) the last rules apply
   * for as long as they are kept; without any, the failure is returned and nothing may be fetched.
   */
  async #rules(context: VisitContext, origin: string): Promise<RobotsRules | PageFailure> {
    const known = this.#store.robots(origin);
    const read = (text: string) => robotsRules(origin, text, context.config.SERVICE_NAME);
    if (known && known.fetchedAt > Date.now() - DAY_MS) return read(known.text);
    const asked = this.#robots.get(origin) ?? this.#askRobots(context, origin);
    this.#robots.set(origin, asked);
    const rules = await asked;
    this.#robots.delete(origin);
    return "status" in rules && known ? read(known.text) : rules;
  }

  /** A file that is refused, missing or redirected without end counts as none (RFC 9309, section 2.3.1). */
  async #askRobots(context: VisitContext, origin: string): Promise<RobotsRules | PageFailure> {
    let url = new URL(`${origin}/robots.txt`);
    let failure: PageFailure = refused("too_many_redirects", plainHost(url));
    let text = "";
    for (let hop = 0; hop <= REDIRECTS; hop++) {
      const stop = (await vet(context, url)) ?? (await this.#takeTurn(context, url, this.#pace));
      const visit: Visit = stop
        ? { status: "failed", failure: stop, fetchedAt: Date.now() }
        : await this.#request(context, url, ROBOTS_BYTES, () => true);
      if (visit.status === "moved") {
        url = new URL(visit.location);
        continue;
      }
      if (visit.status === "page") text = visit.text;
      else failure = visit.failure;
      break;
    }
    if (text === "" && ["site_error", "timeout", "unavailable"].includes(failure.status)) return failure;
    this.#store.keepRobots(origin, text);
    return robotsRules(origin, text, context.config.SERVICE_NAME);
  }

  /** A request after which the host may ask for a rest: a refusal empties its bucket, `Retry-After` for that long. */
  async #request(context: VisitContext, url: URL, maxBytes: number, reads?: () => boolean): Promise<Visit> {
    const visit = await requestPage(context, url, { maxBytes, ...(reads && { reads }) });
    const restMs = restAfter(visit, this.#pace.intervalMs);
    const host = plainHost(url);
    if (restMs > 0) this.#store.keepTurn(host, pauseTurns(this.#store.turn(host), this.#pace, restMs, Date.now()));
    return visit;
  }

  async #takeTurn({ signal }: VisitContext, url: URL, pace: Pace): Promise<PageFailure | null> {
    const host = plainHost(url);
    const { waitMs, fullAt, taken } = takeTurn(this.#store.turn(host), pace, Date.now());
    if (!taken) return { status: "unavailable", retryAfterSeconds: Math.ceil(waitMs / 1000) };
    if (pace.intervalMs > 0) this.#store.keepTurn(host, fullAt);
    if (waitMs <= 0) return null;
    return scheduler.wait(waitMs, { signal }).then(
      () => null,
      () => ({ status: "timeout" as const }),
    );
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
