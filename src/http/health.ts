import { Hono } from "hono";
import { version } from "../../package.json";
import { log } from "../lib/log.ts";
import { PATHS } from "../paths.ts";
import { drizzle } from "../platform/database.ts";
import { shieldRead } from "../platform/limits/limits.ts";
import { state } from "../platform/schema.ts";
import { type AppEnv, clientOf } from "./app-env.ts";

/** `/healthz`: the Worker runs, with its version. `/readyz`: its bindings answer too. */
export const health = new Hono<AppEnv>()
  .get("/healthz", (c) => c.json({ status: "ok", version }))
  .get(PATHS.ready, async (c) => {
    await shieldRead(c.env, clientOf(c).ip);
    const results = await checkReadiness(c.env);
    const isReady = Object.values(results).every((result) => result === "ok");
    return c.json({ status: isReady ? "ready" : "not_ready", checks: results }, isReady ? 200 : 503, {
      "Cache-Control": "no-store",
      ...(isReady ? {} : { "Retry-After": "10" }),
    });
  });

/** Whether each binding that the service depends on answers. */
export async function checkReadiness(env: Env): Promise<Record<string, "ok" | "failing">> {
  const checks = {
    database: ready(() => drizzle(env.DB).select().from(state).limit(1).get()),
    claims: ready(() => env.CLAIMS.get("readyz")),
    rate_limiter: ready(() => env.RATE_LIMITER.getByName("readyz").pace(0, 0)),
  };
  const results = Object.entries(checks).map(async ([name, check]) => [name, await check] as const);
  return Object.fromEntries(await Promise.all(results));
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
