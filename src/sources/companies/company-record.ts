/** A company field by field, each with its source and evidence. */
import { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { countryCode } from "../../text/companies/countries.ts";
import { legalNameKey, readLegalName } from "../../text/companies/legal-names.ts";
import { type LegalNumber, legalNumber } from "../../text/companies/legal-numbers.ts";
import { foldedName, parseName } from "../../text/names/person-name.ts";
import { bandOf } from "../../text/size-band.ts";
import { directoryCompany } from "../directory/directory.ts";
import type { CompanyFacts } from "../facts/company-facts.ts";
import { idOf } from "../registers/fields.ts";
import type { HeadCount, RegisterRecord, Role } from "../registers/register.ts";
import { findParents, listRoles, lookUpNumber, registerNamed } from "../registers/registers.ts";
import { pdlCompany } from "../vendors/pdl.ts";
import { companyOnOwnSite } from "../website/company-site.ts";
import { openHome, strangerReason } from "../website/site.ts";
import { siteOf } from "../website/site-owner.ts";
import { readSiteProfile, type SiteProfile } from "../website/site-profile.ts";
import { type Claim, type Field, mergeClaims } from "./field-claims.ts";
import { findEntity, leiOf, type SiteEntity } from "./find-entity.ts";
import { domainOf } from "./match-entity.ts";

export const RECORD_FIELDS = [
  "name",
  "legal_name",
  "former_names",
  "number",
  "vat_number",
  "lei",
  "status",
  "form",
  "address",
  "office_address",
  "country",
  "city",
  "industry",
  "head_count",
  "founded",
  "business_since",
  "parents",
  "officers",
  "website",
  "socials",
  "phone",
  "description",
  "logo",
  "feeds",
  "careers_page",
] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

export type CompanyRecord = {
  domain: string | null;
  id: string | null;
  fields: Partial<Record<RecordField, Field<unknown>>>;
  /** Why a wanted field has no value: a code of ours. */
  missing: Partial<Record<RecordField, string>>;
  isAmbiguous: boolean;
  candidates: { id: string; name: string; country: string | null; url: string; confidence: number }[];
  registers: string[];
  incomplete: { source: string; reason: string }[];
  reason: string | null;
  confidence: number;
  observedAt: number;
  cached: boolean;
  demo?: true;
};

type Evidence = { url: string; kind: string }[];
type Claims = Partial<Record<RecordField, Claim<unknown>[]>>;

/**
 * The record of the company at `domain`, or of the entity with an `id` that resolve_company gave. Officers are looked up
 * only when wanted, pass the suppression list and are not kept. Throws when no source could be asked.
 */
export async function companyRecord(
  given: SourceContext,
  asked: { domain: string } | { number: LegalNumber },
  wanted: ReadonlySet<RecordField>,
): Promise<CompanyRecord> {
  const context = { ...given, pages: given.pages ?? new Map() };
  const record: CompanyRecord = {
    domain: null,
    id: null,
    fields: {},
    missing: {},
    isAmbiguous: false,
    candidates: [],
    registers: [],
    incomplete: [],
    reason: null,
    confidence: 0,
    observedAt: Date.now(),
    cached: false,
  };
  const claims: Claims = {};
  const entity =
    "domain" in asked
      ? await byDomain(context, asked.domain, record, claims)
      : await byNumber(context, asked.number, record);
  if (record.domain) await addSite(context, record.domain, record, claims, wanted);
  if (entity) await addRegister(context, entity, record, claims, wanted);
  for (const field of wanted) {
    const merged = mergeClaims(claims[field] ?? [], normaliserOf(field));
    if (merged) record.fields[field] = merged;
    else
      record.missing[field] ??=
        record.isAmbiguous && REGISTERED.has(field) ? "several_entities_or_no_proof" : "not_found";
  }
  const found = Object.values(record.fields);
  record.confidence = found.length > 0 ? Math.max(...found.map(({ confidence }) => confidence)) : 0;
  if (found.length > 0) record.observedAt = Math.min(...found.map(({ observedAt }) => observedAt));
  return record;
}

/** Fields that only the legal entity has. */
const REGISTERED = new Set<RecordField>([
  "legal_name",
  "number",
  "vat_number",
  "lei",
  "status",
  "form",
  "address",
  "founded",
  "parents",
  "officers",
]);

type Entity = { record: RegisterRecord; confidence: number; observedAt: number };

async function byDomain(
  context: SourceContext,
  domain: string,
  record: CompanyRecord,
  claims: Claims,
): Promise<Entity | null> {
  record.domain = domain;
  const found = await findEntity(context, domain);
  if ("error" in found) {
    // The directory or a vendor may still know it.
    record.incomplete.push({ source: "own_site", reason: found.error.code });
    return null;
  }
  if ("reason" in found) {
    record.reason = found.reason;
    return null;
  }
  const { winner, onSite, matches, isAmbiguous, unavailable, notConfigured } = found.look;
  record.isAmbiguous = isAmbiguous;
  record.cached = found.cached;
  record.incomplete.push(...unavailable.map(({ register }) => ({ source: register, reason: "unavailable" })));
  record.incomplete.push(...notConfigured.map((variable) => ({ source: variable, reason: "not_configured" })));
  if (isAmbiguous) {
    record.candidates = matches.map(({ record: { id, name, country, url }, confidence }) => ({
      id,
      name,
      country,
      url,
      confidence,
    }));
  }
  if (onSite) addSiteEntity(onSite, found.observedAt, record, claims);
  return winner && { record: winner.record, confidence: winner.confidence, observedAt: found.observedAt };
}

async function byNumber(context: SourceContext, number: LegalNumber, record: CompanyRecord): Promise<Entity | null> {
  const answers = await lookUpNumber(context, number);
  const variables: string[] = [];
  for (const { register, answer } of answers) {
    if (answer.status === "found") {
      record.domain = domainOf(answer.data.website);
      record.cached = answer.cached;
      return { record: answer.data, confidence: 1, observedAt: answer.observedAt };
    }
    if (answer.status === "unavailable") {
      record.incomplete.push({ source: register, reason: "unavailable" });
      if (answers.length === 1) {
        const { retryAfterSeconds } = answer;
        throw new AppError(
          "upstream_unavailable",
          `The register cannot be asked right now. Try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        );
      }
    }
    if (answer.status === "not_configured") variables.push(...answer.variables);
  }
  if (answers.length === 0 || variables.length === answers.length) {
    const help = variables.length > 0 ? ` Its operator can set ${variables.join(" and ")}.` : "";
    throw new AppError(
      "not_configured",
      `This deployment cannot ask the register of this number.${help} Send the company's domain instead.`,
    );
  }
  record.reason = "number_not_in_register";
  return null;
}

function addSiteEntity(entity: SiteEntity, observedAt: number, record: CompanyRecord, claims: Claims): void {
  const evidence: Evidence = entity.seen.slice(0, 3);
  const shared = { source: "own_legal_page", evidence, observedAt, confidence: entity.confidence };
  const claim = (field: RecordField, value: unknown) => add(claims, field, { ...shared, value });
  claim("legal_name", entity.name);
  const { form } = readLegalName(entity.name);
  if (form) claim("form", form);
  const register = entity.numbers.find(({ kind }) => kind === "register");
  const vat = entity.numbers.find(({ kind }) => kind === "vat");
  const lei = entity.numbers.find(({ scheme }) => scheme === "LEI");
  if (register) claim("number", shownNumber(register));
  if (vat) claim("vat_number", shownNumber(vat));
  if (lei) claim("lei", lei.number);
  const country = (register ?? vat)?.country;
  if (country) claim("country", country);
  const first = register ?? vat ?? lei;
  record.id = first ? idOf(first) : null;
}

async function addRegister(
  context: SourceContext,
  { record: found, confidence, observedAt }: Entity,
  record: CompanyRecord,
  claims: Claims,
  wanted: ReadonlySet<RecordField>,
): Promise<void> {
  record.id = found.id;
  record.registers.push(found.register);
  const evidence: Evidence = [{ url: found.url, kind: found.register }];
  const claim = (field: RecordField, value: unknown, source = found.register, proof = evidence) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return;
    add(claims, field, { value, source, evidence: proof, observedAt, confidence });
  };
  claim("legal_name", found.name);
  claim("former_names", found.formerNames);
  claim("number", shownNumber(found.number));
  const vat = found.otherNumbers.find(({ kind }) => kind === "vat");
  if (vat) claim("vat_number", shownNumber(vat));
  claim("status", { state: found.status, since: found.statusSince });
  claim("form", found.form);
  claim("address", found.address);
  claim("country", found.country);
  claim("city", found.address?.city ?? null);
  claim("industry", found.codes[0] ?? null);
  if (found.employees) claim("head_count", shownHeadCount(found.employees));
  else record.missing.head_count ??= "register_has_no_head_count";
  claim("founded", found.founded);
  claim(
    "website",
    found.website && (domainOf(found.website) ? `https://${found.website.replace(/^https?:\/\//i, "")}` : null),
  );
  claim("phone", found.phone);
  claim("description", found.description);
  if (wanted.has("lei") || wanted.has("parents")) {
    const lei = await leiOf(context, found);
    if (lei) {
      record.registers.push("gleif");
      const proof = [{ url: lei.url, kind: "gleif" }];
      claim("lei", lei.number.number, "gleif", proof);
      if (lei.register !== found.register) claim("address", lei.address, "gleif", proof);
      if (wanted.has("parents"))
        await addParents(context, lei, record, (value) => claim("parents", value, "gleif", proof));
    } else record.missing.parents ??= "not_reported";
  }
  if (wanted.has("officers")) await addOfficers(context, found, record, (value) => claim("officers", value));
  record.registers = [...new Set(record.registers)];
}

async function addParents(
  context: SourceContext,
  lei: RegisterRecord,
  record: CompanyRecord,
  claim: (value: unknown) => void,
): Promise<void> {
  const answer = await findParents(context, lei.number.number);
  if (answer.status === "unavailable") {
    record.missing.parents = "unavailable";
    record.incomplete.push({ source: "gleif", reason: "unavailable" });
  }
  // No parent on record is no statement that there is none.
  if (answer.status !== "found" || (!answer.data.direct && !answer.data.ultimate))
    record.missing.parents ??= "not_reported";
  else claim(answer.data);
}

async function addOfficers(
  context: SourceContext,
  found: RegisterRecord,
  record: CompanyRecord,
  claim: (value: unknown) => void,
): Promise<void> {
  const register = registerNamed(found.register);
  if (!register?.listRoles) {
    record.missing.officers = "register_has_no_officers";
    return;
  }
  // The suppression list knows people by the domain of their company.
  if (!record.domain) {
    record.missing.officers = "domain_unknown";
    return;
  }
  const answer = await listRoles(context, register, found.number);
  if (answer.status === "unavailable") record.missing.officers = "unavailable";
  if (answer.status !== "found") return;
  const people = answer.data.map((role) => {
    const parsed = parseName(role.name);
    return { role, nameFolded: parsed ? foldedName(parsed) : role.name.toLowerCase(), profileUrl: null, email: null };
  });
  const shown = await withoutSuppressed(context, record.domain, people);
  if (shown.length > 0) claim(shown.map(({ role }): Role => role));
}

async function addSite(
  context: SourceContext,
  domain: string,
  record: CompanyRecord,
  claims: Claims,
  wanted: ReadonlySet<RecordField>,
): Promise<void> {
  const [site, directory] = await Promise.all([companyOnOwnSite(context, domain), directoryCompany(context, domain)]);
  if (site.status === "found") addFacts("own_site", site.data, site, claims);
  if (site.status === "not_found") record.reason ??= site.reason;
  if (directory.status === "found") {
    addFacts("directory", directory.data, directory, claims);
    if (directory.demo) record.demo = true;
  }
  const home = record.reason ? { status: "skipped" as const } : await openHome(outboundFor(context), domain);
  if (!("status" in home) && !strangerReason(home)) {
    const profile = await readSiteProfile(home, siteOf(domain, home.facts, home.url, context.config.NETWORK_HOSTS));
    addProfile(profile, home.url.href, site.status === "found" ? site.data.networkUrl : null, claims);
  }
  const gaps: RecordField[] = ["industry", "head_count", "city", "country"];
  if (gaps.some((field) => wanted.has(field) && !claims[field])) {
    const vendor = await pdlCompany(context, domain);
    if (vendor.status === "found") addFacts("pdl", vendor.data, vendor, claims);
  }
}

function addFacts(
  source: string,
  facts: CompanyFacts,
  { evidence, observedAt, confidence }: { evidence: Evidence; observedAt: number; confidence: number },
  claims: Claims,
): void {
  const claim = (field: RecordField, value: unknown) => {
    if (value !== null) add(claims, field, { value, source, evidence, observedAt, confidence });
  };
  claim("name", facts.name);
  claim("website", facts.website);
  claim("industry", facts.industry && { scheme: null, code: null, label: facts.industry, level: "text" });
  claim("country", facts.country && (countryCode(facts.country) ?? facts.country));
  claim("city", facts.city);
  claim("business_since", facts.foundedYear && String(facts.foundedYear));
  claim("description", facts.description);
  if (facts.networkUrl && source !== "own_site") claim("socials", { linkedin: facts.networkUrl });
  const [min, max] = (facts.sizeBand ?? "").split("-").map((end) => Number.parseInt(end, 10));
  if (min)
    claim("head_count", {
      state: "band",
      min,
      max: max ?? (facts.sizeBand?.endsWith("+") ? null : min),
      as_of: null,
      band: facts.sizeBand,
      of: "company",
    });
}

function addProfile(profile: SiteProfile, url: string, networkUrl: string | null, claims: Claims): void {
  const shared = {
    source: "own_site",
    evidence: [{ url, kind: "home_page" }],
    observedAt: Date.now(),
    confidence: 0.9,
  };
  const claim = (field: RecordField, value: unknown) => {
    if (value !== null) add(claims, field, { ...shared, value });
  };
  const socials = { ...(networkUrl && { linkedin: networkUrl }), ...profile.socials };
  if (Object.keys(socials).length > 0) claim("socials", socials);
  claim("phone", profile.phone);
  claim("logo", profile.logo);
  claim("office_address", profile.address);
  if (profile.feeds.length > 0) claim("feeds", profile.feeds);
  claim("careers_page", profile.careersPage);
}

function add(claims: Claims, field: RecordField, claim: Claim<unknown>): void {
  claims[field] = [...(claims[field] ?? []), claim];
}

function shownNumber({ scheme, number, country }: LegalNumber) {
  return { scheme, number, country };
}

function shownHeadCount(count: HeadCount) {
  // Of the legal unit, not of its group.
  const of = "legal_unit";
  if (count.state === "absent") return { state: count.state, min: null, max: null, as_of: null, band: null, of };
  const band = count.state === "withheld" || count.min === null ? null : bandOf(count.min, count.max);
  return { state: count.state, min: count.min, max: count.max, as_of: count.asOf, band, of };
}

/** Values are equal in what they mean: names without forms, bands by their name, numbers without their spelling. */
function normaliserOf(field: RecordField): ((value: unknown) => string) | undefined {
  const part = (value: unknown, name: string) => String((value as Record<string, unknown> | null)?.[name] ?? "");
  switch (field) {
    case "legal_name":
      return (value) => legalNameKey(String(value));
    case "head_count":
      return (value) => part(value, "band");
    case "number":
    case "vat_number":
      return (value) => part(value, "number");
    case "website":
      return (value) => domainOf(String(value)) ?? String(value);
    case "phone":
      return (value) => String(value).replace(/\D/g, "").slice(-8);
    case "address":
      return (value) =>
        `${part(value, "postalCode")}${part(value, "city")}`.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    default:
      return undefined;
  }
}

/** An id of an answer as a number: `NO_ORGNR:923609016`. Null for anything else. */
export function numberOfId(id: string): LegalNumber | null {
  const [, scheme = "", number = ""] = /^([A-Z]{2,3}(?:_[A-Z]+)?):(\w+)$/.exec(id.trim()) ?? [];
  return scheme ? legalNumber(scheme, number) : null;
}
