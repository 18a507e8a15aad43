/** Whether two full names may be one person's. */

import type { PersonName } from "./person-name.ts";
import { areNicknames, familyFirst, foldedName, parseName, spellings, wholeName, wordParts } from "./person-name.ts";

/** Scores below this rest on too little, e.g. an initial with half of a family name. */
const MIN_LIKENESS = 0.65;

/**
 * How likely two names belong to one person, 0–1; 0 means different people. Required are an equal family name (umlauts
 * spelled out or not, particles kept, joined or dropped, one half of a double name) and an equal given name, a short form
 * of it, or its initial; middle names must not contradict. The order may be swapped for names of languages that put the
 * family first. Single names and names in CJK script must be equal.
 */
export function nameLikeness(a: PersonName, b: PersonName): number {
  if (a.family.length === 0 || b.family.length === 0) return share(whole(a), whole(b)) ? 1 : 0;
  if (share(whole(a), whole(b)) && share(spellings(a.family), spellings(b.family))) return 1;
  const straight = familyLikeness(a, b) * givenLikeness(a, b);
  if (straight >= MIN_LIKENESS) return straight;
  return sameInParts(familyFirst(a), b) || sameInParts(a, familyFirst(b)) ? 0.8 : 0;
}

/** The candidate that a name refers to. Two equally good candidates are ambiguous: a wrong person is worse than none. */
export function pickByName<T>(asked: PersonName, candidates: T[], nameOf: (candidate: T) => PersonName | null) {
  const rated = candidates.map((candidate) => {
    const name = nameOf(candidate);
    return { candidate, likeness: name ? nameLikeness(asked, name) : 0 };
  });
  const likeness = rated.reduce((most, one) => Math.max(most, one.likeness), 0);
  const [best, ...equals] = rated.filter((one) => one.likeness === likeness);
  if (!best || likeness === 0) return { status: "not_found" as const };
  if (equals.length > 0) return { status: "ambiguous" as const, count: equals.length + 1 };
  return { status: "found" as const, candidate: best.candidate, likeness };
}

/** "Ada Brandt - CTO - Acme | Network": all words of a name are among those of a headline before its first dash or bar. */
export function beginsWithName(headline: string, { given, family }: PersonName): boolean {
  const head = parseName(headline.split(/\s[-–—|·]\s|[|,]/)[0] ?? "");
  if (!head) return false;
  const words = new Set(wordParts(foldedName(head).split(" ")).flatMap((word) => spellings([word])));
  return wordParts([...given, ...family]).every((word) => spellings([word]).some((form) => words.has(form)));
}

/** The tokens under which a name is indexed, so that {@link searchTokens} of every matching name finds it. */
export function nameTokens(name: PersonName): string[] {
  const { given, particles, family } = name;
  const words = wordParts([...given, ...family]).map((word) => [word]);
  return tokensOf([...words, given, family, [...particles, ...family], wholeName(name)]);
}

/** Search tokens: {@link nameTokens} of every name that may be the same person's contain at least one of them. */
export function searchTokens(name: PersonName): string[] {
  const { particles, family } = name;
  const halves = wordParts(family).map((word) => [word]);
  return tokensOf([...halves, family, [...particles, ...family], wholeName(name), familyFirst(name)?.family ?? []]);
}

function tokensOf(parts: string[][]): string[] {
  return [...new Set(parts.flatMap(spellings))];
}

function whole(name: PersonName): string[] {
  return spellings(wholeName(name));
}

function share(a: string[], b: string[]): boolean {
  return a.some((form) => b.includes(form));
}

function familyLikeness(a: PersonName, b: PersonName): number {
  const [fullA, fullB] = [spellings([...a.particles, ...a.family]), spellings([...b.particles, ...b.family])];
  if (share(fullA, fullB)) return 1;
  const [bareA, bareB] = [spellings(a.family), spellings(b.family)];
  const bothHaveParticles = a.particles.length > 0 && b.particles.length > 0;
  if (!bothHaveParticles && (share(bareA, bareB) || share(bareA, fullB) || share(fullA, bareB))) return 0.95;
  const [halvesA, halvesB] = [wordParts(a.family), wordParts(b.family)];
  if (Math.min(halvesA.length, halvesB.length) !== 1 || halvesA.length === halvesB.length) return 0;
  const [one = "", halves] = halvesA.length === 1 ? [halvesA[0], halvesB] : [halvesB[0], halvesA];
  if (share(spellings([one]), spellings(halves.slice(0, 1)))) return 0.85;
  return share(spellings([one]), spellings(halves.slice(-1))) ? 0.8 : 0;
}

function givenLikeness(a: PersonName, b: PersonName): number {
  if (share(spellings(a.given), spellings(b.given))) return 1;
  const callNames = (name: PersonName) => [name.given, ...name.nicknames.map((nickname) => [nickname])];
  return Math.max(
    ...callNames(a).flatMap((x) => callNames(b).map((y) => givenWordsLikeness(wordParts(x), wordParts(y)))),
  );
}

function givenWordsLikeness([firstA = "", middleA]: string[], [firstB = "", middleB]: string[]): number {
  const first = wordLikeness(firstA, firstB);
  if (first > 0 && middleA && middleB) return first * wordLikeness(middleA, middleB);
  if (first > 0) return middleA === middleB ? first : first * 0.95;
  // J. Robert Oppenheimer goes by Robert.
  if (isInitial(firstA) && middleA) return 0.85 * wordLikeness(middleA, firstB);
  if (isInitial(firstB) && middleB) return 0.85 * wordLikeness(firstA, middleB);
  return 0;
}

function wordLikeness(a: string, b: string): number {
  const [formsA, formsB] = [spellings([a]), spellings([b])];
  if (share(formsA, formsB)) return 1;
  if (formsA.some((x) => formsB.some((y) => areNicknames(x, y)))) return 0.9;
  return (isInitial(a) || isInitial(b)) && formsA[0]?.[0] === formsB[0]?.[0] ? 0.8 : 0;
}

function isInitial(word: string): boolean {
  return [...word.replace(/\./g, "")].length === 1;
}

function sameInParts(a: PersonName | null, b: PersonName | null): boolean {
  if (!a || !b) return false;
  return share(spellings(a.given), spellings(b.given)) && share(spellings(a.family), spellings(b.family));
}
