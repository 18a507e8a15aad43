import { displayParts, foldedName, MAX_PERSON_NAME_LENGTH, type PersonName, parseName } from "../names/person-name.ts";
import type { Evidence } from "../page/evidence.ts";
import { plainText } from "../page/plain-text.ts";
import type { ParsedTitleFilter } from "../titles/title-filter.ts";

/** Maximum of evidence pages per person. */
const MAX_EVIDENCE = 10;

/** A person who works at a company, from one source or merged from several. All texts are inert. */
export type Person = {
  name: string;
  /** Key of the name, equal for its spellings. */
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
  /** The first source of the person: `directory`, `own_site`, a vendor. */
  source: string;
  /** 0–1. */
  confidence: number;
  evidence: Evidence[];
  /** Looked up for an earlier call. */
  cached: boolean;
  /** From demo rows, not real data. */
  demo?: true;
};

/** Who works at `domain`. A source may answer with more people than pass the filter, never with fewer. */
export type PeopleQuestion = { domain: string; filter: ParsedTitleFilter };

/** Who `name` at `domain` refers to. A source may also return namesakes and other people. */
export type PersonQuestion = { domain: string; name: PersonName };

/** The name fields of a {@link Person}; null for a text that is not a person's name. */
export function nameFields(text: string): Pick<Person, "name" | "nameFolded" | "firstName" | "lastName"> | null {
  const name = plainText(text, MAX_PERSON_NAME_LENGTH);
  const parsed = parseName(name);
  if (!parsed) return null;
  const { first, last } = displayParts(parsed);
  return { name, nameFolded: foldedName(parsed), firstName: first, lastName: last };
}

/** Merges people, best source first. Equal names are one unless their profiles differ; later sources fill gaps. */
export function mergePeople(lists: Person[][]): Person[] {
  // At most one person per name and profile; a person without a profile only where no namesake has one.
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
    // Without a profile, one of several namesakes cannot be identified.
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
    evidence: unique([...known.evidence, ...more.evidence]).slice(0, MAX_EVIDENCE),
    cached: known.cached || more.cached,
  };
}

function unique(evidence: Evidence[]): Evidence[] {
  return [...new Map(evidence.map((one) => [JSON.stringify(one), one])).values()];
}
