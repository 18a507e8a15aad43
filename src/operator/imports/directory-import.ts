import { IMPORT_BYTES, IMPORT_ROWS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { type CsvRecord, csvReader, EndlessRecord } from "../../lib/csv.ts";
import { sql } from "../../platform/database.ts";
import { forgetHere } from "../../platform/isolate-memory.ts";
import { type Columns, documentedColumns, type ImportKind, readHeader } from "./columns.ts";
import { type ImportOrder, type LineError, MAX_ERRORS, noteProgress, openImport } from "./import-log.ts";
import { type Row, readRow, UnusableRow } from "./rows.ts";

/** How rows enter a table; `isWhole`: what a new row lacks is unknown from then on, else the known value stays. */
type Upsert = { key: string[]; isWhole?: true; inserted?: Record<string, string>; updated?: Record<string, string> };

const UPSERTS: Record<ImportKind, Upsert> = {
  people: {
    key: ["domain", "name_folded", "profile_url"],
    // A row without a profile is about the only known person with that name.
    inserted: {
      profile_url: `coalesce(value->>'$.profile_url', (
        SELECT max(known.profile_url) FROM people AS known
        WHERE known.domain = value->>'$.domain' AND known.name_folded = value->>'$.name_folded' HAVING count(*) = 1
      ), '')`,
    },
    updated: {
      title_tokens: "CASE WHEN excluded.title IS NULL THEN people.title_tokens ELSE excluded.title_tokens END",
    },
  },
  companies: { key: ["domain"] },
  entities: { key: ["scheme", "number"], isWhole: true },
};

/** Upserts `@rows`, JSON with the columns of `row`, of the import `@source`; older rows change nothing. */
function upsert(table: ImportKind, row: Row): string {
  const { key, isWhole, inserted, updated } = UPSERTS[table];
  const columns = [...Object.keys(row), "source"];
  const given: Record<string, string> = { source: "@source", ...inserted };
  const values = columns.map((column) => given[column] ?? `value->>'$.${column}'`);
  const next = (column: string) =>
    isWhole ? `excluded.${column}` : `coalesce(excluded.${column}, ${table}.${column})`;
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = ${updated?.[column] ?? next(column)}`);
  return `
INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM json_each(@rows) WHERE true
ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${changes.join(", ")}
WHERE excluded.observed_at >= ${table}.observed_at`;
}

/** A stored person without a profile takes the profile of the new row, if only one new row has one. */
const GIVE_PROFILES = `
UPDATE people SET profile_url = told.profile_url
FROM (
  SELECT value->>'$.domain' AS domain, value->>'$.name_folded' AS name_folded, max(value->>'$.profile_url') AS profile_url
  FROM json_each(@rows) WHERE value->>'$.profile_url' IS NOT NULL
  GROUP BY 1, 2 HAVING count(DISTINCT value->>'$.profile_url') = 1
) AS told
WHERE people.domain = told.domain AND people.name_folded = told.name_folded AND people.profile_url = ''
  AND NOT EXISTS (
    SELECT 1 FROM people AS twin
    WHERE twin.domain = told.domain AND twin.name_folded = told.name_folded AND twin.profile_url <> ''
  )`;

/** A row without a profile is ambiguous among several namesakes. */
const DELETE_SHADOWED_PEOPLE = `
DELETE FROM people WHERE profile_url = ''
  AND (domain, name_folded) IN (SELECT value->>'$.domain', value->>'$.name_folded' FROM json_each(@rows))
  AND EXISTS (
    SELECT 1 FROM people AS twin
    WHERE twin.domain = people.domain AND twin.name_folded = people.name_folded AND twin.profile_url <> ''
  )`;

/** One transaction for each batch; the rows travel as one JSON parameter, because D1 binds at most 100. */
async function writeRows(db: D1Database, kind: ImportKind, source: string, rows: Row[]): Promise<void> {
  const [row] = rows;
  if (!row) return;
  const parameters = { rows: JSON.stringify(rows), source };
  const statements =
    kind === "people" ? [GIVE_PROFILES, upsert(kind, row), DELETE_SHADOWED_PEOPLE] : [upsert(kind, row)];
  await db.batch(statements.map((statement) => sql(db, statement, parameters)));
}

const ROWS_AT_ONCE = 500;
const HEADER_WITHIN = 10;

/**
 * Reads a CSV file as it arrives and upserts it row by row, so that memory does not grow with the file. A bad row is reported
 * with its line, and the others are imported. Sending a part again changes nothing. Throws, with the import's id and counts:
 * `invalid_request` for a file without the required columns or with an unclosed quotation mark, `payload_too_large` after
 * {@link IMPORT_ROWS} rows or {@link IMPORT_BYTES}.
 */
export async function importCsv(db: D1Database, body: ReadableStream<Uint8Array>, order: ImportOrder) {
  const { kind, isDryRun } = order;
  const id = isDryRun ? null : await openImport(db, order);
  const report = {
    ...{ import_id: id, kind, dry_run: isDryRun, rows_ok: 0, rows_failed: 0 },
    /** The first {@link MAX_ERRORS} of this part. */
    errors: [] as LineError[],
    /** How many values were unusable and left out, by field. */
    dropped: {} as Record<string, number>,
    columns: { recognised: {} as Record<string, string>, ignored: [] as string[] },
  };
  const lines = { first: Number.POSITIVE_INFINITY, last: 0 };
  let columns: Columns | null = null;
  let rows: Row[] = [];
  let headerLines = 0;

  const flush = async () => {
    if (id) await writeRows(db, kind, id, rows);
    report.rows_ok += rows.length;
    rows = [];
  };

  try {
    for await (const record of recordsOf(body)) {
      if (report.rows_ok + rows.length + report.rows_failed >= IMPORT_ROWS) throw tooLarge();
      if (!columns) {
        columns = readHeader(kind, record.fields);
        if (columns) report.columns = { recognised: columns.recognised, ignored: columns.ignored };
        else if (++headerLines >= HEADER_WITHIN) break;
        continue;
      }
      const { line, fields } = columns.read(record);
      lines.first = Math.min(lines.first, line);
      lines.last = Math.max(lines.last, line);
      try {
        if (record.isBroken) throw new UnusableRow("a quotation mark is out of place");
        const { row, dropped } = readRow(kind, fields, order, Date.now());
        for (const field of dropped) report.dropped[field] = (report.dropped[field] ?? 0) + 1;
        rows.push(row);
      } catch (cause) {
        if (!(cause instanceof UnusableRow)) throw cause;
        report.rows_failed++;
        if (report.errors.length < MAX_ERRORS) report.errors.push({ line, message: cause.message });
      }
      if (rows.length >= ROWS_AT_ONCE) await flush();
    }
    if (!columns) throw noHeader(kind);
    await flush();
  } catch (cause) {
    await flush();
    const { import_id, rows_ok, rows_failed } = report;
    throw unreadable(cause, { import_id, rows_ok, rows_failed });
  } finally {
    forgetHere(db);
    if (id) await noteProgress(db, id, report, lines);
  }
  return report;
}

/** The records of a CSV file as it arrives. Throws `payload_too_large`, and what the reader throws. */
async function* recordsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<CsvRecord> {
  const reader = csvReader();
  let length = 0;
  for await (const text of body.pipeThrough(new TextDecoderStream("utf-8", { fatal: true, ignoreBOM: false }))) {
    length += text.length;
    if (length > IMPORT_BYTES) throw tooLarge();
    yield* reader.feed(text);
  }
  yield* reader.end();
}

function noHeader(kind: ImportKind): AppError {
  const columns = documentedColumns(kind).join(", ");
  const second = kind === "entities" ? "numbers" : "company domains";
  const detail = `No header row was found. The file needs a column with names and one with ${second}. Columns: ${columns}. Column names of common exports are recognised.`;
  return new AppError("invalid_request", detail);
}

function tooLarge(): AppError {
  const detail = `Send at most ${IMPORT_ROWS} rows and ${IMPORT_BYTES} bytes a request, each part with the header; import_id continues an import. npm run directory:import does so.`;
  return new AppError("payload_too_large", detail);
}

function unreadable(cause: unknown, fields: Record<string, unknown>): unknown {
  if (cause instanceof AppError) return new AppError(cause.code, cause.detail, { fields, cause });
  if (cause instanceof EndlessRecord)
    return new AppError("invalid_request", cause.message, { fields: { ...fields, line: cause.line } });
  if (!(cause instanceof TypeError)) return cause;
  const detail =
    "The body is incomplete or not UTF-8. Save the file as CSV in UTF-8 and send it again; rows that were imported are not duplicated.";
  return new AppError("invalid_request", detail, { fields, cause });
}
