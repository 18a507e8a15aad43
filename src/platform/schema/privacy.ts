import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** People who must not be shown, as keyed hashes: the list holds no personal data. */
export const suppressions = tableOf("suppressions", {
  /** The hashed subject (privacy/suppressions.ts); a `print` is 8 hex digits, found in running text. */
  kind: text({ enum: ["email", "person", "profile", "mark", "name", "print"] }).notNull(),
  hash: text().notNull(),
  createdAt: integer().notNull(),
}).with((table) => [primaryKey({ columns: [table.kind, table.hash] })]);

/** Requests of people about their data, and when each was answered. No personal data: the request is in KV while its link works. */
export const privacyRequests = tableOf("privacy_requests", {
  /** Sealed into the mailed link. */
  id: text().primaryKey(),
  type: text({ enum: ["access", "erasure", "objection"] }).notNull(),
  /** HMAC of the address. */
  addressHash: text().notNull(),
  receivedAt: integer().notNull(),
  /** When the link was first used; null until then. */
  confirmedAt: integer(),
  /** When everything was shown, or deleted. Later than `confirmedAt` only if that failed first. */
  doneAt: integer(),
  /** Rows of the directory, and looked-up facts, that were shown or deleted. */
  directoryRows: integer(),
  lookups: integer(),
  keepUntil: integer().notNull(),
}).with((table) => [
  index("privacy_requests_address").on(table.addressHash, table.id),
  index("privacy_requests_keep").on(table.keepUntil),
]);
