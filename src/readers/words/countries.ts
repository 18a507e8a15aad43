import { foldText } from "../../lib/fold.ts";
import { lazy } from "../../lib/lazy.ts";
import { pairsOf } from "../../lib/words.ts";
import { sectionOf } from "./sections.ts";

const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "pl"];
/** Languages of one country, in which its own name is known. */
const OWN_LANGUAGES = pairsOf(
  "cs CZ sk SK hu HU ro RO bg BG hr HR bs BA sl SI sr-Latn RS el GR lv LV lt LT et EE fi FI tr TR uk UA nb NO is IS",
);
const alpha3 = sectionOf("alpha 3 codes of countries", (text) => text);
const aliases = sectionOf("other names of countries", (text) => text);
/** US states whose abbreviation is not also a country's code: "Austin, TX" is in the US, "San Jose, CA" could be in Canada. */
const US_STATES = new Set("AK CT DC FL HI IA KS KY LA MI NH NJ NM NV NY OH OK OR RI TX UT VT WA WI WV WY".split(" "));

const MAX_LENGTH = 100;

/** Former states, duplicates, and codes that are reserved or stand for no country. */
const NOT_COUNTRIES = new Set(
  "AC AN BU CP CQ CS DD DG EA FX IC NH NT RH SU TA TP UK VD XK YD YU ZR HV DY EU EZ UN XA XB ZZ QO".split(" "),
);

/** Codes by names in ten languages, alpha-3 codes and common short forms, all folded. */
const codesByName = lazy(() => {
  const codes = new Map<string, string>();
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    for (const code of pairs) {
      const name = NOT_COUNTRIES.has(code) ? undefined : display.of(code);
      if (!name) continue;
      if (language === "en") codes.set(code.toLowerCase(), code);
      const folded = foldText(name);
      if (!codes.has(folded)) codes.set(folded, code);
    }
  }
  for (const [language, code] of OWN_LANGUAGES)
    codes.set(foldText(new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code), code);
  for (const [, three = "", two = three.slice(0, 2)] of alpha3().matchAll(/(\w{3})(?:=(\w\w))?/g))
    codes.set(three.toLowerCase(), two);
  for (const [, alias = "", code = ""] of aliases().matchAll(/(?<![a-z. ])([a-z. ]+)=(\w\w)/g))
    codes.set(alias.trim(), code);
  return codes;
});

/** ISO 3166-1 alpha-2 of a code or of a country's name; null for anything else. */
export function countryCode(text: string | null): string | null {
  if (!text || text.length > MAX_LENGTH) return null;
  return codesByName().get(foldText(text.trim())) ?? null;
}

/** The country that a free text such as "Berlin, Germany" or "Remote - US" ends or begins with; null when it is not certain. */
export function countryInText(place: string): string | null {
  const parts = place.split(/[,;|/()]|\s[-–—]\s/).map((part) => part.trim());
  const last = parts.findLast(Boolean) ?? "";
  if (parts.length > 1 && US_STATES.has(last)) return "US";
  for (const part of parts.toReversed()) {
    // A two-letter code in a free text may be a state.
    const code = /^[A-Za-z]{2}$/.test(part) ? (/^(?:US|UK)$/.test(part) ? countryCode(part) : null) : countryCode(part);
    if (code) return code;
  }
  return null;
}
