/** What registers say about the entity: its own, GLEIF about parents, and people in public roles on request. */

import type { SourceContext } from "../../platform/outbound/context.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import {
  type Claims,
  type CompanyRecord,
  claimer,
  claimNumber,
  type FoundEntity,
  type RecordField,
  shownNumber,
} from "../../readers/company/record-fields.ts";
import { bandOf } from "../../readers/company/size-band.ts";
import type { HeadCount, RegisterRecord } from "../../readers/legal/register-record.ts";
import { foldedName, parseName } from "../../readers/names/person-name.ts";
import { Inquiry } from "../registers/inquiry.ts";
import { nationalNumber } from "../registers/register.ts";
import { registerNamed } from "../registers/registers.ts";
import { domainOf } from "./match-entity.ts";

/** What the entity's register claims. GLEIF and officers are asked only when `wanted` has their fields. */
export async function registerClaims(
  context: SourceContext,
  entity: FoundEntity,
  record: CompanyRecord,
  wanted: ReadonlySet<RecordField>,
): Promise<Claims> {
  const claims: Claims = {};
  const opening = wanted.has("lei") || wanted.has("parents") ? leiOf(context, entity.record) : null;
  const { record: found, observedAt } = await whole(context, entity);
  record.id = found.id;
  record.registers.push(found.register);
  const evidence = [{ url: found.url, kind: found.register }];
  const claim = claimer(claims, { source: found.register, evidence, observedAt, confidence: entity.confidence });
  claim("legal_name", found.name);
  claim("former_names", found.formerNames);
  claim("number", shownNumber(nationalNumber(found)));
  const vat = [found.number, ...found.otherNumbers].find(({ kind }) => kind === "vat");
  if (vat) claimNumber(claim, vat);
  claim("status", { state: found.status, since: found.statusSince });
  claim("form", found.form);
  claim("address", found.address);
  claim("country", found.country);
  claim("city", found.address?.city ?? null);
  claim("industry", found.codes[0] ?? null);
  if (found.employees?.state === "unavailable") {
    record.missing.head_count = "unavailable";
    record.incomplete.push({ source: found.register, reason: "unavailable" });
  } else if (found.employees) claim("head_count", shownHeadCount(found.employees));
  else record.missing.head_count ??= "register_has_no_head_count";
  claim("founded", found.founded);
  // Registers write addresses in any case, mostly without the scheme.
  const site = found.website && domainOf(found.website) && found.website.replace(/^https?:\/\//i, "");
  claim("website", site && URL.parse(`https://${site}`)?.href);
  claim("phone", found.phone);
  claim("description", found.description);
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

/** The record by number, because lists of hits lack head counts, former names and more. */
async function whole(context: SourceContext, entity: FoundEntity): Promise<Pick<FoundEntity, "record" | "observedAt">> {
  const register = registerNamed(entity.record.register);
  const inquiry = new Inquiry(context);
  const record = register && (await inquiry.byNumber(register, entity.record.number));
  return record ? { record, observedAt: inquiry.observedAt } : entity;
}

/** The LEI record of an entity of a national register; null when it has none or GLEIF could not be asked. */
async function leiOf(context: SourceContext, record: RegisterRecord): Promise<RegisterRecord | null> {
  if (record.register === "gleif") return record;
  const leis = await new Inquiry(context).leis(record.number);
  return leis?.length === 1 ? (leis[0] ?? null) : null;
}

/** The parents that an LEI reports; null with the reason in `record`. */
async function parentsOf(context: SourceContext, lei: RegisterRecord, record: CompanyRecord) {
  const parents = await new Inquiry(context).parents(lei.number.number);
  if (parents?.direct || parents?.ultimate) return parents;
  // A missing parent record does not mean that there is no parent.
  record.missing.parents = parents ? "not_reported" : "unavailable";
  if (!parents) record.incomplete.push({ source: "gleif", reason: "unavailable" });
  return null;
}

/** People in public roles whom the suppression list lets be shown; null with the reason in `record`. */
async function officersOf(context: SourceContext, found: RegisterRecord, record: CompanyRecord) {
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

/** Of the legal unit, not of its group. */
function shownHeadCount(count: Exclude<HeadCount, { state: "unavailable" }>) {
  const { min, max, asOf } = count.state === "absent" ? { min: null, max: null, asOf: null } : count;
  const band = count.state === "withheld" || min === null ? null : bandOf(min, max);
  return { state: count.state, min, max, as_of: asOf, band, of: "legal_unit" };
}
