import { isWithin, plainHost } from "../../lib/hosts.ts";
import type { Document } from "../page/document.ts";
import { decodeEntities } from "../page/html-text.ts";
import { registrableDomain } from "../words/company-domain.ts";
import { keyOf, type Level, type Mark, type MarkedTechnology, type MarksIndex } from "./catalogue.ts";
import { type LoadPlace, readPageTraces } from "./page-traces.ts";

/** Where a technology shows. `value` is inert and at most 200 characters; `url` that of the page, or `dns:` and a name. */
export type TechnologyEvidence = { where: string; level: Level; value: string; url: string };

/** Takes marks that were seen in one place; a mark's own level counts before that of the place. `url` is the page's by default. */
export type Report = (found: MarkedTechnology[], where: string, level: Level, value: string, url?: string) => void;

/** What a load shows about its host, and a path on a foreign host. A link to a vendor is no evidence of use. */
const LEVELS: Record<LoadPlace, { host: Level | null; foreignPath: Level | null }> = {
  script: { host: "strong", foreignPath: "medium" },
  stylesheet: { host: "strong", foreignPath: "medium" },
  preload: { host: "strong", foreignPath: "medium" },
  frame: { host: "strong", foreignPath: null },
  form: { host: "strong", foreignPath: null },
  image: { host: "medium", foreignPath: "weak" },
  hint: { host: "medium", foreignPath: null },
  link: { host: null, foreignPath: null },
};
const MAX_TOKEN_LENGTH = 300;
const MAX_SEGMENTS = 30;
/** How hosts of a vendor's domain are called that serve files, and no pages for people. */
const SERVING_HOST =
  /^(?:[a-ln-z]\d*|(?:analytics|api|assets?|beacon|cdn|client|code|collector|connect|consent|data|edge|embeds?|events?|fast|forms?|js|load(?:er)?|pixel|player|plugins?|scripts?|sdk|st|static|tags?|track(?:er|ing)?|websdk|widgets?)(?:[a-z]?(?:[\d-][\w-]{0,60})?)?)\./;
/** Separators in the words that `js` marks and hosts consist of. */
const TOKEN = /[\w$.-]+/g;

/** Reports all marks of `index` that a page shows. Linear in the page. */
export function matchPage(index: MarksIndex, document: Document, report: Report): void {
  const { loads, scripts, words } = readPageTraces(document);
  const ownDomains = ownDomainsOf(document);
  for (const { where, url } of loads) matchLoad(index, ownDomains, where, url, report);
  for (const { text, isState } of scripts) matchScript(index, text, isState, report);
  for (const kind of ["id", "class", "attr"] as const) {
    for (const word of words[kind]) report(index.ofPrefix(kind, word), "markup", "strong", `${kind}=${word}`);
  }
  for (const rel of words.rel) report(index.ofPrefix("rel", rel), "link_rel", "strong", rel);
  for (const comment of document.comments) {
    const text = comment.trim().toLowerCase();
    report(index.ofPrefix("comment", text), "comment", "strong", text);
  }
  for (const meta of document.facts.metas) {
    const [name, content] = [meta.name, meta.content.toLowerCase()];
    if (name === "generator") report(index.ofPrefix("generator", content), "generator", "strong", content);
    if (name === "content-security-policy") matchPolicy(index, content, report);
    const named = ofName(index, "meta", name).filter(({ mark }) => content.startsWith(valueIn(mark)));
    report(named, "meta", "strong", `${name}: ${content}`);
  }
}

/** Registrable domains that a page claims as its own: of its address, canonical link, og:url and base. */
function ownDomainsOf({ tags, url, facts: { base, metas } }: Document): Set<string> {
  const canonical = tags.flatMap((tag) => {
    const { rel = "", href = "" } = tag.kind === "open" && tag.name === "link" ? tag.attributes : {};
    return /\bcanonical\b/i.test(rel) ? decodeEntities(href) : [];
  });
  const shared = metas.flatMap(({ name, content }) => (name === "og:url" ? content : []));
  const claimed = [...canonical, ...shared, base.href].flatMap((address) => URL.parse(address, url) ?? []);
  const own = [url, ...claimed.filter(({ protocol }) => /^https?:$/.test(protocol))];
  return new Set(own.map((one) => registrableDomain(plainHost(one))));
}

/** The same of its headers: names and values, cookies, the hosts allowed by its policy. */
export function matchHeaders(index: MarksIndex, headers: Headers, report: Report): void {
  for (const [name, value] of headers) {
    if (name === "set-cookie") continue;
    const lower = value.toLowerCase();
    const named = ofName(index, "header", name).filter(({ mark }) => lower.includes(valueIn(mark)));
    report(named, "header", "strong", `${name}: ${value}`);
    if (name === "content-security-policy") matchPolicy(index, lower, report);
  }
  for (const cookie of headers.getSetCookie()) {
    const name = cookie.split("=")[0]?.trim() ?? "";
    report(index.ofPrefix("cookie", name.toLowerCase()), "cookie", "medium", name);
    const scope = /;\s*domain=\.?([^;\s]+)/i.exec(cookie)?.[1]?.toLowerCase();
    if (scope) report(index.ofHost("host", scope), "cookie", "medium", name);
  }
}

/** The marks `name=value` of a name, or of its beginning up to a hyphen. */
function ofName(index: MarksIndex, kind: "header" | "meta", name: string): MarkedTechnology[] {
  return index
    .ofPrefix(kind, name)
    .filter(({ mark }) => /^[^=]*-(?:=|$)/.test(mark.text) || mark.text.split("=")[0] === name);
}

function valueIn({ text }: Mark): string {
  const at = text.indexOf("=");
  return at < 0 ? "" : text.slice(at + 1);
}

function matchLoad(index: MarksIndex, ownDomains: Set<string>, where: LoadPlace, url: URL, report: Report): void {
  const host = plainHost(url);
  const path = url.pathname.toLowerCase();
  const whole = path + url.search.toLowerCase();
  const address = url.origin + url.pathname;
  const level = LEVELS[where].host;
  if (level) {
    report(index.ofHost("host", host, whole), where, level, address);
    // Files of a CDN's or a cloud's customers are on its hosts, so they are weak evidence.
    report(index.ofHost("served", host, path), where, "weak", address);
  }
  if (where === "image" || where === "frame") report(index.ofHost("img", host, whole), where, "strong", address);
  if (where === "link" || where === "frame" || where === "form") {
    const isTheirs = where !== "link" || isOwnTenant(ownDomains, url);
    report(index.ofHost("link", host, whole), where, isTheirs ? "strong" : "weak", address);
  }
  const isOwn = isWithin(host, [...ownDomains]);
  const ofPath = isOwn ? (where === "link" || where === "hint" ? "medium" : "strong") : LEVELS[where].foreignPath;
  const segments = path.split("/").slice(1, MAX_SEGMENTS);
  let at = 0;
  for (const segment of segments) {
    const start = at;
    at += segment.length + 1;
    if (!segment || !ofPath) continue;
    const marked = index.ofKey("path", segment).filter(({ mark }) => path.startsWith(mark.text, start));
    report(marked, where, ofPath, address);
  }
  if (where === "script" || where === "stylesheet" || where === "preload")
    report(index.ofKey("file", libraryName(segments)), where, "strong", address);
}

/** The name of a library: of the file in a path, without version and ending. */
function libraryName(segments: string[]): string {
  const file = segments.at(-1)?.slice(0, MAX_TOKEN_LENGTH) ?? "";
  return file
    .replace(/\.(?:js|mjs|css)$/, "")
    .replace(/[.-](?:min|slim|bundle|prod|production|pkgd|esm|umd|full|all|core)\b/g, "")
    .replace(/[@-]?(?<![\w.])[\w.]*$/, (end) => end.replace(/[.@_-]?v?\d.*/s, ""));
}

function matchScript(index: MarksIndex, script: string, isState: boolean, report: Report): void {
  const text = script.toLowerCase().replaceAll("\\/", "/").replaceAll('"', "'").replaceAll(", ", ",");
  const seen = new Set<string>();
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0];
    if (token.length > MAX_TOKEN_LENGTH) continue;
    const end = match.index + token.length;
    const before = text[match.index - 1] ?? "";
    if (token.includes(".") && (before === "/" || before === "'" || before === "`")) {
      const path = text[end] === "/" ? (/^[^\s'`<>\\]*/.exec(text.slice(end, end + MAX_TOKEN_LENGTH))?.[0] ?? "") : "";
      const isNew = !seen.has(token + path);
      seen.add(token + path);
      for (const marked of isNew ? index.ofHost("host", token, path) : []) {
        // A vendor's own domain in a script may be a mere link; a host that only serves files is a loader.
        const isLoader = marked.mark.text !== marked.technology.domain || SERVING_HOST.test(token);
        report([marked], "inline_script", isLoader && !isState ? "strong" : "medium", token + path.split("?")[0]);
      }
    }
    if (isState) continue;
    let at = match.index;
    for (const word of token.split(/[.-]/)) {
      const marked = word ? index.ofKey("js", word).filter(({ mark }) => startsWithWords(text, mark.text, at)) : [];
      if (marked.length > 0) report(marked, "inline_script", "strong", text.slice(at, at + 60));
      at += word.length + 1;
    }
  }
}

/** True when `text` has `words` at `at` as a whole word. */
function startsWithWords(text: string, words: string, at: number): boolean {
  if (!text.startsWith(words, at)) return false;
  return !/[\w$]$/.test(words) || !/[\w$]/.test(text[at + words.length] ?? "");
}

function matchPolicy(index: MarksIndex, policy: string, report: Report): void {
  for (const [word] of policy.matchAll(/[\w.-]+/g)) {
    if (word.includes(".") && word.length <= MAX_TOKEN_LENGTH)
      report(index.ofHost("host", word), "csp", "medium", word);
  }
}

/** Whether an address at a vendor is the company's own place there: its sub-domain or first folder has the company's name. */
function isOwnTenant(ownDomains: Set<string>, url: URL): boolean {
  const labels = [...ownDomains].map((domain) => keyOf(domain.split(".")[0] ?? "")).filter(({ length }) => length > 2);
  const host = plainHost(url);
  const sub = host.slice(0, -registrableDomain(host).length).split(".");
  const isAlike = (one: string, other: string) => one === other || (one.length > 4 && other.startsWith(one));
  return [...sub, ...url.pathname.split("/").slice(1, 4)]
    .map(keyOf)
    .some((tenant) => labels.some((label) => isAlike(tenant, label) || isAlike(label, tenant)));
}
