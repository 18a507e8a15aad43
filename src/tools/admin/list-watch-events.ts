import * as z from "zod";
import { readPrints } from "../../privacy/prints.ts";
import { withhold } from "../../privacy/withhold.ts";
import { listEvents } from "../../watches/watch-events.ts";
import { defineTool } from "../tool.ts";
import { watchId } from "./watch-fields.ts";

export const listWatchEvents = defineTool({
  name: "list_watch_events",
  category: "admin",
  cost: 0,
  title: "Events of watches",
  description:
    "Returns the events of the organisation's watches in the order in which they became readable, oldest first: what changed, before and after, evidence, tokens charged. Keep next_cursor and call again with it: a reader misses none and gets none twice; a withheld event comes again, whole and under a new seq, when it is released. Events are kept for 30 days. People who have objected are withheld. Also GET /api/v0/list_watch_events.",
  input: z.object({
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, "must be the `next_cursor` of a page")
      .optional()
      .describe("`next_cursor` of the page before; without it from the oldest"),
    watch: watchId.optional().describe("Only events of this watch"),
    limit: z.int().min(1).max(100).default(50).describe("Events on a page"),
  }),
  output: z.looseObject({
    events: z.array(
      z.looseObject({
        id: z.string().describe("The same at each delivery, also `webhook-id`"),
        seq: z.int(),
        type: z.string().describe("E.g. jobs.opened"),
        domain: z.string(),
        watch_ids: z.array(z.string()),
        status: z.enum(["delivered", "withheld"]).describe("withheld: not paid yet, shows type and domain only"),
        before: z.looseObject({}).nullable().describe("null when there was nothing before"),
        after: z.looseObject({}).nullable().describe("null when it is gone"),
        evidence: z.array(z.looseObject({ url: z.string(), kind: z.string() })),
        observed_at: z.string(),
        tokens_charged: z.int(),
      }),
    ),
    next_cursor: z.string().describe("For the next page; valid also when there is nothing there yet"),
    has_more: z.boolean(),
    oldest: z.int().nullable().describe("seq of the oldest event that is kept"),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: { limit: 50 },
  get: true,
  async run({ cursor, watch, limit }, context) {
    const asked = { after: Number(cursor ?? 0), watchId: watch ?? null, limit };
    const [page, list] = await Promise.all([
      listEvents(context.env.DB, context.caller.organisationId, asked),
      readPrints(context),
    ]);
    return {
      events: await withhold(context, list, {}, page.events),
      next_cursor: String(page.next),
      has_more: page.hasMore,
      oldest: page.oldest,
    };
  },
});
