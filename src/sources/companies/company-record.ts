import { companyMessage, tellIndex } from "../../index/index-messages.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import type { Claims, CompanyRecord, Draft, RecordField } from "../../readers/company/record-fields.ts";
import { claimer, claimNumber, emptyRecord, mergeClaims } from "../../readers/company/record-fields.ts";
import { legalNameKey, readLegalName } from "../../readers/legal/legal-names.ts";
import { type LegalNumber, legalNumber, mainNumbers } from "../../readers/legal/legal-numbers.ts";
import { legalNumberId } from "../registers/register.ts";
import { Inquiry } from "../registers/registers.ts";
import type { SiteEntity } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";
import { domainOf } from "./match-entity.ts";
import { addSite, fillGaps, registerClaims } from "./record-claims.ts";
import { reasonForNothing } from "./resolution.ts";

/** Fields that only the legal entity has. */
const REGISTERED = new Set("legal_name number vat_number lei status form address founded parents officers".split(" "));

export type AskedCompany = { kind: "domain"; domain: string } | { kind: "number"; number: LegalNumber };

/** The record of a company; officers only when wanted and not suppressed. Throws when no source could be asked. */
export async function companyRecord(given: SourceContext, asked: AskedCompany, wanted: ReadonlySet<RecordField>) {
  const context = { ...given, pages: given.pages ?? new Map() };
  const draft: Draft = { record: emptyRecord(Date.now()), claims: {}, wanted };
  const { record, claims } = draft;
  const early = asked.kind === "domain" ? addSite(context, asked.domain, draft) : null;
  const { entity, look = null } =
    asked.kind === "domain"
      ? await entityOfDomain(context, asked.domain, draft)
      : { entity: await entityOfNumber(context, asked.number, record) };
  const { domain } = record;
  const [registered] = await Promise.all([
    entity && registerClaims(context, entity, draft),
    early ?? (domain && addSite(context, domain, draft)),
  ]);
  if (domain) await fillGaps(context, domain, draft, look);
  // When the site could not be read, it may have what the directory and the registers do not.
  const unknown = record.incomplete.some(({ source }) => source === "own_site") ? "site_not_read" : "not_found";
  for (const field of wanted) {
    const merged = mergeClaims([...(claims[field] ?? []), ...(registered?.[field] ?? [])], NORMALISERS[field]);
    if (merged) record.fields[field] = merged;
    else
      record.missing[field] ??= record.isAmbiguous && REGISTERED.has(field) ? "several_entities_or_no_proof" : unknown;
  }
  const found = Object.values(record.fields);
  record.confidence = found.length > 0 ? Math.max(...found.map(({ confidence }) => confidence)) : 0;
  if (found.length > 0) record.observedAt = Math.min(...found.map(({ observedAt }) => observedAt));
  if (domain) tellIndex(context, companyMessage(domain, record));
  return record;
}

const part = (value: unknown, name: string) => String((value as Record<string, unknown> | null)?.[name] ?? "");
const digits = (value: unknown) => part(value, "number");

/** Values are compared by meaning: names without forms, bands by their name, numbers without separators. */
const NORMALISERS: Partial<Record<RecordField, (value: unknown) => string>> = {
  legal_name: (value) => legalNameKey(String(value)),
  head_count: (value) => part(value, "band"),
  number: digits,
  vat_number: digits,
  website: (value) => domainOf(String(value)) ?? String(value),
  phone: (value) => String(value).replace(/\D/g, "").slice(-8),
  address: (value) => `${part(value, "postalCode")}${part(value, "city")}`.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""),
};

/** An id of an answer as a number: `NO_ORGNR:923609016`. Null for anything else. */
export function numberOfId(id: string): LegalNumber | null {
  const bare = id.toUpperCase().replace(/\s/g, "");
  const [, scheme = "", number = ""] = /^([A-Z]{2,3}(?:_[A-Z]+)?):(\w+)$/.exec(bare) ?? [];
  return scheme ? legalNumber(scheme, number) : null;
}

/** The entity that the site and the registers prove, null with the reason in the record, and what the site said. */
async function entityOfDomain(context: SourceContext, domain: string, { record, claims }: Draft) {
  record.domain = domain;
  const look = await findEntity(context, domain);
  // The directory or a vendor may still know a company whose site could not be read.
  if (look.status === "failed") record.incomplete.push({ source: "own_site", reason: look.error.code });
  if (look.status === "not_found") record.reason = look.reason;
  if (look.status !== "looked") return { entity: null };
  const { winner, candidates, isAmbiguous, observedAt, cached } = look;
  Object.assign(record, { isAmbiguous, cached });
  record.incomplete.push(...look.incomplete);
  for (const { record: known, confidence } of isAmbiguous ? candidates : []) {
    if (!known) continue;
    const { id, name, country, url } = known;
    record.candidates.push({ id, name, country, url, confidence });
  }
  if (winner?.site) addSiteEntity(winner.site, observedAt, record, claims);
  const entity = winner?.record ? { record: winner.record, confidence: winner.confidence, observedAt } : null;
  return { entity, look };
}

/** The entity with a number; null with the reason in the record. Throws when no register could be asked. */
async function entityOfNumber(context: SourceContext, number: LegalNumber, record: CompanyRecord) {
  const inquiry = new Inquiry(context);
  const found = await inquiry.lookUp(number);
  const { observedAt, cached, incomplete } = inquiry;
  if (found) {
    Object.assign(record, { domain: domainOf(found.website), cached });
    record.incomplete.push(...incomplete.filter(({ reason }) => reason === "unavailable"));
    return { record: found, confidence: 1, observedAt };
  }
  record.incomplete.push(...incomplete);
  record.reason = reasonForNothing(inquiry, "number_not_in_register");
  return null;
}

/** What the site states about its own entity. */
function addSiteEntity(entity: SiteEntity, observedAt: number, record: CompanyRecord, claims: Claims): void {
  const { name, numbers, seen, confidence } = entity;
  const claim = claimer(claims, { source: "own_legal_page", evidence: seen.slice(0, 3), observedAt, confidence });
  claim("legal_name", name);
  claim("form", readLegalName(name).form);
  const { register, vat, lei } = mainNumbers(numbers);
  for (const number of [register, vat, lei]) if (number) claimNumber(claim, number);
  claim("country", (register ?? vat)?.country);
  const first = register ?? vat ?? lei;
  record.id = first ? legalNumberId(first) : null;
}
