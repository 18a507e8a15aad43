import type { Config } from "../config.ts";
import { EVENT_TOKENS, EVENT_TOKENS_DEFAULT } from "../constants.ts";

/** Every event type, with the kind of fact that it is derived from. */
const KIND_OF = {
  "jobs.opened": "jobs",
  "jobs.closed": "jobs",
  "jobs.reposted": "jobs",
  "technology.added": "technologies",
  "technology.removed": "technologies",
  "prices.changed": "prices",
  "leadership.changed": "leadership",
  "funding.raised": "funding",
  "news.published": "news",
  "website.changed": "website",
  "mail_provider.changed": "mail_provider",
  "register_status.changed": "register_status",
  "search.matched": "search",
} as const;

export type EventType = keyof typeof KIND_OF;
/** A kind of fact: the unit that a look reads and compares. */
export type WatchedKind = (typeof KIND_OF)[EventType];

/** The type of every event of a watch on a search. */
export const SEARCH_MATCHED = "search.matched";
/** Kinds of facts of a company. */
export type CompanyKind = Exclude<WatchedKind, "search">;

type Types = [EventType, ...EventType[]];
const ALL = Object.keys(KIND_OF) as Types;

/** The types of which a watch on companies names some. */
export const EVENT_TYPES = ALL.filter((type) => type !== SEARCH_MATCHED) as Types;

export function kindOf(type: EventType): WatchedKind {
  return KIND_OF[type];
}

export function typesOf(kind: WatchedKind): Types {
  return ALL.filter((type) => KIND_OF[type] === kind) as Types;
}

/** Price of one delivered event in tokens: from `PRICES`, else the default. */
export function tokensOf(type: EventType, { PRICES }: Pick<Config, "PRICES">): number {
  return PRICES[type] ?? EVENT_TOKENS[type] ?? EVENT_TOKENS_DEFAULT;
}
