import { AppError } from "../errors.ts";
import { DAY_MS } from "../lib/time.ts";
import { jsonParts, sql } from "./database.ts";

/** The two databases of a deployment: the ledger, and everything that can be looked up or imported again. */
export type Databases = Pick<Env, "DB" | "DATA">;

/** How far the rows of an older deployment, which had one database, have been copied. No row means: not begun. */
type CopyState =
  /** `after` is the key of the last row copied of the table, or null at its beginning. */
  | { step: "copying"; table: string; after: (string | number)[] | null }
  /** The tables in `DB` are still there for calls in flight. */
  | { step: "copied"; at: number }
  | { step: "done" };

const COPY_STATE = "data_copy";

const MOVING_RETRY_SECONDS = 60;

const moved = new WeakSet<D1Database>();

/** Databases of directory, archive and facts, the first to use first: `DATA`; during a move `DB`, then `DATA`. */
export async function dataPlaces({ DB, DATA }: Databases): Promise<[D1Database, ...D1Database[]]> {
  if (moved.has(DATA)) return [DATA];
  const state = await readCopyState(DB);
  if (state === null || state.step === "copying") return [DB, DATA];
  moved.add(DATA);
  return [DATA];
}

/** Where an erasure deletes: `DATA`, and `DB` before it while the old tables are there. */
export async function placesToErase({ DB, DATA }: Databases): Promise<D1Database[]> {
  const state = await readCopyState(DB);
  return state?.step === "done" ? [DATA] : [DB, DATA];
}

/** The first of {@link dataPlaces}: where the directory, the archive of Reddit and the facts of sources are read. */
export async function dataOf(databases: Databases): Promise<D1Database> {
  return (await dataPlaces(databases))[0];
}

/** `DATA`, for imports. Throws `temporarily_unavailable` while an older deployment's rows are being copied. */
export async function dataForImports(databases: Databases): Promise<D1Database> {
  const places = await dataPlaces(databases);
  if (places.length === 1) return places[0];
  throw new AppError(
    "temporarily_unavailable",
    "The directory and the archive are being copied to the database DATA, which the cron does in minutes. Send this again then.",
    { retryAfterSeconds: MOVING_RETRY_SECONDS },
  );
}

async function readCopyState(db: D1Database): Promise<CopyState | null> {
  const find = db.prepare("SELECT value FROM state WHERE name = ?").bind(COPY_STATE);
  const stateJson = await find.first<string>("value");
  return stateJson === null ? null : (JSON.parse(stateJson) as CopyState);
}

/** The tables that were in `DB`, with their keys. Terms come before the facts that erasure finds by them. */
const TABLES: [name: string, key: string[]][] = [
  ["imports", ["id"]],
  ["companies", ["id"]],
  ["people", ["id"]],
  ["entities", ["scheme", "number"]],
  ["reddit_posts", ["id"]],
  ["reddit_comments", ["id"]],
  ["fact_subjects", ["term", "kind", "key"]],
  ["source_cache", ["kind", "key"]],
];
const FULL_TEXT = ["people_fts", "reddit_posts_fts"];

const PAGE_ROWS = 500;
/** Of the 1,000 queries that an invocation may make. */
const PAGES_PER_RUN = 60;
const RUN_MS = 15_000;
/** Calls in flight, and the release before if a deploy is rolled back, read the old tables. */
const KEPT_MS = DAY_MS;

type KeyValue = string | number;
type Row = Record<string, KeyValue | null>;

/** A cron run that moves an older deployment's rows from `DB` to `DATA`; pages replace themselves, so runs may die. */
export async function copyData({ DB, DATA }: Databases, now: number): Promise<void> {
  const deadline = Date.now() + RUN_MS;
  let state = await readCopyState(DB);
  if (state?.step === "done") return;
  if (state === null) state = await writeState(DB, null, beginning(TABLES[0]));
  for (let page = 0; state?.step === "copying" && page < PAGES_PER_RUN && Date.now() < deadline; page++) {
    const { table, after } = state;
    const at = TABLES.findIndex(([name]) => name === table);
    const last = await copyPage({ DB, DATA }, TABLES[at] ?? ["", []], after);
    const following = last ? { ...state, after: last } : beginning(TABLES[at + 1]);
    state = await writeState(DB, state, following ?? { step: "copied", at: now });
  }
  if (state?.step !== "copied" || now - state.at < KEPT_MS) return;
  const tables = [...FULL_TEXT, ...TABLES.map(([name]) => name)];
  await DB.batch(tables.map((name) => DB.prepare(`DROP TABLE IF EXISTS ${name}`)));
  await writeState(DB, state, { step: "done" });
}

function beginning(table: (typeof TABLES)[number] | undefined): CopyState | null {
  return table ? { step: "copying", table: table[0], after: null } : null;
}

/** Moves on from the state that was read; null if another run has moved on meanwhile. */
async function writeState(
  db: D1Database,
  before: CopyState | null,
  after: CopyState | null,
): Promise<CopyState | null> {
  if (!after) return null;
  const values = { name: COPY_STATE, before: JSON.stringify(before), after: JSON.stringify(after) };
  const write = before
    ? "UPDATE state SET value = @after WHERE name = @name AND value = @before"
    : "INSERT INTO state (name, value) VALUES (@name, @after) ON CONFLICT DO NOTHING";
  const { meta } = await sql(db, write, values).run();
  return meta.changes === 1 ? after : null;
}

/** Makes the rows after `after` in `DATA` those of `DB`. Returns the key of the last one; null at the end of the table. */
async function copyPage(
  { DB, DATA }: Databases,
  [table, key]: [name: string, key: string[]],
  after: KeyValue[] | null,
): Promise<KeyValue[] | null> {
  const columns = `(${key.join(", ")})`;
  const isAfter = after ? `${columns} > (${key.map(() => "?").join(", ")})` : "true";
  const select = `FROM ${table} WHERE ${isAfter} ORDER BY ${key.join(", ")} LIMIT ${PAGE_ROWS}`;
  const read = <T>(what: string) =>
    DB.prepare(`SELECT ${what} ${select}`)
      .bind(...(after ?? []))
      .all<T>();
  const { results: rows } = await read<Row>("*");
  const keyOf = (row: Row) => key.map((column) => row[column] as KeyValue);
  const last = rows.length === PAGE_ROWS ? keyOf(rows.at(-1) as Row) : null;

  const names = Object.keys(rows[0] ?? {});
  const insert = `INSERT INTO ${table} (${names.join(", ")})
    SELECT ${names.map((name) => `value->>'$.${name}'`).join(", ")} FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`;
  const upTo = last ? `AND ${columns} <= (${key.map(() => "?").join(", ")})` : "";
  const keys = key.map((column) => `value->>'$.${column}'`).join(", ");
  const remove = `DELETE FROM ${table} WHERE ${isAfter} ${upTo} AND ${columns} NOT IN (SELECT ${keys} FROM json_each(?))`;
  if (rows.length > 0) {
    const parts = [...jsonParts(rows.map((row) => JSON.stringify(row)))];
    await DATA.batch(parts.map((part) => DATA.prepare(insert).bind(part)));
  }
  // A person may have been erased from `DB` since the page was read. Who is erased after this is erased from both.
  const { results: kept } = await read<Row>(key.join(", "));
  await DATA.prepare(remove)
    .bind(...(after ?? []), ...(last ?? []), JSON.stringify(kept))
    .run();
  return last;
}
