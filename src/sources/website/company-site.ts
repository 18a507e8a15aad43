import { plainHost } from "../../lib/hosts.ts";
import { record, string } from "../../lib/loose-json.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { companyLinks, pickCompanyLink } from "../../readers/company/company-links.ts";
import { ownNames } from "../../readers/company/name-likeness.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { businessOf, ownOrganisation, siteName, siteOf, withoutSlogan } from "../../readers/company/site-owner.ts";
import { statedYear } from "../../readers/contacts/site-contacts.ts";
import { legalLines } from "../../readers/legal/legal-text.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { texts } from "../../readers/page/structured-data.ts";
import { quote, useOf } from "../../readers/page/usage-signals.ts";
import { networkUrl } from "../../readers/words/network-links.ts";
import { patternOf } from "../../readers/words/sections.ts";
import type { Finding } from "../facts/finding.ts";
import { leftFor, openOwnHome } from "./site-pages.ts";

const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;
/** What templates leave in a description. */
const LEFTOVER = patternOf("LEFTOVER_DESCRIPTION");

/** Company facts from the home page: JSON-LD, metadata, and the link to the network. */
export async function companyOnOwnSite(context: SourceContext, domain: string): Promise<Finding<CompanyFacts>> {
  const ttlMs = (look: Finding<CompanyFacts>) => {
    if (look.status === "found") return 7 * DAY_MS;
    // The next caller may pay.
    return look.status === "not_found" && look.reason !== "payment_required" ? DAY_MS : 0;
  };
  const look = await cached(context, "company_facts", domain, ttlMs, () => lookAtHome(context, domain));
  if (look.data.status !== "found") return look.data;
  return { ...look.data, observedAt: look.observedAt, cached: look.cached };
}

async function lookAtHome(context: SourceContext, domain: string): Promise<Finding<CompanyFacts>> {
  const home = await openOwnHome(outboundFor(context), domain);
  if (home.status !== "ok") return home;

  const { facts, isStructured } = factsOnHome(home, domain, context.config.NETWORK_HOSTS);
  if (!facts.name) return { status: "not_found", reason: "home_page_names_no_company" };
  return {
    status: "found",
    data: facts,
    evidence: [{ url: home.url.href, kind: isStructured ? "json_ld" : "meta" }],
    confidence: (isStructured ? 0.9 : 0.7) * (leftFor(domain, home) ? 0.9 : 1),
    observedAt: Date.now(),
    cached: false,
  };
}

/** The facts on the home page of `domain`. `isStructured`: an organisation in JSON-LD states them. Pure. */
export function factsOnHome(home: SitePage, domain: string, networkHosts: string[]) {
  const { url, page } = home;
  const site = siteOf(domain, home.facts, url, networkHosts);
  const { link } = pickCompanyLink(companyLinks(home.facts, site), site.names) ?? {};
  const hostNames = ownNames([...new Set([domain, plainHost(url)])], []);
  const own = ownOrganisation(home.facts, site.domains, hostNames);
  const node = own ?? {};
  const lines = legalLines(home.document);
  const name = withoutSlogan(texts(node.name)[0] ?? "", hostNames) ?? siteName(home, hostNames);
  const address = record([node.address].flat()[0]);
  const shown = LEFTOVER().test(home.facts.description) ? "" : home.facts.description;
  const said = first([node.description, shown], MAX_DESCRIPTION_LENGTH);
  const use = useOf(page);
  const description = quote(said, use);
  const { saidBy } = use.mayQuote;
  const thisYear = new Date().getUTCFullYear();
  const founded = Number(/^\s*(\d{4})\b/.exec(String(node.foundingDate ?? ""))?.[1]);
  const facts: CompanyFacts = {
    name,
    networkUrl: link ? networkUrl(link) : null,
    website: `${url.origin}/`,
    industry: first([node.industry, businessOf(node)], MAX_NAME_LENGTH),
    // The profile of the page has the number itself.
    sizeBand: null,
    country: first([address.addressCountry, record(address.addressCountry).name], MAX_NAME_LENGTH),
    city: first([address.addressLocality], MAX_NAME_LENGTH),
    foundedYear: founded >= 1000 && founded <= thisYear ? founded : statedYear(lines, name, thisYear),
    description,
    ...(saidBy && description !== said && { withheld: { field: "description" as const, url: url.href, ...saidBy } }),
  };
  return { facts, isStructured: own !== null };
}

function first(values: unknown[], maxLength: number): string | null {
  const texts = values.flat().map((value) => plainText(string(value) ?? "", maxLength));
  return texts.find(Boolean) ?? null;
}
