import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { recallHere, rememberHere } from "../platform/isolate-memory.ts";

/** How much the index holds. `oldestSeenAt`: when the board that was looked at longest ago was last read (milliseconds since 1970). */
export type IndexSize = { companies: number; jobs: number; boards: number; oldestSeenAt: number | null };

/** Counting reads the row of each company and board. */
const [KEPT_MS, KEPT_LARGE_MS, LARGE] = [10 * MINUTE_MS, 6 * HOUR_MS, 10_000];

/** Counted every ten minutes in an isolate, or every six hours once the index is large. */
export async function indexSize(db: D1Database): Promise<IndexSize> {
  const last = recallHere<IndexSize>(db, "index size");
  if (last) return last;
  const read = `SELECT (SELECT count(*) FROM index_companies) AS companies, coalesce(sum(open_jobs), 0) AS jobs, count(*) AS boards,
    min(last_seen_at) AS oldestSeenAt FROM index_boards WHERE state = 'open'`;
  const size = (await sql(db, read, {}).first<IndexSize>()) as IndexSize;
  if (size.companies > 0) rememberHere(db, "index size", size, size.companies > LARGE ? KEPT_LARGE_MS : KEPT_MS);
  return size;
}
