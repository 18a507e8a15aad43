import * as z from "zod";
import { scopeOf } from "../../ledger/payer.ts";
import { getWatch, listWatches as readWatches } from "../../watches/watch-store.ts";
import { nextPage, ownPages, pageEnd, pageFields } from "../fields/paging.ts";
import { adminTool } from "../tool.ts";
import { noSuchWatch, showWatch, watchFields, watchId } from "./watch-fields.ts";

export const listWatches = adminTool({
  name: "list_watches",
  title: "Watches and their status",
  description: `Returns the organisation's watches, oldest first, each with its last and next look, sites that cannot be reached,
    events that cannot fire and why, and this month's spending against its cap. With \`watch\`, only that watch, with all of its domains.
    Also GET /api/v0/list_watches.`,
  input: z.object({
    watch: watchId.optional().describe("Return only this watch, with all of its domains"),
    ...pageFields("Watches", { usual: 10, most: 20 }),
  }),
  output: z.looseObject({
    watches: z.array(z.looseObject(watchFields)),
    ...nextPage,
  }),
  example: { limit: 10 },
  get: true,
  errors: ["not_found"],
  async run({ watch: id, limit, cursor }, context) {
    const { env, caller } = context;
    if (id) {
      const watch = await getWatch(env.DB, scopeOf(caller), id);
      if (!watch) throw noSuchWatch();
      return { watches: [await showWatch(context, watch, true)], ...pageEnd(null) };
    }
    const pages = ownPages(context, "list_watches");
    const after = await pages.open(cursor);
    const page = await readWatches(env.DB, scopeOf(caller), { limit, after });
    const watches = await Promise.all(page.watches.map((watch) => showWatch(context, watch, false)));
    return { watches, ...(await pages.end(page.lastId)) };
  },
});
