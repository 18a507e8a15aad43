import { readPrints, withhold } from "../privacy/withhold.ts";
import type { PublicToolContext, Tool, ToolContext } from "./tool.ts";

/**
 * The tool with the people of the suppression list withheld from its answers. Tools that administer the caller's own
 * account stay as they are: their names are the caller's.
 */
export function withheldPeople(tool: Tool): Tool {
  if (tool.category === "admin") return tool;
  const run = tool.run as (
    input: unknown,
    context: PublicToolContext | ToolContext,
  ) => Promise<Record<string, unknown>>;
  return {
    ...tool,
    async run(input: unknown, context: PublicToolContext | ToolContext) {
      // Read beside the handler: an objection that is confirmed meanwhile counts from the next call.
      const [answer, list] = await Promise.all([run(input, context), readPrints(context)]);
      return withhold(context, list, input, answer);
    },
  } as Tool;
}
