import { decodeEntities } from "./html-entities.ts";
import { textOfHtml } from "./html-text.ts";
import { streamHtml } from "./stream-html.ts";

/** Resources, metadata and headline of a page, from its HTML; scripts are not run. */
export type PageResources = {
  loads: { where: "script" | "stylesheet" | "frame" | "form" | "image" | "hint"; url: URL }[];
  /** Texts of executable scripts, without data blocks such as JSON. */
  inlineScripts: string[];
  feeds: { url: URL; title: string }[];
  generator: string | null;
  /** Content-Security-Policy in a meta element. */
  policy: string | null;
  /** Text of the first h1. */
  headline: string | null;
  /** Labels of the links in the navigation, in order. */
  navigation: string[];
  /** The page was read to its end. */
  isComplete: boolean;
};

const MAX_LOADS = 2_000;
const MAX_LABELS = 30;
const MAX_LABEL_LENGTH = 80;
const MAX_HEADLINE_LENGTH = 200;
const FEED = /^application\/(?:(?:rss|atom)\+xml|feed\+json)/i;
const HINTS = /\b(preconnect|dns-prefetch|preload|prefetch|modulepreload)\b/i;
const RUNS = /^$|javascript|ecmascript|^module$/i;

/** Reads one page in a streaming pass. Never throws on broken markup. */
export async function readResources(html: string, base: URL): Promise<PageResources> {
  const found: PageResources = {
    loads: [],
    inlineScripts: [],
    feeds: [],
    navigation: [],
    generator: null,
    policy: null,
    headline: null,
    isComplete: true,
  };
  let runs = false;
  let label = "";
  let headline = "";
  let headlines = 0;
  const load = (where: PageResources["loads"][number]["where"], address: string) => {
    const url = address && found.loads.length < MAX_LOADS ? URL.parse(address.trim(), base) : null;
    if (url && /^https?:$/.test(url.protocol)) found.loads.push({ where, url });
  };
  const loadsBy = (where: PageResources["loads"][number]["where"], name: string) => ({
    element: (element: Element) => load(where, attribute(element, name)),
  });

  const rewriter = new HTMLRewriter()
    .on("script", {
      element(element) {
        load("script", attribute(element, "src") || attribute(element, "data-src"));
        runs = RUNS.test(attribute(element, "type"));
        if (runs) found.inlineScripts.push("");
      },
      text({ text }) {
        if (runs) found.inlineScripts.push((found.inlineScripts.pop() ?? "") + text);
      },
    })
    .on("iframe, frame, embed", loadsBy("frame", "src"))
    .on("form[action]", loadsBy("form", "action"))
    .on("img[src]", loadsBy("image", "src"))
    .on("link[rel][href]", {
      element(element) {
        const rel = attribute(element, "rel");
        const href = attribute(element, "href");
        if (/\bstylesheet\b/i.test(rel)) load("stylesheet", href);
        else if (HINTS.test(rel)) load("hint", href);
        const url = /\balternate\b/i.test(rel) && FEED.test(attribute(element, "type")) ? URL.parse(href, base) : null;
        if (url) found.feeds.push({ url, title: textOfHtml(attribute(element, "title"), MAX_LABEL_LENGTH) });
      },
    })
    .on("meta[content]", {
      element(element) {
        const content = attribute(element, "content");
        if (attribute(element, "name").toLowerCase() === "generator")
          found.generator ??= textOfHtml(content, MAX_LABEL_LENGTH);
        if (attribute(element, "http-equiv").toLowerCase() === "content-security-policy") found.policy ??= content;
      },
    })
    .on("h1", {
      element() {
        headlines++;
      },
      text({ text }) {
        if (headlines === 1) headline += text;
      },
    })
    .on("nav a", {
      element(element) {
        label = "";
        element.onEndTag(() => {
          const text = found.navigation.length < MAX_LABELS ? textOfHtml(label, MAX_LABEL_LENGTH) : "";
          if (text) found.navigation.push(text);
          // Links may be nested; the label belongs to the innermost.
          label = "";
        });
      },
      text({ text }) {
        label += text;
      },
    });
  found.isComplete = await streamHtml(rewriter, html);
  found.headline = textOfHtml(headline, MAX_HEADLINE_LENGTH) || null;
  return found;
}

function attribute(element: Element, name: string): string {
  return decodeEntities(element.getAttribute(name) ?? "");
}
