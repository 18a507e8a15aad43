import * as z from "zod";
import { listBatches as readBatches } from "../../batches/batch-records.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool } from "../tool.ts";
import { batchFields } from "./batch-fields.ts";

export const listBatches = adminTool({
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
    const { batches, lastId } = await readBatches(context.env, scopeOf(context.caller), limit, before);
    return { batches, ...(await pages.end(lastId)) };
  },
});
