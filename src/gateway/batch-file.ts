import { readColumns, readResults } from "../batches/batch-records.ts";
import type { BatchStatus } from "../batches/batch-types.ts";
import { csvLine } from "../batches/csv-cells.ts";
import { utf8 } from "../lib/bytes.ts";
import { type ShownResult, shownResults } from "../tools/admin/batch-results.ts";
import { catalogueOf, TOOLS } from "../tools/index.ts";
import type { ToolContext } from "../tools/tool.ts";
import { cellOf, columnsOf } from "./flat-answer.ts";
import { parseInput } from "./read-arguments.ts";

const LINES_OF_A_PAGE = 200;
const HAS_RESULT = new Set<ShownResult["status"]>(["succeeded", "pending"]);
const JSON_LINES = { header: "", line: (result: ShownResult) => `${JSON.stringify(result)}\n` };

/** `unanswered`: the caller's own columns of lines without a result, to correct and send again. */
type FileKind = { format: "csv" | "jsonl" | "unanswered"; isForSpreadsheet: boolean };

/** The results as a streamed file, a page as the client reads. `isForSpreadsheet`: CSV with a byte order mark. */
export async function batchFile(
  context: Pick<ToolContext, "env" | "config">,
  { id, tool, estimate }: BatchStatus,
  { format: kind, isForSpreadsheet }: FileKind,
  headers: Record<string, string>,
): Promise<Response> {
  const { env } = context;
  const isCsv = kind !== "jsonl";
  const format = isCsv
    ? csvFormat(await readColumns(env, id), kind === "csv" ? { tool, hasNames: estimate.names !== undefined } : null)
    : JSON_LINES;
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
        ...own.map((name) => input[name] ?? (name === "custom_id" ? customId : undefined)),
        ...[
          ...[status, tokens, error && `${error.code}: ${error.detail}`],
          ...[match?.domain, match?.confidence],
        ].slice(0, reports.length),
        ...columns.map((column) => cellOf(column, result)),
      ]),
  };
}
