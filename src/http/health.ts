import { Hono } from "hono";
import { entries as dataMigrations } from "../../migrations/data/meta/_journal.json";
import { entries as migrations } from "../../migrations/meta/_journal.json";
import { version } from "../../package.json";
import { log } from "../lib/log.ts";
import { PATHS } from "../paths.ts";
import { sql } from "../platform/database.ts";
import { ledgersOf } from "../platform/ledgers.ts";
import { shieldRead } from "../platform/limits/limits.ts";
import { type AppEnv, clientOf } from "./app-env.ts";
import { NO_STORE } from "./body.ts";

const MIGRATION = `${migrations.at(-1)?.tag}.sql`;

/** `/healthz`: the Worker runs. `/readyz`: its bindings answer too, and the databases have the last migrations of this release. */
export const health = new Hono<AppEnv>()
  .get("/healthz", (c) => c.json({ status: "ok", version }))
  .get(PATHS.ready, async (c) => {
    await shieldRead(c.env, clientOf(c).ip);
    const results = await checkReadiness(c.env);
    const isReady = Object.values(results).every((result) => result === "ok");
    const deployed = { release: c.env.RELEASE.id, migration: MIGRATION, checks: results };
    if (isReady) return c.json({ status: "ready", ...deployed }, 200, NO_STORE);
    return c.json({ status: "not_ready", ...deployed }, 503, { ...NO_STORE, "Retry-After": "10" });
  });

/** Whether each binding that the service depends on answers. */
export async function checkReadiness(env: Env): Promise<Record<string, "ok" | "failing">> {
  const checks = {
    database: ready(() => sql(env.DB, "SELECT 1 FROM organisations LIMIT 1", {}).first()),
    migrations: ready(() => Promise.all(ledgersOf(env).map((db) => requireMigration(db, MIGRATION)))),
    data: ready(() => requireMigration(env.DATA, `${dataMigrations.at(-1)?.tag}.sql`)),
    claims: ready(() => env.CLAIMS.get("readyz")),
    rate_limiter: ready(() => env.RATE_LIMITER.getByName("readyz").pace(0, 0)),
  };
  const results = Object.entries(checks).map(async ([name, check]) => [name, await check] as const);
  return Object.fromEntries(await Promise.all(results));
}

async function requireMigration(db: D1Database, name: string): Promise<void> {
  const found = await sql(db, "SELECT 1 FROM d1_migrations WHERE name = @name", { name }).first();
  if (!found) throw new Error(`${name} is not applied`);
}

async function ready(check: () => Promise<unknown>): Promise<"ok" | "failing"> {
  try {
    await check();
    return "ok";
  } catch (cause) {
    log("error", "not_ready", { cause });
    return "failing";
  }
}
