import { isoTime } from "../lib/ids.ts";
import { remembering } from "../lib/memoize.ts";
import { type Row, sql } from "../platform/database.ts";
import type { indexBoards, indexCompanies, indexJobs } from "../platform/schema.ts";
import type { Job, Workplace } from "../readers/jobs/job.ts";
import type { Evidence } from "../readers/page/evidence.ts";
import { matchesTitle, type ParsedTitleFilter } from "../readers/titles/title-filter.ts";
import { ANY_JOB, firstIdAt, type JobRest, PROVED } from "./job-rows.ts";
import { type CompanyCriteria, companyMatch, facetMatch, titleMatch, wordsMatch } from "./match.ts";
import { type Order, type Place, pageOfMatches } from "./page-of-matches.ts";

export type JobCriteria = {
  text?: string | undefined;
  titleFilter?: ParsedTitleFilter | undefined;
  technologies?: readonly string[] | undefined;
  country?: string | undefined;
  workplace?: Workplace | undefined;
  postedAfter?: number | undefined;
  company?: CompanyCriteria | undefined;
  includesUnproved?: boolean | undefined;
  /** Came into the index at this time or later (milliseconds since 1970). */
  seenSince?: number | undefined;
};

/** A job as answers show it, and whose it is. */
export type FoundJob = Omit<Job, "description"> & {
  company: { domain: string | null; name: string | null; joined: "proved" | "unproved"; proof: Evidence[] };
  first_seen_at: string;
  seen_at: string | null;
  reposted: boolean;
};

/** Title, words, ends of compounds; title filters and facets do not rank. */
const WEIGHTS = "8, 1, 4, 0, 0";

type Reader = Pick<D1Database, "prepare">;

/** One page of the open jobs that have all of the criteria, of which at least one must be there. */
export async function searchJobs(
  db: Reader,
  criteria: JobCriteria,
  { order, limit, place }: { order: Order; limit: number; place: Place | null },
) {
  const check = needsCheck(criteria) ? (ids: number[]) => passing(db, criteria, ids) : null;
  const from = firstIdAt(criteria.postedAfter ?? 0);
  const query = {
    table: "index_jobs_fts" as const,
    match: jobMatch(criteria),
    from,
    order,
    weights: WEIGHTS,
    limit,
    check,
  };
  const { ids, ...page } = await pageOfMatches(db, query, place);
  return { ...page, jobs: await loadJobs(db, ids) };
}

/** An expression for jobs that have all of the criteria that words say. */
export function jobMatch(criteria: JobCriteria): string {
  const { text = "", titleFilter, technologies = [], country, workplace, includesUnproved } = criteria;
  const title = titleFilter && titleMatch(titleFilter);
  const all = [
    ...wordsMatch(text, "{title body}", "parts"),
    ...technologies.flatMap((name) => wordsMatch(name, "{title body}")),
    ...(title ? [title] : []),
    ...(country ? [facetMatch("country", country)] : []),
    ...(workplace ? [facetMatch("workplace", workplace)] : []),
    ...(includesUnproved ? [] : [`facets : "${PROVED}"`]),
  ];
  return all.length > 0 ? all.join(" AND ") : `facets : "${ANY_JOB}"`;
}

function needsCheck({ titleFilter, postedAfter, company, seenSince }: JobCriteria): boolean {
  const ofCompany = companyMatch(company ?? {}).length > 0;
  return Boolean(titleFilter?.tree) || postedAfter !== undefined || ofCompany || seenSince !== undefined;
}

/** Which of some jobs pass what the full-text index cannot say. */
async function passing(db: Reader, criteria: JobCriteria, ids: number[]): Promise<Set<number>> {
  const { titleFilter, postedAfter, company, seenSince } = criteria;
  const ofCompany = companyMatch(company ?? {}).join(" AND ");
  const conditions = [
    ...(postedAfter === undefined ? [] : ["j.posted_at >= @postedAfter"]),
    ...(seenSince === undefined ? [] : ["j.first_seen_at >= @seenSince"]),
    ...(ofCompany
      ? [
          `j.board_id IN (SELECT b.id FROM index_boards b
             WHERE b.company_id IN (SELECT rowid FROM index_companies_fts WHERE index_companies_fts MATCH @ofCompany))`,
        ]
      : []),
  ];
  const find = `SELECT j.id, j.title, j.department FROM json_each(@ids) i JOIN index_jobs j ON j.id = i.value
    WHERE ${conditions.join(" AND ") || "true"}`;
  const values = { ids: JSON.stringify(ids), postedAfter, seenSince, ofCompany };
  const { results } = await sql(db as D1Database, find, values).all<
    Pick<Row<typeof indexJobs>, "id" | "title" | "department">
  >();
  if (!titleFilter?.tree) return new Set(results.map(({ id }) => id));
  // In a large index most titles repeat.
  const accepts = remembering((text) => {
    const [title = "", department = ""] = (text ?? "").split("\n");
    return matchesTitle(titleFilter, title, { department });
  });
  return new Set(results.filter((job) => accepts(`${job.title}\n${job.department ?? ""}`)).map(({ id }) => id));
}

type JobWithCompany = Row<typeof indexJobs> &
  Pick<Row<typeof indexBoards>, "domain" | "proofJson" | "lastSeenAt"> & { name: Row<typeof indexCompanies>["name"] };

async function loadJobs(db: Reader, ids: number[]): Promise<FoundJob[]> {
  const read = `SELECT j.id, j.job_key AS jobKey, j.title, j.url, j.location, j.country, j.workplace, j.department,
      j.employment_type AS employmentType, j.posted_at AS postedAt, j.first_seen_at AS firstSeenAt, j.reposted_of AS repostedOf,
      j.rest_json AS restJson, b.domain, b.proof_json AS proofJson, b.last_seen_at AS lastSeenAt, coalesce(c.name, b.name) AS name
    FROM json_each(@ids) i JOIN index_jobs j ON j.id = i.value JOIN index_boards b ON b.id = j.board_id
      LEFT JOIN index_companies c ON c.id = b.company_id
    ORDER BY i.key`;
  const { results } = await sql(db as D1Database, read, { ids: JSON.stringify(ids) }).all<JobWithCompany>();
  return results.map((row) => {
    const { locations, salary, language, seniority, updated_at } = JSON.parse(row.restJson) as JobRest;
    const proof = row.domain && row.proofJson ? (JSON.parse(row.proofJson) as Evidence[]) : [];
    return {
      id: row.jobKey,
      title: row.title,
      url: row.url,
      location: row.location,
      locations,
      country: row.country,
      workplace: row.workplace as Workplace | null,
      department: row.department,
      employment_type: row.employmentType,
      salary,
      language,
      posted_at: row.postedAt === null ? null : isoTime(row.postedAt),
      updated_at,
      seniority,
      company: { domain: row.domain, name: row.name, joined: row.domain ? "proved" : "unproved", proof },
      first_seen_at: isoTime(row.firstSeenAt),
      seen_at: row.lastSeenAt === null ? null : isoTime(row.lastSeenAt),
      reposted: row.repostedOf !== null,
    };
  });
}
