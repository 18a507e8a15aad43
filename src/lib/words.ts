import { lazy } from "./lazy.ts";

let sections: ReadonlyMap<string, string> | undefined;

/** Puts the text of `assets/words.txt` into use, which describes its sections, and returns these by name. */
export function useWords(text: string): ReadonlyMap<string, string> {
  const parts = text.replace(/^\/\/.*\n/gm, "").split(/^\[([\w ]+)\]\n/m);
  sections = new Map(parts.flatMap((name, index) => (index % 2 ? [[name, (parts[index + 1] ?? "").trim()]] : [])));
  return sections;
}

/**
 * Returns a function that answers what `read` makes of a section, read at the first use. It throws for a section that does not
 * exist, and before {@link useWords} is called.
 */
export function sectionOf<T>(name: string, read: (text: string) => T): () => T {
  return lazy(() => {
    const text = sections?.get(name);
    if (text === undefined) throw new Error(`words.txt: [${name}] is not loaded`);
    return read(text);
  });
}

/** The words of a section. */
export const wordsOf = (name: string, separator = /\s+/) => sectionOf(name, (text) => new Set(text.split(separator)));

/** The lines of a section, by their first word. */
export const linesOf = (name: string) =>
  sectionOf(name, (text) => new Map(text.split("\n").map((line) => line.split(/ (.*)/, 2) as [string, string])));
