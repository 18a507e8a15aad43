import { lazyPer } from "../lib/lazy.ts";
import { sql } from "./database.ts";
import { recallHere, rememberHere } from "./isolate-memory.ts";

/**
 * Calls and their log are the only rows that grow with every call, so they alone may be spread over several databases: `DB`, then `DB_2`, `DB_3` …
 * as far as they are bound. Money, keys and everything else of all organisations is in `DB`. The first byte of an organisation's
 * id is the number of the database with its calls, 0 for `DB`; a number without a binding means `DB` too. So an organisation keeps
 * its place when a database is added, and its calls from before its own one was bound are read from `DB`.
 */
export type Ledgers = Pick<Env, "DB">;

/** SQL: in a database with calls alone each organisation has a row too, so that the same statements find its calls there. */
export const LIST_ORGANISATION = `INSERT INTO organisations (id, plan, created_at) VALUES (@organisationId, 'anonymous', 0)
  ON CONFLICT DO NOTHING`;

const EMPTIEST = "emptiest_ledger";

/** All databases with calls, `DB` first. */
export const ledgersOf = lazyPer((env: Ledgers): [D1Database, ...D1Database[]] => {
  const all: [D1Database, ...D1Database[]] = [env.DB];
  for (let next = bound(env, 2); next; next = bound(env, all.length + 1)) all.push(next);
  return all;
});

function bound(env: object, number: number): D1Database | undefined {
  return (env as Record<string, D1Database | undefined>)[`DB_${number}`];
}

/** The database that takes an organisation's calls. */
export function ledgerOf(env: Ledgers, organisationId: string): D1Database {
  return ledgersOf(env)[Number.parseInt(organisationId.slice(0, 2), 16)] ?? env.DB;
}

/** The databases that have an organisation's calls: `DB`, and its own if that is another. */
export function ledgersWith(env: Ledgers, organisationId: string): D1Database[] {
  return [...new Set([env.DB, ledgerOf(env, organisationId)])];
}

/** Reads rows of several databases at once. Those with the same `key` become one, whose other numbers are their sums. */
export async function sumOver<Row extends object>(
  databases: D1Database[],
  key: keyof Row,
  read: (db: D1Database) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = (await Promise.all(databases.map(read))).flat();
  return [...Map.groupBy(rows, (row) => row[key]).values()].map((same) =>
    same.reduce((sum, row) => {
      const added = Object.entries(row).map(([name, value]) => [
        name,
        name === key || typeof value !== "number" ? value : value + Number(sum[name as keyof Row] ?? 0),
      ]);
      return Object.fromEntries(added) as Row;
    }),
  );
}

/** The number of the database for a new organisation: the emptiest as the cron last measured, see {@link measureLedgers}. */
export async function numberOfEmptiest(env: Ledgers): Promise<number> {
  if (ledgersOf(env).length === 1) return 0;
  const known = recallHere<number>(env.DB, EMPTIEST);
  if (known !== undefined) return known;
  const read = "SELECT value FROM state WHERE name = @name";
  const number = Number((await sql(env.DB, read, { name: EMPTIEST }).first<string>("value")) ?? 0);
  rememberHere(env.DB, EMPTIEST, number);
  return number;
}

/** For the cron: notes which database is the smallest. */
export async function measureLedgers(env: Ledgers): Promise<void> {
  const all = ledgersOf(env);
  if (all.length === 1) return;
  const sizes = await Promise.all(all.map(async (db) => (await db.prepare("SELECT 1").run()).meta.size_after));
  const keep = "INSERT OR REPLACE INTO state (name, value) VALUES (@name, @number)";
  await sql(env.DB, keep, { name: EMPTIEST, number: String(sizes.indexOf(Math.min(...sizes))) }).run();
}
