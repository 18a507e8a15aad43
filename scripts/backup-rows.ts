/** Shared by `npm run backup` and `npm run restore`: which rows are kept, and the SQL that reads and writes them. */

/** Runs statements in one transaction; the rows of each. */
export type Execute = (statements: string[]) => Promise<Record<string, unknown>[][]>;
export type KeptRow = { table: string; row: Record<string, unknown> };

/**
 * Tables that are not kept: what is read again, what has ended in a month, what belongs to objects that stay behind, and what an
 * import can bring back.
 */
export const NOT_KEPT: readonly string[] = [
  ...["source_cache", "fact_subjects", "snapshots", "watch_heads", "vendor_spending", "alerts", "state", "idempotency"],
  ...["batches", "batch_requests", "lease_caps", "late_settlements", "sessions", "claims", "address_claims"],
  ...["webhook_deliveries", "webhook_tries", "watch_events", "reddit_posts", "reddit_comments", "disposable_domains"],
  // `npm run index:export` writes the index.
  ...["index_companies", "index_boards", "index_jobs"],
];

/** Tables whose rows must agree: they are read together, organisation by organisation. */
const LEDGER = ["organisations", "entries", "holds", "leases", "calls", "call_days"];
const PAGE_ORGANISATIONS = 100;
const PAGE_ROWS = 2_000;
/** D1 takes statements of 100 kB. */
const MAX_STATEMENT = 90_000;

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND name NOT LIKE 'sqlite_%' AND substr(name, 1, 4) <> '_cf_' AND name NOT LIKE 'd1_%' ORDER BY name`;

/** Names of the tables of a database that are kept. Those of full-text indexes are made again. */
export async function listKeptTables(execute: Execute): Promise<string[]> {
  const [rows = []] = await execute([TABLES]);
  const names = rows.map(({ name }) => String(name));
  return names.filter((name) => !NOT_KEPT.includes(name) && !/_fts(_\w+)?$/.test(name));
}

/** All kept rows of a database. The ledger of each organisation is read in one transaction, so that it adds up. */
export async function* readKeptRows(execute: Execute): AsyncGenerator<KeptRow> {
  const tables = await listKeptTables(execute);
  if (tables.includes("organisations")) yield* readLedgers(execute);
  for (const table of tables.filter((name) => !LEDGER.includes(name))) yield* readTable(execute, table);
}

async function* readLedgers(execute: Execute): AsyncGenerator<KeptRow> {
  for (let after = ""; ; ) {
    const page = `SELECT id FROM organisations WHERE id > ${literal(after)} ORDER BY id LIMIT ${PAGE_ORGANISATIONS}`;
    const statements = LEDGER.map(
      (table) => `SELECT * FROM ${table} WHERE ${table === "organisations" ? "id" : "organisation_id"} IN (${page})`,
    );
    const results = await execute(statements);
    for (const [index, rows] of results.entries()) for (const row of rows) yield { table: LEDGER[index] ?? "", row };
    const ids = (results[0] ?? []).map(({ id }) => String(id)).toSorted();
    if (ids.length < PAGE_ORGANISATIONS) return;
    after = ids.at(-1) ?? "";
  }
}

async function* readTable(execute: Execute, table: string): AsyncGenerator<KeptRow> {
  const [columns = []] = await execute([`SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`]);
  const key = columns.map(({ name }) => String(name));
  for (let after: Record<string, unknown> | undefined; ; ) {
    const from = after ? `WHERE (${key}) > (${key.map((name) => literal(after?.[name]))})` : "";
    const [rows = []] = await execute([`SELECT * FROM ${table} ${from} ORDER BY ${key} LIMIT ${PAGE_ROWS}`]);
    for (const row of rows) yield { table, row };
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1);
  }
}

/**
 * The statements that bring kept rows into a database with the same migrations and no organisation, to be run in one
 * transaction. Triggers are off meanwhile, because balances come with their rows. What was reserved by running calls and by
 * objects of the deployment that is gone is given back afterwards.
 */
export async function* restoreStatements(
  execute: Execute,
  rows: AsyncIterable<KeptRow> | Iterable<KeptRow>,
): AsyncGenerator<string> {
  const [found = []] = await execute(["SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"]);
  const triggers = found.map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
  const tables = await listKeptTables(execute);
  for (const { name } of triggers) yield `DROP TRIGGER ${name}`;
  let statement = "";
  let head = "";
  for await (const { table, row } of rows) {
    if (!tables.includes(table)) continue;
    const next = `INSERT INTO ${table} (${Object.keys(row)}) VALUES `;
    const values = `(${Object.values(row).map(literal)})`;
    if (statement && head === next && statement.length + values.length < MAX_STATEMENT) statement += `, ${values}`;
    else {
      if (statement) yield statement;
      [head, statement] = [next, next + values];
    }
  }
  if (statement) yield statement;
  for (const { sql } of triggers) yield sql;
  if (tables.includes("leases")) {
    yield `UPDATE leases SET tokens = spent, state = 'closed', sequence = sequence + 1,
      exchange = printf('%012x', 1000 * unixepoch()) || lower(hex(randomblob(10))) WHERE state = 'open'`;
    yield "UPDATE holds SET state = 'released' WHERE state = 'open'";
  }
  const [indexes = []] = await execute([
    "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%' AND name NOT LIKE 'reddit%' AND name NOT LIKE 'index%'",
  ]);
  for (const { name } of indexes) yield `INSERT INTO ${name}(${name}) VALUES ('rebuild')`;
}

/** A value in SQL. D1 has texts, numbers and NULL. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}
