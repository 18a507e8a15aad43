import { eq } from "drizzle-orm";
import * as z from "zod";
import { parseJson } from "../../lib/loose-json.ts";
import { drizzle } from "../../platform/database.ts";
import { organisations } from "../../platform/schema.ts";
import { defineTool } from "../tool.ts";
import { HIRING_SIGNALS } from "./hiring-signals.ts";
import { NEWS_SIGNALS } from "./news-signals.ts";
import { REVIEW_SIGNALS } from "./review-signals.ts";
import type { Detector } from "./shared/detector.ts";
import { signalTechnologiesIdentified } from "./signal-technologies-identified.ts";
import { signalWebsiteChange } from "./signal-website-change.ts";

/** Every signal, in the default order. */
export const DETECTORS: readonly Detector[] = [
  signalTechnologiesIdentified,
  ...HIRING_SIGNALS,
  ...NEWS_SIGNALS,
  signalWebsiteChange,
  ...REVIEW_SIGNALS,
];

/** Names of all detectors, in the default order. */
const NAMES: readonly string[] = DETECTORS.map(({ name }) => name);

const output = z.looseObject({
  order: z
    .array(z.string())
    .describe("Detectors that detect_signal runs for this organisation, in the order of its answer"),
  omitted: z.array(z.string()).describe("Detectors that it omits"),
});

const getSignalsOrder = defineTool({
  name: "get_signals_order",
  category: "signals",
  cost: 0,
  title: "Get the order of signals",
  description: `Returns which detectors detect_signal runs for your organisation, in what order it answers, and
    which it omits. By default all twelve run.`,
  input: z.object({}),
  output,
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: {},
  run: (_input, { env, caller }) => readOrder(env.DB, caller.organisationId),
});

const setSignalsOrder = defineTool({
  name: "set_signals_order",
  category: "signals",
  cost: 0,
  title: "Set the order of signals",
  description: `Sets which detectors detect_signal runs for your organisation and in what order it answers; a
    detector that is not in the list is omitted. Returns the order and what it omits. Applies to every key of the
    organisation until it is set again. The individual signal tools are not affected.`,
  input: z.object({
    order: z
      .array(z.enum(NAMES as [string, ...string[]]))
      .max(NAMES.length * 2)
      .transform((names) => [...new Set(names)])
      .meta({ description: "Names of signal tools, e.g. signal_funding" }),
  }),
  output,
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

export const SIGNAL_ORDER_TOOLS = [getSignalsOrder, setSignalsOrder];

/** The organisation's order and what it omits; all detectors until it sets one. */
export async function readOrder(db: D1Database, organisationId: string) {
  const row = await drizzle(db)
    .select({ json: organisations.signalsOrderJson })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
    .get();
  const stored = parseJson(row?.json ?? "");
  // A detector that a later version has removed is dropped from the order.
  const order = Array.isArray(stored) ? stored.filter((name): name is string => NAMES.includes(name)) : [...NAMES];
  return withOmitted(order);
}

function withOmitted(order: string[]) {
  return { order, omitted: NAMES.filter((name) => !order.includes(name)) };
}
