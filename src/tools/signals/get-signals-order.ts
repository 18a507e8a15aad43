import * as z from "zod";
import { defineTool } from "../tool.ts";
import { orderOutput, readOrder } from "./shared/signals-order.ts";

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
