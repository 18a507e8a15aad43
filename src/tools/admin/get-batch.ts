import * as z from "zod";
import { adminTool } from "../tool.ts";
import { batchFields, batchId, findBatch } from "./batch-fields.ts";

export const getBatch = adminTool({
  name: "get_batch",
  title: "Progress of a batch",
  description: `Returns the progress of a batch: status, counts of inputs, tokens reserved, charged and returned, and when to ask
    again. list_batch_results returns the results. Also GET /api/v0/get_batch?id=….`,
  input: z.object({ id: batchId }),
  output: z.looseObject(batchFields),
  example: { id: "batch_00000000000000000000000000000000" },
  get: true,
  job: "tells",
  errors: ["not_found"],
  run: ({ id }, context) => findBatch(context, id),
});
