import type { PaymentRequired, PaymentRequirements, SettleResponse } from "@x402/core/types";
import { utf8 } from "../../lib/bytes.ts";
import { parseJson } from "../../lib/loose-json.ts";
import { findNetwork, type Terms } from "./payment-terms.ts";

/** A token costs one cent, and the dollar token has six decimals. */
export const UNITS_PER_TOKEN = 10_000n;
/** How long a signed authorisation should be valid. */
export const PAYMENT_WINDOW_SECONDS = 300;

/** Terms of one payment, as a client signs them (x402 version 2, scheme `exact`). `amount` is in units of the asset. */
export type Requirements = PaymentRequirements;
/** The content of a `PAYMENT-REQUIRED` header. */
export type Offer = PaymentRequired;
/** The outcome of a payment: the content of a `PAYMENT-RESPONSE` header. `payer` is absent when the payment could not be read. */
export type Receipt = Pick<SettleResponse, "success" | "transaction" | "payer" | "errorReason"> & { network: string };

type Priced = {
  tokens: number;
  resource: Offer["resource"];
  /** The payment is settled before the call runs, and its tokens stay in the account if the call fails. */
  isUpfront: boolean;
  extensions?: Record<string, unknown>;
};

/** The extension by which a client gives a payment an id of its own: a second payment with the same one is not settled. */
export const PAYMENT_IDENTIFIER = "payment-identifier";

/** What to pay, and to which address. */
export function offerFor(terms: Terms, { tokens, resource, isUpfront, extensions }: Priced): Offer {
  return {
    x402Version: 2,
    error: "Payment required",
    resource: { ...resource, mimeType: "application/json" },
    accepts: [
      {
        scheme: "exact",
        network: terms.id,
        amount: unitsOf(tokens),
        asset: terms.asset,
        payTo: terms.payTo,
        maxTimeoutSeconds: PAYMENT_WINDOW_SECONDS,
        extra: { name: terms.name, version: "2", ...(isUpfront && { paymentFlow: "upfront" }) },
      },
    ],
    ...(extensions && { extensions }),
  };
}

/** The offer as fields of a 402's body, in version 1, which has no header: for older clients, and those that read bodies only. */
export function offerFields({ accepts, resource: { url, description, mimeType } }: Offer): Record<string, unknown> {
  const asVersion1 = ({ amount, network, ...rest }: Requirements) => ({
    ...rest,
    network: findNetwork(network)?.v1Name,
    maxAmountRequired: amount,
    resource: url,
    description,
    mimeType,
  });
  return { x402Version: 1, accepts: accepts.map(asVersion1) };
}

/** The price of tokens in units of the asset. */
export function unitsOf(tokens: number): string {
  return String(BigInt(tokens) * UNITS_PER_TOKEN);
}

export const requiredHeader = (offer: Offer) => ({ "PAYMENT-REQUIRED": toBase64(offer) });
/** Under the names of both versions. */
export function receiptHeader(receipt: Receipt) {
  const encoded = toBase64(receipt);
  return { "PAYMENT-RESPONSE": encoded, "X-PAYMENT-RESPONSE": encoded };
}

/** JSON as base64 of its UTF-8, as headers carry it. */
function toBase64(value: unknown): string {
  return utf8(JSON.stringify(value)).toBase64();
}

/** The JSON in a base64 text, or null. */
export function fromBase64(text: string): unknown {
  try {
    // Some clients write base64url.
    const plain = text.replaceAll("-", "+").replaceAll("_", "/");
    return parseJson(new TextDecoder().decode(Uint8Array.fromBase64(plain))) ?? null;
  } catch {
    return null;
  }
}
