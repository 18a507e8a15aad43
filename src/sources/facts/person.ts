import { displayParts, foldedName, MAX_NAME_LENGTH, parseName } from "../../text/names/person-name.ts";
import { plainText } from "../../text/plain-text.ts";
import type { Evidence } from "./finding.ts";

/** A person who works at a company, as one source knows them or several together. All texts are inert. */
export type Person = {
  name: string;
  /** What spellings of the name have in common. */
  nameFolded: string;
  firstName: string | null;
  lastName: string | null;
  title: string | null;
  location: string | null;
  profileUrl: string | null;
  /** Only a published or licensed address, never a guess. */
  email: string | null;
  /** Seen on the company's own site within 30 days, or confirmed by a vendor. */
  isVerified: boolean;
  /** Milliseconds since 1970. */
  lastSeenAt: number;
  /** Who knew the person first: `directory`, `own_site`, a vendor. */
  source: string;
  /** 0–1. */
  confidence: number;
  evidence: Evidence[];
  /** Looked up for an earlier call. */
  cached: boolean;
  /** From demo rows, not from the world. */
  demo?: true;
};

/** The parts of a name as a {@link Person} has them; null for a text that is no person's name. */
export function nameFields(text: string): Pick<Person, "name" | "nameFolded" | "firstName" | "lastName"> | null {
  const name = plainText(text, MAX_NAME_LENGTH);
  const parsed = parseName(name);
  if (!parsed) return null;
  const { first, last } = displayParts(parsed);
  return { name, nameFolded: foldedName(parsed), firstName: first, lastName: last };
}

/**
 * Puts together what several sources know, best source first. Equal names are one person unless their profiles differ;
 * the first source's facts stand, gaps are filled by the later ones, and any of them may verify.
 */
export function mergePeople(lists: Person[][]): Person[] {
  const byName = new Map<string, Person[]>();
  for (const person of lists.flat()) {
    const namesakes = byName.get(person.nameFolded) ?? [];
    const same = namesakes.filter((other) => isSamePerson(person, other));
    const [known] = same;
    if (!known) byName.set(person.nameFolded, [...namesakes, person]);
    // Without a profile it cannot be told which of several namesakes this is.
    else if (same.length === 1) namesakes[namesakes.indexOf(known)] = merge(known, person);
  }
  return [...byName.values()].flat();
}

function isSamePerson(a: Person, b: Person): boolean {
  return a.profileUrl === b.profileUrl || a.profileUrl === null || b.profileUrl === null;
}

function merge(known: Person, more: Person): Person {
  return {
    ...known,
    title: known.title ?? more.title,
    location: known.location ?? more.location,
    profileUrl: known.profileUrl ?? more.profileUrl,
    email: known.email ?? more.email,
    isVerified: known.isVerified || more.isVerified,
    lastSeenAt: Math.max(known.lastSeenAt, more.lastSeenAt),
    confidence: Math.max(known.confidence, more.confidence),
    evidence: [...known.evidence, ...more.evidence],
    cached: known.cached || more.cached,
  };
}
