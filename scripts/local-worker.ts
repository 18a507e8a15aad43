/** Shared by `npm start`, tests and benchmarks: the Worker as one module, and its databases with all migrations. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions } from "esbuild";

/** How a Worker is bundled for workerd: the code that wrangler would deploy, in memory. */
export function bundleOptions(entry: string): BuildOptions & { write: false } {
  return {
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    external: ["cloudflare:*"],
    alias: aliases(),
    conditions: ["workerd", "worker", "browser"],
    loader: { ".html": "text", ".csv": "text", ".md": "text" },
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
  };
}

/** The section `[alias]` of wrangler.toml. */
function aliases(): Record<string, string> {
  const [section = ""] = /^\[alias\]\n(?:".+\n)+/m.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
  return Object.fromEntries([...section.matchAll(/^"(.+)" = "(.+)"$/gm)].map(([, from = "", to = ""]) => [from, to]));
}

/** The bundle in Miniflare's form. */
export function asModules(contents: string) {
  return [{ type: "ESModule", path: "index.js", contents }];
}

/** wrangler's own table, so that `wrangler d1 migrations` sees the same state. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** D1 takes texts of 100 KB. */
const MAX_TEXT_LENGTH = 90_000;

/** The folder of the migrations of a binding of D1. */
export const folderOf = (binding: string) => (binding === "DATA" ? "migrations/data" : "migrations");

/** The migrations of a database, in their order. */
export function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** Applies the missing migrations in one transaction. */
export async function migrate(db: D1Database, folder: string): Promise<void> {
  await db.prepare(APPLIED).run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const files = migrationsIn(folder).filter((name) => !applied.has(name));
  // Outside workerd each `prepare` is a request to Miniflare, so a text holds as many statements as fit.
  const texts: string[] = [];
  for (const file of files) {
    const statements = readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint");
    for (const statement of [...statements, `INSERT INTO d1_migrations (name) VALUES ('${file}')`]) {
      const joined = `${texts.at(-1)};\n${statement}`;
      if (texts.length > 0 && joined.length <= MAX_TEXT_LENGTH) texts[texts.length - 1] = joined;
      else texts.push(statement);
    }
  }
  if (texts.length > 0) await db.batch(texts.map((text) => db.prepare(text)));
}
