import * as z from "zod";
import { batchOf } from "../../batches/batch-records.ts";
import { invalidRequest } from "../../errors.ts";
import { adminTool } from "../tool.ts";
import { batchId, findBatch } from "./batch-fields.ts";

export const deleteBatch = adminTool({
  name: "delete_batch",
  title: "Delete a batch's inputs and results",
  description: `Permanently deletes the inputs and results of a batch that has ended, before they expire. Its counts and charges stay
    in list_batches. Stop a running batch with cancel_batch first.`,
  input: z.object({ id: batchId }),
  output: z.looseObject({ id: z.string(), status: z.literal("deleted") }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: { id: "batch_00000000000000000000000000000000" },
  errors: ["not_found"],
  async run({ id }, context) {
    await findBatch(context, id);
    if (!(await batchOf(context.env, id).delete())) {
      throw invalidRequest("The batch has not ended. Stop it with cancel_batch first.");
    }
    return { id, status: "deleted" as const };
  },
});
