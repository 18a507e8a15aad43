import { foldedWords, foldText } from "../../lib/fold.ts";
import { pairsOf } from "../../lib/words.ts";
import { foldName } from "../company/name-likeness.ts";
import type { LegalPageKind } from "../legal/legal-text.ts";
import type { RegisterRecord } from "../legal/register-record.ts";
import { patternOf } from "../words/sections.ts";
import { findAddresses, isOfProvider } from "./find-addresses.ts";
import { findPlaces, findSeats } from "./place-rules.ts";

type Line = { text: string };

const MAX_LINE = 400;
const MAX_TAGLINE = 60;
const FOUNDED = patternOf("FOUNDED", "giu");
const AUTHORITY = patternOf("AUTHORITY");
const SELF = patternOf("SELF");

/** The only year since which the lines say the company exists, at most `thisYear`; null when they differ. */
export function statedYear(lines: Line[], name: string | null, thisYear: number): number | null {
  const own = foldName(name ?? "");
  const isOwn = (text: string) =>
    text.length <= MAX_TAGLINE || SELF().test(text) || (own.length > 3 && foldName(text).includes(own));
  const years = lines
    .filter(({ text }) => text.length <= MAX_LINE)
    .flatMap(({ text }) => [...text.matchAll(FOUNDED())].map(([, year]) => ({ text, year: Number(year) })))
    .filter(({ text, year }) => year <= thisYear && isOwn(text));
  return only(years, ({ year }) => String(year))?.year ?? null;
}

const LABELLED_PHONE = patternOf("LABELLED_PHONE", "giu");

/** Numbers that templates show: 123-456-7890, 000 000 0000, and North America's for fiction, 555-0100 to 555-0199. */
const EXAMPLE_PHONE = /1234567|123456$|(\d)\1{6}|^1?\d{3}55501\d\d$/;

/** True for a number of a usual length that is no template's. */
export function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, "");
  return digits.length >= 8 && digits.length <= 15 && !EXAMPLE_PHONE.test(digits);
}

/** The phone number of a home page that only its text has: labelled, on the line before too, and the only one. */
export function statedPhone(lines: Line[]): string | null {
  const short = lines.filter(({ text }) => text.length <= MAX_LINE).map(({ text }) => text);
  const found = [...short.join("\n").matchAll(LABELLED_PHONE())].map(([, phone = ""]) => ({ text: firstPhone(phone) }));
  const phone = only(found, phoneKey)?.text;
  return phone && isPhone(phone) ? phone : null;
}

/** What is before a slash or hours, "70 10 20 30 (9-16", when that is a whole number: "0341/123456" is one. */
export function firstPhone(text: string): string {
  const [first = ""] = text.split(/\/|\s\(\d{1,2}[.:–-]|(?<=^(?:\d\D?){9,10}) (?=0\d{1,2}\D)/);
  return first.replace(/\D/g, "").length >= 7 ? first.trim() : text;
}

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

const ABBREVIATIONS = pairsOf(`
  street st strasse str straße str avenue ave av ave road rd boulevard blvd bd blvd suite ste floor fl drive dr
`);

function foldAddress(text: string): string {
  const words = foldedWords(text).map((word) => ABBREVIATIONS.get(word) ?? word.replace(/strasse$/, "str"));
  return ` ${words.join(" ")} `;
}

/** Equal in their last nine digits, or in all of them where a country's numbers are shorter. */
export function isSamePhone(a: string, b: string): boolean {
  const [x, y] = [a, b].map((phone) => phone.replace(/\D/g, "").replace(/^00/, "")) as [string, string];
  const length = Math.min(x.length, y.length, 9);
  return length >= 8 && x.slice(-length) === y.slice(-length);
}

/** `text` is what concerns the owner, in lines; `tel` the numbers that it links. */
export type OwnText = { kind: LegalPageKind; url: string; language?: string | null; text: string; tel: string[] };

const INTERNATIONAL = /(?<![\d+])\(?(?:\+|00)[1-9]\d{0,3}[ ()./-]{0,3}\d[\d ()./-]{5,16}\d(?!\d)/g;
/** The first of its lines, alone on it, with the digit or brackets of calls within a country; shorter ones are dates and hours. */
const NATIONAL = patternOf("NATIONAL_PHONE", "gmu");
/** What stands before other numbers. */
const FAX = /(?:fax\p{L}{0,8}|p\.? ?i(?:va|\.)|c\.? ?f\.?|fiscale|iva)[\s:.]{0,4}$/iu;

/** Icons and bullets divide as points do. A pin is a label. */
const ICON = / ?(?:(?![©®™📍\d#*])\p{Extended_Pictographic}\uFE0F?|[•●▪]) ?/gu;
const GLUED_STREET = patternOf("GLUED_STREET", "gmu");
const LABELLED_CODE = patternOf("LABELLED_CODE", "gmu");
const divided = (text: string) =>
  text
    .replace(ICON, " · ")
    .replaceAll(" ,", ",")
    .replace(GLUED_STREET(), "$1, ")
    .replace(LABELLED_CODE(), (...match) => {
      const { code = "", city = "" } = match.at(-1);
      return match[0].includes("\n") ? `${code} ${city}` : match[0];
    });

/** The first address and labelled phone of an imprint, elsewhere the only ones, then those of the contact page. */
export function contactsOf(pages: OwnText[]) {
  const of = (...kinds: LegalPageKind[]) => pages.filter(({ kind }) => kinds.includes(kind));
  const [imprints, contact, open] = [of("imprint"), of("about"), of("home", "about", "imprint")];
  const notices = of("terms", "privacy").map(withoutAuthorities);
  const told = <T>(from: OwnText[], find: (text: string, language?: string | null) => T[]) =>
    from.flatMap(({ text, url, language }) => find(divided(text), language).map((one) => ({ ...one, url })));
  const read = new Map(pages.map((page) => [page, told([page], findAddresses)]));
  const addresses = (from: OwnText[]) => from.flatMap((page) => read.get(page) ?? told([page], findAddresses));
  const whole = (from: OwnText[]) => addresses(from).filter(({ hasStreet }) => hasStreet);
  // A firm may name two streets of its town, or its code alone.
  const onlyAddress = (from: ReturnType<typeof addresses>) =>
    only(from, ({ key }) => key) ??
    only(
      from.toSorted((a, b) => +b.hasStreet - +a.hasStreet),
      ({ code }) => code,
    );
  const onlyCity = (from: { city: string | null; country: string | null; url: string }[]) =>
    only(from, ({ city }) => foldText(city ?? ""));
  const certain = whole(imprints)[0] ?? onlyAddress(whole(open)) ?? onlyAddress(whole(of("home")));
  const placed = onlyCity(told(open, findPlaces));
  const address =
    certain ??
    (placed ? null : whole(contact)[0]) ??
    onlyAddress(addresses(imprints)) ??
    onlyAddress(addresses(open)) ??
    onlyAddress(addresses(notices)) ??
    whole(notices)[0] ??
    null;
  const seat = onlyCity(told([...imprints, ...notices], findSeats));
  const based = onlyCity(told(open, findSeats));
  const noted = onlyCity(told(notices, findPlaces));
  const place = [address, placed, onlyCity(addresses(open)), seat, based, noted].find((one) => one?.city);
  const behind = address && addresses(pages).find(({ key, phone }) => key === address.key && phone && isPhone(phone));
  const bare = behind?.phone ? { text: behind.phone, url: behind.url } : null;
  return {
    address: address && { text: address.text, url: address.url },
    place: place?.city ? { city: place.city, country: place.country, url: place.url } : null,
    phone:
      labelled(imprints)[0] ??
      bare ??
      only(labelled(open), phoneKey) ??
      only(open.flatMap(international), phoneKey) ??
      imprints.flatMap(international)[0] ??
      labelled(contact)[0] ??
      only(open.flatMap(national), phoneKey) ??
      only([...labelled(notices), ...of("terms").flatMap(international)], phoneKey) ??
      contact.flatMap(international)[0] ??
      null,
  };
}

/** A notice without the lines about authorities and courts, and the two behind each, which have their addresses. */
function withoutAuthorities(notice: OwnText): OwnText {
  const lines = notice.text.split("\n");
  const isTheirs = lines.map((line) => AUTHORITY().test(line) || isOfProvider(line));
  const kept = lines.filter((_, at) => !isTheirs.slice(Math.max(0, at - 2), at + 1).includes(true));
  return { ...notice, text: kept.join("\n") };
}

/** The first labelled phone number of each page. */
function labelled(pages: OwnText[]): { text: string; url: string }[] {
  return pages.flatMap(({ text, url }) => {
    const [, written = ""] = text.matchAll(LABELLED_PHONE()).next().value ?? [];
    const phone = firstPhone(written);
    return isPhone(phone) ? [{ text: phone, url }] : [];
  });
}

function international({ text, tel, url }: OwnText): { text: string; url: string }[] {
  const written = [...text.matchAll(INTERNATIONAL).take(20)]
    .filter(({ index }) => !FAX.test(text.slice(Math.max(0, index - 15), index)))
    .map(([phone]) => phone);
  return [...written, ...tel].filter(isPhone).map((phone) => ({ text: phone.trim(), url }));
}

function national({ text, url }: OwnText): { text: string; url: string }[] {
  const written = [...text.matchAll(NATIONAL()).take(20)].map(([, phone = ""]) => phone.trim());
  return written.filter(isPhone).map((phone) => ({ text: phone, url }));
}

/** The only one among several mentions. */
function only<T>(found: T[], key: (one: T) => string): T | null {
  return new Set(found.map(key)).size === 1 ? (found[0] ?? null) : null;
}

function phoneKey({ text }: { text: string }): string {
  return text.replace(/\D/g, "").slice(-8);
}
