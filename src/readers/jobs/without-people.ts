import { foldText } from "../../lib/fold.ts";
import { isGivenName, isNeverInNames, isPlace } from "../people/people-words.ts";

const ADDRESS = /[\w.+-]{1,64}(?:@|\s?[[(]at[\])]\s?)[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gi;
const LINK = /\b(?:https?:\/\/|www\.)\S{1,500}|\b(?:[\w-]{1,40}\.)?linkedin\.com\/\S{1,200}/gi;
/** Seven digits or more, as numbers are written to be called. */
const NUMBER =
  /(?<![\w.,€$£])(?:\+|\(0|0)[\d\s()./-]{5,20}\d(?![\d,]|\.\d)|\(\d{3}\)\s?\d{3}-\d{4}|(?<!\d)\d{3}-\d{3}-\d{4}(?!\d)/g;
/** Numbers that are surely telephones: others may be dates or prices. */
const TELEPHONE = /\+\d[\d\s()./-]{6,18}\d|\b(?:tel|phone|telefon|mobile)\.?:?\s{0,3}[\d(][\d\s()./-]{5,18}\d/gi;
const NAME_PART = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,39}";
const PARTICLE = "(?:v[ao]n|d[aeiou]|del|della|der|den|dos|ter|ten|bin|al|el|la|le|zu)";
const PARTICLES = new RegExp(`^${PARTICLE}$`);
/** Words in capitals that follow one another, as in "Contact Ada van der Lovelace". */
const RUN = new RegExp(`${NAME_PART}(?:[ \\u00a0](?:${PARTICLE}[ \\u00a0]){0,2}${NAME_PART}){1,4}`, "gu");
const MAX_NAME_WORDS = 4;
/** What comes before the name of a contact, which then need not be a common one. */
const CONTACT = new RegExp(
  `(\\b(?:contact|recruiter|hiring manager|talent partner|ansprechpartner(?:in)?|ansprechperson|kontakt(?:person)?|contactpersoon|interlocuteur)\\s?(?::|is|ist|–|-)\\s?)(?:(?:Mrs?|Ms|Dr|Herr|Frau|Mme|M)\\.?\\s)?${NAME_PART}(?:[ \\u00a0](?:${PARTICLE}[ \\u00a0]){0,2}${NAME_PART}){1,3}`,
  "giu",
);

/** A text without mail addresses and telephone numbers. Linear. */
export function withoutContacts(text: string): string {
  return text.replace(ADDRESS, " ").replace(TELEPHONE, " ");
}

/** The text of an advertisement without addresses, numbers, links and names of people. Linear. */
export function withoutPeople(text: string): string {
  return withoutContacts(text.replace(LINK, " "))
    .replace(NUMBER, " ")
    .replace(CONTACT, "$1")
    .replace(RUN, withoutNames)
    .replace(/[ \u00a0]{2,}/g, " ")
    .trim();
}

/** The words of a run without a given name and the words of the family name after it. */
function withoutNames(run: string): string {
  const words = run.split(/[ \u00a0]/);
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = nameLength(words.slice(at, at + MAX_NAME_WORDS));
    if (length === 0) kept.push(words[at] ?? "");
    at += Math.max(1, length);
  }
  return kept.join(" ");
}

/** How many of the words are a name that they begin with; 0 without one. */
function nameLength(words: string[]): number {
  if (!isGivenName(folded(words[0]).split("-")[0] ?? "")) return 0;
  const isPart = (word: string) => PARTICLES.test(word) || !isNeverInNames(folded(word));
  const end = words.findIndex((word, at) => at > 0 && (!isPart(word) || /\p{L}{3}\.$/u.test(words[at - 1] ?? "")));
  const name = end < 0 ? words : words.slice(0, end);
  const isName = name.length >= 2 && /^\p{Lu}/u.test(name.at(-1) ?? "");
  return isName && !isPlace(foldText(name.slice(0, 2).join(" "))) ? name.length : 0;
}

function folded(word = ""): string {
  return foldText(word).replace(/['’]s$|[.'’]/g, "");
}
