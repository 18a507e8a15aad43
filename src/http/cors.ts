import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { isLoopback } from "../lib/hosts.ts";
import { words } from "../lib/words.ts";
import type { AppContext, AppEnv } from "./app-env.ts";

/** Public answers: any origin may read them. */
export const openToAll = cors({ origin: "*", allowMethods: ["GET", "HEAD"], maxAge: 86_400 });

/** For MCP hosts in browser pages: no ambient credentials here. The authorization endpoint stays closed (RFC 9700, section 2.6). */
export const openToClients = cors({
  origin: "*",
  allowMethods: ["POST"],
  exposeHeaders: ["Retry-After", "WWW-Authenticate"],
  maxAge: 86_400,
});

const EXPOSED = words(`X-Request-Id X-Tokens-Charged X-Tokens-Balance RateLimit RateLimit-Policy Retry-After
  Idempotent-Replayed WWW-Authenticate`);

const openToOrigin = openWith(EXPOSED);
const openToPayingOrigin = openWith([...EXPOSED, "PAYMENT-REQUIRED", "PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"]);

/** Any request header is allowed, because payment clients send headers of their own. */
function openWith(exposeHeaders: string[]) {
  return cors({ origin: (origin) => origin, allowMethods: ["GET", "HEAD", "POST"], maxAge: 600, exposeHeaders });
}

/** Lets pages of `ALLOWED_ORIGINS` and of this deployment call tools. Other pages get no CORS header, so the browser blocks them. */
export const openToAllowedOrigins: MiddlewareHandler<AppEnv> = (c, next) => {
  const origin = c.req.header("origin");
  return origin !== undefined && isAllowedOrigin(c, origin)
    ? (c.var.config.X402_PAY_TO ? openToPayingOrigin : openToOrigin)(c, next)
    : next();
};

/** True when a browser page of `origin` may use the tools: the deployment's origin, one in `ALLOWED_ORIGINS`, or `*`. */
export function isAllowedOrigin(c: AppContext, origin: string): boolean {
  const { ALLOWED_ORIGINS } = c.var.config;
  return isOwnOrigin(c, origin) || ALLOWED_ORIGINS.includes(origin.toLowerCase()) || ALLOWED_ORIGINS.includes("*");
}

/**
 * Without `BASE_URL` the origin comes from `Host`. After DNS rebinding, a foreign page reaches the loopback address under its
 * own host name. It has no certificate for that name here, so plain HTTP is trusted for loopback names only.
 */
function isOwnOrigin(c: AppContext, origin: string): boolean {
  const { origin: own, protocol, hostname } = new URL(c.var.baseUrl);
  if (origin !== own) return false;
  return c.var.config.BASE_URL !== undefined || protocol === "https:" || isLoopback(hostname);
}
