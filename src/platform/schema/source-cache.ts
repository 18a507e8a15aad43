import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** Facts that sources found, so that no site or vendor is asked twice for the same thing. Never raw pages. */
export const sourceCache = tableOf("source_cache", {
  /** Kind of fact: `robots`, `dns`, `company_url`, … */
  kind: text().notNull(),
  key: text().notNull(),
  dataJson: text().notNull(),
  observedAt: integer().notNull(),
  expiresAt: integer().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.kind, table.key] }),
  index("source_cache_expiry").on(table.expiresAt),
]);

/** How facts that hold people are found again: by the company's registrable domain and every address in the fact. */
export const factSubjects = tableOf("fact_subjects", {
  /** `acme.example`, or `ada@acme.example`; lower case. */
  term: text().notNull(),
  kind: text().notNull(),
  key: text().notNull(),
  expiresAt: integer().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.term, table.kind, table.key] }),
  index("fact_subjects_expiry").on(table.expiresAt),
]);
