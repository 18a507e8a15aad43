import { defineConfig } from "drizzle-kit";

/** The database DATA: `npx drizzle-kit generate --config migrations/data/drizzle.config.ts --name what_it_is`. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./src/platform/data-schema.ts",
  out: "./migrations/data",
  casing: "snake_case",
});
