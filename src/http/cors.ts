import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { isLoopback } from "../lib/hosts.ts";
import type { AppContext, AppEnv } from "./app-env.ts";

/** Answers that are the same for everybody may be read by every page. */
export const openToAll = cors({ origin: "*", allowMethods: ["GET", "HEAD"], maxAge: 86_400 });

/**
 * MCP hosts that run in a page register and exchange codes there. Safe to open: these endpoints use no
 * ambient credentials, so a foreign page gains nothing. The authorization endpoint stays closed (RFC 9700, section 2.6).
 */
export const openToClients = cors({
  origin: "*",
  allowMethods: ["POST"],
  exposeHeaders: ["Retry-After", "WWW-Authenticate"],
  maxAge: 86_400,
});

const EXPOSED = [
  "X-Request-Id",
  "X-Tokens-Charged",
  "X-Tokens-Balance",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Idempotent-Replayed",
  "WWW-Authenticate",
];

const openToOrigin = openWith(EXPOSED);
const openToPayingOrigin = openWith([...EXPOSED, "PAYMENT-REQUIRED", "PAYMENT-RESPONSE"]);

/** Any request header is allowed, so that clients may send what their payments need. */
function openWith(exposeHeaders: string[]) {
  return cors({ origin: (origin) => origin, allowMethods: ["GET", "HEAD", "POST"], maxAge: 600, exposeHeaders });
}

/** Lets pages of `ALLOWED_ORIGINS` and of our own origin call tools. Other pages get no CORS header, so browsers stop them. */
export const openToAllowedOrigins: MiddlewareHandler<AppEnv> = (c, next) => {
  const origin = c.req.header("origin");
  return origin !== undefined && isAllowedOrigin(c, origin)
    ? (c.var.config.X402_PAY_TO ? openToPayingOrigin : openToOrigin)(c, next)
    : next();
};

/** Whether a browser page of `origin` may use the tools: our own origin, and those of `ALLOWED_ORIGINS`, or `*`. */
export function isAllowedOrigin(c: AppContext, origin: string): boolean {
  const { ALLOWED_ORIGINS } = c.var.config;
  return isOwnOrigin(c, origin) || ALLOWED_ORIGINS.includes(origin.toLowerCase()) || ALLOWED_ORIGINS.includes("*");
}

/**
 * Without `BASE_URL` our origin is what `Host` says. A page whose name was rebound to this machine's loopback address says
 * its own name there; a certificate it has not, so plain HTTP is believed for loopback names only.
 */
function isOwnOrigin(c: AppContext, origin: string): boolean {
  const { origin: own, protocol, hostname } = new URL(c.var.baseUrl);
  if (origin !== own) return false;
  return c.var.config.BASE_URL !== undefined || protocol === "https:" || isLoopback(hostname);
}
