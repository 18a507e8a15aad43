import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** Legal entities that the operator imported from registers' open data. They have no web sites, so the number is their key. */
export const entities = tableOf("entities", {
  /** Scheme and canonical number, e.g. `LEI` and `529900T8BM49AURSDO55`. */
  scheme: text().notNull(),
  number: text().notNull(),
  name: text().notNull(),
  /** The name folded, without its legal form. */
  nameKey: text().notNull(),
  /** ISO 3166-1. */
  country: text(),
  status: text({ enum: ["active", "in_liquidation", "insolvent", "dissolved", "unknown"] }).notNull(),
  form: text(),
  founded: text(),
  street: text(),
  postalCode: text(),
  city: text(),
  region: text(),
  industryCode: text(),
  /** The same entity's number in its national register: scheme and number, as in the key. */
  otherScheme: text(),
  otherNumber: text(),
  /** The id of the import. */
  source: text().notNull(),
  observedAt: integer().notNull(),
  expiresAt: integer().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.scheme, table.number] }),
  index("entities_name").on(table.nameKey),
  index("entities_other_number").on(table.otherNumber),
  index("entities_source").on(table.source),
  index("entities_expiry").on(table.expiresAt),
]);
