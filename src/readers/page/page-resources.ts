import type { Document } from "./document.ts";
import { decodeEntities, type Tag, textOfHtml } from "./html-text.ts";
import { textIn } from "./outline.ts";
import { plainText } from "./plain-text.ts";

const MAX_FEEDS = 100;
const MAX_LABELS = 30;
const MAX_LABEL_LENGTH = 80;
const MAX_HEADLINE_LENGTH = 200;
/** Of the markup of a label. */
const MAX_MARKUP = 2_000;
const FEED = /^application\/(?:(?:rss|atom)\+xml|feed\+json)/i;

/** Feeds, maker, text of the first h1, and the labels of the navigation's links. Never throws on broken markup. Linear. */
export function readResources({ tags, url: base, facts, outline }: Document) {
  const generator = facts.metas.find(({ name }) => name === "generator");
  const heading = outline.boxes.find(({ tag, from, to }) => tag === "h1" && to > from);
  return {
    feeds: tags.flatMap((tag) => feedOf(tag, base)).slice(0, MAX_FEEDS),
    generator: generator ? textOfHtml(generator.content, MAX_LABEL_LENGTH) : null,
    headline: heading ? plainText(textIn(outline, heading), MAX_HEADLINE_LENGTH) || null : null,
    navigation: navigationIn(tags),
  };
}

function feedOf(tag: Tag, base: URL): { url: URL; title: string }[] {
  if (tag.kind !== "open" || tag.name !== "link") return [];
  const { rel = "", type = "", href, title = "" } = tag.attributes;
  const isFeed = /\balternate\b/i.test(rel) && FEED.test(type) && href !== undefined;
  const url = isFeed ? URL.parse(decodeEntities(href), base) : null;
  return url ? [{ url, title: textOfHtml(decodeEntities(title), MAX_LABEL_LENGTH) }] : [];
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
