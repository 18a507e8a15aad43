/** Reads one page of what an expression finds, newest or best first, with how many there are. */
import { sql } from "../platform/database.ts";

/** Matches are counted, and rows checked, up to this many. */
export const MAX_COUNTED = 10_000;
/** `best` ranks the newest matches only. */
const MAX_RANKED = 2_000;
const ROWS_AT_ONCE = 2_000;

export type Order = "newest" | "best";
/** Where the next page begins: after an id, or an offset among the ranked up to the id `top`. `total` is of the first page. */
export type Place = { at: number; top: number; total: Total };
export type Total = { count: number; isExact: boolean };

export type MatchQuery = {
  table: "index_jobs_fts" | "index_companies_fts";
  match: string;
  from: number;
  order: Order;
  weights: string;
  limit: number;
  /** The ids that pass what the expression does not say; null when it says all. */
  check: ((ids: number[]) => Promise<Set<number>>) | null;
  /** How many rows may be checked for one page, and at once. */
  maxChecked?: number;
  checkedAtOnce?: number;
};

type Reader = Pick<D1Database, "prepare">;

/** Up to `limit` ids; `next` is null after the last one. A page may be short, and have a next one, when few of many rows pass. */
export async function pageOfMatches(
  db: Reader,
  query: MatchQuery,
  place: Place | null,
): Promise<{ ids: number[]; total: Total; next: Place | null }> {
  return query.order === "best" ? bestPage(db, query, place) : newestPage(db, query, place);
}

async function newestPage(db: Reader, query: MatchQuery, place: Place | null) {
  const { limit, check, maxChecked = MAX_COUNTED, checkedAtOnce = ROWS_AT_ONCE } = query;
  const ids: number[] = [];
  let passed = 0;
  let checked = 0;
  let before = place?.at ?? Number.MAX_SAFE_INTEGER;
  let isEnd = false;
  // The first page also counts, as far as rows may be checked.
  while (!isEnd && checked < maxChecked && (ids.length <= limit || (check && !place))) {
    const size = check ? checkedAtOnce : limit + 1;
    const rows = await newest(db, query, before, size);
    isEnd = rows.length < size;
    checked += rows.length;
    before = rows.at(-1) ?? before;
    const passing = check && rows.length > 0 ? await check(rows) : null;
    const good = passing ? rows.filter((id) => passing.has(id)) : rows;
    passed += good.length;
    ids.push(...good.slice(0, limit + 1 - ids.length));
  }
  const total = place?.total ?? (check ? { count: passed, isExact: isEnd } : await countMatches(db, query));
  const page = ids.slice(0, limit);
  // After a full page the next begins behind its last row, after a short one behind the last that was checked.
  const at = ids.length > limit ? page.at(-1) : isEnd ? undefined : before;
  return { ids: page, total, next: at === undefined ? null : { at, top: 0, total } };
}

async function bestPage(db: Reader, query: MatchQuery, place: Place | null) {
  const { table, match, from, weights, limit, check } = query;
  const values = { match, from, top: place?.top ?? Number.MAX_SAFE_INTEGER };
  const within = `${table} MATCH @match AND rowid >= @from AND rowid <= @top`;
  const rank = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH @match AND rowid <= @top AND rowid >= coalesce((SELECT min(rowid)
      FROM (SELECT rowid FROM ${table} WHERE ${within} ORDER BY rowid DESC LIMIT ${MAX_RANKED})), @from)
    ORDER BY bm25(${table}, ${weights}), rowid DESC LIMIT ${MAX_RANKED}`;
  const { results } = await sql(db as D1Database, rank, values).all<{ id: number }>();
  const ranked = results.map(({ id }) => id);
  const passing = check && ranked.length > 0 ? await check(ranked) : null;
  const good = passing ? ranked.filter((id) => passing.has(id)) : ranked;
  const isWhole = ranked.length < MAX_RANKED;
  const counted = check ? { count: good.length, isExact: isWhole } : await countMatches(db, query);
  const total = place?.total ?? counted;
  const at = place?.at ?? 0;
  const top = place?.top ?? ranked.reduce((most, id) => Math.max(most, id), 0);
  const next = at + limit < good.length ? { at: at + limit, top, total } : null;
  return { ids: good.slice(at, at + limit), total, next };
}

async function newest(
  db: Reader,
  { table, match, from }: MatchQuery,
  before: number,
  limit: number,
): Promise<number[]> {
  const find = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH @match AND rowid < @before AND rowid >= @from
    ORDER BY rowid DESC LIMIT @limit`;
  const { results } = await sql(db as D1Database, find, { match, before, from, limit }).all<{ id: number }>();
  return results.map(({ id }) => id);
}

async function countMatches(db: Reader, { table, match, from }: MatchQuery): Promise<Total> {
  const count = `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH @match AND rowid >= @from
    LIMIT ${MAX_COUNTED})`;
  const found = await sql(db as D1Database, count, { match, from }).first<number>("count");
  return { count: found ?? 0, isExact: (found ?? 0) < MAX_COUNTED };
}
