import { foldName } from "../company/name-likeness.ts";
import { patternOf } from "../words/sections.ts";

type Line = { text: string };

const MAX_LINE = 400;
const MAX_TAGLINE = 60;
const FOUNDED = patternOf("FOUNDED", "giu");
const SELF = patternOf("SELF");

/** The only year since which the lines say the company exists, at most `thisYear`; null when they differ. */
export function statedYear(lines: Line[], name: string | null, thisYear: number): number | null {
  const own = foldName(name ?? "");
  const years = new Set<number>();
  for (const { text } of lines) {
    if (text.length > MAX_LINE) continue;
    for (const match of text.matchAll(FOUNDED())) {
      const isOwn = text.length <= MAX_TAGLINE || SELF().test(text) || (own.length > 3 && foldName(text).includes(own));
      if (isOwn && Number(match[1]) <= thisYear) years.add(Number(match[1]));
    }
  }
  const [year, ...others] = years;
  return others.length === 0 ? (year ?? null) : null;
}

const LABELLED_PHONE = patternOf("LABELLED_PHONE", "giu");

/** Numbers that templates show: 123-456-7890, 000 000 0000, and North America's for fiction, 555-0100 to 555-0199. */
const EXAMPLE_PHONE = /1234567|123456$|(\d)\1{6}|^1?\d{3}55501\d\d$/;

/** True for a number of a usual length that is no template's. */
export function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, "");
  return digits.length >= 8 && digits.length <= 15 && !EXAMPLE_PHONE.test(digits);
}

/** The first labelled phone number of a text. */
export function firstLabelledPhone(text: string): string | null {
  const [, phone = ""] = text.matchAll(LABELLED_PHONE()).next().value ?? [];
  return isPhone(firstPhone(phone)) ? firstPhone(phone) : null;
}

/** The phone number of a home page that only its text has: labelled, on the line before too, and the only one. */
export function statedPhone(lines: Line[]): string | null {
  const short = lines.filter(({ text }) => text.length <= MAX_LINE).map(({ text }) => text);
  const found = [...short.join("\n").matchAll(LABELLED_PHONE())].map(([, phone = ""]) => firstPhone(phone));
  const digits = new Set(found.map((phone) => phone.replace(/\D/g, "").slice(-8)));
  const [phone] = found;
  return phone && digits.size === 1 && isPhone(phone) ? phone : null;
}

/** What is before a slash when that is a whole number: "0341/123456" is one. */
export function firstPhone(text: string): string {
  const [first = ""] = text.split("/");
  return first.replace(/\D/g, "").length >= 7 ? first.trim() : text;
}
