import type { Document } from "../page/document.ts";
import { type Attributes, decodeEntities } from "../page/html-text.ts";

export type LoadPlace = "script" | "stylesheet" | "preload" | "frame" | "form" | "image" | "hint" | "link";

const MAX_LOADS = 4_000;
const MAX_WORDS = 20_000;
const MAX_SCRIPT_CHARACTERS = 1_500_000;
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
const PLACES = new Map<string, [where: LoadPlace, attribute: string]>([
  ["script", ["script", "src"]],
  ["iframe", ["frame", "src"]],
  ["frame", ["frame", "src"]],
  ["embed", ["frame", "src"]],
  ["object", ["frame", "data"]],
  ["form", ["form", "action"]],
  ["img", ["image", "src"]],
  ["source", ["image", "srcset"]],
  ["video", ["image", "poster"]],
  ["a", ["link", "href"]],
]);

/** What a page loads and has in its markup, as far as its HTML shows; no script is run, nothing is fetched. One pass. Never throws. */
export function readPageTraces({ tags, facts }: Document) {
  /** What it loads, preloads or links to, each address once per place. */
  const loads = new Map<string, { where: LoadPlace; url: URL }>();
  /** Scripts that run, and those that wait for consent. `isState`: it only holds the state of the page, which also has texts of the site. */
  const scripts: { text: string; isState: boolean }[] = [];
  /** Ids, classes, names of attributes and relations of links. */
  const words = { id: new Set<string>(), class: new Set<string>(), attr: new Set<string>(), rel: new Set<string>() };
  let characters = 0;

  const say = (kind: keyof typeof words, text = "") => {
    for (const word of text.toLowerCase().split(/\s+/)) if (word && words[kind].size < MAX_WORDS) words[kind].add(word);
  };
  const load = (where: LoadPlace, address: string) => {
    const key = `${where} ${address}`;
    if (!address || address.length > MAX_ADDRESS_LENGTH || NO_ADDRESS.test(address)) return;
    if (loads.has(key) || loads.size >= MAX_LOADS) return;
    const url = URL.parse(decodeEntities(address.trim()), facts.base);
    if (url && /^https?:$/.test(url.protocol)) loads.set(key, { where, url });
  };
  const readScript = (text: string, type = "") => {
    if (type) say("attr", `type=${type}`);
    const kept = DATA_TYPE.test(type) ? "" : text.slice(0, MAX_SCRIPT_CHARACTERS - characters);
    characters += kept.length;
    if (kept.trim()) scripts.push({ text: kept, isState: STATE.test(kept.slice(0, 200)) });
  };
  const readLink = ({ rel = "", href, "data-href": later, as }: Attributes) => {
    say("rel", rel);
    const where = RELATIONS.find(([pattern]) => pattern.test(rel))?.[1];
    if (where) load(where === "preload" && as === "image" ? "image" : where, href || later || "");
  };

  for (const tag of tags) {
    if (tag.kind !== "open") continue;
    const { name, attributes } = tag;
    say("attr", Object.keys(attributes).join(" "));
    say("id", attributes.id);
    say("class", attributes.class);
    if (name === "script") readScript(tag.raw, attributes.type);
    if (name === "link") readLink(attributes);
    const [where, from] = PLACES.get(name) ?? [];
    if (!where) continue;
    // Also `data-src`, `data-lazy-src`, `data-rocket-src`, `data-cookieblock-src`, which wait for consent or for scrolling.
    for (const [key, value] of Object.entries(attributes)) {
      if (key === from || (key.startsWith("data-") && key.endsWith("src")))
        load(where, from === "srcset" ? (value.trim().split(/[\s,]/, 1)[0] ?? "") : value);
    }
  }
  return { loads: [...loads.values()], scripts, words };
}
