import { createMiddleware } from "hono/factory";
import type * as z from "zod";
import { ADMIN_SESSION_LIFETIME_SECONDS } from "../constants.ts";
import { AppError, invalidRequest } from "../errors.ts";
import { type AppContext, type AppEnv, bearerOf, clientOf } from "../http/app-env.ts";
import { putCookie, readCookie } from "../http/pages/browser-session.ts";
import { utf8 } from "../lib/bytes.ts";
import { shieldFromFlood } from "../platform/limits/limits.ts";
import { equalSecrets, sha256Hex, signer } from "../platform/secrets.ts";

/** The operator's secret. Throws `not_found` in a deployment without one, which has no `/admin`. */
export function adminToken(c: AppContext): string {
  const { ADMIN_TOKEN } = c.var.config;
  if (!ADMIN_TOKEN) throw new AppError("not_found", "Set the secret ADMIN_TOKEN to open /admin.");
  return ADMIN_TOKEN;
}

/** Throws, unless the operator's secret was sent: `missing_token`, `invalid_token`, or `rate_limited` for an address that keeps guessing. */
export async function checkAdminToken(c: AppContext, sent: string | null): Promise<void> {
  const token = adminToken(c);
  if (sent !== null && (await equalSecrets(sent, token))) return;
  const code = sent === null ? "missing_token" : "invalid_token";
  // The challenge of a 401: RFC 9110, section 11.6.1.
  const headers = { "WWW-Authenticate": 'Bearer realm="admin"' };
  const refusal = new AppError(code, "Send `Authorization: Bearer <ADMIN_TOKEN>`.", { headers });
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

export const OPERATOR_COOKIE = "operator";

/** Sets a cookie for an hour: `{expires}.{nonce}.{tag}`. The tag covers ADMIN_TOKEN too, so that changing it ends all of them. */
export async function signOperatorIn(c: AppContext): Promise<void> {
  const expires = Math.floor(Date.now() / 1000) + ADMIN_SESSION_LIFETIME_SECONDS;
  const body = `${expires}.${crypto.getRandomValues(new Uint8Array(16)).toHex()}`;
  const { sign } = await signer(c.var.config, "admin-session");
  const tag = (await sign(await covered(c, body))).toHex();
  putCookie(c, OPERATOR_COOKIE, `${body}.${tag}`, { maxAge: ADMIN_SESSION_LIFETIME_SECONDS, sameSite: "Strict" });
}

/** The operator's cookie, which is also the secret of the form tokens; null when missing or expired. */
export async function operatorSession(c: AppContext): Promise<string | null> {
  const cookie = readCookie(c, OPERATOR_COOKIE) ?? "";
  const [, body = "", expires = "", tag = ""] = /^((\d{1,12})\.[0-9a-f]{32})\.([0-9a-f]{64})$/.exec(cookie) ?? [];
  if (!body || Number(expires) * 1000 <= Date.now()) return null;
  const { verify } = await signer(c.var.config, "admin-session");
  return (await verify(await covered(c, body), Uint8Array.fromHex(tag))) ? cookie : null;
}

async function covered(c: AppContext, body: string): Promise<BufferSource> {
  return utf8(`${body}.${await sha256Hex(adminToken(c))}`);
}
