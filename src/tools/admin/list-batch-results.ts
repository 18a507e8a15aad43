import * as z from "zod";
import { readResults } from "../../batches/batch-records.ts";
import { ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, text } from "../tool.ts";
import { batchId, findBatch } from "./batch-fields.ts";
import { shownResults } from "./batch-results.ts";

export const listBatchResults = adminTool({
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
    results: z.array(
      z.looseObject({
        index: z.int().describe("Place in the list, from 0"),
        custom_id: text,
        input: z.looseObject({}).describe("The input as sent"),
        status: z
          .enum(["succeeded", "failed", "invalid", "skipped", "cancelled", "expired", "pending"])
          .describe("Status of the line; a duplicate has the status of the line it repeats"),
        tokens_charged: z.int(),
        result: z.looseObject({}).nullable().describe("The answer of the batch's tool"),
        match: z
          .looseObject({
            name: z.string(),
            domain: text,
            confidence: z.number(),
            reason: text,
            tokens_charged: z.int(),
          })
          .optional()
          .describe(
            "In a batch with match: what resolve_company found for the name, and its cost, part of tokens_charged",
          ),
        error: z.looseObject({ code: z.string(), detail: z.string() }).nullable(),
        request_id: text,
        duplicate_of: z.int().nullable().describe("Index of the line with the same arguments, which was charged"),
      }),
    ),
    next_cursor: z.string().describe("Cursor of the next page; valid even when that page is still empty"),
    has_more: z.boolean().describe("True when more results exist or are still to come"),
    status: z.enum(["queued", "running", "cancelling", "ended"]).describe("Of the batch"),
  }),
  example: { id: "batch_00000000000000000000000000000000", limit: 50 },
  get: true,
  errors: ["not_found"],
  async run({ id, limit, cursor }, context) {
    const batch = await findBatch(context, id);
    const pages = ownPages(context, "list_batch_results", id);
    const after = Number(await pages.open(cursor));
    const page = await readResults(context.env, id, { order: "finished", after, limit });
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
