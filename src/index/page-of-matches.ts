/** Reads one page of what an expression finds, newest or best first, with how many there are. */
import { sql } from "../platform/database.ts";
import { facet } from "../readers/words/search-words.ts";

/** The facet of a pseudo-random share of the rows, by which large sets are counted. */
export const SAMPLED = facet("sample", "yes");
export const SAMPLED_SHARE = 1 / 32;
/** With fewer matches in the sample, all are counted: 1,000 matches have more by chance once in a thousand times. */
const MIN_SAMPLED = 48;
/** `best` ranks the newest matches down to this one of the sample, some 1,500; older ones follow by age. */
const LAST_RANKED = 48;
const MAX_COUNTED = 2_000;
/** No total is larger: it means so many or more. */
const MAX_TOTAL = 10_000;
/** What an expression cannot say is checked on rows: so many for a page, and at once. */
const [MAX_CHECKED, CHECKED_AT_ONCE] = [400, 100];
const LAST_ID = Number.MAX_SAFE_INTEGER;

export type Order = "newest" | "best";
/** Where the next page begins: before an id of a tier. `rankedFrom` and `total` are of the first page. */
export type Place = { tier: number; at: number; rankedFrom: number; total: Total };
/** An inexact count is an estimate, within some 15 %. */
export type Total = { count: number; isExact: boolean };

export type MatchQuery = {
  table: "index_jobs_fts" | "index_companies_fts";
  match: string;
  from: number;
  order: Order;
  /** Of the ranked, the best are those that match the first of these, then the second; the newest first among equals. */
  better: string[];
  limit: number;
  /** The ids that pass what the expression does not say; null when it says all. */
  check: ((ids: number[]) => Promise<Set<number>>) | null;
};

type Reader = Pick<D1Database, "prepare">;
type Matches = Pick<MatchQuery, "table" | "match" | "from"> & { before?: number };

/** Up to `limit` ids; `next` is null after the last one. A page may be short, and have a next one, when few of many rows pass. */
export async function pageOfMatches(
  db: Reader,
  query: MatchQuery,
  place: Place | null,
): Promise<{ ids: number[]; total: Total; next: Place | null }> {
  const { order, limit, check } = query;
  const sample = order === "best" && !place ? await sampleOf(db, query) : null;
  const rankedFrom = place?.rankedFrom ?? sample?.[LAST_RANKED] ?? query.from;
  const tiers = order === "best" ? tiersOf(query, rankedFrom) : [query];
  const passed: Pick<Place, "tier" | "at">[] = [];
  let { tier, at } = place ?? { tier: 0, at: LAST_ID };
  let checked = 0;
  for (let matches = tiers[tier]; matches && passed.length <= limit && checked < MAX_CHECKED; matches = tiers[tier]) {
    const size = check ? CHECKED_AT_ONCE : limit + 1;
    const rows = await newest(db, matches, at, size);
    const passing = check && rows.length > 0 ? await check(rows) : null;
    for (const id of rows) if (!passing || passing.has(id)) passed.push({ tier, at: id });
    checked += rows.length;
    [tier, at] = rows.length < size ? [tier + 1, LAST_ID] : [tier, rows.at(-1) ?? at];
  }
  const isEnd = tier >= tiers.length;
  const page = passed.slice(0, limit);
  const after = passed.length > limit ? page.at(-1) : isEnd ? undefined : { tier, at };
  const exact = { count: passed.length, isExact: true };
  const counted = async () => countMatches(db, query, sample ?? (await sampleOf(db, query)), passed.length, checked);
  const total = place?.total ?? (isEnd ? exact : await counted());
  return { ids: page.map((row) => row.at), total, next: after ? { ...after, rankedFrom, total } : null };
}

/** Disjoint sets of all matches, the best first. BM25 would read every occurrence of each word and facet to weigh it. */
function tiersOf({ table, match, from, better }: MatchQuery, rankedFrom: number): Matches[] {
  const ranked = [...better, match].map((one, index) => {
    const others = better.slice(0, index).join(" OR ");
    return { table, match: `((${match}) AND (${one}))${others && ` NOT (${others})`}`, from: rankedFrom };
  });
  return rankedFrom > from ? [...ranked, { table, match, from, before: rankedFrom }] : ranked;
}

/** The newest matches of the sample: enough for the largest total. */
async function sampleOf(db: Reader, query: MatchQuery): Promise<number[]> {
  const match = `(${query.match}) AND facets : "${SAMPLED}"`;
  return newest(db, { ...query, match }, LAST_ID, MAX_TOTAL * SAMPLED_SHARE);
}

/** Ids are cast to INTEGER: D1 binds numbers as reals, with which FTS5 goes through all matches. */
async function newest(db: Reader, { table, match, from, before = LAST_ID }: Matches, at: number, limit: number) {
  const find = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH @match AND rowid < CAST(@before AS INTEGER)
    AND rowid >= CAST(@from AS INTEGER) ORDER BY rowid DESC LIMIT @limit`;
  const values = { match, from, before: Math.min(at, before), limit: Math.ceil(limit) };
  const { results } = await sql(db as D1Database, find, values).all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Of matches that are checked, the share that has passed so far is taken of all. */
async function countMatches(db: Reader, query: MatchQuery, sample: number[], passed: number, checked: number) {
  const isChecked = query.check !== null;
  const isSampled = sample.length >= MIN_SAMPLED;
  const all = isSampled ? sample.length / SAMPLED_SHARE : await countAll(db, query);
  const estimate = isChecked ? Math.max(passed, Math.round((all * passed) / checked)) : all;
  return { count: Math.min(MAX_TOTAL, estimate), isExact: !isChecked && !isSampled && all < MAX_COUNTED };
}

async function countAll(db: Reader, { table, match, from }: MatchQuery): Promise<number> {
  const find = `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH @match
    AND rowid >= CAST(@from AS INTEGER) LIMIT ${MAX_COUNTED})`;
  return (await sql(db as D1Database, find, { match, from }).first<number>("count")) ?? 0;
}
