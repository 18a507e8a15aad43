import { desc, eq } from "drizzle-orm";
import { AppError } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { drizzle, type Row, sql } from "../../platform/database.ts";
import { forgetHere } from "../../platform/isolate-memory.ts";
import { imports } from "../../platform/schema.ts";
import type { ImportKind } from "./columns.ts";

export type ImportOrder = {
  kind: ImportKind;
  isDryRun: boolean;
  /** Legal basis for keeping and showing the data; required for the first part. */
  licenceNote: string;
  sourceName: string | null;
  /** Continues an import of several parts. */
  importId: string | null;
  retentionDays: number;
  networkHosts: string[];
};

export type LineError = { line: number; message: string };

/** How many errors of an import are kept: the first ones. */
export const MAX_ERRORS = 100;
const MAX_LISTED = 1_000;
const ROWS_DELETED_AT_ONCE = 2_000;

/** The id of the import that a request begins or continues. Throws `not_found` when the import to continue does not exist. */
export async function openImport(db: D1Database, order: ImportOrder): Promise<string> {
  if (order.importId) {
    const known = await findImport(db, order.importId);
    if (known?.kind === order.kind) return order.importId;
    throw new AppError("not_found", `There is no import of ${order.kind} with this id.`);
  }
  const id = newId(Date.now());
  const { kind, sourceName, licenceNote } = order;
  await drizzle(db).insert(imports).values({ id, kind, sourceName, licenceNote, createdAt: Date.now() });
  return id;
}

function findImport(db: D1Database, id: string): Promise<Row<typeof imports> | undefined> {
  return drizzle(db).select().from(imports).where(eq(imports.id, id)).get();
}

/** Counts a part once, even if it is sent again. */
export async function noteProgress(
  db: D1Database,
  id: string,
  report: { rows_ok: number; rows_failed: number; errors: LineError[] },
  lines: { first: number; last: number },
): Promise<void> {
  if (lines.last === 0) return;
  await sql(
    db,
    `UPDATE imports SET rows_ok = rows_ok + @ok, rows_failed = rows_failed + @failed, last_line = @last,
       errors_json = (SELECT json_group_array(json(value)) FROM (
         SELECT value FROM json_each(errors_json) UNION ALL SELECT value FROM json_each(@errors) LIMIT ${MAX_ERRORS}))
     WHERE id = @id AND last_line < @first`,
    { id, ...lines, ok: report.rows_ok, failed: report.rows_failed, errors: JSON.stringify(report.errors) },
  ).run();
}

/** All imports, newest first. */
export async function listImports(db: D1Database) {
  const rows = await drizzle(db).select().from(imports).orderBy(desc(imports.id)).limit(MAX_LISTED);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    source_name: row.sourceName,
    licence_note: row.licenceNote,
    rows_ok: row.rowsOk,
    rows_failed: row.rowsFailed,
    errors: JSON.parse(row.errorsJson) as LineError[],
    created_at: new Date(row.createdAt).toISOString(),
  }));
}

/** Deletes an import and the rows it wrote last, in repeatable steps within D1's time limit; null for an unknown id. */
export async function deleteImport(db: D1Database, id: string) {
  if (!(await findImport(db, id))) return null;
  const removed = {
    people: await deleteFrom(db, "people", "id", id),
    companies: await deleteFrom(db, "companies", "id", id),
    entities: await deleteFrom(db, "entities", "scheme, number", id),
  };
  forgetHere(db);
  await drizzle(db).delete(imports).where(eq(imports.id, id));
  return removed;
}

async function deleteFrom(db: D1Database, table: string, key: string, source: string): Promise<number> {
  const deleteSome = sql(
    db,
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE source = @source LIMIT ${ROWS_DELETED_AT_ONCE})
     RETURNING 1`,
    { source },
  );
  for (let total = 0; ; ) {
    const { results } = await deleteSome.all();
    total += results.length;
    if (results.length < ROWS_DELETED_AT_ONCE) return total;
  }
}
