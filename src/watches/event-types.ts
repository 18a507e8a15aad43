import type { Config } from "../config.ts";
import { EVENT_TOKENS, EVENT_TOKENS_DEFAULT } from "../constants.ts";
import { isoTime } from "../lib/ids.ts";
import { newEventId, type WebhookEvent } from "../webhooks/enqueue-deliveries.ts";

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
/** Every type, also those of a search. */
export const ALL_EVENT_TYPES = Object.keys(KIND_OF) as Types;

/** The types of which a watch on companies names some. */
export const EVENT_TYPES = ALL_EVENT_TYPES.filter((type) => type !== SEARCH_MATCHED) as Types;

export function kindOf(type: EventType): WatchedKind {
  return KIND_OF[type];
}

export function typesOf(kind: WatchedKind): Types {
  return ALL_EVENT_TYPES.filter((type) => KIND_OF[type] === kind) as Types;
}

/** Price of one delivered event in tokens: from `PRICES`, else the default. */
export function tokensOf(type: EventType, { PRICES }: Pick<Config, "PRICES">): number {
  return PRICES[type] ?? EVENT_TOKENS[type] ?? EVENT_TOKENS_DEFAULT;
}

const COMPANY = "acme-robotics.example";
const SITE = `https://${COMPANY}`;
const POSITION = {
  id: "127817",
  title: "Account Executive",
  url: "https://boards.greenhouse.io/acmerobotics/jobs/127817",
  location: "Leipzig",
};
const TECHNOLOGY = { name: "HubSpot", category: "Marketing automation", domain: "hubspot.com" };
const NEWS = {
  title: "Acme Robotics raises $12 million Series A",
  url: `${SITE}/news/series-a`,
  date: "2026-11-20T00:00:00.000Z",
  source: "own_site",
  confidence: 0.9,
};
const ROUND = { amount: 12_000_000, currency: "USD", round: "Series A", investors: ["Northgate"], form_d: null };
const LEADER = { title: "Acme Robotics appoints a CFO", person: null, role: "CFO", change: "joined" };
const plansAt = (price: string) => ({ plans: [{ name: "Team", price }] });
const MATCH = { ...POSITION, company: { domain: COMPANY, name: "Acme Robotics", joined: "proved", proof: [] } };

type Sides = [kind: string, before: object | null, after: object | null];

/** Kind of evidence, value before and after, of an event of each type, in the form of real ones. */
const SAMPLES: Record<EventType, Sides> = {
  "jobs.opened": ["job_posting", null, POSITION],
  "jobs.closed": ["job_board", POSITION, null],
  "jobs.reposted": ["job_posting", POSITION, { ...POSITION, id: "127999" }],
  "technology.added": ["script", null, TECHNOLOGY],
  "technology.removed": ["home_page", TECHNOLOGY, null],
  "prices.changed": ["own_site", plansAt("$49"), plansAt("$59")],
  "website.changed": ["home_page", { title: "Acme Robotics" }, { title: "Acme Robotics: arms for workshops" }],
  "mail_provider.changed": ["mx", { provider: "google" }, { provider: "microsoft" }],
  "register_status.changed": ["register", { "de:HRB 1": "active" }, { "de:HRB 1": "in_liquidation" }],
  "news.published": ["own_site", null, NEWS],
  "funding.raised": ["own_site", null, { ...NEWS, ...ROUND }],
  "leadership.changed": ["own_site", null, { ...NEWS, ...LEADER }],
  "search.matched": ["job_posting", null, MATCH],
};

/** An invented event of a type for a webhook: its data is that of a real one, with `sample: true`. */
export function sampleEvent(type: EventType, now: number): WebhookEvent {
  const [kind, before, after] = SAMPLES[type];
  const id = newEventId(now);
  const evidence = [{ url: SITE, kind }];
  const data = { id, seq: 0, type, domain: COMPANY, watch_ids: [], before, after, evidence };
  return { id, type, occurredAt: now, data: { ...data, observed_at: isoTime(now), tokens_charged: 0, sample: true } };
}
