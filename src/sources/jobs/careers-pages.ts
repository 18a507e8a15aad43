import { isWithin, plainHost } from "../../lib/hosts.ts";
import { isOnSite, type SiteIdentity } from "../../readers/company/site-owner.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { ABOUT, matchingPages, PEOPLE, pagePattern } from "../../readers/page/linked-pages.ts";
import { isSocialHost, registrableDomain } from "../../readers/words/company-domain.ts";
import { foldText } from "../../readers/words/fold.ts";
import { patternOf } from "../../readers/words/sections.ts";
import { isCompanyName } from "./ownership.ts";

const MAX_CAREERS_PAGES = 3;
const MAX_ABOUT_PAGES = 2;
const MAX_JOB_PAGES = 200;
/** Usual paths of careers pages that no link leads to. */
const USUAL_PATHS = ["/careers", "/jobs"];
const MIN_TEXT_LENGTH = 200;
const MAX_LABEL_WORDS = 4;
const MAX_TITLE_WORDS = 9;
const MAX_TITLE_LENGTH = 120;
const ROLE = patternOf("ROLE_OF_POSITION", "i");
const LISTING_TAGS = new Set("h2 h3 h4 h5 h6 li a td dt summary button strong b span p div".split(" "));
const UNSEEN_TAGS = new Set(["script", "style", "noscript", "title", "textarea", "iframe"]);
/** The element in which a script draws the page. */
const APP_ROOT =
  /<(?:div|main|section)\b[^<>]{0,200}\bid\s*=\s*["']?(?:root|app|__next|__nuxt|gatsby|svelte|main-app)/i;
const CAREERS = pagePattern("careers pages");
const JOB_PATH =
  /\/(?:jobs?|positions?|vacanc(?:y|ies)|openings?|careers?|karriere|stellen(?:angebote)?|offres?|emplois?|vacatures?|roles?|empleos?|vagas)\/(?:[^/]+\/)?[^/]+\/?$/i;

/** Careers pages that a page of the company's site links, best first. */
export function careersLinks(page: SitePage): string[] {
  return matchingPages(page, page.facts.anchors, [CAREERS], MAX_CAREERS_PAGES);
}

/** Where to look on a site that links no careers page. */
export function usualCareersPages(home: SitePage): string[] {
  return USUAL_PATHS.map((path) => home.url.origin + path);
}

/** Pages about the company and its team, which may link a careers page that the home page does not. */
export function aboutLinks(home: SitePage): string[] {
  return matchingPages(home, home.facts.anchors, [ABOUT, PEOPLE], MAX_ABOUT_PAGES);
}

/** A careers page off the company's domain; it counts only if `isOwnCareersSite`. Null without one. */
export function careersSiteElsewhere({ facts, url: from }: SitePage, networkHosts: string[]): string | null {
  const own = registrableDomain(plainHost(from));
  const link = facts.anchors.find(({ url, label }) => {
    if (!/^https?:$/.test(url.protocol) || isSocialHost(plainHost(url))) return false;
    if (isWithin(plainHost(url), networkHosts) || label.split(" ").length > MAX_LABEL_WORDS) return false;
    return registrableDomain(plainHost(url)) !== own && saysCareers(label);
  });
  return link?.url.href ?? null;
}

/** True when a page off the company's domain links back to it, or has its name. */
export function isOwnCareersSite({ facts }: SitePage, site: SiteIdentity): boolean {
  const leadsBack = facts.anchors.some(({ url }) => isOnSite(url, site));
  return leadsBack || facts.siteNames.some((name) => isCompanyName(name, site.names));
}

/** True for a link text such as "Careers" or "See our open positions". */
export function saysCareers(label: string): boolean {
  const words = foldText(label)
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
  return words.length <= 8 && CAREERS().test(words.join("-"));
}

/** Pages of single positions that a careers page links within its site. */
export function jobPageLinks({ facts, url: from }: SitePage): { url: string; label: string }[] {
  const own = registrableDomain(plainHost(from));
  const home = from.pathname.replace(/\/$/, "");
  const found = new Map<string, string>();
  for (const { url, label, inFrame } of facts.anchors) {
    if (found.size >= MAX_JOB_PAGES) break;
    if (!/^https?:$/.test(url.protocol) || registrableDomain(plainHost(url)) !== own || inFrame) continue;
    const isBelow = home !== "" && url.pathname.startsWith(`${home}/`) && url.pathname.length > home.length + 2;
    if (isBelow && JOB_PATH.test(url.pathname)) found.set(url.origin + url.pathname, label);
  }
  return [...found].map(([url, label]) => ({ url, label }));
}

/** True when a page has almost no text without its scripts. */
export function isDrawnByScript({ page, document }: SitePage): boolean {
  let length = 0;
  let within = "";
  for (const tag of document.tags) {
    if (tag.kind === "text" && !UNSEEN_TAGS.has(within)) length += tag.text.trim().length;
    within = tag.kind === "open" ? tag.name : "";
  }
  return length < MIN_TEXT_LENGTH && /<script\b/i.test(page.text) && APP_ROOT.test(page.text);
}

/** True when a page names positions in its headings or lists. */
export function namesPositions({ document }: SitePage): boolean {
  let name = "";
  let depth = 0;
  for (const tag of document.tags) {
    if (tag.kind !== "text") {
      const isFrame = tag.name === "nav" || tag.name === "footer";
      if (isFrame) depth += tag.kind === "open" ? 1 : -1;
      name = tag.kind === "open" ? tag.name : "";
    } else if (depth <= 0 && LISTING_TAGS.has(name) && tag.text.length <= MAX_TITLE_LENGTH) {
      if (tag.text.trim().split(/\s+/).length <= MAX_TITLE_WORDS && ROLE().test(tag.text)) return true;
    }
  }
  return false;
}
