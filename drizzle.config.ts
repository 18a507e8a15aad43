import { defineConfig } from "drizzle-kit";

/** The database DB. DATA has migrations/data/drizzle.config.ts. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./src/platform/ledger-schema.ts",
  out: "./migrations",
  casing: "snake_case",
});
