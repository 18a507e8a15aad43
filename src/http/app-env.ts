import type { Context } from "hono";
import type { Config } from "../config.ts";
import { lazyPer } from "../lib/lazy.ts";
import { rememberingUpTo } from "../lib/memoize.ts";
import type { ClientAddress } from "../platform/client-address.ts";
import { workBudget } from "../platform/outbound/context.ts";

export type AppEnv = {
  Bindings: Env;
  Variables: {
    config: Config;
    /** `{base_url}` of docs/contract.md, section 1, without a trailing slash. */
    baseUrl: string;
    /** Host of the request's own URL, without a port. */
    requestHost: string;
  };
};
export type AppContext = Context<AppEnv>;

/** What a tool call takes from its request. */
export function callContextOf(c: AppContext) {
  // `c.var` copies all variables each time it is read.
  const [baseUrl, requestHost] = [c.get("baseUrl"), c.get("requestHost")];
  return {
    env: c.env,
    config: c.get("config"),
    baseUrl,
    requestHost,
    client: clientOf(c),
    // What follows is made when it is read: most refusals need none of it.
    get ownHosts() {
      return [hostOf(baseUrl), requestHost];
    },
    get work() {
      return workOf(c.req.raw);
    },
    waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  };
}

/** One budget per HTTP request, shared by the calls of a JSON-RPC batch. */
const workOf = lazyPer((_request: Request) => workBudget());

/** Host of an origin, without a port. Remembered, because parsing a URL is one of the slower steps of a request. */
export const hostOf = rememberingUpTo(100, (origin: string) => new URL(origin).hostname);

/** Origin of an absolute URL, which a request's own URL always is. */
export function originOf(url: string): string {
  return url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
}

/** The client as Cloudflare saw it; never a forwarded header, which a client can forge. */
export function clientOf(c: AppContext): ClientAddress {
  const request = c.req.raw;
  return {
    // Most requests need neither, and reading `cf` parses it.
    get ip() {
      return request.headers.get("cf-connecting-ip");
    },
    get country() {
      return (request.cf as IncomingRequestCfProperties | undefined)?.country ?? null;
    },
  };
}

/** Where a key was sent that is not read there, as clients of other services do; null without one. */
export function misplacedKeyOf(c: AppContext): string | null {
  const authorization = c.req.header("authorization");
  if (authorization !== undefined) return /^bearer\b/i.test(authorization) ? null : "Authorization without Bearer";
  const header = ["X-Api-Key", "Api-Key"].find((name) => c.req.header(name) !== undefined);
  if (header) return header;
  return ["api_key", "apikey", "access_token", "token"].some((name) => c.req.query(name) !== undefined)
    ? "the query"
    : null;
}

/** The token of an `Authorization: Bearer` header (RFC 6750, section 2.1), or null. */
export function bearerOf(c: AppContext): string | null {
  return /^bearer +([^ ].*)$/i.exec(c.req.header("authorization") ?? "")?.[1]?.trim() ?? null;
}
