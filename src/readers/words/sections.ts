import { lazy } from "../../lib/lazy.ts";
import * as languages from "./languages.ts";
import * as tables from "./tables.ts";
import { AMOUNT, MONEY } from "./written-money.ts";

/** The sections of all tables, each with what languages add to it: to a pattern `X` its words, where those are a section `X_WORD`. */
export const sections = lazy(() => {
  const all = Object.values(tables).flatMap((table) => [...readSections(table)]);
  const byName = new Map(all);
  if (byName.size < all.length) throw new Error("two sections have one name");
  for (const [given, lines] of Object.values(languages).flatMap((language) => [...readSections(language)])) {
    const name = byName.has(`${given}_WORD`) ? `${given}_WORD` : given;
    const english = byName.get(name);
    if (english === undefined) throw new Error(`a language adds to [${name}], which is no section`);
    byName.set(name, `${english}\n${lines}`.trim());
  }
  return byName;
});

/** The sections of a table by name: each begins with `[name]`; lines that begin with `//` are comments. */
export function readSections(table: string): ReadonlyMap<string, string> {
  const parts = table.replace(/^\/\/.*\n/gm, "").split(/^\[([\w ]+)\]\n/m);
  return new Map(parts.flatMap((name, index) => (index % 2 ? [[name, (parts[index + 1] ?? "").trim()]] : [])));
}

/** Returns a function that answers what `read` makes of a section, read at the first use. It throws for a section that does not exist. */
export function sectionOf<T>(name: string, read: (text: string) => T): () => T {
  return lazy(() => {
    const text = sections().get(name);
    if (text === undefined) throw new Error(`no section [${name}]`);
    return read(text);
  });
}

/** The words of a section. */
export const wordsOf = (name: string, separator = /\s+/) => sectionOf(name, (text) => new Set(text.split(separator)));

/** The lines of a section, by their first word. */
export const linesOf = (name: string) =>
  sectionOf(name, (text) => new Map(text.split("\n").map((line) => line.split(/ (.*)/, 2) as [string, string])));

const MONIES: Record<string, string> = { AMOUNT, MONEY };
const NAME = /\{([A-Z_]{2,})\}/g;

const alternativesOf = (section: string) => sectionOf(section, (text) => text.split("\n"))();
const expand = (pattern: string): string => pattern.replace(NAME, (_, name) => MONIES[name] ?? anyOf(name));
const anyOf = (section: string) => `(?:${expand(alternativesOf(section).join("|"))})`;

/** `\p{L}` in few ranges, with signs of scripts beyond Cyrillic: V8 takes a millisecond for its 650 where case is ignored. */
const LETTERS = "A-Za-zªµºÀ-ÖØ-öø-ʯͰ-ԯ֐-ᙿᚁ-῿぀-鿿가-힣";
const withLetters = (found: string) => (found[0] === "[" ? found : `[${found}]`).replaceAll("\\p{L}", LETTERS);
const compile = (source: string, flags: string) =>
  new RegExp(expand(source).replace(/\[(?:[^\]\\]|\\.){1,200}\]|\\p\{L\}/gu, withLetters), flags);

/** Any line of a section, as one expression. */
export const patternOf = (section: string, flags = "iu") => lazy(() => compile(`{${section}}`, flags));

/** An expression of a rule, in which `{NAME}` stands for any line of that section. */
export const patternFrom = (source: string, flags = "iu") => lazy(() => compile(source, flags));

/** The lines of a section, as an expression each. */
export const patternsOf = (section: string, flags = "iu") =>
  lazy(() => alternativesOf(section).map((line) => compile(line, flags)));

/** A test for any line of a section. */
export function matcherOf(section: string): (text: string) => boolean {
  const patterns = patternsOf(section);
  return (text) => patterns().some((pattern) => pattern.test(text));
}
