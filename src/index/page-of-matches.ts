/** Reads one page of what an expression finds, newest or best first, with how many there are. */
import { sql } from "../platform/database.ts";
import { facet } from "../readers/words/search-words.ts";

/** The facet of a pseudo-random share of the rows, by which large sets are counted. */
export const SAMPLED = facet("sample", "yes");
export const SAMPLED_SHARE = 1 / 32;
/** With fewer matches in the sample, all are counted: 1,000 matches have more by chance once in a thousand times. */
const MIN_SAMPLED = 48;
const MAX_COUNTED = 2_000;
/** No total is larger: it means so many or more. */
const MAX_TOTAL = 10_000;
/** `best` ranks about so many of the newest matches. */
const RANKED = 1_500;
/** What an expression cannot say is checked on rows: so many for a page, and at once. */
const [MAX_CHECKED, CHECKED_AT_ONCE] = [400, 100];
const LAST_ID = Number.MAX_SAFE_INTEGER;

export type Order = "newest" | "best";
/** Where the next page begins: after an id, or an offset among the ranked up to the id `top`. `total` is of the first page. */
export type Place = { at: number; top: number; total: Total };
/** An inexact count is an estimate, within some 15 %. */
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
};

type Reader = Pick<D1Database, "prepare">;
/** Statements cast ids to INTEGER: D1 binds numbers as reals, with which FTS5 goes through all matches. */
type Range = { from: number; top: number };

/** Up to `limit` ids; `next` is null after the last one. A page may be short, and have a next one, when few of many rows pass. */
export async function pageOfMatches(
  db: Reader,
  query: MatchQuery,
  place: Place | null,
): Promise<{ ids: number[]; total: Total; next: Place | null }> {
  const { order, limit, check } = query;
  const range = order === "best" ? await rankedRange(db, query, place) : null;
  const passed: { id: number; after: number }[] = [];
  let at = place?.at ?? (range ? 0 : LAST_ID);
  let checked = 0;
  let isEnd = false;
  while (!isEnd && passed.length <= limit && checked < MAX_CHECKED) {
    const size = check ? CHECKED_AT_ONCE : limit + 1;
    const rows = range ? await ranked(db, query, range, at, size) : await newest(db, query, at, size);
    const passing = check && rows.length > 0 ? await check(rows) : null;
    const steps = rows.map((id, index) => ({ id, after: range ? at + index + 1 : id }));
    passed.push(...steps.filter(({ id }) => !passing || passing.has(id)));
    isEnd = rows.length < size;
    checked += rows.length;
    at = steps.at(-1)?.after ?? at;
  }
  const page = passed.slice(0, limit);
  const after = passed.length > limit ? page.at(-1)?.after : isEnd ? undefined : at;
  const isWhole = isEnd && !place && (!range || range.from === query.from);
  const exact = { count: passed.length, isExact: true };
  const total = place?.total ?? (isWhole ? exact : await countMatches(db, query, passed.length, checked));
  const ids = page.map(({ id }) => id);
  return { ids, total, next: after === undefined ? null : { at: after, top: range?.top ?? 0, total } };
}

/** The newest matches, about `RANKED` of them, as the sample tells. */
async function rankedRange(db: Reader, query: MatchQuery, place: Place | null): Promise<Range> {
  const [newestId = 0] = place ? [place.top] : await newest(db, query, LAST_ID, 1);
  const sampled = await newest(db, inSample(query), newestId + 1, RANKED * SAMPLED_SHARE);
  const isAll = sampled.length < Math.floor(RANKED * SAMPLED_SHARE);
  return { from: isAll ? query.from : (sampled.at(-1) ?? query.from), top: newestId };
}

async function ranked(db: Reader, query: MatchQuery, range: Range, offset: number, limit: number): Promise<number[]> {
  const { table, match, weights } = query;
  // FTS5 itself sorts the range, and passes only what is asked for.
  const find = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH @match AND rank MATCH 'bm25(${weights})'
    AND rowid >= CAST(@from AS INTEGER) AND rowid <= CAST(@top AS INTEGER) ORDER BY rank LIMIT @limit OFFSET @offset`;
  return idsOf(db, find, { match, ...range, offset, limit });
}

async function newest(db: Reader, { table, match, from }: MatchQuery, before: number, limit: number) {
  const find = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH @match AND rowid < CAST(@before AS INTEGER)
    AND rowid >= CAST(@from AS INTEGER) ORDER BY rowid DESC LIMIT @limit`;
  return idsOf(db, find, { match, before, from, limit: Math.floor(limit) });
}

async function idsOf(db: Reader, find: string, values: Record<string, unknown>): Promise<number[]> {
  const { results } = await sql(db as D1Database, find, values).all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Of matches that are checked, the share that has passed so far is taken of all. */
async function countMatches(db: Reader, query: MatchQuery, passed: number, checked: number): Promise<Total> {
  const isChecked = query.check !== null;
  const sampled = await count(db, inSample(query), MAX_TOTAL * SAMPLED_SHARE);
  const all = sampled < MIN_SAMPLED ? await count(db, query, MAX_COUNTED) : sampled / SAMPLED_SHARE;
  const estimate = isChecked ? Math.max(passed, Math.round((all * passed) / checked)) : all;
  const isExact = !isChecked && sampled < MIN_SAMPLED && all < MAX_COUNTED;
  return { count: Math.min(MAX_TOTAL, estimate), isExact };
}

async function count(db: Reader, { table, match, from }: MatchQuery, limit: number): Promise<number> {
  const find = `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH @match
    AND rowid >= CAST(@from AS INTEGER) LIMIT @limit)`;
  return (await sql(db as D1Database, find, { match, from, limit: Math.ceil(limit) }).first<number>("count")) ?? 0;
}

function inSample(query: MatchQuery): MatchQuery {
  return { ...query, match: `(${query.match}) AND facets : "${SAMPLED}"` };
}
