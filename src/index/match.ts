/** Criteria as expressions of FTS5. Words of callers are always quoted, so that operators in them are words. Pure. */

import { compoundEnd, facet, isCompoundPart, queryTerms, tokenWord } from "../lib/search-words.ts";
import type { Node } from "../readers/titles/parse-filter.ts";
import {
  asksForSupport,
  matchesTitle,
  type ParsedTitleFilter,
  positiveLeaves,
  withoutSuperiors,
} from "../readers/titles/title-filter.ts";
import { isKnownPhrase, type Sequence, type Term, titleTokens } from "../readers/titles/title-terms.ts";

/** What a search asks of a company. All of it must hold. */
export type CompanyCriteria = {
  country?: string | undefined;
  size?: readonly string[] | undefined;
  industry?: string | undefined;
  technologies?: readonly string[] | undefined;
};

/** All words of a text, in one of the columns; `parts` is the column of compounds. */
export function wordsMatch(text: string, columns: string, parts?: string): string[] {
  return queryTerms(text).map((spellings) => {
    const compounds = parts
      ? spellings.filter(isCompoundPart).map(({ word }) => `${parts} : "${compoundEnd(word)}" *`)
      : [];
    return `(${[`${columns} : (${spellings.map(({ word, isPrefix }) => quoted(word, isPrefix)).join(" OR ")})`, ...compounds].join(" OR ")})`;
  });
}

/** A row has the facet. */
export function facetMatch(kind: string, value: string): string {
  return `facets : "${facet(kind, value)}"`;
}

/** A facet for each word of an industry. */
export function industryFacets(industry: string): string[] {
  return queryTerms(industry).flatMap(([term]) => (term ? [facet("industry", term.word)] : []));
}

export function companyMatch({ country, size, industry, technologies = [] }: CompanyCriteria): string[] {
  return [
    ...(country ? [facetMatch("country", country)] : []),
    ...(size?.length ? [`(${size.map((band) => facetMatch("size", band)).join(" OR ")})`] : []),
    ...(industry ? industryFacets(industry).map((word) => `facets : "${word}"`) : []),
    ...technologies.map((name) => facetMatch("technology", name)),
  ];
}

/** The boards' jobs. */
export function boardsMatch(boardIds: number[]): string {
  const boards = boardIds.map((id) => `"${facet("board", `${id}`)}"`);
  return `facets : (${boards.join(" OR ") || `"${facet("board", "none")}"`})`;
}

/** No date of a posting is earlier (`pastTime` of readers/jobs/job-of.ts). */
const FIRST_DATE = Date.UTC(1990);

/**
 * A day from that of `from` to that of `to` (milliseconds since 1970), of rows with the facets of {@link dateFacets}. From the first of a
 * month or of a year on, one facet stands for all its days.
 */
export function datesMatch(kind: "posted" | "seen" | "changed", from: number, to: number): string {
  const facets: string[] = [];
  for (let date = new Date(Math.max(from, FIRST_DATE)); date.getTime() <= to; ) {
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    const isFirst = day === 1;
    const length = isFirst && month === 0 ? 4 : isFirst ? 7 : 10;
    facets.push(`"${facet(kind, date.toISOString().slice(0, length))}"`);
    const next = length === 4 ? [year + 1, 0, 1] : length === 7 ? [year, month + 1, 1] : [year, month, day + 1];
    date = new Date(Date.UTC(...(next as [number, number, number])));
  }
  return `facets : (${facets.join(" OR ")})`;
}

/** SQL for the facets of a date in milliseconds since 1970: its year, month and day; empty for null. */
export function dateFacets(kind: "posted" | "seen", column: string): string {
  const formats = ["%Y", "%Y%m", "%Y%m%d"].map((format) => ` ${facet(kind, "")}${format}`);
  return `coalesce(strftime('${formats.join("")}', ${column} / 1000, 'unixepoch'), '')`;
}

/*
 * Title filters are expressions over the column `tokens`, which has the words of a job's title and department, those that stand side by
 * side as one, and the longer phrases that filters know by a short form.
 */
const MAX_EXPRESSION = 8_000;
const MAX_ALTERNATIVES = 64;
/** Words of the index that no title has: of each job with a title, and of titles that name the person whom their holder works for. */
const TITLED = tokenWord("\u0001titled");
const SUPERIOR = tokenWord("\u0001superior");
const WHOLE = tokenWord("\u0001whole");

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
    !filter || matchesTitle(filter, title, department ?? "");
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
  const alternatives = positiveLeaves(filter, isIndexed);
  if (!alternatives) return null;
  const matches = alternatives.map((terms) => `(${terms.map(termMatch).join(" AND ")})`);
  const query = `tokens : (${[...matches, `"${SUPERIOR}"`].join(" OR ")})`;
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
  if (!alternatives.every((words) => isGram(words) && words.every(isIndexed))) return null;
  return `(${alternatives.map((words) => quotedToken(words.join(" "), prefix)).join(" OR ")})`;
}

/** Parts of CJK words are no words of the index. */
function isIndexed(word: string): boolean {
  return !word.startsWith("*");
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

function quoted(word: string, isPrefix: boolean): string {
  return isPrefix ? `"${word}" *` : `"${word}"`;
}

function quotedToken(words: string, prefix = ""): string {
  return quoted(`${prefix}${tokenWord(words.replace(/\*$/, ""))}`, words.endsWith("*"));
}

/** Any spelling of a term. */
function termMatch(term: Term): string {
  return `(${term.map((words) => `(${words.map((word) => quotedToken(word)).join(" AND ")})`).join(" OR ")})`;
}
