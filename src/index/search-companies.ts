import { foldWords } from "../lib/fold.ts";
import { isoTime } from "../lib/ids.ts";
import { indexWords, queryTerms, type SearchTerm } from "../lib/search-words.ts";
import { DAY_MS } from "../lib/time.ts";
import { type Queryable, type Row, sql } from "../platform/database.ts";
import type { indexCompanies } from "../platform/schema.ts";
import type { Evidence } from "../readers/page/evidence.ts";
import type { CompanyFactsJson } from "./facts.ts";
import { type CompanyCriteria, companyMatch, datesMatch, titleMatch, wordsMatch } from "./match.ts";
import { type Order, type Place, pageOfMatches } from "./page-of-matches.ts";
import { ANY_COMPANY, readFacts } from "./put-company.ts";
import { type HiringCriteria, type HiringJob, hiringJobs } from "./search-jobs.ts";

export type CompanySearch = CompanyCriteria & {
  text?: string | undefined;
  city?: string | undefined;
  /** A year: founded in it or later. */
  foundedAfter?: number | undefined;
  raisedAfter?: number | undefined;
  hiring?: HiringCriteria | undefined;
  /** Its facts or jobs changed on the day of this time or later (milliseconds since 1970). */
  changedSince?: number | undefined;
};

type CompanyRow = Pick<
  Row<typeof indexCompanies>,
  "id" | "key" | "domain" | "name" | "country" | "sizeBand" | "firstSeenAt" | "seenAt"
>;

/** A company of the index with what is known of it, and the jobs that a search for hiring companies found. */
export type FoundCompany = CompanyRow & { facts: CompanyFactsJson; openJobs: number; jobs: HiringJob[] };

const OWN_WORDS = ["description", "industry"]
  .map((field) => `coalesce(r.facts_json->>'$.fields.${field}.value', '')`)
  .join(" || ' ' || ");

/** One page of the companies that have all of the criteria, of which at least one must be there. */
export async function searchCompanies(
  db: Queryable,
  criteria: CompanySearch,
  { order, limit, place }: { order: Order; limit: number; place: Place | null },
) {
  const { hiring, text = "", city, foundedAfter, raisedAfter } = criteria;
  const found = new Map<number, HiringJob[]>();
  const check = async (ids: number[]) => {
    const passing = await passingFacts(db, criteria, ids);
    if (!hiring || passing.length === 0) return new Set(passing);
    for (const [id, jobs] of await hiringJobs(db, passing, hiring)) found.set(id, jobs);
    return new Set(passing.filter((id) => found.has(id)));
  };
  const { ids, ...page } = await pageOfMatches(
    db,
    {
      table: "index_companies_fts",
      match: searchMatch(criteria),
      from: 0,
      mostFrom: 0,
      order,
      ranking: { text, rows: "index_companies", best: "r.name", good: OWN_WORDS },
      limit,
      check: [city, foundedAfter, raisedAfter, hiring].some((criterion) => criterion !== undefined) ? check : null,
    },
    place,
  );
  return { ...page, companies: await loadCompanies(db, ids, found) };
}

function searchMatch(criteria: CompanySearch): string {
  const { text = "", hiring, changedSince } = criteria;
  const title = hiring?.titleFilter && titleMatch(hiring.titleFilter);
  const all = [
    ...wordsMatch(text, "{name body titles}"),
    ...companyMatch(criteria),
    ...(title ? [title] : []),
    ...(changedSince === undefined ? [] : [datesMatch("changed", changedSince, Date.now() + DAY_MS)]),
  ];
  return all.length > 0 ? all.join(" AND ") : `facets : "${ANY_COMPANY}"`;
}

async function passingFacts(db: Queryable, criteria: CompanySearch, ids: number[]): Promise<number[]> {
  const { city, foundedAfter = null, raisedAfter = null } = criteria;
  const find = `SELECT c.id FROM json_each(@ids) i JOIN index_companies c ON c.id = i.value
    WHERE (@city IS NULL OR instr('-' || c.city || '-', '-' || @city || '-') > 0)
      AND (@foundedAfter IS NULL OR c.founded_year >= @foundedAfter)
      AND (@raisedAfter IS NULL OR c.raised_at >= @raisedAfter) ORDER BY i.key`;
  const words = city === undefined ? null : foldWords(city);
  const values = { ids: JSON.stringify(ids), city: words, foundedAfter, raisedAfter };
  const { results } = await sql(db, find, values).all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Companies by id, in this order. */
export async function loadCompanies(
  db: Queryable,
  ids: number[],
  jobs: ReadonlyMap<number, HiringJob[]> = new Map(),
): Promise<FoundCompany[]> {
  const read = `SELECT c.id, c.key, c.domain, c.name, c.country, c.size_band AS sizeBand, c.first_seen_at AS firstSeenAt,
      c.seen_at AS seenAt, c.facts_json AS factsJson,
      (SELECT coalesce(sum(b.open_jobs), 0) FROM index_boards b WHERE b.company_id = c.id) AS openJobs
    FROM json_each(@ids) i JOIN index_companies c ON c.id = i.value ORDER BY i.key`;
  type Stored = CompanyRow & { factsJson: string; openJobs: number };
  const { results } = await sql(db, read, { ids: JSON.stringify(ids) }).all<Stored>();
  return results.map(({ factsJson, ...company }) => {
    return { ...company, facts: readFacts(factsJson), jobs: jobs.get(company.id) ?? [] };
  });
}

/** Companies of this folded name (`legalNameKey`) whose domain is known; at most five. */
export async function indexedNamesakes(db: Queryable, nameKey: string): Promise<{ domain: string; name: string }[]> {
  const find = "SELECT domain, name FROM index_companies WHERE name_key = @nameKey AND domain IS NOT NULL LIMIT 5";
  const { results } = await sql(db, find, { nameKey }).all<{ domain: string; name: string }>();
  return results;
}

export type TextEvidence = { criterion: "text"; value: string; evidence: Evidence[]; seen_at: string | null };

/** Titles that are read for the companies of one page. */
const MAX_TITLES = 5_000;

/** The texts of each company in which words of a search occur, each shown once, until all words are shown; by the company's key. */
export async function textEvidence(
  db: Queryable,
  text: string,
  companies: FoundCompany[],
): Promise<Map<string, TextEvidence[]>> {
  const terms = queryTerms(text);
  const found = new Map(companies.map((company) => [company.key, evidenceIn(terms, factTexts(company))] as const));
  const missing = companies.filter(({ key }) => (found.get(key)?.missing.length ?? 0) > 0).map(({ key }) => key);
  const titles = missing.length === 0 ? [] : await openTitles(db, missing);
  const byKey = Map.groupBy(titles, ({ key }) => key);
  return new Map(
    [...found].map(([key, { shown, missing: rest }]) => {
      const jobs = (byKey.get(key) ?? []).map(({ title, url, firstSeenAt }) => {
        return { text: title, evidence: url ? [{ url, kind: "job_posting" }] : [], seenAt: firstSeenAt };
      });
      return [key, [...shown, ...evidenceIn(rest, jobs).shown]];
    }),
  );
}

type Title = { key: string; title: string; url: string | null; firstSeenAt: number };

/** Titles of open jobs of companies by key, newest first. */
export async function openTitles(db: Queryable, keys: string[]): Promise<Title[]> {
  const read = `SELECT c.key, j.title, j.url, j.first_seen_at AS firstSeenAt FROM json_each(@keys) k
      JOIN index_companies c ON c.key = k.value JOIN index_boards b ON b.company_id = c.id JOIN index_jobs j ON j.board_id = b.id
    WHERE j.closed_at IS NULL ORDER BY j.id DESC LIMIT ${MAX_TITLES}`;
  return (await sql(db, read, { keys: JSON.stringify(keys) }).all<Title>()).results;
}

/** Whether all words of a search occur in some of the texts. */
export function hasWords(text: string, texts: string[]): boolean {
  const shown = texts.map((one) => ({ text: one, evidence: [], seenAt: 0 }));
  return evidenceIn(queryTerms(text), shown).missing.length === 0;
}

type Shown = { text: string; evidence: Evidence[]; seenAt: number };

function factTexts({ name, seenAt, facts: { fields, technologies } }: FoundCompany): Shown[] {
  const { name: own, description, industry, city } = fields;
  const known = [own, description, industry, city].flatMap((field) => field ?? []);
  return [
    ...(name && !own ? [{ text: name, evidence: [], seenAt }] : []),
    ...known.map(({ value, ...rest }) => ({ text: value, ...rest })),
    ...technologies.map(({ name: value, evidence, seenAt: at }) => ({ text: value, evidence, seenAt: at })),
  ];
}

function evidenceIn(terms: SearchTerm[][], texts: Shown[]): { shown: TextEvidence[]; missing: SearchTerm[][] } {
  let missing = terms;
  const shown: TextEvidence[] = [];
  for (const { text, evidence, seenAt } of texts) {
    if (missing.length === 0) break;
    const words = indexWords(text).split(" ");
    const isThere = ({ word, isPrefix }: SearchTerm) =>
      words.some((one) => (isPrefix ? one.startsWith(word) : one === word));
    const left = missing.filter((spellings) => !spellings.some(isThere));
    if (left.length === missing.length) continue;
    missing = left;
    shown.push({ criterion: "text", value: text, evidence, seen_at: isoTime(seenAt) });
  }
  return { shown, missing };
}
