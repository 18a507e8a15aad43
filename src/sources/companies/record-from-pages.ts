/** What the words of a company's own pages say where no register and no structured data did. */

import {
  type Claims,
  type CompanyRecord,
  claimer,
  claimNumber,
  type RecordField,
} from "../../readers/company/record-fields.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { legalNumberId } from "../registers/register-fields.ts";
import type { EntityLook } from "./choose-entity.ts";

/** Less than of structured data, which says what it is about. */
const CONFIDENCE = 0.8;
/** +1 is Canada's calling code too. */
const SHARED_CODE = "US";

const OTHER_SOURCES = new Set(["directory", "pdl"]);

/** Fills gaps: numbers beside no legal name, country, address and phone. */
export function addPages(
  { matches, countries, numbers, contacts }: EntityLook,
  record: CompanyRecord,
  claims: Claims,
): void {
  const shared = { observedAt: record.observedAt, confidence: CONFIDENCE };
  const claim = (field: RecordField, value: unknown, url: string, kind: string, source = "own_site") => {
    const isKnown = claims[field]?.some((other) => other.confidence >= CONFIDENCE && !OTHER_SOURCES.has(other.source));
    if (!isKnown) claimer(claims, { ...shared, source, evidence: [{ url, kind }] })(field, value);
  };
  // A record that the site does not prove is another firm's.
  for (const { number, url, kind } of matches.length === 0 ? numbers : []) {
    claimNumber((field, value) => claim(field, value, url, kind, "own_legal_page"), number);
    record.id ??= legalNumberId(number);
  }
  const { address, phone } = contacts;
  const [country, ...more] = countries;
  const isSure = country && countryCode(country) && (country !== SHARED_CODE || address?.country === country);
  if (more.length === 0 && isSure) claim("country", country, `https://${record.domain}/`, "home_page");
  if (address) {
    claim("office_address", address.text, address.url, "contact");
    claim("city", address.city, address.url, "contact");
  }
  if (phone) claim("phone", phone.text, phone.url, "contact");
}
