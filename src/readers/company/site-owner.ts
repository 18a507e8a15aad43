import { plainHost } from "../../lib/hosts.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { linkedNodes, texts } from "../page/structured-data.ts";
import { registrableDomain } from "../words/company-domain.ts";
import { wordsOf } from "../words/sections.ts";
import { ownNames } from "./name-likeness.ts";

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

/** True for an address on one of the owner's domains. */
export function isOnSite(url: URL, { domains }: Pick<SiteIdentity, "domains">): boolean {
  return domains.includes(registrableDomain(plainHost(url)));
}

/** Where the URL of an organisation points: to the root of this site, to a page within it (perhaps a profile), or elsewhere. */
export function urlPlace(
  node: Record<string, unknown>,
  facts: PageFacts,
  domains: string[],
): "own" | "within" | "elsewhere" | "none" {
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

export function isOf(node: Record<string, unknown>, types: RegExp): boolean {
  return texts(node["@type"]).some((type) => types.test(type));
}
