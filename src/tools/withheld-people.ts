import { log } from "../lib/log.ts";
import { recordDisclosures } from "../privacy/disclosures.ts";
import { readPrints, recentPrints } from "../privacy/names-in-text.ts";
import { withhold } from "../privacy/withhold.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** The tool without withheld people in its answers; tools of the caller's own account are unchanged. */
export function withheldPeople(tool: Tool): Tool {
  if (tool.category === "admin") return tool;
  return {
    ...tool,
    async run(input, context) {
      // Read in parallel with the handler: an objection confirmed in between applies from the next call.
      const [answer, list] = await Promise.all([tool.run(input, context), recentPrints(context)]);
      const shown = await withhold(context, list, input, answer);
      if (tool.aboutPeople) context.waitUntil(disclose(context, tool, input, shown));
      return shown;
    },
  };
}

/** A failure costs a line of the record, not the caller's answer. */
async function disclose(context: ToolContext, { name }: Tool, input: unknown, answer: Record<string, unknown>) {
  await recordDisclosures(context, name, input, answer).catch((cause) =>
    log("warn", "disclosure_not_recorded", { cause }),
  );
}

type Context = Pick<ToolContext, "env" | "config">;

/** True when a stored answer names a person who is now on the suppression list. Throws `temporarily_unavailable`. */
export async function namesSuppressed(
  tool: Tool,
  context: Context,
  input: unknown,
  answerJson: string,
): Promise<boolean> {
  if (tool.category === "admin") return false;
  const answer: unknown = JSON.parse(answerJson);
  const withheld = await withhold(context, await readPrints(context), input, answer);
  return withheld !== answer && JSON.stringify(withheld) !== JSON.stringify(answer);
}
