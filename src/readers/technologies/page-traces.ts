/** What a page loads and consists of, as far as its HTML shows; no script is run and nothing is fetched. */

import { plainHost } from "../../lib/hosts.ts";
import type { Document } from "../page/document.ts";
import { decodeEntities } from "../page/html-entities.ts";
import type { Attributes, Tag } from "../page/html-tags.ts";
import { registrableDomain } from "../words/company-domain.ts";

export type LoadPlace = "script" | "stylesheet" | "preload" | "frame" | "form" | "image" | "hint" | "link";

export type PageTraces = {
  url: URL;
  /** Registrable domains that the page claims as its own: of its address, canonical link, og:url and base. */
  ownDomains: Set<string>;
  /** What it loads, preloads or links to, each address once per place. */
  loads: { where: LoadPlace; url: URL }[];
  /** Scripts that run, and those that wait for consent. */
  scripts: string[];
  /** Scripts that only hold the state of the page, which also contains texts of the site. */
  stateScripts: string[];
  ids: Set<string>;
  classes: Set<string>;
  attributes: Set<string>;
  rels: Set<string>;
  /** Name (or property, or http-equiv) and content, in lower case. */
  metas: { name: string; content: string }[];
  comments: string[];
};

const MAX_LOADS = 4_000;
const MAX_WORDS = 20_000;
const MAX_SCRIPT_CHARACTERS = 1_500_000;
const MAX_METAS = 300;
const MAX_ADDRESS_LENGTH = 2_000;

const DATA_TYPE = /json|template|html|speculationrules|importmap|glsl|shader/i;
/** How scripts begin in which frameworks store the state of a page. */
const STATE =
  /^\s*(?:\(?self\.__next_f|window\.__(?:NUXT|INITIAL_STATE|PRELOADED_STATE|APOLLO_STATE|remixContext|staticRouterHydrationData|SERVER_DATA|DATA)__?\b|__sveltekit)/;
const PLACES: Record<string, { where: LoadPlace; attribute: string }> = {
  script: { where: "script", attribute: "src" },
  iframe: { where: "frame", attribute: "src" },
  frame: { where: "frame", attribute: "src" },
  embed: { where: "frame", attribute: "src" },
  object: { where: "frame", attribute: "data" },
  form: { where: "form", attribute: "action" },
  img: { where: "image", attribute: "src" },
  source: { where: "image", attribute: "srcset" },
  video: { where: "image", attribute: "poster" },
  a: { where: "link", attribute: "href" },
};

/** Reads a page in one pass, linear in its length. Never throws on broken markup. */
export function readPageTraces({ tags, comments, url }: Document): PageTraces {
  const traces: PageTraces = {
    url,
    ownDomains: new Set([registrableDomain(plainHost(url))]),
    loads: [],
    scripts: [],
    stateScripts: [],
    ids: new Set(),
    classes: new Set(),
    attributes: new Set(),
    rels: new Set(),
    metas: [],
    comments: comments.map((comment) => comment.trim().toLowerCase()),
  };
  readTags(tags, new PageReader(traces));
  return traces;
}

function readTags(tags: readonly Tag[], reader: PageReader): void {
  let raw: Extract<Tag, { kind: "open" }> | null = null;
  for (const tag of tags) {
    if (tag.kind === "open") {
      reader.element(tag.name, tag.attributes);
      raw = tag;
    } else if (tag.kind === "text") {
      if (raw?.name === "script") reader.script(tag.text, raw.attributes.type ?? "");
      // What browsers without scripts show: pixels and frames of tag managers.
      else if (tag.within) readTags(tag.within, reader);
      raw = null;
    }
  }
}

/** Collects what the elements of one page say, within bounds. */
class PageReader {
  private readonly seen = new Set<string>();
  private readonly traces: PageTraces;
  private base: URL;
  private characters = 0;

  constructor(traces: PageTraces) {
    this.traces = traces;
    this.base = traces.url;
  }

  element(name: string, attributes: Attributes): void {
    const { traces } = this;
    for (const key of Object.keys(attributes)) if (traces.attributes.size < MAX_WORDS) traces.attributes.add(key);
    if (attributes.id && traces.ids.size < MAX_WORDS) traces.ids.add(attributes.id.toLowerCase());
    if (attributes.class) {
      for (const word of attributes.class.toLowerCase().split(/\s+/)) {
        if (word && traces.classes.size < MAX_WORDS) traces.classes.add(word);
      }
    }
    if (name === "script" && attributes.type && traces.attributes.size < MAX_WORDS) {
      traces.attributes.add(`type=${attributes.type.toLowerCase()}`);
    }
    if (name === "link") this.link(attributes);
    else if (name === "meta") this.meta(attributes);
    else if (name === "base" && attributes.href) this.setBase(attributes.href);
    const place = PLACES[name];
    if (!place) return;
    // Also `data-src`, `data-lazy-src`, `data-rocket-src`, `data-cookieblock-src`, which wait for consent or for scrolling.
    for (const [key, value] of Object.entries(attributes)) {
      if (value && (key === place.attribute || (key.startsWith("data-") && key.endsWith("src")))) {
        this.load(place.where, place.attribute === "srcset" ? (value.trim().split(/[\s,]/, 1)[0] ?? "") : value);
      }
    }
  }

  script(text: string, type: string): void {
    if (DATA_TYPE.test(type) || this.characters >= MAX_SCRIPT_CHARACTERS) return;
    const kept = text.slice(0, MAX_SCRIPT_CHARACTERS - this.characters);
    this.characters += kept.length;
    if (kept.trim()) (STATE.test(kept.slice(0, 200)) ? this.traces.stateScripts : this.traces.scripts).push(kept);
  }

  private link({ rel = "", href, "data-href": later, as = "" }: Attributes): void {
    const address = href || later || "";
    for (const word of rel.toLowerCase().split(/\s+/)) {
      if (word && this.traces.rels.size < MAX_WORDS) this.traces.rels.add(word);
    }
    if (/\bcanonical\b/i.test(rel)) this.own(address);
    if (/\bstylesheet\b/i.test(rel)) this.load("stylesheet", address);
    else if (/\b(?:modulepreload|preload)\b/i.test(rel)) this.load(as === "image" ? "image" : "preload", address);
    else if (/\b(?:preconnect|dns-prefetch|prefetch|prerender)\b/i.test(rel)) this.load("hint", address);
    else if (/\b(?:icon|apple-touch-icon)\b/i.test(rel)) this.load("image", address);
    else if (/\b(?:alternate|edituri|wlwmanifest|shortlink|pingback|manifest)\b/i.test(rel)) this.load("link", address);
  }

  private meta(attributes: Attributes): void {
    const { content = "" } = attributes;
    const name = (attributes.name || attributes.property || attributes["http-equiv"] || "").toLowerCase();
    if (name === "og:url") this.own(content);
    if (name === "og:image" || name === "twitter:image") this.load("image", content);
    if (name && this.traces.metas.length < MAX_METAS) {
      this.traces.metas.push({ name, content: decodeEntities(content).toLowerCase().slice(0, MAX_ADDRESS_LENGTH) });
    }
  }

  private setBase(href: string): void {
    this.base = URL.parse(decodeEntities(href), this.traces.url) ?? this.base;
    this.own(href);
  }

  private own(address: string): void {
    const url = URL.parse(decodeEntities(address), this.traces.url);
    if (url && /^https?:$/.test(url.protocol)) this.traces.ownDomains.add(registrableDomain(plainHost(url)));
  }

  private load(where: LoadPlace, address: string): void {
    if (!address || address.length > MAX_ADDRESS_LENGTH || /^\s*(?:data|blob|javascript|mailto|tel):|^#/i.test(address))
      return;
    const key = `${where} ${address}`;
    if (this.seen.has(key) || this.seen.size >= MAX_LOADS) return;
    this.seen.add(key);
    const url = URL.parse(decodeEntities(address.trim()), this.base);
    if (url && /^https?:$/.test(url.protocol)) this.traces.loads.push({ where, url });
  }
}
