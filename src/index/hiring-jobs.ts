import { remembering } from "../lib/memoize.ts";
import { sql } from "../platform/database.ts";
import { matchesTitle, type ParsedTitleFilter } from "../readers/titles/title-filter.ts";
import { wordsMatch } from "./match.ts";

/** What the open jobs of a company must be: at least one of them passes all of it. */
export type HiringCriteria = {
  titleFilter?: ParsedTitleFilter | undefined;
  technologies?: readonly string[] | undefined;
  postedAfter?: number | undefined;
  /** Came into the index at this time or later (milliseconds since 1970). */
  seenSince?: number | undefined;
};

export type HiringJob = {
  companyId: number;
  title: string;
  department: string | null;
  url: string | null;
  firstSeenAt: number;
};

const MAX_JOBS = 3;

type Reader = Pick<D1Database, "prepare">;

/** The newest jobs of each of some companies that pass; a company without one is not in the map. */
export async function hiringJobs(
  db: Reader,
  companyIds: number[],
  { titleFilter, technologies = [], postedAfter, seenSince }: HiringCriteria,
): Promise<Map<number, HiringJob[]>> {
  const words = technologies.flatMap((name) => wordsMatch(name, "{title body}")).join(" AND ");
  const conditions = [
    "j.closed_at IS NULL",
    ...(postedAfter === undefined ? [] : ["j.posted_at >= @postedAfter"]),
    ...(seenSince === undefined ? [] : ["j.first_seen_at >= @seenSince"]),
    ...(words ? ["j.id IN (SELECT rowid FROM index_jobs_fts WHERE index_jobs_fts MATCH @words)"] : []),
  ];
  const find = `SELECT b.company_id AS companyId, j.title, j.department, j.url, j.first_seen_at AS firstSeenAt
    FROM json_each(@ids) i JOIN index_boards b ON b.company_id = i.value JOIN index_jobs j ON j.board_id = b.id
    WHERE ${conditions.join(" AND ")} ORDER BY j.id DESC`;
  const values = { ids: JSON.stringify(companyIds), postedAfter, seenSince, words };
  const { results } = await sql(db as D1Database, find, values).all<HiringJob>();
  const accepts = remembering((text) => {
    const [title = "", department = ""] = (text ?? "").split("\n");
    return !titleFilter || matchesTitle(titleFilter, title, { department });
  });
  const jobs = results.filter(({ title, department }) => accepts(`${title}\n${department ?? ""}`));
  const byCompany = Map.groupBy(jobs, ({ companyId }) => companyId);
  return new Map([...byCompany].map(([id, some]) => [id, some.slice(0, MAX_JOBS)]));
}
