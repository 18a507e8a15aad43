import { lazy } from "./lazy.ts";

const sections = new Map<string, string>();

/** The files of `assets/` that have sections, and say what each is for. */
export const WORD_FILES = ["words.txt", "patterns.txt"];

/** Puts the text of one of `WORD_FILES` into use, and returns all sections in use by name. */
export function useWords(text: string): ReadonlyMap<string, string> {
  const parts = text.replace(/^\/\/.*\n/gm, "").split(/^\[([\w ]+)\]\n/m);
  for (const [index, name] of parts.entries()) if (index % 2) sections.set(name, (parts[index + 1] ?? "").trim());
  return sections;
}

/**
 * Returns a function that answers what `read` makes of a section, read at the first use. It throws for a section that does not
 * exist, and before {@link useWords} is called.
 */
export function sectionOf<T>(name: string, read: (text: string) => T): () => T {
  return lazy(() => {
    const text = sections.get(name);
    if (text === undefined) throw new Error(`[${name}] is not loaded`);
    return read(text);
  });
}

/** The words of a section. */
export const wordsOf = (name: string, separator = /\s+/) => sectionOf(name, (text) => new Set(text.split(separator)));

/** The lines of a section, by their first word. */
export const linesOf = (name: string) =>
  sectionOf(name, (text) => new Map(text.split("\n").map((line) => line.split(/ (.*)/, 2) as [string, string])));
