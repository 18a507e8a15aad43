/**
 * The schema of the ledger's database `DB`, a file for each area; `DATA` has data-schema.ts. Times are milliseconds
 * since 1970 unless the name says otherwise, days are ISO dates (UTC), and hashes are SHA-256 in hexadecimal. Ids of what is
 * listed by time begin with it, maybe after a prefix such as `watch_`, so a range of ids is a range of time. Money moves in triggers (migrations/0001_ledger.sql): inserting or ending a row moves the balance in the same
 * transaction. Tables with a text key are WITHOUT ROWID (one row written less), which the migrations add by hand because
 * drizzle-kit cannot express it.
 */
export * from "./schema/accounts.ts";
export * from "./schema/batches.ts";
export * from "./schema/facts.ts";
export * from "./schema/ledger.ts";
export * from "./schema/payments.ts";
export * from "./schema/privacy.ts";
export * from "./schema/watches.ts";
export * from "./schema/webhooks.ts";
