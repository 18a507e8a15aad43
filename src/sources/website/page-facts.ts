import { decodeEntities } from "../../text/html-entities.ts";
import { parseJsonLd } from "./json-ld.ts";

export type Anchor = {
  /** Absolute, entities resolved. */
  url: URL;
  /** Text, title, aria-label and image texts together. */
  label: string;
  /** `rel="me"`: the page says that the target is the same somebody. `itemprop="sameAs"` says so about an item on the page. */
  same: "me" | "item" | null;
  /** In a header, footer or navigation, or in something whose class or id says so. */
  inFrame: boolean;
  inArticle: boolean;
};

export type PageFacts = {
  base: URL;
  title: string;
  /** og:site_name, application-name, twitter:site. */
  siteNames: string[];
  /** What the page says it is about; empty when it does not. */
  description: string;
  anchors: Anchor[];
  /** Parsed JSON-LD blocks, flattened one level when a block is an array. */
  jsonLd: unknown[];
  /** Texts of all other scripts, of JSON-LD that does not parse, and of JSON in attributes (props of components). */
  scripts: string[];
  /** Where a meta refresh of at most 5 seconds, or the only statement of a tiny page, sends the browser. */
  redirect: URL | null;
};

const FRAME = [
  "header",
  "footer",
  "nav",
  '[role="banner" i]',
  '[role="contentinfo" i]',
  '[role="navigation" i]',
  // Not on html and body, whose classes name features of the theme.
  ...["div", "section", "ul", "aside", "table"].flatMap((tag) =>
    ["footer", "header"].flatMap((word) => [`${tag}[class*="${word}" i]`, `${tag}[id*="${word}" i]`]),
  ),
];
const SITE_NAMES = ["og:site_name", "application-name", "twitter:site"];
const MAX_LABEL_LENGTH = 200;
const QUICK_REFRESH_SECONDS = 5;
const TINY_PAGE = 4_000;

/** Reads one HTML page in a single streaming pass. Never throws on broken markup; scripts are not run. */
export async function readHtml(html: string, pageUrl: URL): Promise<PageFacts> {
  const facts: PageFacts = {
    base: pageUrl,
    title: "",
    siteNames: [],
    description: "",
    anchors: [],
    jsonLd: [],
    scripts: [],
    redirect: null,
  };
  let zones = { inFrame: false, inArticle: false };
  let open: Anchor | undefined;
  let script = { isJsonLd: false, text: "" };
  const note = (zone: keyof typeof zones) => ({
    element() {
      zones[zone] = true;
    },
  });
  const say = (text: string) => {
    if (open && open.label.length < MAX_LABEL_LENGTH) open.label += text;
  };

  const rewriter = new HTMLRewriter()
    .on("base[href]", {
      element(element) {
        facts.base = URL.parse(attribute(element, "href"), pageUrl) ?? facts.base;
      },
    })
    .on("title", {
      text({ text }) {
        facts.title += text;
      },
    })
    .on("meta[content]", {
      element(element) {
        const name = (attribute(element, "property") || attribute(element, "name")).toLowerCase();
        if (SITE_NAMES.includes(name)) facts.siteNames.push(attribute(element, "content"));
        if (/^(og:)?description$/.test(name)) facts.description ||= attribute(element, "content");
        if (attribute(element, "http-equiv").toLowerCase() === "refresh") {
          facts.redirect = refreshTarget(attribute(element, "content"), facts.base);
        }
      },
    });
  // Handlers run in this order on the same anchor: first its surroundings are noted, then it is taken.
  for (const selector of FRAME) rewriter.on(`${selector} a[href]`, note("inFrame"));
  rewriter.on("article a[href]", note("inArticle"));
  rewriter
    .on("a[href], area[href], link[rel][href], link[itemprop][href]", {
      element(element) {
        const url = URL.parse(attribute(element, "href").trim(), facts.base);
        const isItem = /sameas/i.test(attribute(element, "itemprop"));
        const same = /(^|\s)me(\s|$)/i.test(attribute(element, "rel")) ? "me" : isItem ? "item" : null;
        const label = `${attribute(element, "title")} ${attribute(element, "aria-label")} `;
        const isLink = element.tagName !== "link";
        open = url ? { url, label, same, ...zones } : undefined;
        zones = { inFrame: false, inArticle: false };
        if (open && (isLink || same)) facts.anchors.push(open);
      },
    })
    .on("a", { text: ({ text }) => say(text) })
    .on("a img[alt]", { element: (element) => say(` ${attribute(element, "alt")} `) })
    .on("script", {
      element(element) {
        script = { isJsonLd: /ld\+json/i.test(attribute(element, "type")), text: "" };
      },
      text({ text, lastInTextNode }) {
        script.text += text;
        if (lastInTextNode) keepScript(facts, script);
      },
    });
  await rewriter.transform(new Response(html)).body?.pipeTo(new WritableStream());

  facts.title = decodeEntities(facts.title).trim();
  for (const anchor of facts.anchors) anchor.label = plainText(anchor.label);
  for (const [, json = ""] of html.matchAll(/=\s*"([[{][^"]*&quot;[^"]*)"/g)) facts.scripts.push(decodeEntities(json));
  if (html.length < TINY_PAGE) facts.redirect ??= scriptTarget(facts.scripts, facts.base);
  return facts;
}

function attribute(element: Element, name: string): string {
  return decodeEntities(element.getAttribute(name) ?? "");
}

/** Entities resolved, white space collapsed, soft hyphens and other characters without width dropped. */
function plainText(text: string): string {
  return decodeEntities(text)
    .replace(/\u00ad|&shy;|[\u200b-\u200f\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function keepScript(facts: PageFacts, { isJsonLd, text }: { isJsonLd: boolean; text: string }): void {
  const json = isJsonLd ? parseJsonLd(text) : undefined;
  if (json === undefined) facts.scripts.push(text);
  else facts.jsonLd.push(...[json].flat());
}

function refreshTarget(content: string, base: URL): URL | null {
  const [, seconds, target] = content.match(/^\s*(\d+)[\d.]*\s*[;,]\s*url\s*=\s*["']?([^"']+)/i) ?? [];
  return target && Number(seconds) <= QUICK_REFRESH_SECONDS ? URL.parse(target.trim(), base) : null;
}

function scriptTarget(scripts: string[], base: URL): URL | null {
  const assignment = /(?:^|[\s;{.])location(?:\.href)?\s*(?:=|\.(?:replace|assign)\s*\()\s*["']([^"']+)["']/;
  const target = scripts.map((text) => text.match(assignment)?.[1]).find(Boolean);
  return target ? URL.parse(target, base) : null;
}
