import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Single facts of the deployment, e.g. how far the hold sweep has come. */
export const state = sqliteTable("state", { name: text().primaryKey(), value: text().notNull() });
