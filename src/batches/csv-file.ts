import { BATCH_BODY_BYTES } from "../constants.ts";
import { AppError, invalidRequest } from "../errors.ts";
import type { CsvRecord } from "../lib/csv.ts";

export const MAX_COLUMNS = 200;
/** Results repeat the names of columns in each line. */
const MAX_NAME_LENGTH = 200;
const MAX_HEADER_LENGTH = 10_000;

/** Names that exports of CRMs and spreadsheets give to the columns of an argument, the likeliest first. */
const ALIASES: Record<string, string[]> = {
  domain: ["company_domain_name", "company_domain", "website", "website_url", "company_website", "homepage"],
  company: ["company_name", "account_name", "organization", "organisation", "account", "name"],
  email: ["email_address", "e_mail", "work_email"],
  name: ["full_name", "contact_name"],
  first_name: ["firstname", "given_name"],
  last_name: ["lastname", "surname", "family_name"],
};

/** The names of a CSV's columns, and the argument that each is read as, or null: by `mapping` or name. Throws `invalid_request`. */
export function readBatchHeader(
  first: CsvRecord | undefined,
  known: ReadonlySet<string>,
  mapping?: Record<string, string>,
) {
  const columns = columnNames(first);
  if (mapping) checkMapping(mapping, columns, known);
  const mapped = new Map(Object.entries(mapping ?? {}));
  const fields = mapping
    ? columns.map((column) => mapped.get(column) ?? null)
    : guessFields(first?.fields ?? [], known);
  const twice = fields.find((field, index) => field !== null && fields.indexOf(field) < index);
  if (twice) throw invalidRequest(`Line 1 names the column ${twice} twice.`);
  if (!fields.some((field) => field !== null && field !== "custom_id")) {
    const names = [...known].join(", ");
    throw invalidRequest(`Line 1 must be a header that names arguments of the tool: ${names}.`);
  }
  return { columns, fields };
}

/** Distinct column names: an empty third name becomes `column_3`, a second `Note` becomes `Note_2`. Throws `invalid_request`. */
export function columnNames(header: CsvRecord | undefined): string[] {
  if (!header) throw invalidRequest("The CSV is empty. Its first line names the columns, e.g. domain.");
  if (header.isBroken) throw invalidRequest("Line 1 has a misplaced quotation mark.");
  if (header.fields.length > MAX_COLUMNS) {
    throw invalidRequest(`Line 1 has ${header.fields.length} columns; ${MAX_COLUMNS} are read.`);
  }
  requireShortNames(header.fields, "Line 1");
  const taken = new Set<string>();
  return header.fields.map((field, index) => {
    const base = field.trim() || `column_${index + 1}`;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    taken.add(name);
    return name;
  });
}

/** Throws `invalid_request` for long names of columns or fields; `where` they are. */
export function requireShortNames(names: string[], where: string): void {
  const long = names.findIndex((name) => name.length > MAX_NAME_LENGTH);
  if (long >= 0) {
    const detail = `${where}: the name of column ${long + 1} has ${names[long]?.length} characters; at most ${MAX_NAME_LENGTH}.`;
    throw invalidRequest(detail);
  }
  const length = names.reduce((sum, name) => sum + name.length, 0);
  if (length > MAX_HEADER_LENGTH) {
    throw invalidRequest(`${where}: the names of all columns have ${length} characters; at most ${MAX_HEADER_LENGTH}.`);
  }
}

/** The argument that each column is named after (`First Name` is `first_name`), or has an alias of; null for other columns. */
export function guessFields(columns: string[], known: ReadonlySet<string>): (string | null)[] {
  const names = columns.map((column) =>
    column
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  );
  const fields = names.map((name) => (known.has(name) || name === "custom_id" ? name : null));
  for (const field of known) {
    const alias = fields.includes(field) ? undefined : ALIASES[field]?.find((name) => names.includes(name));
    if (alias !== undefined) fields[names.indexOf(alias)] ??= field;
  }
  return fields;
}

function checkMapping(mapping: Record<string, string>, columns: string[], known: ReadonlySet<string>): void {
  for (const [column, field] of Object.entries(mapping)) {
    if (!columns.includes(column)) throw invalidRequest(`columns: line 1 has no column ${column.slice(0, 100)}.`);
    if (known.has(field) || field === "custom_id") continue;
    const names = [...known].join(", ");
    throw invalidRequest(`columns: ${field.slice(0, 100)} is not an argument of the tool. It has ${names}.`);
  }
}

const LINE_FEED = 0x0a;
/** The first bytes of .xlsx, .ods and .zip. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** The text of a CSV in UTF-8. Throws `payload_too_large`, and `invalid_request` with the first line that is not. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes.length > BATCH_BODY_BYTES) {
    const detail = `The file has ${bytes.length} bytes; a list may have ${BATCH_BODY_BYTES}. Split it.`;
    throw new AppError("payload_too_large", detail);
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw invalidRequest("Line 1: the file is UTF-16, not UTF-8. Save it as “CSV UTF-8” and send it again.");
  }
  if (ZIP.every((byte, index) => bytes[index] === byte)) {
    throw invalidRequest("The file is a spreadsheet or an archive. Save it as “CSV UTF-8” and send that.");
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  try {
    return decoder.decode(bytes);
  } catch {
    const detail = `Line ${firstBadLine(bytes, decoder)} is not UTF-8. Save the file as “CSV UTF-8” and send it again.`;
    throw invalidRequest(detail);
  }
}

function firstBadLine(bytes: Uint8Array, decoder: TextDecoder): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    // A line feed is never part of a longer character.
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end < 0 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      return line;
    }
    from = to;
  }
  return line;
}

const DANGEROUS = /^[=@\t\r\n\uff1d\uff20]/;
const SIGNED = /^[+\-\uff0b\uff0d]/;
const NUMBER_OR_PHONE = /^[+-]?[\d\s().,/-]{1,40}$/;

/** One line of CSV (RFC 4180, CRLF). Text that a spreadsheet would run as a formula gets an apostrophe. */
export function csvLine(values: unknown[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/** Removes the apostrophe that {@link csvLine} adds. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && harmless(text.slice(1)) === text ? text.slice(1) : text;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text =
    typeof value === "string" ? harmless(value) : typeof value === "object" ? JSON.stringify(value) : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(text: string): string {
  return DANGEROUS.test(text) || (SIGNED.test(text) && !NUMBER_OR_PHONE.test(text)) ? `'${text}` : text;
}
