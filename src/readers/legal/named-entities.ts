/** The legal entities that pages name, each once however often and in which spelling it is named. Pure. */

import { plainText } from "../page/plain-text.ts";
import { foldText } from "../words/fold.ts";
import { patternOf, wordsOf } from "../words/sections.ts";
import { legalNameKey, readLegalName } from "./legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "./legal-numbers.ts";
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

/** Entities in the order in which they were seen; numbers without a name go to the entity that has both. */
export function mergeEntities(seen: NamedEntity[]): NamedEntity[] {
  const entities: NamedEntity[] = [];
  for (const entity of seen.toSorted((a, b) => Number(a.name === null) - Number(b.name === null)))
    add(entities, entity);
  return entities;
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

/** Equal for "Acme Ltd" and "ACME Limited", and for "Nora Falk e.U." and "Falk Nora e.U."; different for "Acme GmbH" and "Acme AG". */
function keyOf(name: string): string {
  const { words, form } = readLegalName(name);
  return `${words.toSorted().join(" ")} ${form ?? ""}`;
}

/** The same number, or a VAT or establishment number that contains it. */
function isSame(a: LegalNumber, b: LegalNumber): boolean {
  const [x, y] = [registerNumberOfVat(a) ?? a, registerNumberOfVat(b) ?? b];
  return x.scheme === y.scheme && x.number === y.number;
}

const REACH = 90;
const BEFORE = patternOf("BEFORE_OWNER");
/** Words between an introduction and a name that refer to another party. */
const OTHERS = /representative|vertreter|trade ?marks?|licen[cs]|powered|hosted|maps?\b|insurance|auditor/iu;
const AFTER = patternOf("AFTER_OWNER");
const PROVIDERS = wordsOf("providers");
const NAME_LABEL = patternOf("NAME_LABEL", "giu");
const TRADES_AS = /^,?\s?\(?(?:d\/b\/a|dba|t\/a|doing business as|trading as)\s["“”']?([^()"“”',;.\n]{2,40})/iu;
const MAX_NAME_LENGTH = 120;
/** An owner and its agency or host are two. */
const MIN_FIRMS_OF_LIST = 3;

/** Whether a name at `index` is introduced as the owner's. Providers are, too: ask {@link isProvider} as well. */
export function isStatedOwner(text: string, name: string, index: number, isInList = false): boolean {
  const end = index + name.length;
  const before = text.slice(Math.max(0, index - REACH), index);
  const [introduction] = BEFORE().exec(isInList ? before.slice(before.lastIndexOf("\n") + 1) : before) ?? [];
  if (introduction !== undefined) return !OTHERS.test(introduction);
  return AFTER().test(text.slice(end, end + REACH));
}

/** The name under which an entity trades, after its legal name: "Acme Technologies, Inc. (d/b/a Bolt)". */
export function tradeName(text: string, name: string, index: number): string | null {
  const end = index + name.length;
  return TRADES_AS.exec(text.slice(end, end + REACH))?.[1]?.trim() ?? null;
}

/** True for the name of a provider that sites name beside their owner. */
export function isProvider(name: string): boolean {
  const [first = ""] = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return PROVIDERS().has(first);
}

/** True for a name that is alone on its line, as in the address of an imprint. */
export function isWholeLine(text: string, name: string, index: number): boolean {
  const end = index + name.length;
  return (
    /^$|\n\s{0,3}$/.test(text.slice(Math.max(0, index - 4), index)) && /^\s{0,3}(?:\n|$)/.test(text.slice(end, end + 4))
  );
}

/** The name of an entity without a legal form, as that of an association, after a label that says so. */
export function labelledName(before: string): string | null {
  const [last] = [...before.matchAll(NAME_LABEL())].slice(-1);
  return last?.[1] ? plainText(last[1].replace(/\([^()]{0,40}\)/g, " "), MAX_NAME_LENGTH) || null : null;
}

/** True when a page gives numbers of one register for several firms, as that of a group: the first is not its owner. */
export function isListOfFirms(numbered: { name: string | null; numbers: { scheme: string }[] }[]): boolean {
  const byRegister = Map.groupBy(numbered, ({ numbers }) => numbers[0]?.scheme);
  return [...byRegister.values()].some((some) => {
    const names = new Set(some.flatMap(({ name }) => (name ? legalNameKey(name) : [])));
    return names.size >= MIN_FIRMS_OF_LIST;
  });
}
