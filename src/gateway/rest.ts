import { Hono } from "hono";
import * as z from "zod";
import { decodeCsv } from "../batches/csv-file.ts";
import type { Config } from "../config.ts";
import { BATCH_BODY_BYTES, TOOL_BODY_BYTES } from "../constants.ts";
import { AppError, invalidRequest } from "../errors.ts";
import { type AppContext, type AppEnv, bearerOf, callContextOf, clientOf } from "../http/app-env.ts";
import { readBytes, readText } from "../http/body.ts";
import { newId } from "../lib/ids.ts";
import { parseJsonObject } from "../lib/json.ts";
import { lazyPer } from "../lib/lazy.ts";
import { PATHS } from "../paths.ts";
import { findTool, toolsOf } from "../tools/index.ts";
import { admit, answerReader, refuse } from "./admit.ts";
import { type CallOutcome, usageHeaders } from "./call.ts";
import { callTool } from "./call-tool.ts";
import { isKeyless, paymentOf } from "./pay-for-call.ts";
import { admitSandbox, isSandbox } from "./sandbox.ts";

/** The only tool with a list and therefore a larger body. */
const LIST_TOOL = "create_batch";

/** The body of `GET /api/v0`. */
const indexOf = lazyPer((config: Config) =>
  JSON.stringify({ tools: Object.fromEntries(toolsOf(config).map(({ name, cost }) => [name, { cost }])) }),
);

/** REST: `GET /api/v0` and `POST /api/v0/{tool}`. docs/contract.md, section 4. */
export const tools = new Hono<AppEnv>().all("/api/v0", serveIndex).all("/api/v0/:tool", async (c) => {
  const tool = c.req.param("tool");
  const outcome = await callTool(callContextOf(c), {
    requestId: newId(Date.now()),
    tool,
    method: c.req.method,
    door: "api",
    bearer: bearerOf(c),
    isKeyless: isKeyless(c),
    readInput: () => readBody(c, tool),
    // Read lazily: a bad key is refused without parsing the body.
    get idempotencyKey() {
      return c.req.header("idempotency-key") ?? null;
    },
    get payment() {
      return paymentOf(c);
    },
  });
  return respond(c, tool, outcome);
});

/** Arguments of a call: a JSON body, the query of a GET, or a list as CSV with the other arguments in the query. */
async function readBody(c: AppContext, tool: string): Promise<Record<string, unknown>> {
  const request = c.req.raw;
  if (request.method === "GET") return queryOf(c, tool);
  const takesList = tool === LIST_TOOL;
  const isCsv = takesList && /^text\/csv\b/i.test(request.headers.get("content-type") ?? "");
  if (isCsv) return { ...queryOf(c, tool), csv: decodeCsv(await readBytes(request, BATCH_BODY_BYTES)) };
  const text = await readText(request, takesList ? BATCH_BODY_BYTES : TOOL_BODY_BYTES);
  if (takesList && text.trim() && !/^\s*[[{]/.test(text)) {
    throw invalidRequest("Send a list as JSON, or as CSV with Content-Type: text/csv.");
  }
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
    request.headers.get("content-type") ?? "",
  );
  // curl -d calls any body a form, so the text decides.
  if (isForm && text.trim() && !/^\s*[[{"]/.test(text)) {
    throw invalidRequest('The body is a form. Send a JSON object, e.g. {"domain": "acme.com"}.');
  }
  return parseJsonObject(text);
}

/** The query's parameters: objects in JSON, lists separated by commas, numbers and booleans where the tool takes them. */
function queryOf(c: AppContext, tool: string): Record<string, unknown> {
  const input = findTool(tool, c.get("config"))?.input;
  const read = (name: string, value: string): unknown => {
    const schema = input instanceof z.ZodObject ? innerOf(input.shape[name]) : undefined;
    if (schema instanceof z.ZodArray) return value.split(",");
    if (schema instanceof z.ZodRecord) return parseJsonObject(value, name);
    return !(schema instanceof z.ZodString) && /^(\d{1,9}|true|false)$/.test(value) ? JSON.parse(value) : value;
  };
  return Object.fromEntries([...new URL(c.req.url).searchParams].map(([name, value]) => [name, read(name, value)]));
}

function innerOf(schema: unknown): unknown {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? innerOf(schema.unwrap()) : schema;
}

function respond(c: AppContext, tool: string, outcome: CallOutcome): Response {
  const { usage } = outcome;
  const headers = usageHeaders(usage);
  if (outcome.status === "failed") return refuse(c, outcome.error, usage.requestId, headers);
  headers["Cache-Control"] = outcome.secret ? "no-store" : "private, no-cache";
  const job = findTool(tool, c.get("config"))?.job;
  const { id, poll_after_seconds: seconds } = outcome.answer;
  if (job && typeof seconds === "number") headers["Retry-After"] = String(seconds);
  if (job !== "starts" || id === null) return Response.json(outcome.answer, { headers });
  headers.Location = `${PATHS.tools}/get_batch?id=${id}`;
  return Response.json(outcome.answer, { status: 202, headers });
}

function serveIndex(c: AppContext): Promise<Response> {
  return answerReader(c, async (headers) => {
    Object.assign(headers, await admitReader(c));
    return new Response(indexOf(c.get("config")), { headers: { ...headers, "Content-Type": "application/json" } });
  });
}

/** Admits a reader of the index: without a key, of the sandbox, or with a key. Returns headers of the response. */
async function admitReader(c: AppContext): Promise<Record<string, string>> {
  const ofCaller = { "Cache-Control": "private, no-cache" };
  if (c.req.method !== "GET" && c.req.method !== "HEAD") {
    await admit(c, "api");
    throw new AppError("method_not_allowed", "GET /api/v0 lists the tools.", { headers: { Allow: "GET, HEAD" } });
  }
  // An allowed origin gets CORS headers, which are not for others.
  if (c.req.header("authorization") === undefined)
    return { "Cache-Control": "public, max-age=300", Vary: "Authorization, Origin" };
  if (isSandbox(bearerOf(c))) {
    await admitSandbox(c.env, clientOf(c).ip);
    return ofCaller;
  }
  const { account, rate } = await admit(c, "api");
  return { ...ofCaller, ...rate, "X-Tokens-Balance": String(account.balance) };
}
