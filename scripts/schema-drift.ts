/**
 * Part of `npm run check`: fails when the tables of src/platform/schema/ and the last snapshot in migrations/meta differ, that is when
 * `npx drizzle-kit generate` would write a migration. Compares in memory, offline.
 */
import { readdirSync, readFileSync } from "node:fs";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import * as schema from "../src/platform/schema.ts";

const META = "migrations/meta";

/** The statements of the schema that are in no migration. */
export async function findDrift(tables: Record<string, unknown> = schema): Promise<string[]> {
  const last = readdirSync(META)
    .filter((name) => name.endsWith("_snapshot.json"))
    .toSorted()
    .at(-1);
  const migrated = JSON.parse(readFileSync(`${META}/${last}`, "utf8"));
  return generateSQLiteMigration(migrated, await generateSQLiteDrizzleJson(tables, migrated.id, "snake_case"));
}

if (import.meta.main) {
  const statements = await findDrift();
  if (statements.length > 0) {
    console.error(`The schema has changed. Run npx drizzle-kit generate, which writes:\n${statements.join("\n")}`);
    process.exit(1);
  }
}
