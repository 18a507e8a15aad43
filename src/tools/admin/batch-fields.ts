import * as z from "zod";
import { getBatch } from "../../batches/batch-records.ts";
import type { BatchStatus } from "../../batches/describe-batch.ts";
import { AppError } from "../../errors.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { list, nullableObject, object, text } from "../tool.ts";

export const batchId = z
  .string()
  .regex(/^batch_[0-9a-f]{32}$/, "must be the id of a batch, from create_batch or list_batches")
  .describe("`batch_…`, from create_batch or list_batches");

const count = z.int();
const estimateFields = z.looseObject({
  tokens_max: count.describe("Upper bound of the cost, whatever is found"),
  tokens_expected: count.describe("Expected cost, from `found_rate`"),
  found_rate: z
    .number()
    .nullable()
    .describe("Share of your calls of this tool in the last 30 days that found something; null below 20 calls"),
  seconds_expected: count.describe("A site is requested about once per second, so many inputs for one site take long"),
  inputs: count,
  distinct: count.describe("Distinct inputs, which are run and charged"),
  names: count.optional().describe("Distinct inputs whose company is given by name, resolved and charged first"),
  duplicates: count.describe(
    "Lines that repeat the arguments of an earlier line; they get its answer and are not charged",
  ),
  invalid_count: count.describe("Lines that cannot be run and are not charged"),
  invalid: list("The first 100 invalid lines, numbered from 1 (the header of a CSV is line 1)", {
    line: count,
    reason: z.string(),
  }),
});

/** What all batch tools answer about a batch. */
export const batchFields = {
  id: text.describe("null in a dry run"),
  name: text,
  tool: z.string(),
  made_by: text.describe("Id of the key, con_… of a connection, or console; null in a dry run"),
  status: z
    .enum(["estimated", "queued", "running", "cancelling", "ended"])
    .describe(
      "queued: two other batches of the organisation are running; cancelling: inputs that are running may finish",
    ),
  stopped_reason: text.describe("completed, cap_reached, cancelled, key_revoked or expired; null until the batch ends"),
  counts: object("`inputs` is the sum of the other counts", {
    inputs: count,
    duplicates: count,
    invalid: count,
    succeeded: count,
    failed: count,
    skipped: count.describe("Not run because the cap was reached"),
    cancelled: count,
    expired: count,
    processing: count,
  }),
  tokens: z.looseObject({
    max: count.describe("The hard cap, reserved from the balance when the batch is created"),
    reserved: count,
    charged: count,
    returned: count.describe("Returned to the balance when the batch ends"),
  }),
  estimate: estimateFields,
  poll_after_seconds: count
    .nullable()
    .describe("Seconds to wait before the next get_batch; null once the batch has ended"),
  created_at: text,
  stopped_at: text.describe("When it was stopped before its end"),
  ended_at: text,
  expires_at: text.describe("When the results are deleted"),
  results: nullableObject("URLs of all results for GET with your key, available while the batch runs", {
    jsonl: z.string(),
    csv: z.string(),
    unanswered_csv: z
      .string()
      .describe("Your own columns of the lines without a result, as input for another create_batch"),
  }),
};

type BatchReader = { env: Env; caller: Parameters<typeof scopeOf>[0] };

/** A batch that the caller may see. Throws `not_found`. */
export async function findBatch({ env, caller }: BatchReader, id: string): Promise<BatchStatus> {
  const batch = await getBatch(env, scopeOf(caller), id);
  if (batch) return batch;
  throw new AppError("not_found", "There is no such batch in your organisation. list_batches lists them.");
}
