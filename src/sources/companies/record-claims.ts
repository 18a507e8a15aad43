import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import type { Claims, CompanyFacts, Draft, FoundEntity, RecordField } from "../../readers/company/record-fields.ts";
import { claimer, claimNumber, shownNumber } from "../../readers/company/record-fields.ts";
import { siteOf } from "../../readers/company/site-owner.ts";
import { readSiteProfile, type SiteProfile } from "../../readers/company/site-profile.ts";
import { bandOf } from "../../readers/company/size-band.ts";
import type { HeadCount, RegisterRecord } from "../../readers/legal/register-record.ts";
import { foldedName, parseName } from "../../readers/names/person-name.ts";
import { useOf } from "../../readers/page/usage-signals.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { directoryCompany } from "../directory/directory.ts";
import type { Found } from "../facts/finding.ts";
import { band, legalNumberId, nationalNumber } from "../registers/register.ts";
import { Inquiry, registerNamed } from "../registers/registers.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { companyOnOwnSite } from "../website/company-site.ts";
import { openHome, strangerReason } from "../website/site-pages.ts";
import type { EntityLook } from "./choose-entity.ts";
import { domainOf } from "./match-entity.ts";

/** What the entity's register claims. GLEIF and officers are asked only when `wanted` has their fields. */
export async function registerClaims(context: SourceContext, entity: FoundEntity, { record, wanted }: Draft) {
  const claims: Claims = {};
  const opening = wanted.has("lei") || wanted.has("parents") ? leiOf(context, entity.record) : null;
  // By its number, because lists of hits lack head counts, former names and more.
  const inquiry = new Inquiry(context);
  const register = registerNamed(entity.record.register);
  const whole = register && (await inquiry.byNumber(register, entity.record.number));
  const { record: found, observedAt } = whole ? { record: whole, observedAt: inquiry.observedAt } : entity;
  record.id = found.id;
  record.registers.push(found.register);
  const evidence = [{ url: found.url, kind: found.register }];
  const claim = claimer(claims, { source: found.register, evidence, observedAt, confidence: entity.confidence });
  for (const field of ["form", "address", "country", "founded", "phone"] as const) claim(field, found[field]);
  claim("legal_name", found.name);
  claim("former_names", found.formerNames);
  claim("number", shownNumber(nationalNumber(found)));
  const vat = [found.number, ...found.otherNumbers].find(({ kind }) => kind === "vat");
  if (vat) claimNumber(claim, vat);
  claim("status", { state: found.status, since: found.statusSince });
  claim("city", found.address?.city ?? null);
  claim("industry", found.codes[0] ?? null);
  if (found.employees?.state === "unavailable") {
    record.missing.head_count = "unavailable";
    record.incomplete.push({ source: found.register, reason: "unavailable" });
  } else if (found.employees) claim("head_count", shownHeadCount(found.employees, "legal_unit"));
  else record.missing.head_count ??= "register_has_no_head_count";
  // Registers write addresses in any case, mostly without the scheme.
  const site = found.website && domainOf(found.website) && found.website.replace(/^https?:\/\//i, "");
  claim("website", site && URL.parse(`https://${site}`)?.href);
  if (opening) {
    const lei = await opening;
    if (lei) {
      record.registers.push("gleif");
      const proof = { source: "gleif", evidence: [{ url: lei.url, kind: "gleif" }] };
      claim("lei", lei.number.number, proof);
      if (lei.register !== found.register) claim("address", lei.address, proof);
      if (wanted.has("parents")) claim("parents", await parentsOf(context, lei, record), proof);
    } else record.missing.parents ??= "not_reported";
  }
  if (wanted.has("officers")) claim("officers", await officersOf(context, found, record));
  record.registers = [...new Set(record.registers)];
  return claims;
}

/** The LEI record of an entity of a national register; null when it has none or GLEIF could not be asked. */
async function leiOf(context: SourceContext, record: RegisterRecord): Promise<RegisterRecord | null> {
  if (record.register === "gleif") return record;
  const leis = await new Inquiry(context).leis(record.number);
  return leis?.length === 1 ? (leis[0] ?? null) : null;
}

/** The parents that an LEI reports; null with the reason in `record`. */
async function parentsOf(context: SourceContext, lei: RegisterRecord, record: Draft["record"]) {
  const parents = await new Inquiry(context).parents(lei.number.number);
  if (parents?.direct || parents?.ultimate) return parents;
  // A missing parent record does not mean that there is no parent.
  record.missing.parents = parents ? "not_reported" : "unavailable";
  if (!parents) record.incomplete.push({ source: "gleif", reason: "unavailable" });
  return null;
}

/** People in public roles whom the suppression list lets be shown; null with the reason in `record`. */
async function officersOf(context: SourceContext, found: RegisterRecord, record: Draft["record"]) {
  const register = registerNamed(found.register);
  // The suppression list finds people by their company's domain.
  if (!register?.listRoles || !record.domain) {
    record.missing.officers = register?.listRoles ? "domain_unknown" : "register_has_no_officers";
    return null;
  }
  const roles = await new Inquiry(context).roles(register, found.number);
  if (!roles) record.missing.officers = "unavailable";
  const people = (roles ?? []).map((role) => {
    const parsed = parseName(role.name);
    return { role, nameFolded: parsed ? foldedName(parsed) : role.name.toLowerCase(), profileUrl: null, email: null };
  });
  return (await withoutSuppressed(context, record.domain, people)).map(({ role }) => role);
}

/** Adds what the directory and the home page say. */
export async function addSite(context: SourceContext, domain: string, { record, claims }: Draft): Promise<void> {
  const [site, directory] = await Promise.all([companyOnOwnSite(context, domain), directoryCompany(context, domain)]);
  const facts = site.status === "found" ? site.data : null;
  if (site.status === "found") addFacts("own_site", site, claims);
  if (facts?.withheld) {
    record.withheld.push(facts.withheld);
    record.missing.description = "withheld_by_site";
  }
  if (site.status === "not_found") {
    record.reason ??= site.reason;
    record.crawlPriceUsd = site.crawlPriceUsd ?? null;
  }
  if (directory.status === "found") addFacts("directory", directory, claims);
  if (directory.status === "found" && directory.demo) record.demo = true;
  // A page without the company's name may still have its logo, profiles and phone.
  if (site.status === "not_found" && site.reason !== "home_page_names_no_company") return;
  const home = await openHome(outboundFor(context), domain);
  if (home.status !== "ok" || strangerReason(domain, home)) return;
  record.mayIndex = useOf(home.page).mayIndex.value;
  const own = siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS);
  addProfile(readSiteProfile(home, own, Date.now()), home.url.href, facts?.networkUrl ?? null, claims);
}

/** Fills gaps from the site's legal pages, then from the vendor, which costs the operator money. */
export async function fillGaps(context: SourceContext, domain: string, draft: Draft, look: EntityLook | null) {
  const { record, claims, wanted } = draft;
  if (look) addPages(look, record, claims);
  const gaps: RecordField[] = ["industry", "head_count", "city", "country"];
  if (!gaps.some((field) => wanted.has(field) && !claims[field])) return;
  const vendor = await pdlCompany(context, domain);
  if (vendor.status === "found") addFacts("pdl", vendor, claims);
}

function addFacts(source: string, found: Found<CompanyFacts>, claims: Claims): void {
  const { data: facts, evidence, observedAt, confidence } = found;
  const claim = claimer(claims, { source, evidence, observedAt, confidence });
  for (const field of ["name", "website", "city", "description"] as const) claim(field, facts[field]);
  claim("industry", facts.industry && { scheme: null, code: null, label: facts.industry, level: "text" });
  claim("country", countryCode(facts.country));
  claim("business_since", facts.foundedYear && String(facts.foundedYear));
  if (facts.networkUrl && source !== "own_site") claim("socials", { linkedin: facts.networkUrl });
  const { sizeBand } = facts;
  const [min = 0, max = min] = (sizeBand ?? "").split("-").map((end) => Number.parseInt(end, 10));
  if (min) claim("head_count", shownHeadCount(band(min, sizeBand?.endsWith("+") ? null : max, null), "company"));
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
  if (min > 0) claim("head_count", shownHeadCount(band(min, max, null), "company"));
  claim("feeds", profile.feeds);
  claim("careers_page", profile.careersPage);
}

/** Less than of structured data, which says what it is about. */
const CONFIDENCE = 0.8;
const OTHER_SOURCES = new Set(["directory", "pdl"]);

/** Numbers beside no legal name, country, address and phone. */
function addPages(
  { candidates, country, numbers, contacts }: EntityLook,
  record: Draft["record"],
  claims: Claims,
): void {
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

/** `of`: a register counts the legal unit, not its group. */
function shownHeadCount(count: Exclude<HeadCount, { state: "unavailable" }>, of: "legal_unit" | "company") {
  const { state, min, max, asOf } = { min: null, max: null, asOf: null, ...count };
  const common = state === "withheld" || min === null ? null : bandOf(min, max);
  return { state, min, max, as_of: asOf, band: common, of };
}
