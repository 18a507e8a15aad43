import { log } from "../../lib/log.ts";
import { untilAborted } from "../../lib/within-time.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import type { SourceContext } from "../outbound/context.ts";
import { failedVisit, type Visit } from "../outbound/page.ts";
import { SiteVisitor, type VisitRequest, type VisitStore } from "./site-visitor.ts";

/** How long a visit may take: a request is given up after 10 s, and may have waited 12 s for its turn. */
const VISIT_LIMIT_MS = 22_000;
/** An object that has not answered by then is not going to. */
const GRACE_MS = 1_000;

/** The object of the site that a host belongs to. */
export function siteOf(env: Env, host: string) {
  return env.SITES.getByName(registrableDomain(host));
}

/** Asks sites' objects for visits. When one fails, the call makes its requests itself, one per interval. */
export function siteVisits(context: SourceContext): (host: string, request: VisitRequest) => Promise<Visit> {
  const { env, config, baseUrl, ownHosts, signal, purpose = "answer" } = context;
  let own: SiteVisitor | undefined;

  return async (host, request) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(VISIT_LIMIT_MS + GRACE_MS)]);
    try {
      const asked = siteOf(env, host).visit(request, { baseUrl, ownHosts, limitMs: VISIT_LIMIT_MS, purpose });
      // RPC types make a list of pairs a list of lists.
      const visit = await untilAborted(asked as Promise<Visit | null>, ended, () => null);
      if (visit !== null) return visit;
      if (signal.aborted) return failedVisit({ status: "timeout" });
    } catch (cause) {
      log("warn", "site_object_failed", { host, cause });
    }
    own ??= new SiteVisitor(config, forgetfulStore(), 1);
    // The object may have paid already.
    return own.visit({ env, config, baseUrl, ownHosts, signal, purpose }, { ...request, maxPriceUsd: 0 });
  };
}

/** The memory of a call that visits by itself: rules and turns, no pages. */
function forgetfulStore(): VisitStore {
  const robots = new Map<string, { text: string; fetchedAt: number }>();
  const turns = new Map<string, number>();
  return {
    visit: async () => null,
    keepVisit: async () => {},
    robots: (origin) => robots.get(origin) ?? null,
    keepRobots: (origin, text) => void robots.set(origin, { text, fetchedAt: Date.now() }),
    turn: (host) => turns.get(host) ?? 0,
    keepTurn: (host, fullAt) => void turns.set(host, fullAt),
  };
}

/** The sitemaps that an origin's robots.txt names, as far as it has been read. */
export async function knownSitemaps({ env }: SourceContext, origin: URL): Promise<string[]> {
  return siteOf(env, origin.hostname)
    .sitemaps(origin.origin)
    .catch(() => []);
}
