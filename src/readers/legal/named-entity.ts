/** A legal entity as pages name it, and which of those that a site names are one. Pure. */
import { readLegalName } from "./legal-names.ts";
import { haveCommonNumber, type LegalNumber, registerNumberOfVat } from "./legal-numbers.ts";
import type { LegalPageKind } from "./legal-text.ts";

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
const MAX_MENTIONS = 1_000;

/** Each entity once, in the order in which they were seen; numbers without a name go to the entity that has both. */
export function mergeEntities(seen: NamedEntity[]): NamedEntity[] {
  const mentions = Map.groupBy(seen, ({ name }) => (name ? keyOf(name) : ""));
  const entities: NamedEntity[] = [];
  for (const entity of seen.toSorted((a, b) => Number(a.name === null) - Number(b.name === null))) {
    const known = entities.find((other) => isSameEntity(other, entity));
    if (!known) {
      if (entities.length < MAX_ENTITIES) entities.push({ ...entity });
      continue;
    }
    // Sentences call "The Acme Group Ltd" by its name without the article.
    const isStructured = entity.seen[0]?.kind === "json_ld";
    known.name = (isStructured ? entity.name : known.name) ?? known.name ?? entity.name;
    addTo(known, entity);
  }
  const weight = ({ name, seen: all }: NamedEntity) =>
    (all.some(({ kind }) => kind === "copyright" || kind === "json_ld") ? MAX_MENTIONS : 0) +
    (mentions.get(keyOf(name ?? ""))?.length ?? 0);
  const byWeight = entities.toSorted((a, b) => weight(b) - weight(a) || (b.name ?? "").length - (a.name ?? "").length);
  for (const [index, one] of byWeight.entries()) {
    const whole = byWeight.slice(0, index).find((other) => entities.includes(other) && isOtherLength(other, one));
    if (!whole) continue;
    // Where the end alone is seen, as on the home page, the whole name is not.
    addTo(whole, { ...one, seen: [] });
    entities.splice(entities.indexOf(one), 1);
  }
  // A firm that is named in two ways has all numbers of both, where they share one.
  return entities.map((one) => {
    const same = entities.filter(({ numbers }) => haveCommonNumber(numbers, one.numbers));
    return { ...one, numbers: eachOnce([one, ...same].flatMap(({ numbers }) => numbers)) };
  });
}

function addTo(known: NamedEntity, { isOwner, numbers, seen }: NamedEntity): void {
  known.isOwner ||= isOwner;
  known.numbers = eachOnce([...known.numbers, ...numbers]);
  known.seen = firstOfEach([...known.seen, ...seen], ({ url, kind }) => `${kind} ${url}`);
}

/** True for a name and its end, as in "At Acme Tools Ltd" and in "Tools Ltd" under another line, unless their numbers differ. */
function isOtherLength(a: NamedEntity, b: NamedEntity): boolean {
  const [x, y] = [readLegalName(a.name ?? ""), readLegalName(b.name ?? "")];
  const [short, long] = [x.words, y.words].sort((one, other) => one.length - other.length) as [string[], string[]];
  const isEnd = short.length > 0 && long.slice(-short.length).join(" ") === short.join(" ");
  const differ = a.numbers.some((one) =>
    b.numbers.some((other) => one.scheme === other.scheme && one.number !== other.number),
  );
  return x.form !== null && x.form === y.form && isEnd && !differ;
}

/** By name, and without one by number. */
function isSameEntity(known: NamedEntity, { name, numbers }: NamedEntity): boolean {
  if (name && known.name) return keyOf(known.name) === keyOf(name);
  const own = known.numbers.map(registered);
  return numbers.length > 0 && numbers.every((number) => own.includes(registered(number)));
}

/** Equal for "Acme Ltd" and "ACME Limited", and for "Nora Falk e.U." and "Falk Nora e.U."; different for "Acme GmbH" and "Acme AG". */
function keyOf(name: string): string {
  const { words, form } = readLegalName(name);
  return `${words.toSorted().join(" ")} ${form ?? ""}`;
}

/** The number in its register, also of a VAT or establishment number that contains it. */
function registered(number: LegalNumber): string {
  const { scheme, number: digits } = registerNumberOfVat(number) ?? number;
  return `${scheme} ${digits}`;
}

function eachOnce(numbers: LegalNumber[]): LegalNumber[] {
  return firstOfEach(numbers, (one) => `${one.scheme} ${registered(one)}`);
}

function firstOfEach<T>(all: T[], keyOfOne: (one: T) => string): T[] {
  return [...Map.groupBy(all, keyOfOne).values()].flatMap(([first]) => first ?? []);
}
