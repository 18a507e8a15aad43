/** Criteria as expressions of FTS5. Words of callers are always quoted, so that operators in them are words. Pure. */
import { compoundEnd, facet, isCompoundPart, queryTerms, type SearchTerm } from "../readers/words/search-words.ts";

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

function quoted({ word, isPrefix }: SearchTerm): string {
  return isPrefix ? `"${word}" *` : `"${word}"`;
}
