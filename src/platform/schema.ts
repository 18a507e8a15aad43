/** The tables of both databases, `DB` and `DATA`. No two share a name. */
export * from "./data-schema.ts";
export * from "./ledger-schema.ts";
