/**
 * Brings a CSV file into the operator's directory, part by part:
 *
 *   npm run directory:import -- people.csv --kind people --licence "licensed from … until …" [--url https://…] [--dry-run]
 *   npm run directory:import -- companies.csv --format bigpicture|brreg|wikidata|gleif|companies-house [--observed-at 2026-11-01] [--dry-run]
 *   npm run directory:import -- --list
 *   npm run directory:import -- --delete <import id>
 *
 * `ADMIN_TOKEN` comes from the environment; without it the one of `npm start` is used, and only for localhost. A part that
 * fails is sent again, which doubles nothing.
 */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import Papa from "papaparse";
import { type CsvRecord, csvReader } from "../src/lib/csv.ts";
import { ENTITY_COLUMNS, type ImportKind, readHeader } from "../src/operator/imports/columns.ts";
import { adminApi, type LineError, readOptions, showErrors, sizeOfFile, stop } from "./admin-api.ts";
import { CONVERTED_COLUMNS, DATA_SET_FORMATS, dataSetConverter } from "./directory-formats/companies-and-people.ts";
import { ENTITY_FORMATS, entityConverter } from "./directory-formats/entities.ts";
import { COLUMN_GUIDE } from "./import-columns.ts";

const RECORDS_IN_A_PART = 2_000;
const FORMAT_NAMES = [...DATA_SET_FORMATS, ...ENTITY_FORMATS].map(({ name }) => name);

const columnsOf = (kind: keyof typeof COLUMN_GUIDE) =>
  Object.entries(COLUMN_GUIDE[kind])
    .map(([column, type]) => `  ${column.padEnd(14)}${type}`)
    .join("\n");

const HELP = `npm run directory:import -- people.csv --licence "licensed from … until …" [--kind people|companies] [--dry-run]
npm run directory:import -- companies.csv --format ${FORMAT_NAMES.join("|")} [--observed-at 2026-11-01]
npm run directory:import -- --list
npm run directory:import -- --delete <import id>

  --url             the deployment, default http://localhost:8787
  --retention-days  1 to 3650, default 180
  --dry-run         checks the file and writes nothing
ADMIN_TOKEN comes from the environment. The file is CSV in UTF-8 with a header; column names of common exports are known.

Columns of people:
${columnsOf("people")}

Columns of companies:
${columnsOf("companies")}

docs/imports.md has more.`;

const { values, positionals } = readOptions(
  {
    kind: { type: "string", default: "people" },
    format: { type: "string" },
    "observed-at": { type: "string" },
    licence: { type: "string", default: "" },
    url: { type: "string", default: "http://localhost:8787" },
    "retention-days": { type: "string" },
    "dry-run": { type: "boolean", default: false },
    delete: { type: "string" },
    list: { type: "boolean", default: false },
  } as const,
  HELP,
);

const send = adminApi(values.url, "text/csv");
const endpoint = new URL("/admin/directory/imports", values.url);

type Report = {
  import_id: string;
  rows_ok: number;
  rows_failed: number;
  errors: LineError[];
  /** How many values of a field were unusable and left out. */
  dropped: Record<string, number>;
  columns: { recognised: Record<string, string>; ignored: string[] };
};

if (values.list) console.log(JSON.stringify((await send<{ imports: unknown }>("GET", endpoint)).imports, null, 2));
else if (values.delete) console.log(await send("DELETE", new URL(`${endpoint.pathname}/${values.delete}`, endpoint)));
else await importFile(positionals[0] ?? stop('Name the file: npm run directory:import -- people.csv --licence "…"'));

async function importFile(file: string): Promise<void> {
  const terms = readTerms();
  const totals = {
    id: null as string | null,
    ok: 0,
    failed: 0,
    errors: [] as LineError[],
    dropped: new Map<string, number>(),
    skipped: new Map<string, number>(),
  };
  const size = sizeOfFile(file);
  const input = createReadStream(file, { encoding: "utf8", highWaterMark: 256 * 1024 });
  const records = csvReader();
  const read = recordReader(terms, totals.skipped);
  let header: string[][] = [];
  let part: CsvRecord[] = [];

  const flush = async () => {
    if (part.length === 0) return;
    const body = Papa.unparse([...header, ...part.map(withLine)]);
    await sendPart(terms, basename(file), body, totals);
    part = [];
    const percent = size > 0 ? Math.floor((input.bytesRead / size) * 100) : 100;
    process.stdout.write(`\r${totals.ok} rows, ${totals.failed} errors, ${percent} % read `);
  };
  const take = async (found: CsvRecord[]) => {
    for (const record of found.map(read)) {
      if (record && "header" in record) [header, part] = [[["_line", ...record.header]], []];
      else if (record && part.push(record) >= RECORDS_IN_A_PART) await flush();
    }
  };
  for await (const text of input) await take(records.feed(text as string));
  await take(records.end());
  await flush();

  console.log();
  if (terms.format) console.log(`Left out: ${JSON.stringify(Object.fromEntries(totals.skipped))}`);
  showErrors(totals.errors, totals.failed);
  for (const [field, count] of totals.dropped) console.log(`${field}: ${count} unusable values were left out`);
  if (values["dry-run"]) console.log("Dry run: nothing was written.");
  else console.log(`Import ${totals.id}. To take it back: npm run directory:import -- --delete ${totals.id}`);
}

/** What the options say about the file. Stops the program when they are wrong or not enough. */
function readTerms() {
  const dataSet = DATA_SET_FORMATS.find(({ name }) => name === values.format);
  const register = ENTITY_FORMATS.find(({ name }) => name === values.format);
  const format = dataSet ?? register;
  if (values.format && !format) stop(`--format is one of ${FORMAT_NAMES.join(", ")}`);
  const kind = (register ? "entities" : dataSet ? "companies" : values.kind) as ImportKind;
  const observedAt = values["observed-at"] ?? dataSet?.publishedAt ?? "";
  if (format && Number.isNaN(Date.parse(observedAt))) stop("Say when the set was published: --observed-at 2026-11-01");
  if (kind !== "people" && kind !== "companies" && !register) stop(`--kind is people or companies, not "${kind}".`);
  const days = values["retention-days"] ?? (format && String(format.retentionDays));
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) stop(`--retention-days is 1 to 3650, not "${days}".`);
  const licence = values.licence || format?.licence || "";
  if (!values["dry-run"] && !licence) stop('Say on what grounds the data may be kept and shown: --licence "…"');
  return { kind, format, dataSet, register, observedAt, days, licence };
}

type Terms = ReturnType<typeof readTerms>;

/**
 * Returns a function that makes of each record the header, a row to send, or null for one that is left out, which `skipped` counts
 * by reason. Some exports begin with notes; the service refuses a file without a header and says why.
 */
function recordReader({ kind, format, dataSet, register, observedAt }: Terms, skipped: Map<string, number>) {
  let convert: ReturnType<typeof dataSetConverter> | undefined = null;
  let hasHeader = false;
  return (record: CsvRecord): CsvRecord | { header: readonly string[] } | null => {
    if (!format) {
      if (hasHeader || readHeader(kind, record.fields) === null) return record;
      hasHeader = true;
      return { header: record.fields };
    }
    if (!convert) {
      convert = register
        ? entityConverter(register, record.fields, observedAt)
        : dataSet && dataSetConverter(dataSet, record.fields, observedAt);
      if (convert) return { header: register ? ENTITY_COLUMNS : CONVERTED_COLUMNS };
      const what = `columns for a name and a ${register ? "number" : "web site"} are needed`;
      if (record.line > 10) stop(`No header of ${format.name} was found: ${what}.`);
      return null;
    }
    const converted = convert(record.fields);
    if (converted.status !== "skipped") return { ...record, fields: converted.values };
    skipped.set(converted.reason, (skipped.get(converted.reason) ?? 0) + 1);
    return null;
  };
}

type Totals = { id: string | null; ok: number; failed: number; errors: LineError[]; dropped: Map<string, number> };

/** Sends a part and adds its report to `totals`. */
async function sendPart({ kind, licence, days }: Terms, name: string, body: string, totals: Totals): Promise<void> {
  const query = new URLSearchParams({ kind, licence_note: licence, source_name: name });
  if (values["dry-run"]) query.set("dry_run", "true");
  if (days) query.set("retention_days", days);
  if (totals.id) query.set("import_id", totals.id);
  const report = await send<Report>("POST", new URL(`?${query}`, endpoint), body);
  if (totals.ok + totals.failed === 0) {
    const { recognised, ignored } = report.columns;
    console.log(`Columns read: ${JSON.stringify(recognised)}\nNot read: ${ignored.join(", ") || "none"}`);
  }
  totals.id = report.import_id;
  totals.ok += report.rows_ok;
  totals.failed += report.rows_failed;
  totals.errors.push(...report.errors);
  for (const [field, count] of Object.entries(report.dropped)) {
    totals.dropped.set(field, (totals.dropped.get(field) ?? 0) + count);
  }
}

/** The first column tells the service the line in this file, for its messages. */
function withLine({ line, fields }: CsvRecord): string[] {
  return [String(line), ...fields];
}
