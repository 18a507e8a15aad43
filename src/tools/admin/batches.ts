import * as z from "zod";
import * as records from "../../batches/batch-records.ts";
import { ESTIMATE } from "../../batches/batch-types.ts";
import type { BatchStatus } from "../../batches/stored-batch.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, nullableObject, object, rows, text } from "../tool.ts";
import { shownResults } from "./batch-results.ts";

const batchId = z
  .string()
  .regex(/^batch_[0-9a-f]{32}$/, "must be the id of a batch, from create_batch or list_batches")
  .describe("`batch_…`, from create_batch or list_batches");

const count = z.int();
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
  estimate: z.looseObject(ESTIMATE),
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
  const batch = await records.getBatch(env, scopeOf(caller), id);
  if (batch) return batch;
  throw new AppError("not_found", "There is no such batch in your organisation. list_batches lists them.");
}

const EXAMPLE = { id: "batch_00000000000000000000000000000000" };

const getBatch = adminTool({
  name: "get_batch",
  title: "Progress of a batch",
  description: `Returns the progress of a batch: status, counts of inputs, tokens reserved, charged and returned, and when to ask
    again. list_batch_results returns the results. Also GET /api/v0/get_batch?id=….`,
  input: z.object({ id: batchId }),
  output: z.looseObject(batchFields),
  example: EXAMPLE,
  get: true,
  job: "tells",
  errors: ["not_found"],
  run: ({ id }, context) => findBatch(context, id),
});

const listBatches = adminTool({
  name: "list_batches",
  title: "Batches of the organisation",
  description: `Returns the organisation's batches, newest first, each as get_batch shows it. Deleted ones keep their counts and
    tokens. Also GET /api/v0/list_batches.`,
  input: z.object(pageFields("Batches", { usual: 20, most: 50 })),
  output: z.looseObject({
    batches: z.array(z.looseObject(batchFields)),
    ...nextPage,
  }),
  example: { limit: 10 },
  get: true,
  async run({ limit, cursor }, context) {
    const pages = ownPages(context, "list_batches");
    const before = await pages.open(cursor);
    const { batches, lastId } = await records.listBatches(context.env, scopeOf(context.caller), limit, before);
    return { batches, ...(await pages.end(lastId)) };
  },
});

const found = { name: z.string(), domain: text, confidence: z.number(), reason: text };
const match = z.looseObject({ ...found, tokens_charged: z.int() }).optional();

const listBatchResults = adminTool({
  name: "list_batch_results",
  title: "Results of a batch",
  description: `Returns the results of a batch in the order in which they finished: each with its line, status, tokens charged, and
    the tool's answer or the error. A duplicate carries the answer of the line it repeats. People who have objected since are withheld.
    After the last page of a running batch, repeat the call with the same next_cursor. For all results at once, GET results.csv or
    results.jsonl, see get_batch.`,
  input: z.object({
    id: batchId,
    ...pageFields("Results", { usual: 50, most: 100 }),
  }),
  output: z.looseObject({
    results: rows({
      index: z.int().describe("Place in the list, from 0"),
      custom_id: text,
      input: z.looseObject({}).describe("The input as sent"),
      status: z
        .enum(["succeeded", "failed", "invalid", "skipped", "cancelled", "expired", "pending"])
        .describe("Status of the line; a duplicate has the status of the line it repeats"),
      tokens_charged: z.int(),
      result: z.looseObject({}).nullable().describe("The answer of the batch's tool"),
      match: match.describe(
        "In a batch with match: what resolve_company found for the name, and its cost, part of tokens_charged",
      ),
      error: z.looseObject({ code: z.string(), detail: z.string() }).nullable(),
      request_id: text,
      duplicate_of: z.int().nullable().describe("Index of the line with the same arguments, which was charged"),
    }),
    next_cursor: z.string().describe("Cursor of the next page; valid even when that page is still empty"),
    has_more: z.boolean().describe("True when more results exist or are still to come"),
    status: z.enum(["queued", "running", "cancelling", "ended"]).describe("Of the batch"),
  }),
  example: { ...EXAMPLE, limit: 50 },
  get: true,
  errors: ["not_found"],
  async run({ id, limit, cursor }, context) {
    const batch = await findBatch(context, id);
    const pages = ownPages(context, "list_batch_results", id);
    const after = Number(await pages.open(cursor));
    const page = await records.readResults(context.env, id, { order: "finished", after, limit });
    const last = page.at(-1)?.finished ?? after;
    return {
      results: await shownResults(context, batch.tool, page),
      next_cursor: await pages.seal(String(last)),
      // A deleted batch has no page.
      has_more: batch.status !== "ended" || (page.length > 0 && last < batch.counts.inputs),
      status: batch.status,
    };
  },
});

const cancelBatch = adminTool({
  name: "cancel_batch",
  title: "Stop a batch",
  description: `Stops a batch: no further input is started. Inputs that are running finish and are charged; when the last one has
    finished, the unused reserve returns to the balance. Results found so far are kept; a batch of which no input ran is deleted. Safe to
    repeat; it changes nothing once the batch has ended.`,
  input: z.object({ id: batchId }),
  output: z.looseObject(batchFields),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: EXAMPLE,
  job: "tells",
  errors: ["not_found"],
  async run({ id }, context) {
    const { env, caller } = context;
    const batch = await findBatch(context, id);
    if (batch.status === "ended") return batch;
    return (await records.batchOf(env, id).cancel()) ?? (await records.getBatch(env, scopeOf(caller), id)) ?? batch;
  },
});

const deleteBatch = adminTool({
  name: "delete_batch",
  title: "Delete a batch's inputs and results",
  description: `Permanently deletes the inputs and results of a batch that has ended, before they expire. Its counts and charges stay
    in list_batches. Stop a running batch with cancel_batch first.`,
  input: z.object({ id: batchId }),
  output: z.looseObject({ id: z.string(), status: z.literal("deleted") }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: EXAMPLE,
  errors: ["not_found"],
  async run({ id }, context) {
    await findBatch(context, id);
    if (!(await records.batchOf(context.env, id).delete())) {
      throw invalidRequest("The batch has not ended. Stop it with cancel_batch first.");
    }
    return { id, status: "deleted" as const };
  },
});

export const BATCH_TOOLS = [getBatch, listBatches, listBatchResults, cancelBatch, deleteBatch];
