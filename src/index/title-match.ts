/**
 * Title filters as expressions over the column `tokens`, which has the words of a job's title and department, those that stand side by
 * side as one, and the longer phrases that filters know by a short form. Pure.
 */
import {
  asksForSupport,
  isKnownPhrase,
  matchesTitle,
  type Node,
  type ParsedTitleFilter,
  positiveLeaves,
  type Sequence,
  type Term,
  titleTokens,
  withoutSuperiors,
} from "../readers/titles/title-filter.ts";
import { tokenWord } from "../readers/words/search-words.ts";

const MAX_EXPRESSION = 8_000;
const MAX_ALTERNATIVES = 64;
/** Words of the index that no title has: of each job with a title, and of titles that name the person whom their holder works for. */
const [TITLED, SUPERIOR, WHOLE] = ["\u0001titled", "\u0001superior", "\u0001whole"].map(tokenWord) as [
  string,
  string,
  string,
];

/** The column `tokens` of a job. */
export function titleWords(title: string, department: string | null): string {
  const whole = titleTokens(title);
  if (whole.length === 0) return "";
  const own = withoutSuperiors(whole);
  const others = titleTokens(department ?? "");
  const marked = own === whole ? [] : [SUPERIOR, ...[whole, others].flatMap(grams).map((gram) => `${WHOLE}${gram}`)];
  return [...new Set([TITLED, ...[own, others].flatMap(grams), ...marked])].join(" ");
}

/** Whether a job passes a filter; every job does without one. */
export const passesTitle = (filter: ParsedTitleFilter | undefined) => {
  return ({ title, department }: { title: string; department: string | null }) =>
    !filter || matchesTitle(filter, title, { department });
};

/** An expression for just the jobs that a filter accepts; null when only their rows can tell. */
export function exactTitleMatch(filter: ParsedTitleFilter): string | null {
  const own = filter.tree && expression(filter.tree, "");
  if (!filter.tree || !own) return null;
  const whole = `((${own} NOT "${SUPERIOR}") OR ("${SUPERIOR}" AND ${expression(filter.tree, WHOLE)}))`;
  const query = `tokens : (${asksForSupport(filter) ? whole : own})`;
  return query.length > MAX_EXPRESSION ? null : query;
}

/** What every row has that a filter accepts; null when nothing can be said. A row that it finds must still pass the filter. */
export function titleMatch(filter: ParsedTitleFilter): string | null {
  const alternatives = positiveLeaves(filter)?.map((terms) => terms.filter(isSearchable).map(anySpelling));
  if (!alternatives || alternatives.some((terms) => terms.length === 0)) return null;
  const query = `tokens : (${[...alternatives.map((terms) => `(${terms.join(" AND ")})`), `"${SUPERIOR}"`].join(" OR ")})`;
  return query.length > MAX_EXPRESSION ? null : query;
}

function expression(node: Node, prefix: string): string | null {
  const all = (nodes: Node[]) => {
    const parts = nodes.map((child) => expression(child, prefix));
    return parts.every((part) => part !== null) ? parts : null;
  };
  if (node.type === "leaf") {
    const parts = node.sequences.map((sequence) => sequenceMatch(sequence, prefix));
    return parts.every((part) => part !== null) ? `(${parts.join(" AND ")})` : null;
  }
  const children = node.type === "not" ? [node] : node.children;
  if (node.type === "or") return all(children)?.join(" OR ").replace(/^.*$/s, "($&)") ?? null;
  const required = all(children.filter(({ type }) => type !== "not"));
  const excluded = all(children.flatMap((child) => (child.type === "not" ? child.child : [])));
  if (!required || !excluded) return null;
  const from = required.length > 0 ? required.join(" AND ") : `"${TITLED}"`;
  return excluded.length > 0 ? `((${from}) NOT (${excluded.join(" OR ")}))` : `(${from})`;
}

function sequenceMatch(sequence: Sequence, prefix: string): string | null {
  let alternatives: string[][] = [[]];
  for (const term of sequence) {
    alternatives = alternatives.flatMap((words) => term.map((spelling) => [...words, ...spelling]));
    if (alternatives.length > MAX_ALTERNATIVES) return null;
  }
  // Parts of CJK words are no words of the index.
  const isIndexed = (words: string[]) => isGram(words) && words.every((word) => !word.startsWith("*"));
  if (!alternatives.every(isIndexed)) return null;
  return `(${alternatives.map((words) => quoted(words.join(" "), prefix)).join(" OR ")})`;
}

function isGram(words: string[]): boolean {
  return words.length <= 2 || isKnownPhrase(words);
}

function grams(tokens: string[]): string[] {
  return tokens.flatMap((_, at) => {
    const begun = [1, 2, 3, 4].flatMap((length) =>
      at + length <= tokens.length ? [tokens.slice(at, at + length)] : [],
    );
    return begun.filter(isGram).map((words) => tokenWord(words.join(" ")));
  });
}

function quoted(words: string, prefix = ""): string {
  return words.endsWith("*") ? `"${prefix}${tokenWord(words.slice(0, -1))}" *` : `"${prefix}${tokenWord(words)}"`;
}

function isSearchable(term: Term): boolean {
  return term.every((spelling) => spelling.every((word) => !word.startsWith("*")));
}

function anySpelling(term: Term): string {
  return `(${term.map((words) => `(${words.map((word) => quoted(word)).join(" AND ")})`).join(" OR ")})`;
}
