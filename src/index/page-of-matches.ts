/** Reads one page of what an expression finds, newest or best first, with how many there are. */

import { foldText } from "../lib/fold.ts";
import { facet, queryTerms, termPattern } from "../lib/search-words.ts";
import { type Queryable, sql } from "../platform/database.ts";

/** The facet of a pseudo-random share of the rows, which tells how large a set is. */
export const SAMPLED = facet("sample", "yes");
export const SAMPLED_SHARE = 1 / 32;
/** No total is larger: it means so many or more. */
const MAX_TOTAL = 10_000;
/** Sets with so many rows in the sample are larger: those of {@link MAX_TOTAL} have 313, give or take 18. */
const SURE_SAMPLED = 400;
/** Of what is checked on rows, sets with so many in the sample are estimated; smaller ones are counted. */
const MIN_SAMPLED = 48;
/** `best` ranks so many of the newest matches, by texts that are read for each; older ones follow by age. */
const RANKED = 400;
const UNRANKED = 1_000;
/** Of a set that seems to be less than this part of {@link MAX_TOTAL}, the sample is not asked. */
const SURELY_FEW = 0.6;
/** What an expression cannot say is checked on rows: so many for a page, and at once. */
const [MAX_CHECKED, CHECKED_AT_ONCE] = [400, 100];
const LAST_ID = Number.MAX_SAFE_INTEGER;

export type Order = "newest" | "best";
/** Where the next page begins: after a row with this score. `rankedFrom`, an id, and `total` are of the first page. */
export type Place = { score: number; at: number; rankedFrom: number; total: Total };
/** An inexact count is {@link MAX_TOTAL}, or an estimate of matches that are checked on rows. */
export type Total = { count: number; isExact: boolean };

export type MatchQuery = {
  table: "index_jobs_fts" | "index_companies_fts";
  match: string;
  from: number;
  /** Most rows have an id from this one on. */
  mostFrom: number;
  order: Order;
  /** `best` ranks by the words of `text`, which SQL expressions over the `rows` of the table count in each row: `best`, then `good`. */
  ranking: { text: string; rows: "index_jobs" | "index_companies"; best: string; good: string };
  limit: number;
  /** The ids that pass what the expression does not say; null when it says all. */
  check: ((ids: number[]) => Promise<Set<number>>) | null;
};

type Ranked = Pick<Place, "score" | "at">;

/** Up to `limit` ids; `next` is null after the last one. A page may be short, and have a next one, when few of many rows pass. */
export async function pageOfMatches(
  db: Queryable,
  query: MatchQuery,
  place: Place | null,
): Promise<{ ids: number[]; total: Total; next: Place | null }> {
  const { order, limit, check } = query;
  const ranking = order === "best" && place?.score !== UNRANKED ? await rank(db, query, place) : null;
  const rankedFrom = ranking?.from ?? place?.rankedFrom ?? 0;
  const ranked = ranking?.rows ?? [];
  const known = ranking?.isAll && !check ? { count: ranked.length, isExact: true } : null;
  const newest = ranking?.newest ?? [];
  const passed: Ranked[] = [];
  let last: Ranked = { score: UNRANKED, at: ranking ? rankedFrom : (place?.at ?? LAST_ID) };
  let checked = 0;
  let isEnd = false;
  while (!isEnd && passed.length <= limit && checked < MAX_CHECKED) {
    const size = check ? CHECKED_AT_ONCE : limit + 1;
    const isRanked = ranked.length > 0 || ranking?.isAll === true;
    const before = last.score === UNRANKED ? last.at : rankedFrom;
    const rows = isRanked ? ranked.splice(0, size) : await unranked(db, query, before, size);
    const passing = check && rows.length > 0 ? await check(rows.map(({ at }) => at)) : null;
    passed.push(...rows.filter(({ at }) => !passing || passing.has(at)));
    isEnd = isRanked ? ranked.length === 0 && ranking?.isAll === true : rows.length < size;
    if (!ranking) newest.push(...rows.map(({ at }) => at));
    checked += rows.length;
    last = rows.at(-1) ?? last;
  }
  const page = passed.slice(0, limit);
  const after = passed.length > limit ? page.at(-1) : isEnd ? undefined : last;
  const exact = isEnd ? { count: passed.length, isExact: true } : known;
  const total = place?.total ?? exact ?? (await countMatches(db, query, { passed: passed.length, checked, newest }));
  return { ids: page.map(({ at }) => at), total, next: after ? { ...after, rankedFrom, total } : null };
}

/** The newest matches, those with most of the words in their `best` text first, then in the `good` one; BM25 would read whole lists. */
async function rank(db: Queryable, query: MatchQuery, place: Place | null) {
  const { table, match, from, ranking } = query;
  const start = place?.rankedFrom ?? from;
  const read = `SELECT f.id, ${ranking.best} AS best, ${ranking.good} AS good FROM (${newestOf(table)}) f LEFT JOIN ${ranking.rows} r ON r.id = f.id`;
  // Rows that came in since the first page may be among them.
  const values = { match, from: start, before: LAST_ID, limit: place ? 2 * RANKED : RANKED };
  type Texts = { id: number; best: string | null; good: string | null };
  const { results } = await sql(db, read, values).all<Texts>();
  const isAll = place ? start === from : results.length < RANKED;
  const patterns = queryTerms(ranking.text).map(termPattern);
  const missing = (words: string) => patterns.filter((pattern) => !pattern.test(words)).length;
  const rows = results
    .map(({ id, best, good }): Ranked => {
      const words = foldText(best ?? "");
      return { at: id, score: missing(words) + (good ? missing(`${words} ${foldText(good)}`) : 0) };
    })
    .sort((one, other) => one.score - other.score || other.at - one.at)
    .filter(({ score, at }) => !place || score > place.score || (score === place.score && at < place.at));
  const newest = results.map(({ id }) => id);
  return { rows, isAll, newest, from: isAll ? from : (place?.rankedFrom ?? newest.at(-1) ?? from) };
}

async function unranked(db: Queryable, { table, match, from }: MatchQuery, before: number, limit: number) {
  const values = { match, from, before, limit };
  const { results } = await sql(db, newestOf(table), values).all<{ id: number }>();
  return results.map(({ id }): Ranked => ({ score: UNRANKED, at: id }));
}

/** Ids are cast to INTEGER: D1 binds numbers as reals, with which FTS5 goes through all matches. */
function newestOf(table: MatchQuery["table"]): string {
  return `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH @match AND rowid < CAST(@before AS INTEGER)
    AND rowid >= CAST(@from AS INTEGER) ORDER BY rowid DESC LIMIT @limit`;
}

/**
 * Of matches that are checked, the share that has passed so far is taken of all. How far apart the newest are tells whether there may be
 * so many that the sample is asked first: it takes nearly as long as counting a small set.
 */
async function countMatches(
  db: Queryable,
  { table, match, from, mostFrom, check }: MatchQuery,
  { passed, checked, newest }: { passed: number; checked: number; newest: number[] },
): Promise<Total> {
  const [first = 0, last = 0] = [newest[0], newest.at(-1)];
  const guess = (newest.length * (first - Math.max(from, mostFrom))) / (first - last);
  // It is none when all are older than most rows.
  const isFew = !check && guess > 0 && guess < MAX_TOTAL * SURELY_FEW;
  const count = (limit: number, only = "") =>
    `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH @match${only} AND rowid >= CAST(@from AS INTEGER) LIMIT ${limit})`;
  const find = `WITH sample AS MATERIALIZED (SELECT (${count(isFew ? 0 : SURE_SAMPLED, ` || ' AND facets : "${SAMPLED}"'`)}) AS rows)
    SELECT iif(rows < ${check ? MIN_SAMPLED : SURE_SAMPLED}, (${count(MAX_TOTAL)}), min(rows / ${SAMPLED_SHARE}, ${MAX_TOTAL})) AS count FROM sample`;
  const all = (await sql(db, find, { match: `(${match})`, from }).first<number>("count")) ?? 0;
  if (!check) return { count: all, isExact: all < MAX_TOTAL };
  return { count: Math.max(passed, Math.round((all * passed) / checked)), isExact: false };
}
