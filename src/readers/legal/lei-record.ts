/** Parts of LEI records, the same in the live index and in the golden copy. */
import { DAY_MS } from "../../lib/time.ts";
import { pairsOf } from "../../lib/words.ts";

/** GLEIF's codes of registration authorities (gleif.org, Registration Authorities List) and what their numbers are. */
const AUTHORITIES = pairsOf(`
  RA000585 GB_CRN RA000586 GB_CRN RA000587 GB_CRN RA000189 FR_SIREN RA000472 NO_ORGNR RA000544 SE_ORGNR
  RA000188 FI_YTUNNUS RA000170 DK_CVR RA000463 NL_KVK RA000025 BE_KBO RA000181 EE_REG RA000423 LV_REG
  RA000430 LT_JAR RA000484 PL_KRS RA000163 CZ_ICO RA000526 SK_ICO RA000017 AT_FN RA000548 CH_UID RA000549 CH_UID
  RA000402 IE_CRO RA000407 IT_PIVA RA000014 AU_ACN RA000013 AU_ABN RA000466 NZ_NZBN
`);

/** Every German court of registration has a code of its own; its numbers say that they are one's. */
const GERMAN_COURT = /^(?:HR[AB]|GnR|VR)\b/i;

/** Schemes by which one firm can be found. German numbers are unique to a court only, which an LEI record gives as a code. */
export const REGISTERED_SCHEMES: readonly string[] = [...new Set(AUTHORITIES.values())];

/** The scheme of the number under which an LEI record says that a firm is registered; null for other authorities. */
export function registeredScheme(authority: string, number: string): string | null {
  return AUTHORITIES.get(authority) ?? (GERMAN_COURT.test(number.trim()) ? "DE_HR" : null);
}

/** Whether a line of an address names a registered agent, whose address thousands of firms share. */
export function isAgentsLine(line: string): boolean {
  return /^c\/o\b|corporation (?:service|trust|system)|registered agent/i.test(line);
}

/** A region (ISO 3166-2) as people write it: "CA" of "US-CA". Empty where its second part is no abbreviation in use. */
export function writtenRegion(region: string): string {
  return /^(?:US|CA|AU)-([A-Z]{2,3})$/.exec(region)?.[1] ?? "";
}

/** A day that is written as midnight of the firm's own country in UTC: "2014-05-18T22:00:00Z" is the 19th in Germany. */
export function localDay(time: string): string {
  const milliseconds = time.includes("T") ? Date.parse(time) : Number.NaN;
  const there = Number.isNaN(milliseconds) ? time : new Date(milliseconds + DAY_MS / 2).toISOString();
  return there.slice(0, 10);
}
