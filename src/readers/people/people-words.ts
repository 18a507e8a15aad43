import { patternOf, wordsOf } from "../words/sections.ts";

// The sections of `people.txt`, which describes each.
export const givenNames = wordsOf("given");
export const surnamesLikeJobs = wordsOf("surname_like_job");
export const jobWords = wordsOf("job");
const nativeGivenNames = wordsOf("native_given");
const eastAsianFamilyNames = wordsOf("east_asian_family");
const neverInNames = wordsOf("never");
const seldomInNames = wordsOf("seldom");
const placeholders = wordsOf("placeholder");
const places = wordsOf("place");
const nativeJobs = wordsOf("native_job");

/** Whether a word is a common given name in its own script. */
export function isNativeGivenName(word: string): boolean {
  const letters = word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, (mark) => (/[\u0306\u0308]/.test(mark) ? mark : ""));
  return [word.toLowerCase(), letters.normalize("NFC").replaceAll("ё", "е")].some((name) =>
    nativeGivenNames().has(name),
  );
}

/** Whether a name, with spaces or without, begins with a family name of China, Japan or Korea. */
export function isEastAsianName(text: string): boolean {
  const letters = [...text.replace(/[\s　]/g, "")];
  if (letters.length < 2 || letters.length > 6) return false;
  return [1, 2, 3].some(
    (count) => letters.length > count && eastAsianFamilyNames().has(letters.slice(0, count).join("")),
  );
}

/** Whether a word occurs in names `never`, `seldom`, or nothing special. */
export function wordEvidence(folded: string): "never" | "seldom" | null {
  if (seldomInNames().has(folded)) return "seldom";
  return neverInNames().has(folded) ? "never" : null;
}

/** Whether a name is a place's. */
export function isPlace(foldedName: string): boolean {
  return places().has(foldedName.replaceAll(" ", "-"));
}

/** True for a placeholder name of themes, demos and legal texts. */
export function isPlaceholder(foldedName: string): boolean {
  return placeholders().has(foldedName.replaceAll(" ", "-"));
}

/** Whether a text has a word for a job in a script without capitals. */
export function namesNativeJob(text: string): boolean {
  if (/^\p{ASCII}*$/u.test(text)) return false;
  return [...nativeJobs()].some((word) => text.includes(word));
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
