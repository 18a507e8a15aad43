import { Hono } from "hono";
import { REGISTRATION_BODY_BYTES } from "../config.ts";
import { parseJsonObject } from "../domain/json.ts";
import { accessToken, registerAnonymously } from "../domain/registration.ts";
import { AppError } from "../errors.ts";
import { type AppContext, type AppEnv, clientOf } from "./app-env.ts";
import { readSmallBody } from "./body.ts";

export const NO_STORE = { "Cache-Control": "no-store" };

/** Registration: `/agent/identity` and what follows it. Source document, "Endpoints"; wire contract, section 2. */
export const identity = new Hono<AppEnv>().post("/agent/identity", async (c) => {
  const body = await readJson(c);
  if (body.type === "anonymous") {
    const key = await registerAnonymously(c.env, c.var.config, clientOf(c));
    return c.json(accessToken(key), 200, NO_STORE);
  }
  throw new AppError("invalid_request", "`type` must be `anonymous` or `identity_assertion`.");
});

async function readJson(c: AppContext): Promise<Record<string, unknown>> {
  return parseJsonObject(await readSmallBody(c.req.raw, "application/json", REGISTRATION_BODY_BYTES));
}
