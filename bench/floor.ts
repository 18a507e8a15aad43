import { readKey } from "../src/accounts/keys/key-format.ts";
import { readConfig } from "../src/config.ts";
import { authenticate, settle, takeHold } from "../src/ledger/holds.ts";
import { newId } from "../src/lib/ids.ts";
import { readAutoReload } from "../src/payments/reload-settings.ts";
import { signer } from "../src/platform/secrets.ts";
import { costsByCategory } from "../src/tools/index.ts";
import type { FloorLimiter } from "./floor-limiter.ts";

export { BatchRunner } from "../src/batches/batch-object.ts";
export { OrganisationAccount } from "../src/ledger/account-object.ts";
export { RateLimiter } from "../src/platform/limits/rate-limiter.ts";

/**
 * The floor: the indispensable I/O of each benchmarked request (the same HMAC, Durable Object call and D1 statements) and
 * nothing else. No router, no schemas, no problem documents, no limits on bodies.
 */
export { FloorLimiter } from "./floor-limiter.ts";

const HELD = "SELECT coalesce(sum(tokens), 0) AS held FROM holds WHERE organisation_id = ? AND state = 'open'";

type FloorEnv = Env & { FLOOR_LIMITER: DurableObjectNamespace<FloorLimiter> };

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/healthz") return Response.json({ status: "ok" });
    const now = Date.now();
    const bearer = request.headers.get("authorization")?.slice(7) ?? "";
    const key = await readKey(await signer(readConfig(env), "api-key"), bearer, now);
    if (!key) return Response.json({ error: "invalid_token" }, { status: 401 });
    if (!(await env.FLOOR_LIMITER.getByName(key.organisationId).take()))
      return Response.json({ error: "rate_limited" }, { status: 429 });
    const headers = { "X-Request-Id": newId(now) };
    if (pathname.endsWith("get_token_balance")) {
      const hold = { id: headers["X-Request-Id"], keyHash: key.hash, tool: "", tokens: 0, label: null, now };
      await takeHold(env.DB, hold);
      const [held, reload] = await Promise.all([
        env.DB.prepare(HELD).bind(key.organisationId).first("held"),
        readAutoReload(env.DB, key.organisationId),
      ]);
      return Response.json({ held, reload, tools: costsByCategory(readConfig(env)) }, { headers });
    }
    const { domain } = await request.json<{ domain: string }>();
    const id = headers["X-Request-Id"];
    const call = { id, keyHash: key.hash, tool: "get_network_company_url", tokens: 2, label: null, now };
    const hold = await takeHold(env.DB, call);
    if (hold.status === "unauthorised") await authenticate(env.DB, key.hash, now);
    if (hold.status !== "held") return Response.json({ error: "insufficient_tokens" }, { status: 402, headers });
    const find = "SELECT network_url AS url, confidence FROM companies WHERE domain = ? AND network_url IS NOT NULL";
    const row = await env.DB.prepare(find).bind(domain).first();
    context.waitUntil(settle(env.DB, id));
    return Response.json(row, { headers });
  },
} satisfies ExportedHandler<FloorEnv>;
