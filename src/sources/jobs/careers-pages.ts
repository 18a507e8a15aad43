import { decodeUri } from "../../lib/decode-uri.ts";
import { isWithin, plainHost } from "../../lib/hosts.ts";
import { string } from "../../lib/loose-json.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { foldName, likeness } from "../../readers/company/name-likeness.ts";
import { isOnSite, type SiteIdentity } from "../../readers/company/site-owner.ts";
import type { BoardContents, RawJob } from "../../readers/jobs/job.ts";
import { line } from "../../readers/jobs/job-of.ts";
import { linkedPostings } from "../../readers/jobs/posting-json-ld.ts";
import type { Document, SitePage } from "../../readers/page/document.ts";
import { ABOUT, CAREERS, matchingPages, PEOPLE } from "../../readers/page/linked-pages.ts";
import { isSocialHost, registrableDomain } from "../../readers/words/company-domain.ts";
import { foldText } from "../../readers/words/fold.ts";
import { patternOf } from "../../readers/words/sections.ts";
import { openPage } from "../website/site-pages.ts";
import { type BoardMark, boardPage, isOnOwnHost } from "./board.ts";

const MAX_JOBS = 50;
const MAX_NAMES = 5;
/** Prefixes used when the name itself is taken. */
const PREFIXES = /^(?:get|try|join|use|hello|team|go|hey|with|weare)/;
const AROUND_A_NAME = patternOf("AROUND_EMPLOYER", "gi");

const GENERIC = new Set(["home", "homepage", "welcome", "start", "startseite", "accueil", "inicio", "index", "main"]);
const MAX_NAME_WORDS = 4;

/** Names in the title of a home page: "dbt Labs" of "dbt Labs | Transform data in your warehouse"; folded. */
export function titleNames(title: string): string[] {
  const pieces = title.split(/\s[|–—·:-]\s/).filter((piece) => piece.trim().split(/\s+/).length <= MAX_NAME_WORDS);
  return pieces.map(foldName).filter((name) => name.length >= 3 && !GENERIC.has(name));
}

/** True when a name is the company's own: equal, or one begins with the other. */
export function isCompanyName(text: string, names: string[]): boolean {
  const found = likeness(text, names);
  if (found !== "alike") return found === "same";
  const folded = foldName(text);
  const bare = folded.replace(PREFIXES, "");
  // Neither contains the other: compare the initials.
  if (!names.some((name) => folded.includes(name) || name.includes(folded))) return true;
  return names.some(
    (name) =>
      folded.startsWith(name) || name.startsWith(folded) || bare === name || bare === name.replace(PREFIXES, ""),
  );
}

/** Whether a board is the company's own: an embed, a host or a posting of its own proves it, else name or link. */
export async function isOwnBoard(
  outbound: Outbound,
  mark: BoardMark,
  contents: BoardContents,
  site: SiteIdentity,
): Promise<boolean> {
  if (mark.isEmbedded || isOnOwnHost(mark.ref)) return true;
  if (contents.jobs.slice(0, MAX_JOBS).some((job) => leadsBack(job, site))) return true;
  const names = employerNames(contents);
  if (names.some((text) => saysName(text, site))) return true;
  // The company links a board under exactly its own name. Feeds may name a legal entity that the site does not mention.
  const token = decodeUri(mark.ref.token.split("/")[0] ?? "");
  if (likeness(token, site.names) === "same") return true;

  const page = await openPage(outbound, boardPage(mark));
  if (page.status !== "ok") return names.length === 0 && isCompanyName(token, site.names);
  const { facts } = page;
  if (facts.anchors.some(({ url }) => /^https?:$/.test(url.protocol) && isOnSite(url, site))) return true;
  const postings = linkedPostings(facts.jsonLd);
  if (postings.some(({ homes }) => homes.some((home) => isWrittenOn(home, site)))) return true;
  if (names.length > 0) return false;
  const companies = postings.flatMap(({ company }) => line(company) ?? []);
  const titles = [...facts.siteNames, facts.title, ...facts.title.split(/\s[|–—·:-]\s/), ...companies];
  return titles.some((title) => saysName(title, site));
}

/** True for the company's name, also in "Jobs at Acme". */
function saysName(text: string, { names }: SiteIdentity): boolean {
  const bare = text.replace(AROUND_A_NAME(), " ").trim();
  return bare !== "" && (isCompanyName(text, names) || isCompanyName(bare, names));
}

/** The employers that a board names, for itself and in its first jobs. */
export function employerNames({ name, jobs }: BoardContents): string[] {
  const names = [name, ...jobs.slice(0, MAX_JOBS).map(({ company }) => company)].flatMap((text) => line(text) ?? []);
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/** True when a posting's address, or an address in its text, is on the company's domain. */
function leadsBack({ url, description }: RawJob, site: SiteIdentity): boolean {
  if (isWrittenOn(line(url) ?? "", site)) return true;
  const hosts = (string(description) ?? "")
    .slice(0, 20_000)
    .toLowerCase()
    .split(/[^a-z0-9.-]+|\.(?![a-z0-9])/);
  return hosts.some((host) => isWithin(host, site.domains));
}

function isWrittenOn(address: string, site: SiteIdentity): boolean {
  const url = URL.parse(address);
  return url !== null && isOnSite(url, site);
}

const MAX_CAREERS_PAGES = 3;
const MAX_ABOUT_PAGES = 2;
/** Where to look on a site that links no careers page. */
const USUAL_PATHS = ["/careers", "/jobs"];
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
export type CandidatePage = { address: string; kind: "careers" | "about" | "elsewhere" | "usual" };

/** Careers pages that a page of the company's site links, best first. */
export function careersLinks(page: SitePage): CandidatePage[] {
  const addresses = matchingPages(page, page.facts.anchors, [CAREERS], MAX_CAREERS_PAGES);
  return addresses.map((address) => ({ address, kind: "careers" }));
}

/** Careers pages that the home page links, also one off the company's domain; without any, pages that may link them. */
export function candidatePages(home: SitePage, { networkHosts }: SiteIdentity, askedHosts: string[]): CandidatePage[] {
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
  const about = matchingPages(home, anchors, [ABOUT, PEOPLE], MAX_ABOUT_PAGES);
  return [
    ...about.map((address) => ({ address, kind: "about" as const })),
    ...USUAL_PATHS.map((path) => ({ address: home.url.origin + path, kind: "usual" as const })),
  ];
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
  const length = textsOf(document).reduce((sum, { text }) => sum + text.length, 0);
  return length < MIN_TEXT_LENGTH && /<script\b/i.test(page.text) && APP_ROOT.test(page.text);
}

/** True when a page names positions in its headings or lists. */
export function namesPositions({ document }: SitePage): boolean {
  return textsOf(document).some(({ text, tag, inFrame }) => {
    const isListed = !inFrame && LISTING_TAGS.has(tag) && text.length <= MAX_TITLE_LENGTH;
    return isListed && text.split(" ").length <= MAX_TITLE_WORDS && ROLE().test(text);
  });
}

/** The displayed texts of a page, with their elements. */
function textsOf({ outline: { boxes, items } }: Document) {
  return items.flatMap(({ kind, text, box }) => {
    const { tag = "", inFrame = false } = boxes[box] ?? {};
    return kind === "text" ? [{ text, tag, inFrame }] : [];
  });
}
