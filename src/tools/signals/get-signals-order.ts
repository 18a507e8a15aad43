import { eq } from "drizzle-orm";
import * as z from "zod";
import { parseJson } from "../../lib/loose-json.ts";
import { drizzle } from "../../platform/database.ts";
import { organisations } from "../../platform/schema.ts";
import { defineTool } from "../tool.ts";
import { DETECTORS } from "./detectors.ts";

/** Names of all detectors, in the default order. */
export const NAMES: readonly string[] = DETECTORS.map(({ name }) => name);

export const orderOutput = z.looseObject({
  order: z
    .array(z.string())
    .describe("Detectors that detect_signal runs for this organisation, in the order of its answer"),
  omitted: z.array(z.string()).describe("Detectors that it omits"),
});

export const getSignalsOrder = defineTool({
  name: "get_signals_order",
  category: "signals",
  cost: 0,
  title: "Get the order of signals",
  description:
    "Returns which detectors detect_signal runs for your organisation, in what order it answers, and which it omits. By default all twelve run.",
  input: z.object({}),
  output: orderOutput,
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: {},
  run: (_input, { env, caller }) => readOrder(env.DB, caller.organisationId),
});

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

export function withOmitted(order: string[]) {
  return { order, omitted: NAMES.filter((name) => !order.includes(name)) };
}
