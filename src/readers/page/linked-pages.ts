import { decodeUri } from "../../lib/decode-uri.ts";
import { foldWords } from "../../lib/fold.ts";
import { plainHost } from "../../lib/hosts.ts";
import { rememberingUpTo } from "../../lib/memoize.ts";
import { registrableDomain } from "../words/company-domain.ts";
import { sectionOf } from "../words/sections.ts";

/** An address with the text of the link to it, if any. */
export type Link = { url: URL; label: string };

const MAX_SEGMENTS = 4;
/** Longer slugs and labels are headlines. */
const MAX_WORDS = 5;

/** Kinds of pages: sections of the words of their paths and links, whole words each; `=word` must be all of it. */
export const PEOPLE = "people pages";
/** Pages that have to name who owns or represents the company. */
export const IMPRINT = "imprints with people";

const patternOfPages = rememberingUpTo(100, (kind: string) => {
  // "/aboutus", "/chisiamo".
  const all = sectionOf(kind, (words) => words.replace(/(?<=\p{L})-(?=\p{L})/gu, "-?").split(/\s+/))();
  const whole = all.filter((word) => word.startsWith("="));
  const spaced = all.filter((word) => /^(?:[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]|-\??)+$/u.test(word));
  const unspaced = all.filter((word) => !spaced.includes(word) && !whole.includes(word));
  const parts = [`(?<![^-])(${spaced.join("|")})(?![^-])`, `^(${whole.join("|").replaceAll("=", "")})$`, ...unspaced];
  return new RegExp(parts.filter((part) => !part.includes("()")).join("|"), "u");
});

/** Whether the folded words of a path or link are those of a kind of pages. */
export function isOfPages(kind: string, words: string): boolean {
  return patternOfPages(kind).test(words);
}

/** Up to `count` addresses of the site that are of one of `kinds`, those of earlier kinds first. */
export function matchingPages({ url: from }: { url: URL }, links: Link[], kinds: string[], count: number): string[] {
  const site = registrableDomain(plainHost(from));
  const ranked = links
    .filter(({ url }) => /^https?:$/.test(url.protocol) && registrableDomain(plainHost(url)) === site)
    .map(({ url, label }) => ({ address: addressOf(url), rank: rankOf(url, label, kinds) }))
    .filter(({ address, rank }) => rank >= 0 && address !== from.origin + from.pathname)
    .sort((a, b) => a.rank - b.rank);
  return [...new Set(ranked.map(({ address }) => address))].slice(0, count);
}

/** "Meet our attorneys", "nos avocats", "i nostri soci", "la direction". */
const OURS = `the our your nos notre unsere? nuestr[oa]s? noss[oa]s? onze ons v[ao]r[ae] vart nas[aei]? nasz[ai]?
  il-nostro la-nostra i-nostri le-nostre i il lo la le les los el het das die`;
const OWNERS = new RegExp(`^(?:(?:meet|about)-)?(?:${OURS.replace(/\s+/g, "|")})-`);

/** Sites of one script name the page in the query: `/index.php?p=team`. Other queries are left out. */
const SCRIPT = /^\/$|\.(?:php|aspx?|jsp|cgi)$/i;
const PAGE_KEY = /^(?:page|p|pg|id|page_?id|view|site|seite|content|section|route|menu)$/i;

function pageInQuery({ pathname, searchParams }: URL): [string, string] | undefined {
  return SCRIPT.test(pathname) ? [...searchParams].slice(0, 3).find(([key]) => PAGE_KEY.test(key)) : undefined;
}

function addressOf(url: URL): string {
  const named = pageInQuery(url);
  return url.origin + url.pathname + (named ? `?${new URLSearchParams([named])}` : "");
}

function rankOf(url: URL, label: string, kinds: string[]): number {
  const folder = url.pathname.replace(/\/(?:index|default)\.\w{2,5}$/i, "/");
  const segments = folder.split("/").filter(Boolean);
  if (segments.length > MAX_SEGMENTS) return -1;
  const last = foldWords(decodeUri(segments.at(-1) ?? "").replace(/\.\w{2,5}$/, ""));
  const subdomain = segments.length === 0 ? (plainHost(url).split(".")[0] ?? "") : "";
  const named = [last, foldWords(label), foldWords(pageInQuery(url)?.[1] ?? ""), subdomain];
  const texts = named.flatMap((text) => [text, text.replace(OWNERS, "")]);
  const short = texts.filter((text) => text && text.split("-").length <= MAX_WORDS);
  return kinds.findIndex((kind) => short.some((text) => isOfPages(kind, text)));
}

const MAX_NEXT = 3;
const NUMBER_KEY = /^(?:page|paged|p|pg|pagina|seite|start|offset)$/i;

/** The addresses of the further pages of a list that begins with `here`: `/team/page/2`, `/team?page=2`. */
export function nextPages(here: URL, anchors: { url: URL }[]): string[] {
  const base = here.pathname.replace(/(?<!\/)\/+$/, "");
  const isNext = ({ origin, pathname, searchParams }: URL) => {
    const path = pathname.replace(/(?<!\/)\/+$/, "");
    if (origin !== here.origin || !path.startsWith(base)) return false;
    if (path === base) return [...searchParams].some(([key, value]) => NUMBER_KEY.test(key) && /^\d{1,3}$/.test(value));
    return /^\/(?:(?:page|seite|pagina)\/)?\d{1,2}$/i.test(path.slice(base.length));
  };
  const found = anchors.filter(({ url }) => isNext(url)).map(({ url }) => url.origin + url.pathname + url.search);
  return [...new Set(found)].slice(0, MAX_NEXT);
}
