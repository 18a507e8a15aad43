import * as z from "zod";
import { AppError } from "../../errors.ts";

export const batchId = z
  .string()
  .regex(/^batch_[0-9a-f]{32}$/, "must be the id of a batch, from create_batch or list_batches")
  .describe("`batch_…`, from create_batch or list_batches");

const count = z.int();
const text = z.string().nullable();

export const estimateFields = z.looseObject({
  tokens_max: count.describe("Nothing can cost more than this, whatever is found"),
  tokens_expected: count.describe("By the share of your earlier calls of the tool that found something"),
  found_rate: z.number().nullable().describe("That share; null with fewer than 20 calls in 30 days"),
  seconds_expected: count.describe("Sites are asked about once a second, so many inputs of one site take long"),
  inputs: count,
  distinct: count.describe("Inputs that will be run and charged"),
  duplicates: count.describe("Lines with the arguments of an earlier line: answered with it, not charged"),
  invalid_count: count.describe("Lines that cannot be run; not charged"),
  invalid: z
    .array(z.looseObject({ line: count, reason: z.string() }))
    .describe("The first 100 of them, by line from 1 (of a CSV the header is line 1)"),
});

/** What the tools of batches say of one. */
export const batchFields = {
  id: text.describe("null in a dry run"),
  name: text,
  tool: z.string(),
  made_by: text.describe("Id of the key, con_… of a connection, or console; null in a dry run"),
  status: z
    .enum(["estimated", "queued", "running", "cancelling", "ended"])
    .describe("queued: two other batches of yours run; cancelling: what runs may end"),
  stopped_reason: text.describe("completed, cap_reached, cancelled, key_revoked or expired; null before the end"),
  counts: z
    .looseObject({
      inputs: count,
      duplicates: count,
      invalid: count,
      succeeded: count,
      failed: count,
      skipped: count.describe("Not run because the cap was reached"),
      cancelled: count,
      expired: count,
      processing: count,
    })
    .describe("inputs is the sum of the others"),
  tokens: z.looseObject({
    max: count.describe("The hard cap, taken out of the balance when the batch is made"),
    reserved: count,
    charged: count,
    returned: count.describe("Given back to the balance at the end"),
  }),
  estimate: estimateFields,
  poll_after_seconds: count.nullable().describe("When to ask get_batch again; null at the end"),
  created_at: text,
  ended_at: text,
  expires_at: text.describe("When the results are deleted"),
  results: z
    .looseObject({
      jsonl: z.string(),
      csv: z.string(),
      unanswered_csv: z.string().describe("Your own columns of lines without a result, for another create_batch"),
    })
    .nullable()
    .describe("Where all results are to be had by GET with your key, also while it runs"),
};

export const noSuchBatch = () =>
  new AppError("not_found", "There is no such batch in your organisation. list_batches lists them.");
