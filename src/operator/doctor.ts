import { Hono } from "hono";
import type { Config } from "../config.ts";
import { type AppEnv, callContextOf } from "../http/app-env.ts";
import { NO_STORE } from "../http/body.ts";
import { checksumAddress } from "../lib/ethereum.ts";
import { words } from "../lib/words.ts";
import { PATHS } from "../paths.ts";
import { askChainId } from "../payments/x402/chain.ts";
import { askSupported, cdpHeaders } from "../payments/x402/facilitator.ts";
import { ledgersOf } from "../platform/ledgers.ts";
import type { SourceContext } from "../platform/outbound/context.ts";
import { adminOnly } from "./operator-session.ts";
import { type Check, checkVendorKeys } from "./vendor-key-checks.ts";

const TIME_LIMIT_MS = 20_000;
const BINDINGS =
  words(`DB DATA CLAIMS ASSETS ACCOUNTS RATE_LIMITER SITES BATCHES ITEMS LOOKS BOARDS HOOKS INDEX FLOOD_SHIELD
  FALLBACK_LIMIT EMAIL ANALYTICS RELEASE`) as (keyof Env)[];

/** For `npm run doctor`: checks that only the Worker can make. Behind ADMIN_TOKEN, because each run asks every vendor. */
export const doctor = new Hono<AppEnv>().get(PATHS.doctor, adminOnly, async (c) => {
  const context = { ...callContextOf(c), signal: AbortSignal.timeout(TIME_LIMIT_MS) };
  const checks = [
    ...BINDINGS.map((name) =>
      check(`binding: ${name}`, Boolean(c.env[name]), "It is in wrangler.toml: deploy again with `npm run deploy`."),
    ),
    ...checkLedgers(c.env),
    ...checkStripe(c.var.config),
    ...(await checkVendorKeys(context)),
    ...(await checkWalletPayments(context)),
  ];
  return c.json({ mail_from: c.var.config.MAIL_FROM ?? null, checks }, 200, NO_STORE);
});

function check(what: string, isGood: boolean, advice: string): Check {
  return { what, state: isGood ? "ok" : "wrong", advice };
}

/** Databases of calls are counted up to the first number without a binding. */
function checkLedgers(env: Env): Check[] {
  const bound = Object.keys(env).filter((name) => /^DB_[0-9]+$/.test(name)).length;
  const what = `databases of calls: DB and ${bound} more`;
  const isCounted = ledgersOf(env).length === bound + 1;
  return bound > 0 ? [check(what, isCounted, "Bind DB_2, DB_3 and so on without a gap.")] : [];
}

/** A test key on a public host sells tokens for Stripe's test cards. */
function checkStripe({ PAYMENTS, STRIPE_SECRET_KEY: key }: Config): Check[] {
  if (PAYMENTS !== "stripe" || !key) return [];
  const state = /^[a-z]+_live_/.test(key) ? "ok" : "off";
  const advice = "STRIPE_SECRET_KEY belongs to Stripe's test mode, so test cards buy tokens. Use it for staging only.";
  return [{ what: "payments: a live key of Stripe", state, advice }];
}

/** Checks of wallet payments: the address checksum (EIP-55), the facilitator, the node. One line while they are off. */
async function checkWalletPayments({ env, config }: SourceContext): Promise<Check[]> {
  const { X402_PAY_TO: payTo, X402_NETWORK: network } = config;
  if (!payTo) return [{ what: "payments by wallet", state: "off", advice: "Set X402_PAY_TO to switch them on." }];
  const [isSupported, chainId] = await Promise.all([
    askSupported({ env, config }, network).catch(() => false),
    askChainId({ env, config }, network).catch(() => null),
  ]);
  return [
    ...(await checkCdpKey(config)),
    check(
      "payments by wallet: the checksum of X402_PAY_TO",
      payTo === checksumAddress(payTo),
      "Copy the address again, with its capital letters: a wrong digit loses every payment.",
    ),
    check(
      `payments by wallet: the facilitator takes ${network}`,
      isSupported,
      "Check X402_FACILITATOR_URL and X402_NETWORK, and CDP_API_KEY_ID and CDP_API_KEY_SECRET for Coinbase's.",
    ),
    check(
      `payments by wallet: a node of ${network}`,
      chainId === network.split(":")[1],
      "It does not answer, or is a node of another network. X402_RPC_URL names one; without it, a public one is asked.",
    ),
  ];
}

/** Coinbase's facilitator takes requests that this key has signed; no line without a key. */
async function checkCdpKey(config: Config): Promise<Check[]> {
  if (!config.CDP_API_KEY_ID && !config.CDP_API_KEY_SECRET) return [];
  const headers = await cdpHeaders(config, "GET", new URL(config.X402_FACILITATOR_URL)).catch(() => null);
  const signs = headers?.Authorization !== undefined;
  const advice =
    "Set both, of a key with the signature algorithm Ed25519: its secret is base64 of 64 bytes. ECDSA keys (PEM) are not supported.";
  return [check("payments by wallet: CDP_API_KEY_ID and CDP_API_KEY_SECRET sign", signs, advice)];
}
