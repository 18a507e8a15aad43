import { decodeUri } from "../../lib/decode-uri.ts";
import { foldWords } from "../../lib/fold.ts";
import { rememberingUpTo } from "../../lib/memoize.ts";
import { interchangeableNames } from "../names/person-name.ts";
import { readTitle } from "../titles/job-title.ts";
import { titleTokens } from "../titles/title-terms.ts";
import { patternOf, sectionOf, wordsOf } from "../words/sections.ts";

// The sections of `people.txt`, which describes each.
const givenSounds = sectionOf("given", (text) => {
  // Short forms of four letters are words as well: "herb", "gray".
  const others = interchangeableNames().filter(({ length }) => length > 4);
  return new Set([...text.split(/\s+/), ...others].map(soundOf));
});
const jobWords = wordsOf("job");
const nativeGivenNames = wordsOf("native_given");
const eastAsianFamilyNames = wordsOf("east_asian_family");
const nativeJobs = wordsOf("native_job");

/** More than the lines of a page, whose readers ask for the same texts one after the other. */
export const MAX_REMEMBERED = 20_000;

/** Shorter words differ by one letter from too many others. */
const MIN_VARIED = 6;

/** A folded given name without what its spellings differ in: Sophia and Sofia, Katarzyna and Catarzina. */
function soundOf(name: string): string {
  if (name.length < MIN_VARIED) return name;
  return name
    .replaceAll("ph", "f")
    .replace(/(?<=[tdgbk])h/g, "")
    .replace(/ck|c(?![heiy])/g, "k")
    .replace(/[yj]/g, "i")
    .replaceAll("w", "v")
    .replaceAll("z", "s")
    .replace(/(.)\1+/g, "$1")
    .replace(/h$|(?<=i)e$/, "");
}

/** The first part of compound names, and Arabic ones: "Piergiorgio", "Annarita", "Abdelkader". */
const COMPOUND = /^(?:gia[nm]|pier|maria|anna)(?=[^aeiou]\p{L}{2})|^abd(?:[aeou]l|ou|[eu]r).+/u;

const SHAPE = patternOf("GIVEN_SHAPE", "u");

/** Whether a folded word is a common given name, in any spelling and form: Christin, Christina; Silvana, Silvano. */
export const isGivenName = rememberingUpTo(MAX_REMEMBERED, (folded: string): boolean => {
  const rest = folded.replace(COMPOUND, "");
  if (rest === "" || SHAPE().test(folded)) return true;
  const stem = folded.length < MIN_VARIED ? "" : folded.replace(/[aeio]$/, "");
  const other = folded.endsWith("a") ? `${stem}o` : `${stem}a`;
  // "Pierina", "Brunello".
  const base = stem.replace(/(?:in|ell|ett)$/, "");
  const forms = [folded, rest, stem, `${base}o`, `${base}a`, ...(/[ao]$/.test(folded) ? [other] : [])];
  return forms.some((form) => givenSounds().has(soundOf(form)));
});

/** Whether a word is a common given name in its own script. */
export const isNativeGivenName = (word: string) => nativeGivenNames().has(word.toLowerCase());

/** Whether a name, with spaces or without, begins with a family name of China, Japan or Korea. */
export function isEastAsianName(text: string): boolean {
  const letters = [...text.replace(/[\s　]/g, "")];
  if (letters.length < 2 || letters.length > 6) return false;
  const isFamily = (count: number) => eastAsianFamilyNames().has(letters.slice(0, count).join(""));
  return [1, 2, 3].some((count) => letters.length > count && isFamily(count));
}

/** A test for the words of a section, which have hyphens for spaces. */
function isIn(section: string): (folded: string) => boolean {
  const words = wordsOf(section);
  return (folded) => words().has(folded.replaceAll(" ", "-"));
}

/** Whether a folded word is one that names never have. */
export const isNeverInNames = (folded: string) => isNever(folded) || isNounOfFirm(folded);
const isNever = isIn("never");
const NOUN_OF_FIRM = patternOf("NOUN_OF_FIRM", "u");

/** Whether a folded word names a trade, a firm or a street by its end: "Elektrobetrieb", "schilderwerken". */
export const isNounOfFirm = (folded: string) => NOUN_OF_FIRM().test(folded);

/** Whether a folded family name is also a word for a job: "Baker", "Cartwright". */
export const isSurnameLikeJob = (folded: string) => /(?:wright|smith|maker|ador)$/.test(folded) || isOfTrade(folded);
const isOfTrade = isIn("surname_like_job");
/** Whether a folded name is a place's. */
export const isPlace = isIn("place");
/** Whether a folded name is a placeholder of themes, demos and legal texts. */
export const isPlaceholder = isIn("placeholder");

const aboutMe = sectionOf("about_me", (text) => new Set(text.replaceAll("-", "").split(/\s+/)));

/** Whether the address of a page says that the page is about its owner: "/about-me.html". */
export function isAboutMe({ pathname }: URL): boolean {
  const [last = ""] = pathname.split("/").filter(Boolean).slice(-1);
  return aboutMe().has(foldWords(decodeUri(last).replace(/\.\w{2,5}$/, "")).replaceAll("-", ""));
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

/** Suffixes of agent nouns: "-ologist", "-maker". */
const AGENTS = patternOf("AGENT_NOUN", "u");

/** Whether a token is a word for a job, also of a woman: "Beraterin", "abogada", "lekarka", "educatoare". */
function isJobWord(token: string): boolean {
  if (jobWords().has(token)) return true;
  const [form = "", stem = "", end = ""] = /^(.{4,}?)(in|ka|[ae])$/.exec(token.replace(/oar[ae]$/, "ora")) ?? [];
  const isStem = jobWords().has(stem) || (end === "a" && jobWords().has(`${stem}o`));
  return form.length >= MIN_VARIED && isStem;
}

export type JobEvidence = "rank" | "field" | null;

/** `rank`: the text says a rank or a job; `field`: only a field of work ("Sales"); null: neither. */
export const jobEvidence = rememberingUpTo(MAX_REMEMBERED, readEvidence);

function readEvidence(text: string): JobEvidence {
  const { seniority, department } = readTitle(text);
  if (seniority !== null) return "rank";
  // In a script without capitals.
  if (!/^\p{ASCII}*$/u.test(text) && [...nativeJobs()].some((word) => text.includes(word))) return "rank";
  const tokens = titleTokens(text);
  if (tokens.some((token) => isJobWord(token) || AGENTS().test(token))) return "rank";
  return department === null ? null : "field";
}

/** Ends of words for several people of one job. */
const SEVERAL = /^(?:e?s|en|[eiouy]|[aeo][kr]|l[ae]r|[ae]?t|it|ii|ci|nen|innen)$/;

/** Whether a text has a word for several people of one job: "Our nurses", "Avvocati", "Adwokaci". */
export function isJobOfSeveral(text: string): boolean {
  return titleTokens(text).some((token) =>
    [1, 2, 3, 5].some((length) => {
      const stem = SEVERAL.test(token.slice(-length)) ? token.slice(0, -length) : "";
      const ones = ["", "o", "a", "e", "t"].map((end) => stem + end).filter((one) => one !== token);
      return stem.length >= 4 && ones.some((one) => jobEvidence(one) === "rank");
    }),
  );
}
