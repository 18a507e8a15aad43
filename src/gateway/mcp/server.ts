import {
  type CallToolResult,
  createMcpHandler,
  isJSONRPCRequest,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerOptions,
  UnsupportedProtocolVersionError,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { version } from "../../../package.json";
import type { BatchStatus } from "../../batches/stored-batch.ts";
import type { Category } from "../../constants.ts";
import { type AppContext, bearerOf, callContextOf } from "../../http/app-env.ts";
import { problemBody } from "../../http/problem.ts";
import { newId } from "../../lib/ids.ts";
import { jsonObject } from "../../lib/json.ts";
import { FOREIGN_TEXT_NOTICE } from "../../tools/tool.ts";
import type { CallOutcome, ShownUsage } from "../call.ts";
import { callTool } from "../call-tool.ts";
import { isKeyless, paymentOf } from "../pay-for-call.ts";
import instructions from "./instructions.md";
import { listTools } from "./list-tools.ts";
import { TASK_METHODS } from "./messages.ts";
import { protocolError, toolResult } from "./result.ts";

/** One HTTP request at `/mcp`. */
export type McpRequest = {
  c: AppContext;
  /** Id of a single request; null for a batch. */
  id: string | number | null;
  /** Outcomes of its tool calls, and their cost together. */
  outcomes: CallOutcome[];
  usage: ShownUsage;
  isBatch: boolean;
  /** The tools that its key may call; null for all. Known once a message other than a call was admitted. */
  categories: readonly Category[] | null;
};

/** Equal for all callers but keys with categories, so any cache may store it. */
const PUBLIC_CACHE = { ttlMs: 300_000, cacheScope: "public" } as const;

/** The first answers an `initialize` that asks for a version we do not know. */
const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];

const OPTIONS = {
  capabilities: { tools: { listChanged: false } },
  instructions: instructions.trim().replace("{{FOREIGN_TEXT_NOTICE}}", FOREIGN_TEXT_NOTICE),
  supportedProtocolVersions: LEGACY_VERSIONS,
  cacheHints: { "tools/list": PUBLIC_CACHE, "server/discover": PUBLIC_CACHE },
};

/** The extension of protocol 2026-07-28 that lets `tools/call` answer with a task (SEP-2663). */
const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** Tasks need capabilities in each request, which earlier versions do not send. */
const MODERN_CAPABILITIES = { ...OPTIONS.capabilities, extensions: { [TASKS_EXTENSION]: {} } };

const mcpRequests = new WeakMap<Request, McpRequest>();

/** Protocol 2026-07-28, and every refusal of a message that belongs to no version. */
const modern = createMcpHandler(
  ({ requestInfo }) => {
    const mcpRequest = mcpRequests.get(requestInfo as Request) as McpRequest;
    const server = serverFor(mcpRequest, { ...OPTIONS, capabilities: MODERN_CAPABILITIES });
    serveTasks(server, mcpRequest.c.var.baseUrl, (name, args) => countedCall(mcpRequest, { name, arguments: args }));
    return server;
  },
  { legacy: "reject" },
);

/** Answers a parsed message or batch in the version of the protocol that it speaks. */
export async function answer(mcpRequest: McpRequest, body: unknown): Promise<Response> {
  const request = mcpRequest.c.req.raw;
  if (await isLegacyRequest(request, body)) return answerLegacy(mcpRequest, body);
  mcpRequests.set(request, mcpRequest);
  return modern.fetch(request, { parsedBody: body });
}

/** Protocols 2025-03-26 to 2025-11-25, as JSON without a stream. */
async function answerLegacy(mcpRequest: McpRequest, body: unknown): Promise<Response> {
  // A cancellation within a batch would leave its call, and so the batch, without a response.
  const messages = Array.isArray(body) ? body.filter(isJSONRPCRequest) : body;
  if (Array.isArray(messages) && messages.length === 0) return new Response(null, { status: 202 });

  const requested = mcpRequest.c.req.header("mcp-protocol-version") ?? "2025-03-26";
  const isHandshake = (messages as { method?: unknown }).method === "initialize";
  if (!isHandshake && !LEGACY_VERSIONS.includes(requested)) {
    const supported = ["2026-07-28", ...LEGACY_VERSIONS];
    return protocolError(new UnsupportedProtocolVersionError({ supported, requested }), mcpRequest.id);
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await serverFor(mcpRequest, OPTIONS).connect(transport);
  // The transport refuses clients that do not accept a stream, although it is configured not to send one.
  const headers = { Accept: "application/json, text/event-stream", "Content-Type": "application/json" };
  const request = new Request(mcpRequest.c.req.url, { method: "POST", headers });
  const response = await transport.handleRequest(request, { parsedBody: messages });
  // The SDK unwraps a batch of one; JSON-RPC answers a batch with a batch.
  const isUnwrapped = Array.isArray(messages) && messages.length === 1 && response.status === 200;
  return isUnwrapped ? Response.json([await response.json()]) : response;
}

/** The SDK's low-level server for one request: the high-level one builds schemas for checks that `callTool` makes. */
function serverFor(mcpRequest: McpRequest, options: ServerOptions): Server {
  const { c } = mcpRequest;
  const server = new Server({ name: "tallygate", title: c.var.config.SERVICE_NAME, version }, options);
  server.setRequestHandler("tools/list", async ({ params }) => {
    if (params?.cursor !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is one page; call tools/list without a cursor.");
    }
    const part = { profile: c.req.query("profile"), categories: c.req.query("categories") };
    const { categories } = mcpRequest;
    return {
      tools: await listTools(callContextOf(c), part, categories),
      ...(categories && { ttlMs: 0, cacheScope: "private" as const }),
    };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const outcome = await countedCall(mcpRequest, params);
    if (outcome.status === "failed" && outcome.error.code === "tool_not_found") {
      const { nearest } = outcome.error.fields;
      const alike = (nearest as string[]).length > 0 ? ` Nearest: ${(nearest as string[]).join(", ")}.` : "";
      const message = `There is no tool "${params.name.slice(0, 64)}"; tools/list names them.${alike}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { nearest });
    }
    const task = acceptsTasks(mcpReq.envelope) ? createdTask(params.name, outcome) : null;
    return task ?? toolResult(outcome, c.var.baseUrl);
  });
  return server;
}

/** Calls a tool and adds its outcome to those of the HTTP request. */
async function countedCall(mcpRequest: McpRequest, params: CallParams): Promise<CallOutcome> {
  const outcome = await callFromMcp(mcpRequest, params);
  mcpRequest.outcomes.push(outcome);
  mcpRequest.usage = { ...outcome.usage, charged: mcpRequest.usage.charged + outcome.usage.charged };
  return outcome;
}

type CallParams = { name: string; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> };

function callFromMcp({ c, isBatch }: McpRequest, params: CallParams): Promise<CallOutcome> {
  const key = params._meta?.["tallygate/idempotency-key"] ?? null;
  return callTool(callContextOf(c), {
    requestId: newId(Date.now()),
    tool: params.name,
    method: "POST",
    door: "mcp",
    bearer: bearerOf(c),
    readInput: async () => jsonObject(params.arguments ?? {}, "`arguments`"),
    // `callTool` refuses anything but a string like a malformed key.
    idempotencyKey: key === null || typeof key === "string" ? key : "",
    isKeyless: isKeyless(c),
    // A header would pay for all calls of a batch.
    payment: paymentOf(c, params._meta?.["x402/payment"], !isBatch),
  });
}

const PARAMS = z.looseObject({ taskId: z.string() });
const RESULT = z.looseObject({});
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** Whether the client of a request has declared the extension; only then may a call answer with a task. */
function acceptsTasks(envelope: Record<string, unknown> | undefined): boolean {
  const { extensions } = (envelope?.[CAPABILITIES] ?? {}) as { extensions?: Record<string, unknown> };
  return extensions?.[TASKS_EXTENSION] !== undefined;
}

/** The batch that a call has created as a task, or null when the call created none. */
function createdTask(tool: string, outcome: CallOutcome): CallToolResult | null {
  if (tool !== "create_batch" || outcome.status === "failed" || outcome.answer.id === null) return null;
  return { ...taskFields(outcome.answer as unknown as BatchStatus), resultType: "task" } as unknown as CallToolResult;
}

/** Serves the methods of tasks: each is a call of a batch tool, with its key, limits and errors. */
function serveTasks(
  server: Server,
  baseUrl: string,
  call: (tool: string, args: Record<string, unknown>) => Promise<CallOutcome>,
): void {
  for (const [method, tool] of Object.entries(TASK_METHODS)) {
    server.setRequestHandler(method, { params: PARAMS, result: RESULT }, async ({ taskId }) => {
      const outcome = await call(tool, { id: taskId });
      if (outcome.status === "failed") throw taskError(outcome, baseUrl);
      if (method !== "tasks/get") return {};
      const task = taskFields(outcome.answer as unknown as BatchStatus);
      return task.status === "completed" ? { ...task, result: toolResult(outcome, baseUrl) } : task;
    });
  }
}

function taskFields(batch: BatchStatus) {
  const { id, counts, status, stopped_reason, created_at, ended_at, expires_at, poll_after_seconds } = batch;
  const isEnded = status === "ended";
  return {
    taskId: id,
    status: isEnded ? (stopped_reason === "cancelled" ? "cancelled" : "completed") : "working",
    statusMessage: `${counts.inputs - counts.processing} of ${counts.inputs} inputs are done. list_batch_results returns them.`,
    createdAt: created_at,
    lastUpdatedAt: ended_at ?? new Date().toISOString(),
    // The expiry follows from the end of the batch, which is not known before.
    ttlMs: expires_at === null ? null : Date.parse(expires_at) - Date.parse(created_at),
    ...(poll_after_seconds !== null && { pollIntervalMs: poll_after_seconds * 1000 }),
  };
}

function taskError({ error, usage }: Extract<CallOutcome, { status: "failed" }>, baseUrl: string): ProtocolError {
  const code = error.status === 400 || error.status === 404 ? ProtocolErrorCode.InvalidParams : error.status;
  return new ProtocolError(code, error.detail, problemBody(error, baseUrl, usage.requestId));
}
