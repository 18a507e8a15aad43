import { anyOf, checkedBy, grouped, type NumberScheme, SEPARATOR } from "./number-scheme.ts";

const VAT_LABELS = anyOf(
  /vat|ust[ .-]{0,4}id|umsatzsteuer|uid|tva|btw|(?:partita )?iva|mva|moms|alv|nip|di[cč]|dph|km(?:kr|v)|pvn|pvm/,
  /intracom|cui|cif|ddv|pdv|ддс|αφμ/,
);

/** VAT numbers of Europe by their prefix: what follows it, and how that is checked. */
const VAT: Record<string, [body: string, validator: string]> = {
  NO: ["\\d{9}", "NO.orgnr"],
  SE: ["\\d{12}", "SE.vat"],
  DK: ["\\d{8}", "DK.cvr"],
  FI: ["\\d{8}", "FI.ytunnus"],
  FR: ["\\w{2}\\d{9}", "FR.tva"],
  BE: ["[01]\\d{9}", "BE.vat"],
  NL: ["\\d{9}B\\d{2}", "NL.btw"],
  DE: ["\\d{9}", "DE.vat"],
  AT: ["U\\d{8}", "AT.uid"],
  GB: ["\\d{9}", "GB.vat"],
  IE: ["(?:\\d{7}[A-W][A-I]?|\\d[A-Z]\\d{5}[A-W])", "IE.vat"],
  IT: ["\\d{11}", "IT.iva"],
  ES: ["[A-HJNP-SUVW]\\d{7}[\\dA-J]", "ES.cif"],
  PT: ["[5689]\\d{8}", "PT.nif"],
  PL: ["\\d{10}", "PL.nip"],
  CZ: ["\\d{8}", "CZ.dic"],
  SK: ["\\d{10}", "SK.dph"],
  EE: ["\\d{9}", "EE.kmkr"],
  LV: ["\\d{11}", "LV.pvn"],
  LT: ["(?:\\d{12}|\\d{9})", "LT.pvm"],
  LU: ["\\d{8}", "LU.tva"],
  HU: ["\\d{8}", "HU.anum"],
  RO: ["\\d{2,10}", "RO.cui"],
  EL: ["\\d{9}", "GR.vat"],
  SI: ["\\d{8}", "SI.ddv"],
  HR: ["\\d{11}", "HR.oib"],
  BG: ["\\d{9,10}", "BG.vat"],
  CY: ["\\d{8}[A-Z]", "CY.vat"],
  MT: ["\\d{8}", "MT.vat"],
  CH: ["E\\d{9}(?:MWST|TVA|IVA)", "CH.vat"],
  // Northern Ireland within VIES.
  XI: ["\\d{9}", "GB.vat"],
};
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
    check: checkedBy("CH.vat"),
  },
  BE: { written: `BE${SEPARATOR}[01]?${SEPARATOR}${grouped(3, 3, 3)}` },
};

export const VAT_SCHEMES: readonly NumberScheme[] = Object.entries(VAT).map(([prefix, [body, validator]]) => ({
  name: `${prefix}_VAT`,
  country: VAT_COUNTRIES[prefix] ?? prefix,
  kind: "vat",
  labels: VAT_LABELS,
  form: new RegExp(`^${prefix}${body}$`),
  written: `${prefix}${SEPARATOR}${spaced(body)}`,
  check: (number) => checkedBy(validator)(number.slice(2)),
  ...VAT_SPELLINGS[prefix],
}));

/** The pattern of a compact form with a separator allowed after every digit. */
function spaced(body: string): string {
  return body.replace(/(\\d|\\w)\{(\d+)\}/g, (_, unit: string, count: string) =>
    `${unit}${SEPARATOR}`.repeat(Number(count)),
  );
}
