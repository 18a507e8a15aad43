import { type AppContext, misplacedKeyOf } from "../http/app-env.ts";
import { PATHS } from "../paths.ts";
import { termsOf } from "../payments/x402/payment-terms.ts";

/** The payment of a call, as sent in its message or in a header of either version; null without one, and while payments are off. */
export function paymentOf(c: AppContext, sent?: unknown, readsHeaders = true): unknown {
  if (!termsOf(c.get("config"), c.get("requestHost"))) return null;
  const inHeader = readsHeaders ? (c.req.header("payment-signature") ?? c.req.header("x-payment")) : undefined;
  return sent ?? inHeader ?? null;
}

/** True when a wallet may pay instead of a key, and none was sent. Without a key /mcp stays 401, which makes clients start to authorise. */
export function isKeyless(c: AppContext): boolean {
  if (c.req.header("authorization") !== undefined || misplacedKeyOf(c) !== null || c.req.path === PATHS.mcp)
    return false;
  return termsOf(c.get("config"), c.get("requestHost")) !== null;
}
