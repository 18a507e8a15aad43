import { Hono } from "hono";
import { type AppEnv, callContextOf } from "../http/app-env.ts";
import { NO_STORE } from "../http/body.ts";
import { PATHS } from "../paths.ts";
import { adminOnly } from "./admin-token.ts";
import { type Check, checkVendorKeys } from "./vendor-key-checks.ts";
import { checkWalletPayments } from "./wallet-payment-checks.ts";

const TIME_LIMIT_MS = 20_000;
const BINDINGS = ["DB", "CLAIMS", "RATE_LIMITER", "FLOOD_SHIELD", "FALLBACK_LIMIT", "EMAIL", "ANALYTICS"] as const;

/** For `npm run doctor`: checks that only the Worker can make. Behind ADMIN_TOKEN, because each run asks every vendor. */
export const doctor = new Hono<AppEnv>().get(PATHS.doctor, adminOnly, async (c) => {
  const context = { ...callContextOf(c), signal: AbortSignal.timeout(TIME_LIMIT_MS) };
  const checks = BINDINGS.map((name) => checkBinding(c.env, name));
  const answer = {
    mail_from: c.var.config.MAIL_FROM ?? null,
    checks: [...checks, ...(await checkVendorKeys(context)), ...(await checkWalletPayments(context))],
  };
  return c.json(answer, 200, NO_STORE);
});

function checkBinding(env: Env, name: (typeof BINDINGS)[number]): Check {
  const state = env[name] ? "ok" : "wrong";
  return { what: `binding: ${name}`, state, advice: "It is in wrangler.toml: deploy again with `npm run deploy`." };
}
