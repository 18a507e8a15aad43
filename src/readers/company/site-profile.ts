import { isLocalName, plainHost } from "../../lib/hosts.ts";
import { record, string } from "../../lib/loose-json.ts";
import { isPlaceholderAddress } from "../contacts/find-addresses.ts";
import { firstPhone, isPhone, statedPhone } from "../contacts/site-contacts.ts";
import { legalLines } from "../legal/legal-text.ts";
import type { SitePage } from "../page/document.ts";
import { type Attributes, decodeEntities } from "../page/html-text.ts";
import { matchingPages } from "../page/linked-pages.ts";
import { readResources } from "../page/page-resources.ts";
import { plainText } from "../page/plain-text.ts";
import { linkedNodes, texts } from "../page/structured-data.ts";
import { isSocialHost } from "../words/company-domain.ts";
import { likeness } from "./name-likeness.ts";
import { isForeign, isHome, isOrganisation, type SiteIdentity, urlPlace } from "./site-owner.ts";

const HEAD = 100_000;
/** Pictures of other parties in the same places. */
const NOT_OWN_LOGO = /partner|client|customer|sponsor|payment|footer|award|badge|certif|member|trust|google|facebook/i;

/** From structured data, else the picture called a logo at the top of the page, else its icon. */
export function logoOf({ document, facts, url }: SitePage, organisations: Record<string, unknown>[], names: string[]) {
  const said = organisations.flatMap((node) => pictureOf(node.logo, facts.jsonLd));
  const [pictures, touchIcons, icons]: [string[], string[], string[]] = [[], [], []];
  let isHomeLink = false;
  for (const piece of document.tags) {
    if (piece.kind === "open" && piece.at > HEAD) break;
    if (piece.kind !== "text" && piece.name === "a")
      isHomeLink = piece.kind === "open" && isHome(URL.parse(piece.attributes.href ?? "\0", url), url);
    if (piece.kind !== "open") continue;
    const { rel = "", href = "", src = "" } = piece.attributes;
    if (piece.name === "link" && /\bicon\b/i.test(rel)) (/apple/i.test(rel) ? touchIcons : icons).push(href);
    if (piece.name === "img" && isOwnLogo(piece.attributes, isHomeLink, names)) pictures.push(src);
  }
  for (const text of [said, pictures, touchIcons, icons].flatMap((some) => some.slice(0, 1))) {
    const logo = URL.parse(decodeEntities(text), facts.base);
    const isPicture = logo && /^https?:$/.test(logo.protocol) && logo.pathname.length > 1 && logo.href !== url.href;
    if (isPicture && !isLocalName(plainHost(logo))) return logo.href;
  }
  return null;
}

/** A picture called a logo that leads home, whose file is called "logo", or whose file or text has the site's name. */
function isOwnLogo({ src = "", alt = "", class: classes, id }: Attributes, isHomeLink: boolean, names: string[]) {
  const words = [src, classes, id, alt].join(" ");
  if (!src || !/logo/i.test(words) || NOT_OWN_LOGO.test(words)) return false;
  const file = src.split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  const parts = [alt, file.replace(/\.\w+$/, ""), ...file.split(/[^\p{L}]+/u)].map((part) => part.replace(/logo/i, ""));
  const isNamed = parts.some((part) => part.length > 2 && likeness(part, names) !== "other");
  return isHomeLink || isNamed || /^logo(?!\p{L})/iu.test(file);
}

/** The address of a picture: itself, of its object, or of the object that a reference names. */
function pictureOf(value: unknown, blocks: unknown[]): string[] {
  return [value].flat().flatMap((item) => {
    if (typeof item === "string") return [item];
    const given = record(item);
    const id = string(given["@id"]);
    const isReference = id !== null && !given.url && !given.contentUrl;
    const whole = isReference
      ? (linkedNodes(blocks).find(({ node }) => node["@id"] === id && (node.url || node.contentUrl))?.node ?? {})
      : given;
    return string(whole.url) ?? string(whole.contentUrl) ?? [];
  });
}

/** Company details on a home page, beside the name. URLs are absolute; missing values are empty or null. */
export type SiteProfile = ReturnType<typeof readSiteProfile>;

const NETWORKS: [name: string, hosts: RegExp, profile: RegExp][] = [
  ["x", /^(www\.|mobile\.)?(twitter|x)\.com$/, /^\/(?!share|intent|home|hashtag|search|i\/|login)@?\w{1,30}\/?$/i],
  [
    "github",
    /^(www\.)?github\.com$/,
    /^\/(?!features|about|topics|login|orgs\/?$)[\w-]{1,39}\/?$|^\/orgs\/[\w-]+\/?$/i,
  ],
  ["youtube", /^(www\.|m\.)?youtube\.com$/, /^\/(@[^/]+|channel\/[^/]+|c\/[^/]+|user\/[^/]+)\/?/i],
  ["instagram", /^(www\.)?instagram\.com$/, /^\/(?!p\/|reel|explore|accounts)[\w.]{1,30}\/?$/i],
  [
    "facebook",
    /^(www\.|m\.|[a-z]{2}-[a-z]{2}\.)?(facebook|fb)\.com$/,
    /^\/(?!sharer|share|dialog|plugins|login|policies|policy|help|tr\b|events\/)(?:[^/]+(\/[^/]+)?|(?:pages|people)\/[^/]+\/\d+)\/?$/i,
  ],
  ["tiktok", /^(www\.)?tiktok\.com$/, /^\/@[\w.]+\/?$/i],
  ["bluesky", /^bsky\.app$/, /^\/profile\/[^/]+\/?$/i],
  ["threads", /^(www\.)?threads\.(net|com)$/, /^\/@[\w.]+\/?$/i],
  ["pinterest", /^(www\.|[a-z]{2}\.)?pinterest\.(com|de|fr|co\.uk)$/, /^\/(?!pin\/)[\w-]+\/?$/i],
  ["xing", /^(www\.)?xing\.com$/, /^\/(companies|pages)\/[^/]+\/?$/i],
  ["medium", /^(www\.)?medium\.com$/, /^\/@?[\w.-]+\/?$/i],
  ["crunchbase", /^(www\.)?crunchbase\.com$/, /^\/organization\/[\w-]+\/?$/i],
  ["discord", /^(www\.)?discord\.(gg|com)$/, /^\/(invite\/)?[\w-]+\/?$/i],
  ["telegram", /^(t|telegram)\.me$/, /^\/[\w]{4,}\/?$/i],
  ["vimeo", /^(www\.)?vimeo\.com$/, /^\/[\w]+\/?$/i],
];
const MAX_FEEDS = 5;

/** Reads one home page. `site` says whose it is; no firm was founded after `now`. */
export function readSiteProfile(page: SitePage, site: SiteIdentity, now: number) {
  const { facts } = page;
  const organisations = linkedNodes(facts.jsonLd)
    .filter(({ node, path }) => !isForeign(path) && urlPlace(node, facts, site.domains) !== "elsewhere")
    .map(({ node }) => node)
    .filter(isOrganisation);
  const contacts = organisations.flatMap((node) => [node.contactPoint].flat().map(record));
  const said = (field: string, nodes = organisations) => nodes.flatMap((node) => texts(node[field]))[0] ?? null;
  const feeds = readResources(page.document).feeds.filter(({ url }) => !/comments/i.test(url.pathname));
  const founded = Number(/^\s*(\d{4})\b/.exec(said("foundingDate") ?? "")?.[1]);
  return {
    /** The company's profiles by network, e.g. `x`, `github`; one each, the company's own. */
    socials: socialsOf(page, site, organisations),
    ...phoneOf(page, said("telephone") ?? said("phone") ?? said("telephone", contacts)),
    logo: logoOf(page, organisations, site.names),
    foundedYear: founded > 1000 && founded <= new Date(now).getUTCFullYear() ? founded : null,
    feeds: [...new Set(feeds.map(({ url }) => url.href))].slice(0, MAX_FEEDS),
    careersPage: matchingPages(page, facts.anchors, ["careers pages"], 1)[0] ?? null,
    headCount: headCountOf(organisations),
    address: organisations.flatMap((node) => [node.address].flat()).reduce(officeAddress, null),
  };
}

/** The first address with a street or a postal code, in one line. A place alone is no address: it is the record's city. */
function officeAddress(known: string | null, given: unknown): string | null {
  if (known) return known;
  const { streetAddress, postalCode, addressLocality, addressCountry } = record(given);
  const street = plainText(string(streetAddress) ?? "", 100);
  const rest = [postalCode, addressLocality, record(addressCountry).name ?? addressCountry];
  const parts = [street, ...rest].flatMap((part) => plainText(string(part) ?? "", 100) || []);
  const line = street || postalCode ? parts.join(", ") : plainText(string(given) ?? "", 200);
  return isPlaceholderAddress(line) || !(street || /\d/.test(line)) ? null : line;
}

/** One profile per network: from structured data, else the only one linked, else the one with the site's name. */
function socialsOf({ facts }: SitePage, site: SiteIdentity, organisations: Record<string, unknown>[]) {
  const said = organisations.flatMap((node) => texts(node.sameAs).flatMap((text) => URL.parse(text, facts.base) ?? []));
  const linked = facts.anchors.filter(({ inArticle, same }) => !inArticle || same === "me");
  const found = [
    ...said.flatMap((url) => profileAt(url, true, site)),
    ...linked.flatMap(({ url, same }) => profileAt(url, same === "me", site)),
  ];
  const networks = [...Map.groupBy(found, ({ network }) => network)];
  // Structured data whose profiles lose to ones with the site's name is a template's.
  const isTemplate = networks.some(
    ([, all]) => all.some(({ belief }) => belief === 1) && all.some(({ belief }) => belief > 1),
  );
  return Object.fromEntries(
    networks.flatMap(([network, all]) => {
      const best = all.reduce((a, b) => (b.belief > a.belief ? b : a));
      const isOnly = new Set(all.map(({ url }) => url.toLowerCase())).size === 1;
      const isOwn = best.belief > 1 || (best.belief === 1 ? !isTemplate : isOnly);
      return isOwn ? [[network, best.url] as const] : [];
    }),
  );
}

/** The profile at an address. `belief`: 2 for the name of the site, 1 for structured data, which may be a template's. */
function profileAt(url: URL, isSure: boolean, { names }: SiteIdentity) {
  const host = plainHost(url);
  const network = NETWORKS.find(([, hosts, profile]) => hosts.test(host) && profile.test(url.pathname))?.[0];
  if (!network || (!isSocialHost(host) && !["github", "medium", "crunchbase", "vimeo"].includes(network))) return [];
  // Profiles without a name of their own stand in the query.
  const id = network === "facebook" && /^\/profile\.php/.test(url.pathname) ? url.searchParams.get("id") : "";
  const isNamed = url.pathname.split("/").some((part) => part && likeness(part.replace(/^@/, ""), names) !== "other");
  const belief = Number(isSure) + 2 * Number(isNamed);
  // Those of Telegram are of people as often as of firms.
  if (id === null || (network === "telegram" && belief === 0)) return [];
  const shown = host.replace(/^(?:m|mobile|[a-z]{2}-[a-z]{2})\./, "www.");
  const address = `https://${shown}${url.pathname.replace(/\/$/, "")}${id && `?id=${encodeURIComponent(id)}`}`;
  return [{ network, url: address, belief }];
}

/** `isOnlyPhone`: the page links one number only, or its structured data has it. */
function phoneOf({ facts, document }: SitePage, said: string | null): { phone: string | null; isOnlyPhone: boolean } {
  const linked = facts.anchors.filter(({ url, inArticle }) => url.protocol === "tel:" && !inArticle);
  const text = said ?? linked[0]?.url.pathname.replaceAll("%20", " ") ?? statedPhone(legalLines(document)) ?? "";
  const phone = plainText(firstPhone(text), 40)
    .replace(/[^\d+()\s./-]/g, "")
    .trim();
  const others = new Set(linked.map(({ url }) => url.pathname.replace(/%20|\D/g, "").slice(-8)));
  return { phone: isPhone(phone) ? phone : null, isOnlyPhone: said !== null || others.size <= 1 };
}

function headCountOf(organisations: Record<string, unknown>[]): { min: number; max: number } | null {
  for (const { numberOfEmployees: given } of organisations) {
    const value = record(given);
    const [, from, to] = /^\s*(\d{1,6})\s{0,2}[-–]\s{0,2}(\d{1,6})\s*$/.exec(string(value.value ?? given) ?? "") ?? [];
    if (from && to && Number(from) <= Number(to)) return { min: Number(from), max: Number(to) };
    const ends = [value.minValue ?? value.value ?? given, value.maxValue ?? value.value ?? given].map(Number);
    const [min = 0, max = 0] = ends.filter(Number.isInteger);
    if (min > 0 && max >= min) return { min, max };
  }
  return null;
}
