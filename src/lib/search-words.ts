/** Words as the full-text indexes hold them. What is put in and what is asked for pass the same functions. Pure. */

import { foldText, transliterate } from "./fold.ts";

/** Scripts that are written without spaces between words. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;
const BEFORE = { word: /[\p{L}\p{N}]$/u, domain: /[a-z0-9-]$/, address: /[a-z0-9.%+_-]$/ };
const AFTER = { word: /^[\p{L}\p{N}]/u, domain: /^(?:[a-z0-9-]|\.[a-z0-9])/ };

/** Lists of terms, each a word, a domain or an email address, as {@link containsTerms} takes them; without empty ones. */
export function foldTerms(termLists: string[][]): string[][] {
  return termLists.map((terms) => terms.map(foldText)).filter((terms) => terms.length > 0 && !terms.includes(""));
}

/** Whether a JSON text has every term of one of the lists, as wholes: `e@acme.co` is not in `jane@acme.com`. */
export function containsTerms(json: string, folded: string[][]): boolean {
  // The letter of an escape does not belong to the word after it.
  const text = foldText(json.replace(/\\[bfnrt]/g, " "));
  return folded.some((terms) => terms.every((term) => containsWhole(text, term)));
}

/** The same of one term in a folded text. */
export function containsWhole(text: string, term: string): boolean {
  if (WITHOUT_SPACES.test(term)) return text.includes(term);
  const kind = term.includes("@") ? "address" : /\.[\p{L}\p{N}]/u.test(term) ? "domain" : "word";
  const after = AFTER[kind === "word" ? "word" : "domain"];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const end = at + term.length;
    if (!BEFORE[kind].test(text.charAt(at - 1)) && !after.test(text.slice(end, end + 2))) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{M}\p{N}]{1,60}/gu;
const CJK_RUN = /[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]{1,60}|[^\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]{1,60}/gu;
const IS_CJK = /^[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;
/** What SQLite's unicode61 certainly takes as one word: a term that it split would be a phrase, which these indexes do not know. */
const SPLIT_BY_SQLITE =
  /[^a-z0-9\u00df-\u00f6\u00f8-\u00ff\u0100-\u017f\u03b1-\u03c9\u0430-\u044f\u0450-\u045f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]/gu;
const SPELLED_OUT = /[\u00e4\u00f6\u00fc\u00e5\u00f8\u00c4\u00d6\u00dc\u00c5\u00d8]/;
/** Parts of compound words: both halves are at least so long. */
const [MIN_HEAD, MIN_PART] = [3, 5];
const MAX_COMPOUND = 40;

/** A term of a query: a word, or with `isPrefix` the beginning of one. `written` is the folded word as it was given. */
export type SearchTerm = { word: string; isPrefix: boolean; written: string };

/** Shorter words keep their s: "news" and "new" differ. */
const MIN_PLURAL = 5;

/** The words of a text in every spelling that finds them: "Straße" is `strasse`, "robots" is `robot`, 東京都 is `東京 京都 都`. */
export function indexWords(text: string): string {
  const words = wordsIn(text).flatMap((word) =>
    runsOf(word).flatMap((run) => (IS_CJK.test(run) ? pairs(run) : [singular(run)])),
  );
  return words.map(tokenWord).join(" ");
}

/** The words of a query, all of which a text must have; each in the spellings of which it must have one. */
export function queryTerms(text: string): SearchTerm[][] {
  return (text.normalize("NFC").match(WORD) ?? []).map(spellingsOf).flatMap((spellings) => {
    const runs = runsOf(spellings[0] ?? "");
    const term = (written: string, isPrefix = false) => ({ word: tokenWord(singular(written)), isPrefix, written });
    if (!runs.some((run) => IS_CJK.test(run))) return [spellings.map((word) => term(word))];
    return runs.flatMap((run) => {
      if (!IS_CJK.test(run)) return [[term(run)]];
      const written = pairs(run).slice(0, -1);
      return written.length > 0 ? written.map((pair) => [term(pair)]) : [[term(run, true)]];
    });
  });
}

/** The ends of long words: `softwareentwickler` has `entwickler`, which a query finds as the beginning of one of them. */
export function compoundParts(text: string): string {
  const words = wordsIn(text).filter((word) => !IS_CJK.test(word) && word.length <= MAX_COMPOUND);
  const parts = words.flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - MIN_HEAD - MIN_PART + 1) }, (_, at) => word.slice(at + MIN_HEAD)),
  );
  return [...new Set(parts)].map((part) => compoundEnd(tokenWord(part))).join(" ");
}

/** The end of a compound as a word of the index that no text has, so that finding it as a beginning reads no other words. */
export function compoundEnd(part: string): string {
  return `xend0${part}`;
}

/** Finds one of the spellings in a folded text, as a word in singular or plural or as the end of a compound; much faster than its index words. */
export function termPattern(spellings: SearchTerm[]): RegExp {
  const all = spellings.map((term) => {
    const stem = RegExp.escape(singular(term.written));
    if (WITHOUT_SPACES.test(stem)) return stem;
    const start = isCompoundPart(term) ? "" : "(?<![\\p{L}\\p{N}])";
    return `${start}${stem.replace(/y$/, "(?:y|ie)")}(?:e?s)?(?![\\p{L}\\p{N}])`;
  });
  return new RegExp(all.join("|"), "u");
}

/** Whether a word of a query may be the end of a compound. */
export function isCompoundPart({ word }: SearchTerm): boolean {
  return word.length >= MIN_PART && !IS_CJK.test(word);
}

/** A value as one word that no text has, e.g. `facet("country", "NO")`. */
export function facet(kind: string, value: string): string {
  return tokenWord(`x${kind}0${foldText(value).replace(/[^\p{L}\p{N}]/gu, "")}`);
}

/** A folded word without the s of a plural, also in other languages (Harman, "How effective is suffixing?", 1991). */
export function singular(word: string): string {
  if (word.length < MIN_PLURAL || !/^[a-z]+[^isu]s$/.test(word)) return word;
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.replace(/(?:(ss|sh|ch|x|z)es|s)$/, "$1");
}

function wordsIn(text: string): string[] {
  return (text.normalize("NFC").match(WORD) ?? []).flatMap(spellingsOf);
}

function spellingsOf(word: string): string[] {
  const folded = foldText(word);
  return SPELLED_OUT.test(word) ? [...new Set([folded, foldText(transliterate(word))])] : [folded];
}

function runsOf(word: string): string[] {
  return word.match(CJK_RUN) ?? [];
}

function pairs(run: string): string[] {
  const letters = [...run];
  return letters.map((letter, at) => `${letter}${letters[at + 1] ?? ""}`);
}

/** A token as one word of the index: the signs of `c++` and `r&d` become letters. */
export function tokenWord(word: string): string {
  return word.replace(SPLIT_BY_SQLITE, (letter) => `q${letter.codePointAt(0)?.toString(16)}q`);
}
