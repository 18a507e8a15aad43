/** Full names of people: parsing into parts, folding and comparing. Pure; assumes no language. */

import { foldText, transliterate } from "../../lib/fold.ts";
import { plainText } from "../page/plain-text.ts";
import { sectionOf, wordsOf } from "../words/sections.ts";

// The tables of `names.txt` are folded: lower case, without accents and dots.

/** Titles in front of a name. */
export const honorifics = wordsOf("honorifics");
/** Titles that are also names, so they count only with a dot. */
const dottedHonorifics = wordsOf("dotted honorifics");
/** Degrees and other suffixes of names. */
export const nameSuffixes = wordsOf("name suffixes");
/** Particles of family names, which may be omitted or joined with the rest. */
export const particles = wordsOf("name particles");
/** Family names that often come as the first of two (Spain, Portugal, Latin America). */
export const iberianNames = wordsOf("iberian family names");
/** Family names of languages that put them first, so that both orders occur for one person. */
export const familyFirstNames = wordsOf("family names first");

/** The groups of interchangeable given names that a name is in. */
const groupsOf = sectionOf("nicknames", (text) => {
  const groups = new Map<string, number[]>();
  for (const [group, names] of text.split(",").entries()) {
    for (const name of names.match(/[a-z]+/g) ?? []) groups.set(name, [...(groups.get(name) ?? []), group]);
  }
  return groups;
});

/** The folded given names that have short forms, and these. */
export const interchangeableNames = () => [...groupsOf().keys()];

/** True when two folded given names are known to be interchangeable: "bob" and "robert", "bob" and "rob". */
export function areNicknames(a: string, b: string): boolean {
  const groups = groupsOf().get(b) ?? [];
  return (groupsOf().get(a) ?? []).some((group) => groups.includes(group));
}

/** A name in parts, as written: "Dr. María José de la Cruz, MBA" is `[María, José]`, `[de, la]`, `[Cruz]`. */
export type PersonName = {
  /** First and middle names. The whole name when it has one word, or no spaces between its characters (CJK). */
  given: string[];
  /** Von, de la, Ní: parts of the family name that may be left out. */
  particles: string[];
  /** One or, in Spanish use, two words; empty for a mononym. */
  family: string[];
  /** Call names in parentheses or quotation marks. */
  nicknames: string[];
};

export const MAX_PERSON_NAME_LENGTH = 100;
const MAX_WORDS = 8;

/** Letters behind a name, for a degree or a membership: "CEnv", "MIEnvSc", "PharmD". */
const MEMBERSHIP = /^(?:\p{Lu}{2,}\p{Ll}[\p{L}]{0,6}|\p{Lu}\p{Ll}{1,4}\p{Lu})\.?$/u;
/** "Dipl.-Wirtsch.-Ing." */
const COMPOUND_HONORIFIC = /^\p{Lu}\p{L}+\.(?:-\p{Lu}\p{L}+\.)+$/u;
const JOINERS = ["y", "e"];
const PATRONYMIC = /(вич|вна|ична|vich|vna|ichna)$/i;

/** A name as people write it, with honorifics, degrees, particles, "Family, Given"; null when it can be none. */
export function parseName(text: string): PersonName | null {
  const plain = plainText(text, 200);
  const nicknames: string[] = [];
  const bare = plain
    .replace(
      /\(([^()]*)\)|["“”„«]([^"“”„«»]*)["“”»]|(?<!\S)['‘]([^'‘’]+)['’](?!\S)/g,
      (_, ...inner: (string | undefined)[]) => {
        const inside = inner.slice(0, 3).find((part) => part !== undefined) ?? "";
        if (/^\p{L}[\p{L}\p{M}'’-]+$/u.test(inside.trim())) nicknames.push(inside.trim());
        return " ";
      },
    )
    .replace(/\s[|–—].*$/, "");
  if (/[@\d]|:\/\//.test(bare.replace(/\b(2nd|3rd)\b/gi, ""))) return null;

  // A middle dot stands between the words of foreign names in Chinese and Japanese.
  const wordsOf = (part: string) => part.split(/[\s·・]+/).filter((word) => /\p{L}/u.test(word));
  const [first = [], ...others] = bare.split(/[,;]/).map(wordsOf);
  const front = withoutSurroundings(first);
  const isShouted = bare === bare.toUpperCase();
  const isDegree = (word: string) =>
    nameSuffixes().has(bareWord(word)) || (!isShouted && front.length > 1 && /^\p{Lu}[\p{Lu}.\-/]{1,9}$/u.test(word));
  const [given, ...more] = others.filter((part) => !part.every(isDegree)).map(withoutSurroundings);
  if (more.length > 0 || front.length === 0 || front.length + (given?.length ?? 0) > MAX_WORDS) return null;
  if (given) return nameOf(given, front, nicknames);
  const split = familyStart(front);
  if (split < 0) return nameOf(front.slice(-split), front.slice(0, -split), nicknames);
  return nameOf(front.slice(0, split), front.slice(split), nicknames);
}

function nameOf(given: string[], familyWords: string[], nicknames: string[]): PersonName {
  const start = Math.min(familyWords.findIndex((word) => !isParticle(word)) >>> 0, Math.max(0, familyWords.length - 1));
  return {
    // J.R.R. are three names.
    given: given.flatMap((word) => (/^(\p{L}\.){2,}$/u.test(word) ? (word.match(/\p{L}\./gu) ?? []) : [word])),
    particles: familyWords.slice(0, start),
    family: familyWords.slice(start),
    nicknames,
  };
}

function isParticle(word: string): boolean {
  // "Luis D. Lafaurie" has a middle initial; "Sean O Brien" and "ORTEGA Y GASSET" have particles.
  return !/^(\p{L}\.|[^\P{Lu}OÓY])$/u.test(word) && particles().has(bareWord(word));
}

function withoutSurroundings(words: string[]): string[] {
  let start = 0;
  let end = words.length;
  while (end - start > 1 && isHonorific(words[start] ?? "")) start++;
  // Keep two words as a name: in "Aaron Acca", "Acca" is the family name and not the degree.
  const letters = words.findIndex((word, index) => index >= start + 2 && MEMBERSHIP.test(word));
  if (letters > 0) end = letters;
  while (end - start > 2 && nameSuffixes().has(bareWord(words[end - 1] ?? ""))) end--;
  return words.slice(start, end);
}

/** True for a title in front of a name. */
export function isHonorific(word: string): boolean {
  const bare = bareWord(word);
  // "DI" is an Austrian engineer; "Di" is a given name and a particle.
  if (honorifics().has(bare) || word === "DI" || COMPOUND_HONORIFIC.test(word)) return true;
  return word.endsWith(".") && dottedHonorifics().has(bare);
}

/** Index of the word at which the family name begins; −n when the first n words are the family name. */
function familyStart(words: string[]): number {
  const count = words.length;
  if (count === 1) return 1;
  if (words.some(isCjk)) return count === 2 ? -1 : count;
  // DUPONT Jean: capitals mark the family name.
  const loud = words.findIndex((word) => !/^[\p{Lu}'’-]{2,}$/u.test(word));
  if (words.slice(0, Math.max(0, loud)).join("").length >= 4) return -loud;
  if (count === 3 && PATRONYMIC.test(words[2] ?? "") && !PATRONYMIC.test(words[1] ?? "")) return -1;
  const particle = words.findIndex((word, index) => index > 0 && index < count - 1 && isParticle(word));
  // Ortega y Gasset: the joining word follows the first family name.
  if (particle > 0) return particle > 1 && JOINERS.includes(bareWord(words[particle] ?? "")) ? particle - 1 : particle;
  const lastTwo = words.slice(-2, count > 3 ? count : -1);
  const isDouble = count >= 3 && lastTwo.some((word) => iberianNames().has(bareWord(word)));
  return count - (isDouble ? 2 : 1);
}

/** A word in the form of the tables: folded, without dots and apostrophes. */
export function bareWord(word: string): string {
  return foldText(word).replace(/[^\p{L}\p{N}-]/gu, "");
}

/** The folded ways to write words as one: `["Müller"]` is `["muller", "mueller"]`. */
export function spellings(words: string[]): string[] {
  const text = words.join("").normalize("NFC");
  const forms = [text, transliterate(text)].map((form) => foldText(form).replace(/[^\p{L}\p{M}]/gu, ""));
  return [...new Set(forms)].filter(Boolean);
}

/** The other reading of a name whose first word is a family name where those come first: "Chen Wei", "Nagy Péter". */
export function familyFirst({ given, particles, family, nicknames }: PersonName): PersonName | null {
  const [first = "", ...rest] = [...given, ...particles, ...family];
  if (!spellings([first]).some((word) => familyFirstNames().has(word))) return null;
  return { given: rest, particles: [], family: [first], nicknames };
}

/** True when a word is in a script that writes the family name first, without a space. */
function isCjk(word: string): boolean {
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(word);
}

/** Given and family name as shown; null where the name has none. */
export function displayParts({ given, particles, family }: PersonName): { first: string | null; last: string | null } {
  return { first: given.join(" ") || null, last: [...particles, ...family].join(" ") || null };
}

/** The key of a full name, equal for its spellings: no honorifics, degrees, accents, capitals, hyphens. Never empty. */
export function foldedName(name: PersonName): string {
  return foldText(wholeName(name).join(" ").replace(/-/g, " ")).replace(/[^\p{L}\p{M} ]/gu, "");
}

/** The words of a part, hyphenated ones apart, without particles between them. */
export function wordParts(words: string[]): string[] {
  const parts = words.flatMap((word) => word.split("-")).filter(Boolean);
  return parts.length > 1 ? parts.filter((part) => !isParticle(part)) : parts;
}

/** All words in the order of the name's script. */
export function wholeName({ given, particles, family }: PersonName): string[] {
  return given.some(isCjk) ? [...family, ...given] : [...given, ...particles, ...family];
}
