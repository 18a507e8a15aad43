/** The city of a company whose pages give no postal code, from a line that tells it. Pure. */

import { words } from "../../lib/words.ts";
import { readLegalName } from "../legal/legal-names.ts";
import { idOf } from "../rule.ts";
import { countryCode } from "../words/countries.ts";
import { linesOf, patternOf, wordsOf } from "../words/sections.ts";
import { bare, countryNamed, isPlaceholderAddress, isRegion, isStreet, withNumbers } from "./find-addresses.ts";

/** `country` is ISO 3166-1, where the line names it. */
export type Place = { city: string; country: string | null };

/** A line, or what stands behind a label. `parts` are divided by commas, dashes and lines; `named` are those behind the street. */
type Told = ReturnType<typeof told>;
type Label = "none" | "alone" | "colon";

const LABEL = patternOf("PLACE_LABEL", "u");
const SEAT = patternOf("SEAT", "gu");
const ROOM = patternOf("ROOM");
const STREET_WORD = patternOf("STREET_WORD", "u");
const NO_CITY = patternOf("NO_CITY");
const CITY = /^\p{Lu}[\p{L}'’.]{2,24}(?:[ -](?:\p{Ll}{1,4}[ -])?\p{Lu}[\p{L}'’.]{1,24}){0,3}$|^\p{sc=Han}{2,7}$/u;
const ITALIAN = /(?:^|[,·|–—-] )([^,·|–—]{3,60}) \([A-Z]{2}\)$/u;
const BRAZILIAN = /(?:^|,? [-–] |, )((?:(?! - )[^,\n–]){3,60}?) ?[-–/] ?([A-Z]{2})$/u;
const JAPANESE = /^\p{sc=Han}{2,3}[都道府県](\p{sc=Han}{1,6}?[市区町村])/u;
const TURKISH = /\p{Lu}\p{L}{2,20} ?\/ ?(\p{Lu}\p{L}{2,20})$/u;
const AMERICAN = /(?:^|[,\n] ?)([^,\n]{3,60}), ?([A-Z]{2}|\p{Lu}\p{Ll}{2,12}(?: \p{Lu}\p{Ll}{3,8})?)$/u;
const states = { pt: wordsOf("states of brazil"), en: linesOf("states of the us") };
/** Where the quarter of a city is written between its street and its name. */
const WITH_QUARTERS = new Set(words("ZA NG KE GH IN PK AE NZ PE EG BD LK PH SA QA KW LB UG TZ MA TN DO PA EC"));
const SEPARATOR = /[,;.]?\n|[,;] ?|(?<=\d)-(?: |(?=\p{L}))| [-–—|·/] | à (?=\p{Lu})|(?<=\p{Ll})\/(?=\p{Lu})/u;
const AROUND_CITY = /[.,;]$| \(\p{Lu}\p{Ll}[^()]{1,20}\)$|^(?:[Ss]at|mun\.|ora[șs]ul|м\.|гр?\.) ?/gu;
/** Of "Colombo 03" and "Lagos State". */
const BEHIND_NAME = /(?<=^\p{Lu}\p{L}{2,20}) (?:\d{1,2}|State)$/u;
/** A phone at the end of a line. */
const PHONE = /[ ,|·–-]{1,4}(?:\p{L}{1,10}\.?:? ?)?[+(]?\d[\d ()./-]{7,18}$/u;
const MAX_LINE = 120;
const MAX_LINES = 3;
const MAX_PLACES = 20;
const MAX_QUARTERS = 4;

const isOther = (part: string) =>
  NO_CITY().test(part) || LABEL().test(part) || isRegion(part) || countryCode(part) !== null;
const isCity = (part: string | undefined): part is string =>
  part !== undefined && CITY.test(part) && !isOther(part) && !ROOM().test(part) && !isPlaceholderAddress(part);

const isTown = (part: string) => isCity(part) && readLegalName(part).form === null;

/** Ways of telling a place, by an id and what it says. The first that reads a city decides. */
const WAYS: Record<string, (told: Told) => { city?: string; country?: string | null } | false | null> = {
  "before_country: A city with its country behind it is all of the line, or stands behind a street.": (told) => {
    const { named, country, street, label } = told;
    const hasQuarters = WITH_QUARTERS.has(country ?? "");
    const isWhole =
      country !== null && named.length <= (street && hasQuarters ? MAX_QUARTERS : street || label !== "none" ? 2 : 1);
    const isOffice = hasQuarters && told.parts.some((part) => ROOM().test(part) && /\d/.test(part));
    return (isWhole || isOffice) && { city: named.at(hasQuarters ? -1 : 0), country };
  },
  "before_province: On a page in Italian, a city stands before the letters of its province.": ({ text, language }) =>
    language === "it" && { city: ITALIAN.exec(text)?.[1], country: "IT" },
  "before_state: A city stands before the letters of a state of Brazil, or of the United States.": (told) => {
    const { text, street, language } = told;
    const [, city, state = ""] = BRAZILIAN.exec(text) ?? [];
    if (states.pt().has(state)) return { city, country: "BR" };
    const { 0: whole, 1: town, 2: code = "" } = AMERICAN.exec(text) ?? [];
    const isState = states.en().has(code) || [...states.en().values()].includes(code);
    const isTold = language === "en" && isState && (street !== null || whole === text);
    return isTold && { city: town, country: "US" };
  },
  "behind_slash: On a page in Turkish, a city stands behind its district and a slash, behind a street.": (told) =>
    told.language === "tr" && STREET_WORD().test(told.text) && { city: TURKISH.exec(told.text)?.[1], country: "TR" },
  "behind_street: Behind a street that a label introduces, or that is called one, stands a city.": (told) => {
    const { text, named, label, street, country } = told;
    const isTold = street !== null && (label !== "none" || (!/\n/.test(text) && STREET_WORD().test(street)));
    const isShort = named.length <= 2 && named.every(isCity) && !country;
    return isTold && isShort && { city: named.at(/ [-–] /.test(text) ? -1 : 0) };
  },
  "before_county: A city stands before its county at the beginning of a line.": ({ parts }) =>
    isRegion(parts[1] ?? "") && { city: parts[0], country: null },
  "japanese: In Japanese a city stands behind its prefecture.": ({ text }) => {
    const [, city] = JAPANESE.exec(text) ?? [];
    return city !== undefined && { city, country: "JP" };
  },
  "behind_label: A label with a colon, or one before a city with its region, introduces it.": (told) => {
    const { text, parts, label } = told;
    const isTold = label === "colon" ? parts.length === 1 : label === "alone" && parts.length === 2 && !/\n/.test(text);
    return isTold && parts.every(isCity) && { city: parts[0] };
  },
};

export const PLACES = Object.entries(WAYS).map(([key, read]) => ({ id: idOf(key), read }));

/** The places that the lines of a text in `language` (ISO 639) tell, in order. Linear. */
export function findPlaces(text: string, language: string | null = null): Place[] {
  const lines = text.split("\n").map((line) => line.replace(/^(?!📍)[^\p{L}\p{N}]{1,8}/u, "").trim());
  const found: Place[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE || found.length >= MAX_PLACES) continue;
    const told = toldBy(line, lines.slice(at + 1, at + 1 + MAX_LINES), language);
    const [place] = told.flatMap((one) => PLACES.map(({ read }) => read(one) || {})).filter(({ city }) => isCity(city));
    if (place?.city) found.push({ city: place.city, country: place.country ?? null });
  }
  return found;
}

/** The cities that sentences of a notice call the seat of a firm, in order. */
export function findSeats(text: string): Place[] {
  const seats = [...text.matchAll(SEAT()).take(MAX_PLACES)].map(({ groups }) => groups?.seat);
  return seats.filter(isCity).map((city) => ({ city, country: null }));
}

/** A line without its label; behind a label that is all of it, or a street, the next lines, up to another label. */
function toldBy(line: string, next: string[], language: string | null): Told[] {
  const [introduction = ""] = LABEL().exec(line) ?? [];
  const label = introduction === "" ? "none" : introduction.includes(":") ? "colon" : "alone";
  const end = next.findIndex((other) => other.length > MAX_LINE || /[:@]|\d{6}/.test(other));
  const lines = [line.slice(introduction.length), ...(end < 0 ? next : next.slice(0, end))];
  const upTo = (at: number) => lines.slice(0, at + 1).join("\n");
  const all = lines.map((_, at) => told(upTo(at).trim(), label, language));
  if (lines[0] === "") return all;
  return all[0]?.street ? all.slice(0, 3).reverse() : all.slice(0, 1);
}

function told(whole: string, label: Label, language: string | null) {
  const text = whole.replace(PHONE, "");
  const pieces = text.split(SEPARATOR).map((part) => bare(part).replace(AROUND_CITY, ""));
  const parts = withNumbers(pieces.filter(Boolean));
  // Called one, with any number; behind a label, without one too.
  const isNamed = (part: string) => STREET_WORD().test(part) && (label !== "none" || /\d/.test(part));
  const at = parts.findLastIndex((part) => (isStreet(part) && !ROOM().test(part)) || isNamed(part));
  const behind = parts
    .slice(at + 1)
    .filter((part) => !(ROOM().test(part) && /[\d.]/.test(part)))
    .map((part) => part.replace(BEHIND_NAME, ""));
  const end = at < 0 ? -1 : behind.findIndex((part) => /\d|@/.test(part) || NO_CITY().test(part));
  const own = end < 0 ? behind : behind.slice(0, end);
  // A label introduces the country before the city too.
  if (label !== "none" && own.length === 2 && countryNamed(own[0])) own.reverse();
  const country = countryNamed(own.at(-1));
  const named = (country ? own.slice(0, -1) : own).filter((part) => !isRegion(part));
  // Romanian and Ukrainian addresses begin with the city.
  if (language !== "en" && at >= 1 && named.length === 0)
    named.push(parts.slice(Math.max(0, at - 2), at).find(isTown) ?? "");
  return { text, parts, label, language, street: parts[at] ?? null, country, named };
}
