import { receiptHeader } from "../payments/x402/payment-offer.ts";
import type { Usage } from "./call.ts";

/** The part of a call's usage that its caller sees. */
export type ShownUsage = Pick<Usage, "requestId" | "charged" | "balance" | "rate" | "replayed" | "receipt">;

/** Charge and remaining limits as response headers (docs/contract.md, section 4). */
export function usageHeaders(usage: ShownUsage): Record<string, string> {
  return {
    "X-Request-Id": usage.requestId,
    "X-Tokens-Charged": String(usage.charged),
    ...(usage.balance !== null && { "X-Tokens-Balance": String(usage.balance) }),
    ...usage.rate,
    ...(usage.receipt && receiptHeader(usage.receipt)),
    ...(usage.replayed && { "Idempotent-Replayed": "true" }),
  };
}
