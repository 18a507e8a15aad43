import robotsParser from "robots-parser";

export type RobotsRules = { allows(url: URL): boolean; delayMs: number };

const MAX_DELAY_SECONDS = 10;

/** The product token that robots.txt groups are matched by, e.g. `TallygateBot` (RFC 9309, section 2.2.1). */
export function productToken(serviceName: string): string {
  return `${serviceName.replace(/[^A-Za-z_-]/g, "")}Bot`;
}

/** The fetcher's User-Agent, with a URL that explains it. */
export function userAgent(serviceName: string, baseUrl: string): string {
  return `${productToken(serviceName)}/1.0 (+${baseUrl}/bot)`;
}

/** The rules of an origin's robots.txt for us (RFC 9309); an empty text allows everything. */
export function robotsRules(origin: string, text: string, serviceName: string): RobotsRules {
  const robots = robotsParser(`${origin}/robots.txt`, text);
  const token = productToken(serviceName);
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, robots.getCrawlDelay(token) ?? 0);
  return { allows: (url) => robots.isAllowed(url.href, token) !== false, delayMs: delaySeconds * 1000 };
}

/** The sitemaps that a robots.txt names (sitemaps.org). */
export function sitemapsOf(origin: string, text: string): string[] {
  return robotsParser(`${origin}/robots.txt`, text).getSitemaps();
}
