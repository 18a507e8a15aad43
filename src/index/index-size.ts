import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { recallHere, rememberHere } from "../platform/isolate-memory.ts";

/** How much the index holds. `oldestSeenAt`: when the board that was looked at longest ago was last read (milliseconds since 1970). */
export type IndexSize = { companies: number; jobs: number; boards: number; oldestSeenAt: number | null };

const NAME = "index_size";
const [KEPT_MS, SHARED_MS, LARGE] = [10 * MINUTE_MS, 6 * HOUR_MS, 10_000];

/** Counted every ten minutes, of a large index every six hours: counting reads the row of each company and board. */
export async function indexSize({ DB, DATA }: Pick<Env, "DB" | "DATA">): Promise<IndexSize> {
  const here = recallHere<IndexSize>(DATA, NAME);
  if (here) return here;
  const now = Date.now();
  const find = "SELECT value FROM state WHERE name = @name AND value ->> 'countedAt' > @since";
  const sharedJson = await sql(DB, find, { name: NAME, since: now - SHARED_MS }).first<string>("value");
  const size = sharedJson ? (JSON.parse(sharedJson) as IndexSize) : await count(DATA);
  if (!sharedJson && size.companies > LARGE) {
    const keep = `INSERT INTO state (name, value) VALUES (@name, @value) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
    await sql(DB, keep, { name: NAME, value: JSON.stringify({ ...size, countedAt: now }) }).run();
  }
  if (size.companies > 0) rememberHere(DATA, NAME, size, KEPT_MS);
  return size;
}

async function count(db: D1Database): Promise<IndexSize> {
  const read = `SELECT (SELECT count(*) FROM index_companies) AS companies, coalesce(sum(open_jobs), 0) AS jobs, count(*) AS boards,
    min(last_seen_at) AS oldestSeenAt FROM index_boards WHERE state = 'open'`;
  return (await sql(db, read, {}).first<IndexSize>()) as IndexSize;
}
