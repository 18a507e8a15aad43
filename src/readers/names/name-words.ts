/** Words that occur in and around names, folded: lower case, without accents and dots. */

import { sectionOf, wordsOf } from "../words/sections.ts";

/** Titles in front of a name. */
export const honorifics = wordsOf("honorifics");

/** Titles that are also names, so they count only with a dot. */
export const dottedHonorifics = wordsOf("dotted honorifics");

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

/** True when two folded given names are known to be interchangeable: "bob" and "robert", "bob" and "rob". */
export function areNicknames(a: string, b: string): boolean {
  const groups = groupsOf().get(b) ?? [];
  return (
    groupsOf()
      .get(a)
      ?.some((group) => groups.includes(group)) ?? false
  );
}
