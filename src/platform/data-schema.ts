/** The schema of `DATA`: what can be looked up or imported again, and nothing of a customer; with full-text indexes. */
export * from "./schema/directory.ts";
export * from "./schema/reddit.ts";
export * from "./schema/search-index.ts";
export * from "./schema/source-cache.ts";
