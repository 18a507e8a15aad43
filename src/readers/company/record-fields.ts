import type { LegalNumber } from "../legal/legal-numbers.ts";
import type { RegisterRecord } from "../legal/register-record.ts";
import type { CompanyFacts } from "./company-facts.ts";
import type { Claim, Field } from "./field-claims.ts";

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
  /** Why a wanted field has no value: one of our codes. */
  missing: Partial<Record<RecordField, string>>;
  /** What the site does not let be quoted, and which of its lines says so. */
  withheld: NonNullable<CompanyFacts["withheld"]>[];
  /** What the site asks for a page, in US dollars; null where it does not sell them or says no price. */
  crawlPriceUsd: number | null;
  /** False when the site asks not to be searched. */
  mayIndex: boolean;
  isAmbiguous: boolean;
  candidates: { id: string; name: string; country: string | null; url: string; confidence: number }[];
  registers: string[];
  incomplete: { source: string; reason: string; detail?: string }[];
  reason: string | null;
  confidence: number;
  observedAt: number;
  cached: boolean;
  demo?: true;
};

export type Claims = Partial<Record<RecordField, Claim<unknown>[]>>;

/** The legal entity behind a record, with confidence (0–1) and time of the look-up (milliseconds since 1970). */
export type FoundEntity = { record: RegisterRecord; confidence: number; observedAt: number };

export type AddClaim = (field: RecordField, value: unknown, more?: Partial<Claim<unknown>>) => void;

/** A function that adds what one source says about fields: null, an empty list and an empty object say nothing. */
export function claimer(claims: Claims, shared: Omit<Claim<unknown>, "value">): AddClaim {
  return (field, value, more) => {
    const isEmpty = !value || (typeof value === "object" && Object.keys(value).length === 0);
    if (!isEmpty) claims[field] = [...(claims[field] ?? []), { ...shared, ...more, value }];
  };
}

/** Claims a number in its field. */
export function claimNumber(claim: AddClaim, number: LegalNumber): void {
  if (number.scheme === "LEI") claim("lei", number.number);
  else claim(number.kind === "vat" ? "vat_number" : "number", shownNumber(number));
}

/** A number as answers show it. */
export function shownNumber({ scheme, number, country }: LegalNumber) {
  return { scheme, number, country };
}
