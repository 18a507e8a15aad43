import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { IMPORT_BYTES, IMPORT_ROWS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { type CsvRecord, csvReader, EndlessRecord } from "../../lib/csv.ts";
import { sql } from "../../platform/database.ts";
import { forgetHere } from "../../platform/isolate-memory.ts";
import { companies, entities, people } from "../../platform/schema.ts";
import { networkLink, networkUrl } from "../../readers/words/network-links.ts";
import { type Columns, documentedColumns, fieldsOf, type ImportKind, readHeader } from "./columns.ts";
import { type ImportOrder, type LineError, MAX_ERRORS, noteProgress, openImport } from "./import-log.ts";
import { readCompany, readEntity, readPerson } from "./rows.ts";

/** Upserts: `@rows` is JSON by column, `@source` the import. Missing values and older rows change nothing. */
const PERSON_COLUMNS = columnsOf(people, "id", "profile_url", "source");
const COMPANY_COLUMNS = columnsOf(companies, "id", "confidence", "source");
const STORED_ENTITY_COLUMNS = columnsOf(entities, "source");

function columnsOf(table: SQLiteTable, ...without: string[]): string[] {
  const names = Object.keys(getTableColumns(table));
  const inSql = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return inSql.filter((column) => !without.includes(column));
}

const valuesOf = (columns: string[]) => columns.map((column) => `value->>'$.${column}'`).join(", ");
const keepUnlessKnown = (table: string, columns: string[]) =>
  columns.map((column) => `${column} = coalesce(excluded.${column}, ${table}.${column})`).join(", ");
const replace = (columns: string[]) => columns.map((column) => `${column} = excluded.${column}`).join(", ");

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

/** A row without a profile is about the only known person with that name. */
const UPSERT_PEOPLE = `
INSERT INTO people (profile_url, source, ${PERSON_COLUMNS.join(", ")})
SELECT
  coalesce(value->>'$.profile_url', (
    SELECT max(known.profile_url) FROM people AS known
    WHERE known.domain = value->>'$.domain' AND known.name_folded = value->>'$.name_folded' HAVING count(*) = 1
  ), ''), @source, ${valuesOf(PERSON_COLUMNS)}
FROM json_each(@rows) WHERE true
ON CONFLICT (domain, name_folded, profile_url) DO UPDATE SET
  ${replace(["name", "first_name", "last_name", "name_tokens", "is_current", "source", "observed_at", "expires_at"])},
  title_tokens = CASE WHEN excluded.title IS NULL THEN people.title_tokens ELSE excluded.title_tokens END,
  email_status = CASE WHEN excluded.email IS NULL THEN people.email_status ELSE excluded.email_status END,
  ${keepUnlessKnown("people", ["title", "location", "email", "source_url"])}
WHERE excluded.observed_at >= people.observed_at`;

/** A row without a profile is ambiguous among several namesakes. */
const DELETE_SHADOWED_PEOPLE = `
DELETE FROM people WHERE profile_url = ''
  AND (domain, name_folded) IN (SELECT value->>'$.domain', value->>'$.name_folded' FROM json_each(@rows))
  AND EXISTS (
    SELECT 1 FROM people AS twin
    WHERE twin.domain = people.domain AND twin.name_folded = people.name_folded AND twin.profile_url <> ''
  )`;

const UPSERT_COMPANIES = `
INSERT INTO companies (source, ${COMPANY_COLUMNS.join(", ")})
SELECT @source, ${valuesOf(COMPANY_COLUMNS)} FROM json_each(@rows) WHERE true
ON CONFLICT (domain) DO UPDATE SET
  ${replace(["name", "name_key", "source", "observed_at", "expires_at"])},
  ${keepUnlessKnown(
    "companies",
    COMPANY_COLUMNS.filter((column) => !["domain", "name", "name_key", "observed_at", "expires_at"].includes(column)),
  )}
WHERE excluded.observed_at >= companies.observed_at`;

const UPSERT_ENTITIES = `
INSERT INTO entities (source, ${STORED_ENTITY_COLUMNS.join(", ")})
SELECT @source, ${valuesOf(STORED_ENTITY_COLUMNS)} FROM json_each(@rows) WHERE true
ON CONFLICT (scheme, number) DO UPDATE SET
  ${replace(["source", ...STORED_ENTITY_COLUMNS.filter((column) => column !== "scheme" && column !== "number")])}
WHERE excluded.observed_at >= entities.observed_at`;

type ImportReport = ReturnType<typeof emptyReport>;

function emptyReport(importId: string | null, { kind, isDryRun }: ImportOrder) {
  return {
    ...{ import_id: importId, kind, dry_run: isDryRun, rows_ok: 0, rows_failed: 0 },
    /** The first {@link MAX_ERRORS} of this part. */
    errors: [] as LineError[],
    /** How many values were unusable and left out, by field. */
    dropped: {} as Record<string, number>,
    columns: { recognised: {} as Record<string, string>, ignored: [] as string[] },
  };
}

const ROWS_AT_ONCE = 500;
const HEADER_WITHIN = 10;
const MISPLACED_QUOTE = { status: "unusable", problem: "a quotation mark is out of place" } as const;

/**
 * Reads a CSV file as it arrives and upserts it row by row, so that memory does not grow with the file. A bad row is reported
 * with its line, and the others are imported. Sending a part again changes nothing. Throws, with the import's id and counts:
 * `invalid_request` for a file without the required columns or with an unclosed quotation mark, `payload_too_large` after
 * {@link IMPORT_ROWS} rows or {@link IMPORT_BYTES}.
 */
export async function importCsv(
  db: D1Database,
  body: ReadableStream<Uint8Array>,
  order: ImportOrder,
): Promise<ImportReport> {
  const id = order.isDryRun ? null : await openImport(db, order);
  const report = emptyReport(id, order);
  const lines = { first: Number.POSITIVE_INFINITY, last: 0 };
  let columns: Columns | null = null;
  let rows: object[] = [];
  let headerLines = 0;

  const flush = async () => {
    if (id && rows.length > 0) await writeRows(db, order.kind, id, rows);
    report.rows_ok += rows.length;
    rows = [];
  };

  try {
    for await (const record of recordsOf(body)) {
      if (report.rows_ok + rows.length + report.rows_failed >= IMPORT_ROWS) throw tooLarge();
      if (!columns) {
        columns = readHeader(order.kind, record.fields);
        if (columns) report.columns = { recognised: columns.recognised, ignored: columns.ignored };
        else if (++headerLines >= HEADER_WITHIN) throw noHeader(order.kind);
        continue;
      }
      const { line, fields } = fieldsOf(columns, record);
      lines.first = Math.min(lines.first, line);
      lines.last = Math.max(lines.last, line);
      const read = record.isBroken ? MISPLACED_QUOTE : readRow(order, fields);
      if (read.status === "unusable") {
        report.rows_failed++;
        if (report.errors.length < MAX_ERRORS) report.errors.push({ line, message: read.problem });
        continue;
      }
      for (const field of read.dropped) report.dropped[field] = (report.dropped[field] ?? 0) + 1;
      if (rows.push(read.row) >= ROWS_AT_ONCE) await flush();
    }
    if (!columns) throw noHeader(order.kind);
    await flush();
  } catch (cause) {
    await flush();
    throw unreadable(cause, report);
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

function readRow({ kind, retentionDays, networkHosts }: ImportOrder, fields: Record<string, string>) {
  const rules = { networkHosts, retentionDays, now: Date.now() };
  if (kind === "people") return readPerson(fields, rules);
  if (kind === "entities") return readEntity(fields, rules);
  return readCompany(fields, {
    ...rules,
    networkUrl(text) {
      const link = networkLink(
        /^https?:/i.test(text) ? text : `https://${text}`,
        new URL("https://x.invalid/"),
        networkHosts,
      );
      return link && networkUrl(link);
    },
  });
}

function noHeader(kind: ImportKind): AppError {
  const columns = documentedColumns(kind).join(", ");
  return new AppError(
    "invalid_request",
    `No header row was found. The file needs a column with names and one with ${kind === "entities" ? "numbers" : "company domains"}. Columns: ${columns}. Column names of common exports are recognised.`,
  );
}

function tooLarge(): AppError {
  const detail = `Send at most ${IMPORT_ROWS} rows and ${IMPORT_BYTES} bytes a request, each part with the header; import_id continues an import. npm run directory:import does so.`;
  return new AppError("payload_too_large", detail);
}

function unreadable(cause: unknown, { import_id, rows_ok, rows_failed }: ImportReport): unknown {
  const fields = { import_id, rows_ok, rows_failed };
  if (cause instanceof EndlessRecord) {
    return new AppError("invalid_request", cause.message, { fields: { ...fields, line: cause.line } });
  }
  if (cause instanceof AppError) return new AppError(cause.code, cause.detail, { fields, cause });
  if (cause instanceof TypeError) {
    const detail =
      "The body is incomplete or not UTF-8. Save the file as CSV in UTF-8 and send it again; rows that were imported are not duplicated.";
    return new AppError("invalid_request", detail, { fields, cause });
  }
  return cause;
}

const STATEMENTS: Record<ImportKind, string[]> = {
  people: [GIVE_PROFILES, UPSERT_PEOPLE, DELETE_SHADOWED_PEOPLE],
  companies: [UPSERT_COMPANIES],
  entities: [UPSERT_ENTITIES],
};

/** One transaction for each batch; the rows travel as one JSON parameter, because D1 binds at most 100. */
async function writeRows(db: D1Database, kind: ImportKind, source: string, rows: object[]): Promise<void> {
  const parameters = { rows: JSON.stringify(rows), source };
  await db.batch(STATEMENTS[kind].map((statement) => sql(db, statement, parameters)));
}
