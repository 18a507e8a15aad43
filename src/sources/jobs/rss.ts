import { record } from "../../lib/loose-json.ts";
import { elements, xmlRoot, xmlText } from "./feed-xml.ts";

/** An item of a feed: its elements by name, without namespace prefixes, as text. */
export type FeedEntry = { text(name: string): string | null; raw: Record<string, unknown> };

/** The title and the items of an RSS 2.0 feed. Throws `BoardFailure` when it is not one. */
export function rssFeed(xml: string): { title: string | null; items: FeedEntry[] } {
  const channel = record(xmlRoot(xml, "rss").channel);
  return { title: xmlText(channel.title), items: elements(channel.item).map(entryOf) };
}

/** The entries of an Atom feed (RFC 4287). Throws `BoardFailure` when it is not one. */
export function atomFeed(xml: string): { title: string | null; items: FeedEntry[] } {
  const feed = xmlRoot(xml, "feed");
  return { title: xmlText(feed.title), items: elements(feed.entry).map(entryOf) };
}

function entryOf(raw: Record<string, unknown>): FeedEntry {
  return { raw, text: (name) => xmlText(raw[name]) };
}
