/** Criteria as expressions of FTS5. Words of callers are always quoted, so that operators in them are words. Pure. */
import { type ParsedTitleFilter, positiveLeaves, type Term } from "../readers/titles/title-filter.ts";
import { facet, isCompoundPart, queryTerms, type SearchTerm, tokenWord } from "../readers/words/search-words.ts";

const MAX_TITLE_QUERY = 8_000;

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
    const compounds = parts ? spellings.filter(isCompoundPart).map(({ word }) => `${parts} : "${word}" *`) : [];
    return `(${[`${columns} : (${spellings.map(quoted).join(" OR ")})`, ...compounds].join(" OR ")})`;
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

/** What every row has that a title filter accepts, over the column `tokens`; such rows must still pass the filter. */
export function titleMatch(filter: ParsedTitleFilter): string | null {
  const alternatives = positiveLeaves(filter)?.map((terms) => terms.filter(isSearchable).map(anySpelling));
  if (!alternatives || alternatives.some((terms) => terms.length === 0)) return null;
  const query = `tokens : (${alternatives.map((terms) => `(${terms.join(" AND ")})`).join(" OR ")})`;
  return query.length > MAX_TITLE_QUERY ? null : query;
}

/** Parts of a CJK word are no words of the index. */
function isSearchable(term: Term): boolean {
  return term.every((spelling) => spelling.every((word) => !word.startsWith("*")));
}

function anySpelling(term: Term): string {
  const spellings = term.map((words) => {
    const all = words.map((word) =>
      word.endsWith("*") ? `"${tokenWord(word.slice(0, -1))}" *` : `"${tokenWord(word)}"`,
    );
    return `(${all.join(" AND ")})`;
  });
  return `(${spellings.join(" OR ")})`;
}

function quoted({ word, isPrefix }: SearchTerm): string {
  return isPrefix ? `"${word}" *` : `"${word}"`;
}
