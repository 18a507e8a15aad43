/** What was imported, on what grounds, and how it is taken out again. */

import { AppError } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { sql } from "../../platform/database.ts";
import type { ImportKind } from "./columns.ts";

export type ImportOrder = {
  kind: ImportKind;
  isDryRun: boolean;
  /** On what grounds the data may be kept and shown; required of the first part. */
  licenceNote: string;
  sourceName: string | null;
  /** Continues an import of several parts. */
  importId: string | null;
  retentionDays: number;
  networkHosts: string[];
};

export type LineError = { line: number; message: string };

/** Errors that are kept of an import, the first ones. */
export const MAX_ERRORS = 100;
const ROWS_DELETED_AT_ONCE = 2_000;

/** The id of the import that an order begins or continues. Throws `not_found` for one to continue that there is not. */
export async function openImport(db: D1Database, order: ImportOrder): Promise<string> {
  if (order.importId) {
    const known = await sql(db, "SELECT kind FROM imports WHERE id = @id", { id: order.importId }).first<string>(
      "kind",
    );
    if (known === order.kind) return order.importId;
    throw new AppError("not_found", `There is no import of ${order.kind} with this id.`);
  }
  const id = newId(Date.now());
  await sql(
    db,
    `INSERT INTO imports (id, kind, source_name, licence_note, created_at)
     VALUES (@id, @kind, @sourceName, @licenceNote, @now)`,
    { ...order, id, now: Date.now() },
  ).run();
  return id;
}

/** Counts a part once, however often it is sent. */
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
    {
      id,
      first: lines.first,
      last: lines.last,
      ok: report.rows_ok,
      failed: report.rows_failed,
      errors: JSON.stringify(report.errors),
    },
  ).run();
}

export type ImportRecord = {
  id: string;
  kind: ImportKind;
  source_name: string | null;
  licence_note: string;
  rows_ok: number;
  rows_failed: number;
  errors: LineError[];
  created_at: string;
};

/** All imports, newest first. */
export async function listImports(db: D1Database): Promise<ImportRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT id, kind, source_name, licence_note, rows_ok, rows_failed, errors_json, created_at
       FROM imports ORDER BY id DESC LIMIT 1000`,
    )
    .all<Omit<ImportRecord, "errors" | "created_at"> & { errors_json: string; created_at: number }>();
  return results.map(({ errors_json, created_at, ...rest }) => ({
    ...rest,
    errors: JSON.parse(errors_json) as LineError[],
    created_at: new Date(created_at).toISOString(),
  }));
}

/**
 * Removes an import and every row that it was the last to bring; null when there is none. Goes in steps, so that no
 * statement runs into D1's time limit; one that breaks off can be repeated.
 */
export async function deleteImport(db: D1Database, id: string): Promise<{ people: number; companies: number } | null> {
  const known = await sql(db, "SELECT id FROM imports WHERE id = @id", { id }).first();
  if (!known) return null;
  const removed = { people: await deleteFrom(db, "people", id), companies: await deleteFrom(db, "companies", id) };
  await sql(db, "DELETE FROM imports WHERE id = @id", { id }).run();
  return removed;
}

async function deleteFrom(db: D1Database, table: "people" | "companies", source: string): Promise<number> {
  for (let total = 0; ; ) {
    const { results } = await sql(
      db,
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE source = @source LIMIT ${ROWS_DELETED_AT_ONCE})
       RETURNING 1`,
      { source },
    ).all();
    total += results.length;
    if (results.length < ROWS_DELETED_AT_ONCE) return total;
  }
}
