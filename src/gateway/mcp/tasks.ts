import type { CallToolResult, Server } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { BatchStatus } from "../../batches/describe-batch.ts";
import { problemBody } from "../../http/problem.ts";
import type { CallOutcome } from "../call.ts";
import { TASK_METHODS } from "./messages.ts";
import { toolResult } from "./result.ts";

/** The extension of protocol 2026-07-28 that lets `tools/call` answer with a task (SEP-2663). */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

const PARAMS = z.looseObject({ taskId: z.string() });
const RESULT = z.looseObject({});
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** Whether the client of a request has declared the extension; only then may a call answer with a task. */
export function acceptsTasks(envelope: Record<string, unknown> | undefined): boolean {
  const { extensions } = (envelope?.[CAPABILITIES] ?? {}) as { extensions?: Record<string, unknown> };
  return extensions?.[TASKS_EXTENSION] !== undefined;
}

/** The batch that a call has created as a task, or null when the call created none. */
export function createdTask(tool: string, outcome: CallOutcome): CallToolResult | null {
  if (tool !== "create_batch" || outcome.status === "failed" || outcome.answer.id === null) return null;
  return { ...taskFields(outcome.answer as unknown as BatchStatus), resultType: "task" } as unknown as CallToolResult;
}

/** Serves the methods of tasks: each is a call of a batch tool, with its key, limits and errors. */
export function serveTasks(
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
