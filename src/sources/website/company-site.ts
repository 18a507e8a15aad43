import { plainHost } from "../../lib/hosts.ts";
import { record, string } from "../../lib/loose-json.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { registrableDomain } from "../../text/company-domain.ts";
import { networkUrl } from "../../text/network-links.ts";
import { plainText } from "../../text/plain-text.ts";
import { sizeBand } from "../../text/size-band.ts";
import type { CompanyFacts } from "../facts/company-facts.ts";
import type { Finding } from "../facts/finding.ts";
import { companyLinks } from "./company-links.ts";
import { linkedNodes, texts } from "./json-ld.ts";
import { pickCompanyLink } from "./pick-company-link.ts";
import { siteOf } from "./site-owner.ts";
import { homeFailure, leftFor, openHome, type SitePage, strangerReason } from "./site-pages.ts";

const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;
const ORGANISATION = /(^|\/)(\w*Organization|Corporation|\w*Business|Company|Brand|\w*Agency|\w*Store)$/;

/** Company facts from the home page: JSON-LD, metadata, and the link to the network. */
export async function companyOnOwnSite(context: SourceContext, domain: string): Promise<Finding<CompanyFacts>> {
  const ttlMs = ({ status }: Finding<CompanyFacts>) =>
    status === "found" ? 7 * DAY_MS : status === "not_found" ? DAY_MS : 0;
  const look = await cached(context, "company_facts", domain, ttlMs, () => lookAtHome(context, domain));
  if (look.data.status !== "found") return look.data;
  return { ...look.data, observedAt: look.observedAt, cached: look.cached };
}

async function lookAtHome(context: SourceContext, domain: string): Promise<Finding<CompanyFacts>> {
  const home = await openHome(outboundFor(context), domain);
  if (home.status !== "ok") return homeFailure(domain, home);
  const stranger = strangerReason(home);
  if (stranger) return { status: "not_found", reason: stranger };

  const site = siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS);
  const { link } = pickCompanyLink(companyLinks(home.facts, site), site.names) ?? {};
  const node = ownOrganisation(home, site.domains);
  const facts = { ...factsOf(node, home), networkUrl: link ? networkUrl(link) : null };
  if (!facts.name) return { status: "not_found", reason: "home_page_names_no_company" };
  return {
    status: "found",
    data: facts,
    evidence: [{ url: home.url.href, kind: node ? "json_ld" : "meta" }],
    confidence: (node ? 0.9 : 0.7) * (leftFor(domain, home) ? 0.9 : 1),
    observedAt: Date.now(),
    cached: false,
  };
}

/** The organisation that owns the site: it says so in JSON-LD, or it is the only one and does not contradict it. */
function ownOrganisation(home: SitePage, domains: string[]): Record<string, unknown> | null {
  const organisations = linkedNodes(home.facts.jsonLd)
    .filter(({ node, path }) => path.length === 0 && texts(node["@type"]).some((type) => ORGANISATION.test(type)))
    .map(({ node }) => node);
  const isAtHome = (node: Record<string, unknown>) =>
    texts(node.url).some((text) => {
      const url = URL.parse(text, home.facts.base);
      return url !== null && domains.includes(registrableDomain(plainHost(url)));
    });
  const [only, ...more] = organisations;
  return organisations.find(isAtHome) ?? (only && more.length === 0 && texts(only.url).length === 0 ? only : null);
}

function factsOf(given: Record<string, unknown> | null, { facts, url }: SitePage): Omit<CompanyFacts, "networkUrl"> {
  const node = given ?? {};
  const address = record([node.address].flat()[0]);
  const people = record(node.numberOfEmployees);
  const size = node.numberOfEmployees ?? null;
  return {
    name: first([node.name, ...facts.siteNames.filter((name) => !name.startsWith("@"))], MAX_NAME_LENGTH),
    website: `${url.origin}/`,
    industry: first([node.industry], MAX_NAME_LENGTH),
    sizeBand: sizeBand(String(people.value ?? people.minValue ?? size ?? "")),
    country: first([address.addressCountry, record(address.addressCountry).name], MAX_NAME_LENGTH),
    city: first([address.addressLocality], MAX_NAME_LENGTH),
    foundedYear: yearOf(node.foundingDate),
    description: first([node.description, facts.description], MAX_DESCRIPTION_LENGTH),
  };
}

function first(values: unknown[], maxLength: number): string | null {
  for (const value of values.flat()) {
    const text = plainText(string(value) ?? "", maxLength);
    if (text) return text;
  }
  return null;
}

function yearOf(date: unknown): number | null {
  const year = Number(/^\s*(\d{4})\b/.exec(String(date ?? ""))?.[1]);
  return year >= 1000 && year <= new Date().getUTCFullYear() ? year : null;
}
