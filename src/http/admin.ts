import { createMiddleware } from "hono/factory";
import { AppError } from "../errors.ts";
import { shieldFromFlood } from "../platform/limits.ts";
import { equalSecrets } from "../platform/secrets.ts";
import { type AppEnv, bearerOf, clientOf } from "./app-env.ts";

/**
 * Lets only the operator pass, by `Authorization: Bearer <ADMIN_TOKEN>`. A deployment without that secret has nothing under
 * `/admin`: 404. Otherwise 401 with a challenge (RFC 9110, section 11.6.1), and 429 for an address that keeps guessing.
 */
export const adminOnly = createMiddleware<AppEnv>(async (c, next) => {
  const { ADMIN_TOKEN } = c.var.config;
  if (!ADMIN_TOKEN) throw new AppError("not_found", "Set the secret ADMIN_TOKEN to open /admin.");
  const sent = bearerOf(c);
  if (sent === null || !(await equalSecrets(sent, ADMIN_TOKEN))) {
    const code = sent === null ? "missing_token" : "invalid_token";
    const refusal = new AppError(code, "Send `Authorization: Bearer <ADMIN_TOKEN>`.", {
      headers: { "WWW-Authenticate": 'Bearer realm="admin"' },
    });
    throw await shieldFromFlood(c.env, clientOf(c).ip, refusal);
  }
  await next();
});
