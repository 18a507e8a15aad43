import { Hono } from "hono";
import { getBatch, readColumns, readResults } from "../batches/batch-records.ts";
import type { BatchStatus } from "../batches/batch-types.ts";
import { csvLine } from "../batches/csv-cells.ts";
import { AppError, asAppError } from "../errors.ts";
import { type AppContext, type AppEnv, bearerOf, callContextOf, clientOf } from "../http/app-env.ts";
import { bearerChallenge, problemResponse } from "../http/problem.ts";
import { newId } from "../lib/ids.ts";
import { shieldFromFlood } from "../platform/limits/limits.ts";
import { type ShownResult, shownResults } from "../tools/admin/batch-results.ts";
import { TOOLS } from "../tools/index.ts";
import { type JsonSchema, outputSchema } from "../tools/json-schema.ts";
import { admit } from "./admit.ts";

const LINES_OF_A_PAGE = 200;
const MAX_NESTING = 3;
const encoder = new TextEncoder();

/** All results of a batch as a file, in the order of its list: `GET /api/v0/batches/{id}/results.csv` and `.jsonl`. */
export const batchExports = new Hono<AppEnv>().all("/api/v0/batches/:id/:file{results\\.(?:csv|jsonl)}", async (c) => {
  const requestId = newId(Date.now());
  const headers: Record<string, string> = { "X-Request-Id": requestId, "X-Tokens-Charged": "0" };
  try {
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const { account, rate } = await admit(c.env, c.var.config, bearerOf(c), "api", waitUntil);
    Object.assign(headers, rate);
    if (c.req.method !== "GET") {
      throw new AppError("method_not_allowed", "Results are read with GET.", { headers: { Allow: "GET" } });
    }
    const batch = await getBatch(c.env, account.organisationId, c.req.param("id"));
    if (!batch)
      throw new AppError("not_found", "There is no such batch in your organisation. list_batches lists them.");
    return await exportBatch(c, batch, c.req.param("file") === "results.csv", headers);
  } catch (thrown) {
    const error = await shieldFromFlood(c.env, clientOf(c).ip, asAppError(thrown));
    if (error.status === 401) headers["WWW-Authenticate"] = bearerChallenge(error, c.get("baseUrl"), "/api/v0");
    return problemResponse(error, c.get("baseUrl"), requestId, headers);
  }
});

/** The file as a stream: a page of results is read when the reader has taken the one before it. */
async function exportBatch(
  c: AppContext,
  { id, tool }: BatchStatus,
  isCsv: boolean,
  headers: Record<string, string>,
): Promise<Response> {
  const context = callContextOf(c);
  const own = isCsv ? await readColumns(c.env, id) : [];
  const format = isCsv
    ? csvFormat(own, tool)
    : { header: "", line: (result: ShownResult) => `${JSON.stringify(result)}\n` };
  let after = -1;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (format.header) controller.enqueue(encoder.encode(format.header));
    },
    async pull(controller) {
      const page = await readResults(c.env, id, { lineAfter: after, limit: LINES_OF_A_PAGE });
      after = page.at(-1)?.index ?? after;
      const results = await shownResults(context, page);
      if (results.length === 0) controller.close();
      else controller.enqueue(encoder.encode(results.map(format.line).join("")));
    },
  });
  return new Response(body, {
    headers: {
      ...headers,
      "Content-Type": isCsv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson",
      "Content-Disposition": `attachment; filename="${id}.${isCsv ? "csv" : "jsonl"}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

/** The caller's own columns, what became of the line, and the fields of the tool's answer: the same for each batch of it. */
function csvFormat(own: string[], toolName: string) {
  const tool = TOOLS.find(({ name }) => name === toolName);
  const paths = tool ? pathsOf(outputSchema(tool)) : [];
  const reports = ["status", "tokens_charged", "error"];
  const taken = new Set([...own, ...reports]);
  const fields = paths.map((path) => (taken.has(path.join(".")) ? `result.${path.join(".")}` : path.join(".")));
  return {
    header: csvLine([...own.map((name, index) => name || `column_${index + 1}`), ...reports, ...fields]),
    line: ({ input, status, tokens_charged: tokens, error, result }: ShownResult) =>
      csvLine([
        ...own.map((name, index) => input[name || `column_${index + 1}`]),
        ...[status, tokens, error && `${error.code}: ${error.detail}`],
        ...paths.map((path) => valueAt(result, path)),
      ]),
  };
}

/** Where the fields of an answer are; objects are taken apart, lists are one field. */
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
