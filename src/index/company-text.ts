/** The full-text row of a company, made again whenever its facts or its jobs change. */
import { log } from "../lib/log.ts";
import { type Row, sql } from "../platform/database.ts";
import type { indexCompanies } from "../platform/schema.ts";
import { titleTokens } from "../readers/titles/title-filter.ts";
import { facet, indexWords, tokenWord } from "../readers/words/search-words.ts";
import type { CompanyFactsJson } from "./facts.ts";
import { industryFacets } from "./match.ts";
import { SAMPLED, SAMPLED_SHARE } from "./page-of-matches.ts";

const MAX_TITLES = 1_000;
const MAX_STALE = 200;
/** The facet of every company, for a search without words. */
export const ANY_COMPANY = "xany0company";

type Company = Pick<Row<typeof indexCompanies>, "version" | "name" | "country" | "sizeBand" | "factsJson">;
type JobTitle = { title: string; department: string | null };

/** Writes the words of a company. Of concurrent runs the older writes nothing; {@link refreshStaleCompanies} mends. */
export async function refreshCompany(db: D1Database, id: number): Promise<void> {
  const [companies, jobs] = await db.batch([
    sql(
      db,
      "SELECT version, name, country, size_band AS sizeBand, facts_json AS factsJson FROM index_companies WHERE id = @id",
      { id },
    ),
    sql(
      db,
      `SELECT DISTINCT title, department FROM index_jobs WHERE closed_at IS NULL
       AND board_id IN (SELECT id FROM index_boards WHERE company_id = @id) LIMIT ${MAX_TITLES}`,
      { id },
    ),
  ]);
  const company = companies?.results[0] as Company | undefined;
  if (!company) return;
  const words = wordsOf(id, Date.now(), company, (jobs?.results ?? []) as JobTitle[]);
  const values = { id, version: company.version, ...words };
  const isCurrent = "FROM index_companies WHERE id = @id AND version = @version";
  await db.batch([
    sql(
      db,
      `INSERT OR REPLACE INTO index_companies_fts (rowid, name, body, titles, tokens, facets)
       SELECT id, @name, @body, @titles, @tokens, @facets ${isCurrent}`,
      values,
    ),
    sql(db, "UPDATE index_companies SET text_version = version WHERE id = @id AND version = @version", values),
  ]);
}

/** For the cron: the companies whose words are older than their facts. */
export async function refreshStaleCompanies(db: D1Database): Promise<void> {
  const find = `SELECT id FROM index_companies WHERE text_version <> version LIMIT ${MAX_STALE}`;
  const { results } = await sql(db, find, {}).all<{ id: number }>();
  for (const { id } of results) await refreshCompany(db, id);
  if (results.length > 0) log("info", "index_companies_refreshed", { count: results.length });
}

/** The high bits of a multiplicative hash (Knuth) spread ids that follow one another evenly. */
function isSampled(id: number): boolean {
  return Math.imul(id, 0x9e3779b1) >>> 0 < 2 ** 32 * SAMPLED_SHARE;
}

function wordsOf(id: number, now: number, company: Company, jobs: JobTitle[]) {
  const { fields, technologies = [] } = JSON.parse(company.factsJson) as Partial<CompanyFactsJson>;
  const { description, industry, city } = fields ?? {};
  const names = technologies.map(({ name }) => name);
  const body = [description?.value, industry?.value, city?.value, ...names].filter(Boolean).join(" ");
  const titles = jobs.map(({ title }) => title).join(" ");
  const read = jobs.flatMap(({ title, department }) => [title, department].flatMap((text) => titleTokens(text ?? "")));
  const today = new Date(now).toISOString();
  const facets = [
    ANY_COMPANY,
    isSampled(id) && SAMPLED,
    ...[4, 7, 10].map((length) => facet("changed", today.slice(0, length))),
    company.country && facet("country", company.country),
    company.sizeBand && facet("size", company.sizeBand),
    ...(industry ? industryFacets(industry.value) : []),
    ...names.map((name) => facet("technology", name)),
  ];
  return {
    name: indexWords(company.name ?? ""),
    body: indexWords(body),
    titles: [...new Set(indexWords(titles).split(" "))].join(" "),
    tokens: [...new Set(read)].map(tokenWord).join(" "),
    facets: facets.filter(Boolean).join(" "),
  };
}
