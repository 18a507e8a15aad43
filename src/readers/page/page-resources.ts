import type { Document } from "./document.ts";
import type { Attributes, Tag } from "./html-tags.ts";
import { decodeEntities, textOfHtml } from "./html-text.ts";

type Feed = { url: URL; title: string };

const MAX_FEEDS = 100;
const MAX_LABELS = 30;
const MAX_LABEL_LENGTH = 80;
const MAX_HEADLINE_LENGTH = 200;
/** Of the markup of a label. */
const MAX_MARKUP = 2_000;
const FEED = /^application\/(?:(?:rss|atom)\+xml|feed\+json)/i;

/** Feeds, maker, text of the first h1, and the labels of the navigation's links. Never throws on broken markup. Linear. */
export function readResources({ tags, url: base }: Document) {
  const feeds: Feed[] = [];
  let generator: string | null = null;
  for (const tag of tags) {
    if (tag.kind !== "open") continue;
    const { name, attributes } = tag;
    if (name === "link" && feeds.length < MAX_FEEDS) feeds.push(...feedOf(attributes, base));
    if (name === "meta" && /^generator$/i.test(attributes.name ?? "") && attributes.content !== undefined) {
      generator ??= textOfHtml(decodeEntities(attributes.content), MAX_LABEL_LENGTH);
    }
  }
  return { feeds, generator, headline: headlineIn(tags), navigation: navigationIn(tags) };
}

function feedOf({ rel = "", type = "", href, title = "" }: Attributes, base: URL): Feed[] {
  const isFeed = /\balternate\b/i.test(rel) && FEED.test(type) && href !== undefined;
  const url = isFeed ? URL.parse(decodeEntities(href), base) : null;
  return url ? [{ url, title: textOfHtml(decodeEntities(title), MAX_LABEL_LENGTH) }] : [];
}

function headlineIn(tags: readonly Tag[]): string | null {
  const from = tags.findIndex((tag) => tag.kind === "open" && tag.name === "h1");
  if (from < 0) return null;
  let markup = "";
  for (const tag of tags.slice(from)) {
    if (tag.kind === "close" && tag.name === "h1") break;
    if (tag.kind === "text" && markup.length < MAX_MARKUP) markup += tag.text;
  }
  return textOfHtml(markup, MAX_HEADLINE_LENGTH) || null;
}

/** A link may lack its end tag or contain another link: a label belongs to the innermost. */
function navigationIn(tags: readonly Tag[]): string[] {
  const labels: string[] = [];
  let depth = 0;
  let label: string | null = null;
  for (const tag of tags) {
    if (labels.length >= MAX_LABELS) break;
    if (tag.kind === "text") {
      if (label !== null && label.length < MAX_MARKUP) label += tag.text;
    } else if (tag.name === "nav") depth = Math.max(0, depth + (tag.kind === "open" ? 1 : -1));
    else if (tag.name === "a") {
      const text = tag.kind === "close" && label ? textOfHtml(label, MAX_LABEL_LENGTH) : "";
      if (text) labels.push(text);
      label = tag.kind === "open" && depth > 0 ? "" : null;
    }
  }
  return labels;
}
