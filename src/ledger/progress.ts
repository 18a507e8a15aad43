import { sql } from "../platform/database.ts";

/** Rows of a table that {@link sweep} visits at once. */
export const SWEPT_AT_ONCE = 200;
const RUN_MS = 5_000;

/** A value that the deployment keeps, such as where a sweep of the cron stopped; null when there is none. */
export function readState(db: D1Database, name: string): Promise<string | null> {
  return sql(db, "SELECT value FROM state WHERE name = @name", { name }).first<string>("value");
}

export async function keepState(db: D1Database, name: string, value: string | null): Promise<void> {
  if (value === null) await sql(db, "DELETE FROM state WHERE name = @name", { name }).run();
  else await sql(db, "INSERT OR REPLACE INTO state (name, value) VALUES (@name, @value)", { name, value }).run();
}

/**
 * Goes on with a sweep of the cron for five seconds, or with `starts` begins it anew. `visit` does its work for the next
 * {@link SWEPT_AT_ONCE} rows after an id and returns them.
 */
export async function sweep(
  db: D1Database,
  name: string,
  starts: boolean,
  visit: (after: string) => Promise<{ id: string }[]>,
): Promise<void> {
  const deadline = Date.now() + RUN_MS;
  let after = starts ? "" : await readState(db, name);
  while (after !== null && Date.now() < deadline) {
    const page = await visit(after);
    after = page.length < SWEPT_AT_ONCE ? null : (page.at(-1)?.id ?? null);
  }
  await keepState(db, name, after);
}
