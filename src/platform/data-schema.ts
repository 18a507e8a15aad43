/**
 * The schema of `DATA`: what can be looked up, imported or searched again, and nothing of a customer. It has the full-text
 * indexes (migrations/data/), with which `wrangler d1 export` fails: the ledger's `DB` has none.
 */
export * from "./schema/directory.ts";
export * from "./schema/entities.ts";
export * from "./schema/reddit.ts";
export * from "./schema/search-index.ts";
export * from "./schema/source-cache.ts";
