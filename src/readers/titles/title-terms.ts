/** Tokenises job titles and the words of a title filter. */

import { foldText } from "../../lib/fold.ts";
import { lazy } from "../../lib/lazy.ts";
import { sectionOf } from "../words/sections.ts";

/** Adjacent tokens. In a query `market*` is the beginning of one, `*总监*` a part of one. */
export type Spelling = string[];

/** Alternative spellings of one word: `vp` is `[["vp"], ["vice", "president"], ["svp"], ["evp"]]`. */
export type Term = Spelling[];

/** Terms that follow one another without a token in between. */
export type Sequence = Term[];

// "a" is no stop word: it is a grade or a letter ("Series A") more often than an article in job titles.
const STOP_WORDS = new Set(["and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"]);

/** The pairs of a word and each of its other spellings in a section of `titles.txt`. */
const pairsIn = (section: string) =>
  sectionOf(section, (text) =>
    text.split("\n").flatMap((line) => {
      const [word = "", others = ""] = line.split(": ");
      return others.split(" | ").map((other): [string, string] => [word, other]);
    }),
  );
const synonymPairs = pairsIn("synonyms");
const oneWayPairs = pairsIn("one way synonyms");
const synonyms = lazy(() => {
  const longForms = synonymPairs().map(([short, long]): [string, string] => [long, short]);
  const byWord = Map.groupBy([...synonymPairs(), ...oneWayPairs(), ...longForms], ([from]) => from);
  return new Map([...byWord].map(([from, pairs]) => [from, pairs.map(([, to]): Spelling => to.split(" "))]));
});
const maxSynonymTokens = lazy(() => Math.max(...[...synonyms().keys()].map((words) => words.split(" ").length)));

/** Whether words are a long or a short form that filters know, as "chief executive officer". */
export function isKnownPhrase(words: string[]): boolean {
  return synonyms().has(words.join(" ")) || oneWayPairs().some(([, long]) => long === words.join(" "));
}

const CJK = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}]&&[\p{L}\p{N}\p{M}]]`;
const WORD = String.raw`[\p{L}\p{N}\p{M}]`;

const IS_CJK = new RegExp(CJK, "v");
const DOTTED_ACRONYM = new RegExp(String.raw`(?<!${WORD})(?:\p{L}\.)+\p{L}(?!${WORD})\.?`, "gv");
const SPACED_AMPERSAND = new RegExp(String.raw`(?<!${WORD})(\p{L}) ?& ?(\p{L})(?![${WORD}+#])`, "gv");
const SPLIT_COFOUNDER = new RegExp(String.raw`(?<!${WORD})co[ \-]+(?=found(?:e(?:rs?)?)?(?!${WORD}))`, "gv");
const TOKEN = new RegExp(
  [
    String.raw`\.net(?!${WORD})`,
    String.raw`(?<!${WORD})[a-z](?:\+\+|#)`,
    // R&D, S&OP, FP&A, but not Sales&Marketing: one side is a single letter.
    String.raw`(?<!${WORD})(?:\p{L}&\p{L}{1,3}|\p{L}{2,3}&\p{L})(?![${WORD}+#])`,
    `${CJK}+`,
    String.raw`[[\p{L}\p{N}]--${CJK}][${WORD}--${CJK}]*`,
  ].join("|"),
  "gv",
);

/** Normalises case, accents, width, dashes, dotted acronyms and the three spellings of "cofounder". */
function foldTitle(text: string): string {
  // NFKD would glue the letters "tm" to the word in front of the sign.
  return foldText(text.replace(/[™℠\\\p{Cc}\p{Cs}]/gu, " "))
    .replace(/\p{Cf}|[\u20d0-\u20ff]|[\ufe00-\ufe0f]/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\s+/g, " ")
    .replace(DOTTED_ACRONYM, (acronym) => `${acronym.replaceAll(".", "")} `)
    .replace(SPACED_AMPERSAND, "$1&$2")
    .replace(SPLIT_COFOUNDER, "co");
}

function tokens(folded: string): string[] {
  return folded.match(TOKEN) ?? [];
}

function withoutStopWords(words: string[]): string[] {
  return words.filter((word) => !STOP_WORDS.has(word));
}

/** UTF-16 units of a title that filters read: longer than the longest filter, which may quote a whole title. */
const MAX_MATCHED_LENGTH = 2_000;

/** The folded tokens of a title without stop words: "Co-Founder & C.E.O., R&D" is `["cofounder", "ceo", "r&d"]`. */
export function titleTokens(title: string): string[] {
  return withoutStopWords(tokens(foldTitle(title.slice(0, MAX_MATCHED_LENGTH))));
}

/** True when a word of an expression has a searchable character; stop words count, and so does `&`, for R & D. */
export function isWordLike(word: string): boolean {
  return /[a-z0-9&]/i.test(word) || /[\p{L}\p{N}&]/u.test(foldTitle(word));
}

/** What a run of bare words looks for: every sequence, in any order. Empty when it has only stop words. */
export function runSequences(run: string): Sequence[] {
  const words = foldTitle(run)
    .split(/[ /]/)
    .map((word) => withoutStopWords(tokens(word)))
    .filter((word) => word.length > 0);
  return groupsOf(words.map((word) => word.join(" "))).flatMap(({ at, size, spellings }) =>
    words.slice(at, at + size).map((word) =>
      // (chief AND executive AND officer) OR ceo, distributed over the words, keeps a run one flat list.
      size > 1 ? [[word.map(pattern), ...spellings]] : termsOf(word),
    ),
  );
}

/** What a word with a trailing wildcard looks for; null under three letters. `found*` finds "Co-Founder". */
export function prefixSequence(stem: string): Sequence | null {
  const parts = tokens(foldTitle(stem));
  const last = parts.pop() ?? "";
  if ((last.match(/[\p{L}\p{N}]/gu) ?? []).length < 3) return null;
  const covered = [...synonyms()].filter(([word]) => !word.includes(" ") && word.startsWith(last));
  const wildcard = IS_CJK.test(last) ? pattern(last) : `${last}*`;
  return [...termsOf(withoutStopWords(parts)), [[wildcard], ...covered.flatMap(([, spellings]) => spellings)]];
}

/** What tokens that follow one another look for; empty without any, as in a phrase of stop words and punctuation. */
export function termsOf(words: string[]): Sequence {
  return groupsOf(words).map(({ at, size, spellings }) => [words.slice(at, at + size).map(pattern), ...spellings]);
}

/** Splits words into the longest entries of the synonym table, with their other spellings, and single words. */
function groupsOf(words: string[]): { at: number; size: number; spellings: Spelling[] }[] {
  const groups: ReturnType<typeof groupsOf> = [];
  for (let at = 0; at < words.length; ) {
    const spellingsOf = (size: number) => synonyms().get(words.slice(at, at + size).join(" ")) ?? [];
    let size = Math.min(maxSynonymTokens(), words.length - at);
    while (size > 1 && spellingsOf(size).length === 0) size--;
    groups.push({ at, size, spellings: spellingsOf(size) });
    at += size;
  }
  return groups;
}

function pattern(token: string): string {
  return IS_CJK.test(token) ? `*${token}*` : token;
}

/** True when the terms of a sequence follow one another somewhere in a title's tokens; true of the empty sequence. */
export function containsSequence(title: string[], sequence: Sequence): boolean {
  const last = sequence.length - 1;
  let starts: Iterable<number> = title.keys();
  for (const [i, term] of sequence.entries()) {
    // A set, because spellings of different length may end at the same token: no start is tried twice.
    const ends = new Set<number>();
    for (const start of starts) {
      for (const spelling of term) {
        if (!spelling.every((wanted, offset) => fits(wanted, title[start + offset]))) continue;
        if (i === last) return true;
        ends.add(start + spelling.length);
      }
    }
    starts = ends;
  }
  return sequence.length === 0;
}

/** True for a token that a word of a query finds: itself, the beginning for `market*`, a part for `*总监*`. */
export function fits(wanted: string, token: string | undefined): boolean {
  if (token === undefined) return false;
  if (wanted.startsWith("*")) return token.includes(wanted.slice(1, -1));
  if (wanted.endsWith("*")) return token.startsWith(wanted.slice(0, -1));
  return token === wanted;
}
