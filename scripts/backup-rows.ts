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

/** Tables whose rows must agree with those of `organisations`: they are read with them. */
const LEDGER = ["entries", "holds", "leases", "calls", "call_days"];
const PAGE_ORGANISATIONS = 500;
const PAGE_ROWS = 5_000;
/** D1 takes statements of 100 kB. */
const MAX_STATEMENT = 90_000;

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND name NOT LIKE 'sqlite_%' AND substr(name, 1, 4) <> '_cf_' AND name NOT LIKE 'd1_%' ORDER BY name`;
// Materialised, because D1 refuses questions about its own tables.
const KEYS = `WITH t AS MATERIALIZED (${TABLES}) SELECT t.name, k.name AS key FROM t, pragma_table_info(t.name) k
  WHERE k.pk > 0 ORDER BY t.name, k.pk`;
const TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";
const FULL_TEXT = `SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'
  AND name NOT LIKE 'reddit%' AND name NOT LIKE 'index%'`;

/** Names of the tables of a database that are kept, as {@link TABLES} lists them. Those of full-text indexes are made again. */
function keptOf(rows: Record<string, unknown>[]): string[] {
  const names = new Set(rows.map(({ name }) => String(name)));
  return [...names].filter((name) => !NOT_KEPT.includes(name) && !/_fts(_\w+)?$/.test(name));
}

/** A table that is read page by page, in the order of `key`, with the row that its last page ended with. */
type Reading = { table: string; key: string[]; pageRows: number; last?: Record<string, unknown> };

function pageOf(what: string, { table, key, pageRows, last }: Reading): string {
  const from = last ? `WHERE (${key}) > (${key.map((name) => literal(last[name]))})` : "";
  return `SELECT ${what} FROM ${table} ${from} ORDER BY ${key} LIMIT ${pageRows}`;
}

/**
 * All kept rows of a database, in few calls of `execute`: each reads the next page of all tables that have one. The ledger of
 * each organisation is read in one transaction, so that it adds up.
 */
export async function* readKeptRows(execute: Execute): AsyncGenerator<KeptRow> {
  const [columns = []] = await execute([KEYS]);
  const kept = keptOf(columns);
  const ofLedger = kept.includes("organisations") ? LEDGER : [];
  let readings: Reading[] = kept
    .filter((table) => !ofLedger.includes(table))
    .map((table) => {
      const key = columns.filter(({ name }) => name === table).map((column) => String(column.key));
      return { table, key, pageRows: table === "organisations" ? PAGE_ORGANISATIONS : PAGE_ROWS };
    });
  while (readings.length > 0) {
    const parts = readings.flatMap((reading) => {
      const ledger = reading.table === "organisations" ? ofLedger : [];
      const ids = `SELECT * FROM @ WHERE organisation_id IN (${pageOf("id", reading)})`;
      return [
        { table: reading.table, reading, text: pageOf("*", reading) },
        ...ledger.map((table) => ({ table, reading: null, text: ids.replace("@", table) })),
      ];
    });
    const results = await execute(parts.map(({ text }) => text));
    readings = [];
    for (const [index, { table, reading }] of parts.entries()) {
      const rows = results[index] ?? [];
      for (const row of rows) yield { table, row };
      if (reading && rows.length === reading.pageRows) readings.push({ ...reading, last: rows.at(-1) });
    }
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
  const [triggers = [], names = [], indexes = []] = await execute([TRIGGERS, TABLES, FULL_TEXT]);
  const tables = keptOf(names);
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
  for (const { sql } of triggers) yield String(sql);
  if (tables.includes("leases")) {
    yield `UPDATE leases SET tokens = spent, state = 'closed', sequence = sequence + 1,
      exchange = printf('%012x', 1000 * unixepoch()) || lower(hex(randomblob(10))) WHERE state = 'open'`;
    yield "UPDATE holds SET state = 'released' WHERE state = 'open'";
  }
  for (const { name } of indexes) yield `INSERT INTO ${name}(${name}) VALUES ('rebuild')`;
}

/** A value in SQL. D1 has texts, numbers and NULL. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}
