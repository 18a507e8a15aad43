import { DAY_MS } from "../lib/time.ts";
import { type Queryable, type Row, sql } from "../platform/database.ts";
import type { indexCompanies } from "../platform/schema.ts";
import { foldWords } from "../readers/words/fold.ts";
import { ANY_COMPANY } from "./company-text.ts";
import type { CompanyFactsJson } from "./facts.ts";
import { type HiringCriteria, type HiringJob, hiringJobs } from "./hiring-jobs.ts";
import { type CompanyCriteria, companyMatch, datesMatch, wordsMatch } from "./match.ts";
import { type Order, type Place, pageOfMatches } from "./page-of-matches.ts";
import { readFacts } from "./put-company.ts";
import { titleMatch } from "./title-match.ts";

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
  const { hiring, text = "" } = criteria;
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
      check: needsCheck(criteria) ? check : null,
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

function needsCheck({ city, foundedAfter, raisedAfter, hiring }: CompanySearch): boolean {
  return [city, foundedAfter, raisedAfter, hiring].some((criterion) => criterion !== undefined);
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
