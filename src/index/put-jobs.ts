import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import { jsonParts, type Row, sql } from "../platform/database.ts";
import type { indexBoards, indexJobs } from "../platform/schema.ts";
import type { Job } from "../readers/jobs/job.ts";
import { samePositionKey } from "../readers/jobs/job-of.ts";
import { boardKey, type IndexedBoard } from "./facts.ts";
import { firstIdAt, jobRow, NEXT_ID, PUT_WORDS } from "./job-rows.ts";
import { refreshCompany } from "./put-company.ts";

/** A position that comes up again within this time is reposted. */
const REPOST_MS = 60 * DAY_MS;
/** A look so soon after the last one is not noted. */
const SAME_LOOK_MS = HOUR_MS;

const COUNT_JOBS =
  "open_jobs = (SELECT count(*) FROM index_jobs j WHERE j.board_id = index_boards.id AND j.closed_at IS NULL)";

type KnownJob = Pick<Row<typeof indexJobs>, "id" | "hash" | "closedAt" | "title" | "location"> & { key: string };
type StoredBoard = Pick<Row<typeof indexBoards>, "id" | "companyId" | "lastSeenAt" | "domain" | "name">;

/** Makes the open jobs of a board those of `jobs`, in one transaction; without `isWhole` others stay. Repeatable. Returns how many were written. */
export async function putJobs(
  db: D1Database,
  board: IndexedBoard,
  jobs: Job[],
  seenAt: number,
  { isWhole = true }: { isWhole?: boolean } = {},
) {
  const { id: boardId, companyId, lastSeenAt, domain, name } = await ensureBoard(db, board, seenAt);
  const known = await knownJobs(db, boardId, seenAt - REPOST_MS);
  const unique = new Map(jobs.map((job) => [job.id, job]));
  const rows = await Promise.all([...unique.values()].map((job) => jobRow(job, { name, isProved: domain !== null })));
  const fresh = rows.filter(({ key, hash }) => known.get(key)?.hash !== hash || known.get(key)?.closedAt !== null);
  const open = new Set(rows.map(({ key }) => key));
  const unlisted = [...known.values()].filter(({ key }) => !open.has(key));
  const gone = isWhole ? unlisted.filter(({ closedAt }) => closedAt === null) : [];
  const former = Map.groupBy(unlisted, ({ title, location }) => samePositionKey(title, location));
  // On the first list of a board, jobs came up when they were posted.
  const cameUp = (postedAt: number | null) => (lastSeenAt === null ? Math.min(postedAt ?? seenAt, seenAt) : seenAt);
  const items = fresh
    .map((row) => ({
      ...row,
      firstId: firstIdAt(cameUp(row.postedAt)),
      repostedOf: known.has(row.key) ? null : (former.get(samePositionKey(row.title, row.location))?.pop()?.id ?? null),
    }))
    .sort((a, b) => a.firstId - b.firstId)
    .map((row) => JSON.stringify(row));
  const statements = [...jsonParts(items)].flatMap((part) => upsertJobs(db, boardId, part, seenAt));
  if (gone.length > 0) statements.push(...closeJobs(db, gone, seenAt));
  const changes = statements.length > 0;
  if (changes)
    statements.push(sql(db, "UPDATE index_companies SET version = version + 1 WHERE id = @companyId", { companyId }));
  if (changes || seenAt - (lastSeenAt ?? 0) > SAME_LOOK_MS) {
    const look = `UPDATE index_boards SET last_seen_at = @seenAt ${changes ? `, ${COUNT_JOBS}` : ""} WHERE id = @boardId`;
    statements.push(sql(db, look, { boardId, seenAt }));
  }
  if (statements.length > 0) await db.batch(statements);
  if (changes) await refreshCompany(db, companyId);
  const added = fresh.filter(({ key }) => !known.has(key)).length;
  return { boardId, added, changed: fresh.length - added, closed: gone.length };
}

/** Closes all jobs of a board that is gone. */
export async function closeBoard(db: D1Database, boardId: number, now: number): Promise<void> {
  const find = "SELECT id FROM index_jobs WHERE board_id = @boardId AND closed_at IS NULL";
  const { results } = await sql(db, find, { boardId }).all<{ id: number }>();
  if (results.length === 0) return;
  const touch = `UPDATE index_companies SET version = version + 1
    WHERE id = (SELECT company_id FROM index_boards WHERE id = @boardId) RETURNING id`;
  const count = sql(db, "UPDATE index_boards SET open_jobs = 0 WHERE id = @boardId", { boardId });
  const done = await db.batch<{ id: number }>([...closeJobs(db, results, now), count, sql(db, touch, { boardId })]);
  const companyId = done.at(-1)?.results[0]?.id;
  if (companyId !== undefined) await refreshCompany(db, companyId);
}

/** The row of a board, made if it is new. A proved domain replaces none, and is never replaced by none. */
export async function ensureBoard(db: D1Database, board: IndexedBoard, seenAt: number): Promise<StoredBoard> {
  const { system, token, domain, name } = board;
  const values = { system, token, domain, name, key: boardKey(board), proof: JSON.stringify(board.proof), seenAt };
  const find = `SELECT b.id, b.company_id AS companyId, b.last_seen_at AS lastSeenAt, b.domain, b.name FROM index_boards b
    WHERE b.system = @system AND b.token = @token`;
  const known = await sql(db, find, values).first<StoredBoard>();
  if (known && known.companyId > 0 && (domain === null || known.domain === domain)) return known;
  const company = `INSERT INTO index_companies (key, domain, name, first_seen_at, seen_at)
    VALUES (@key, @domain, @name, @seenAt, @seenAt) ON CONFLICT (key) DO NOTHING`;
  const put = `INSERT INTO index_boards (system, token, company_id, domain, proof_json, name, first_seen_at)
    VALUES (@system, @token, (SELECT id FROM index_companies WHERE key = @key), @domain, @proof, @name, @seenAt)
    ON CONFLICT (system, token) DO UPDATE SET company_id = excluded.company_id, domain = excluded.domain,
      proof_json = excluded.proof_json, name = coalesce(index_boards.name, excluded.name)
    WHERE excluded.domain IS NOT NULL OR index_boards.company_id = 0`;
  // A company that was known by this board only goes when the board has found its domain.
  const drop = `DELETE FROM index_companies_fts WHERE rowid = (SELECT id FROM index_companies WHERE key = @old)`;
  const forget = "DELETE FROM index_companies WHERE key = @old AND @domain IS NOT NULL";
  const old = { old: boardKey({ ...board, domain: null }), domain };
  const moved = domain === null ? [] : [sql(db, drop, old), sql(db, forget, old)];
  const done = await db.batch<StoredBoard>([
    sql(db, company, values),
    sql(db, put, values),
    ...moved,
    sql(db, find, values),
  ]);
  const row = done.at(-1)?.results[0];
  if (!row) throw new Error("a board that was written is not there");
  return row;
}

async function knownJobs(db: D1Database, boardId: number, since: number): Promise<Map<string, KnownJob>> {
  const find = `SELECT id, job_key AS key, hash, closed_at AS closedAt, title, location FROM index_jobs
    WHERE board_id = @boardId AND (closed_at IS NULL OR closed_at >= @since)`;
  const { results } = await sql(db, find, { boardId, since }).all<KnownJob>();
  return new Map(results.map((job) => [job.key, job]));
}

/** New rows get the next ids of their hour; the words follow the rows, whichever of two concurrent writers was first. */
function upsertJobs(db: D1Database, boardId: number, items: string, seenAt: number): D1PreparedStatement[] {
  const values = { boardId, items, seenAt };
  const rows = `INSERT INTO index_jobs (id, board_id, job_key, title, url, location, country, workplace, department, employment_type,
      posted_at, first_seen_at, reposted_of, rest_json, hash)
    SELECT ${NEXT_ID}, @boardId, j.value->>'key', j.value->>'title', j.value->>'url', j.value->>'location', j.value->>'country',
      j.value->>'workplace', j.value->>'department', j.value->>'employmentType', j.value->>'postedAt', @seenAt,
      j.value->>'repostedOf', j.value->'rest', j.value->>'hash'
    FROM json_each(@items) j WHERE true ORDER BY j.key
    ON CONFLICT (board_id, job_key) DO UPDATE SET title = excluded.title, url = excluded.url, location = excluded.location,
      country = excluded.country, workplace = excluded.workplace, department = excluded.department,
      employment_type = excluded.employment_type, rest_json = excluded.rest_json, hash = excluded.hash, closed_at = NULL`;
  // CROSS: the other order would read the whole list for each job of the board.
  const words = `${PUT_WORDS} FROM json_each(@items) j CROSS JOIN index_jobs i ON i.board_id = @boardId AND i.job_key = j.value->>'key'`;
  return [sql(db, rows, values), sql(db, words, values)];
}

function closeJobs(db: D1Database, jobs: { id: number }[], now: number): D1PreparedStatement[] {
  const values = { ids: JSON.stringify(jobs.map(({ id }) => id)), now };
  const isOne = "(SELECT value FROM json_each(@ids))";
  return [
    sql(db, `UPDATE index_jobs SET closed_at = @now WHERE id IN ${isOne} AND closed_at IS NULL`, values),
    sql(db, `DELETE FROM index_jobs_fts WHERE rowid IN ${isOne}`, values),
  ];
}
