import { foldWords } from "../../lib/fold.ts";
import { isWithin, plainHost } from "../../lib/hosts.ts";
import { isOnSite, type SiteIdentity, siteOf } from "../../readers/company/site-owner.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { isOfPages, matchingPages, PEOPLE } from "../../readers/page/linked-pages.ts";
import { isSocialHost, registrableDomain } from "../../readers/words/company-domain.ts";
import { patternOf } from "../../readers/words/sections.ts";
import { openPage } from "../website/site-pages.ts";
import { type BoardMark, isOnOwnHost } from "./board.ts";
import type { Search } from "./jobs-answer.ts";
import { isCompanyName, isOwnCareersSite } from "./own-board.ts";

const MAX_PAGES = 6;
const MAX_CAREERS_PAGES = 3;
const MAX_ABOUT_PAGES = 2;
/** Where to look on a site that links no careers page. */
const USUAL_PATHS = ["/careers", "/jobs"];
const CAREERS = "careers pages";
const MIN_TEXT_LENGTH = 200;
const MAX_LABEL_WORDS = 4;
const MAX_TITLE_WORDS = 9;
const MAX_TITLE_LENGTH = 120;
const ROLE = patternOf("ROLE_OF_POSITION", "i");
const LISTING_TAGS = new Set("h2 h3 h4 h5 h6 li a td dt summary button strong b span p div".split(" "));
/** The element in which a script draws the page. */
const APP_ROOT =
  /<(?:div|main|section)\b[^<>]{0,200}\bid\s*=\s*["']?(?:root|app|__next|__nuxt|gatsby|svelte|main-app)/i;
const JOB_PATH =
  /\/(?:jobs?|positions?|vacanc(?:y|ies)|openings?|careers?|karriere|stellen(?:angebote)?|offres?|emplois?|vacatures?|roles?|empleos?|vagas)\/(?:[^/]+\/)?[^/]+\/?$/i;

/** A page that may list positions, or lead to them. One `elsewhere` counts only if {@link isOwnCareersSite}. */
type CandidatePage = { address: string; kind: "careers" | "about" | "elsewhere" | "usual" };

/** A page that was opened, and what counts there as the company's. */
export type Place = { page: SitePage; site: SiteIdentity; kind: "home" | CandidatePage["kind"] };

/** The home page, and then pages that may list positions or lead to them. */
export async function* visitedPages(search: Search, home: Place): AsyncGenerator<Place> {
  yield home;
  const { outbound, domain, coverage } = search;
  const { site } = home;
  const askedHosts = [...search.asked.values()].map(({ mark }) => mark.ref.host);
  const queue = candidatePages(home.page, site, askedHosts);
  const seen = new Set([home.page.url.href, ...queue.map(({ address }) => address)]);
  for (let visited = 0; visited < MAX_PAGES; visited++) {
    const { address, kind } = queue.shift() ?? {};
    if (!address || !kind) break;
    const page = await openPage(outbound, address);
    if (page.status !== "ok") {
      if (page.status === "timeout" || page.status === "unavailable") search.isComplete = false;
      const isMissing = page.status === "not_found" || (page.status === "no_dns" && kind !== "careers");
      if (!isMissing && (kind === "careers" || kind === "about"))
        coverage.not_read.push({ kind: "careers_page", url: address, board: null, reason: page.status });
      // A site that refuses the fetcher once is not asked again.
      if (page.status === "blocked_by_site") break;
      continue;
    }
    if (kind === "elsewhere" && !isOwnCareersSite(page, site)) continue;
    const here = siteOf(domain, page.facts, page.url, site.networkHosts);
    // A careers page may state further names, unless it redirects to a board, whose domain is not one of the company's.
    const isOwn = isOnSite(page.url, site) || kind === "elsewhere";
    const both = (key: "names" | "domains") => [...new Set([...site[key], ...here[key]])];
    yield { page, kind, site: isOwn ? { ...site, names: both("names"), domains: both("domains") } : site };
    // One more hop: from the about page to careers, or from careers to the list of positions.
    const further = careersLinks(page).filter(({ address }) => !seen.has(address));
    for (const next of further.slice(0, 2)) {
      seen.add(next.address);
      queue.unshift(next);
    }
  }
}

/** Careers pages that a page of the company's site links, best first. */
export function careersLinks(page: SitePage): CandidatePage[] {
  const addresses = matchingPages(page, page.facts.anchors, [CAREERS], MAX_CAREERS_PAGES);
  return addresses.map((address) => ({ address, kind: "careers" }));
}

/** Careers pages that the home page links, also one off the company's domain; without any, pages that may link them. */
function candidatePages(home: SitePage, { networkHosts }: SiteIdentity, askedHosts: string[]): CandidatePage[] {
  const { anchors } = home.facts;
  const linked = careersLinks(home);
  const own = registrableDomain(plainHost(home.url));
  const elsewhere = anchors.find(({ url, label }) => {
    if (!/^https?:$/.test(url.protocol) || isSocialHost(plainHost(url))) return false;
    if (isWithin(plainHost(url), networkHosts) || label.split(" ").length > MAX_LABEL_WORDS) return false;
    return registrableDomain(plainHost(url)) !== own && saysCareers(label);
  });
  if (elsewhere && !askedHosts.includes(elsewhere.url.host))
    linked.push({ address: elsewhere.url.href, kind: "elsewhere" });
  if (linked.length > 0) return linked;
  const about = matchingPages(home, anchors, ["about pages", PEOPLE], MAX_ABOUT_PAGES);
  return [
    ...about.map((address) => ({ address, kind: "about" as const })),
    ...USUAL_PATHS.map((path) => ({ address: home.url.origin + path, kind: "usual" as const })),
  ];
}

/** True for a link text such as "Careers" or "See our open positions". */
function saysCareers(label: string): boolean {
  const words = foldWords(label);
  return words.split("-").length <= 8 && isOfPages(CAREERS, words);
}

/** A link with the label of careers, or to a board under the company's own name. */
export function isLikely({ isEmbedded, ref }: BoardMark, { facts }: SitePage, site: SiteIdentity): boolean {
  if (isOnOwnHost(ref)) return false;
  if (isEmbedded || isCompanyName(ref.token.split("/")[0] ?? "", site.names)) return true;
  return facts.anchors.some(({ url, label }) => plainHost(url) === ref.host && saysCareers(label));
}

/** Pages of single positions that a careers page links within its site. */
export function jobPageLinks({ facts, url: from }: SitePage): string[] {
  const own = registrableDomain(plainHost(from));
  const home = from.pathname.replace(/\/$/, "");
  const links = facts.anchors.filter(({ url, inFrame }) => {
    const isWeb = /^https?:$/.test(url.protocol) && !inFrame;
    const isBelow = home !== "" && url.pathname.startsWith(`${home}/`) && url.pathname.length > home.length + 2;
    return isWeb && isBelow && registrableDomain(plainHost(url)) === own && JOB_PATH.test(url.pathname);
  });
  return [...new Set(links.map(({ url }) => url.origin + url.pathname))];
}

/** True when a page has almost no text without its scripts. */
export function isDrawnByScript({ page, document }: SitePage): boolean {
  const texts = document.outline.items.flatMap(({ kind, text }) => (kind === "text" ? text : []));
  return texts.join("").length < MIN_TEXT_LENGTH && /<script\b/i.test(page.text) && APP_ROOT.test(page.text);
}

/** True when a page names positions in its headings or lists. */
export function namesPositions({ document: { outline } }: SitePage): boolean {
  return outline.items.some(({ kind, text, box }) => {
    const { tag = "", inFrame } = outline.boxes[box] ?? {};
    const isListed = kind === "text" && !inFrame && LISTING_TAGS.has(tag) && text.length <= MAX_TITLE_LENGTH;
    return isListed && text.split(" ").length <= MAX_TITLE_WORDS && ROLE().test(text);
  });
}
