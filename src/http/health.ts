import { Hono } from "hono";
import type { AppEnv } from "./app-env.ts";

/** `/healthz`: this Worker runs. `/readyz`: what it stands on answers too. */
export const health = new Hono<AppEnv>()
  .get("/healthz", (c) => c.json({ status: "ok" }))
  .get("/readyz", async (c) => {
    const checks = {
      database: ready(async () => c.env.DB.prepare("SELECT name FROM state LIMIT 1").first()),
      claims: ready(() => c.env.CLAIMS.get("readyz")),
      rate_limiter: ready(() => c.env.RATE_LIMITER.getByName("readyz").pace(0, 0)),
    };
    const results = Object.fromEntries(
      await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await check] as const)),
    );
    const isReady = Object.values(results).every((result) => result === "ok");
    return c.json({ status: isReady ? "ready" : "not_ready", checks: results }, isReady ? 200 : 503, {
      "Cache-Control": "no-store",
      ...(isReady ? {} : { "Retry-After": "10" }),
    });
  });

async function ready(check: () => Promise<unknown>): Promise<"ok" | "failing"> {
  try {
    await check();
    return "ok";
  } catch (cause) {
    console.error(JSON.stringify({ level: "error", message: "not ready", cause: String(cause) }));
    return "failing";
  }
}
