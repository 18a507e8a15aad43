/** Which legal entity a record is about: the one behind a domain, or the one with a number. */

import { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import {
  addClaim,
  type Claims,
  type CompanyRecord,
  type FoundEntity,
  type RecordField,
  shownNumber,
} from "../../readers/company/record-fields.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import type { LegalNumber } from "../../readers/legal/legal-numbers.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { legalNumberId } from "../registers/register-fields.ts";
import { lookUpNumber } from "../registers/registers.ts";
import type { EntityLook, SiteEntity } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";
import { domainOf } from "./match-entity.ts";
import { describeNotConfigured, helpOperator, type NotConfigured } from "./not-configured.ts";

/**
 * The entity that the site at `domain` and the registers prove; null with the reason in `record`. `look` is what the site said, unless
 * it could not be read.
 */
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
  const { winner, onSite, matches, isAmbiguous, unavailable, notConfigured } = found.look;
  record.isAmbiguous = isAmbiguous;
  record.cached = found.cached;
  record.incomplete.push(...unavailable.map(({ register }) => ({ source: register, reason: "unavailable" })));
  record.incomplete.push(...notConfigured.map(describeNotConfigured));
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
  const answers = await lookUpNumber(context, number);
  const notConfigured: NotConfigured[] = [];
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
    if (answer.status === "not_configured") notConfigured.push({ register, variables: answer.variables });
  }
  if (answers.length === 0 || notConfigured.length === answers.length) {
    const help = helpOperator(notConfigured);
    throw new AppError(
      "not_configured",
      `This deployment cannot ask the register of this number.${help} Send the company's domain instead.`,
    );
  }
  record.incomplete.push(...notConfigured.map(describeNotConfigured));
  record.reason = record.incomplete.length > 0 ? "register_not_asked" : "number_not_in_register";
  return null;
}

function addSiteEntity(entity: SiteEntity, observedAt: number, record: CompanyRecord, claims: Claims): void {
  const evidence: Evidence[] = entity.seen.slice(0, 3);
  const shared = { source: "own_legal_page", evidence, observedAt, confidence: entity.confidence };
  const claim = (field: RecordField, value: unknown) => addClaim(claims, field, { ...shared, value });
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
  record.id = first ? legalNumberId(first) : null;
}
