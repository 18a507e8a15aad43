import { type AppContext, bearerOf } from "../http/app-env.ts";
import { PATHS } from "../paths.ts";
import { termsOf } from "../payments/x402/payment-terms.ts";
import type { ToolCall } from "./call.ts";

/** The payment of a request, and whether a wallet may pay instead of a key. Nothing of it is looked at while payments are off. */
export function paymentOf(c: AppContext, sent: unknown): Pick<ToolCall, "payment" | "isKeyless"> {
  if (!termsOf(c.get("config"), c.get("requestHost"))) return { payment: null, isKeyless: false };
  // Without a key /mcp stays 401: that is where clients begin to authorise.
  const isKeyless = c.req.path !== PATHS.mcp && c.req.header("authorization") === undefined && bearerOf(c) === null;
  return { payment: sent ?? null, isKeyless };
}
