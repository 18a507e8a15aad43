import type { ItemState, ResultLine } from "../../batches/batch-types.ts";
import { record } from "../../lib/loose-json.ts";
import { readPrints } from "../../privacy/names-in-text.ts";
import { WITHHELD, withhold } from "../../privacy/withhold.ts";
import type { Tool, ToolContext } from "../tool.ts";

export type ShownResult = Awaited<ReturnType<typeof shownResults>>[number];

export type ResultsContext = Pick<ToolContext, "env" | "config" | "findTool" | "parseInput">;

/** Results of a tool as shown to callers, without people who objected after the run. */
export async function shownResults(context: ResultsContext, toolName: string, lines: ResultLine[]) {
  const list = await readPrints(context);
  const tool = context.findTool(toolName);
  return Promise.all(
    lines.map(async (line) => ({
      index: line.index,
      custom_id: line.customId,
      input: line.given,
      status: shownState(line.status),
      tokens_charged: line.tokens,
      result: withoutTheirFields(await withhold(context, list, argumentsOf(context, tool, line), line.answer)),
      ...(line.match && { match: line.match }),
      error: line.error,
      request_id: line.callId,
      duplicate_of: line.duplicateOf,
    })),
  );
}

/** The arguments of a line, which the caller brought and which are not withheld; other fields could name anybody. */
function argumentsOf({ parseInput }: ResultsContext, tool: Tool | undefined, { input }: ResultLine): unknown {
  try {
    return tool && input ? parseInput(tool, input) : {};
  } catch {
    // The tool takes other arguments than when the batch was made.
    return {};
  }
}

/** Waiting, sent and running items have one public state. A duplicate has the state of the line that it repeats. */
const PENDING = ["todo", "sent", "running", "duplicate"] as const;
type Pending = (typeof PENDING)[number];

function shownState(state: ItemState) {
  return PENDING.some((pending) => pending === state) ? ("pending" as const) : (state as Exclude<ItemState, Pending>);
}

/** An answer without withheld people: gone from lists, elsewhere every part of their name, as one may identify them. */
function withoutTheirFields<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.filter((item) => !isWithheld(item)).map(withoutTheirFields) as T;
  const parts = isWithheld(value) ? { first_name: null, last_name: null } : {};
  const fields = Object.entries(value).map(([name, field]) => [name, name in parts ? null : withoutTheirFields(field)]);
  return Object.fromEntries(fields);
}

function isWithheld(value: unknown): boolean {
  return record(value).name === WITHHELD;
}
