import type { Context } from "hono";
import type { Config } from "../config.ts";

export type AppEnv = {
  Bindings: Env;
  Variables: {
    config: Config;
    /** `{base_url}` of the wire contract, without a trailing slash. */
    baseUrl: string;
    /** Host of the request's own URL, without a port. */
    requestHost: string;
  };
};
export type AppContext = Context<AppEnv>;

/** What the corridor needs of a request. */
export function corridorOf(c: AppContext) {
  const { baseUrl, requestHost } = c.var;
  return {
    env: c.env,
    config: c.var.config,
    baseUrl,
    ownHosts: [hostOf(baseUrl), requestHost],
    requestHost,
    waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  };
}

const hosts = new Map<string, string>();

/** Host of an origin, without a port. Origins repeat, and parsing one is among the dearer steps of a request. */
export function hostOf(origin: string): string {
  const known = hosts.get(origin);
  if (known !== undefined) return known;
  if (hosts.size > 100) hosts.clear();
  const host = new URL(origin).hostname;
  hosts.set(origin, host);
  return host;
}

/** Origin of an absolute URL, which a request's own URL always is. */
export function originOf(url: string): string {
  return url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
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
