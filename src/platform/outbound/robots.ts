import robotsParser from "robots-parser";
import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "./context.ts";
import { recall, remember } from "./fact-cache.ts";

export type RobotsRules = { status: "ok"; allows(url: URL): boolean; delayMs: number };

const KEPT_MS = 30 * DAY_MS;
const MAX_DELAY_SECONDS = 10;

/** The product token that robots.txt groups are matched by, e.g. `TallygateBot` (RFC 9309, section 2.2.1). */
export function productToken(serviceName: string): string {
  return `${serviceName.replace(/[^A-Za-z_-]/g, "")}Bot`;
}

/** The fetcher's User-Agent, with a URL that explains it. */
export function userAgent(serviceName: string, baseUrl: string): string {
  return `${productToken(serviceName)}/1.0 (+${baseUrl}/bot)`;
}

/**
 * The rules of one origin (RFC 9309), fetched at most once in 24 hours. `load` returns the text, empty when the site has no
 * such file (4xx), or a failure (5xx, no answer). After a failure the last rules apply for up to 30 days; without any, the
 * failure is returned and nothing may be fetched.
 */
export async function robotsRules<Failure extends object>(
  context: SourceContext,
  origin: string,
  load: () => Promise<string | Failure>,
): Promise<RobotsRules | Failure> {
  const known = await recall<string>(context, "robots", origin);
  if (known && known.observedAt > Date.now() - DAY_MS) return rules(context, origin, known.data);
  const text = await load();
  if (typeof text !== "string") return known ? rules(context, origin, known.data) : text;
  await remember(context, "robots", origin, text, KEPT_MS);
  return rules(context, origin, text);
}

/** The sitemaps that an origin's robots.txt names (sitemaps.org), as far as it has been read. */
export async function knownSitemaps(context: SourceContext, origin: string): Promise<string[]> {
  const known = await recall<string>(context, "robots", origin);
  return known ? robotsParser(`${origin}/robots.txt`, known.data).getSitemaps() : [];
}

function rules(context: SourceContext, origin: string, text: string): RobotsRules {
  const robots = robotsParser(`${origin}/robots.txt`, text);
  const token = productToken(context.config.SERVICE_NAME);
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, robots.getCrawlDelay(token) ?? 0);
  const allows = (url: URL) => robots.isAllowed(url.href, token) !== false;
  return { status: "ok", allows, delayMs: delaySeconds * 1000 };
}
