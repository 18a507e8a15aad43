import { plainHost } from "../../lib/hosts.ts";
import { words } from "../../lib/words.ts";
import { findLegalNames } from "../legal/find-legal-names.ts";
import { legalNameKey, readLegalName } from "../legal/legal-names.ts";
import { copyrightNames, legalLines } from "../legal/legal-text.ts";
import type { SitePage } from "../page/document.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { plainText } from "../page/plain-text.ts";
import { isOf, linkedNodes, texts } from "../page/structured-data.ts";
import { domainStem, registrableDomain } from "../words/company-domain.ts";
import { patternOf, wordsOf } from "../words/sections.ts";
import { foldName, likeness, ownNames } from "./name-likeness.ts";

/** The owner of a site: its names, folded, and its registrable domains. */
export type SiteIdentity = { names: string[]; domains: string[]; networkHosts: string[] };

/** JSON-LD properties that usually refer to another organisation. */
export const FOREIGN = wordsOf("properties of other organisations");

/** Longer names are headlines. */
const MAX_SITE_NAME_LENGTH = 60;

/** The owner of a page, from the requested domain, its redirects, and the names on the page. */
export function siteOf(domain: string, facts: PageFacts, pageUrl: URL, networkHosts: string[]): SiteIdentity {
  const hosts = [...new Set([domain, plainHost(pageUrl)])];
  const domains = hosts.map(registrableDomain);
  const owners = linkedNodes(facts.jsonLd).filter(
    ({ node, path }) =>
      urlPlace(node, facts, domains) === "own" && !isForeign(path) && !isOf(node, /Person|Page|Article|Posting/),
  );
  const names = [...facts.siteNames, ...owners.flatMap(({ node }) => texts(node.name))];
  const short = names.filter((name) => name.length <= MAX_SITE_NAME_LENGTH);
  return { names: ownNames(hosts, short), domains, networkHosts };
}

export function isOnSite(url: URL, { domains }: Pick<SiteIdentity, "domains">): boolean {
  return domains.includes(registrableDomain(plainHost(url)));
}

/** Where the URL of an organisation points: to the root of this site, to a page within it (perhaps a profile), or elsewhere. */
export function urlPlace(node: Record<string, unknown>, facts: PageFacts, domains: string[]) {
  const urls = texts([node.url, node["@id"]]).flatMap((text) =>
    /^(https?:)?\/\//i.test(text) ? (URL.parse(text, facts.base) ?? []) : [],
  );
  if (urls.length === 0) return "none";
  const own = urls.filter((url) => isOnSite(url, { domains }));
  if (own.length === 0) return "elsewhere";
  return own.some((url) => /^\/([a-z]{2}([-_][a-z]{2})?\/?|index\.\w+)?$/i.test(url.pathname)) ? "own" : "within";
}

export function isForeign(path: string[]): boolean {
  return path.some((key) => FOREIGN().has(key));
}

const MAX_NAME_LENGTH = 120;
const MAX_WORDS = 6;
/** How titles are divided: "Home | Acme", "Acme – Robots for farms". */
const DIVIDER = / (?:[|·•»:—–-]|::|\/\/) | ?[|｜»—] ?|(?<=\p{L}{2}): /u;
const HOME_WORD = patternOf("HOME_WORD");
const WELCOME = patternOf("WELCOME");
/** What templates leave in place of a name. */
const TEMPLATE_NAME = patternOf("TEMPLATE_NAME");

/** A name as stated, without the slogan that a title adds to it: "Acme | Robots for farms" on acme.com is "Acme". */
export function withoutSlogan(stated: string, hostNames: string[]): string | null {
  const parts = partsOf(stated);
  return partLike(parts, hostNames) ?? parts[0] ?? null;
}

/** The stated name, else a title like the domain or its part that the © line, the link home or an image repeats; or null. */
export function siteName({ facts, document }: SitePage, hostNames: string[]): string | null {
  const sites = linkedNodes(facts.jsonLd).filter(({ node, path }) => !isForeign(path) && isOf(node, /^WebSite$/));
  const given = [
    ...facts.siteNames.filter((name) => !name.startsWith("@")),
    ...sites.flatMap(({ node }) => texts(node.name)),
  ];
  const [stated] = given.flatMap((name) => withoutSlogan(name, hostNames) ?? []);
  if (stated) return stated;
  const all = plainText(facts.title, 2 * MAX_NAME_LENGTH).split(DIVIDER);
  const parts = partsOf(facts.title);
  const lines = legalLines(document);
  const owners = copyrightNames(lines.map(({ text }) => text).join("\n"));
  const images = document.outline.items.flatMap(({ kind, text }) => (kind === "image" ? text : []));
  const labels = labelsOfHome(facts);
  // A heading that begins one part of a title may be the slogan beside the name.
  const heading = partsOf(lines.find(({ isHeading }) => isHeading)?.text ?? "").slice(0, 1);
  const marks = [...labels, ...heading];
  const beginnings = [...owners, ...labels, ...(parts.length === 1 ? heading : [])];
  const isAmong = (part: string, names: string[]) => names.some((name) => legalNameKey(name) === legalNameKey(part));
  const among = (names: string[]) => parts.find((part) => isAmong(part, names));
  const [only, ...more] = parts;
  const isBesideHome = only && more.length === 0 && all.length > 1 && only.split(" ").length <= MAX_WORDS;
  return (
    parts.find((part) => likeness(part, hostNames) === "same") ??
    owners.find((owner) => readLegalName(owner).form === null && isAmong(owner, marks)) ??
    among(owners) ??
    partLike(parts, hostNames) ??
    (isBesideHome ? only : null) ??
    partLike([...owners, ...marks], hostNames) ??
    among([...marks, ...images]) ??
    parts.find((part) => labels.some((label) => label.startsWith(`${part} `))) ??
    parts.find((part) => readLegalName(part).form !== null && part.split(" ").length <= MAX_WORDS) ??
    beginnings.find(
      (mark) => mark.includes(" ") && parts.some((part) => part.startsWith(`${mark} `) || part.startsWith(`${mark}, `)),
    ) ??
    parts.find((part) => part.split(" ").length <= MAX_WORDS && sharesWords(part, facts.base)) ??
    // A template's title, beside what the links of two menus show.
    (only ? null : labels.find((label, at) => label.includes(" ") && labels.indexOf(label) < at)) ??
    null
  );
}

/** Whether an address is that of the home page of a page's site. */
export function isHome(url: URL | null, page: URL): boolean {
  return url?.host === page.host && /^\/(?:index\.\w{3,5})?$/.test(url.pathname);
}

/** What links to the home page show, as logos do. */
function labelsOfHome({ anchors, base }: PageFacts): string[] {
  const home = anchors.filter(({ url }) => isHome(url, base) && !url.hash);
  const labels = home.map(({ label }) => label.replace(/(?<!\p{L})logo(?!\p{L})(?: (?:de|of|von) )?/giu, " ").trim());
  return labels
    .flatMap(partsOf)
    .map((label) => findLegalNames(label).find(({ index }) => index === 0)?.name ?? label)
    .filter((label) => /\p{Lu}|\p{Lo}/u.test(label) && label.split(" ").length <= MAX_WORDS);
}

const MIN_SHARED_WORD = 4;

/** True for a name of which a domain has two words, or one between its hyphens, or all initials at its beginning. */
function sharesWords(name: string, base: URL): boolean {
  const stem = domainStem(registrableDomain(plainHost(base)));
  const folded = name.split(" ").map(foldName);
  const shared = folded.filter((word) => word.length >= MIN_SHARED_WORD && stem.includes(word));
  const letters = folded.map((word) => word.charAt(0)).join("");
  return shared.length > (stem.includes("-") ? 0 : 1) || (letters.length > 2 && stem.startsWith(letters));
}

/** The parts of a title without "Home", addresses, and the ticker of a listed company: "Acme Inc. (NASDAQ: ACME)". */
function partsOf(title: string): string[] {
  return plainText(title, 2 * MAX_NAME_LENGTH)
    .replace(/ \([^():]{1,20}: ?[^():]{1,20}\)/gu, "")
    .split(DIVIDER)
    .map((part) =>
      part
        .replace(/(?<![\s|–—-])[\s|–—-]+$/u, "")
        .replace(/(?: (?:home(?: ?page)?|startseite|accueil|홈))+$/iu, "")
        .replace(WELCOME(), "")
        .trim(),
    )
    .filter((part) => part && !HOME_WORD().test(part) && !TEMPLATE_NAME().test(part) && !part.includes("://"));
}

/** The part that is the domain's name, or the shortest that contains it. */
function partLike(parts: string[], hostNames: string[]): string | null {
  const same = parts.find((part) => likeness(part, hostNames) === "same");
  const [alike] = parts
    .filter((part) => likeness(part, hostNames) === "alike" && part.split(" ").length <= MAX_WORDS)
    .sort((a, b) => a.length - b.length);
  return same ?? alike ?? null;
}

const ORGANISATION = /^(\w*Organization|Corporation|\w*Business|Company|Brand|\w*Agency|\w*Store|\w*Contractor)$/;
/** Kinds of businesses of schema.org whose names do not say that they are one. */
const kinds = wordsOf("businesses of schema org");
/** Kinds that say nothing about what a company does. */
const GENERAL = new Set(
  words(`Organization LocalBusiness Corporation Company Brand Store OnlineBusiness OnlineStore ProfessionalService
    NGO Cooperative Consortium`),
);
/** Properties whose organisation is the owner of what surrounds it. */
export const OWNERS = new Set(["publisher", "mainEntity", "copyrightHolder", "sourceOrganization", "isPartOf"]);

export function isOrganisation(node: Record<string, unknown>): boolean {
  return kindsOf(node).length > 0;
}

function kindsOf(node: Record<string, unknown>): string[] {
  const types = texts(node["@type"]).map((type) => type.split("/").at(-1) ?? "");
  return types.filter((type) => ORGANISATION.test(type) || kinds().has(type));
}

/** What the kind of a business says it does, e.g. "Legal service"; null for a general kind. */
export function businessOf(node: Record<string, unknown>): string | null {
  const kind = kindsOf(node).find((type) => !GENERAL.has(type));
  if (!kind) return null;
  const spaced = kind.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ").toLowerCase();
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}

/** The organisation that owns the site: with an address on it, with one of its `names` (folded), or the only one. */
export function ownOrganisation(facts: PageFacts, domains: string[], names: string[]): Record<string, unknown> | null {
  const isAlike = (node: Record<string, unknown>) => texts(node.name).some((name) => likeness(name, names) !== "other");
  const organisations = linkedNodes(facts.jsonLd)
    .filter(({ node, path }) => !isForeign(path) && path.every((key) => OWNERS.has(key)) && isOrganisation(node))
    .map(({ node }) => node)
    // A reference by `@id` alone is told in full elsewhere.
    .filter((node) => texts(node.name).length > 0)
    // Who set up the site, if not its owner: plugins make them an organisation as well.
    .filter((node) => !texts(node["@type"]).includes("Person") || isAlike(node));
  const richest = (nodes: Record<string, unknown>[]) =>
    nodes.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)[0];
  const at = (place: string) => organisations.filter((node) => urlPlace(node, facts, domains) === place);
  const lone = new Set(organisations.map((node) => foldName(texts(node.name)[0] ?? ""))).size === 1 ? at("none") : [];
  return richest(at("own")) ?? richest(at("within")) ?? richest(at("none").filter(isAlike)) ?? richest(lone) ?? null;
}
