import * as z from "zod";
import { getBatch as readBatch } from "../../batches/batch-records.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { defineTool } from "../tool.ts";
import { batchFields, batchId, noSuchBatch } from "./batch-fields.ts";

export const getBatch = defineTool({
  name: "get_batch",
  category: "admin",
  cost: 0,
  title: "Progress of a batch",
  description:
    "Returns the progress of a batch: status, counts of inputs, tokens reserved, charged and returned, and when to ask again. list_batch_results returns the results. Also GET /api/v0/get_batch?id=….",
  input: z.object({ id: batchId }),
  output: z.looseObject(batchFields),
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: { id: "batch_00000000000000000000000000000000" },
  get: true,
  job: "tells",
  errors: ["not_found"],
  async run({ id }, { env, caller }) {
    const batch = await readBatch(env, scopeOf(caller), id);
    if (!batch) throw noSuchBatch();
    return batch;
  },
});
