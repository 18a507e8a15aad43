/** Postal addresses in the lines of a page: a postal code with its city, and before it a street with a house number. Pure. */

import { countryCode } from "../words/countries.ts";
import { patternOf } from "../words/patterns.ts";
import { linesOf } from "../words/sections.ts";

/** `key` is equal for two spellings of one address. `country` is ISO 3166-1, where the form says it. */
export type FoundAddress = { text: string; key: string; city: string | null; country: string | null };

const POSTAL_CODE = patternOf("POSTAL_CODE_AND_CITY", "gu");
const statesOfTheUs = linesOf("states of the us");
const ROOM = patternOf("ROOM");
const STREET = patternOf("STREET", "u");
const BEFORE_ADDRESS = patternOf("BEFORE_ADDRESS");
const PLACEHOLDER = patternOf("PLACEHOLDER_ADDRESS");
const COPYRIGHT = /(?:©|copyright)[\s\d–-]{0,12}$/iu;
const REACH = 120;
const MAX_PARTS = 5;
const MAX_PART = 60;
const MAX_FOUND = 20;
const MIN_STREET_LETTERS = 6;

/** The addresses of a text, in order. */
export function findAddresses(text: string): FoundAddress[] {
  return [...text.matchAll(POSTAL_CODE()).take(MAX_FOUND)].flatMap((match) => {
    const { us, au, british, japanese, place = "" } = match.groups ?? {};
    const city = place && !countryCode(place) ? place : null;
    if (japanese) return [{ text: japanese.trim(), key: keyOf(match[0]), city: null, country: "JP" }];
    if (us && !statesOfTheUs().has(us)) return [];
    const before = text.slice(Math.max(0, match.index - REACH), match.index);
    const street = COPYRIGHT.test(before) ? null : streetBefore(before);
    // "9200 Aalborg" is a place; five digits before a street are of the United States.
    if (!street || (place && /^\d{4}/.test(street))) return [];
    const code = match[0].replace(/\s+/g, " ").trim();
    const whole = `${street}, ${code}`;
    const country = us ? "US" : au ? "AU" : british ? "GB" : null;
    return isPlaceholderAddress(whole) ? [] : [{ text: whole, key: keyOf(whole), city, country }];
  });
}

/** True for what templates show in place of an address. */
export function isPlaceholderAddress(address: string): boolean {
  return PLACEHOLDER().test(address);
}

function keyOf(address: string): string {
  return (address.match(/\d+/g) ?? []).join(" ");
}

/** The street at the end of a text, with the parts behind it: "2A Long Road, Ground Floor, London". */
function streetBefore(text: string): string | null {
  const parts = withNumbers(text.split(/[,\n|·•;]| [–-] /).map(bare)).filter(Boolean);
  for (let at = parts.length - 1; at >= Math.max(0, parts.length - MAX_PARTS); at--) {
    const part = parts[at] ?? "";
    if (part.length > MAX_PART) return null;
    if (ROOM().test(part)) continue;
    if (/[©@]|copyright/i.test(part)) return null;
    if (isStreet(part)) return parts.slice(at).join(", ");
    if (/\d/.test(part)) return null;
  }
  return null;
}

/** "41 years" and "500 CV" are numbers of something else. */
function isStreet(part: string): boolean {
  const letters = part.replace(/\P{L}/gu, "").length;
  return STREET().test(part) && /\p{Lu}/u.test(part) && (!/^\d/.test(part) || letters >= MIN_STREET_LETTERS);
}

/** A part without a label or sign before it: "Address: Long Road 2". */
function bare(part: string): string {
  return part
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/^\p{L}[^:\d]{0,30}:\s*/u, "")
    .replace(BEFORE_ADDRESS(), "")
    .replace(/(?<!\s)\s+$/, "");
}

/** "Calle Mayor, 3" and "12, rue Haute" are one part. */
function withNumbers(parts: string[]): string[] {
  const joined: string[] = [];
  for (const [at, part] of parts.entries()) {
    const isBeforeStreet = /^\p{Ll}\S* \S/u.test(parts[at + 1] ?? "");
    const last = joined.at(-1) ?? "";
    if (!isBeforeStreet && /^\d{1,4} ?[a-z]?$/i.test(part) && /^\p{L}[^\d]{3,}$/u.test(last))
      joined.splice(-1, 1, `${last} ${part}`);
    else if (/^\d{1,4}(?: ?(?:[a-z]|bis|ter))?$/i.test(last) && part) joined.splice(-1, 1, `${last} ${part}`);
    else joined.push(part);
  }
  return joined;
}
