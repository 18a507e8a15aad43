import { luhn, mod11And10, weighted } from "./checksums.ts";
import {
  checkAustrianVat,
  checkBelgian,
  checkBritishVat,
  checkBulgarian,
  checkCypriot,
  checkCzech,
  checkDutchVat,
  checkFrenchVat,
  checkIrishVat,
  checkLithuanian,
  checkPortuguese,
  checkRomanian,
  checkSlovenian,
  checkSpanish,
} from "./number-checks.ts";
import { grouped, mod11, type NumberScheme, SEPARATOR } from "./number-scheme.ts";

const VAT_LABELS = [
  "vat",
  "ust[ .-]{0,4}id",
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
  "cui",
  "cif",
  "ddv",
  "pdv",
  "ддс",
  "αφμ",
];
const vat = (country: string, prefix: string, body: string, check: NumberScheme["check"]): NumberScheme => ({
  name: `${country}_VAT`,
  country,
  kind: "vat",
  labels: VAT_LABELS,
  form: new RegExp(`^${prefix}${body}$`),
  written: `${prefix}${SEPARATOR}${spaced(body)}`,
  check,
});

/** VAT numbers of Europe: the prefix of the country, and the digits behind it. */
export const VAT_SCHEMES: readonly NumberScheme[] = [
  {
    ...vat("NO", "NO", "\\d{9}", (text) => mod11([3, 2, 7, 6, 5, 4, 3, 2, 1])(text.slice(2, 11))),
    // "MVA" behind the number is its label.
    labels: [...VAT_LABELS, "(?=NO ?\\d{3} ?\\d{3} ?\\d{3} ?MVA)"],
    written: `NO${SEPARATOR}${grouped(3, 3, 3)}(?:${SEPARATOR}MVA)?`,
  },
  vat("SE", "SE", "\\d{12}", (text) => text.endsWith("01") && luhn(text.slice(2, 12))),
  vat("DK", "DK", "\\d{8}", (text) => mod11([2, 7, 6, 5, 4, 3, 2, 1])(text.slice(2))),
  vat("FI", "FI", "\\d{8}", (text) => mod11([7, 9, 10, 5, 8, 4, 2, 1])(text.slice(2))),
  vat("FR", "FR", "\\w{2}\\d{9}", checkFrenchVat),
  {
    ...vat("BE", "BE", "[01]\\d{9}", (text) => checkBelgian(text.slice(2))),
    written: `BE${SEPARATOR}[01]?${SEPARATOR}${grouped(3, 3, 3)}`,
  },
  vat("NL", "NL", "\\d{9}B\\d{2}", checkDutchVat),
  vat("DE", "DE", "\\d{9}", (text) => mod11And10(text.slice(2))),
  vat("AT", "ATU", "\\d{8}", checkAustrianVat),
  vat("GB", "GB", "\\d{9}", checkBritishVat),
  vat("IE", "IE", "(?:\\d{7}[A-W][A-I]?|\\d[A-Z]\\d{5}[A-W])", checkIrishVat),
  vat("IT", "IT", "\\d{11}", (text) => luhn(text.slice(2))),
  vat("ES", "ES", "[A-HJNP-SUVW]\\d{7}[\\dA-J]", (text) => checkSpanish(text.slice(2))),
  vat("PT", "PT", "[5689]\\d{8}", (text) => checkPortuguese(text.slice(2))),
  vat("PL", "PL", "\\d{10}", (text) => weighted(text.slice(2), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text[11])),
  vat("CZ", "CZ", "\\d{8}", (text) => checkCzech(text.slice(2))),
  vat("SK", "SK", "\\d{10}", (text) => Number(text.slice(2)) % 11 === 0),
  vat("EE", "EE", "\\d{9}", (text) => weighted(text.slice(2), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0),
  vat("LV", "LV", "\\d{11}", (text) => weighted(text.slice(2), [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3),
  vat("LT", "LT", "(?:\\d{12}|\\d{9})", (text) => checkLithuanian(text.slice(2))),
  vat("LU", "LU", "\\d{8}", (text) => Number(text.slice(2, 8)) % 89 === Number(text.slice(8))),
  vat("HU", "HU", "\\d{8}", (text) => weighted(text.slice(2), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0),
  vat("RO", "RO", "\\d{2,10}", checkRomanian),
  {
    ...vat(
      "EL",
      "EL",
      "\\d{9}",
      (text) => (weighted(text.slice(2), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text[10]),
    ),
    // Greece, whose prefix is not its code.
    country: "GR",
  },
  vat("SI", "SI", "\\d{8}", checkSlovenian),
  vat("HR", "HR", "\\d{11}", (text) => mod11And10(text.slice(2))),
  vat("BG", "BG", "\\d{9,10}", checkBulgarian),
  vat("CY", "CY", "\\d{8}[A-Z]", checkCypriot),
  vat("MT", "MT", "\\d{8}", (text) => (weighted(text.slice(2), [3, 4, 6, 7, 8, 9]) + Number(text.slice(8))) % 37 === 0),
  // Northern Ireland within VIES.
  { ...vat("XI", "XI", "\\d{9}", checkBritishVat), country: "GB" },
];

/** The pattern of a compact form with a separator allowed after every digit. */
function spaced(body: string): string {
  return body.replace(/(\\d|\\w)\{(\d+)\}/g, (_, unit: string, count: string) =>
    `${unit}${SEPARATOR}`.repeat(Number(count)),
  );
}
