import { type Attributes, decodeEntities, type Tag } from "./html-text.ts";
import type { Outline } from "./outline.ts";
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

export type PageFacts = ReturnType<typeof readFacts>;

const FRAME_TAGS = new Set(["header", "footer", "nav"]);
const FRAME_ROLES = new Set(["banner", "contentinfo", "navigation"]);
/** Excludes html and body, whose classes name features of the theme. */
const NAMED_TAGS = new Set(["div", "section", "ul", "aside", "table"]);
const FRAME_NAME = /footer|header/i;
const SITE_NAMES = ["og:site_name", "application-name", "twitter:site"];
const QUICK_REFRESH_SECONDS = 5;
const TINY_PAGE = 4_000;
/** How the script of a tiny page sends the browser elsewhere. */
const ASSIGNMENT = /(?:^|[\s;{.])location(?:\.href)?\s*(?:=|\.(?:replace|assign)\s*\()\s*["']([^"']+)["']/;
const MAX_LABEL_LENGTH = 200;
const MAX_ANCHORS = 5_000;
const MAX_SCRIPTS = 500;
const MAX_METAS = 300;
const MAX_TITLE_LENGTH = 1_000;
const MAX_CONTENT_LENGTH = 5_000;
/** What is nested deeper counts to what is around it. */
const MAX_DEPTH = 256;

type Surroundings = { tag: string; inFrame: boolean; inArticle: boolean };

/** Reads the tags of a page in a single pass; its outline only for the sake of microdata. */
export function readFacts(tags: readonly Tag[], html: string, pageUrl: URL, outline: () => Outline) {
  const anchors: Anchor[] = [];
  const metas: { name: string; content: string }[] = [];
  const jsonLd: unknown[] = [];
  const scripts: string[] = [];
  const props: string[] = [];
  const around: Surroundings[] = [];
  let base = pageUrl;
  let title = "";
  let anchor: Anchor | undefined;

  const say = (text: string) => {
    if (anchor && anchor.label.length < MAX_LABEL_LENGTH) anchor.label += text.slice(0, MAX_CONTENT_LENGTH);
  };
  for (const piece of tags) {
    if (piece.kind === "text") say(piece.text);
    else if (piece.kind === "close") {
      if (piece.name === "a") anchor = undefined;
      const index = around.findLastIndex(({ tag }) => tag === piece.name);
      if (index >= 0) around.length = index;
    } else {
      const { name: tag, attributes: given, raw } = piece;
      const place = placeOf(tag, given, around.at(-1));
      const isJson = (value: string) => /^[{[].*&quot;/s.test(value);
      if (props.length < MAX_SCRIPTS) props.push(...Object.values(given).filter(isJson).map(decodeEntities));
      // Later ones belong to drawings (SVG).
      if (tag === "title") title ||= raw.slice(0, MAX_TITLE_LENGTH);
      if (tag === "script" && scripts.length + jsonLd.length < MAX_SCRIPTS) {
        const json = /ld\+json/i.test(given.type ?? "") ? parseJsonLd(raw) : undefined;
        if (json === undefined) scripts.push(raw);
        else jsonLd.push(...[json].flat().slice(0, MAX_SCRIPTS));
      }
      if (tag === "base") base = URL.parse(attribute(given, "href"), pageUrl) ?? base;
      if (tag === "meta" && metas.length < MAX_METAS) {
        const name = attribute(given, "property") || attribute(given, "name") || attribute(given, "http-equiv");
        metas.push({ name: name.toLowerCase(), content: attribute(given, "content").slice(0, MAX_CONTENT_LENGTH) });
      }
      if (tag === "img") say(` ${attribute(given, "alt")} `);
      if (tag === "a" || tag === "area" || (tag === "link" && ("rel" in given || "itemprop" in given))) {
        const link = "href" in given ? readAnchor(base, given, place) : undefined;
        if (tag === "a") anchor = link;
        if (link && (tag !== "link" || link.same) && anchors.length < MAX_ANCHORS) anchors.push(link);
      }
      if (!piece.isVoid && around.length < MAX_DEPTH) around.push(place);
    }
  }

  for (const known of anchors) known.label = plainText(known.label);
  const markup = /itemscope/i.test(html) ? readMicrodata(outline()) : [];
  const allScripts = [...scripts, ...props].slice(0, MAX_SCRIPTS);
  const refreshes = metas.filter(({ name }) => name === "refresh").map(({ content }) => refreshTarget(content, base));
  const assigned = html.length < TINY_PAGE ? allScripts.map((text) => ASSIGNMENT.exec(text)?.[1]).find(Boolean) : null;
  return {
    base,
    title: decodeEntities(title).trim(),
    /** Lower-case name (or property, or http-equiv) and content of the meta elements. */
    metas,
    siteNames: metas.flatMap(({ name, content }) => (SITE_NAMES.includes(name) ? content : [])),
    description: metas.find(({ name, content }) => /^(og:)?description$/.test(name) && content)?.content ?? "",
    anchors,
    /** Parsed JSON-LD blocks, flattened one level when a block is an array, and the items of the markup. */
    jsonLd: [...jsonLd, ...markup],
    /** Those of microdata among them. */
    markup,
    /** Texts of all other scripts, of JSON-LD that does not parse, and of JSON in attributes (props of components). */
    scripts: allScripts,
    /** Where a meta refresh of at most 5 seconds, or the only statement of a tiny page, sends the browser. */
    redirect: refreshes.at(-1) ?? (assigned ? URL.parse(assigned, base) : null),
  };
}

function placeOf(tag: string, given: Attributes, around: Surroundings | undefined): Surroundings {
  const isNamed = NAMED_TAGS.has(tag) && (FRAME_NAME.test(given.class ?? "") || FRAME_NAME.test(given.id ?? ""));
  const isFrame = FRAME_TAGS.has(tag) || FRAME_ROLES.has((given.role ?? "").toLowerCase()) || isNamed;
  return { tag, inFrame: isFrame || !!around?.inFrame, inArticle: tag === "article" || !!around?.inArticle };
}

function readAnchor(base: URL, given: Attributes, { inFrame, inArticle }: Surroundings): Anchor | undefined {
  const url = URL.parse(attribute(given, "href").trim(), base);
  if (!url) return undefined;
  const isItem = /sameas/i.test(given.itemprop ?? "");
  const same = /(^|\s)me(\s|$)/i.test(given.rel ?? "") ? "me" : isItem ? "item" : null;
  const label = `${attribute(given, "title")} ${attribute(given, "aria-label")} `.slice(0, MAX_CONTENT_LENGTH);
  return { url, label, same, inFrame, inArticle };
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

function refreshTarget(content: string, base: URL): URL | null {
  const [, seconds, target] = content.match(/^\s*(\d{1,9})(?:\.\d*)?\s*[;,]\s*url\s*=\s*["']?([^"']+)/i) ?? [];
  return target && Number(seconds) <= QUICK_REFRESH_SECONDS ? URL.parse(target.trim(), base) : null;
}
