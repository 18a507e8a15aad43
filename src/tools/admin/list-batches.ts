import * as z from "zod";
import { listBatches as readBatches } from "../../batches/batch-records.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { adminTool } from "../tool.ts";
import { batchFields, batchId } from "./batch-fields.ts";

export const listBatches = adminTool({
  name: "list_batches",
  title: "Batches of the organisation",
  description: `Returns the organisation's batches, newest first, each as get_batch shows it. Deleted ones keep their counts and
    tokens. Also GET /api/v0/list_batches.`,
  input: z.object({
    limit: z.int().min(1).max(50).default(20).describe("Batches per page"),
    cursor: batchId.optional().describe("`next_cursor` of the previous page"),
  }),
  output: z.looseObject({
    batches: z.array(z.looseObject(batchFields)),
    next_cursor: z.string().nullable().describe("null on the last page"),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: { limit: 10 },
  get: true,
  run: ({ limit, cursor }, { env, caller }) => readBatches(env, scopeOf(caller), limit, cursor ?? null),
});
