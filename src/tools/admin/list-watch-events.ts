import * as z from "zod";
import { scopeOf } from "../../ledger/payer.ts";
import { readPrints } from "../../privacy/names-in-text.ts";
import { withhold } from "../../privacy/withhold.ts";
import { listEvents } from "../../watches/watch-events.ts";
import { ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, rows } from "../tool.ts";
import { watchId } from "./watch-fields.ts";

export const listWatchEvents = adminTool({
  name: "list_watch_events",
  title: "Events of watches",
  description: `Returns the events of the organisation's watches in the order in which they became readable, oldest first: what
    changed, before and after, evidence, tokens charged. Keep next_cursor and call again with it: no event is missed or returned twice; a
    withheld event is returned again, complete and under a new seq, once it is released. Events are kept for 30 days. People who have
    objected are withheld. Also GET /api/v0/list_watch_events.`,
  input: z.object({
    ...pageFields("Events", { usual: 50, most: 100 }),
    watch: watchId.optional().describe("Only events of this watch"),
  }),
  output: z.looseObject({
    events: rows({
      id: z.string().describe("Id of the event, the same at each delivery; also the header `webhook-id`"),
      seq: z.int(),
      type: z.string().describe("E.g. jobs.opened"),
      domain: z.string(),
      watch_ids: z.array(z.string()),
      status: z.enum(["delivered", "withheld"]).describe("withheld: not paid yet; only type and domain are shown"),
      before: z.looseObject({}).nullable().describe("Former value; null when there was none"),
      after: z.looseObject({}).nullable().describe("New value; null when it is gone"),
      evidence: z.array(z.looseObject({ url: z.string(), kind: z.string() })),
      observed_at: z.string(),
      tokens_charged: z.int(),
    }),
    next_cursor: z.string().describe("Cursor of the next page; valid even when that page is still empty"),
    has_more: z.boolean(),
    oldest: z.int().nullable().describe("`seq` of the oldest event still stored"),
  }),
  example: { limit: 50 },
  get: true,
  async run({ cursor, watch, limit }, context) {
    const pages = ownPages(context, "list_watch_events", watch ?? null);
    const after = Number(await pages.open(cursor));
    const asked = { after, watchId: watch ?? null, limit };
    const [page, list] = await Promise.all([
      listEvents(context.env.DB, scopeOf(context.caller), asked),
      readPrints(context),
    ]);
    return {
      // Each alone: a person is withheld in events about their company.
      events: await Promise.all(page.events.map((event) => withhold(context, list, {}, event))),
      next_cursor: await pages.seal(String(page.next)),
      has_more: page.hasMore,
      oldest: page.oldest,
    };
  },
});
