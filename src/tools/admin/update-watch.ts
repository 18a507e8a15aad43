import * as z from "zod";
import { scopeOf } from "../../ledger/payer.ts";
import { changeWatch, getWatch, listDomains } from "../../watches/watch-store.ts";
import { adminTool } from "../tool.ts";
import {
  checkTerms,
  EXAMPLE_WATCH,
  everyDaysOf,
  limitError,
  noSuchWatch,
  showWatch,
  watchesSearch,
  watchFields,
  watchId,
  watchInput,
  watchMaker,
} from "./watch-fields.ts";

export const updateWatch = adminTool({
  name: "update_watch",
  title: "Change, pause or resume a watch",
  description: `Changes the given fields of a watch; the others stay as they are. domains, events and deliver replace the whole list;
    domains that stay keep their baseline, new ones get one. A paused watch neither looks nor charges; status active resumes it with a new
    baseline. Raising max_tokens_month releases withheld events within a minute. From then on the watch belongs to the calling key.`,
  input: z.object({
    id: watchId,
    status: z.enum(["active", "paused"]).optional().describe("paused stops it, active resumes it"),
    ...z.object(watchInput).partial().shape,
  }),
  output: z.looseObject(watchFields),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: { id: EXAMPLE_WATCH, status: "paused" },
  errors: ["not_found"],
  async run({ id, status, domains, events, every, max_tokens_month: maxTokensMonth, deliver, name }, context) {
    const { env, caller } = context;
    const before = await getWatch(env.DB, scopeOf(caller), id);
    if (!before) throw noSuchWatch();
    if (before.search && (domains || events)) throw watchesSearch(domains ? "domains" : "events");
    const terms = {
      state: status ?? before.state,
      name: name === undefined ? before.name : name || null,
      domains: domains ? [...new Set(domains)] : await listDomains(env.DB, id),
      events: events ? [...new Set(events)] : before.events,
      everyDays: every ? everyDaysOf(every) : before.everyDays,
      maxTokensMonth: maxTokensMonth ?? before.maxTokensMonth,
      deliver: deliver ? [...new Set(deliver)] : before.deliver,
    };
    // An endpoint disabled in the meantime must not prevent pausing the watch.
    await checkTerms(context, { ...terms, deliver: deliver ? terms.deliver : [] });
    const changed = await changeWatch(env.DB, await watchMaker(context), id, terms);
    if (changed.status === "not_found") throw noSuchWatch();
    if (changed.status === "limit_reached") throw limitError(changed);
    const after = await getWatch(env.DB, scopeOf(caller), id);
    if (!after) throw noSuchWatch();
    return showWatch(context, after, true);
  },
});
