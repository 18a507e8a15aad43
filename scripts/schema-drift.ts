/**
 * Part of `npm run check`: fails when the tables of a database and the last snapshot of its migrations differ, that is when
 * `npx drizzle-kit generate` would write a migration. Compares in memory, offline.
 */
import { readdirSync, readFileSync } from "node:fs";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import * as data from "../src/platform/data-schema.ts";
import * as ledger from "../src/platform/ledger-schema.ts";

/** The tables of each database, and where its migrations are. */
const DATABASES: [tables: Record<string, unknown>, folder: string][] = [
  [ledger, "migrations"],
  [data, "migrations/data"],
];

/** The statements that the migrations in a folder lack for these tables. */
export async function findDrift(tables: Record<string, unknown>, folder: string): Promise<string[]> {
  const last = readdirSync(`${folder}/meta`)
    .filter((name) => name.endsWith("_snapshot.json"))
    .toSorted()
    .at(-1);
  const migrated = JSON.parse(readFileSync(`${folder}/meta/${last}`, "utf8"));
  return generateSQLiteMigration(migrated, await generateSQLiteDrizzleJson(tables, migrated.id, "snake_case"));
}

if (import.meta.main) {
  const statements = (await Promise.all(DATABASES.map((database) => findDrift(...database)))).flat();
  if (statements.length > 0) {
    console.error(
      `The schema has changed. Run npx drizzle-kit generate (--config migrations/data/drizzle.config.ts for DATA), which writes:\n${statements.join("\n")}`,
    );
    process.exit(1);
  }
}
