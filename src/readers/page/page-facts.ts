import type { Attributes, Tag } from "./html-tags.ts";
import { decodeEntities } from "./html-text.ts";
import { parseJsonLd, readMicrodata } from "./structured-data.ts";

export type Anchor = {
  /** Absolute, entities resolved. */
  url: URL;
  /** Text, title, aria-label and image texts together. */
  label: string;
  /** `rel="me"`: the target has the same owner as the page. `itemprop="sameAs"` says so of an item on the page. */
  same: "me" | "item" | null;
  /** In a header, footer or navigation, by element, class or id. */
  inFrame: boolean;
  inArticle: boolean;
};

export type PageFacts = ReturnType<typeof noFacts>;

const FRAME_TAGS = new Set(["header", "footer", "nav"]);
const FRAME_ROLES = new Set(["banner", "contentinfo", "navigation"]);
/** Excludes html and body, whose classes name features of the theme. */
const NAMED_TAGS = new Set(["div", "section", "ul", "aside", "table"]);
const FRAME_NAME = /footer|header/i;
const MAX_SITE_NAMES = 20;
const SITE_NAMES = ["og:site_name", "application-name", "twitter:site"];
const MAX_LABEL_LENGTH = 200;
const QUICK_REFRESH_SECONDS = 5;
const TINY_PAGE = 4_000;
const MAX_ANCHORS = 5_000;
const MAX_SCRIPTS = 500;
const MAX_TITLE_LENGTH = 1_000;
const MAX_CONTENT_LENGTH = 5_000;
/** What is nested deeper counts to what is around it. */
const MAX_DEPTH = 256;

function noFacts(base: URL, tags: readonly Tag[]) {
  return {
    base,
    title: "",
    /** og:site_name, application-name, twitter:site. */
    siteNames: [] as string[],
    description: "",
    anchors: [] as Anchor[],
    /** Parsed JSON-LD blocks, flattened one level when a block is an array, and the items of the markup. */
    jsonLd: [] as unknown[],
    /** Those of microdata among them. */
    markup: readMicrodata(tags),
    /** Texts of all other scripts, of JSON-LD that does not parse, and of JSON in attributes (props of components). */
    scripts: [] as string[],
    /** Where a meta refresh of at most 5 seconds, or the only statement of a tiny page, sends the browser. */
    redirect: null as URL | null,
  };
}

/** Reads the tags of a page in a single pass. */
export function readFacts(tags: readonly Tag[], html: string, pageUrl: URL): PageFacts {
  const facts = noFacts(pageUrl, tags);
  const around: Surroundings[] = [];
  const openTags = new Map<string, number>();
  const props: string[] = [];
  let anchor: Anchor | undefined;
  let raw: { tag: string; isJsonLd: boolean } | undefined;

  for (const piece of withNoscript(tags)) {
    if (piece.kind === "text") {
      if (raw?.tag === "script") keepScript(facts, raw.isJsonLd, piece.text);
      // Later ones belong to drawings (SVG).
      else if (raw?.tag === "title") facts.title ||= piece.text.slice(0, MAX_TITLE_LENGTH);
      else if (raw?.tag !== "style") sayIn(anchor, piece.text);
      raw = undefined;
    } else if (piece.kind === "close") {
      if (piece.name === "a") anchor = undefined;
      if (!openTags.get(piece.name)) continue;
      for (let top = around.pop(); top; top = around.pop()) {
        openTags.set(top.tag, (openTags.get(top.tag) ?? 1) - 1);
        if (top.tag === piece.name) break;
      }
    } else {
      const { name: tag } = piece;
      const given = piece.attributes;
      keepProps(props, given);
      const place = placeOf(tag, given, around.at(-1));
      raw = { tag, isJsonLd: /ld\+json/i.test(given.type ?? "") };
      if (tag === "base") facts.base = URL.parse(attribute(given, "href"), pageUrl) ?? facts.base;
      if (tag === "meta") readMeta(facts, given);
      if (tag === "img") sayIn(anchor, ` ${attribute(given, "alt")} `);
      if (tag === "a" || tag === "area" || (tag === "link" && ("rel" in given || "itemprop" in given))) {
        const link = "href" in given ? readAnchor(facts.base, given, place) : undefined;
        if (tag === "a") anchor = link;
        const isKept = link && (tag !== "link" || link.same) && facts.anchors.length < MAX_ANCHORS;
        if (isKept) facts.anchors.push(link);
      }
      if (piece.isVoid || around.length >= MAX_DEPTH) continue;
      around.push(place);
      openTags.set(tag, (openTags.get(tag) ?? 0) + 1);
    }
  }

  facts.title = decodeEntities(facts.title).trim();
  facts.jsonLd.push(...facts.markup);
  facts.scripts.push(...props.slice(0, MAX_SCRIPTS - facts.scripts.length));
  for (const known of facts.anchors) known.label = plainText(known.label);
  if (html.length < TINY_PAGE) facts.redirect ??= scriptTarget(facts.scripts, facts.base);
  return facts;
}

type Surroundings = { tag: string; inFrame: boolean; inArticle: boolean };

/** The tags and texts of a page, those of `noscript` elements among them. */
export function withNoscript(tags: readonly Tag[]): readonly Tag[] {
  return tags.flatMap((piece) => (piece.kind === "text" && piece.within) || piece);
}

function placeOf(tag: string, given: Attributes, around: Surroundings | undefined): Surroundings {
  const isNamed = NAMED_TAGS.has(tag) && (FRAME_NAME.test(given.class ?? "") || FRAME_NAME.test(given.id ?? ""));
  const isFrame = FRAME_TAGS.has(tag) || FRAME_ROLES.has((given.role ?? "").toLowerCase()) || isNamed;
  return {
    tag,
    inFrame: isFrame || (around?.inFrame ?? false),
    inArticle: tag === "article" || (around?.inArticle ?? false),
  };
}

function readMeta(facts: PageFacts, given: Attributes): void {
  const content = attribute(given, "content").slice(0, MAX_CONTENT_LENGTH);
  const name = (attribute(given, "property") || attribute(given, "name")).toLowerCase();
  if (SITE_NAMES.includes(name) && facts.siteNames.length < MAX_SITE_NAMES) facts.siteNames.push(content);
  if (/^(og:)?description$/.test(name)) facts.description ||= content;
  if (given["http-equiv"]?.toLowerCase() === "refresh") facts.redirect = refreshTarget(content, facts.base);
}

function readAnchor(base: URL, given: Attributes, place: Surroundings): Anchor | undefined {
  const url = URL.parse(attribute(given, "href").trim(), base);
  if (!url) return undefined;
  const isItem = /sameas/i.test(given.itemprop ?? "");
  const same = /(^|\s)me(\s|$)/i.test(given.rel ?? "") ? "me" : isItem ? "item" : null;
  const label = `${attribute(given, "title")} ${attribute(given, "aria-label")} `.slice(0, MAX_CONTENT_LENGTH);
  return { url, label, same, inFrame: place.inFrame, inArticle: place.inArticle };
}

function sayIn(anchor: Anchor | undefined, text: string): void {
  if (anchor && anchor.label.length < MAX_LABEL_LENGTH) anchor.label += text.slice(0, MAX_CONTENT_LENGTH);
}

function attribute(given: Attributes, name: string): string {
  return decodeEntities(given[name] ?? "");
}

/** Entities resolved, white space collapsed, soft hyphens and other characters without width dropped. */
function plainText(text: string): string {
  return decodeEntities(text)
    .replace(/\u00ad|&shy;|[\u200b-\u200f\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function keepScript(facts: PageFacts, isJsonLd: boolean, text: string): void {
  if (facts.scripts.length + facts.jsonLd.length >= MAX_SCRIPTS) return;
  const json = isJsonLd ? parseJsonLd(text) : undefined;
  if (json === undefined) facts.scripts.push(text);
  else facts.jsonLd.push(...[json].flat().slice(0, MAX_SCRIPTS));
}

/** JSON in attributes. */
function keepProps(props: string[], given: Attributes): void {
  for (const name in given) {
    const value = given[name] ?? "";
    const isJson = (value.startsWith("{") || value.startsWith("[")) && value.includes("&quot;");
    if (isJson && props.length < MAX_SCRIPTS) props.push(decodeEntities(value));
  }
}

function refreshTarget(content: string, base: URL): URL | null {
  const [, seconds, target] = content.match(/^\s*(\d{1,9})(?:\.\d*)?\s*[;,]\s*url\s*=\s*["']?([^"']+)/i) ?? [];
  return target && Number(seconds) <= QUICK_REFRESH_SECONDS ? URL.parse(target.trim(), base) : null;
}

function scriptTarget(scripts: string[], base: URL): URL | null {
  const assignment = /(?:^|[\s;{.])location(?:\.href)?\s*(?:=|\.(?:replace|assign)\s*\()\s*["']([^"']+)["']/;
  const target = scripts.map((text) => text.match(assignment)?.[1]).find(Boolean);
  return target ? URL.parse(target, base) : null;
}
