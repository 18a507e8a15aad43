/** The legal entities that pages name, each once however often and in which spelling it is named. Pure. */

import { readLegalName } from "./legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "./legal-numbers.ts";
import type { LegalPageKind } from "./legal-page.ts";

/** A legal entity that a company's own pages name. */
export type NamedEntity = {
  /** As written, with its legal form; null for a number without a name near it. */
  name: string | null;
  numbers: LegalNumber[];
  /** The page says that it is the owner: in its JSON-LD, copyright line or words like "operated by", or it is the first name of an imprint. */
  isOwner: boolean;
  /** Where it was seen, best page first. */
  seen: { url: string; kind: LegalPageKind | "json_ld" | "copyright" }[];
};

const MAX_ENTITIES = 30;

/** Entities in the order in which they were seen; numbers without a name go to the entity that has both. */
export function mergeEntities(seen: NamedEntity[]): NamedEntity[] {
  const entities: NamedEntity[] = [];
  for (const entity of seen.toSorted((a, b) => Number(a.name === null) - Number(b.name === null)))
    add(entities, entity);
  return withoutPrefixed(entities);
}

/** Merges entities by name, and those without a name by number. */
function add(entities: NamedEntity[], { name, numbers, isOwner, seen }: NamedEntity): void {
  const known = entities.find(
    (entity) =>
      (name && entity.name && keyOf(entity.name) === keyOf(name)) ||
      (numbers.length > 0 &&
        (!name || !entity.name) &&
        numbers.every((number) => entity.numbers.some((other) => isSame(other, number)))),
  );
  if (!known) {
    if (entities.length < MAX_ENTITIES) entities.push({ name, numbers: [...numbers], isOwner, seen: [...seen] });
    return;
  }
  known.name ??= name;
  // Sentences call "The Acme Group Ltd" by its name without the article.
  if (seen[0]?.kind === "json_ld" && name) known.name = name;
  known.isOwner ||= isOwner;
  for (const number of numbers)
    if (!known.numbers.some((other) => other.scheme === number.scheme && isSame(other, number)))
      known.numbers.push(number);
  for (const place of seen)
    if (!known.seen.some(({ url, kind }) => url === place.url && kind === place.kind)) known.seen.push(place);
}

/** Equal for "Acme Ltd" and "ACME Limited", different for "Acme GmbH" and "Acme AG". */
function keyOf(name: string): string {
  const { words, form } = readLegalName(name);
  return `${words.join("")} ${form ?? ""}`;
}

/** The same number, or a VAT or establishment number that contains it. */
function isSame(a: LegalNumber, b: LegalNumber): boolean {
  const [x, y] = [registerNumberOfVat(a) ?? a, registerNumberOfVat(b) ?? b];
  return x.scheme === y.scheme && x.number === y.number;
}

/** A name that only adds a word or two before another one found ("View Acme Ltd") is that entity. */
function withoutPrefixed(entities: NamedEntity[]): NamedEntity[] {
  const kept: NamedEntity[] = [];
  for (const entity of entities) {
    const short = entities.find(
      (other) =>
        entity.name &&
        other.name &&
        entity.numbers.length === 0 &&
        entity.name.length > other.name.length &&
        other.seen.length >= entity.seen.length &&
        entity.name.endsWith(` ${other.name}`),
    );
    if (!short) kept.push(entity);
    else short.isOwner ||= entity.isOwner;
  }
  return kept;
}
