import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** The operator's own directory (CSV imports, demo data). */
export const companies = tableOf("companies", {
  id: integer().primaryKey(),
  /** Registrable domain, lower case, ASCII. */
  domain: text().notNull().unique(),
  name: text().notNull(),
  /** The name folded, without its legal form; null in rows that the cron has yet to fill. */
  nameKey: text(),
  networkUrl: text(),
  website: text(),
  sizeBand: text(),
  industry: text(),
  country: text(),
  city: text(),
  foundedYear: integer(),
  description: text(),
  confidence: real().notNull().default(0.99),
  /** `demo`, or the id of the import. */
  source: text().notNull(),
  sourceUrl: text(),
  observedAt: integer().notNull(),
  expiresAt: integer(),
}).with((table) => [
  index("companies_name").on(table.nameKey),
  index("companies_source").on(table.source),
  index("companies_expiry").on(table.expiresAt),
]);

/**
 * The operator's own directory of people. One row a person of a company: the folded name tells people apart, two of the
 * same name only by their profiles. The full-text index over it is in migrations/data/0001_full_text.sql.
 */
export const people = tableOf("people", {
  id: integer().primaryKey(),
  domain: text().notNull(),
  name: text().notNull(),
  firstName: text(),
  lastName: text(),
  nameFolded: text().notNull(),
  /** Every token the name can be found by, and the tokens of the title, separated by spaces. */
  nameTokens: text().notNull(),
  title: text(),
  titleTokens: text().notNull().default(""),
  location: text(),
  /** Address of the profile; empty when unknown, because it is part of the key. */
  profileUrl: text().notNull().default(""),
  email: text(),
  emailStatus: text({ enum: ["verified", "unverified", "guessed", "invalid"] }),
  /** False for people who have left; they are never listed. */
  isCurrent: integer({ mode: "boolean" }).notNull().default(true),
  source: text().notNull(),
  sourceUrl: text(),
  observedAt: integer().notNull(),
  expiresAt: integer(),
}).with((table) => [
  uniqueIndex("people_person").on(table.domain, table.nameFolded, table.profileUrl),
  // Requests of people about their own data find their rows by address.
  index("people_email").on(sql`lower(${table.email})`).where(sql`${table.email} IS NOT NULL`),
  index("people_source").on(table.source),
  index("people_expiry").on(table.expiresAt),
]);

/** CSV files that an operator brought in, and on what grounds. */
export const imports = sqliteTable("imports", {
  id: text().primaryKey(),
  kind: text({ enum: ["people", "companies", "entities"] }).notNull(),
  sourceName: text(),
  licenceNote: text().notNull(),
  rowsOk: integer().notNull().default(0),
  rowsFailed: integer().notNull().default(0),
  /** The first errors, `[{line, message}]`. */
  errorsJson: text().notNull().default("[]"),
  /** The last line that is counted above: a part that is sent again is not counted again. */
  lastLine: integer().notNull().default(0),
  createdAt: integer().notNull(),
});

/** Legal entities that the operator imported from registers' open data. They have no web sites, so the number is their key. */
export const entities = tableOf("entities", {
  /** Scheme and canonical number, e.g. `LEI` and `529900T8BM49AURSDO55`. */
  scheme: text().notNull(),
  number: text().notNull(),
  name: text().notNull(),
  nameKey: text().notNull(),
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
