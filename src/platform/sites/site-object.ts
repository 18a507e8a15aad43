import { DurableObject } from "cloudflare:workers";
import { readConfig } from "../../config.ts";
import { untilAborted } from "../../lib/within-time.ts";
import { openBindings } from "../bindings.ts";
import { failedVisit, type Visit } from "../outbound/page.ts";
import { type Purpose, sitemapsOf } from "../outbound/robots.ts";
import { SiteStore, type StoredFact } from "./site-store.ts";
import { SiteVisitor, type VisitRequest } from "./site-visitor.ts";

/** Who visits: `baseUrl` is in the User-Agent, `ownHosts` are never asked. `limitMs` is how long the caller waits. */
export type VisitCaller = { baseUrl: string; ownHosts: string[]; limitMs: number; purpose: Purpose };

/** A visit goes on without its caller, so that the next one finds it. */
const FLIGHT_LIMIT_MS = 30_000;

/**
 * One object per registrable domain, addressed by it: the only place from which its hosts are asked for pages. It remembers pages
 * for a day, robots.txt, the pace of its hosts, and what was found out about the company on them. It never reads HTML.
 */
export class Site extends DurableObject<Env> {
  readonly #store = new SiteStore(this.ctx.storage);
  readonly #config = readConfig(this.env);
  readonly #visitor = new SiteVisitor(this.#config, this.#store);

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, openBindings(env));
  }

  /** The visit of an address, from the store or made now. After `limitMs` the answer is `timeout`, and the visit goes on. */
  async visit(request: VisitRequest, { baseUrl, ownHosts, limitMs, purpose }: VisitCaller): Promise<Visit> {
    const signal = AbortSignal.timeout(FLIGHT_LIMIT_MS);
    const context = { env: this.env, config: this.#config, baseUrl, ownHosts, signal, purpose };
    const visit = this.#visitor.visit(context, request);
    return untilAborted(visit, AbortSignal.timeout(limitMs), () => failedVisit({ status: "timeout" }));
  }

  /** The sitemaps that an origin's robots.txt names, as far as it has been read. */
  sitemaps(origin: string): string[] {
    const robots = this.#store.robots(origin);
    return robots ? sitemapsOf(origin, robots.text) : [];
  }

  fact(kind: string, key: string): StoredFact | null {
    return this.#store.fact(kind, key);
  }

  facts(kinds: string[]): StoredFact[] {
    return this.#store.facts(kinds);
  }

  keepFacts(facts: StoredFact[]): void {
    for (const fact of facts) this.#store.keepFact(fact);
  }

  /** Deletes all pages, which may name the person who asks, and the facts of these kinds. */
  forget(kinds: string[]): number {
    return this.#store.forget(kinds);
  }

  override alarm(): Promise<void> {
    return this.#store.expire();
  }
}
