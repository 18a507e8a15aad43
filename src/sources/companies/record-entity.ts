import type { SourceContext } from "../../platform/outbound/context.ts";
import {
  type Claims,
  type CompanyRecord,
  claimer,
  claimNumber,
  type FoundEntity,
} from "../../readers/company/record-fields.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import { type LegalNumber, vatOfRegisterNumber } from "../../readers/legal/legal-numbers.ts";
import { legalNumberId } from "../registers/register-fields.ts";
import { lookUpNumber } from "../registers/registers.ts";
import type { EntityLook, SiteEntity } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";
import { domainOf } from "./match-entity.ts";
import { describeUnasked, noRegisterAsked, noteAnswer, type UnaskedRegisters } from "./unasked-registers.ts";

/** The entity that the site and the registers prove; null with the reason in `record`. `look` is what the site said. */
export async function entityOfDomain(
  context: SourceContext,
  domain: string,
  record: CompanyRecord,
  claims: Claims,
): Promise<{ entity: FoundEntity | null; look: EntityLook | null }> {
  record.domain = domain;
  const found = await findEntity(context, domain);
  if (found.status === "failed") {
    // The directory or a vendor may still know it.
    record.incomplete.push({ source: "own_site", reason: found.error.code });
    return { entity: null, look: null };
  }
  if (found.status === "not_found") {
    record.reason = found.reason;
    return { entity: null, look: null };
  }
  const { winner, onSite, matches, isAmbiguous } = found.look;
  record.isAmbiguous = isAmbiguous;
  record.cached = found.cached;
  record.incomplete.push(...describeUnasked(found.look));
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
  const entity = winner && { record: winner.record, confidence: winner.confidence, observedAt: found.observedAt };
  return { entity, look: found.look };
}

/** The entity with a number. Throws when no register could be asked. */
export async function entityOfNumber(
  context: SourceContext,
  number: LegalNumber,
  record: CompanyRecord,
): Promise<FoundEntity | null> {
  const unasked: UnaskedRegisters = { unavailable: [], notConfigured: [] };
  let hasLooked = false;
  for (const { register, answer } of await lookUpNumber(context, number)) {
    hasLooked = noteAnswer(unasked, register, answer) || hasLooked;
    if (answer.status !== "found") continue;
    record.domain = domainOf(answer.data.website);
    record.cached = answer.cached;
    record.incomplete.push(...describeUnasked({ ...unasked, notConfigured: [] }));
    return { record: answer.data, confidence: 1, observedAt: answer.observedAt };
  }
  if (!hasLooked) throw noRegisterAsked(unasked);
  record.incomplete.push(...describeUnasked(unasked));
  record.reason = record.incomplete.length > 0 ? "register_not_asked" : "number_not_in_register";
  return null;
}

/** What the site states about its own entity. An Italian register number is the firm's VAT number, too. */
function addSiteEntity(entity: SiteEntity, observedAt: number, record: CompanyRecord, claims: Claims): void {
  const { name, numbers, seen, confidence } = entity;
  const claim = claimer(claims, { source: "own_legal_page", evidence: seen.slice(0, 3), observedAt, confidence });
  claim("legal_name", name);
  claim("form", readLegalName(name).form);
  const register = numbers.find(({ kind }) => kind === "register");
  const derived = register?.scheme === "IT_PIVA" ? vatOfRegisterNumber(register) : null;
  const vat = numbers.find(({ kind }) => kind === "vat") ?? derived;
  const lei = numbers.find(({ scheme }) => scheme === "LEI");
  for (const number of [register, vat, lei]) if (number) claimNumber(claim, number);
  claim("country", (register ?? vat)?.country);
  const first = register ?? vat ?? lei;
  record.id = first ? legalNumberId(first) : null;
}
