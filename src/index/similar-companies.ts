import { facet, queryTerms } from "../lib/search-words.ts";
import { type Queryable, type Row, sql } from "../platform/database.ts";
import type { indexCompanies } from "../platform/schema.ts";
import { facetMatch } from "./match.ts";
import { readFacts } from "./put-company.ts";
import { type FoundCompany, loadCompanies } from "./search-companies.ts";

/** What two companies share. `companies`: how many others have it; from {@link NEWEST} on an estimate. The rarer, the more it counts. */
export type SharedTrait = {
  kind: "technology" | "industry" | "size" | "role" | "word";
  value: string;
  companies: number;
};
export type SimilarCompany = FoundCompany & { score: number; shared: SharedTrait[] };

type Trait = Omit<SharedTrait, "companies"> & { match: string };
type Weighted = SharedTrait & { match: string; weight: number };

const MAX_TRAITS = { technology: 24, industry: 6, size: 1, role: 10, word: 16 };
/** Of the companies with a trait, and of those with several frequent ones, only the newest are candidates. */
const NEWEST = 20;
/** Of the frequent traits, those that count most are looked for in twos and threes: one alone says little. */
const COMBINED = 5;
/** Candidates whose traits are all read. */
const MAX_COMPARED = 40;
/** Weights and scores of a smaller index are as if it had so many companies. */
const MIN_COMPANIES = 1_000;
const MAX_TITLES = 100;
/** Shorter words are mostly "that" and "with". */
const MIN_WORD_LENGTH = 5;
const SHARE_OF_KIND = { technology: 1, industry: 1.5, size: 0.3, role: 0.8, word: 0.6 };

/** Companies that share most with the one at `domain`, best first; null when the index does not have it. */
export async function similarCompanies(
  db: Queryable,
  domain: string,
  { country, limit }: { country?: string | undefined; limit: number },
): Promise<SimilarCompany[] | null> {
  const find = "SELECT id, size_band AS sizeBand, facts_json AS factsJson FROM index_companies WHERE key = @domain";
  type Stored = Pick<Row<typeof indexCompanies>, "id" | "sizeBand" | "factsJson">;
  const company = await sql(db, find, { domain }).first<Stored>();
  if (!company) return null;
  const traits = [...traitsOf(company), ...(await rolesOf(db, company.id))];
  if (traits.length === 0) return [];
  const newest = async (matches: string[]) => {
    const of = country ? ` AND ${facetMatch("country", country)}` : "";
    const having = `SELECT rowid AS id FROM index_companies_fts WHERE index_companies_fts MATCH @match
      ORDER BY rowid DESC LIMIT ${NEWEST + 1}`;
    const queries = matches.map((match) => ({ match: `${match}${of}` }));
    const found = await idsOf(db, having, queries);
    return found.map((ids) => ids.filter((id) => id !== company.id).slice(0, NEWEST));
  };
  const found = await newest(traits.map(({ match }) => match));
  const newestId = Math.max(0, ...found.flat());
  const indexed = Math.max(MIN_COMPANIES, newestId);
  const weighted = traits.map((trait, index) =>
    withWeight(trait, companiesWith(found[index] ?? [], newestId), indexed),
  );
  const frequent = weighted.filter(({ companies }) => companies >= NEWEST).sort((a, b) => b.weight - a.weight);
  const combined = combinations(frequent.slice(0, COMBINED));
  const together = await newest(combined.map((some) => some.map(({ match }) => match).join(" AND ")));
  const having = [...weighted.map((trait) => [trait]), ...combined].map((some, index) => {
    return { some, ids: [...found, ...together][index] ?? [] };
  });
  const candidates = best(having, MAX_COMPARED).map(({ id }) => id);
  const among = `SELECT f.rowid AS id FROM json_each(@ids) i CROSS JOIN index_companies_fts f ON f.rowid = i.value
    WHERE index_companies_fts MATCH @match`;
  const ids = JSON.stringify(candidates);
  const queries = weighted.map(({ match }) => ({ match, ids }));
  const sharing = await idsOf(db, among, queries);
  const traitsShared = weighted.map((trait, index) => ({ some: [trait], ids: sharing[index] ?? [] }));
  const compared = best(traitsShared, limit);
  const most = traits.reduce((sum, { kind }) => sum + SHARE_OF_KIND[kind] * Math.log(1 + indexed), 0);
  const byId = new Map(compared.map((one) => [one.id, one]));
  const companies = await loadCompanies(db, [...byId.keys()]);
  return companies.map((one) => {
    const { score = 0, shared = [] } = byId.get(one.id) ?? {};
    return { ...one, score: score / most, shared };
  });
}

async function idsOf(db: Queryable, find: string, queries: Record<string, string>[]): Promise<number[][]> {
  if (queries.length === 0) return [];
  const found = await db.batch<{ id: number }>(queries.map((values) => sql(db, find, values)));
  return found.map(({ results }) => results.map(({ id }) => id));
}

/** Ids follow one another, so the newest `ids` of a frequent trait tell by how far they are apart how many there are. */
function companiesWith(ids: number[], newestId: number): number {
  if (ids.length < NEWEST) return ids.length;
  return Math.round((NEWEST * newestId) / (newestId - Math.min(...ids) + 1));
}

function withWeight(trait: Trait, companies: number, indexed: number): Weighted {
  return { ...trait, companies, weight: SHARE_OF_KIND[trait.kind] * Math.log(1 + indexed / (1 + companies)) };
}

/** All twos and threes of some traits. */
function combinations(traits: Weighted[]): Weighted[][] {
  const later = (one: Weighted) => traits.slice(traits.indexOf(one) + 1);
  const twos = traits.flatMap((one) => later(one).map((other) => [one, other]));
  return [...twos, ...twos.flatMap((two) => later(two[1] as Weighted).map((other) => [...two, other]))];
}

/** The companies whose traits, each counted once, have most weight; the traits of each with the heaviest first. */
function best(having: { some: Weighted[]; ids: number[] }[], limit: number) {
  const shared = new Map<number, Set<Weighted>>();
  for (const { some, ids } of having)
    for (const id of ids) shared.set(id, new Set([...(shared.get(id) ?? []), ...some]));
  const scored = [...shared].map(([id, traits]) => {
    const byWeight = [...traits].sort((a, b) => b.weight - a.weight);
    return {
      id,
      score: byWeight.reduce((sum, { weight }) => sum + weight, 0),
      shared: byWeight.map(({ kind, value, companies }): SharedTrait => ({ kind, value, companies })),
    };
  });
  return scored.sort((one, other) => other.score - one.score || other.id - one.id).slice(0, limit);
}

function traitsOf({ sizeBand, factsJson }: Pick<Row<typeof indexCompanies>, "sizeBand" | "factsJson">): Trait[] {
  const { fields, technologies } = readFacts(factsJson);
  const words = (text: string | undefined) => [
    ...new Map(queryTerms(text ?? "").flatMap(([term]) => (term && !term.isPrefix ? [[term.word, term.written]] : []))),
  ];
  const described = words(fields.description?.value).filter(([word]) => word.length >= MIN_WORD_LENGTH);
  return [
    ...technologies
      .slice(0, MAX_TRAITS.technology)
      .map(({ name }): Trait => ({ kind: "technology", value: name, match: facetMatch("technology", name) })),
    ...words(fields.industry?.value)
      .slice(0, MAX_TRAITS.industry)
      .map(([word, value]): Trait => ({ kind: "industry", value, match: `facets : "${facet("industry", word)}"` })),
    ...(sizeBand ? [{ kind: "size", value: sizeBand, match: facetMatch("size", sizeBand) } satisfies Trait] : []),
    ...described
      .slice(0, MAX_TRAITS.word)
      .map(([word, value]): Trait => ({ kind: "word", value, match: `body : "${word}"` })),
  ];
}

/** The words that most of the company's open positions have. */
async function rolesOf(db: Queryable, companyId: number): Promise<Trait[]> {
  const read = `SELECT title FROM index_jobs WHERE closed_at IS NULL
    AND board_id IN (SELECT id FROM index_boards WHERE company_id = @companyId) LIMIT ${MAX_TITLES}`;
  const { results } = await sql(db, read, { companyId }).all<{ title: string }>();
  const counts = new Map<string, { value: string; count: number }>();
  for (const { title } of results)
    for (const [word, value] of new Map(
      queryTerms(title).flatMap(([term]) => (term ? [[term.word, term.written]] : [])),
    ))
      counts.set(word, { value, count: (counts.get(word)?.count ?? 0) + 1 });
  const most = [...counts].filter(([word]) => word.length >= MIN_WORD_LENGTH).sort(([, a], [, b]) => b.count - a.count);
  return most
    .slice(0, MAX_TRAITS.role)
    .map(([word, { value }]) => ({ kind: "role", value, match: `titles : "${word}"` }));
}
