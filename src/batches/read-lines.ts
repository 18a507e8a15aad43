import { MAX_BATCH_INPUTS } from "../constants.ts";
import { invalidRequest } from "../errors.ts";
import { type CsvRecord, csvReader, EndlessRecord } from "../lib/csv.ts";
import { canonicalJson } from "../lib/json.ts";
import { isObject, parseJson, record } from "../lib/loose-json.ts";
import { UNPRINTABLE } from "../lib/printable.ts";
import { registrableDomain } from "../readers/words/company-domain.ts";
import type { BatchLine } from "./batch-types.ts";
import { columnNames, MAX_COLUMNS, readBatchHeader, requireShortNames, withoutApostrophe } from "./csv-file.ts";

/** `input`: what to store of the line where it is not what was sent. */
export type CheckedLine =
  | { status: "valid"; parsed: unknown; input?: Record<string, unknown> }
  | { status: "invalid"; problem: string };

/** The tool's side of reading a list. */
export type LineReader = {
  /** JSON Schema types of the arguments by name; they decide how a cell is read. */
  fields: ReadonlyMap<string, string>;
  /** The arguments of one call, as an example. */
  example: unknown;
  /** The validated arguments, or the problem. */
  check(input: Record<string, unknown>): CheckedLine;
};

/** A line before its arguments, which `sent` has, are checked. */
type Raw = Pick<BatchLine, "given" | "customId" | "problem"> & { line: number; sent: Record<string, unknown> };

export type ReadLines = { lines: BatchLine[]; columns: string[]; invalid: { line: number; reason: string }[] };

const MAX_CUSTOM_ID_LENGTH = 200;
const BROKEN_QUOTES = "misplaced quotation mark; the lines after it may count as part of this one";

/** Reads a list of objects. Lines are numbered from 1. Throws `invalid_request` for an empty or too long list. */
export function readInputs(reader: LineReader, inputs: unknown[]): ReadLines {
  checkLength(inputs.length);
  const columns = new Set(inputs.some((given) => "custom_id" in record(given)) ? ["custom_id"] : []);
  const problem = `must be an object with the arguments of one call, e.g. ${JSON.stringify(reader.example)}`;
  const raws = inputs.map((given, index): Raw => {
    if (!isObject(given)) return { line: index + 1, given: {}, sent: {}, customId: null, problem };
    const { custom_id: customId, ...rest } = given;
    for (const name of Object.keys(rest)) if (columns.size < MAX_COLUMNS) columns.add(name);
    return { line: index + 1, given: rest, sent: rest, ...readCustomId(customId) };
  });
  requireShortNames([...columns], "inputs");
  return readRaws(reader, raws, [...columns]);
}

/** Reads CSV with a header, see {@link readBatchHeader}; other columns are kept. Throws `invalid_request`. */
export function readCsv(reader: LineReader, text: string, mapping?: Record<string, string>): ReadLines {
  const [first, ...records] = csvRecords(text);
  const { columns, fields: names } = readBatchHeader(first, new Set(reader.fields.keys()), mapping);
  checkLength(records.length);
  const idColumn = names.indexOf("custom_id");
  const raws = records.map(({ line, fields, isBroken }): Raw => {
    const given = columns.map((_, index) => fields[index] ?? "");
    const sent: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) {
      const type = name === null ? undefined : reader.fields.get(name);
      // A results file that is sent back has apostrophes before formulas.
      const text = withoutApostrophe((given[index] ?? "").trim());
      if (name !== null && type && text !== "") sent[name] = cellValue(text, type);
    }
    const { customId, problem } = readCustomId(idColumn < 0 ? undefined : fields[idColumn] || undefined);
    const extra = fields.length > columns.length ? `has ${fields.length} cells, the header ${columns.length}` : null;
    const broken = isBroken ? BROKEN_QUOTES : null;
    return { line, given, sent: withWholeName(sent), customId, problem: broken ?? extra ?? problem };
  });
  return readRaws(reader, raws, columns);
}

/** Contact lists have the two names in columns of their own; tools take the whole name. */
function withWholeName({ first_name: first, last_name: last, ...input }: Record<string, unknown>) {
  const name = [first, last].filter(Boolean).join(" ");
  return name && input.name === undefined ? { ...input, name } : input;
}

/** The names of a CSV's columns, and its first record by them. Throws `invalid_request`. */
export function readColumnNames(text: string): { columns: string[]; sample: string[] } {
  const [header, first] = csvRecords(text);
  return { columns: columnNames(header), sample: first?.fields ?? [] };
}

function csvRecords(text: string): CsvRecord[] {
  try {
    const reader = csvReader();
    // With mixed line breaks a quoted last cell would count as broken.
    return [...reader.feed(text.replaceAll("\r\n", "\n")), ...reader.end()];
  } catch (error) {
    if (error instanceof EndlessRecord) throw invalidRequest(error.message);
    throw error;
  }
}

function readRaws(reader: LineReader, raws: Raw[], columns: string[]): ReadLines {
  const first = new Map<string, number>();
  const turns = new Map<string, number>();
  const invalid: ReadLines["invalid"] = [];
  const lines = raws.map(({ line, given, sent, customId, problem }, index): BatchLine => {
    const plain = { customId, given, input: null, duplicateOf: null, turn: 0, problem: null };
    const refuse = (reason: string): BatchLine => {
      invalid.push({ line, reason: reason.slice(0, 200) });
      return { ...plain, problem: reason.slice(0, 300) };
    };
    if (problem !== null) return refuse(problem);
    const checked = reader.check(sent);
    if (checked.status === "invalid") return refuse(checked.problem);
    const key = canonicalJson(checked.parsed);
    const input = checked.input ?? sent;
    const duplicateOf = first.get(key) ?? null;
    if (duplicateOf !== null) return { ...plain, input, duplicateOf };
    first.set(key, index);
    const host = hostOf(checked.parsed);
    const turn = turns.get(host) ?? 0;
    turns.set(host, turn + 1);
    return { ...plain, input, turn };
  });
  return { lines, columns, invalid };
}

/** The site that a call requests most, or the company whose site is not known yet. Inputs without one share an API. */
function hostOf(parsed: unknown): string {
  const { domain, email, company } = record(parsed);
  if (domain === undefined && typeof company === "string") return company;
  const host = typeof domain === "string" ? domain : typeof email === "string" ? email.split("@").at(-1) : undefined;
  return host ? registrableDomain(host) : "";
}

/** How many items the busiest site has. */
export function longestQueue(lines: BatchLine[]): number {
  return lines.reduce((longest, { turn }) => Math.max(longest, turn + 1), 0);
}

function readCustomId(value: unknown): Pick<BatchLine, "customId" | "problem"> {
  if (value === undefined || value === null) return { customId: null, problem: null };
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > MAX_CUSTOM_ID_LENGTH) {
    return { customId: null, problem: `custom_id: must be a string of at most ${MAX_CUSTOM_ID_LENGTH} characters` };
  }
  if (UNPRINTABLE.test(text)) return { customId: null, problem: "custom_id: must not contain control characters" };
  return { customId: text, problem: null };
}

function cellValue(text: string, type: string): unknown {
  switch (type) {
    case "integer":
    case "number":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return { true: true, false: false }[text.toLowerCase()] ?? text;
    case "array":
    case "object":
      if (/^[[{]/.test(text)) return parseJson(text) ?? text;
      return type === "array" ? text.split(/[;,]/).map((part) => part.trim()) : text;
    default:
      return text;
  }
}

function checkLength(count: number): void {
  if (count === 0) throw invalidRequest("The list is empty. Send at least one input.");
  if (count > MAX_BATCH_INPUTS) {
    throw invalidRequest(
      `The list has ${count} inputs; a batch takes ${MAX_BATCH_INPUTS}. Nothing was started: split the list.`,
    );
  }
}
