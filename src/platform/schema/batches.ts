import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Lists of inputs that one tool is run for. What is in them and what came of it is in the batch's Durable Object
 * (src/batches/batch-object.ts), its tokens are in its lease; here is what is left when the object has forgotten.
 */
export const batches = sqliteTable(
  "batches",
  {
    /** `batch_` and an id that begins with the time. */
    id: text().primaryKey(),
    organisationId: text().notNull(),
    tool: text().notNull(),
    state: text({ enum: ["queued", "running", "ended"] }).notNull(),
    /** The last answer of `get_batch`. */
    statusJson: text().notNull(),
    /** When its object last gave a sign of life. */
    touchedAt: integer().notNull(),
  },
  (table) => [
    index("batches_organisation").on(table.organisationId, table.id),
    index("batches_unfinished_of").on(table.organisationId, table.id).where(sql`${table.state} <> 'ended'`),
    index("batches_unfinished").on(table.touchedAt).where(sql`${table.state} <> 'ended'`),
  ],
);
