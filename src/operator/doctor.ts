import { Hono } from "hono";
import type { Config } from "../config.ts";
import { type AppEnv, callContextOf } from "../http/app-env.ts";
import { NO_STORE } from "../http/body.ts";
import { words } from "../lib/words.ts";
import { PATHS } from "../paths.ts";
import { ledgersOf } from "../platform/ledgers.ts";
import { adminOnly } from "./admin-token.ts";
import { type Check, checkVendorKeys } from "./vendor-key-checks.ts";
import { checkWalletPayments } from "./wallet-payment-checks.ts";

const TIME_LIMIT_MS = 20_000;
const BINDINGS =
  words(`DB DATA CLAIMS ASSETS ACCOUNTS RATE_LIMITER SITES BATCHES ITEMS LOOKS BOARDS HOOKS INDEX FLOOD_SHIELD
  FALLBACK_LIMIT EMAIL ANALYTICS RELEASE`) as (keyof Env)[];

/** For `npm run doctor`: checks that only the Worker can make. Behind ADMIN_TOKEN, because each run asks every vendor. */
export const doctor = new Hono<AppEnv>().get(PATHS.doctor, adminOnly, async (c) => {
  const context = { ...callContextOf(c), signal: AbortSignal.timeout(TIME_LIMIT_MS) };
  const checks = [...BINDINGS.map((name) => checkBinding(c.env, name)), ...checkLedgers(c.env)];
  const answer = {
    mail_from: c.var.config.MAIL_FROM ?? null,
    checks: [
      ...checks,
      ...stripeMode(c.var.config),
      ...(await checkVendorKeys(context)),
      ...(await checkWalletPayments(context)),
    ],
  };
  return c.json(answer, 200, NO_STORE);
});

/** A test key on a public host sells tokens for Stripe's test cards. */
function stripeMode({ PAYMENTS, STRIPE_SECRET_KEY: key }: Config): Check[] {
  if (PAYMENTS !== "stripe" || !key) return [];
  const state = /^[a-z]+_live_/.test(key) ? "ok" : "off";
  const advice = "STRIPE_SECRET_KEY belongs to Stripe's test mode, so test cards buy tokens. Use it for staging only.";
  return [{ what: "payments: a live key of Stripe", state, advice }];
}

/** Databases of calls are counted up to the first number without a binding. */
function checkLedgers(env: Env): Check[] {
  const bound = Object.keys(env).filter((name) => /^DB_[0-9]+$/.test(name)).length;
  if (bound === 0) return [];
  const state = ledgersOf(env).length === bound + 1 ? "ok" : "wrong";
  return [
    { what: `databases of calls: DB and ${bound} more`, state, advice: "Bind DB_2, DB_3 and so on without a gap." },
  ];
}

function checkBinding(env: Env, name: keyof Env): Check {
  const state = env[name] ? "ok" : "wrong";
  return { what: `binding: ${name}`, state, advice: "It is in wrangler.toml: deploy again with `npm run deploy`." };
}
