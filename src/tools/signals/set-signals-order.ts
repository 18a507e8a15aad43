import { eq } from "drizzle-orm";
import * as z from "zod";
import { drizzle } from "../../platform/database.ts";
import { organisations } from "../../platform/schema.ts";
import { defineTool } from "../tool.ts";
import { NAMES, orderOutput, withOmitted } from "./get-signals-order.ts";

export const setSignalsOrder = defineTool({
  name: "set_signals_order",
  category: "signals",
  cost: 0,
  title: "Set the order of signals",
  description:
    "Sets which detectors detect_signal runs for your organisation and in what order it answers; a detector that is not in the list is omitted. Returns the order and what it omits. Applies to every key of the organisation until it is set again. The individual signal tools are not affected.",
  input: z.object({
    order: z
      .array(z.enum(NAMES as [string, ...string[]]))
      .max(NAMES.length * 2)
      .transform((names) => [...new Set(names)])
      .meta({ description: "Names of signal tools, e.g. signal_funding" }),
  }),
  output: orderOutput,
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: { order: ["signal_funding", "signal_hiring_sales_rep", "signal_technologies_identified"] },
  async run({ order }, { env, caller }) {
    await drizzle(env.DB)
      .update(organisations)
      .set({ signalsOrderJson: JSON.stringify(order) })
      .where(eq(organisations.id, caller.organisationId));
    return withOmitted(order);
  },
});
