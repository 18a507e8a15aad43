/** Writes a company: its facts, and its row of the full text, which is made again whenever its facts or its jobs change. */

import { foldWords } from "../lib/fold.ts";
import { log } from "../lib/log.ts";
import { facet, indexWords, tokenWord } from "../lib/search-words.ts";
import { type Row, sql, transact } from "../platform/database.ts";
import type { indexCompanies } from "../platform/schema.ts";
import { legalNameKey } from "../readers/legal/legal-names.ts";
import { titleTokens } from "../readers/titles/title-terms.ts";
import type { CompanyFactsJson, CompanyFields, CompanyUpdate } from "./facts.ts";
import { industryFacets } from "./match.ts";
import { SAMPLED, SAMPLED_SHARE } from "./page-of-matches.ts";

const MAX_TRIES = 5;

type Stored = Pick<Row<typeof indexCompanies>, "id" | "version" | "factsJson">;

/** Merges an update into a company, also concurrently. Known values write nothing. Returns whether it changed. */
export async function putCompany(db: D1Database, update: CompanyUpdate): Promise<boolean> {
  const domain = update.key.includes(":") ? null : update.key;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const find = "SELECT id, version, facts_json AS factsJson FROM index_companies WHERE key = @key";
    const stored = await sql(db, find, { key: update.key }).first<Stored>();
    const before = readFacts(stored?.factsJson ?? "{}");
    const facts = merged(before, update);
    if (stored && JSON.stringify(valuesOf(before)) === JSON.stringify(valuesOf(facts))) return false;
    const row = { ...columnsOf(facts), key: update.key, domain };
    const names = Object.keys(row);
    const put = `INSERT INTO index_companies (${names}, first_seen_at) VALUES (${names.map((name) => `@${name}`)}, @now)
      ON CONFLICT (key) DO UPDATE SET ${names.map((name) => `${name} = coalesce(excluded.${name}, ${name})`)}, version = version + 1
      WHERE version = @version RETURNING id`;
    // No row has version 0: a company that is new here, and came in meanwhile, is read first.
    const id = await sql(db, put, { ...row, now: Date.now(), version: stored?.version ?? 0 }).first<number>("id");
    if (id === null) continue;
    await refreshCompany(db, id);
    return true;
  }
  throw new Error("a company of the index is written all the time");
}

/** Deletes a company, its boards and their jobs, because its site asks not to be searched. */
export async function removeCompany(db: D1Database, domain: string): Promise<void> {
  const boards = `SELECT id FROM index_boards
    WHERE company_id = (SELECT id FROM index_companies WHERE key = @domain)`;
  await transact(db, { domain }, [
    `DELETE FROM index_jobs_fts WHERE rowid IN (SELECT id FROM index_jobs WHERE closed_at IS NULL AND board_id IN (${boards}))`,
    `DELETE FROM index_jobs WHERE board_id IN (${boards})`,
    `DELETE FROM index_boards WHERE id IN (${boards})`,
    "DELETE FROM index_companies_fts WHERE rowid = (SELECT id FROM index_companies WHERE key = @domain)",
    "DELETE FROM index_companies WHERE key = @domain",
  ]);
}

export function readFacts(json: string): CompanyFactsJson {
  return { fields: {}, technologies: [], ...(JSON.parse(json) as Partial<CompanyFactsJson>) };
}

function merged(before: CompanyFactsJson, { fields: told = {}, technologies }: CompanyUpdate): CompanyFactsJson {
  const now = Date.now();
  const fields = Object.entries(told).flatMap(([name, known]) => {
    const former = before.fields[name as keyof CompanyFields];
    if (!known || (name === "raised" && former && former.value > known.value)) return [];
    const isSame = former?.value === known.value;
    const { since, before: value } = isSame ? former : { since: now, before: former?.value };
    return [[name, { ...known, since, before: value }]];
  });
  const since = new Map(before.technologies.map((known) => [known.name, known.since]));
  return {
    fields: { ...before.fields, ...Object.fromEntries(fields) } as CompanyFields,
    technologies:
      technologies?.map((known) => ({ ...known, since: since.has(known.name) ? since.get(known.name) : now })) ??
      before.technologies,
  };
}

/** What a change is measured by: not when and where it was seen. */
function valuesOf({ fields, technologies }: CompanyFactsJson) {
  const entries = Object.entries(fields).map(([name, known]) => [name, known?.value]);
  return [entries.sort(([a], [b]) => `${a}`.localeCompare(`${b}`)), technologies.map(({ name }) => name).sort()];
}

function columnsOf(facts: CompanyFactsJson) {
  const { name, country, city, size, founded, raised } = facts.fields;
  const seen = [...Object.values(facts.fields), ...facts.technologies].map((known) => known?.seenAt ?? 0);
  return {
    name: name?.value ?? null,
    name_key: name ? legalNameKey(name.value) : null,
    country: country?.value ?? null,
    city: city ? foldWords(city.value) : null,
    size_band: size?.value ?? null,
    founded_year: founded?.value ?? null,
    raised_at: raised ? Date.parse(raised.value) : null,
    facts_json: JSON.stringify(facts),
    seen_at: Math.max(0, ...seen),
  };
}

const MAX_TITLES = 1_000;
const MAX_STALE = 200;
/** The facet of every company, for a search without words. */
export const ANY_COMPANY = "xany0company";

type NamedCompany = Pick<Row<typeof indexCompanies>, "version" | "name" | "country" | "sizeBand" | "factsJson">;
type JobTitle = { title: string; department: string | null };

/** Writes the words of a company. Of concurrent runs the older writes nothing; {@link refreshStaleCompanies} mends. */
export async function refreshCompany(db: D1Database, id: number): Promise<void> {
  const [companies, jobs] = await transact(db, { id }, [
    "SELECT version, name, country, size_band AS sizeBand, facts_json AS factsJson FROM index_companies WHERE id = @id",
    `SELECT DISTINCT title, department FROM index_jobs WHERE closed_at IS NULL
     AND board_id IN (SELECT id FROM index_boards WHERE company_id = @id) LIMIT ${MAX_TITLES}`,
  ]);
  const company = companies?.results[0] as NamedCompany | undefined;
  if (!company) return;
  const words = wordsOf(id, Date.now(), company, (jobs?.results ?? []) as JobTitle[]);
  const values = { id, version: company.version, ...words };
  const isCurrent = "FROM index_companies WHERE id = @id AND version = @version";
  await transact(db, values, [
    `INSERT OR REPLACE INTO index_companies_fts (rowid, name, body, titles, tokens, facets)
     SELECT id, @name, @body, @titles, @tokens, @facets ${isCurrent}`,
    "UPDATE index_companies SET text_version = version WHERE id = @id AND version = @version",
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

function wordsOf(id: number, now: number, company: NamedCompany, jobs: JobTitle[]) {
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
