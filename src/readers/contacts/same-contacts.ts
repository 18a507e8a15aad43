import type { RegisterRecord } from "../legal/register-record.ts";
import { foldText } from "../words/fold.ts";

/** True when the street with its number, and the postal code or city, are on the site. */
export function hasAddress(text: string, { address }: Pick<RegisterRecord, "address">): boolean {
  if (!address) return false;
  const folded = foldAddress(text);
  const has = (part: string | null) =>
    part !== null && foldAddress(part).length >= 4 && folded.includes(foldAddress(part));
  // The name of the building or of an agent may come first: "Midtown Center, 1100 15th St".
  const street = (address.street ?? address.text).split(",").find((part) => HOUSE.test(part) && !ROOM.test(part));
  if (!street || !has(street)) return false;
  return has(address.postalCode) || has(address.city) || (!address.postalCode && !address.city);
}

const HOUSE = /\d|^\s*(?:one|two|three|four|five|ten) /i;
const ROOM = /^\s*(?:suite|ste|floor|fl|level|unit|room|p\.? ?o\.? box)\b/i;

const ABBREVIATIONS: Record<string, string> = {
  street: "st",
  strasse: "str",
  straße: "str",
  avenue: "ave",
  av: "ave",
  road: "rd",
  boulevard: "blvd",
  bd: "blvd",
  suite: "ste",
  floor: "fl",
  drive: "dr",
};

function foldAddress(text: string): string {
  const words = foldText(text).split(/[^\p{L}\p{M}\p{N}]+/u);
  return ` ${words.map((word) => ABBREVIATIONS[word] ?? word.replace(/strasse$/, "str")).join(" ")} `.replace(
    / +/g,
    " ",
  );
}

/** Equal in their last nine digits, or in all of them where a country's numbers are shorter. */
export function isSamePhone(a: string, b: string): boolean {
  const [x, y] = [a, b].map((phone) => phone.replace(/\D/g, "").replace(/^00/, "")) as [string, string];
  const length = Math.min(x.length, y.length, 9);
  return length >= 8 && x.slice(-length) === y.slice(-length);
}
