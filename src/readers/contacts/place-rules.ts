/** The city of a company whose pages give no postal code, from a line that tells it. Pure. */
import { countryCode } from "../words/countries.ts";
import { patternOf, wordsOf } from "../words/sections.ts";
import { isStreet } from "./find-addresses.ts";

/** `country` is ISO 3166-1, where the line names it. */
export type Place = { city: string; country: string | null };

/** What stands behind a label, or on a line without one. `parts` are divided by commas, dashes and lines. */
type Told = { text: string; parts: string[]; label: "none" | "alone" | "colon"; language: string | null };

const LABEL = patternOf("PLACE_LABEL", "u");
const SEAT = patternOf("SEAT", "gu");
const NO_CITY = patternOf("NO_CITY");
const CITY = /^\p{Lu}[\p{L}'’.]{2,24}(?:[ -](?:\p{Ll}{1,4}[ -])?\p{Lu}[\p{L}'’.]{1,24}){0,3}$/u;
const ITALIAN = /(?:^|[,·|–-] )([^,·|]{3,60}) \([A-Z]{2}\)$/u;
const BRAZILIAN = /^(.{3,60}?) ?[-–/] ?([A-Z]{2})$/u;
const states = wordsOf("states of brazil");
const MAX_LINE = 120;
const MAX_LINES = 3;
const MAX_PLACES = 20;

const isCity = (part: string | undefined): part is string =>
  part !== undefined && CITY.test(part) && !NO_CITY().test(part) && !countryCode(part);
/** A short name would be a state's or a province's code. */
const countryNamed = (part: string | undefined) => (part && part.length > 3 ? countryCode(part) : null);

/** A way of telling a place: the first that reads one decides. */
type PlaceRule = { id: string; says: string; read(told: Told): Place | null };

function placeRule(id: string, says: string, read: PlaceRule["read"]): PlaceRule {
  return { id, says, read };
}

export const PLACES: readonly PlaceRule[] = [
  placeRule(
    "before_country",
    "A city with its country behind it is all of the line, or stands behind a street.",
    (told) => {
      const rest = withoutStreet(told);
      const country = countryNamed(rest.at(-1));
      const isWhole = rest.length === 2 || (rest.length === 3 && rest.length < told.parts.length);
      return country && isWhole && isCity(rest[0]) ? { city: rest[0], country } : null;
    },
  ),
  placeRule("behind_country", "A label introduces a country with its city behind it.", ({ parts, label }) => {
    const country = label === "none" || parts.length !== 2 ? null : countryNamed(parts[0]);
    return country && isCity(parts[1]) ? { city: parts[1], country } : null;
  }),
  placeRule("before_province", "On a page in Italian, a city stands before the letters of its province.", (told) => {
    const [, city] = (told.language === "it" && ITALIAN.exec(told.text)) || [];
    return isCity(city) ? { city, country: "IT" } : null;
  }),
  placeRule("before_state", "A city stands before the letters of a state of Brazil.", ({ text }) => {
    const [, city, state = ""] = BRAZILIAN.exec(text) ?? [];
    return states().has(state) && isCity(city) ? { city, country: "BR" } : null;
  }),
  placeRule("behind_street", "A label introduces a street with a city behind it.", (told) => {
    const rest = withoutStreet(told);
    const isTold = told.label !== "none" && rest.length < told.parts.length && rest.length <= 2;
    return isTold && rest.every(isCity) && isCity(rest[0]) ? { city: rest[0], country: null } : null;
  }),
  placeRule("behind_label", "A label with a colon, or one before a city with its region, introduces it.", (told) => {
    const { text, parts, label } = told;
    const isTold = label === "colon" ? parts.length === 1 : label === "alone" && parts.length === 2 && !/\n/.test(text);
    return isTold && parts.every(isCity) && isCity(parts[0]) ? { city: parts[0], country: null } : null;
  }),
];

/** The places that the lines of a text in `language` (ISO 639) tell, in order. Linear. */
export function findPlaces(text: string, language: string | null = null): Place[] {
  const lines = text.split("\n").map((line) => line.replace(/^[^\p{L}\p{N}]{1,8}/u, "").trim());
  const found: Place[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE || found.length >= MAX_PLACES) continue;
    const told = toldBy(line, lines.slice(at + 1, at + 1 + MAX_LINES), language);
    const place = told.map((one) => PLACES.map(({ read }) => read(one)).find(Boolean)).find(Boolean);
    if (place) found.push(place);
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
  const parts = text.split(/[,;.]?\n|, ?|(?<=\d)- ?| [-–|·/] /).map((part) => part.replace(/[.,;]$/, "").trim());
  return { text, parts: parts.filter(Boolean), label, language };
}

/** What stands behind the street of a place; all of it where the place has none. A year is no house number. */
function withoutStreet({ parts }: Told): string[] {
  return parts.slice(parts.findLastIndex((part) => isStreet(part) && !/ (?:19|20)\d\d$/.test(part)) + 1);
}
