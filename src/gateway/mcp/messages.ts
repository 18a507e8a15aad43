import { isJsonContentType, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { JSON_DEPTH, MCP_BATCH_MESSAGES, TOOL_BODY_BYTES } from "../../constants.ts";
import { AppError, asAppError } from "../../errors.ts";
import type { AppContext } from "../../http/app-env.ts";
import { readText } from "../../http/body.ts";
import { isObject, isTooComplex, parseJson, record, records } from "../../lib/loose-json.ts";

/** Levels of a batched `tools/call` around its arguments, which may be `JSON_DEPTH` deep themselves. */
const ENVELOPE_LEVELS = 3;

/** Reads the posted body: one JSON-RPC message or a batch. Throws an {@link AppError} or a {@link ProtocolError}. */
export async function readMessages(c: AppContext): Promise<unknown> {
  if (c.req.method !== "POST") {
    throw new AppError("method_not_allowed", "Send JSON-RPC messages with POST.", { headers: { Allow: "POST" } });
  }
  const text = await readText(c.req.raw, TOOL_BODY_BYTES).catch((thrown: unknown) => {
    const error = asAppError(thrown);
    throw error.status === 400 ? new ProtocolError(ProtocolErrorCode.ParseError, error.detail) : error;
  });
  if (!isJsonContentType(c.req.header("content-type") ?? null)) {
    throw new AppError("unsupported_media_type", "Send Content-Type: application/json.");
  }
  if (isTooComplex(text, JSON_DEPTH + ENVELOPE_LEVELS)) throw invalid(`Nest JSON at most ${JSON_DEPTH} levels deep.`);
  const body = parse(text);
  if (Array.isArray(body)) checkBatch(body);
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError(ProtocolErrorCode.ParseError, "The body is not valid JSON. Send a JSON-RPC message.");
  }
}

function checkBatch(batch: unknown[]): void {
  if (batch.length > MCP_BATCH_MESSAGES) throw invalid(`A batch may contain at most ${MCP_BATCH_MESSAGES} messages.`);
  const ids = batch.map(requestIdOf).filter((id) => id !== null);
  // A client could match only one of two answers with the same id, but would have paid for both.
  if (new Set(ids).size < ids.length) throw invalid("Every request of a batch needs a unique id.");
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
}

/** The problem with the parameters of a `tools/call`, as a sentence; null if they are valid. */
function problemOfCall(message: unknown): string | null {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: unknown };
  if (method !== "tools/call") return null;
  const { name, arguments: given = {} } = isObject(params) ? params : {};
  if (typeof name !== "string") return "`params.name` must be the name of a tool; tools/list names them.";
  return isObject(given)
    ? null
    : "`params.arguments` must be a JSON object of the tool's fields: not a list, and not a text with JSON in it.";
}

/** Whether the SDK may answer with its own validation report. Most messages need no look at their response. */
function isSuspect(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: unknown };
  if (requestIdOf(message) === null) return false;
  if (method === "initialize") return true;
  const expected = method === "tools/call" ? ["_meta", "name", "arguments"] : ["_meta"];
  return problemOfCall(message) !== null || Object.keys(record(params)).some((name) => !expected.includes(name));
}

/** The response with our sentences in place of the SDK's validation reports, which it also sends as internal errors. */
export async function explainBadParameters(messages: unknown[], response: Response): Promise<Response> {
  const isJson = isJsonContentType(response.headers.get("content-type"));
  if (!isJson || !messages.some(isSuspect)) return response;
  const problems = new Map(messages.map((message) => [requestIdOf(message), problemOfCall(message)]));
  const body = await response.json<unknown>();
  type Refused = { id?: string | number | null; error?: { code: number; message: string } };
  for (const { id = null, error } of [body].flat() as Refused[]) {
    if (!error) continue;
    const path = pathOfReport(error.message);
    const problem = problems.get(id) ?? (path === null ? null : `\`${path}\` is missing or of the wrong type.`);
    if (problem === null) continue;
    error.code = ProtocolErrorCode.InvalidParams;
    error.message = problem;
  }
  return Response.json(body, { status: response.status });
}

/** The first path that a validation report names; null for any other text. */
function pathOfReport(text: string): string | null {
  const [issue] = records(parseJson(text.slice(Math.max(0, text.indexOf("[")))));
  return Array.isArray(issue?.path) ? issue.path.join(".") : null;
}

/** The id of a request; null for other messages. */
export function requestIdOf(message: unknown): string | number | null {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** Methods of the tasks extension, and the tool that each calls for the batch behind the task. */
export const TASK_METHODS = { "tasks/get": "get_batch", "tasks/update": "get_batch", "tasks/cancel": "cancel_batch" };

/** The tool that a message calls; null for any other message. */
export function calledTool(message: unknown): string | null {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  if (requestIdOf(message) === null) return null;
  if (typeof method === "string" && Object.hasOwn(TASK_METHODS, method)) {
    return TASK_METHODS[method as keyof typeof TASK_METHODS];
  }
  if (method !== "tools/call") return null;
  return typeof params?.name === "string" ? params.name : null;
}
