/**
 * Legal numbers of companies: how each is labelled, written and checked. The checks follow the issuing registers' published
 * rules and are tested on published real numbers. A random number passes many of these checks one time in ten, so a check
 * alone never identifies anything.
 */
import { crossSum, gs1, luhn, mod11And10, mod97, weighted } from "./checksums.ts";

export type NumberScheme = {
  /** Stable name in answers, e.g. `NO_ORGNR`. */
  name: string;
  /** ISO 3166-1; null for identifiers without a country. */
  country: string | null;
  kind: "register" | "vat" | "tax" | "global";
  /** Labels in front of it on pages: pattern sources, matched without case. */
  labels: string[];
  /** The compact form, upper case and without separators. */
  form: RegExp;
  /** How it is written on pages; separators are optional. A pattern source. */
  written: string;
  /** True, false, or null when the number carries no check digit. */
  check(compact: string): boolean | null;
  /** Non-digits between label and number, at most; 25 unless said. */
  gap?: number;
};

const S = "[ .\\u00a0\\u202f-]?";
const grouped = (...lengths: number[]) => lengths.map((length) => `\\d{${length}}`).join(S);
const mod11 = (weights: number[]) => (text: string) => weighted(text, weights) % 11 === 0;
const unchecked = () => null;

function checkSiret(text: string): boolean {
  // La Poste numbers its branches differently.
  if (text.startsWith("356000000")) return [...text].reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0;
  return luhn(text);
}

function checkFrenchVat(text: string): boolean | null {
  const [, key = "", siren = ""] = /^FR(\w\w)(\d{9})$/.exec(text) ?? [];
  if (!luhn(siren)) return false;
  return /^\d\d$/.test(key) ? Number(key) === (12 + 3 * (Number(siren) % 97)) % 97 : null;
}

function checkBelgian(text: string): boolean {
  return 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));
}

function checkDutchVat(text: string): boolean {
  const sum = weighted(text.slice(2, 11), [9, 8, 7, 6, 5, 4, 3, 2, -1]);
  return sum % 11 === 0 || mod97(text) === 1;
}

function checkAustrianVat(text: string): boolean {
  const given = [...text.slice(3)].map(Number);
  const sum = given.slice(0, 7).reduce((total, digit, index) => total + (index % 2 ? crossSum(digit * 2) : digit), 0);
  return (10 - ((sum + 4) % 10)) % 10 === given[7];
}

function checkSwiss(text: string): boolean {
  const number = text.slice(3);
  const check = (11 - (weighted(number, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11;
  return check !== 10 && check === Number(number[8]);
}

function checkBritishVat(text: string): boolean {
  const rest = weighted(text.slice(2, 11), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  // Numbers given out since 2010 leave 42 (55 added before the division).
  return rest === 0 || rest === 42;
}

function checkIrishVat(text: string): boolean | null {
  const number = text.slice(2);
  if (!/^\d{7}[A-W][A-IW]?$/.test(number)) return null;
  const second = number[8];
  const extra = second ? (second === "W" ? 0 : (second.charCodeAt(0) - 64) * 9) : 0;
  return "WABCDEFGHIJKLMNOPQRSTUV"[(weighted(number, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === number[7];
}

function checkSpanish(text: string): boolean {
  const number = text.slice(1, 8);
  const sum = [...number].reduce(
    (total, digit, index) => total + (index % 2 === 0 ? crossSum(Number(digit) * 2) : Number(digit)),
    0,
  );
  const check = (10 - (sum % 10)) % 10;
  return text[8] === String(check) || text[8] === "JABCDEFGHI"[check];
}

function checkPortuguese(text: string): boolean {
  const check = 11 - (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === Number(text[8]);
}

function checkCzech(text: string): boolean {
  return (11 - (weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(text[7]);
}

function checkEstonian(text: string): boolean {
  const first = weighted(text, [1, 2, 3, 4, 5, 6, 7]) % 11;
  const rest = first === 10 ? weighted(text, [3, 4, 5, 6, 7, 8, 9]) % 11 : first;
  return rest % 10 === Number(text[7]);
}

function checkAbn(text: string): boolean {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  return (weighted(text, weights) - 10) % 89 === 0;
}

function checkAcn(text: string): boolean {
  return (10 - (weighted(text, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === Number(text[8]);
}

function checkSwedish(text: string): boolean {
  return luhn(text);
}

const VAT = [
  "vat",
  "ust[ .-]*id",
  "umsatzsteuer",
  "uid",
  "tva",
  "btw",
  "(?:partita )?iva",
  "mva",
  "moms",
  "alv",
  "nip",
  "di[cč]",
  "dph",
  "km(?:kr|v)",
  "pvn",
  "pvm",
  "intracom",
];
const vat = (country: string, prefix: string, body: string, check: NumberScheme["check"]): NumberScheme => ({
  name: `${country}_VAT`,
  country,
  kind: "vat",
  labels: VAT,
  form: new RegExp(`^${prefix}${body}$`),
  written: `${prefix}${S}${spaced(body)}`,
  check,
});

/** The pattern of a compact form with a separator allowed after every digit. */
function spaced(body: string): string {
  return body.replace(/(\\d|\\w)\{(\d+)\}/g, (_, unit: string, count: string) => `${unit}${S}`.repeat(Number(count)));
}

export const NUMBER_SCHEMES: readonly NumberScheme[] = [
  {
    name: "NO_ORGNR",
    country: "NO",
    kind: "register",
    form: /^\d{9}$/,
    labels: [
      "org(?:anisasjons)?[ .]*-?(?:nr|nummer|no|number)",
      "foretaksregisteret",
      "org(?:\\.|anisation) ?(?:id|number|no)",
      "\\bNO(?=[ \\d])",
    ],
    written: `${grouped(3, 3, 3)}(?=[ .-]*(?:mva)?(?!${S}\\d))`,
    check: mod11([3, 2, 7, 6, 5, 4, 3, 2, 1]),
  },
  {
    name: "SE_ORGNR",
    country: "SE",
    kind: "register",
    form: /^\d{2}[2-9]\d{7}$/,
    labels: [
      "org(?:anisations)?[ .]*-?(?:nr|nummer|no|number)",
      "corporate (?:identity|id)[a-z ]*",
      "reg(?:istration|istrerings)?[ .]*-?(?:nr|no|number|nummer)",
    ],
    written: "\\d{6}[- ]?\\d{4}",
    check: checkSwedish,
  },
  {
    name: "DK_CVR",
    country: "DK",
    kind: "register",
    form: /^[1-9]\d{7}$/,
    labels: ["cvr[ .-]*(?:nr|nummer|no|number)?", "se[ .-]*nr"],
    written: grouped(2, 2, 2, 2),
    check: mod11([2, 7, 6, 5, 4, 3, 2, 1]),
  },
  {
    name: "FI_YTUNNUS",
    country: "FI",
    kind: "register",
    form: /^\d{8}$/,
    labels: ["y[ -]?tunnus", "fo-nummer", "business id[a-z ]*", "ly-?tunnus"],
    written: "\\d{7}-\\d",
    check: mod11([7, 9, 10, 5, 8, 4, 2, 1]),
  },
  {
    name: "FR_SIREN",
    country: "FR",
    kind: "register",
    form: /^\d{9}$/,
    gap: 40,
    labels: ["siren", "r\\.?c\\.?s\\.?"],
    written: grouped(3, 3, 3),
    check: luhn,
  },
  {
    name: "FR_SIRET",
    country: "FR",
    kind: "register",
    form: /^\d{14}$/,
    labels: ["siret"],
    written: grouped(3, 3, 3, 5),
    check: checkSiret,
  },
  {
    name: "BE_KBO",
    country: "BE",
    kind: "register",
    form: /^[01]\d{9}$/,
    labels: [
      "btw",
      "tva",
      "kbo",
      "bce",
      "ondernemingsnummer",
      "num[eé]ro d['’]entreprise",
      "company number",
      "r\\.?p\\.?[rm]\\.?",
      "vat",
    ],
    written: `[01]\\d{3}${S}\\d{3}${S}\\d{3}`,
    check: checkBelgian,
  },
  {
    name: "NL_KVK",
    country: "NL",
    kind: "register",
    form: /^\d{8}$/,
    labels: ["kvk[ .-]*(?:nr|nummer|number)?", "k\\.v\\.k\\.?", "kamer van koophandel", "chamber of commerce", "coc"],
    written: grouped(2, 2, 2, 2),
    check: unchecked,
  },
  {
    name: "DE_HR",
    country: "DE",
    kind: "register",
    form: /^(HRA|HRB|GNR|VR|PR)\d{1,6}[A-Z]{0,2}$/,
    labels: ["(?=hr[ab]\\b)", "(?=gnr\\b)", "(?=hr ?[ab][ .:-]*\\d)", "(?=\\bvr[ .:-]*\\d)"],
    written: "(?:HR ?A|HR ?B|GnR|VR)[ .:-]*(?:Nr\\.?|Nummer)?[ :]*\\d{1,6}(?: ?[A-Z]{1,2}(?![\\p{L}\\d]))?",
    check: unchecked,
  },
  {
    name: "AT_FN",
    country: "AT",
    kind: "register",
    form: /^\d{1,6}[A-Z]$/,
    labels: ["\\bfn", "firmenbuch(?:nummer|nr)?"],
    written: "\\d{1,6} ?[a-zA-Z](?![\\p{L}\\d])",
    check: unchecked,
  },
  {
    name: "CH_UID",
    country: "CH",
    kind: "register",
    form: /^CHE\d{9}$/,
    labels: ["uid", "mwst", "tva", "iva", "vat", "che", "handelsregister", "ide", "idi", "unternehmens"],
    written: `CHE${S}${grouped(3, 3, 3)}`,
    check: checkSwiss,
  },
  {
    ...{
      name: "GB_CRN",
      country: "GB",
      kind: "register",
      form: /^(?:\d{8}|(?:SC|NI|OC|SO|NC|FC|BR|LP|SL|NL|R0|IP|RC|RS|SP|NO|NP|CE|CS|GE|GS|ES|NV|SA|SE|SF|SI|SR|SZ|AC|IC|PC)\d{6})$/,
    },
    labels: [
      "(?:company|registration|registered) (?:registration )?(?:number|no|nr)",
      "registered (?:company )?(?:in|no)",
      "incorporated in (?:england|scotland|the united kingdom)",
      "companies house",
    ],
    written: "(?:(?:SC|NI|OC|SO|NC|FC|BR)[ -]?\\d{6}|0\\d{7}|\\d{7,8})",
    check: unchecked,
    gap: 30,
  },
  {
    name: "IE_CRO",
    country: "IE",
    kind: "register",
    form: /^\d{5,6}$/,
    labels: [
      "cro[a-z .]*",
      "(?:registered|registration|company) (?:in ireland[a-z ,]*)?(?:number|no)",
      "registered in (?:the republic of )?ireland",
    ],
    written: "\\d{5,6}",
    check: unchecked,
    gap: 30,
  },
  {
    name: "IT_PIVA",
    country: "IT",
    kind: "register",
    form: /^\d{11}$/,
    labels: ["p\\.? ?iva", "partita iva", "c\\.? ?f\\.?", "codice fiscale", "cod\\. ?fisc", "vat", "iva"],
    written: "\\d{11}",
    check: luhn,
  },
  {
    name: "ES_NIF",
    country: "ES",
    kind: "register",
    form: /^[A-HJNP-SUVW]\d{7}[\dA-J]$/,
    labels: ["c\\.?i\\.?f\\.?", "n\\.?i\\.?f\\.?", "vat", "iva"],
    written: `[A-HJNP-SUVW]${S}\\d{2}${S}\\d{3}${S}\\d{2}${S}[\\dA-J]`,
    check: checkSpanish,
  },
  {
    name: "PT_NIPC",
    country: "PT",
    kind: "register",
    form: /^[5689]\d{8}$/,
    labels: ["nipc", "nif", "contribuinte", "matr[ií]cula"],
    written: grouped(3, 3, 3),
    check: checkPortuguese,
  },
  {
    name: "PL_KRS",
    country: "PL",
    kind: "register",
    form: /^\d{10}$/,
    labels: ["krs"],
    written: "\\d{10}",
    check: unchecked,
    gap: 40,
  },
  {
    name: "PL_NIP",
    country: "PL",
    kind: "vat",
    form: /^\d{10}$/,
    labels: ["nip"],
    written: `\\d{3}${S}\\d{3}${S}\\d{2}${S}\\d{2}|\\d{3}${S}\\d{2}${S}\\d{2}${S}\\d{3}`,
    check: (text) => weighted(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text[9]),
  },
  {
    name: "CZ_ICO",
    country: "CZ",
    kind: "register",
    form: /^\d{8}$/,
    labels: ["i[cč]o?", "identifika[cč]n[ií] [cč][ií]slo"],
    written: grouped(3, 2, 3),
    check: checkCzech,
  },
  {
    name: "SK_ICO",
    country: "SK",
    kind: "register",
    form: /^\d{8}$/,
    labels: ["i[cč]o"],
    written: `${grouped(3, 2, 3)}|${grouped(2, 3, 3)}`,
    check: checkCzech,
  },
  {
    name: "EE_REG",
    country: "EE",
    kind: "register",
    form: /^[1789]\d{7}$/,
    labels: ["registrikood", "reg(?:istry|istri)?[ .]*(?:kood|code|nr|number|no)"],
    written: "[1789]\\d{7}",
    check: checkEstonian,
  },
  {
    name: "LV_REG",
    country: "LV",
    kind: "register",
    form: /^\d{11}$/,
    labels: ["re[gģ](?:istr[aā]cijas|istration)?[ .]*(?:nr|no|numurs|number)"],
    written: "\\d{11}",
    check: (text) => weighted(text, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3,
  },
  {
    name: "LT_JAR",
    country: "LT",
    kind: "register",
    form: /^\d{9}$/,
    labels: ["[iį]mon[eė]s kodas", "juridinio asmens kodas", "company code"],
    written: "\\d{9}",
    check(text) {
      const first = weighted(text, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
      const rest = first === 10 ? weighted(text, [3, 4, 5, 6, 7, 8, 9, 1]) % 11 : first;
      return rest % 10 === Number(text[8]);
    },
  },
  {
    name: "AU_ABN",
    country: "AU",
    kind: "register",
    form: /^\d{11}$/,
    labels: ["a\\.?b\\.?n\\.?"],
    written: grouped(2, 3, 3, 3),
    check: checkAbn,
  },
  {
    name: "AU_ACN",
    country: "AU",
    kind: "register",
    form: /^\d{9}$/,
    labels: ["a\\.?c\\.?n\\.?"],
    written: grouped(3, 3, 3),
    check: checkAcn,
  },
  {
    name: "NZ_NZBN",
    country: "NZ",
    kind: "register",
    form: /^9429\d{9}$/,
    labels: ["nzbn"],
    written: "9429[ ]?\\d{3}[ ]?\\d{3}[ ]?\\d{3}|9429\\d{9}",
    check: gs1,
  },
  {
    name: "US_EIN",
    country: "US",
    kind: "tax",
    form: /^\d{9}$/,
    labels: ["\\bein", "tax id", "employer identification number"],
    written: "\\d{2}-\\d{7}",
    check: unchecked,
  },
  {
    name: "US_CIK",
    country: "US",
    kind: "register",
    form: /^\d{10}$/,
    labels: ["cik"],
    written: "\\d{4,10}",
    check: unchecked,
  },
  {
    name: "LEI",
    country: null,
    kind: "global",
    form: /^[A-Z0-9]{18}\d{2}$/,
    labels: ["\\blei", "legal entity identifier"],
    written: "[A-Z0-9]{18}\\d{2}",
    check: (text) => mod97(text) === 1,
  },
  {
    ...vat("NO", "NO", "\\d{9}", (text) => mod11([3, 2, 7, 6, 5, 4, 3, 2, 1])(text.slice(2, 11))),
    // "MVA" behind the number is its label.
    labels: [...VAT, "(?=NO ?\\d{3} ?\\d{3} ?\\d{3} ?MVA)"],
    written: `NO${S}${grouped(3, 3, 3)}(?:${S}MVA)?`,
  },
  vat("SE", "SE", "\\d{12}", (text) => text.endsWith("01") && checkSwedish(text.slice(2, 12))),
  vat("DK", "DK", "\\d{8}", (text) => mod11([2, 7, 6, 5, 4, 3, 2, 1])(text.slice(2))),
  vat("FI", "FI", "\\d{8}", (text) => mod11([7, 9, 10, 5, 8, 4, 2, 1])(text.slice(2))),
  vat("FR", "FR", "\\w{2}\\d{9}", checkFrenchVat),
  vat("BE", "BE", "[01]\\d{9}", (text) => checkBelgian(text.slice(2))),
  vat("NL", "NL", "\\d{9}B\\d{2}", checkDutchVat),
  vat("DE", "DE", "\\d{9}", (text) => mod11And10(text.slice(2))),
  vat("AT", "ATU", "\\d{8}", checkAustrianVat),
  vat("GB", "GB", "\\d{9}", checkBritishVat),
  vat("IE", "IE", "\\d{7}[A-W][A-I]?", checkIrishVat),
  vat("IT", "IT", "\\d{11}", (text) => luhn(text.slice(2))),
  vat("ES", "ES", "[A-HJNP-SUVW]\\d{7}[\\dA-J]", (text) => checkSpanish(text.slice(2))),
  vat("PT", "PT", "[5689]\\d{8}", (text) => checkPortuguese(text.slice(2))),
  vat("PL", "PL", "\\d{10}", (text) => weighted(text.slice(2), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text[11])),
  vat("CZ", "CZ", "\\d{8}", (text) => checkCzech(text.slice(2))),
  vat("SK", "SK", "\\d{10}", (text) => Number(text.slice(2)) % 11 === 0),
  vat("EE", "EE", "\\d{9}", (text) => weighted(text.slice(2), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0),
  vat("LV", "LV", "\\d{11}", (text) => weighted(text.slice(2), [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3),
  vat("LT", "LT", "(?:\\d{12}|\\d{9})", unchecked),
  vat("LU", "LU", "\\d{8}", (text) => Number(text.slice(2, 8)) % 89 === Number(text.slice(8))),
  vat("HU", "HU", "\\d{8}", (text) => weighted(text.slice(2), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0),
  vat("RO", "RO", "\\d{2,10}", unchecked),
  vat("EL", "EL", "\\d{9}", unchecked),
  vat("SI", "SI", "\\d{8}", unchecked),
  vat("HR", "HR", "\\d{11}", (text) => mod11And10(text.slice(2))),
  vat("BG", "BG", "\\d{9,10}", unchecked),
];
