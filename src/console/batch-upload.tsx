import type { Estimate } from "../batches/batch-types.ts";
import { findAlias, normalised } from "../batches/csv-header.ts";
import { decodeCsv } from "../batches/decode-csv.ts";
import { readColumnNames } from "../batches/read-lines.ts";
import type { Config } from "../config.ts";
import { invalidRequest } from "../errors.ts";
import { Figures, Tokens } from "../http/pages/figures.tsx";
import { Alert, Choice, Field, Form } from "../http/pages/private-page.tsx";
import { getAccountStatement } from "../ledger/account.ts";
import { newId } from "../lib/ids.ts";
import { formatCount } from "../lib/numbers.ts";
import { UNPRINTABLE } from "../lib/printable.ts";
import { columnFields } from "../tools/admin/batch-columns.ts";
import { isBatchable } from "../tools/admin/create-batch.ts";
import { findTool } from "../tools/index.ts";
import type { Tool } from "../tools/tool.ts";
import { InvalidLines } from "./batch-pages.tsx";
import { CONSOLE, type Visit } from "./console-page.tsx";

/** A list between upload and start. The forms carry it, so nothing is stored before the start. */
export type UploadedList = { tool: Tool; csv: string; name: string };

const MAX_NAME_LENGTH = 100;
const FIELD = "field_";
const MAX_SAMPLE = 60;

/** The list of an uploaded file. Throws `invalid_request`, `payload_too_large`. */
export async function readUpload(form: FormData, config: Config): Promise<UploadedList> {
  const file = form.get("file");
  if (file === null || typeof file === "string" || file.size === 0) {
    throw invalidRequest("Choose a CSV file that is not empty.");
  }
  const name = [...file.name]
    .filter((letter) => !UNPRINTABLE.test(letter))
    .join("")
    .slice(0, MAX_NAME_LENGTH);
  return { tool: toolOf(form, config), csv: decodeCsv(new Uint8Array(await file.arrayBuffer())), name };
}

/** The list as a hidden form field. Browsers send its line breaks as CR LF. */
export function readCarried(form: FormData, config: Config): UploadedList {
  const text = (field: string) => String(form.get(field) ?? "");
  return { tool: toolOf(form, config), csv: text("csv").replaceAll("\r\n", "\n"), name: text("name") };
}

function toolOf(form: FormData, config: Config): Tool {
  const tool = findTool(String(form.get("tool")), config);
  if (!tool || !isBatchable(tool)) throw invalidRequest("Choose a tool.");
  return tool;
}

/** The column of each argument. */
export function readMapping(form: FormData): Record<string, string> {
  const mapping: Record<string, string> = {};
  for (const [name, column] of form) {
    if (!name.startsWith(FIELD) || typeof column !== "string" || column === "") continue;
    const field = name.slice(FIELD.length);
    if (Object.hasOwn(mapping, column)) {
      throw invalidRequest(`The column ${column} is chosen for ${mapping[column]} and for ${field}.`);
    }
    mapping[column] = field;
  }
  return mapping;
}

/** The form that maps columns to arguments; similar names are preselected. */
export function columnsPage(list: UploadedList) {
  const { columns, sample } = readColumnNames(list.csv);
  const id = { name: "custom_id", description: "Your own id of a line, returned with its result.", isRequired: false };
  const options = columns.map((column, index): [string, string] => [
    column,
    sample[index] ? `${column}: ${sample[index].slice(0, MAX_SAMPLE)}` : column,
  ]);
  return (
    <>
      <p>
        Choose the column of “{list.name}” for each argument of <code>{list.tool.name}</code>. Other columns come back
        unchanged with the results.
      </p>
      <Form to="estimate" hasFile submit="See what it costs" hidden={carried(list)}>
        {[...columnFields(list.tool), id].map(({ name, description, isRequired }) => (
          <>
            <Choice
              id={name}
              name={FIELD + name}
              label={isRequired ? `${name} (required)` : name}
              required={isRequired}
              chosen={guess(name, columns)}
              options={[["", "not in the list"], ...options]}
            />
            {description && <p class="hint">{description}</p>}
          </>
        ))}
      </Form>
    </>
  );
}

function guess(field: string, columns: string[]): string {
  return columns.find((column) => normalised(column) === field) ?? findAlias(field, columns) ?? "";
}

/** The list as fields of the next form. */
function carried({ tool, csv, name }: UploadedList): Record<string, string> {
  return { tool: tool.name, name, csv };
}

type Priced = { list: UploadedList; mapping: Record<string, string>; estimate: Estimate; problem: string | null };

/** The estimate of a batch. `problem` says why it was not started. */
export async function estimatePage({ c, session }: Visit, { list, mapping, estimate, problem }: Priced) {
  const statement = await getAccountStatement(c.env, session.organisationId);
  const balance = statement?.available ?? 0;
  const { tokens_expected: expected, tokens_max: most, found_rate: rate } = estimate;
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <p>
        <code>{list.tool.name}</code> for “{list.name}”.
      </p>
      <Figures
        of={[
          ["Lines", estimate.inputs],
          ["To be run", estimate.distinct],
          ["Duplicates, free", estimate.duplicates],
          ["Invalid, free", estimate.invalid_count],
          rate !== null && ["Likely price", <Tokens of={expected} />],
          ["Price at most", <Tokens of={most} />],
          ["Time", durationOf(estimate.seconds_expected)],
          ["Your balance", <Tokens of={balance} />],
        ]}
      />
      {rate !== null && (
        <p class="hint">Your calls of this tool found something in {Math.round(rate * 100)} % of cases.</p>
      )}
      {estimate.distinct === 0 ? (
        <p>
          None of the lines can be run. <a href={CONSOLE.batches}>Upload another list</a>
        </p>
      ) : (
        <StartForm list={list} mapping={mapping} most={most} balance={balance} />
      )}
      <InvalidLines of={estimate} />
    </>
  );
}

type StartFormProps = Pick<Priced, "list" | "mapping"> & { most: number; balance: number };

function StartForm({ list, mapping, most, balance }: StartFormProps) {
  const columns = Object.fromEntries(Object.entries(mapping).map(([column, field]) => [FIELD + field, column]));
  const hidden = { once: newId(Date.now()), ...carried(list), ...columns };
  const bounds = { min: list.tool.cost, max: most, value: String(most) };
  return (
    <Form to="start" hasFile submit="Start the batch" hidden={hidden}>
      <Field id="max_tokens" label="Spend at most (tokens)" type="number" required {...bounds} />
      <p class="hint">
        Reserved from the balance at the start; the unused part comes back at the end. At the cap the rest of the list
        is not run.
        {balance < most && " The balance is lower than the price at most: lower the cap, or "}
        {balance < most && <a href={CONSOLE.purchases}>buy tokens</a>}
      </p>
    </Form>
  );
}

function durationOf(seconds: number): string {
  if (seconds < 60) return "under a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `about ${minutes} min` : `about ${formatCount(Math.ceil(minutes / 60))} h`;
}
