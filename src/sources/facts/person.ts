import { displayParts, foldedName, MAX_NAME_LENGTH, parseName } from "../../text/names/person-name.ts";
import { plainText } from "../../text/plain-text.ts";
import type { Evidence } from "./finding.ts";

/** Pages that are kept as evidence of one person. */
const MAX_EVIDENCE = 10;

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
  // Of each name at most one person per profile, and one without only where no other has a profile.
  const byName = new Map<string, Map<string | null, Person>>();
  for (const person of lists.flat()) {
    const namesakes = byName.get(person.nameFolded) ?? new Map<string | null, Person>();
    byName.set(person.nameFolded, namesakes);
    const known =
      namesakes.get(person.profileUrl) ?? namesakes.get(null) ?? (person.profileUrl === null ? only(namesakes) : null);
    if (known) {
      const merged = merge(known, person);
      if (known.profileUrl !== merged.profileUrl) namesakes.delete(known.profileUrl);
      namesakes.set(merged.profileUrl, merged);
    } else if (person.profileUrl !== null || namesakes.size === 0) {
      namesakes.set(person.profileUrl, person);
    }
    // Without a profile it cannot be told which of several namesakes this is.
  }
  return [...byName.values()].flatMap((namesakes) => [...namesakes.values()]);
}

function only(namesakes: Map<string | null, Person>): Person | null {
  const [first = null] = namesakes.values();
  return namesakes.size === 1 ? first : null;
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
    evidence: [...known.evidence, ...more.evidence].slice(0, MAX_EVIDENCE),
    cached: known.cached || more.cached,
  };
}
