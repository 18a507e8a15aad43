import { euVat, stdnum } from "stdnum";
import { pairsOf } from "../../lib/words.ts";
import { anyOf, checkedBy, grouped, type NumberScheme, SEPARATOR } from "./number-schemes.ts";

const VAT_LABELS = anyOf(
  /vat|ust[ .-]{0,4}id|umsatzsteuer|uid|tva|btw|(?:partita )?iva|mva|moms|alv|nip|di[cč]|dph|km(?:kr|v)|pvn|pvm/,
  /intracom|cui|cif|ddv|pdv|ддс|αφμ/,
);
/** What follows the prefix of the VAT numbers of Europe. XI is Northern Ireland within VIES. */
const VAT_BODIES = pairsOf(String.raw`
  NO \d{9} SE \d{12} DK \d{8} FI \d{8} FR \w{2}\d{9} BE [01]\d{9} NL \d{9}B\d{2} DE \d{9} AT U\d{8} GB \d{9} XI \d{9}
  IE (?:\d{7}[A-W][A-I]?|\d[A-Z]\d{5}[A-W]) IT \d{11} ES [A-HJNP-SUVW]\d{7}[\dA-J] PT [5689]\d{8} PL \d{10}
  CZ \d{8} SK \d{10} EE \d{9} LV \d{11} LT (?:\d{12}|\d{9}) LU \d{8} HU \d{8} RO \d{2,10} EL \d{9} SI \d{8}
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
  BE: {
    labels: anyOf(VAT_LABELS, /(?=BE ?[01]\d{3}[. ]\d{3}[. ]\d{3})/),
    written: `BE${SEPARATOR}[01]?${SEPARATOR}${grouped(3, 3, 3)}`,
  },
};

function vatScheme(prefix: string, body: string): NumberScheme {
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

export const VAT_SCHEMES: readonly NumberScheme[] = [...VAT_BODIES].map(([prefix, body]) => vatScheme(prefix, body));
