import { getBatch } from "../batches/batch-records.ts";
import type { Estimate } from "../batches/batch-types.ts";
import { decodeCsv, guessFields } from "../batches/csv-file.ts";
import { readColumnNames } from "../batches/read-lines.ts";
import type { BatchStatus } from "../batches/stored-batch.ts";
import { AppError, invalidRequest } from "../errors.ts";
import { callAsOwner } from "../gateway/run-uncharged.ts";
import { Figures, numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { Alert, Choice, Field, Form } from "../http/pages/private-page.tsx";
import { getAccountStatement } from "../ledger/account.ts";
import { newId, timeOfId, timePrefix } from "../lib/ids.ts";
import { formatCount } from "../lib/numbers.ts";
import { UNPRINTABLE } from "../lib/printable.ts";
import { DAY_MS } from "../lib/time.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { columnFields, isBatchable } from "../tools/admin/batch-lines.ts";
import { findTool } from "../tools/index.ts";
import type { Tool } from "../tools/tool.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";

/** A list between upload and start, with the argument of each column. The forms carry it, so nothing is stored before the start. */
type UploadedList = { tool: Tool; csv: string; name: string; columns: Record<string, string> };

const MAX_NAME_LENGTH = 100;
const FIELD = "field_";
const MAX_SAMPLE = 60;

/** From a file to a batch: map its columns, see the estimate, start. */
export const uploads: ConsolePage["uploads"] = {
  async columns(visit, form) {
    return { title: "Columns of the list", body: <Columns of={await readUpload(visit, form)} /> };
  },
  estimate: (visit, form) => priced(visit, readCarried(visit, form), null),
  async start(visit, form) {
    const list = readCarried(visit, form);
    const id = await idOf(visit, String(form.get("once")));
    // A repeated form leads to its batch, even after the batch has ended.
    if (!(await getBatch(visit.env, visit.session, `batch_${id}`))) {
      try {
        await callCreate(visit, list, { max_tokens: Number(form.get("max_tokens")) }, id);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        return priced(visit, list, error);
      }
    }
    return visit.c.redirect(`${CONSOLE.batches}/batch_${id}`, 303);
  },
};

/** The list of an uploaded file. Throws `invalid_request`. */
async function readUpload(visit: Visit, form: FormData): Promise<UploadedList> {
  const file = form.get("file");
  if (file === null || typeof file === "string" || file.size === 0) {
    throw invalidRequest("Choose a CSV file that is not empty.");
  }
  const printable = [...file.name].filter((letter) => !UNPRINTABLE.test(letter)).join("");
  const csv = decodeCsv(new Uint8Array(await file.arrayBuffer()));
  return { tool: toolOf(visit, form), csv, name: printable.slice(0, MAX_NAME_LENGTH), columns: {} };
}

/** The list as {@link carried} in a form. Browsers send its line breaks as CR LF. Throws `invalid_request`. */
function readCarried(visit: Visit, form: FormData): UploadedList {
  const text = (field: string) => String(form.get(field) ?? "");
  const columns: Record<string, string> = {};
  for (const [name, column] of form) {
    if (!name.startsWith(FIELD) || typeof column !== "string" || column === "") continue;
    const field = name.slice(FIELD.length);
    if (Object.hasOwn(columns, column)) {
      throw invalidRequest(`The column ${column} is chosen for ${columns[column]} and for ${field}.`);
    }
    columns[column] = field;
  }
  return { tool: toolOf(visit, form), csv: text("csv").replaceAll("\r\n", "\n"), name: text("name"), columns };
}

function toolOf({ c }: Visit, form: FormData): Tool {
  const tool = findTool(String(form.get("tool")), c.var.config);
  if (!tool || !isBatchable(tool)) throw invalidRequest("Choose a tool.");
  return tool;
}

function carried({ tool, csv, name, columns }: UploadedList): Record<string, string> {
  const mapped = Object.entries(columns).map(([column, field]) => [FIELD + field, column]);
  return { tool: tool.name, name, csv, ...Object.fromEntries(mapped) };
}

/** The form that maps columns to arguments; similar names are preselected. */
function Columns({ of: list }: { of: UploadedList }) {
  const { columns, sample } = readColumnNames(list.csv);
  const id = { name: "custom_id", description: "Your own id of a line, returned with its result.", isRequired: false };
  const options = columns.map((column, index): [string, string] => [
    column,
    sample[index] ? `${column}: ${sample[index].slice(0, MAX_SAMPLE)}` : column,
  ]);
  const fields = [...columnFields(list.tool), id];
  const guessed = guessFields(columns, new Set(fields.map(({ name }) => name)));
  return (
    <>
      <p>
        Choose the column of “{list.name}” for each argument of <code>{list.tool.name}</code>. Other columns come back
        unchanged with the results.
      </p>
      <Form to="estimate" hasFile submit="See what it costs" hidden={carried(list)}>
        {fields.map(({ name, description, isRequired }) => (
          <>
            <Choice
              id={name}
              name={FIELD + name}
              label={isRequired ? `${name} (required)` : name}
              required={isRequired}
              chosen={columns[guessed.indexOf(name)] ?? ""}
              options={[["", "not in the list"], ...options]}
            />
            {description && <p class="hint">{description}</p>}
          </>
        ))}
      </Form>
    </>
  );
}

/** What the batch costs, with the form that starts it. `problem` says why it was not started. */
async function priced(visit: Visit, list: UploadedList, problem: AppError | null) {
  const { estimate } = await callCreate(visit, list, { dry_run: true });
  const balance = (await getAccountStatement(visit.env, visit.organisationId))?.available ?? 0;
  const { tokens_expected: expected, tokens_max: most, found_rate: rate } = estimate;
  const body = (
    <>
      {problem && <Alert>{problem.detail}</Alert>}
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
        <StartForm list={list} most={most} balance={balance} />
      )}
      <InvalidLines of={estimate} />
    </>
  );
  return { title: "What the batch costs", body, status: problem?.status ?? 200 };
}

function StartForm({ list, most, balance }: { list: UploadedList; most: number; balance: number }) {
  const bounds = { min: list.tool.cost, max: most, value: String(most) };
  return (
    <Form to="start" hasFile submit="Start the batch" hidden={{ once: newId(Date.now()), ...carried(list) }}>
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

/** The invalid lines, by number; renders nothing when there are none. */
export function InvalidLines({ of: { invalid, invalid_count: count } }: { of: Estimate }) {
  if (count === 0) return null;
  return (
    <>
      <h2>Invalid lines</h2>
      <p>
        {formatCount(count)} {count === 1 ? "line cannot be run and costs" : "lines cannot be run and cost"} nothing.
        {count > invalid.length && ` These are the first ${invalid.length}.`}
      </p>
      <Records columns={[...numbers("Line"), "Reason"]} rows={invalid.map(({ line, reason }) => [line, reason])} />
    </>
  );
}

/** The batch id of a form: the same each time the form is sent, and never that of another workspace. */
async function idOf({ organisationId }: Visit, once: string): Promise<string> {
  // Erasure looks for batches by the time in their ids.
  const isRecent = /^[0-9a-f]{32}$/.test(once) && Math.abs(Date.now() - timeOfId(once)) < DAY_MS;
  if (!isRecent) throw invalidRequest("The form is too old. Upload the list again.");
  const own = await sha256Hex(`batch:${organisationId}:${once}`);
  const time = once.slice(0, timePrefix(0).length);
  return time + own.slice(0, once.length - time.length);
}

async function callCreate({ c, session }: Visit, list: UploadedList, more: Record<string, unknown>, id?: string) {
  const { tool, csv, name, columns } = list;
  const input = { tool: tool.name, csv, columns, ...(name.trim() && { name }), ...more };
  return (await callAsOwner(c, session, "create_batch", input, id)) as BatchStatus;
}
