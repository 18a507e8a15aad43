import { createMiddleware } from "hono/factory";
import type * as z from "zod";
import { AppError, invalidRequest } from "../errors.ts";
import { type AppContext, type AppEnv, bearerOf, clientOf } from "../http/app-env.ts";
import { shieldFromFlood } from "../platform/limits/limits.ts";
import { equalSecrets } from "../platform/secrets.ts";

/** The operator's secret. Throws `not_found` in a deployment without one, which has no `/admin`. */
export function adminToken(c: AppContext): string {
  const { ADMIN_TOKEN } = c.var.config;
  if (!ADMIN_TOKEN) throw new AppError("not_found", "Set the secret ADMIN_TOKEN to open /admin.");
  return ADMIN_TOKEN;
}

/**
 * Compares what was sent with the operator's secret. Throws `missing_token` or `invalid_token` with a challenge (RFC 9110,
 * section 11.6.1), and `rate_limited` for an address that keeps guessing.
 */
export async function checkAdminToken(c: AppContext, sent: string | null): Promise<void> {
  const token = adminToken(c);
  if (sent !== null && (await equalSecrets(sent, token))) return;
  const code = sent === null ? "missing_token" : "invalid_token";
  const refusal = new AppError(code, "Send `Authorization: Bearer <ADMIN_TOKEN>`.", {
    headers: { "WWW-Authenticate": 'Bearer realm="admin"' },
  });
  throw await shieldFromFlood(c.env, clientOf(c), refusal);
}

/** Lets only the operator pass, by `Authorization: Bearer <ADMIN_TOKEN>`; see {@link checkAdminToken}. */
export const adminOnly = createMiddleware<AppEnv>(async (c, next) => {
  await checkAdminToken(c, bearerOf(c));
  await next();
});

/** What the operator sent, as `schema` has it. Throws `invalid_request` for the first field at fault. */
export function readInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`${issue?.path.join(".") || "body"}: ${issue?.message}`);
}
