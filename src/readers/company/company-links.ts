import { plainHost } from "../../lib/hosts.ts";
import { words } from "../../lib/words.ts";
import { decodeEntities } from "../page/html-text.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { isOf, type LinkedNode, linkedNodes, texts } from "../page/structured-data.ts";
import { isSocialHost } from "../words/company-domain.ts";
import { type NetworkLink, networkLink, networkUrl } from "../words/network-links.ts";
import { patternOf } from "../words/sections.ts";
import { foldName, likeness } from "./name-likeness.ts";
import { isForeign, OWNERS, type SiteIdentity, urlPlace } from "./site-owner.ts";

type LinkEvidence = "json_ld" | "rel_me" | "frame_link" | "page_link" | "script_data" | "text_link";

/** One occurrence of a company page on a page. `belief` (0–1) is its confidence without other evidence. */
type FoundLink = { link: NetworkLink; kind: LinkEvidence; belief: number };

const NEIGHBOURS = 6;
const MAX_IN_SCRIPT = 200;

/** Links to company pages that may belong to the site's owner, without links to other companies and template leftovers. */
export function companyLinks(facts: PageFacts, site: SiteIdentity): FoundLink[] {
  const found = [...inJsonLd(facts, site), ...inAnchors(facts, site), ...inScripts(facts, site)];
  return found.filter(({ link }) => !isLeftover(link, site));
}

function inJsonLd(facts: PageFacts, site: SiteIdentity): FoundLink[] {
  const nodes = linkedNodes(facts.jsonLd).filter(({ node }) => !isOf(node, /Person$/));
  return nodes.flatMap((linked) =>
    texts(linked.node.sameAs).flatMap((href): FoundLink[] => {
      const link = networkLink(decodeEntities(href), facts.base, site.networkHosts);
      const belief = link ? beliefInNode(linked, link.slug, facts, site) : 0;
      return link && belief > 0 ? [{ link, kind: "json_ld", belief }] : [];
    }),
  );
}

function beliefInNode({ node, path }: LinkedNode, slug: string, facts: PageFacts, site: SiteIdentity): number {
  const where = urlPlace(node, facts, site.domains);
  if (where === "own") return 0.97;
  if (isForeign(path)) return 0;
  const isAlike = [slug, ...texts(node.name)].some((name) => likeness(name, site.names) !== "other");
  if (isAlike) return where === "none" ? 0.92 : 0.85;
  if (where !== "none") return 0;
  if (path.some((key) => OWNERS.has(key))) return 0.85;
  return path.length === 0 ? 0.75 : 0;
}

function inAnchors(facts: PageFacts, site: SiteIdentity): FoundLink[] {
  const { anchors } = facts;
  const links = anchors.map(({ url }) => networkLink(url.href, facts.base, site.networkHosts));
  const social = anchors.map(({ url }, index) => !links[index] && isSocialProfile(url));
  const ownSocial = anchors.map(({ url }, index) => social[index] && namesOwner(url, site));
  const isAlone = new Set(links.flatMap((link) => link?.slug.toLowerCase() ?? [])).size === 1;
  return anchors.flatMap((anchor, index): FoundLink[] => {
    const link = links[index];
    if (!link) return [];
    const near = (marks: (boolean | undefined)[]) =>
      marks.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1).filter(Boolean).length;
    const as = (kind: LinkEvidence, belief: number) => [{ link, kind, belief }];
    const like = likeness(link.slug, site.names);
    const isButton = looksLikeButton(anchor.label, site);
    const isFramed = anchor.inFrame && !anchor.inArticle;
    if (anchor.same === "me") return as("rel_me", 0.92);
    if (isButton && (isFramed || near(ownSocial) > 0)) return as("frame_link", 0.92);
    if (isButton && like !== "other") return as("page_link", 0.85);
    // A link whose text is a name counts only when it is the site's own name; otherwise it is a mention.
    if (like === "same" || (like === "alike" && isFramed)) return as("text_link", 0.75);
    return isButton && isAlone && !anchor.inArticle && near(social) >= 2 ? as("page_link", 0.75) : [];
  });
}

function looksLikeButton(label: string, site: SiteIdentity): boolean {
  const brands = site.networkHosts.map((host) => host.split(".")[0]).join("|");
  const call = new RegExp(`\\b(${brands}|follow|connect|join|social)`, "i");
  const isCall = label.length <= 2 || call.test(label.replace(/linked[\s-]in/i, "linkedin"));
  return isCall || likeness(label, site.names) !== "other";
}

function isSocialProfile(url: URL): boolean {
  return (
    isSocialHost(plainHost(url)) &&
    url.pathname.length > 1 &&
    !/\/(share|sharer|intent|dialog|pin\/create|submit)\b/i.test(url.pathname)
  );
}

function namesOwner(url: URL, site: SiteIdentity): boolean {
  return url.pathname.split("/").some((segment) => segment.length > 2 && likeness(segment, site.names) !== "other");
}

/** Links with the site's name in the state embedded for scripts, which also holds articles and other companies. */
function inScripts(facts: PageFacts, site: SiteIdentity): FoundLink[] {
  const hosts = site.networkHosts.map((host) => host.replace(/\./g, "\\.")).join("|");
  const pattern = new RegExp(`(?:https?:)?//(?:[\\w-]+\\.)*(?:${hosts})/[^\\s"'<>\\\\)]+`, "gi");
  return facts.scripts.flatMap((script) => {
    const text = script.replace(/\\u002f/gi, "/").replace(/(?<!\\)\\+\//g, "/");
    return [...text.matchAll(pattern).take(MAX_IN_SCRIPT)].flatMap((match): FoundLink[] => {
      const link = networkLink(decodeEntities(match[0]), facts.base, site.networkHosts);
      const isOwn = link && likeness(link.slug, site.names) !== "other";
      return isOwn ? [{ link, kind: "script_data", belief: 0.8 }] : [];
    });
  });
}

const PLACEHOLDER = patternOf("PLACEHOLDER_SLUG", "i");
const MAKERS = new Set(
  words(`wix wixcom squarespace shopify wordpress wordpresscom automattic webflow webflowinc elementor elemntor godaddy weebly envato themeforest
  hubspot framer duda jimdo strikingly templatemonster colorlib ghost bigcommerce prestashop drupal joomla ionos tilda`),
);

const MAX_SLUG_LENGTH = 100;

function isLeftover({ slug }: NetworkLink, site: SiteIdentity): boolean {
  const folded = foldName(slug);
  const like = likeness(slug, site.names);
  if (like === "same") return false;
  if (like === "other" && MAKERS.has(folded)) return true;
  return (
    PLACEHOLDER().test(slug.slice(0, MAX_SLUG_LENGTH)) ||
    site.networkHosts.some((host) => host.split(".")[0] === folded)
  );
}

const BONUS = { same: 0.2, alike: 0.15, other: 0 };
const MAX_ALTERNATIVES = 5;

/** The best link of a page, with a confidence of 0 to 1. A tie of strangers has no winner: `link` is then null. */
export function pickCompanyLink(found: FoundLink[], names: string[]) {
  const groups = Map.groupBy(found, ({ link }) => networkUrl(link).toLowerCase());
  const ranked = [...groups.values()]
    .map((group) => {
      const best = group.reduce((a, b) => (b.belief > a.belief ? b : a));
      const like = likeness(best.link.slug, names);
      // A showcase page is part of a company, so it is the last resort.
      const rank = best.belief + BONUS[like] - (best.link.kind === "showcase" ? 1 : 0);
      return { ...best, like, rank, count: group.length };
    })
    .sort((a, b) => b.rank - a.rank || b.count - a.count);
  const [winner, ...others] = ranked;
  if (!winner) return null;
  const urls = (some: typeof ranked) => some.slice(0, MAX_ALTERNATIVES).map(({ link }) => networkUrl(link));
  const rivals = others.filter(({ belief, link }) => belief >= winner.belief && link.kind !== "showcase");
  const outnumbers = rivals.every(({ count }) => winner.count > count);
  if (rivals.length > 0 && winner.like === "other" && !outnumbers)
    return { link: null, kind: null, confidence: 0, alternatives: urls(ranked) };
  const shared = winner.like === "other" ? 0.6 : 0.8;
  const confidence = rivals.length === 0 ? winner.belief : Math.min(winner.belief, shared);
  return { link: winner.link, kind: winner.kind, confidence, alternatives: urls(others) };
}
