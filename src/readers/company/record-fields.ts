import { foldText } from "../../lib/fold.ts";
import { literals } from "../../lib/words.ts";
import type { LegalNumber } from "../legal/legal-numbers.ts";
import type { RegisterRecord } from "../legal/register-record.ts";

export type CompanyFacts = {
  name: string | null;
  /** Its page on the network. */
  networkUrl: string | null;
  website: string;
  industry: string | null;
  /** People, as a band: `11-50`, `10001+`. */
  sizeBand: string | null;
  /** As the source has it: a name, or an ISO 3166-1 code. */
  country: string | null;
  city: string | null;
  foundedYear: number | null;
  description: string | null;
  /** Why its description is cut or missing: what the site says about the use of its words. */
  withheld?: { field: "description"; url: string; source: string; line: string };
};

/** One statement of one source about one field of a company. `confidence` is 0–1, times are milliseconds since 1970. */
export type Claim<T> = {
  value: T;
  source: string;
  evidence: { url: string; kind: string }[];
  observedAt: number;
  confidence: number;
};

/** What all sources say about a field: the best statement in `value`, different ones in `others`. */
export type Field<T> = Claim<T> & { conflict: boolean; others: Claim<T>[] };

/** From the most to the least authoritative: the company's own pages, GLEIF, vendors, imported lists. A register precedes all. */
const RANKS = ["own_legal_page", "own_site", "gleif", "vies", "dns", "pdl", "directory"];

/** Merges without averaging: the most authoritative statement is the value, others are conflicts. Null without any. */
export function mergeClaims<T>(claims: Claim<T>[], normalise: (value: T) => string = plainValue): Field<T> | null {
  const ranked = claims
    .filter(({ value }) => value !== null && value !== undefined)
    .sort((a, b) => RANKS.indexOf(a.source) - RANKS.indexOf(b.source) || b.confidence - a.confidence);
  const [best, ...rest] = ranked;
  if (!best) return null;
  const key = normalise(best.value);
  const agreeing = rest.filter(({ value }) => normalise(value) === key);
  const others = rest.filter(({ value }) => normalise(value) !== key);
  const evidence = [...best.evidence, ...agreeing.flatMap((claim) => claim.evidence)];
  return {
    ...best,
    evidence: [...new Map(evidence.map((item) => [`${item.kind} ${item.url}`, item])).values()],
    conflict: others.length > 0,
    others,
  };
}

function plainValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

export const RECORD_FIELDS = [
  ...literals("name legal_name former_names number vat_number lei status form address office_address country city"),
  ...literals("industry head_count founded business_since parents officers website socials phone description logo"),
  ...literals("feeds careers_page"),
] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

/** A record about which nothing is known yet, begun at a time in milliseconds since 1970. */
export function emptyRecord(observedAt: number) {
  return {
    domain: null as string | null,
    id: null as string | null,
    fields: {} as Partial<Record<RecordField, Field<unknown>>>,
    /** Why a wanted field has no value: one of our codes. */
    missing: {} as Partial<Record<RecordField, string>>,
    /** What the site does not let be quoted, and which of its lines says so. */
    withheld: [] as NonNullable<CompanyFacts["withheld"]>[],
    /** What the site asks for a page, in US dollars; null where it does not sell them or says no price. */
    crawlPriceUsd: null as number | null,
    /** False when the site asks not to be searched. */
    mayIndex: true,
    isAmbiguous: false,
    candidates: [] as { id: string; name: string; country: string | null; url: string; confidence: number }[],
    registers: [] as string[],
    incomplete: [] as { source: string; reason: string; detail?: string }[],
    reason: null as string | null,
    confidence: 0,
    observedAt,
    cached: false,
    demo: undefined as true | undefined,
  };
}

export type CompanyRecord = ReturnType<typeof emptyRecord>;

export type Claims = Partial<Record<RecordField, Claim<unknown>[]>>;

/** A record in the making: what sources claim about the fields that are wanted. */
export type Draft = { record: CompanyRecord; claims: Claims; wanted: ReadonlySet<RecordField> };

/** The legal entity behind a record, with confidence (0–1) and time of the look-up (milliseconds since 1970). */
export type FoundEntity = { record: RegisterRecord; confidence: number; observedAt: number };

type AddClaim = (field: RecordField, value: unknown, more?: Partial<Claim<unknown>>) => void;

/** A function that adds what one source says about fields: null, an empty list and an empty object say nothing. */
export function claimer(claims: Claims, shared: Omit<Claim<unknown>, "value">): AddClaim {
  return (field, value, more) => {
    const isEmpty = !value || (typeof value === "object" && Object.keys(value).length === 0);
    if (!isEmpty) claims[field] = [...(claims[field] ?? []), { ...shared, ...more, value }];
  };
}

export function claimNumber(claim: AddClaim, number: LegalNumber): void {
  if (number.scheme === "LEI") claim("lei", number.number);
  else claim(number.kind === "vat" ? "vat_number" : "number", shownNumber(number));
}

/** A number as answers show it. */
export function shownNumber({ scheme, number, country }: LegalNumber) {
  return { scheme, number, country };
}
