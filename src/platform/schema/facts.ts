import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** What a company's pages or board looked like, a row for every change: digest and facts, never a page. */
export const snapshots = tableOf("snapshots", {
  domain: text().notNull(),
  /** `website` or `sales_jobs`. */
  kind: text().notNull(),
  /** When it first looked like this. */
  observedAt: integer().notNull(),
  digest: text().notNull(),
  dataJson: text().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.domain, table.kind, table.observedAt] }),
  index("snapshots_observed").on(table.observedAt),
]);

/** Credits (in the vendor's own unit) spent per vendor, day and organisation. Calls in flight count with their maximum. */
export const vendorSpending = tableOf("vendor_spending", {
  day: text().notNull(),
  vendor: text().notNull(),
  /** Empty for the operator. */
  organisationId: text().notNull(),
  credits: integer().notNull(),
}).with((table) => [primaryKey({ columns: [table.day, table.vendor, table.organisationId] })]);

/** Single facts of the deployment, e.g. how far the hold sweep has come. */
export const state = sqliteTable("state", { name: text().primaryKey(), value: text().notNull() });
