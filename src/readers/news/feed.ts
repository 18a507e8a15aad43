import { nodesAt, parseJson, readMoment, record, string, valueAt, webUrl } from "../../lib/loose-json.ts";
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
/** Where JSON Feed (jsonfeed.org), RSS 2.0, RSS 1.0 and Atom (RFC 4287) have their entries, and these what is read of them. */
const ENTRIES = ["items[]", "rss.channel.item[]", "RDF.item[]", "feed.entry[]"];
const DATE = "date_published | date_modified | pubDate | published | date | updated";
const LINK = "url | link[!@rel].@href | link[@rel=alternate].@href | link.@href | link";

/** The dated entries of a feed. Empty for others. Never throws. */
export function readFeed(text: string, base: URL): FeedItem[] {
  const isJson = /^\uFEFF?\s{0,20}\{/.test(text);
  const feed: unknown = isJson ? parseJson(text.replace(/^\uFEFF/, "")) : parseXml(text);
  if (isJson && !string(record(feed).version)?.startsWith("https://jsonfeed.org/version/")) return [];
  const entries = ENTRIES.flatMap((path) => nodesAt(feed, path)).slice(0, MAX_ITEMS);
  return entries.flatMap((entry): FeedItem[] => {
    const title = textOfHtml(String(valueAt(entry, "title") ?? ""), MAX_HEADLINE_LENGTH);
    const date = readMoment(valueAt(entry, DATE));
    const link = valueAt(entry, LINK);
    const url = link ? webUrl(URL.parse(String(link).replaceAll("&amp;", "&"), base)?.href) : null;
    return title && date ? [{ title, url, date }] : [];
  });
}

/** GDELT sets marks apart: "Acme raises $17 . 5M , its first pre - seed round". */
export function withoutGaps(title: string): string {
  return title
    .replace(/(?<=\d) ([.,]) (?=\d)/g, "$1")
    .replace(/(?<=\p{L}) \. (?=(?:ai|app|co|com|dev|io|net|org)\b)/gu, ".")
    .replace(/ (?=[,.:;!?%)](?:\s|$))/g, "")
    .replace(/(?<=\p{Ll}) - (?=\p{Ll})/gu, "-");
}
