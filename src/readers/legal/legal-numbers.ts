import { isWithin, plainHost } from "../../lib/hosts.ts";
import { lazy } from "../../lib/lazy.ts";
import { pairsOf, words } from "../../lib/words.ts";
import { patternFrom } from "../words/sections.ts";
import { type NumberScheme, SCHEMES } from "./number-schemes.ts";

/** A company's number without separators; `scheme` is a name like `NO_ORGNR`, `isValid` null without check digits. */
export type LegalNumber = Pick<NumberScheme, "kind" | "country"> & {
  scheme: string;
  number: string;
  isValid: boolean | null;
};

type FoundNumber = LegalNumber & { index: number };

const GAP = 25;
const MAX_FOUND = 200;
const byName = new Map(SCHEMES.map((scheme) => [scheme.name, scheme]));

/** Only a label tells these from others. The register number in `CH_VAT` identifies the firm. */
const LABELLED = words(`
  PL_REGON HU_CEG HR_OIB BG_EIK PE_RUC AR_CUIT CL_RUT CO_NIT KR_BRN CH_VAT RO_CUI RS_MB RS_PIB SI_MS HU_ADO GR_GEMI GR_AFM
  HU_EV CN_USCC TW_UBN VN_MST TH_TIN RU_OGRN RU_INN IL_HP EC_RUC UY_RUT AT_ZVR CY_HE LU_RCS UA_EDRPOU TR_VKN TR_MERSIS ZA_CIPC MY_SSM JP_CN
`);
/** Schemes whose form is common and has no check digit: without a country, only this spelling counts. */
const NEEDS_CONTEXT: Record<string, RegExp> = {
  ...Object.fromEntries(LABELLED.map((scheme) => [scheme, /(?!)/])),
  US_EIN: /^\s*\d\d-\d{7}\s*$/,
  US_CIK: /^\s*cik/i,
  SM_COE: /^\s*sm/i,
};

/** Labels, which several schemes may share, and the patterns of their labelled numbers. A look-ahead for labels would be slow. */
const groups = lazy(() => {
  return [...Map.groupBy(SCHEMES, ({ labels }) => labels.source)].map(([labels, schemes]) => {
    const patterns = schemes.map((scheme) => {
      const between = `[^\\d]{0,${scheme.gap ?? GAP}}?(?<![\\p{L}\\d])`;
      const labelled = patternFrom(`(?:${labels})${between}(${scheme.written})(?![\\p{L}\\d])`, "iuy");
      return { scheme, pattern: labelled() };
    });
    return { labels: patternFrom(`(?<![\\p{L}\\d])(?:${labels})`, "giu")(), patterns };
  });
});

/** Every labelled number in a text, valid or not, in order. Linear: the gap between label and number is bounded. */
export function findLegalNumbers(text: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const { labels, patterns } of groups()) {
    const starts = startsOf(labels, text);
    for (const { scheme, pattern } of patterns) {
      const most = found.length + MAX_FOUND;
      pattern.lastIndex = 0;
      for (const index of starts) {
        // A label within the number before is none.
        if (index < pattern.lastIndex || found.length === most) continue;
        pattern.lastIndex = index;
        const [, written] = pattern.exec(text) ?? [];
        const number = written && compact(scheme, written);
        if (number && scheme.form.test(number) && !isPlaceholder(number))
          found.push({ ...describe(scheme, number), index });
      }
    }
  }
  return withoutLookalikes(found).sort((a, b) => a.index - b.index);
}

/** Everywhere that a pattern fits, also within another fit. */
function startsOf(pattern: RegExp, text: string): number[] {
  const starts: number[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    starts.push(match.index);
    pattern.lastIndex = match.index + 1;
  }
  return starts;
}

/** The schemes whose form and check digits a number fits; `wrong_checksum` or `unknown_form` when there is none. */
export function readLegalNumber(text: string, country: string | null) {
  const bare = bareNumber(text);
  const asked = country === "UK" ? "GB" : country;
  const candidates = SCHEMES.flatMap((scheme) => {
    if (asked && scheme.country !== asked && scheme.country !== null) return [];
    if (!asked && NEEDS_CONTEXT[scheme.name]?.test(text) === false) return [];
    const number = compact(scheme, bare);
    return scheme.form.test(number) ? [describe(scheme, number)] : [];
  });
  // A country prefix identifies the scheme; a label before the number has to be read like one on a page.
  const isVat = candidates.some(({ kind, scheme }) => kind === "vat" && scheme !== "PL_NIP" && scheme !== "CH_VAT");
  const labelled = candidates.length > 0 ? [] : findLegalNumbers(text).map(({ index: _, ...number }) => number);
  const fitting = [...candidates, ...labelled].filter(
    (number) => (!isVat || number.kind === "vat") && (!asked || [asked, null].includes(number.country)),
  );
  if (fitting.length === 0) return { status: "unknown_form" as const };
  const numbers = fitting
    .filter(({ isValid }) => isValid !== false)
    .sort((a, b) => Number(b.isValid) - Number(a.isValid));
  return numbers.length > 0 ? { status: "read" as const, numbers } : { status: "wrong_checksum" as const };
}

/** The schemes of VAT and establishment numbers that contain a register number, and the scheme of that. */
const CONTAINED = pairsOf(`
  NO_VAT NO_ORGNR SE_VAT SE_ORGNR DK_VAT DK_CVR FI_VAT FI_YTUNNUS BE_VAT BE_KBO FR_VAT FR_SIREN FR_SIRET FR_SIREN
  IT_VAT IT_PIVA ES_VAT ES_NIF PT_VAT PT_NIPC LV_VAT LV_REG CZ_VAT CZ_ICO CH_VAT CH_UID RO_VAT RO_CUI
`);
/** From where to where the register number reaches, if not from behind the prefix to the end. */
const REACH: Record<string, [from: number, to?: number]> = {
  SE_VAT: [2, 12],
  FR_VAT: [4],
  FR_SIRET: [0, 9],
  CH_VAT: [0, 12],
};
/** Registers whose numbers tell the VAT number that a firm has if it is registered for VAT. */
const TELLS_VAT = ["IT_PIVA", "ES_NIF", "PT_NIPC", "BE_KBO", "DK_CVR", "FI_YTUNNUS", "LV_REG", "SE_ORGNR"];

/** The register number inside a VAT number, in countries where one is derived from the other; null elsewhere. */
export function registerNumberOfVat({ scheme, number }: LegalNumber): LegalNumber | null {
  const target = CONTAINED.get(scheme);
  return target ? legalNumber(target, number.slice(...(REACH[scheme] ?? [2]))) : null;
}

/** The VAT number derived from a register number, whether or not the firm is registered for VAT; null where the two are unrelated. */
export function vatOfRegisterNumber({ scheme, number }: LegalNumber): LegalNumber | null {
  // Italian numbers of associations and public bodies begin with 8 or 9, and are no VAT numbers.
  if (!TELLS_VAT.includes(scheme) || (scheme === "IT_PIVA" && /^[89]/.test(number))) return null;
  const country = scheme.slice(0, 2);
  return legalNumber(`${country}_VAT`, `${country}${number}${country === "SE" ? "01" : ""}`);
}

/** The register, VAT and LEI number of an entity. An Italian register number is its VAT number, too; other VAT numbers have one in them. */
export function mainNumbers(numbers: LegalNumber[]): Partial<Record<"register" | "vat" | "lei", LegalNumber>> {
  const said = numbers.find(({ kind }) => kind === "vat");
  const registers = numbers.filter(({ kind }) => kind === "register");
  // Polish firms have a statistical number beside that of the court.
  const register =
    registers.find(({ scheme }) => scheme !== "PL_REGON") ??
    registers[0] ??
    (said && registerNumberOfVat(said)) ??
    undefined;
  const italian = registers.filter(({ scheme }) => scheme === "IT_PIVA");
  const vat = said ?? italian.map(vatOfRegisterNumber).find((number) => number !== null);
  return { register, vat, lei: numbers.find(({ scheme }) => scheme === "LEI") };
}

export function haveCommonNumber(some: LegalNumber[], others: LegalNumber[]): boolean {
  return some.some(({ scheme, number }) => others.some((one) => one.scheme === scheme && one.number === number));
}

export function countryOfScheme(schemeName: string): string | null {
  return byName.get(schemeName)?.country ?? null;
}

/** Reads a number of a named scheme, e.g. from the id `NO_ORGNR:923609016`. Null for an unknown scheme or a wrong form. */
export function legalNumber(schemeName: string, text: string): LegalNumber | null {
  const scheme = byName.get(schemeName);
  if (!scheme) return null;
  const number = compact(scheme, text);
  return scheme.form.test(number) ? describe(scheme, number) : null;
}

function bareNumber(text: string): string {
  const upper = text.normalize("NFKC").toUpperCase();
  return upper.replace(/[\s./\\:_–—-]+/g, "");
}

/** What is written with a number and no part of it: labels, the kind of a French trader, the suffix of firms registered for VAT. */
const BESIDE: Record<string, RegExp> = {
  FR_SIREN: /^[ABCD]/,
  SM_COE: /^SM/,
  US_CIK: /^CIK/,
  LEI: /^LEI(?=.{20}$)/,
  DE_HR: /(?<=^(?:HRA|HRB|GNR|VR))(?:NR|NUMMER)/,
  NO_ORGNR: /(?<=^\d{9})MVA$/,
  NO_VAT: /(?<=^NO\d{9})MVA$/,
  CH_UID: /(?<=^CHE\d{9})(?:MWST|TVA|IVA|TPV|HR)$/,
};

function compact({ name, country }: NumberScheme, text: string): string {
  const bare = bareNumber(text).replace(BESIDE[name] ?? "", "");
  if (name === "US_CIK") return bare.padStart(10, "0");
  if (name === "GB_VAT" || name === "NL_VAT") return bare.replace(/^\d/, `${country}$&`);
  if (name === "GB_CRN" && /^\d{6,7}$/.test(bare)) return bare.padStart(8, "0");
  // Belgian numbers had nine digits until 2005.
  return country === "BE" ? bare.replace(/^(BE)?([1-9]\d{8})$/, "$10$2") : bare;
}

function describe({ name, kind, country, check }: NumberScheme, number: string): LegalNumber {
  return { scheme: name, kind, country, number, isValid: check(number) };
}

/** Placeholder numbers of page templates: 12345678, 00000000, 123 456 789. */
function isPlaceholder(number: string): boolean {
  const digits = number.replace(/\D/g, "");
  if (digits.length < 5) return false;
  return /^(\d)\1+$/.test(digits) || "1234567890123".startsWith(digits) || "98765432109876".startsWith(digits);
}

/** Of several readings of one number ("BTW" is Belgian and Dutch) the valid ones, else the longest: "number HRB 1234". */
function withoutLookalikes(found: FoundNumber[]): FoundNumber[] {
  const groups = Map.groupBy(found, ({ number }) => number.replace(/^[A-Z]+(?=\d)/, ""));
  const kept = [...groups.values()].flatMap((group) => {
    const valid = group.filter(({ isValid }) => isValid);
    const longest = Math.max(...group.map(({ number }) => number.length));
    return valid.length > 0 ? valid : group.filter(({ number }) => number.length === longest);
  });
  const once = Map.groupBy(kept, ({ scheme, number }) => `${scheme} ${number}`);
  return [...once.values()].flatMap(([first]) => first ?? []);
}

/** Hosts of registers, the scheme of their numbers, and where an address has one behind its host. */
const REGISTER_PAGES: [host: string, scheme: string, number: RegExp][] = [
  ["find-and-update.company-information.service.gov.uk", "GB_CRN", /\/company\/(\w{8})(?!\w)/],
  ["virksomhet.brreg.no", "NO_ORGNR", /\/(\d{9})(?!\w)/],
  ["data.brreg.no", "NO_ORGNR", /\/(\d{9})(?!\w)/],
  ["annuaire-entreprises.data.gouv.fr", "FR_SIREN", /\/entreprise\/(?:[^/]*-)?(\d{9})(?!\w)/],
  ["tietopalvelu.ytj.fi", "FI_YTUNNUS", /\/yritys\/(\d{7}-\d)(?!\w)/],
  ["ares.gov.cz", "CZ_ICO", /(?:[?&]ico=|\/)(\d{8})(?!\w)/],
  ["ariregister.rik.ee", "EE_REG", /\/company\/(\d{8})(?!\w)/],
  ["info.ur.gov.lv", "LV_REG", /legal-entity\/(\d{11})/],
  ["kbopub.economie.fgov.be", "BE_KBO", /[?&]ondernemingsnummer=([\d.]+)/],
  ["datacvr.virk.dk", "DK_CVR", /\/virksomhed\/(\d{8})(?!\w)/],
  ["data.sec.gov", "US_CIK", /CIK(\d{10})\.json/],
  ["sec.gov", "US_CIK", /(?:[?&]CIK=|\/edgar\/data\/)(\d{1,10})(?!\w)/],
  ["search.gleif.org", "LEI", /record\/(\w{20})/],
];

/** The number in the address of a register's record, which is never fetched; `unreadable` without one, null for any other host. */
export function numberOfRegisterUrl(text: string): LegalNumber | "unreadable" | null {
  const url = URL.parse(/^https?:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
  const page = url && REGISTER_PAGES.find(([host]) => isWithin(plainHost(url), [host]));
  if (!url || !page) return null;
  const [, scheme, pattern] = page;
  const [, number = ""] = pattern.exec(url.pathname + url.search + url.hash) ?? [];
  return legalNumber(scheme, number) ?? "unreadable";
}
