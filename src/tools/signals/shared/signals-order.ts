import { eq } from "drizzle-orm";
import * as z from "zod";
import { parseJson } from "../../../lib/loose-json.ts";
import { drizzle } from "../../../platform/database.ts";
import { organisations } from "../../../platform/schema.ts";
import { DETECTORS } from "../detectors.ts";

const NAMES: readonly string[] = DETECTORS.map(({ name }) => name);

/** Names of detectors; each counts once. */
export const signalNames = z
  .array(z.enum(NAMES as [string, ...string[]]))
  .max(NAMES.length * 2)
  .transform((names) => [...new Set(names)]);

export const orderOutput = z.looseObject({
  order: z
    .array(z.string())
    .describe("Detectors that detect_signal runs for this organisation, in the order of its answer"),
  omitted: z.array(z.string()).describe("Detectors that it omits"),
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

export async function writeOrder(db: D1Database, organisationId: string, order: string[]) {
  await drizzle(db)
    .update(organisations)
    .set({ signalsOrderJson: JSON.stringify(order) })
    .where(eq(organisations.id, organisationId));
  return withOmitted(order);
}

function withOmitted(order: string[]) {
  return { order, omitted: NAMES.filter((name) => !order.includes(name)) };
}
