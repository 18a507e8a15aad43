/** Shared by `npm start`, tests and benchmarks: the Worker as one module, and a database with all migrations. */
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
    // As in wrangler.toml.
    alias: {
      "@modelcontextprotocol/server/_shims": "./src/gateway/mcp/sdk-shims.ts",
      "is-unsafe": "./src/lib/entity-shims.ts",
    },
    conditions: ["workerd", "worker", "browser"],
    loader: { ".html": "text", ".csv": "text" },
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
  };
}

/** The bundle in Miniflare's form. */
export function asModules(contents: string) {
  return [{ type: "ESModule", path: "index.js", contents }];
}

/** wrangler's own table, so that `wrangler d1 migrations` sees the same state. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** Applies the missing migrations, each in a transaction, and returns their number. */
export async function migrate(db: D1Database): Promise<number> {
  await db.prepare(APPLIED).run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql") && !applied.has(name));
  for (const file of files.sort()) {
    const statements = readFileSync(join("migrations", file), "utf8").split("--> statement-breakpoint");
    const note = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(file);
    await db.batch([...statements.map((statement) => db.prepare(statement)), note]);
  }
  return files.length;
}
