/** The city of a company whose pages give no postal code, from a line that tells it. Pure. */

import { idOf } from "../rule.ts";
import { countryCode } from "../words/countries.ts";
import { patternOf, wordsOf } from "../words/sections.ts";
import { isPlaceholderAddress, isStreet, STREET_WORD } from "./find-addresses.ts";

/** `country` is ISO 3166-1, where the line names it. */
export type Place = { city: string; country: string | null };

/** What stands behind a label, or on a line without one. `parts` are divided by commas, dashes and lines. */
type Told = { text: string; parts: string[]; label: "none" | "alone" | "colon"; language: string | null };

const LABEL = patternOf("PLACE_LABEL", "u");
const SEAT = patternOf("SEAT", "gu");
const NO_CITY = patternOf("NO_CITY");
const CITY = /^\p{Lu}[\p{L}'’.]{2,24}(?:[ -](?:\p{Ll}{1,4}[ -])?\p{Lu}[\p{L}'’.]{1,24}){0,3}$/u;
const ITALIAN = /(?:^|[,·|–—-] )([^,·|—]{3,60}) \([A-Z]{2}\)$/u;
const BRAZILIAN = /^(.{3,60}?) ?[-–/] ?([A-Z]{2})$/u;
const states = wordsOf("states of brazil");
const MAX_LINE = 120;
const MAX_LINES = 3;
const MAX_PLACES = 20;

const isCity = (part: string | undefined): part is string =>
  part !== undefined && CITY.test(part) && !NO_CITY().test(part) && !countryCode(part) && !isPlaceholderAddress(part);
/** A short name would be a state's or a province's code. */
const countryNamed = (part: string | undefined) => (part && part.length > 3 ? countryCode(part) : null);

/** Ways of telling a place, by an id and what it says. The first that reads a city decides. */
const WAYS: Record<string, (told: Told) => { city?: string; country?: string | null } | false | null> = {
  "before_country: A city with its country behind it is all of the line, or stands behind a street.": (told) => {
    const rest = withoutStreet(told);
    const country = countryNamed(rest.at(-1));
    const isWhole = rest.length === 2 || (rest.length === 3 && rest.length < told.parts.length);
    return country !== null && isWhole && { city: rest[0], country };
  },
  "behind_country: A label introduces a country with its city behind it.": ({ parts: [first, city, more], label }) => {
    const country = label === "none" || more ? null : countryNamed(first);
    return country !== null && { city, country };
  },
  "before_province: On a page in Italian, a city stands before the letters of its province.": ({ text, language }) =>
    language === "it" && { city: ITALIAN.exec(text)?.[1], country: "IT" },
  "before_state: A city stands before the letters of a state of Brazil.": ({ text }) => {
    const [, city, state = ""] = BRAZILIAN.exec(text) ?? [];
    return states().has(state) && { city, country: "BR" };
  },
  "behind_street: A label introduces a street with a city behind it.": (told) => {
    const rest = withoutStreet(told);
    const isTold = told.label !== "none" && rest.length < told.parts.length && rest.length <= 2;
    return isTold && rest.every(isCity) && { city: rest[0] };
  },
  "behind_street_word: Behind a street that is called one, with its number, a city needs no label.": ({
    text,
    parts,
  }) => {
    const at = parts.findLastIndex((part) => STREET_WORD().test(part));
    const behind = parts.slice(at + 1).filter((part) => !/\d/.test(part) && !countryNamed(part));
    const isNumbered = parts.slice(at).some((part) => /\d/.test(part));
    return (
      at >= 0 &&
      isNumbered &&
      behind.length <= 2 &&
      behind.every(isCity) && { city: behind.at(/ [-–] /.test(text) ? -1 : 0) }
    );
  },
  "behind_label: A label with a colon, or one before a city with its region, introduces it.": ({
    text,
    parts,
    label,
  }) => {
    const isTold = label === "colon" ? parts.length === 1 : label === "alone" && parts.length === 2 && !/\n/.test(text);
    return isTold && parts.every(isCity) && { city: parts[0] };
  },
};

export const PLACES = Object.entries(WAYS).map(([key, read]) => ({ id: idOf(key), read }));

/** The places that the lines of a text in `language` (ISO 639) tell, in order. Linear. */
export function findPlaces(text: string, language: string | null = null): Place[] {
  const lines = text.split("\n").map((line) => line.replace(/^[^\p{L}\p{N}]{1,8}/u, "").trim());
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

/** A line without its label; behind a label that is all of it the next line, and the next ones up to another label. */
function toldBy(line: string, next: string[], language: string | null): Told[] {
  const [introduction = ""] = LABEL().exec(line) ?? [];
  const rest = line.slice(introduction.length);
  const label = introduction === "" ? "none" : introduction.includes(":") ? "colon" : "alone";
  if (rest !== "") return [told(rest, label, language)];
  const end = next.findIndex((other) => other.length > MAX_LINE || /[:@]|\d{6}/.test(other));
  const known = end < 0 ? next : next.slice(0, end);
  return known.map((_, count) => told(known.slice(0, count + 1).join("\n"), label, language));
}

function told(text: string, label: Told["label"], language: string | null): Told {
  const parts = text
    .split(/[,;.]?\n|, ?|(?<=\d)- ?| [-–—|·/] | à (?=\p{Lu})/u)
    .map((part) => part.replace(/[.,;]$/, "").trim());
  return { text, parts: parts.filter(Boolean), label, language };
}

/** What stands behind the street of a place; all of it where the place has none. A year is no house number. */
function withoutStreet({ parts }: Told): string[] {
  return parts.slice(parts.findLastIndex((part) => isStreet(part) && !/ (?:19|20)\d\d$/.test(part)) + 1);
}
