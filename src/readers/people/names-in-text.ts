/** The names within a sentence or a line. Pure, linear. */
import { bareWord, familyFirstNames, honorifics, particles } from "../names/person-name.ts";
import { rankOf, readTitle } from "../titles/job-title.ts";
import { patternFrom, wordsOf } from "../words/sections.ts";
import { type NameReading, readName } from "./name-readings.ts";
import { isGivenName, isNativeGivenName, jobEvidence } from "./people-words.ts";

/** A name and where it is. */
export type Named = { reading: NameReading; from: number; to: number };

/** A word without signs around it; `isLast`: a sign follows, which ends a name. */
type Word = { text: string; from: number; to: number; isLast: boolean };

const MAX_NAME_WORDS = 5;
/** Of names that only what is before them tells, particles not counted: "my name is Jessy van der Velden". */
const MAX_UNCOMMON_WORDS = 3;
/** A German article, which is a particle of names too, mostly behind another. */
const ARTICLE = /^(?:den|der|des)$/;
/** "My name is", "I am", "founded in 1999 by", "founded by Anna Berg and". */
const NAME_FOLLOWS = patternFrom(
  "(?<!\\p{L})(?:{PROSE_NAME_IS}|{PROSE_I_AM}|{PROSE_MADE}(?: [^,;.]{1,40})? {PROSE_BY}(?: [^,;.]{5,40} {PROSE_AND})?|{PROSE_LED}) $",
);
const MAX_NAME_IS = 140;
const PAIR = patternFrom("(?<!\\p{L})(\\p{Lu}\\p{Ll}{1,20}) {PROSE_AND}(?: {PROSE_RELATIVE})? $", "u");
const EXPLAINED = /^\p{Lu}[\p{L}-]{1,20}(?: \p{Lu}[\p{L}'’-]{1,20}){1,2} ?, (\p{L}{1,20}(?:[ ’']\p{L}{1,20}){0,2})/u;
/** A sentence in Hungarian, whose names begin with that of the family. */
const HUNGARIAN = /[őű]|(?<!\p{L})(?:és|vagyok|alapít\p{L}*|vezet\p{L}*)(?!\p{L})/u;
/** Behind a name at the beginning, where other words have capitals too. */
const HUNGARIAN_VERB = /^ (?:\p{Ll}+ )?(?:vagyok|alapít|vezeti|a nevem|és \p{Lu}\p{Ll}+ \p{Lu})/u;
const joiners = wordsOf("prose_joiner");

function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[^\s/]+\/?/g)].map(({ 0: whole, index }) => {
    // "Ap." is short for a second name.
    const bareEnd = /^(?!St)\p{Lu}\p{Ll}\.$/u.test(whole) ? null : /\p{L}{2}(?:['’]s[^\p{L}]*|[^\p{L}]+)$/u.exec(whole);
    const from = index + Math.max(0, whole.search(/\p{L}/u));
    const to = index + (bareEnd ? bareEnd.index + 2 : whole.length);
    return { text: text.slice(from, to), from, to, isLast: bareEnd !== null };
  });
}

/** The longest names that begin with a common given name, or that are announced: "Mr", "founder", "my name is". */
export function namesIn(text: string): Named[] {
  const words = wordsIn(text);
  const named: Named[] = [];
  for (let at = 0; at < words.length; at++) {
    const found = nameAt(text, words, at);
    if (!found) continue;
    const [whole = "", given = ""] = PAIR().exec(text.slice(Math.max(0, found.from - MAX_NAME_IS), found.from)) ?? [];
    const [from, to] = [found.from - whole.length, found.from - whole.length + given.length];
    if (given && isGivenName(bareWord(given)) && (named.at(-1)?.to ?? 0) < to) {
      const reading = readName(given + found.reading.name.slice(found.reading.name.indexOf(" ")));
      if (reading?.isWhole) named.push({ reading, from, to });
    }
    named.push(found);
    at = found.end - 1;
  }
  return named;
}

function nameAt(text: string, words: Word[], at: number): (Named & { end: number }) | null {
  const { text: first, from: start } = words[at] as Word;
  // "J. Robert Ellis", but "M. Paul Durand" and "D. Luis Pérez" are addressed.
  const from = /^(?![MD])\p{Lu}\.$/u.test(words[at - 1]?.text ?? "") ? (words[at - 1] as Word).from : start;
  if (!/^\p{Lu}/u.test(first)) return null;
  const [given = ""] = bareWord(first).split("-");
  const next = bareWord(words[at + 1]?.text ?? "");
  const isHungarian = () => (at > 0 ? HUNGARIAN.test(text) : HUNGARIAN_VERB.test(text.slice(words[1]?.to)));
  const isFamily = isGivenName(next) && !words[at]?.isLast && isHungarian();
  const isGiven =
    isFamily || isGivenName(given) || isNativeGivenName(given) || (familyFirstNames().has(given) && isGivenName(next));
  const isAddressed = honorifics().has(bareWord(words[at - 1]?.text ?? ""));
  // "Led by ACME Works".
  const isTitle =
    /^(?:\p{L}{1,2}|[MD]\.)$/u.test(first) || honorifics().has(bareWord(first)) || /^\p{Lu}+$/u.test(first);
  const isUnknown = !isGiven && !isAddressed && !isTitle;
  const isAnnounced = isUnknown && (isAnnouncedAt(text, words, at) || isExplainedAt(text, words, at));
  if (!isGiven && !isAddressed && !isAnnounced) return null;
  const isPart = ({ text }: Word) =>
    /^\p{Lu}/u.test(text) || (particles().has(bareWord(text)) && !joiners().has(bareWord(text)));
  const more = words.slice(at + 1, at + MAX_NAME_WORDS);
  // "Heute führt Anna Berg den Betrieb".
  const isArticle = ({ text }: Word, index: number) =>
    index > 0 && ARTICLE.test(text) && !particles().has(bareWord(more[index - 1]?.text ?? ""));
  const stop = more.findIndex((word, index) => words[at + index]?.isLast || !isPart(word) || isArticle(word, index));
  const last = at + 1 + (stop < 0 ? more.length : stop);
  const isLong = words.slice(at, last).filter(({ text }) => /^\p{Lu}/u.test(text)).length > MAX_UNCOMMON_WORDS;
  if (isAnnounced && isLong) return null;
  for (let end = last; end - at > 1; end--) {
    const { to } = words[end - 1] as Word;
    const reading = readName(text.slice(from, to));
    // "Made by ACME WORKS" names a firm.
    const isSaid = isAddressed || (isAnnounced && /\p{Ll}/u.test(text.slice(from, to)));
    if (reading?.isWhole && (reading.isKnown || isSaid)) return { reading, from, to, end };
    if (isAnnounced) return null;
  }
  return null;
}

/** Whether the two or three words with capitals from here on end at a comma, and an office follows: "Zeferino Brunelli, the founder of". */
function isExplainedAt(text: string, words: Word[], at: number): boolean {
  const { from = 0 } = words[at] ?? {};
  const [, said = ""] = EXPLAINED.exec(text.slice(from, from + MAX_NAME_IS)) ?? [];
  if (said === "" || /^\p{Lu}/u.test(words[at - 1]?.text ?? "")) return false;
  const behind = said.split(/[ ’']/);
  const office = behind.findIndex((word) => rankOf(readTitle(word).seniority) <= rankOf("c_suite"));
  return office >= 0 && !/^\p{Lu}/u.test(behind[office + 1] ?? "");
}

/** Whether "my name is" or a job is right before a word. */
function isAnnouncedAt(text: string, words: Word[], at: number): boolean {
  const { from } = words[at] as Word;
  if (NAME_FOLLOWS().test(text.slice(Math.max(0, from - MAX_NAME_IS), from))) return true;
  const [article, before] = [words[at - 2]?.text ?? "", words[at - 1]];
  if (!before || before.isLast || jobEvidence(before.text) !== "rank") return false;
  // "Founder Harbour Works" is none of that name, "our founder Nora Falk" is.
  return (
    readTitle(before.text).seniority !== "founder" || (/\p{L}$/u.test(article) && !joiners().has(bareWord(article)))
  );
}
