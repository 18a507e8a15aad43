import { nameLikeness } from "../names/match-names.ts";
import type { PersonName } from "../names/person-name.ts";
import { isRole } from "./email-address.ts";
import type { Sample } from "./email-patterns.ts";
import { addressPatternsOf, bareLocal, localParts } from "./local-parts.ts";

// Measured on 12,000 addresses of 500 companies; what is left are pages that are out of date.
const SURE = 0.98;
const LIKELY = 0.95;
/** `grace` or `norgaard` alone may belong to another person. */
const SHARED = 0.85;
/** `john.smith2` implies another John Smith. */
const NUMBERED = 0.7;
/** Patterns specific enough to identify a person among colleagues: the family name and part of the given name. */
const TELLING = /\{(first|f)\}.*\{last\}|\{last\}.*\{(first|f)\}/;
const FULL = /\{first\}.*\{last\}|\{last\}.*\{first\}/;
const MIN_PART_LENGTH = 3;

/** Confidence that an address is the person's, 0–1; 0 for roles. Beside the name, any part of it suffices. */
export function belongsTo(person: PersonName, { local, name }: Sample): number {
  if (isRole(local)) return 0;
  const patterns = addressPatternsOf(person, local);
  if (name) {
    // The adjacent name may belong to the previous or the next entry.
    if (nameLikeness(person, name) === 0) return patterns.some((pattern) => FULL.test(pattern)) ? LIKELY : 0;
    if (patterns.length > 0) return SURE;
    return resembles(person, local) ? LIKELY : 0;
  }
  if (patterns.length === 0) return 0;
  if (/\d$/.test(local)) return NUMBERED;
  return patterns.some((pattern) => TELLING.test(pattern)) ? SURE : SHARED;
}

/** True when an address contains part of a name. */
export function resembles(person: PersonName, local: string): boolean {
  const bare = bareLocal(local);
  const made = localParts(person);
  const parts = ["{first}", "{last}"].flatMap((pattern) => made.get(pattern) ?? []);
  return parts.some(({ text }) => text.length >= MIN_PART_LENGTH && bare.includes(text));
}

/** The address with the highest confidence; null when none belongs to the person, or two tie. */
export function addressOfPerson<T extends Sample>(
  person: PersonName,
  seen: T[],
): { seen: T; confidence: number } | null {
  const rated = seen
    .map((one) => ({ seen: one, confidence: belongsTo(person, one) }))
    .filter(({ confidence }) => confidence > 0)
    .sort((a, b) => b.confidence - a.confidence);
  const [best, ...others] = rated;
  if (!best) return null;
  const isContested = others.some(
    ({ seen, confidence }) => confidence === best.confidence && bareLocal(seen.local) !== bareLocal(best.seen.local),
  );
  return isContested && best.confidence < SURE ? null : best;
}
