import * as z from "zod";
import { MAX_WATCH_DOMAINS } from "../../constants.ts";
import { AppError, invalidField, invalidRequest } from "../../errors.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { isWithin } from "../../lib/hosts.ts";
import { isoTime, timeOfId } from "../../lib/ids.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { notACompany } from "../../sources/website/site-pages.ts";
import { EVENT_TYPES, type EventType, SEARCH_MATCHED, tokensOf } from "../../watches/event-types.ts";
import { SEARCH_TOOLS, type WatchedSearch } from "../../watches/observation.ts";
import { getHeartbeat } from "../../watches/watch-heartbeat.ts";
import {
  type LimitReached,
  listDomains,
  WATCH_ID,
  type Watch,
  type WatchMaker,
  type WatchTerms,
} from "../../watches/watch-store.ts";
import { requireActiveEndpoints } from "../../webhooks/endpoints.ts";
import { ownNameOrNone } from "../fields/inputs.ts";
import { list, requireCategory, type ToolContext } from "../tool.ts";
import { searchTool } from "../watches/look-at-search.ts";
import { callerKey } from "./caller-key.ts";
import { deliver } from "./webhook-fields.ts";

const MAX_TOKENS_MONTH = 10_000_000;
export const EXAMPLE_WATCH = "watch_00000000000000000000000000000000";

export const watchId = z
  .string()
  .regex(WATCH_ID, "must be the id of a watch, from create_watch or list_watches")
  .describe("`watch_…`, from create_watch or list_watches");

/** The input fields of a watch. */
export const watchInput = {
  domains: z
    .array(companyDomain)
    .min(1)
    .max(MAX_WATCH_DOMAINS, `a watch has at most ${MAX_WATCH_DOMAINS} domains; make another one for the rest`)
    .describe(`1 to ${MAX_WATCH_DOMAINS} companies`),
  events: z.array(z.enum(EVENT_TYPES)).min(1).describe("What to report"),
  every: z.enum(["day", "week"]).describe("How often to look"),
  max_tokens_month: z.int().min(1).max(MAX_TOKENS_MONTH).describe("Hard cap per calendar month (UTC)"),
  deliver,
  name: ownNameOrNone.describe("Your name for it"),
};

const time = z.string().nullable();
const count = z.int();

/** A watch as its tools show it. */
export const watchFields = {
  id: z.string(),
  search: z.looseObject({ tool: z.string(), input: z.looseObject({}) }).nullable(),
  name: z.string().nullable(),
  status: z
    .enum(["active", "paused", "key_ended"])
    .describe(
      "key_ended: the key that created the watch is revoked or expired; update_watch with another key revives it",
    ),
  events: z.array(z.string()),
  tokens_per_event: z.record(z.string(), count),
  every: z.enum(["day", "week"]),
  deliver: z.array(z.string()),
  max_tokens_month: count,
  tokens_this_month: count,
  events_this_month: count,
  withheld_events: count.describe(
    "Events not charged because the cap or the balance was too low; released once it suffices",
  ),
  domain_count: count,
  domains: z.array(z.string()).describe("In a list of watches, the first 10 domains only"),
  looked_at_count: count.describe(
    "Number of domains that have been looked at since they were added; the first look is a free baseline",
  ),
  last_look_at: time,
  next_look_at: time,
  unreachable_count: count,
  unreachable: list("Sites that could not be read at the last look; nothing is reported as gone meanwhile", {
    domain: z.string(),
    reason: z.string(),
    since: z.string(),
  }),
  silent_count: count,
  silent: list("Events that cannot fire, and why, e.g. no_careers_page_found", {
    domain: z.string(),
    events: z.array(z.string()),
    reason: z.string(),
    since: z.string(),
  }),
  created_at: z.string(),
  updated_at: z.string(),
};

const SHOWN_IN_LIST = 10;

/** A watch with its heartbeat; `isWhole` shows every domain, else the first of each list. */
export async function showWatch({ env, config, caller }: ToolContext, watch: Watch, isWhole: boolean) {
  const shown = isWhole ? MAX_WATCH_DOMAINS : SHOWN_IN_LIST;
  const [heartbeat, domains] = await Promise.all([
    getHeartbeat(env.DB, caller.organisationId, watch, shown),
    listDomains(env.DB, watch.id),
  ]);
  const { id, name, search, state, isKeyGood, events, everyDays, deliver, maxTokensMonth, updatedAt } = watch;
  return {
    id,
    name,
    status: state === "active" && !isKeyGood ? ("key_ended" as const) : state,
    events,
    tokens_per_event: Object.fromEntries(events.map((type) => [type, tokensOf(type, config)])),
    every: everyDays === 7 ? ("week" as const) : ("day" as const),
    deliver,
    max_tokens_month: maxTokensMonth,
    ...heartbeat,
    // In the schedule of looks a search stands for a domain.
    ...(search && { domain_count: 0, looked_at_count: 0 }),
    search,
    domains: search ? [] : domains.slice(0, shown),
    created_at: isoTime(timeOfId(id.slice("watch_".length))),
    updated_at: isoTime(updatedAt),
  };
}

/** The input field of a watch on a search. */
export const searchInput = z
  .object({ tool: z.enum(SEARCH_TOOLS), input: z.looseObject({}) })
  .describe("Instead of domains and events");

type Asked = { domains?: string[] | undefined; events?: EventType[] | undefined; search?: WatchedSearch | undefined };

/** What a new watch looks at: domains and types of events, or a search. Throws `invalid_request`, or an error of the search. */
export function watchedOf({ parseInput }: ToolContext, { domains, events, search }: Asked) {
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
export async function checkTerms({ env, config, caller }: ToolContext, terms: WatchTerms): Promise<void> {
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
export async function watchMaker(context: ToolContext): Promise<WatchMaker> {
  const { caller, baseUrl } = context;
  const { organisationId, plan, keyId } = caller;
  const key = await callerKey(context);
  const connectionId = caller.connectionId ?? null;
  return {
    organisationId,
    plan,
    keyId: keyId || "console",
    keyHash: key?.hash ?? null,
    connectionId,
    limitedTo: scopeOf(caller).limitedTo,
    baseUrl,
  };
}

export function everyDaysOf(every: "day" | "week"): number {
  return every === "week" ? 7 : 1;
}

export function limitError({ of, limit }: LimitReached): AppError {
  const what =
    of === "watches" ? "watches" : "domains in its watches, those of watches deleted in the last day included";
  return invalidRequest(`Your organisation may have ${limit} ${what}. Remove some that you no longer need.`);
}

export const noSuchWatch = () =>
  new AppError("not_found", "There is no such watch in your organisation. list_watches lists them.");

export const watchesSearch = (path: string) =>
  fieldError(path, "is not for a watch on a search, which it keeps. Make another watch.");
