import * as z from "zod";
import { listBatches as readBatches } from "../../batches/batch-records.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { nextPage, pageEnd } from "../fields/paging.ts";
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
    ...nextPage,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: { limit: 10 },
  get: true,
  async run({ limit, cursor }, { env, caller }) {
    const { batches, next_cursor } = await readBatches(env, scopeOf(caller), limit, cursor ?? null);
    return { batches, ...pageEnd(next_cursor) };
  },
});
