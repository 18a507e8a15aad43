import * as z from "zod";
import { EVENTS_KEPT_DAYS } from "../../constants.ts";
import { getWatch, createWatch as insertWatch } from "../../watches/watch-store.ts";
import { adminTool } from "../tool.ts";
import {
  checkTerms,
  everyDaysOf,
  limitError,
  noSuchWatch,
  searchInput,
  showWatch,
  watchedOf,
  watchFields,
  watchInput,
  watchMaker,
} from "./watch-fields.ts";

export const createWatch = adminTool({
  name: "create_watch",
  title: "Watch companies for changes",
  description: `Looks at companies every day or week; list_watch_events reads what changed. Looks are free; an
    event costs what tokens_per_event says, by default 2 tokens, 5 for funding and leadership, within max_tokens_month. With search
    instead of domains and events, it reports new matches of search_jobs or search_companies, sent as a call would send them, as they
    come into the index. The first look, within minutes, is a baseline without events. Unknown is not a change: a site that is down closes nothing, and changes of
    technologies, prices and website count after two looks that agree. Events are kept for ${EVENTS_KEPT_DAYS} days, and sent to the
    webhook endpoints in deliver. Events that the cap or the balance does not cover are withheld, and released oldest first. Several of
    your watches share an event and its price; a job that a watch of its company and one of a search report is two events.`,
  input: z.object({
    ...watchInput,
    domains: watchInput.domains.optional(),
    events: watchInput.events.optional(),
    search: searchInput.optional(),
    every: watchInput.every.default("day"),
    deliver: watchInput.deliver.default([]),
    name: watchInput.name.optional(),
  }),
  output: z.looseObject(watchFields),
  annotations: { readOnlyHint: false, openWorldHint: true, destructiveHint: false, idempotentHint: false },
  example: {
    domains: ["acme-robotics.example"],
    events: ["jobs.opened", "jobs.closed", "prices.changed", "funding.raised"],
    every: "day",
    max_tokens_month: 100,
  },
  async run({ domains, events, search, every, max_tokens_month: maxTokensMonth, deliver, name }, context) {
    const terms = {
      name: name || null,
      ...watchedOf(context, { domains, events, search }),
      everyDays: everyDaysOf(every),
      maxTokensMonth,
      deliver: [...new Set(deliver)],
    };
    await checkTerms(context, terms);
    const made = await insertWatch(context.env.DB, await watchMaker(context), terms);
    if (made.status === "limit_reached") throw limitError(made);
    const watch = await getWatch(context.env.DB, context.caller, made.id);
    if (!watch) throw noSuchWatch();
    return showWatch(context, watch, true);
  },
});
