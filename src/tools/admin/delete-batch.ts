import * as z from "zod";
import { batchOf, getBatch } from "../../batches/batch-records.ts";
import { AppError } from "../../errors.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { defineTool } from "../tool.ts";
import { batchId, noSuchBatch } from "./batch-fields.ts";

export const deleteBatch = defineTool({
  name: "delete_batch",
  category: "admin",
  cost: 0,
  title: "Delete a batch's inputs and results",
  description:
    "Permanently deletes the inputs and results of a batch that has ended, before they expire. Its counts and charges stay in list_batches. Stop a running batch with cancel_batch first.",
  input: z.object({ id: batchId }),
  output: z.looseObject({ id: z.string(), status: z.literal("deleted") }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: { id: "batch_00000000000000000000000000000000" },
  errors: ["not_found"],
  async run({ id }, { env, caller }) {
    const batch = await getBatch(env, scopeOf(caller), id);
    if (!batch) throw noSuchBatch();
    if (!(await batchOf(env, id).delete())) {
      throw new AppError("invalid_request", "The batch has not ended. Stop it with cancel_batch first.");
    }
    return { id, status: "deleted" as const };
  },
});
