import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import {
  type Claims,
  type CompanyFacts,
  type CompanyRecord,
  claimer,
  claimNumber,
  type RecordField,
} from "../../readers/company/record-fields.ts";
import { siteOf } from "../../readers/company/site-owner.ts";
import { readSiteProfile, type SiteProfile } from "../../readers/company/site-profile.ts";
import { bandOf } from "../../readers/company/size-band.ts";
import { useOf } from "../../readers/page/usage-signals.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { directoryCompany } from "../directory/directory.ts";
import type { Found } from "../facts/finding.ts";
import { legalNumberId } from "../registers/register.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { companyOnOwnSite } from "../website/company-site.ts";
import { openHome, strangerReason } from "../website/site-pages.ts";
import type { EntityLook } from "./choose-entity.ts";

/** A record in the making: what sources claim about the fields that are wanted. */
export type Draft = { record: CompanyRecord; claims: Claims; wanted: ReadonlySet<RecordField> };

/** What needs only the domain: the home page's facts and the directory's. */
export function beginSite(context: SourceContext, domain: string) {
  return Promise.all([companyOnOwnSite(context, domain), directoryCompany(context, domain)]);
}

/** Adds what is known by the domain. The vendor is asked only about wanted fields that are still missing. */
export async function addSite(
  context: SourceContext,
  domain: string,
  { record, claims, wanted }: Draft,
  begun: ReturnType<typeof beginSite>,
  look: EntityLook | null,
): Promise<void> {
  const [site, directory] = await begun;
  if (site.status === "found") addFacts("own_site", site, claims);
  if (site.status === "found" && site.data.withheld) {
    record.withheld.push(site.data.withheld);
    record.missing.description = "withheld_by_site";
  }
  if (site.status === "not_found") {
    record.reason ??= site.reason;
    record.crawlPriceUsd = site.crawlPriceUsd ?? null;
  }
  if (directory.status === "found") addFacts("directory", directory, claims);
  if (directory.status === "found" && directory.demo) record.demo = true;
  // A page without the company's name may still have its logo, profiles and phone.
  const isUnread = record.reason !== null && record.reason !== "home_page_names_no_company";
  const home = isUnread ? null : await openHome(outboundFor(context), domain);
  if (home?.status === "ok" && !strangerReason(domain, home)) {
    record.mayIndex = useOf(home.page).mayIndex.value;
    const own = siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS);
    const networkUrl = site.status === "found" ? site.data.networkUrl : null;
    addProfile(readSiteProfile(home, own, Date.now()), home.url.href, networkUrl, claims);
  }
  if (look) addPages(look, record, claims);
  const gaps: RecordField[] = ["industry", "head_count", "city", "country"];
  if (gaps.some((field) => wanted.has(field) && !claims[field])) {
    const vendor = await pdlCompany(context, domain);
    if (vendor.status === "found") addFacts("pdl", vendor, claims);
  }
}

function addFacts(source: string, { data: facts, ...proof }: Found<CompanyFacts>, claims: Claims): void {
  const { evidence, observedAt, confidence } = proof;
  const claim = claimer(claims, { source, evidence, observedAt, confidence });
  claim("name", facts.name);
  claim("website", facts.website);
  claim("industry", facts.industry && { scheme: null, code: null, label: facts.industry, level: "text" });
  claim("country", countryCode(facts.country));
  claim("city", facts.city);
  claim("business_since", facts.foundedYear && String(facts.foundedYear));
  claim("description", facts.description);
  if (facts.networkUrl && source !== "own_site") claim("socials", { linkedin: facts.networkUrl });
  const [min, max] = (facts.sizeBand ?? "").split("-").map((end) => Number.parseInt(end, 10));
  if (min) claim("head_count", headCountOf(min, max ?? (facts.sizeBand?.endsWith("+") ? null : min), facts.sizeBand));
}

function headCountOf(min: number, max: number | null, band: string | null) {
  return { state: min === max ? "value" : "band", min, max, as_of: null, band, of: "company" };
}

function addProfile(profile: SiteProfile, url: string, networkUrl: string | null, claims: Claims): void {
  const evidence = [{ url, kind: "home_page" }];
  const claim = claimer(claims, { source: "own_site", evidence, observedAt: Date.now(), confidence: 0.9 });
  claim("socials", { ...(networkUrl && { linkedin: networkUrl }), ...profile.socials });
  claim("phone", profile.phone, { confidence: profile.isOnlyPhone ? 0.9 : 0.7 });
  claim("logo", profile.logo);
  // Of several nodes about the company, not the richest one may say it.
  if (!claims.business_since) claim("business_since", profile.foundedYear && String(profile.foundedYear));
  claim("office_address", profile.address);
  const { min = 0, max = null } = profile.headCount ?? {};
  if (min > 0) claim("head_count", headCountOf(min, max, bandOf(min, max)));
  claim("feeds", profile.feeds);
  claim("careers_page", profile.careersPage);
}

/** Less than of structured data, which says what it is about. */
const CONFIDENCE = 0.8;
const OTHER_SOURCES = new Set(["directory", "pdl"]);

/** Fills gaps: numbers beside no legal name, country, address and phone. */
function addPages({ candidates, country, numbers, contacts }: EntityLook, record: CompanyRecord, claims: Claims): void {
  const shared = { observedAt: record.observedAt, confidence: CONFIDENCE };
  const claim = (field: RecordField, value: unknown, url: string, kind: string, source = "own_site") => {
    const isKnown = claims[field]?.some((other) => other.confidence >= CONFIDENCE && !OTHER_SOURCES.has(other.source));
    if (!isKnown) claimer(claims, { ...shared, source, evidence: [{ url, kind }] })(field, value);
  };
  // A record that the site does not prove is another firm's.
  for (const { number, url, kind } of candidates.some(({ record: known }) => known) ? [] : numbers) {
    claimNumber((field, value) => claim(field, value, url, kind, "own_legal_page"), number);
    record.id ??= legalNumberId(number);
  }
  const { address, place, phone } = contacts;
  claim("country", country, `https://${record.domain}/`, "home_page");
  if (address) claim("office_address", address.text, address.url, "contact");
  if (place) claim("city", place.city, place.url, "contact");
  if (phone) claim("phone", phone.text, phone.url, "contact");
}
