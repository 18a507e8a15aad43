import * as z from "zod";
import { MAX_WATCH_DOMAINS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { scopeOf } from "../../ledger/payer.ts";
import { isoTime, timeOfId } from "../../lib/ids.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { EVENT_TYPES, tokensOf } from "../../watches/event-types.ts";
import { getHeartbeat } from "../../watches/watch-heartbeat.ts";
import { getWatch, listDomains, WATCH_ID, type Watch } from "../../watches/watch-store.ts";
import { deliver, ownNameOrNone } from "../fields/inputs.ts";
import { list, type ToolContext, text } from "../tool.ts";

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
  max_tokens_month: z.int().min(1).max(10_000_000).describe("Hard cap per calendar month (UTC)"),
  deliver,
  name: ownNameOrNone.describe("Your name for it"),
};

const count = z.int();

/** A watch as its tools show it. */
export const watchFields = {
  id: z.string(),
  search: z.looseObject({ tool: z.string(), input: z.looseObject({}) }).nullable(),
  name: text,
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
  last_look_at: text,
  next_look_at: text,
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

export const noSuchWatch = () =>
  new AppError("not_found", "There is no such watch in your organisation. list_watches lists them.");

/** A watch that the caller may see. Throws `not_found`. */
export async function findWatch({ env, caller }: ToolContext, id: string): Promise<Watch> {
  const watch = await getWatch(env.DB, scopeOf(caller), id);
  if (!watch) throw noSuchWatch();
  return watch;
}
