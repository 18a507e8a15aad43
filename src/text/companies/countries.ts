import { foldText } from "../fold.ts";

const CODES =
  "NO FR FI CZ GB US DK SE DE AT CH NL BE IE IT ES PT PL SK EE LV LT AU NZ CA JP IN SG IL BR MX LU HU RO BG GR SI HR IS CN KR ZA TR UA AE HK TW MY ID PH TH VN KY BM CY MT LI SA AR CL CO PE RS".split(
    " ",
  );
/** Names that are not the English ones. */
const OTHERS: Record<string, string> = {
  usa: "US",
  us: "US",
  "united states of america": "US",
  uk: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  deutschland: "DE",
  osterreich: "AT",
  schweiz: "CH",
  espana: "ES",
  italia: "IT",
  norge: "NO",
  sverige: "SE",
  danmark: "DK",
  suomi: "FI",
  nederland: "NL",
  "the netherlands": "NL",
  "czech republic": "CZ",
};

let byName: Map<string, string> | undefined;

/** The ISO 3166-1 code of a country by its code or name; null when it is unknown. */
export function countryCode(text: string): string | null {
  const given = text.trim();
  if (/^[A-Z]{2}$/.test(given)) return given === "UK" ? "GB" : given;
  if (!byName) {
    const names = new Intl.DisplayNames("en", { type: "region" });
    byName = new Map([
      ...CODES.map((code): [string, string] => [foldText(names.of(code) ?? ""), code]),
      ...Object.entries(OTHERS),
    ]);
  }
  return byName.get(foldText(given)) ?? null;
}
