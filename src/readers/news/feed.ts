import { parseJson, readMoment, record, records, string, webUrl } from "../../lib/loose-json.ts";
import { DAY_MS } from "../../lib/time.ts";
import { parseXml } from "../../lib/xml.ts";
import { textOfHtml } from "../page/html-text.ts";

/** A dated entry of a feed. The title is inert and at most 200 characters, the date ISO 8601. */
export type FeedItem = { title: string; url: string | null; date: string };

/** A piece of news from any publisher. */
export type NewsItem = FeedItem & {
  source: "own_site" | "hackernews" | "gdelt";
  /** True for a press page or feed, false for the company's own blog. Always true for other publishers. */
  isPress: boolean;
};

export const MAX_HEADLINE_LENGTH = 200;
/** Tolerance for publishers whose clocks run ahead. Items dated further in the future are announcements, not news. */
const AHEAD_MS = 2 * DAY_MS;

/** Whether something dated `date` (ISO 8601) happened within the `windowDays` before `now`. */
export function isRecent(date: string, windowDays: number, now: number): boolean {
  const age = now - Date.parse(date);
  return age >= -AHEAD_MS && age <= windowDays * DAY_MS;
}

const MAX_ITEMS = 50;

/** The dated entries of a feed: RSS, Atom (RFC 4287) or JSON Feed (jsonfeed.org). Empty for others. Never throws. */
export function readFeed(text: string, base: URL): FeedItem[] {
  return /^\uFEFF?\s{0,20}\{/.test(text) ? inJson(text) : inXml(text, base);
}

function inJson(json: string): FeedItem[] {
  const { version, items } = record(parseJson(json));
  if (!string(version)?.startsWith("https://jsonfeed.org/version/")) return [];
  return records(items)
    .slice(0, MAX_ITEMS)
    .flatMap((item): FeedItem[] => {
      const title = textOfHtml(string(item.title) ?? "", MAX_HEADLINE_LENGTH);
      const date = readMoment(item.date_published) ?? readMoment(item.date_modified);
      return title && date ? [{ title, url: webUrl(item.url), date }] : [];
    });
}

function inXml(xml: string, base: URL): FeedItem[] {
  const feed = parseXml(xml);
  const channel = record(feed.rss).channel ?? feed.RDF ?? feed.feed;
  const items = [record(channel).item ?? record(feed.RDF).item ?? record(channel).entry ?? []].flat();
  return items.slice(0, MAX_ITEMS).flatMap((item): FeedItem[] => {
    const entry = record(item);
    const title = textOfHtml(text(entry.title), MAX_HEADLINE_LENGTH);
    const date = readMoment(text(entry.pubDate ?? entry.published ?? entry.date ?? entry.updated));
    if (!title || !date) return [];
    const url = URL.parse(linkOf(entry.link).replaceAll("&amp;", "&"), base);
    return [{ title, url: url && /^https?:$/.test(url.protocol) ? url.href : null, date }];
  });
}

/** The text of an element, whether or not it has attributes. */
function text(value: unknown): string {
  const [first] = [value].flat();
  return string(first) ?? string(record(first)["#text"]) ?? "";
}

/** RSS has the address as text, Atom in an attribute of the alternate link. */
function linkOf(value: unknown): string {
  const links = [value].flat();
  const alternate = links.find((link) => [undefined, "alternate"].includes(record(link)["@rel"] as string | undefined));
  return string(record(alternate ?? links[0])["@href"]) ?? text(value);
}

/** GDELT sets marks apart: "Acme raises $17 . 5M , its first pre - seed round". */
export function withoutGaps(title: string): string {
  return title
    .replace(/(?<=\d) ([.,]) (?=\d)/g, "$1")
    .replace(/(?<=\p{L}) \. (?=(?:ai|app|co|com|dev|io|net|org)\b)/gu, ".")
    .replace(/ (?=[,.:;!?%)](?:\s|$))/g, "")
    .replace(/(?<=\p{Ll}) - (?=\p{Ll})/gu, "-");
}
