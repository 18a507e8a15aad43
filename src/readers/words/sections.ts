import { lazy } from "../../lib/lazy.ts";
import people from "../people/people-words.txt";
import patterns from "./patterns.txt";
import words from "./words.txt";

/** The sections of all tables, which say what each is for. */
const sections = lazy(() => new Map([words, patterns, people].flatMap((table) => [...readSections(table)])));

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
