import { type ParsedTitleFilter, positiveLeaves, type Term } from "./title-filter.ts";

const MAX_QUERY_LENGTH = 8_000;
/** What SQLite's unicode61 splits as we do. Terms in other scripts are left out: a weaker query finds more, never less. */
const SEARCHABLE = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}&+#.]+\*?$/u;

/** An FTS5 expression that every accepted title satisfies; null without one. Words are quoted: NOT is an operator. */
export function titleSearch(filter: ParsedTitleFilter): string | null {
  const alternatives = positiveLeaves(filter)?.map((terms) => terms.filter(isSearchable).map(anyOf));
  if (!alternatives || alternatives.some((terms) => terms.length === 0)) return null;
  const query = alternatives.map((terms) => `(${terms.join(" AND ")})`).join(" OR ");
  return query.length > MAX_QUERY_LENGTH ? null : query;
}

function isSearchable(term: Term): boolean {
  return term.every((spelling) => spelling.every((word) => SEARCHABLE.test(word)));
}

function anyOf(term: Term): string {
  const spellings = term.map((words) => {
    const text = words.join(" ");
    return text.endsWith("*") ? `"${text.slice(0, -1)}" *` : `"${text}"`;
  });
  return `(${spellings.join(" OR ")})`;
}
