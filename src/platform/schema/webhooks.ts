import { sql } from "drizzle-orm";
import { index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** Where events are sent (Standard Webhooks): only the challenge until the receiver has answered. Secrets encrypted. */
export const webhookEndpoints = tableOf("webhook_endpoints", {
  id: text().primaryKey(),
  organisationId: text().notNull(),
  url: text().notNull(),
  /** Host and port of the URL, which never changes. */
  host: text().notNull(),
  status: text({ enum: ["unverified", "active", "disabled"] }).notNull(),
  disabledReason: text({ enum: ["owner", "failures", "gone", "not_me"] }),
  secret: text().notNull(),
  /** The secret before the rotation, which signs too until `previousUntil`. */
  previousSecret: text(),
  previousUntil: integer(),
  /** Time of the first failed try since the last success. */
  failingSince: integer(),
  /** When it was disabled without the owner, who has not been mailed about it yet. */
  mailDueSince: integer(),
  /** The service's address, and the host under which it was asked, when the endpoint was registered. */
  baseUrl: text().notNull(),
  requestHost: text().notNull(),
  createdAt: integer().notNull(),
}).with((table) => [
  index("webhook_endpoints_organisation").on(table.organisationId, table.id),
  index("webhook_endpoints_mail_due").on(table.mailDueSince).where(sql`${table.mailDueSince} IS NOT NULL`),
]);

/**
 * Deliveries, one row per event and endpoint. Triggers (migrations/0019_webhook_endpoints_end.sql) cancel those of a disabled
 * endpoint and delete those of a deleted one. The row decides whether a try is due; queue messages only trigger the check.
 * `sending` is claimed by one try until `nextAt`; a try that has not ended by then counts as lost.
 */
export const webhookDeliveries = tableOf("webhook_deliveries", {
  id: text().primaryKey(),
  endpointId: text().notNull(),
  /** `webhook-id` of all tries: by which receivers recognise repeats. */
  eventId: text().notNull(),
  type: text().notNull(),
  occurredAt: integer().notNull(),
  dataJson: text().notNull(),
  /** The endpoint's host, by which parallel tries are counted. */
  host: text().notNull(),
  status: text({ enum: ["pending", "sending", "delivered", "failed"] }).notNull(),
  /** Tries begun. A try belongs to the request whose guarded UPDATE raised this number. */
  attempt: integer().notNull().default(0),
  /** Tries that failed since the event was first sent, or sent again by the owner. */
  failures: integer().notNull().default(0),
  /** Tries begun whose outcome is unknown. */
  unended: integer().notNull().default(0),
  /** When it is tried next, or when the running try counts as lost; null once delivered or given up. */
  nextAt: integer(),
}).with((table) => [
  uniqueIndex("webhook_deliveries_event").on(table.eventId, table.endpointId),
  index("webhook_deliveries_endpoint").on(table.endpointId, table.id),
  index("webhook_deliveries_due").on(table.nextAt).where(sql`${table.nextAt} IS NOT NULL`),
  index("webhook_deliveries_waiting_of")
    .on(table.host, table.endpointId, table.nextAt)
    .where(sql`${table.status} = 'pending'`),
  index("webhook_deliveries_sending").on(table.host).where(sql`${table.status} = 'sending'`),
  index("webhook_deliveries_sending_of").on(table.endpointId).where(sql`${table.status} = 'sending'`),
]);

/** Every try of a delivery, for the owner. Of the receiver's answer only the status is kept. */
export const webhookTries = tableOf("webhook_tries", {
  id: text().primaryKey(),
  deliveryId: text().notNull(),
  attempt: integer().notNull(),
  /** Null while it runs; stays null when it was interrupted. */
  durationMs: integer(),
  /** Null when there was no answer. */
  httpStatus: integer(),
  /** Why there was no answer, e.g. `timeout`. */
  reason: text(),
  nextAt: integer(),
}).with((table) => [uniqueIndex("webhook_tries_delivery").on(table.deliveryId, table.attempt)]);
