import { lazy } from "../../lib/lazy.ts";
import { patternOf } from "../words/patterns.ts";
import { readSections } from "../words/sections.ts";
import table from "./people-words.txt";

/** The sections of `people-words.txt`, which describes each. */
const SECTIONS = [
  "given",
  "native_given",
  "east_asian_family",
  "never",
  "seldom",
  "placeholder",
  "place",
  "surname_like_job",
  "job",
  "native_job",
] as const;
const tables = lazy(() => {
  const sections = readSections(table);
  return new Map(SECTIONS.map((name) => [name, new Set(sections.get(name)?.split(/\s+/))]));
});

function words(section: (typeof SECTIONS)[number]): ReadonlySet<string> {
  return tables().get(section) ?? new Set();
}

function has(section: (typeof SECTIONS)[number], word: string): boolean {
  return words(section).has(word);
}

/** Whether a folded word is a common given name of some language in Latin script. */
export function isGivenName(folded: string): boolean {
  return has("given", folded);
}

/** Whether a word is a common given name in its own script. */
export function isNativeGivenName(word: string): boolean {
  const letters = word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, (mark) => (/[\u0306\u0308]/.test(mark) ? mark : ""));
  return has("native_given", word.toLowerCase()) || has("native_given", letters.normalize("NFC").replaceAll("ё", "е"));
}

/** Whether a name, with spaces or without, begins with a family name of China, Japan or Korea. */
export function isEastAsianName(text: string): boolean {
  const letters = [...text.replace(/[\s　]/g, "")];
  if (letters.length < 2 || letters.length > 6) return false;
  return [1, 2, 3].some(
    (count) => letters.length > count && has("east_asian_family", letters.slice(0, count).join("")),
  );
}

/** Whether a word occurs in names `never`, `seldom`, or nothing special. */
export function wordEvidence(folded: string): "never" | "seldom" | null {
  if (has("seldom", folded)) return "seldom";
  return has("never", folded) ? "never" : null;
}

/** Whether a name is a place's. */
export function isPlace(foldedName: string): boolean {
  return has("place", foldedName.replaceAll(" ", "-"));
}

/** True for a placeholder name of themes, demos and legal texts. */
export function isPlaceholder(foldedName: string): boolean {
  return has("placeholder", foldedName.replaceAll(" ", "-"));
}

/** Whether a folded family name is also a word for a job or a field. */
export function isSurnameLikeJob(folded: string): boolean {
  return has("surname_like_job", folded);
}

/** Whether a token of a title is a word for a job. */
export function isJobWord(token: string): boolean {
  return has("job", token);
}

/** Whether a text has a word for a job in a script without capitals. */
export function namesNativeJob(text: string): boolean {
  if (/^\p{ASCII}*$/u.test(text)) return false;
  return words("native_job")
    .values()
    .some((word) => text.includes(word));
}

/** "Austin, TX", "Dublin, Ireland". */
const CITY = patternOf("CITY_AND_STATE", "u");

/** Codes of states that are degrees too. */
const DEGREE_STATES = new Set(["MA", "MD", "MS", "DC", "PA", "MT", "LA", "CA", "MN", "ND", "DE"]);

/** True for a place with its state or country; "Jane Roe, MA" has a degree. */
export function isCity(text: string): boolean {
  const [, city = "", state = ""] = CITY().exec(text) ?? [];
  return city !== "" && !(/\s/.test(city) && DEGREE_STATES.has(state));
}
