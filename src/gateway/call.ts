import type { AppError } from "../errors.ts";
import type { Account } from "../ledger/account-types.ts";
import type { Step } from "../lib/steps.ts";
import { type Receipt, receiptHeader } from "../payments/x402/payment-offer.ts";
import type { RateHeaders } from "../platform/limits/limits.ts";
import type { SourceContext } from "../platform/outbound/context.ts";
import type { ToolContext } from "../tools/tool.ts";

/** A call from either transport. */
export type ToolCall = {
  requestId: string;
  tool: string;
  method: string;
  /** The transport. An access token may be limited to one of them. */
  door: "api" | "mcp";
  /** The bearer token as sent; null without an `Authorization` header. */
  bearer: string | null;
  /** Reads and parses the arguments; throws `payload_too_large` or `invalid_request`. */
  readInput(): Promise<Record<string, unknown>>;
  idempotencyKey: string | null;
  /** A payment as sent, base64 or over MCP an object; null without one, and while machine payments are off. */
  payment: unknown;
  /** No `Authorization` header was sent, and a wallet may pay instead. */
  isKeyless: boolean;
};

/** A request that passed the checks of key and rate. `via` says where its tokens are held; null if there is nothing to end. */
export type OpenedCall = {
  account: Account;
  rate: RateHeaders | null;
  via: "account" | "database" | null;
  /** The stored answer of an earlier call with the same idempotency key. */
  replayJson: string | null;
};

/** The cost of a call and the state of its caller when it ends. */
export type Usage = {
  requestId: string;
  charged: number;
  /** Null until the ledger has answered. */
  balance: number | null;
  rate: RateHeaders | null;
  replayed: boolean;
  /** The outcome of the payment sent with the call. */
  receipt?: Receipt;
  /** Null until the ledger has answered. */
  account: Account | null;
  /** The arguments once they are known to be right; null before. */
  input: unknown;
  steps: Step[];
};

/** The part of a call's usage that its caller sees. */
export type ShownUsage = Pick<Usage, "requestId" | "charged" | "balance" | "rate" | "replayed" | "receipt">;

/** The usage of a call before anything is known. */
export function noUsage(requestId: string): ShownUsage {
  return { requestId, charged: 0, balance: null, rate: null, replayed: false };
}

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

export type CallOutcome =
  | { status: "answered"; answer: Record<string, unknown>; secret: boolean; usage: Usage }
  | { status: "failed"; error: AppError; usage: Usage };

export type CallContext = Omit<SourceContext, "signal"> & Pick<ToolContext, "requestHost" | "client">;
