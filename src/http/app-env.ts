import type { Context } from "hono";
import type { Config } from "../config.ts";

export type AppEnv = { Bindings: Env; Variables: { config: Config; baseUrl: string } };
export type AppContext = Context<AppEnv>;

/** What the corridor needs of a request. */
export function corridorOf(c: AppContext) {
  return {
    env: c.env,
    config: c.var.config,
    baseUrl: c.var.baseUrl,
    ownHosts: [c.var.baseUrl, c.req.url].map((address) => new URL(address).hostname),
    requestHost: new URL(c.req.url).hostname,
    waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  };
}

/** The client as Cloudflare saw it; never a forwarded header, which anybody can write. */
export function clientOf(c: AppContext): { ip: string | null; country: string | null } {
  const country = (c.req.raw.cf as IncomingRequestCfProperties | undefined)?.country ?? null;
  return { ip: c.req.header("cf-connecting-ip") ?? null, country };
}

/** The token of an `Authorization: Bearer` header (RFC 6750, section 2.1), or null. */
export function bearerOf(c: AppContext): string | null {
  return /^bearer +(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1]?.trim() ?? null;
}
