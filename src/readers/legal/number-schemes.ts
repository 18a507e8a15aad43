/** Legal numbers: label, form and check. A random number passes many checks, so a check alone identifies nothing. */
import { euVat, stdnum, type Validator } from "stdnum";
import { pairsOf } from "../../lib/words.ts";

export type NumberScheme = {
  /** Stable name in answers, e.g. `NO_ORGNR`; its country comes first. */
  name: string;
  /** ISO 3166-1; null for identifiers without a country. */
  country: string | null;
  kind: "register" | "vat" | "tax" | "global";
  /** Labels that precede it on pages, matched without case. One that looks ahead is a part of the number. */
  labels: RegExp;
  /** The compact form, upper case and without separators; of a register, if not said, what is written without them. */
  form: RegExp;
  /** How it is written on pages; separators are optional. A pattern source. */
  written: string;
  /** Maximum of non-digits between label and number; 25 by default. */
  gap?: number;
  /** True, false, or null when the number carries no check digit. */
  check(compact: string): boolean | null;
};

const SEPARATOR = "[ .\\u00a0\\u202f-]?";
/** What pattern sources of written numbers have between digits. */
const SEPARATORS = /\[[ -][ ./\\u0-9af-]*\]\?|\\\.\?| \??|(?<=[}d\]])-\??|\/\??/g;
const grouped = (...lengths: number[]) => lengths.map((length) => `\\d{${length}}`).join(SEPARATOR);
const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"));

/** The check of a validator of stdnum. Throws for an unknown one. */
function checkedBy(validator: Validator | undefined) {
  if (!validator) throw new Error("stdnum has no such validator");
  return (compact: string) => validator.validate(compact).isValid;
}

/** By name: the country, unless the kind is global, and what the number is called. `kind` is `register` by default. */
const REGISTERS: Record<string, Pick<NumberScheme, "labels" | "written"> & Partial<NumberScheme>> = {
  NO_ORGNR: {
    form: /^\d{9}$/,
    labels: anyOf(
      /org(?:anisasjons)?[ .]{0,4}-?(?:nr|nummer|no|number)|foretaksregisteret/,
      /org(?:\.|anisation) ?(?:id|number|no)|\bNO(?=[ \d])/,
    ),
    written: `${grouped(3, 3, 3)}(?=[ .-]{0,4}(?:mva)?(?!${SEPARATOR}\\d))`,
  },
  SE_ORGNR: {
    form: /^\d{2}[2-9]\d{7}$/,
    labels: anyOf(
      /org(?:anisations)?[ .]{0,4}-?(?:nr|nummer|no|number)|corporate (?:identity|id)[a-z ]{0,30}/,
      /reg(?:istration|istrerings)?[ .]{0,4}-?(?:nr|no|number|nummer)(?=\D{0,25}\d{6}-)/,
    ),
    written: "\\d{6}[- ]?\\d{4}",
  },
  DK_CVR: {
    form: /^[1-9]\d{7}$/,
    labels: /cvr[ .-]{0,4}(?:nr|nummer|no|number)?|se[ .-]{0,4}nr/,
    written: grouped(2, 2, 2, 2),
  },
  FI_YTUNNUS: {
    form: /^\d{8}$/,
    labels: /y[ -]?tunnus|fo-nummer|business id[a-z ]{0,30}|ly-?tunnus/,
    written: "\\d{7}-\\d",
  },
  // Monaco's VAT numbers have 000 in its place.
  FR_SIREN: {
    form: /^(?!000)\d{9}$/,
    // "552 120 222 R.C.S. Paris" is the only label that follows its number.
    labels: /siren|r\.?c\.?s\.?|(?=[abcd]?\d{3}[ .\u00a0]?\d{3}[ .\u00a0]?\d{3} ?r\.?c\.?s)/,
    written: `[ABCD]?${grouped(3, 3, 3)}`,
    gap: 60,
  },
  FR_SIRET: { labels: /siret/, written: grouped(3, 3, 3, 5) },
  BE_KBO: {
    form: /^[01]\d{9}$/,
    labels:
      /btw|tva|kbo|bce|ondernemingsn(?:umme)?r|n(?:um[eé]ro|[°º]) d['’]entreprise|company number|r\.?p\.?[rm]\.?|vat/,
    written: `[01]\\d{3}${SEPARATOR}\\d{3}${SEPARATOR}\\d{3}`,
  },
  NL_KVK: {
    labels: anyOf(
      /kvk[ .-]{0,4}(?:nr|nummer|number)?|k\.v\.k\.?|handelsregister(?:nummer| onder| met)/,
      /kamer van koophandel|chamber of commerce|coc/,
    ),
    written: grouped(2, 2, 2, 2),
  },
  // "Mo–Vr 08:00" is a time.
  DE_HR: {
    form: /^(HRA|HRB|GNR|VR|PR)\d{1,6}[A-Z]{0,2}$/,
    labels: /(?=hr[ab]\b|gnr\b|hr ?[ab][ .:-]{0,6}(?:nr)?\d|\bvr[ .:-]{0,6}\d{1,6}(?![:.]?\d))|partnerschaftsregister/,
    gap: 40,
    written:
      "(?:HR ?A|HR ?B|GnR|VR|PR)[ .:-]{0,6}(?:Nr\\.?|Nummer)?[ :]{0,3}\\d{1,6}(?: ?(?!AG)[A-Z]{1,2}(?![\\p{L}\\d]))?",
  },
  AT_FN: {
    form: /^\d{1,6}[A-Z]$/,
    labels: /\bfn|firmenbuch(?:nummer|nr)?/,
    written: "\\d{1,6} ?[a-zA-Z](?![\\p{L}\\d])",
  },
  CH_UID: { form: /^CHE\d{9}$/, labels: /(?=CHE)/, written: `CHE${SEPARATOR}${grouped(3, 3, 3)}` },
  GB_CRN: {
    form: /^(?:\d{8}|(?:SC|NI|OC|SO|NC|FC|BR|LP|SL|NL|R0|IP|RC|RS|SP|NO|NP|CE|CS|GE|GS|ES|NV|SA|SE|SF|SI|SR|SZ|AC|IC|PC|OE)\d{6})$/,
    labels: anyOf(
      /(?:company|registration|registered) (?:reg(?:istration|\.)? )?(?:number|no|nr)|\bco\.? no/,
      /registered (?:company )?(?:in|no)/,
      /incorporated in (?:england|scotland|the united kingdom)|companies house/,
    ),
    written: "(?:(?:SC|NI|OC|SO|NC|FC|BR)[ -]?\\d{6}|0\\d{7}|\\d{7,8})",
    gap: 30,
  },
  IE_CRO: {
    labels: anyOf(
      /cro(?![a-zà-ÿ])[a-z .]{0,30}|(?:registered|registration|company) (?:in ireland[a-z ,]{0,30})?(?:number|no)/,
      /registered in (?:the republic of )?ireland/,
    ),
    written: "\\d{5,6}",
    gap: 30,
  },
  IT_PIVA: { labels: /p\.? ?i(?:va|\.)|partita iva|c\.? ?f\.?|codice fiscale|cod\. ?fisc|vat|iva/, written: "\\d{11}" },
  SM_COE: { form: /^\d{3,5}$/, labels: /c\.?o\.?e\.?/, written: "(?:SM ?)?\\d{3,5}" },
  ES_NIF: {
    form: /^[A-HJNP-SUVW]\d{7}[\dA-J]$/,
    labels: /c\.?i\.?f\.?|n\.?i\.?f\.?|vat|iva/,
    written: `[A-HJNP-SUVW]${SEPARATOR}\\d{2}[ ./-]?\\d{3}${SEPARATOR}\\d{2}${SEPARATOR}[\\dA-J]`,
  },
  PT_NIPC: { form: /^[5689]\d{8}$/, labels: /nipc|nif|contribuinte|matr[ií]cula/, written: grouped(3, 3, 3) },
  PL_KRS: { labels: /krs|krajow(?:ego|ym) rejestr(?:u|ze) s[ąa]dow(?:ego|ym)/, written: "\\d{10}", gap: 40 },
  PL_REGON: { labels: /regon/, written: grouped(3, 3, 3) },
  PL_NIP: { kind: "vat", labels: /nip/, written: `${grouped(3, 3, 2, 2)}|${grouped(3, 2, 2, 3)}` },
  CZ_ICO: { labels: /i[cč]o?|identifika[cč]n[ií] [cč][ií]slo/, written: grouped(3, 2, 3) },
  SK_ICO: { labels: /i[cč]o/, written: `${grouped(3, 2, 3)}|${grouped(2, 3, 3)}` },
  EE_REG: { labels: /registrikood|reg(?:istry|istri)?[ .]{0,4}(?:kood|code|nr|number|no)/, written: "[1789]\\d{7}" },
  LV_REG: { labels: /re[gģ](?:istr[aā]cijas|istration)?[ .]{0,4}(?:nr|no|numurs|number)/, written: "\\d{11}" },
  LT_JAR: { labels: /[iį]mon[eė]s kodas|juridinio asmens kodas|company code/, written: "\\d{9}" },
  HU_CEG: { labels: /c[ée]gjegyz[ée]ksz[áa]m[a-z ]{0,6}|cg\.?/, written: grouped(2, 2, 6) },
  HR_OIB: { labels: /oib/, written: "\\d{11}" },
  BG_EIK: { labels: /еик|eik|булстат|bulstat/, written: "\\d{9}" },
  PE_RUC: {
    form: /^(?:10|15|17|20)\d{9}$/,
    labels: /r\.?u\.?c\.?|registro [uú]nico de contribuyentes?/,
    written: "\\d{11}",
  },
  AT_ZVR: { labels: /zvr(?:[ -]?(?:zahl|nr|nummer))?/, written: "\\d{9,10}" },
  CN_USCC: { labels: /(?:社会信用|信用)代码|uscc/, written: "[\\dA-Z]{18}" },
  TW_UBN: { labels: /統一編號|統編/, written: "\\d{8}" },
  VN_MST: { labels: /m[aã] s[oố] (?:thu[eế]|doanh nghi[eệ]p)|mst/, written: "\\d{10}" },
  TH_TIN: { labels: /เลขประจำตัวผู้เสียภาษี|tax id/, written: "\\d{13}" },
  RU_OGRN: { labels: /огрн(?:ип)?/, written: "\\d{13}(?:\\d\\d)?" },
  RU_INN: { kind: "vat", labels: /инн/, written: "\\d{10}(?:\\d\\d)?" },
  IL_HP: { labels: /ח["״.]?פ\.?/, written: "5\\d{8}" },
  EC_RUC: { labels: /r\.?u\.?c\.?/, written: "\\d{10}001" },
  UY_RUT: { labels: /r\.?u\.?t\.?/, written: "21\\d{10}" },
  CY_HE: { labels: /reg(?:istration)?\.? (?:no|number)|(?=he ?\d{4})/, written: "HE ?\\d{4,6}" },
  AR_CUIT: { labels: /cuit/, written: grouped(2, 8, 1) },
  CL_RUT: { form: /^\d{7,8}[\dK]$/, labels: /r\.?u\.?t\.?/, written: "\\d{1,2}\\.?\\d{3}\\.?\\d{3}-[\\dKk]" },
  CO_NIT: { form: /^\d{10}$/, labels: /n\.?i\.?t\.?/, written: "\\d{3}\\.?\\d{3}\\.?\\d{3} ?- ?\\d" },
  KR_BRN: { labels: /사업자 ?등록 ?번호/, written: "\\d{3}-\\d{2}-\\d{5}" },
  RO_CUI: {
    form: /^\d{2,10}$/,
    labels: /c\.?[ui]\.?[if]\.?|cod(?:ul)? (?:unic|fiscal|de [iî]nreg)[a-zăîşș ]{0,25}/,
    written: "\\d{6,10}",
  },
  RS_MB: { labels: /mati[cč]ni broj|мб|матични број/, written: "\\d{8}" },
  RS_PIB: { kind: "vat", labels: /pib|пиб/, written: "\\d{9}" },
  SI_MS: { labels: /mati[cč]na [sš]t(?:evilka|\.)?/, written: "\\d{7}(?:000)?" },
  HU_EV: { labels: /nyilv[áa]ntart[áa]si sz[áa]m/, written: "\\d{8}" },
  HU_ADO: {
    kind: "vat",
    labels: /ad[oó]sz[aá]m/,
    written: "\\d{8}-[1-5]-\\d\\d",
    check: (number) => checkedBy(stdnum.HU?.anum)(number.slice(0, 8)),
  },
  GR_GEMI: { labels: /γ\.?ε\.?μη\.?|gemi/, written: "\\d{12}" },
  GR_AFM: { kind: "vat", labels: /α\.?φ\.?μ\.?|afm/, written: "\\d{9}" },
  LU_RCS: { labels: /r\.?c\.?s\.?(?: de)?(?: luxembourg)?/, written: "B ?\\d{4,6}" },
  UA_EDRPOU: { labels: /[єе]дрпоу/, written: "\\d{8}" },
  TR_VKN: { kind: "vat", labels: /vergi (?:dairesi ?\/ ?)?(?:kimlik )?(?:no|numaras[iı])|vkn/, written: "\\d{10}" },
  TR_MERSIS: { labels: /mers[iİ]s(?: no| numaras[iı])?/, written: "\\d{16}" },
  ZA_CIPC: { labels: /(?=\d{4}\/\d{6}\/\d\d)/, written: "\\d{4}/\\d{6}/\\d\\d" },
  MY_SSM: { labels: /reg(?:istration)?\.? ?no|company no|ssm/, written: "(?:19|20)\\d{2}0[1-6]\\d{6}" },
  SG_UEN: { labels: /uen/, written: "\\d{8,9}[A-Z]|[TS]\\d\\d[A-Z]{2}\\d{4}[A-Z]" },
  IN_CIN: { labels: /(?=[lu]\d{5}[a-z]{2}\d{4}[a-z]{3}\d{6})/, written: "[LU]\\d{5}[A-Z]{2}\\d{4}[A-Z]{3}\\d{6}" },
  IN_GSTIN: { kind: "vat", labels: /gst(?:in)?/, written: "\\d{2}[A-Z]{5}\\d{4}[A-Z]\\d[A-Z][A-Z\\d]" },
  MX_RFC: { kind: "vat", labels: /r\.?f\.?c\.?/, written: "[A-ZÑ&]{3}[ -]?\\d{6}[ -]?[A-Z\\d]{3}" },
  JP_CN: { labels: /法人番号/, written: "\\d{13}" },
  BR_CNPJ: {
    form: /^\d{14}$/,
    labels: /cnpj|(?=\d\d\.\d{3}\.\d{3}\/\d{4}-\d\d)/,
    written: "\\d{2}\\.?\\d{3}\\.?\\d{3}/?\\d{4}-?\\d{2}",
  },
  AU_ABN: { labels: /a\.?b\.?n\.?/, written: grouped(2, 3, 3, 3) },
  AU_ACN: { labels: /a\.?c\.?n\.?/, written: grouped(3, 3, 3) },
  NZ_NZBN: {
    form: /^9429\d{9}$/,
    labels: /nzbn/,
    written: "9429 ?\\d{3} ?\\d{3} ?\\d{3}",
    // GS1's mod 10 with weights 1 and 3.
    check: (nzbn) => [...nzbn].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10 === 0,
  },
  US_EIN: {
    kind: "tax",
    form: /^\d{9}$/,
    labels: /\bein|tax id|employer identification number/,
    written: "\\d{2}-\\d{7}",
  },
  US_CIK: { form: /^\d{10}$/, labels: /cik/, written: "\\d{4,10}" },
  LEI: {
    kind: "global",
    form: /^[A-Z0-9]{18}\d{2}$/,
    labels: /\blei|legal entity identifier/,
    written: "[A-Z0-9]{18}\\d{2}",
    // ISO 17442: mod 97-10 over digits and letters (A = 10 … Z = 35), which leaves 1.
    check: (lei) => BigInt([...lei].map((character) => Number.parseInt(character, 36)).join("")) % 97n === 1n,
  },
};

/** The validators of stdnum by scheme: those of its country, where nothing else is said. */
const VALIDATORS = pairsOf(`
  NO_ORGNR orgnr SE_ORGNR orgnr DK_CVR cvr FI_YTUNNUS ytunnus FR_SIREN siren FR_SIRET siret BE_KBO vat CH_UID uid
  IT_PIVA iva SM_COE coe ES_NIF cif PT_NIPC nif PL_NIP nip CZ_ICO ico SK_ICO CZ.ico EE_REG registrikood LV_REG pvn
  PL_REGON regon HR_OIB oib PE_RUC ruc AR_CUIT cuit CL_RUT rut CO_NIT nit KR_BRN brn
  CN_USCC uscc TW_UBN ubn VN_MST mst TH_TIN tin RU_INN inn IL_HP hp EC_RUC ruc UY_RUT rut
  RO_CUI cif RS_PIB pib GR_AFM vat UA_EDRPOU edrpou TR_VKN vkn SG_UEN uen IN_GSTIN gstin MX_RFC rfc JP_CN cn
  LT_JAR pvm BR_CNPJ cnpj AU_ABN abn AU_ACN acn
`);

function registerScheme([name, row]: [string, (typeof REGISTERS)[string]]): NumberScheme {
  const country = name.slice(0, 2);
  const [validator = "", home = country] = (VALIDATORS.get(name) ?? "").split(".").toReversed();
  const check = validator ? checkedBy(stdnum[home]?.[validator]) : () => null;
  const form = new RegExp(`^(?:${row.written.replaceAll(SEPARATORS, "")})$`);
  return { name, kind: "register", country: row.kind === "global" ? null : country, form, check, ...row };
}

const VAT_LABELS = anyOf(
  /vat|ust[ .-]{0,4}id|umsatzsteuer|ustg|uid|tva|btw|(?:partita )?iva|mva|moms|alv|nip|di[cč]|dph|km(?:kr|v)|pvn|pvm/,
  /intracom|c\.?[iu]\.?[fi]\.?|cod fiscal|oib|булстат|dav[cč]na|ddv|pdv|ддс|αφμ/,
);
/** What follows the prefix of the VAT numbers of Europe. XI is Northern Ireland within VIES. */
const VAT_BODIES = pairsOf(String.raw`
  NO \d{9} SE \d{12} DK \d{8} FI \d{8} FR \w{2}\d{9} BE [01]\d{9} NL \d{9}B\d{2} DE \d{9} AT U\d{8} GB \d{9} XI \d{9}
  IE (?:\d{7}[A-W][A-I]?|\d[A-Z]\d{5}[A-W]) IT \d{11} ES [A-HJNP-SUVW]\d{7}[\dA-J] PT [5689]\d{8} PL \d{10}
  CZ \d{8,10} SK \d{10} EE \d{9} LV \d{11} LT (?:\d{12}|\d{9}) LU \d{8} HU \d{8} RO \d{2,10} EL \d{9} SI \d{8}
  HR \d{11} BG \d{9,10} CY \d{8}[A-Z] MT \d{8} CH E\d{9}(?:MWST|TVA|IVA)
`);
/** Of prefixes that are not the country's code. */
const VAT_COUNTRIES: Record<string, string> = { EL: "GR", XI: "GB" };
/** Suffixes of Norwegian and Swiss numbers are their labels; older Belgian numbers lack their first digit. */
const VAT_SPELLINGS: Record<string, Partial<NumberScheme>> = {
  NO: {
    labels: anyOf(VAT_LABELS, /(?=NO ?\d{3} ?\d{3} ?\d{3} ?MVA)/),
    written: `NO${SEPARATOR}${grouped(3, 3, 3)}(?:${SEPARATOR}MVA)?`,
  },
  CH: {
    labels: /(?=CHE)/,
    written: `CHE${SEPARATOR}${grouped(3, 3, 3)}${SEPARATOR}(?:MWST|TVA|IVA)`,
    check: checkedBy(stdnum.CH?.vat),
  },
  // Those of sole traders begin with 1, which stdnum refuses.
  SK: { check: (number) => /^SK[1-9]\d[2-47-9]/.test(number) && Number(number.slice(2)) % 11 === 0 },
  NL: { written: `(?:NL${SEPARATOR})?(?:\\d${SEPARATOR}){9}B${SEPARATOR}\\d\\d` },
  // The British write theirs without the prefix: "VAT no. 220 4302 31".
  GB: {
    written:
      `(?:GB${SEPARATOR}|(?<=\\bvat(?: reg(?:istration|istered|\\.)?)? ?(?:no|number)?[.:]{0,2} ))` +
      `(?:${grouped(3, 4, 2)}|${grouped(3, 3, 3)})`,
  },
  BE: {
    labels: anyOf(VAT_LABELS, /(?=BE ?[01]\d{3}[. ]\d{3}[. ]\d{3})/),
    written: `BE${SEPARATOR}[01]?${SEPARATOR}${grouped(3, 3, 3)}`,
  },
};

function vatScheme([prefix, body]: readonly [string, string]): NumberScheme {
  const country = VAT_COUNTRIES[prefix] ?? prefix;
  const check = checkedBy(euVat[country]?.[0] ?? stdnum[country]?.vat ?? stdnum[country]?.orgnr);
  const spaced = body.replace(/(\\[dw])\{(\d+)\}/g, (_, unit, count) => `${unit}${SEPARATOR}`.repeat(Number(count)));
  return {
    name: `${prefix}_VAT`,
    country,
    kind: "vat",
    labels: VAT_LABELS,
    form: new RegExp(`^${prefix}${body}$`),
    written: `${prefix}${SEPARATOR}${spaced}`,
    check: (number) => check(number.slice(2)),
    ...VAT_SPELLINGS[prefix],
  };
}

/** All schemes, those of VAT numbers last. */
export const SCHEMES: readonly NumberScheme[] = [
  ...Object.entries(REGISTERS).map(registerScheme),
  ...[...VAT_BODIES].map(vatScheme),
];
