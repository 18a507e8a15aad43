import robotsParser from "robots-parser";

export type RobotsRules = { allows(url: URL): boolean; delayMs: number };

const MAX_DELAY_SECONDS = 10;

/** Why a page is asked for: to answer a caller's question, or for a scheduled look of watches and the index. */
export type Purpose = "answer" | "look";

/** The product token that robots.txt groups are matched by, `TallygateBot` or `TallygateCrawler` (RFC 9309, section 2.2.1). */
export function productToken(serviceName: string, purpose: Purpose = "answer"): string {
  return `${serviceName.replace(/[^A-Za-z_-]/g, "")}${purpose === "look" ? "Crawler" : "Bot"}`;
}

/** The fetcher's User-Agent, with a URL that explains it. */
export function userAgent(serviceName: string, baseUrl: string, purpose: Purpose = "answer"): string {
  return `${productToken(serviceName, purpose)}/1.0 (+${baseUrl}/bot)`;
}

/** The token whose groups of a robots.txt count: for looks their own, or that for answers where the file knows only that one. */
export function tokenIn(text: string, serviceName: string, purpose: Purpose): string {
  const own = productToken(serviceName, purpose);
  const names = [...text.matchAll(/^[ \t]*user-agent[ \t]*:[ \t]*([\w-]+)/gim)].map(([, name]) => name?.toLowerCase());
  return names.includes(own.toLowerCase()) ? own : productToken(serviceName);
}

/** The rules of an origin's robots.txt for a product token (RFC 9309); an empty text allows everything. */
export function robotsRules(origin: string, text: string, token: string): RobotsRules {
  const robots = robotsParser(`${origin}/robots.txt`, text);
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, robots.getCrawlDelay(token) ?? 0);
  return { allows: (url) => robots.isAllowed(url.href, token) !== false, delayMs: delaySeconds * 1000 };
}

/** The sitemaps that a robots.txt names (sitemaps.org). */
export function sitemapsOf(origin: string, text: string): string[] {
  return robotsParser(`${origin}/robots.txt`, text).getSitemaps();
}
