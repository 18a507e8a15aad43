import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** When each domain is looked at next: of watches, and once a day for 30 days those that signal tools asked about. */
export const watchedDomains = tableOf("watched_domains", {
  domain: text().primaryKey(),
  /** The service's address as it was asked: our fetcher names it. */
  baseUrl: text().notNull(),
  /** The organisation whose call put it on the list: each has a limited share of it. Empty when a watch did. */
  organisationId: text().notNull().default(""),
  /** Whether the look under way is for an organisation with a purchase. */
  isPaid: integer({ mode: "boolean" }).notNull().default(false),
  /** Last call of a signal tool; 0 when only watches name the domain. */
  askedAt: integer().notNull(),
  dueAt: integer().notNull(),
  lookedAt: integer(),
  /** Looks that began and did not end since. */
  attempts: integer().notNull().default(0),
  /** Why the home page could not be read, and since when; null while it can. */
  unreachableReason: text(),
  unreachableSince: integer(),
}).with((table) => [
  index("watched_domains_due").on(table.dueAt),
  index("watched_domains_organisation").on(table.organisationId),
  index("watched_domains_attempts").on(table.attempts).where(sql`${table.attempts} > 0`),
]);

export const watches = tableOf("watches", {
  id: text().primaryKey(),
  organisationId: text().notNull(),
  name: text(),
  /** `deleted` rows go after a day: until then their domains count against the organisation's share. */
  state: text({ enum: ["active", "paused", "deleted"] }).notNull(),
  eventsJson: text().notNull(),
  /** The search of a watch on one, `{tool, input}`; null for a watch on companies. */
  searchJson: text(),
  /** Days between two looks: 1 or 7. */
  everyDays: integer().notNull(),
  maxTokensMonth: integer().notNull(),
  /** Ids of webhook endpoints, a JSON list. */
  deliverJson: text().notNull(),
  /** The key it was made with; `console` when the owner made it. */
  keyId: text().notNull(),
  /** Of that key. It delivers nothing once the key, or the connection, has ended; null for the owner's. */
  keyHash: text(),
  connectionId: text(),
  /** `YYYY-MM`, UTC, that `spent_month` is about. */
  month: text().notNull().default(""),
  spentMonth: integer().notNull().default(0),
  eventsMonth: integer().notNull().default(0),
  updatedAt: integer().notNull(),
}).with((table) => [
  index("watches_organisation").on(table.organisationId, table.id),
  index("watches_deleted").on(table.updatedAt).where(sql`${table.state} = 'deleted'`),
]);

export const watchSubscriptions = tableOf("watch_subscriptions", {
  domain: text().notNull(),
  watchId: text().notNull(),
  /** Changes that the first look after this finds are its baseline. */
  addedAt: integer().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.domain, table.watchId] }),
  index("watch_subscriptions_watch").on(table.watchId),
]);

/** The last observation per domain and kind of fact, with which the next one is compared. */
export const watchHeads = tableOf("watch_heads", {
  domain: text().notNull(),
  kind: text().notNull(),
  /** Raised by one at each change, so that of concurrent looks at one change the first wins. */
  version: integer().notNull(),
  /** Null until a look has observed it. */
  dataJson: text(),
  /** The look that made this version. */
  look: text(),
  /** The last look that observed it, and the one before. */
  lookedAt: integer(),
  previousLookedAt: integer(),
  /** A change was seen once and waits for a second look that agrees. */
  isPending: integer({ mode: "boolean" }).notNull().default(false),
  /** Why the last look could not observe it, and since when. */
  reason: text(),
  reasonSince: integer(),
}).with((table) => [primaryKey({ columns: [table.domain, table.kind] })]);

/**
 * Changes as an organisation gets them, once however many of its watches name them. Charged in triggers
 * (migrations/0021_watch_event_counts.sql): a row is `withheld` until a watch's monthly cap and the balance suffice.
 */
export const watchEvents = tableOf("watch_events", {
  /** Given at commit, in the order in which events can be read: the cursor. */
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull(),
  organisationId: text().notNull(),
  type: text().notNull(),
  domain: text().notNull(),
  /** `{before, after, evidence}`. */
  dataJson: text().notNull(),
  watchIdsJson: text().notNull(),
  tokens: integer().notNull(),
  state: text({ enum: ["withheld", "ready"] }).notNull(),
  /** The watch against whose cap it was charged. */
  paidBy: text(),
  triedAt: integer().notNull(),
  /** Whether webhooks are still to be queued for it. */
  isUnsent: integer({ mode: "boolean" }).notNull(),
  observedAt: integer().notNull(),
}).with((table) => [
  check("event_tokens_positive", sql`${table.tokens} > 0`),
  uniqueIndex("watch_events_once").on(table.organisationId, table.id),
  index("watch_events_organisation").on(table.organisationId, table.seq),
  index("watch_events_domain").on(table.domain),
  index("watch_events_observed").on(table.observedAt),
  index("watch_events_withheld").on(table.organisationId, table.seq).where(sql`${table.state} = 'withheld'`),
  index("watch_events_unsent").on(table.seq).where(sql`${table.isUnsent} = 1 AND ${table.state} = 'ready'`),
]);
