import { Hono } from "hono";
import { batchOf, readResults } from "../batches/batch-records.ts";
import type { ResultsPage } from "../batches/batch-types.ts";
import { csvLine } from "../batches/csv-file.ts";
import type { BatchStatus } from "../batches/stored-batch.ts";
import { AppError } from "../errors.ts";
import { type AppEnv, callContextOf } from "../http/app-env.ts";
import { streamFile } from "../http/stream-file.ts";
import { type ShownResult, shownResults } from "../tools/admin/batch-results.ts";
import { findBatch } from "../tools/admin/batches.ts";
import { catalogueOf, TOOLS } from "../tools/index.ts";
import { requireCategory, type ToolContext } from "../tools/tool.ts";
import { admit, answerReader } from "./admit.ts";
import { cellOf, columnsOf, flatText, isText } from "./flat-answer.ts";
import { parseInput } from "./read-arguments.ts";

const LINES_OF_A_PAGE = 200;
const HAS_RESULT = new Set<ShownResult["status"]>(["succeeded", "pending"]);
const JSON_LINES = { header: "", line: (result: ShownResult) => `${JSON.stringify(result)}\n` };

/** `unanswered`: the caller's own columns of lines without a result, to correct and send again. */
type FileKind = { format: "csv" | "jsonl" | "unanswered"; isForSpreadsheet: boolean };

type Deployment = Pick<ToolContext, "env" | "config">;
type ShownBatch = Pick<BatchStatus, "id" | "tool">;

/** A page of a batch's results, as its owner may see them. */
async function readShown(context: Deployment, { id, tool }: ShownBatch, page: ResultsPage): Promise<ShownResult[]> {
  const lines = await readResults(context.env, id, page);
  return lines.length > 0 ? shownResults({ ...context, ...catalogueOf(context.config), parseInput }, tool, lines) : [];
}

export type PreviewLine = Pick<ShownResult, "status"> & { asked: string; answer: string };

const PREVIEW_LINES = 10;
const PREVIEW_FIELDS = 4;

/** The first ten lines that have ended, each with what was asked and the first fields of its answer as text. */
export async function previewBatch(context: Deployment, batch: ShownBatch): Promise<PreviewLine[]> {
  const tool = TOOLS.find(({ name }) => name === batch.tool);
  const columns = tool ? columnsOf(tool) : [];
  const results = await readShown(context, batch, { order: "finished", after: 0, limit: PREVIEW_LINES });
  return results.map(({ input, status, result, error }) => {
    const cells = columns.map((column) => [column.name, cellOf(column, result)] as const);
    const filled = cells.filter(([, value]) => isText(value)).slice(0, PREVIEW_FIELDS);
    const answer = error ? `${error.code}: ${error.detail}` : filled.map((cell) => cell.join(": ")).join("; ");
    return { asked: `${flatText(Object.values(input))}`, status, answer };
  });
}

/** The results as a streamed file, a page as the client reads. `isForSpreadsheet`: CSV with a byte order mark. */
export async function batchFile(
  context: Deployment,
  { id, tool, estimate }: BatchStatus,
  { format: kind, isForSpreadsheet }: FileKind,
  headers: Record<string, string>,
): Promise<Response> {
  const { env } = context;
  const isCsv = kind !== "jsonl";
  const format = isCsv
    ? csvFormat(
        await batchOf(env, id).columns(),
        kind === "csv" ? { tool, hasNames: estimate.names !== undefined } : null,
      )
    : JSON_LINES;
  async function* parts(): AsyncGenerator<string> {
    yield (isCsv && isForSpreadsheet ? "\ufeff" : "") + format.header;
    for (let after = -1; ; ) {
      const results = await readShown(context, { id, tool }, { order: "line", after, limit: LINES_OF_A_PAGE });
      if (results.length === 0) return;
      after = results.at(-1)?.index ?? after;
      const shown = results.filter(({ status }) => kind !== "unanswered" || !HAS_RESULT.has(status));
      yield shown.map(format.line).join("");
    }
  }
  const name = `${id}${kind === "unanswered" ? "-unanswered" : ""}.${isCsv ? "csv" : "jsonl"}`;
  return streamFile(name, isCsv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson", parts(), headers);
}

/** The caller's own columns; for results also the outcome, the answer's fields, and what was found for a name. */
function csvFormat(own: string[], results: { tool: string; hasNames: boolean } | null) {
  const tool = TOOLS.find(({ name }) => name === results?.tool);
  const columns = tool ? columnsOf(tool) : [];
  const matched = results?.hasNames ? ["matched_domain", "match_confidence"] : [];
  const reports = results ? ["status", "tokens_charged", "error", ...matched] : [];
  const taken = new Set([...own, ...reports]);
  const fields = columns.map(({ name }) => (taken.has(name) ? `result.${name}` : name));
  return {
    header: csvLine([...own, ...reports, ...fields]),
    line: ({ input, custom_id: customId, status, tokens_charged: tokens, error, result, match }: ShownResult) =>
      csvLine([
        // In a list of objects the ids are next to the input.
        ...own.map((name) => {
          const value = input[name] ?? (name === "custom_id" ? customId : undefined);
          return results ? flatText(value) : value;
        }),
        ...[
          ...[status, tokens, error && `${error.code}: ${error.detail}`],
          ...[match?.domain, match?.confidence],
        ].slice(0, reports.length),
        ...columns.map((column) => cellOf(column, result)),
      ]),
  };
}

const FILES = { "results.csv": "csv", "results.jsonl": "jsonl", "unanswered.csv": "unanswered" } as const;

/** Files of a batch in its order. The path begins with a parameter: the router allows no literal beside `/:tool`. */
export const batchExports = new Hono<AppEnv>().all("/api/v0/:collection/:id/:file", async (c, next) => {
  const { collection, id, file } = c.req.param();
  if (collection !== "batches" || !isFile(file)) return next();
  return answerReader(c, async (headers) => {
    const { account, rate } = await admit(c, "api");
    Object.assign(headers, rate);
    requireCategory(account, "admin");
    if (c.req.method !== "GET") {
      throw new AppError("method_not_allowed", "Results are read with GET.", { headers: { Allow: "GET" } });
    }
    const batch = await findBatch({ env: c.env, caller: account }, id);
    return batchFile(callContextOf(c), batch, { format: FILES[file], isForSpreadsheet: false }, headers);
  });
});

function isFile(name: string): name is keyof typeof FILES {
  return Object.hasOwn(FILES, name);
}
