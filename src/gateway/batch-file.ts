import { readColumns, readResults } from "../batches/batch-records.ts";
import type { BatchStatus } from "../batches/batch-types.ts";
import { csvLine } from "../batches/csv-cells.ts";
import { utf8 } from "../lib/bytes.ts";
import { type ShownResult, shownResults } from "../tools/admin/batch-results.ts";
import { catalogueOf, TOOLS } from "../tools/index.ts";
import { type JsonSchema, outputSchema } from "../tools/json-schema.ts";
import type { ToolContext } from "../tools/tool.ts";
import { parseInput } from "./read-arguments.ts";

const LINES_OF_A_PAGE = 200;
const MAX_NESTING = 3;
const HAS_RESULT = new Set<ShownResult["status"]>(["succeeded", "pending"]);
const JSON_LINES = { header: "", line: (result: ShownResult) => `${JSON.stringify(result)}\n` };

/** `unanswered`: the caller's own columns of lines without a result, to correct and send again. */
type FileKind = { format: "csv" | "jsonl" | "unanswered"; isForSpreadsheet: boolean };

/**
 * The results of a batch as a streamed file; a page is read once the client has consumed the previous one. With
 * `isForSpreadsheet` a CSV begins with a byte order mark, by which Excel recognises UTF-8.
 */
export async function batchFile(
  context: Pick<ToolContext, "env" | "config">,
  { id, tool }: BatchStatus,
  { format: kind, isForSpreadsheet }: FileKind,
  headers: Record<string, string>,
): Promise<Response> {
  const { env } = context;
  const isCsv = kind !== "jsonl";
  const format = isCsv ? csvFormat(await readColumns(env, id), kind === "csv" ? tool : null) : JSON_LINES;
  const header = (isCsv && isForSpreadsheet ? "\ufeff" : "") + format.header;
  let after = -1;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (header) controller.enqueue(utf8(header));
    },
    async pull(controller) {
      const page = await readResults(env, id, { order: "line", after, limit: LINES_OF_A_PAGE });
      after = page.at(-1)?.index ?? after;
      if (page.length === 0) return controller.close();
      const results = await shownResults({ ...context, ...catalogueOf(context.config), parseInput }, tool, page);
      const lines = results
        .filter((result) => kind !== "unanswered" || !HAS_RESULT.has(result.status))
        .map(format.line);
      // A stream does not pull again after a pull that enqueued nothing.
      if (lines.length > 0) controller.enqueue(utf8(lines.join("")));
      else await this.pull?.(controller);
    },
  });
  return new Response(body, {
    headers: {
      ...headers,
      "Content-Type": isCsv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson",
      "Content-Disposition": `attachment; filename="${id}${kind === "unanswered" ? "-unanswered" : ""}.${isCsv ? "csv" : "jsonl"}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

/**
 * The caller's own columns; for results of `toolName` also the outcome of the line and the fields of the tool's answer, which
 * are the same for every batch of that tool.
 */
function csvFormat(own: string[], toolName: string | null) {
  const tool = TOOLS.find(({ name }) => name === toolName);
  const paths = tool ? pathsOf(outputSchema(tool)) : [];
  const reports = toolName === null ? [] : ["status", "tokens_charged", "error"];
  const taken = new Set([...own, ...reports]);
  const fields = paths.map((path) => (taken.has(path.join(".")) ? `result.${path.join(".")}` : path.join(".")));
  return {
    header: csvLine([...own, ...reports, ...fields]),
    line: ({ input, custom_id: customId, status, tokens_charged: tokens, error, result }: ShownResult) =>
      csvLine([
        // In a list of objects the ids are next to the input.
        ...own.map((name) => input[name] ?? (name === "custom_id" ? customId : undefined)),
        ...[status, tokens, error && `${error.code}: ${error.detail}`].slice(0, reports.length),
        ...paths.map((path) => valueAt(result, path)),
      ]),
  };
}

/** Paths of the fields of an answer. Objects are flattened, a list is one field. */
function pathsOf(schema: JsonSchema, path: string[] = []): string[][] {
  const object = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties);
  if (!object?.properties || path.length >= MAX_NESTING) return [path];
  return Object.entries(object.properties).flatMap(([name, field]) => pathsOf(field, [...path, name]));
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === "object" && part !== null ? (part as Record<string, unknown>)[name] : undefined),
    value,
  );
}
