import { readBearer } from "../src/accounts/keys/key-format.ts";
import { readConfig } from "../src/config.ts";
import { asAppError } from "../src/errors.ts";
import { type ShownUsage, usageHeaders } from "../src/gateway/call.ts";
import { bearerChallenge, problemResponse } from "../src/http/problem.ts";
import { settle, takeHold } from "../src/ledger/holds.ts";
import { newId } from "../src/lib/ids.ts";
import { readAutoReload } from "../src/payments/auto-reload.ts";
import { rateHeaders, tooManyRequests } from "../src/platform/limits/limits.ts";
import { catalogueOf } from "../src/tools/index.ts";
import { insufficient } from "../src/tools/insufficient.ts";
import type { FloorLimiter } from "./floor-limiter.ts";

export { BatchRunner } from "../src/batches/batch-object.ts";
export { OrganisationAccount } from "../src/ledger/account-object.ts";
export { RateLimiter } from "../src/platform/limits/rate-limiter.ts";
export { Site } from "../src/platform/sites/site-object.ts";
export { FloorLimiter } from "./floor-limiter.ts";

const HELD = "SELECT coalesce(sum(tokens), 0) AS held FROM holds WHERE organisation_id = ? AND state = 'open'";

type FloorEnv = Env & { FLOOR_LIMITER: DurableObjectNamespace<FloorLimiter> };

/**
 * The floor: the indispensable I/O of each benchmarked request (the same HMAC, Durable Object call and D1 statements), the
 * headers and problem documents of docs/contract.md, and nothing else. No router, no schemas, no limits on bodies.
 */
export default {
  async fetch(request, env, context) {
    const { pathname, origin } = new URL(request.url);
    if (pathname === "/healthz") return Response.json({ status: "ok" });
    const usage: ShownUsage = { requestId: newId(Date.now()), charged: 0, balance: null, rate: null, replayed: false };
    try {
      return await serve(request, env, context, pathname, usage);
    } catch (thrown) {
      const error = asAppError(thrown);
      const headers = usageHeaders(usage);
      if (error.status === 401) headers["WWW-Authenticate"] = bearerChallenge(error, origin, "/api/v0");
      return problemResponse(error, origin, usage.requestId, headers);
    }
  },
} satisfies ExportedHandler<FloorEnv>;

async function serve(request: Request, env: FloorEnv, context: ExecutionContext, pathname: string, usage: ShownUsage) {
  const id = usage.requestId;
  const config = readConfig(env);
  const key = await readBearer(config, request.headers.get("authorization")?.slice(7) ?? "", "api");
  const rate = await env.FLOOR_LIMITER.getByName(key.organisationId).take();
  if (!rate.allowed) throw tooManyRequests(rate);
  const tool = pathname.slice("/api/v0/".length);
  const tokens = tool === "get_token_balance" ? 0 : 2;
  const body = tokens > 0 ? await request.json<{ domain: string }>() : null;
  const hold = await takeHold(env.DB, { id, keyHash: key.hash, tool, tokens, label: null, now: Date.now() });
  usage.rate = rateHeaders(rate);
  if ("account" in hold) usage.balance = hold.account.balance;
  if (hold.status === "insufficient") throw insufficient(`${tool} costs`, tokens, hold.account.balance);
  if (hold.status !== "held") throw new Error(hold.status);
  const headers = usageHeaders({ ...usage, charged: tokens });
  if (!body) {
    const [held, reload] = await Promise.all([
      env.DB.prepare(HELD).bind(key.organisationId).first("held"),
      readAutoReload(env.DB, key.organisationId),
    ]);
    return Response.json({ held, reload, tools: catalogueOf(config).prices }, { headers });
  }
  const find = "SELECT network_url AS url, confidence FROM companies WHERE domain = ? AND network_url IS NOT NULL";
  const row = await env.DATA.prepare(find).bind(body.domain).first();
  context.waitUntil(settle(env.DB, id));
  return Response.json(row, { headers });
}
