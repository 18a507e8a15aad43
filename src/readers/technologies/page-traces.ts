/** What a page loads and consists of, as far as its HTML shows; no script is run and nothing is fetched. */

import { plainHost } from "../../lib/hosts.ts";
import type { Document } from "../page/document.ts";
import type { Attributes, Tag } from "../page/html-tags.ts";
import { decodeEntities } from "../page/html-text.ts";
import { withNoscript } from "../page/page-facts.ts";
import { registrableDomain } from "../words/company-domain.ts";

export type LoadPlace = "script" | "stylesheet" | "preload" | "frame" | "form" | "image" | "hint" | "link";

export type PageTraces = ReturnType<typeof readPageTraces>;

const MAX_LOADS = 4_000;
const MAX_WORDS = 20_000;
const MAX_SCRIPT_CHARACTERS = 1_500_000;
const MAX_METAS = 300;
const MAX_ADDRESS_LENGTH = 2_000;
const NO_ADDRESS = /^\s*(?:data|blob|javascript|mailto|tel):|^#/i;

const DATA_TYPE = /json|template|html|speculationrules|importmap|glsl|shader/i;
/** How scripts begin in which frameworks store the state of a page. */
const STATE =
  /^\s*(?:\(?self\.__next_f|window\.__(?:NUXT|INITIAL_STATE|PRELOADED_STATE|APOLLO_STATE|remixContext|staticRouterHydrationData|SERVER_DATA|DATA)__?\b|__sveltekit)/;
/** What a `link` element loads, by its relation. */
const RELATIONS: [rel: RegExp, where: LoadPlace][] = [
  [/\bstylesheet\b/i, "stylesheet"],
  [/\b(?:modulepreload|preload)\b/i, "preload"],
  [/\b(?:preconnect|dns-prefetch|prefetch|prerender)\b/i, "hint"],
  [/\b(?:icon|apple-touch-icon)\b/i, "image"],
];
const PLACES: Record<string, [where: LoadPlace, attribute: string]> = {
  script: ["script", "src"],
  iframe: ["frame", "src"],
  frame: ["frame", "src"],
  embed: ["frame", "src"],
  object: ["frame", "data"],
  form: ["form", "action"],
  img: ["image", "src"],
  source: ["image", "srcset"],
  video: ["image", "poster"],
  a: ["link", "href"],
};

/** Reads a page in one pass, linear in its length. Never throws on broken markup. */
export function readPageTraces({ tags, comments, url }: Document) {
  const traces = {
    /** Registrable domains that the page claims as its own: of its address, canonical link, og:url and base. */
    ownDomains: new Set([registrableDomain(plainHost(url))]),
    /** What it loads, preloads or links to, each address once per place. */
    loads: [] as { where: LoadPlace; url: URL }[],
    /** Scripts that run, and those that wait for consent. */
    scripts: [] as string[],
    /** Scripts that only hold the state of the page, which also contains texts of the site. */
    stateScripts: [] as string[],
    /** Ids, classes, names of attributes and relations of links. */
    words: { id: new Set<string>(), class: new Set<string>(), attr: new Set<string>(), rel: new Set<string>() },
    /** Name (or property, or http-equiv) and content, in lower case. */
    metas: [] as { name: string; content: string }[],
    comments: comments.map((comment) => comment.trim().toLowerCase()),
  };
  const seen = new Set<string>();
  let base = url;
  let characters = 0;

  const say = (kind: keyof typeof traces.words, text = "") => {
    const words = traces.words[kind];
    for (const word of text.toLowerCase().split(/\s+/)) if (word && words.size < MAX_WORDS) words.add(word);
  };
  const own = (address: string) => {
    const given = URL.parse(decodeEntities(address), url);
    if (given && /^https?:$/.test(given.protocol)) traces.ownDomains.add(registrableDomain(plainHost(given)));
  };
  const load = (where: LoadPlace, address: string) => {
    if (!address || address.length > MAX_ADDRESS_LENGTH || NO_ADDRESS.test(address)) return;
    const key = `${where} ${address}`;
    if (seen.has(key) || seen.size >= MAX_LOADS) return;
    seen.add(key);
    const given = URL.parse(decodeEntities(address.trim()), base);
    if (given && /^https?:$/.test(given.protocol)) traces.loads.push({ where, url: given });
  };
  const readScript = (text: string, type = "") => {
    if (DATA_TYPE.test(type) || characters >= MAX_SCRIPT_CHARACTERS) return;
    const kept = text.slice(0, MAX_SCRIPT_CHARACTERS - characters);
    characters += kept.length;
    if (kept.trim()) (STATE.test(kept.slice(0, 200)) ? traces.stateScripts : traces.scripts).push(kept);
  };
  const readLink = ({ rel = "", href, "data-href": later, as }: Attributes) => {
    const address = href || later || "";
    say("rel", rel);
    if (/\bcanonical\b/i.test(rel)) own(address);
    const where = RELATIONS.find(([pattern]) => pattern.test(rel))?.[1];
    if (where) load(where === "preload" && as === "image" ? "image" : where, address);
  };
  const readMeta = (given: Attributes) => {
    const { content = "" } = given;
    const name = (given.name || given.property || given["http-equiv"] || "").toLowerCase();
    if (name === "og:url") own(content);
    if (name && traces.metas.length < MAX_METAS)
      traces.metas.push({ name, content: decodeEntities(content).toLowerCase().slice(0, MAX_ADDRESS_LENGTH) });
  };

  let raw: Extract<Tag, { kind: "open" }> | null = null;
  for (const tag of withNoscript(tags)) {
    if (tag.kind === "text" && raw?.name === "script") readScript(tag.text, raw.attributes.type);
    if (tag.kind === "text") raw = null;
    if (tag.kind !== "open") continue;
    raw = tag;
    const { name, attributes } = tag;
    for (const key of Object.keys(attributes)) say("attr", key);
    if (attributes.id) say("id", attributes.id);
    if (attributes.class) say("class", attributes.class);
    if (name === "script" && attributes.type) say("attr", `type=${attributes.type}`);
    if (name === "link") readLink(attributes);
    if (name === "meta") readMeta(attributes);
    if (name === "base" && attributes.href) {
      base = URL.parse(decodeEntities(attributes.href), url) ?? base;
      own(attributes.href);
    }
    const [where, from] = PLACES[name] ?? [];
    if (!where) continue;
    // Also `data-src`, `data-lazy-src`, `data-rocket-src`, `data-cookieblock-src`, which wait for consent or for scrolling.
    for (const [key, value] of Object.entries(attributes)) {
      if (value && (key === from || (key.startsWith("data-") && key.endsWith("src"))))
        load(where, from === "srcset" ? (value.trim().split(/[\s,]/, 1)[0] ?? "") : value);
    }
  }
  return traces;
}
