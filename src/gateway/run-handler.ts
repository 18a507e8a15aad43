import { TOOL_TIME_LIMIT_MS } from "../config.ts";
import { AppError } from "../errors.ts";
import { catalogueOf } from "../tools/index.ts";
import type { PublicToolContext, Tool, ToolContext } from "../tools/tool.ts";
import { parseInput } from "./read-arguments.ts";

type OfEveryCall = "prices" | "findTool" | "parseInput" | "signal";

/**
 * Runs a tool's handler for at most `TOOL_TIME_LIMIT_MS`, with the call's own context and that of every handler. Throws what
 * the handler throws, and `upstream_timeout`.
 */
export async function runHandler(
  tool: Tool & { auth?: "bearer" },
  input: unknown,
  given: Omit<ToolContext, OfEveryCall>,
): Promise<Record<string, unknown>>;
export async function runHandler(
  tool: Tool & { auth: "none" },
  input: unknown,
  given: Omit<PublicToolContext, OfEveryCall>,
): Promise<Record<string, unknown>>;
export async function runHandler(tool: Tool, input: unknown, given: Omit<PublicToolContext, OfEveryCall>) {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
    const detail = `${tool.name} took longer than ${TOOL_TIME_LIMIT_MS / 1000} s. Nothing was charged; try again later.`;
    reject(new AppError("upstream_timeout", detail));
  }, TOOL_TIME_LIMIT_MS);
  // The overloads see to it that a tool with a bearer is given its caller.
  const context = { ...given, ...catalogueOf(given.config), parseInput, signal: controller.signal } as ToolContext;
  try {
    return await Promise.race([tool.run(input, context), late]);
  } finally {
    clearTimeout(timer);
  }
}
