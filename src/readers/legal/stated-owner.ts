/** Whether the words around a legal name say that it is the owner of the site. Pure. */

import { plainText } from "../page/plain-text.ts";
import { foldText } from "../words/fold.ts";
import { patternOf } from "../words/patterns.ts";
import { wordsOf } from "../words/sections.ts";
import { legalNameKey } from "./legal-names.ts";

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
