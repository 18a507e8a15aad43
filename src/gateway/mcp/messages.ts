import { isJsonContentType, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { JSON_DEPTH, MCP_BATCH_MESSAGES, TOOL_BODY_BYTES } from "../../config.ts";
import { AppError, asAppError } from "../../errors.ts";
import type { AppContext } from "../../http/app-env.ts";
import { readText } from "../../http/body.ts";
import { isDeeperThan } from "../../lib/json.ts";

/** Levels of a batched `tools/call` around its arguments, which may be `JSON_DEPTH` deep themselves. */
const ENVELOPE_LEVELS = 3;

/** Reads what was posted: one JSON-RPC message or a batch. Throws an {@link AppError} or a {@link ProtocolError}. */
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
  const body = parse(text);
  if (isDeeperThan(body, JSON_DEPTH + ENVELOPE_LEVELS)) throw invalid(`Nest JSON at most ${JSON_DEPTH} levels deep.`);
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
  const ids = batch.map(idOf).filter((id) => id !== null);
  // Of two answers with one id the client could read only one, and would have paid for both.
  if (new Set(ids).size < ids.length) throw invalid("Every request of a batch needs a unique id.");
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
}

/** The id of a message that asks for an answer, else null. */
export function idOf(message: unknown): string | number | null {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** The tool that a message calls, or null when it is anything but a request that calls one. */
export function calledTool(message: unknown): string | null {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  if (method !== "tools/call" || idOf(message) === null) return null;
  return typeof params?.name === "string" ? params.name : null;
}
