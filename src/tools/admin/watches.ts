import * as z from "zod";
import { EVENTS_KEPT_DAYS } from "../../constants.ts";
import { AppError, invalidField, invalidRequest } from "../../errors.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { isWithin } from "../../lib/hosts.ts";
import { notACompany } from "../../sources/website/site-pages.ts";
import { EVENT_TYPES, type EventType, SEARCH_MATCHED, tokensOf } from "../../watches/event-types.ts";
import { SEARCH_TOOLS, type WatchedSearch } from "../../watches/observation.ts";
import * as store from "../../watches/watch-store.ts";
import { requireActiveEndpoints } from "../../webhooks/endpoints.ts";
import { nextPage, ownPages, pageEnd, pageFields } from "../fields/paging.ts";
import { adminTool, requireCategory, type ToolContext } from "../tool.ts";
import { searchTool } from "../watches/look-at-search.ts";
import { makerOf } from "./maker.ts";
import { findWatch, noSuchWatch, showWatch, watchFields, watchId, watchInput } from "./watch-fields.ts";

const EXAMPLE_WATCH = "watch_00000000000000000000000000000000";
const DAYS = { day: 1, week: 7 };

/** The input field of a watch on a search. */
export const searchInput = z
  .object({ tool: z.enum(SEARCH_TOOLS), input: z.looseObject({}) })
  .describe("Instead of domains and events");

const createWatch = adminTool({
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
      everyDays: DAYS[every],
      maxTokensMonth,
      deliver: [...new Set(deliver)],
    };
    await checkTerms(context, terms);
    const made = await store.createWatch(context.env.DB, await watchMaker(context), terms);
    if (made.status === "limit_reached") throw limitError(made);
    return showWatch(context, await findWatch(context, made.id), true);
  },
});

const updateWatch = adminTool({
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
    const before = await findWatch(context, id);
    if (before.search && (domains || events)) {
      const message = "is not for a watch on a search, which it keeps. Make another watch.";
      throw fieldError(domains ? "domains" : "events", message);
    }
    const { DB } = context.env;
    const terms = {
      state: status ?? before.state,
      name: name === undefined ? before.name : name || null,
      domains: domains ? [...new Set(domains)] : await store.listDomains(DB, id),
      events: events ? [...new Set(events)] : before.events,
      everyDays: every ? DAYS[every] : before.everyDays,
      maxTokensMonth: maxTokensMonth ?? before.maxTokensMonth,
      deliver: deliver ? [...new Set(deliver)] : before.deliver,
    };
    // An endpoint disabled in the meantime must not prevent pausing the watch.
    await checkTerms(context, { ...terms, deliver: deliver ? terms.deliver : [] });
    const changed = await store.changeWatch(DB, await watchMaker(context), id, terms);
    if (changed.status === "not_found") throw noSuchWatch();
    if (changed.status === "limit_reached") throw limitError(changed);
    return showWatch(context, await findWatch(context, id), true);
  },
});

const listWatches = adminTool({
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
    if (id) return { watches: [await showWatch(context, await findWatch(context, id), true)], ...pageEnd(null) };
    const pages = ownPages(context, "list_watches");
    const after = await pages.open(cursor);
    const page = await store.listWatches(context.env.DB, scopeOf(context.caller), { limit, after });
    const watches = await Promise.all(page.watches.map((watch) => showWatch(context, watch, false)));
    return { watches, ...(await pages.end(page.lastId)) };
  },
});

const deleteWatch = adminTool({
  name: "delete_watch",
  title: "Delete a watch",
  description: `Permanently ends a watch. Its companies are no longer looked at, nothing more is charged, and its withheld events are
    dropped. Delivered events stay readable with list_watch_events. To stop it for a while, use update_watch with status paused.`,
  input: z.object({ id: watchId }),
  output: z.looseObject({ id: z.string(), status: z.literal("deleted") }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: { id: EXAMPLE_WATCH },
  errors: ["not_found"],
  async run({ id }, { env, caller }) {
    if (!(await store.deleteWatch(env.DB, scopeOf(caller), id))) throw noSuchWatch();
    return { id, status: "deleted" as const };
  },
});

export const WATCH_TOOLS = [createWatch, updateWatch, listWatches, deleteWatch];

type Asked = { domains?: string[] | undefined; events?: EventType[] | undefined; search?: WatchedSearch | undefined };

/** What a new watch looks at: domains and types of events, or a search. Throws `invalid_request`, or an error of the search. */
function watchedOf({ parseInput }: ToolContext, { domains, events, search }: Asked) {
  if (!search) {
    if (!domains) throw fieldError("domains", "is required: domains and events, or a search");
    if (!events) throw fieldError("events", `is required: one or more of ${EVENT_TYPES.join(", ")}`);
    return { domains: [...new Set(domains)], events: [...new Set(events)], search: null };
  }
  if (domains || events) throw fieldError("search", "goes without domains and events: make another watch for them");
  if ("cursor" in search.input) throw fieldError("search.input.cursor", "is for pages of a call; a watch has none");
  try {
    parseInput(searchTool(search), search.input);
  } catch (cause) {
    throw inSearch(cause);
  }
  return { domains: [], events: [SEARCH_MATCHED] satisfies EventType[], search };
}

function fieldError(path: string, message: string): AppError {
  return invalidField(path, message, `${path}: ${message}`);
}

/** An error of the tool's arguments, with paths in the arguments of the watch. */
function inSearch(cause: unknown): unknown {
  if (!(cause instanceof AppError)) return cause;
  const { code, detail, fields } = cause;
  const errors = (fields.errors ?? []) as { path: string }[];
  const placed = errors.map((error) => ({ ...error, path: ["search.input", error.path].filter(Boolean).join(".") }));
  return new AppError(code, `search.input: ${detail}`, {
    fields: { ...fields, ...(fields.errors ? { errors: placed } : {}) },
  });
}

/** Checks what the schema cannot. Throws `invalid_request`, `tool_not_allowed`. */
async function checkTerms({ env, config, caller }: ToolContext, terms: store.WatchTerms): Promise<void> {
  const { domains, events, maxTokensMonth, deliver } = terms;
  requireCategory(caller, events.some((type) => type === SEARCH_MATCHED) ? "socials" : "signals");
  if (domains.some((domain) => isWithin(domain, config.NETWORK_HOSTS))) throw notACompany();
  const [dearest = "jobs.opened"] = events.toSorted((a, b) => tokensOf(b, config) - tokensOf(a, config));
  const cost = tokensOf(dearest, config);
  if (maxTokensMonth < cost) {
    const message = `An event of ${dearest} costs ${cost} tokens, so that none could be delivered. Raise the cap.`;
    throw invalidField("max_tokens_month", message, `max_tokens_month: ${message}`);
  }
  await requireActiveEndpoints(env.DB, caller.organisationId, deliver);
}

/** The caller as the owner of a watch that it creates or changes. Throws `invalid_token`. */
async function watchMaker(context: ToolContext): Promise<store.WatchMaker> {
  const { capSubjects: _, ...maker } = await makerOf(context);
  return { ...maker, ...scopeOf(context.caller) };
}

function limitError({ of, limit }: store.LimitReached): AppError {
  const what =
    of === "watches" ? "watches" : "domains in its watches, those of watches deleted in the last day included";
  return invalidRequest(`Your organisation may have ${limit} ${what}. Remove some that you no longer need.`);
}
