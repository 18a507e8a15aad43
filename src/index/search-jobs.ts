import { isoTime } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { type Queryable, type Row, sql } from "../platform/database.ts";
import type { indexBoards, indexCompanies, indexJobs } from "../platform/schema.ts";
import type { Workplace } from "../readers/jobs/job.ts";
import type { Evidence } from "../readers/page/evidence.ts";
import type { ParsedTitleFilter } from "../readers/titles/title-filter.ts";
import { ANY_JOB, firstIdAt, type JobRest, PROVED } from "./job-rows.ts";
import {
  boardsMatch,
  type CompanyCriteria,
  companyMatch,
  datesMatch,
  exactTitleMatch,
  facetMatch,
  passesTitle,
  titleMatch,
  wordsMatch,
} from "./match.ts";
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

/** Employers whose boards are named in an expression; those of more are checked job by job. */
const MAX_BOARDS = 300;
/** Boards may say that a job is posted in the future. */
const FUTURE_MS = 366 * DAY_MS;
/** Most open jobs are younger. */
const MOSTLY_OPEN_MS = 90 * DAY_MS;

/** One page of the open jobs that have all of the criteria, of which at least one must be there. */
export async function searchJobs(
  db: Queryable,
  criteria: JobCriteria,
  { order, limit, place }: { order: Order; limit: number; place: Place | null },
) {
  const boards = await boardsOf(db, criteria.company ?? {});
  const rest = restOf(criteria, boards !== null);
  const page = await pageOfMatches(
    db,
    {
      table: "index_jobs_fts",
      match: [jobMatch(criteria), ...(boards ? [boardsMatch(boards)] : [])].join(" AND "),
      from: firstIdAt(criteria.postedAfter ?? 0),
      mostFrom: firstIdAt(Date.now() - MOSTLY_OPEN_MS),
      order,
      ranking: { text: criteria.text ?? "", rows: "index_jobs", best: "r.title", good: "NULL" },
      limit,
      check: Object.values(rest).some((criterion) => criterion !== undefined) ? (ids) => passing(db, rest, ids) : null,
    },
    place,
  );
  return { ...page, jobs: await loadJobs(db, page.ids) };
}

/** An expression for jobs that have all of the criteria that words say. */
export function jobMatch(criteria: JobCriteria): string {
  const { text = "", titleFilter, technologies = [], country, workplace, includesUnproved } = criteria;
  const { postedAfter, seenSince } = criteria;
  const title = titleFilter && (exactTitleMatch(titleFilter) ?? titleMatch(titleFilter));
  const all = [
    ...wordsMatch(text, "{title body}", "parts"),
    ...technologies.flatMap((name) => wordsMatch(name, "{title body}")),
    ...(title ? [title] : []),
    ...(country ? [facetMatch("country", country)] : []),
    ...(workplace ? [facetMatch("workplace", workplace)] : []),
    ...(postedAfter === undefined ? [] : [datesMatch("posted", postedAfter, Date.now() + FUTURE_MS)]),
    ...(seenSince === undefined ? [] : [datesMatch("seen", seenSince, Date.now() + DAY_MS)]),
    ...(includesUnproved ? [] : [`facets : "${PROVED}"`]),
  ];
  return all.length > 0 ? all.join(" AND ") : `facets : "${ANY_JOB}"`;
}

/** The boards of the employers that meet criteria; null without criteria, and when there are too many to name. */
async function boardsOf(db: Queryable, criteria: CompanyCriteria): Promise<number[] | null> {
  const match = companyMatch(criteria).join(" AND ");
  if (!match) return null;
  const find = `SELECT b.id FROM (SELECT rowid FROM index_companies_fts WHERE index_companies_fts MATCH @match LIMIT ${MAX_BOARDS}) c
    LEFT JOIN index_boards b ON b.company_id = c.rowid LIMIT ${MAX_BOARDS}`;
  const { results } = await sql(db, find, { match }).all<{ id: number | null }>();
  return results.length < MAX_BOARDS ? results.flatMap(({ id }) => id ?? []) : null;
}

/** What of the criteria an expression cannot say. */
function restOf({ titleFilter, postedAfter, company, seenSince }: JobCriteria, areBoardsNamed: boolean) {
  return {
    titleFilter: titleFilter?.tree && exactTitleMatch(titleFilter) === null ? titleFilter : undefined,
    postedAfter: postedAfter === undefined || postedAfter % DAY_MS === 0 ? undefined : postedAfter,
    ofCompany: areBoardsNamed ? undefined : companyMatch(company ?? {}).join(" AND ") || undefined,
    seenSince,
  };
}

/** Which of some jobs pass the rest. */
async function passing(db: Queryable, rest: ReturnType<typeof restOf>, ids: number[]): Promise<Set<number>> {
  const { titleFilter, postedAfter = null, ofCompany = null, seenSince = null } = rest;
  const find = `SELECT j.id, j.title, j.department FROM json_each(@ids) i JOIN index_jobs j ON j.id = i.value
    WHERE (@postedAfter IS NULL OR j.posted_at >= @postedAfter) AND (@seenSince IS NULL OR j.first_seen_at >= @seenSince)
      AND (@ofCompany IS NULL OR EXISTS (SELECT 1 FROM index_boards b JOIN index_companies_fts f ON f.rowid = b.company_id
        WHERE b.id = j.board_id AND index_companies_fts MATCH @ofCompany))`;
  const values = { ids: JSON.stringify(ids), postedAfter, seenSince, ofCompany };
  const { results } = await sql(db, find, values).all<Pick<Row<typeof indexJobs>, "id" | "title" | "department">>();
  return new Set(results.filter(passesTitle(titleFilter)).map(({ id }) => id));
}

type JobWithCompany = Pick<
  Row<typeof indexJobs>,
  "title" | "url" | "location" | "country" | "department" | "postedAt"
> &
  Pick<Row<typeof indexJobs>, "firstSeenAt" | "repostedOf" | "restJson"> &
  Pick<Row<typeof indexBoards>, "domain" | "proofJson" | "lastSeenAt"> &
  Pick<Row<typeof indexCompanies>, "name"> & {
    id: string;
    workplace: Workplace | null;
    employment_type: string | null;
  };

/** Jobs as answers show them, and whose they are. */
async function loadJobs(db: Queryable, ids: number[]) {
  const read = `SELECT j.job_key AS id, j.title, j.url, j.location, j.country, j.workplace, j.department,
      j.employment_type, j.posted_at AS postedAt, j.first_seen_at AS firstSeenAt, j.reposted_of AS repostedOf,
      j.rest_json AS restJson, b.domain, b.proof_json AS proofJson, b.last_seen_at AS lastSeenAt, coalesce(c.name, b.name) AS name
    FROM json_each(@ids) i JOIN index_jobs j ON j.id = i.value JOIN index_boards b ON b.id = j.board_id
      LEFT JOIN index_companies c ON c.id = b.company_id
    ORDER BY i.key`;
  const { results } = await sql(db, read, { ids: JSON.stringify(ids) }).all<JobWithCompany>();
  return results.map(({ restJson, proofJson, domain, name, postedAt, firstSeenAt, lastSeenAt, repostedOf, ...job }) => {
    const proof = domain && proofJson ? (JSON.parse(proofJson) as Evidence[]) : [];
    const joined: "proved" | "unproved" = domain ? "proved" : "unproved";
    return {
      ...job,
      ...(JSON.parse(restJson) as JobRest),
      posted_at: postedAt === null ? null : isoTime(postedAt),
      company: { domain, name, joined, proof },
      first_seen_at: isoTime(firstSeenAt),
      seen_at: lastSeenAt === null ? null : isoTime(lastSeenAt),
      reposted: repostedOf !== null,
    };
  });
}

/** What the open jobs of a company must be: at least one of them passes all of it. */
export type HiringCriteria = Pick<JobCriteria, "titleFilter" | "technologies" | "postedAfter"> & {
  /** Came into the index before this time (milliseconds since 1970). */
  seenBefore?: number | undefined;
};

export type HiringJob = { companyId: number } & Pick<
  Row<typeof indexJobs>,
  "title" | "department" | "url" | "firstSeenAt"
>;

const MAX_SHOWN = 3;

/** The newest open jobs of each of some companies that pass; a company without one is not in the map. */
export async function hiringJobs(
  db: Queryable,
  companyIds: number[],
  criteria: HiringCriteria,
): Promise<Map<number, HiringJob[]>> {
  const boards =
    "SELECT b.id, b.company_id AS companyId FROM json_each(@ids) i JOIN index_boards b ON b.company_id = i.value";
  const owners = await sql(db, boards, { ids: JSON.stringify(companyIds) }).raw<[id: number, companyId: number]>();
  const companyOf = new Map(owners);
  const find = `SELECT j.board_id AS boardId, j.title, j.department, j.url, j.first_seen_at AS firstSeenAt
    FROM index_jobs_fts f JOIN index_jobs j ON j.id = f.rowid
    WHERE index_jobs_fts MATCH @match AND (@postedAfter IS NULL OR j.posted_at >= @postedAfter)
      AND (@seenBefore IS NULL OR j.first_seen_at < @seenBefore) ORDER BY f.rowid DESC`;
  const match = `${boardsMatch([...companyOf.keys()])} AND ${jobMatch({ ...criteria, includesUnproved: true })}`;
  const { titleFilter, postedAfter = null, seenBefore = null } = criteria;
  const values = { match, postedAfter, seenBefore };
  const { results } = await sql(db, find, values).all<Omit<HiringJob, "companyId"> & { boardId: number }>();
  const jobs = results
    .filter(passesTitle(titleFilter))
    .map(({ boardId, ...job }) => ({ ...job, companyId: companyOf.get(boardId) ?? 0 }));
  const byCompany = Map.groupBy(jobs, ({ companyId }) => companyId);
  return new Map([...byCompany].map(([id, some]) => [id, some.slice(0, MAX_SHOWN)]));
}
