import { type Row, sql } from "../platform/database.ts";
import type { indexCompanies } from "../platform/schema.ts";
import { facet, queryTerms } from "../readers/words/search-words.ts";
import { facetMatch } from "./match.ts";
import { readFacts } from "./put-company.ts";
import { type FoundCompany, loadCompanies } from "./search-companies.ts";

/** What two companies share. The rarer it is in the index, the more it counts. */
export type SharedTrait = {
  kind: "technology" | "industry" | "size" | "role" | "word";
  value: string;
  companies: number;
};
export type SimilarCompany = FoundCompany & { score: number; shared: SharedTrait[] };

type Trait = Omit<SharedTrait, "companies"> & { match: string };
type Weighted = Trait & { companies: number; weight: number };

const MAX_TRAITS = { technology: 24, industry: 6, size: 1, role: 10, word: 16 };
/** Traits are looked for in so many companies: one that more have tells little. */
const MAX_COUNTED = 1_000;
/** Shorter words are mostly "that" and "with". */
const MIN_WORD_LENGTH = 5;
const SHARE_OF_KIND = { technology: 1, industry: 1.5, size: 0.3, role: 0.8, word: 0.6 };

type Reader = Pick<D1Database, "prepare" | "batch">;

/** Companies that share most with the one at `domain`, best first; null when the index does not have it. */
export async function similarCompanies(
  db: Reader,
  domain: string,
  { country, limit }: { country?: string | undefined; limit: number },
): Promise<SimilarCompany[] | null> {
  const find = "SELECT id, size_band AS sizeBand, facts_json AS factsJson FROM index_companies WHERE key = @domain";
  type Stored = Pick<Row<typeof indexCompanies>, "id" | "sizeBand" | "factsJson">;
  const company = await sql(db as D1Database, find, { domain }).first<Stored>();
  if (!company) return null;
  const traits = [...traitsOf(company), ...(await rolesOf(db, company.id))];
  if (traits.length === 0) return [];
  const of = country ? ` AND ${facetMatch("country", country)}` : "";
  const having = `SELECT rowid AS id FROM index_companies_fts WHERE index_companies_fts MATCH @match
    ORDER BY rowid DESC LIMIT ${MAX_COUNTED}`;
  const found = await db.batch<{ id: number }>(
    traits.map(({ match }) => sql(db as D1Database, having, { match: `${match}${of}` })),
  );
  const scores = new Map<number, { score: number; shared: Weighted[] }>();
  for (const [index, trait] of traits.entries()) {
    const ids = (found[index]?.results ?? []).map(({ id }) => id).filter((id) => id !== company.id);
    const weight = SHARE_OF_KIND[trait.kind] * Math.log(1 + MAX_COUNTED / (1 + ids.length));
    for (const id of ids) {
      const known = scores.get(id) ?? { score: 0, shared: [] };
      scores.set(id, {
        score: known.score + weight,
        shared: [...known.shared, { ...trait, companies: ids.length, weight }],
      });
    }
  }
  const best = [...scores].sort(([a, one], [b, other]) => other.score - one.score || b - a).slice(0, limit);
  const most = traits.reduce((sum, { kind }) => sum + SHARE_OF_KIND[kind] * Math.log(1 + MAX_COUNTED), 0);
  const companies = await loadCompanies(
    db,
    best.map(([id]) => id),
  );
  return companies.map((one, index) => {
    const { score = 0, shared = [] } = best[index]?.[1] ?? {};
    const reasons = shared.toSorted((a, b) => b.weight - a.weight);
    return {
      ...one,
      score: score / most,
      shared: reasons.map(({ kind, value, companies: count }) => ({ kind, value, companies: count })),
    };
  });
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
async function rolesOf(db: Reader, companyId: number): Promise<Trait[]> {
  const read = `SELECT title FROM index_jobs WHERE closed_at IS NULL
    AND board_id IN (SELECT id FROM index_boards WHERE company_id = @companyId) ORDER BY id DESC LIMIT 200`;
  const { results } = await sql(db as D1Database, read, { companyId }).all<{ title: string }>();
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
