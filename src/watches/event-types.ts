import { type Config, EVENT_TOKENS, EVENT_TOKENS_DEFAULT } from "../config.ts";

/** Every type of event, with the kind of fact that a look has to see for it. */
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
} as const;

export type EventType = keyof typeof KIND_OF;
/** What is looked at and compared as one. */
export type FactKind = (typeof KIND_OF)[EventType];

export const EVENT_TYPES = Object.keys(KIND_OF) as [EventType, ...EventType[]];

export function kindOf(type: EventType): FactKind {
  return KIND_OF[type];
}

export function typesOf(kind: FactKind): EventType[] {
  return EVENT_TYPES.filter((type) => KIND_OF[type] === kind);
}

/** What one delivered event of this type costs: what the operator's `PRICES` say, else the default. */
export function tokensOf(type: EventType, { PRICES }: Pick<Config, "PRICES">): number {
  return PRICES[type] ?? EVENT_TOKENS[type] ?? EVENT_TOKENS_DEFAULT;
}
