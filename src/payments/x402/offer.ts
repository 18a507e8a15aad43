import { toBase64 } from "./base64.ts";
import type { Terms } from "./payment-terms.ts";

/** A token costs one cent, and the dollar token has six decimals. */
const UNITS_PER_TOKEN = 10_000n;
/** How long a signed authorisation should be valid. */
export const PAYMENT_WINDOW_SECONDS = 300;

/** Terms of one payment, as a client signs them (x402 version 2, scheme `exact`). `amount` is in units of the asset. */
export type Requirements = {
  scheme: "exact";
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string; paymentFlow?: "upfront" };
};

/** The content of a `PAYMENT-REQUIRED` header. */
export type Offer = {
  x402Version: 2;
  error: string;
  resource: { url: string; description: string; mimeType: "application/json" };
  accepts: readonly [] | readonly [Requirements];
  extensions?: Record<string, unknown>;
};

type Priced = {
  tokens: number;
  /** Absolute URL of what is paid for. */
  url: string;
  description: string;
  /** The payment is settled before the call runs, and its tokens stay in the account if the call fails. */
  isUpfront: boolean;
};

/** What to pay, and to which address. */
export function offerFor(terms: Terms, { tokens, url, description, isUpfront }: Priced): Offer {
  return {
    x402Version: 2,
    error: "Payment required",
    resource: { url, description, mimeType: "application/json" },
    accepts: [
      {
        scheme: "exact",
        network: terms.id,
        amount: unitsOf(tokens),
        asset: terms.asset,
        payTo: terms.payTo,
        maxTimeoutSeconds: PAYMENT_WINDOW_SECONDS,
        extra: { name: terms.name, version: terms.version, ...(isUpfront && { paymentFlow: "upfront" }) },
      },
    ],
  };
}

/** The price of tokens in units of the asset. */
export function unitsOf(tokens: number): string {
  return String(BigInt(tokens) * UNITS_PER_TOKEN);
}

/** The outcome of a payment: the content of a `PAYMENT-RESPONSE` header. */
export type Receipt = {
  success: boolean;
  /** Hash of the transaction; empty when there is none. */
  transaction: string;
  network: string;
  /** Absent when the payment could not be read. */
  payer?: string;
  errorReason?: string;
};

export const requiredHeader = (offer: Offer) => ({ "PAYMENT-REQUIRED": toBase64(offer) });
export const receiptHeader = (receipt: Receipt) => ({ "PAYMENT-RESPONSE": toBase64(receipt) });
