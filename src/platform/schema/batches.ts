import { sql } from "drizzle-orm";
import { index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** Lists of inputs for one tool; inputs and results are in the batch's object, its tokens in its lease. */
export const batches = tableOf("batches", {
  id: text().primaryKey(),
  organisationId: text().notNull(),
  tool: text().notNull(),
  state: text({ enum: ["queued", "running", "ended"] }).notNull(),
  /** The last answer of `get_batch`. */
  statusJson: text().notNull(),
  touchedAt: integer().notNull(),
  /** SHA-256 of organisation, Idempotency-Key and request: repeats make one batch. Null without a key, and after a day. */
  requestHash: text(),
  /** When housekeeping deletes this row; null until the batch has ended. */
  expiresAt: integer(),
}).with((table) => [
  uniqueIndex("batches_request").on(table.requestHash).where(sql`${table.requestHash} IS NOT NULL`),
  index("batches_expired").on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
  index("batches_organisation").on(table.organisationId, table.id),
  index("batches_unfinished_of").on(table.organisationId, table.id).where(sql`${table.state} <> 'ended'`),
  index("batches_unfinished").on(table.touchedAt).where(sql`${table.state} <> 'ended'`),
]);
