import { distance } from "fastest-levenshtein";
import type { Tool } from "./tool.ts";

/** The highest edit distance of similar names, as a share of the longer one. */
const MAX_UNLIKENESS = 0.45;
const MAX_NEAREST = 3;
/** Words that say little about what a tool is for. */
const VERBS = new Set("get list search find fetch look up lookup create make set api tool".split(" "));
/** Words of agents for words in names of tools. */
const SYNONYMS: Record<string, string> = {
  ...{ people: "employee", person: "employee", contact: "employee", staff: "employee" },
  ...{ position: "job", vacancy: "job", tech: "technology", credit: "token" },
  ...{ alert: "watch", monitor: "watch" },
};

/** At most three tools that have a word of `asked` in their name, or else a similar name; the most similar first. */
export function nearestNames(asked: string, tools: readonly Pick<Tool, "name">[]): string[] {
  const words = wordsOf(asked);
  const ranked = tools.map(({ name }) => {
    const own = wordsOf(name);
    const unlikeness = distance(asked, name) / Math.max(asked.length, name.length);
    const shared = words.filter((word) => own.includes(word));
    return { name, words: shared.length, subjects: shared.filter((word) => !VERBS.has(word)).length, unlikeness };
  });
  const most = Math.max(...ranked.map(({ subjects }) => subjects));
  return ranked
    .filter(({ subjects, unlikeness }) => (most > 0 ? subjects === most : unlikeness <= MAX_UNLIKENESS))
    .sort((a, b) => b.words - a.words || a.unlikeness - b.unlikeness)
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name);
}

function wordsOf(name: string): string[] {
  const words = name.split(/[^a-z]+/).map((word) => word.replace(/ies$/, "y").replace(/s$/, ""));
  return words.map((word) => SYNONYMS[word] ?? word).filter(Boolean);
}
