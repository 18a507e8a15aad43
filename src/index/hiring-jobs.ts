import { type Queryable, type Row, sql } from "../platform/database.ts";
import type { indexJobs } from "../platform/schema.ts";
import type { ParsedTitleFilter } from "../readers/titles/title-filter.ts";
import { boardsMatch } from "./match.ts";
import { jobMatch } from "./search-jobs.ts";
import { passesTitle } from "./title-match.ts";

/** What the open jobs of a company must be: at least one of them passes all of it. */
export type HiringCriteria = {
  titleFilter?: ParsedTitleFilter | undefined;
  technologies?: readonly string[] | undefined;
  postedAfter?: number | undefined;
  /** Came into the index before this time (milliseconds since 1970). */
  seenBefore?: number | undefined;
};

export type HiringJob = { companyId: number } & Pick<
  Row<typeof indexJobs>,
  "title" | "department" | "url" | "firstSeenAt"
>;

const MAX_JOBS = 3;

type Found = Omit<HiringJob, "companyId"> & { boardId: number };

/** The newest open jobs of each of some companies that pass; a company without one is not in the map. */
export async function hiringJobs(
  db: Queryable,
  companyIds: number[],
  { titleFilter, technologies = [], postedAfter, seenBefore }: HiringCriteria,
): Promise<Map<number, HiringJob[]>> {
  const boards =
    "SELECT b.id, b.company_id AS companyId FROM json_each(@ids) i JOIN index_boards b ON b.company_id = i.value";
  const owners = await sql(db, boards, { ids: JSON.stringify(companyIds) }).raw<[id: number, companyId: number]>();
  const companyOf = new Map(owners);
  const criteria = { titleFilter, technologies, postedAfter, includesUnproved: true };
  const find = `SELECT j.board_id AS boardId, j.title, j.department, j.url, j.first_seen_at AS firstSeenAt
    FROM index_jobs_fts f JOIN index_jobs j ON j.id = f.rowid
    WHERE index_jobs_fts MATCH @match AND (@postedAfter IS NULL OR j.posted_at >= @postedAfter)
      AND (@seenBefore IS NULL OR j.first_seen_at < @seenBefore) ORDER BY f.rowid DESC`;
  const match = `${boardsMatch([...companyOf.keys()])} AND ${jobMatch(criteria)}`;
  const values = { match, postedAfter: postedAfter ?? null, seenBefore: seenBefore ?? null };
  const { results } = await sql(db, find, values).all<Found>();
  const jobs = results
    .filter(passesTitle(titleFilter))
    .map(({ boardId, ...job }) => ({ ...job, companyId: companyOf.get(boardId) ?? 0 }));
  const byCompany = Map.groupBy(jobs, ({ companyId }) => companyId);
  return new Map([...byCompany].map(([id, some]) => [id, some.slice(0, MAX_JOBS)]));
}
