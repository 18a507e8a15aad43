import * as z from "zod";
import { batchOf, getBatch } from "../../batches/batch-records.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { adminTool } from "../tool.ts";
import { batchFields, batchId, findBatch } from "./batch-fields.ts";

export const cancelBatch = adminTool({
  name: "cancel_batch",
  title: "Stop a batch",
  description: `Stops a batch: no further input is started. Inputs that are running finish and are charged; when the last one has
    finished, the unused reserve returns to the balance. Results found so far are kept; a batch of which no input ran is deleted. Safe to
    repeat; it changes nothing once the batch has ended.`,
  input: z.object({ id: batchId }),
  output: z.looseObject(batchFields),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: { id: "batch_00000000000000000000000000000000" },
  job: "tells",
  errors: ["not_found"],
  async run({ id }, context) {
    const { env, caller } = context;
    const batch = await findBatch(context, id);
    if (batch.status === "ended") return batch;
    return (await batchOf(env, id).cancel()) ?? (await getBatch(env, scopeOf(caller), id)) ?? batch;
  },
});
