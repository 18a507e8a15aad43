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
import type { HeadCount, RegisterRecord, Role } from "../../readers/legal/register-record.ts";
import { foldedName, parseName } from "../../readers/names/person-name.ts";
import { nationalNumber } from "../registers/register.ts";
import { findByNumber, findParents, listRoles, registerNamed } from "../registers/registers.ts";
import { leiOf } from "./find-entity.ts";
import { domainOf } from "./match-entity.ts";

/** Adds what the entity's register says. GLEIF and officers are asked only when `wanted` has their fields. */
export async function addRegister(
  context: SourceContext,
  entity: FoundEntity,
  record: CompanyRecord,
  claims: Claims,
  wanted: ReadonlySet<RecordField>,
): Promise<void> {
  const { confidence } = entity;
  const wantsLei = wanted.has("lei") || wanted.has("parents");
  const opening = wantsLei ? leiOf(context, entity.record) : null;
  const { record: found, observedAt } = await whole(context, entity);
  record.id = found.id;
  record.registers.push(found.register);
  const evidence = [{ url: found.url, kind: found.register }];
  const claim = claimer(claims, { source: found.register, evidence, observedAt, confidence });
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
      if (wanted.has("parents")) await addParents(context, lei, record, (value) => claim("parents", value, proof));
    } else record.missing.parents ??= "not_reported";
  }
  if (wanted.has("officers")) await addOfficers(context, found, record, (value) => claim("officers", value));
  record.registers = [...new Set(record.registers)];
}

/** The record by number, because lists of hits lack head counts, former names and more. */
async function whole(context: SourceContext, entity: FoundEntity): Promise<Pick<FoundEntity, "record" | "observedAt">> {
  const register = registerNamed(entity.record.register);
  const answer = register && (await findByNumber(context, register, entity.record.number));
  return answer?.status === "found" ? { record: answer.data, observedAt: answer.observedAt } : entity;
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
  // A missing parent record does not mean that there is no parent.
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
  // The suppression list finds people by their company's domain.
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

function shownHeadCount(count: Exclude<HeadCount, { state: "unavailable" }>) {
  // Of the legal unit, not of its group.
  const of = "legal_unit";
  if (count.state === "absent") return { state: count.state, min: null, max: null, as_of: null, band: null, of };
  const band = count.state === "withheld" || count.min === null ? null : bandOf(count.min, count.max);
  return { state: count.state, min: count.min, max: count.max, as_of: count.asOf, band, of };
}
