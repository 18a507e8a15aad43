import type { PaymentPayload } from "@x402/core/types";
import { isObject, record } from "../../lib/loose-json.ts";
import { fromBase64, type Offer, PAYMENT_IDENTIFIER, type Requirements } from "./payment-offer.ts";
import { findNetwork } from "./payment-terms.ts";

/** Payments are about 1 kB. */
const MAX_PAYMENT_BYTES = 8_192;
/** A facilitator needs time to submit the transfer to the chain. */
const MIN_SECONDS_LEFT = 6;
/** A longer authorisation would keep its claim open for as long, and its transfer be searched for in more blocks. */
const MAX_WINDOW_SECONDS = 3_600;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const NONCE = /^0x[0-9a-f]{64}$/i;
const SIGNATURE = /^0x(?:[0-9a-f]{2}){1,2048}$/i;
const SECONDS = /^\d{1,12}$/;
const IDENTIFIER = /^[\w-]{16,128}$/;

/** The transfer that the payer signed (EIP-3009). Numbers are decimal text; times are seconds. */
export type Authorization = {
  from: string;
  to: string;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: string;
};

/** A payment as facilitators accept it, with the checked fields only. Its extensions are ours, which facilitators catalogue. */
export type Payload = PaymentPayload & { payload: { signature: string; authorization: Authorization } };

export type Payment = {
  payload: Payload;
  requirements: Requirements;
  /** Unique on the chain, in lower case; the ledger's reference of the purchase. */
  reference: string;
  /** As claimed; only the facilitator verifies the signature. */
  payer: string;
  validBefore: number;
};

/** `reason`: a code of the x402 specification where it has one. */
type ReadPayment = { status: "valid"; payment: Payment } | { status: "refused"; reason: string };
const refused = (reason: string): ReadPayment => ({ status: "refused", reason });

/**
 * Reads a payment (base64, or the object itself over MCP; of version 2 or 1) and compares it with what was offered. Only from,
 * to, value, times and nonce are signed, so nothing else that was sent is used. `now` is milliseconds.
 */
export function readPayment(sent: unknown, offer: Offer, now: number): ReadPayment {
  const payment = parsePayment(sent);
  if (!payment) return refused("invalid_payload");
  if (payment.x402Version !== 2) return refused("invalid_x402_version");
  if (identifierOf(payment) === "") return refused("invalid_payment_identifier");
  const requirements = offer.accepts.find((offered) => isAccepted(offered, payment.accepted));
  if (!requirements) return refused("invalid_payment_requirements");
  const { signature, authorization } = record(payment.payload);
  const { from, to, value, validAfter, validBefore, nonce } = record(authorization);
  const isWellFormed =
    matches(signature, SIGNATURE) &&
    matches(from, ADDRESS) &&
    matches(to, ADDRESS) &&
    matches(nonce, NONCE) &&
    matches(validAfter, SECONDS) &&
    matches(validBefore, SECONDS);
  if (!isWellFormed) return refused("invalid_payload");
  if (!same(to, requirements.payTo)) return refused("invalid_exact_evm_payload_recipient_mismatch");
  if (value !== requirements.amount) return refused("invalid_exact_evm_payload_authorization_value_mismatch");
  const [seconds, until] = [now / 1000, Number(validBefore)];
  if (Number(validAfter) > seconds) return refused("invalid_exact_evm_payload_authorization_valid_after");
  if (until < seconds + MIN_SECONDS_LEFT || until > seconds + MAX_WINDOW_SECONDS) {
    return refused("invalid_exact_evm_payload_authorization_valid_before");
  }
  const payload: Payment["payload"] = {
    x402Version: 2,
    resource: offer.resource,
    accepted: requirements,
    payload: { signature, authorization: { from, to, value, validAfter, validBefore, nonce } },
    ...(offer.extensions && { extensions: offer.extensions }),
  };
  const reference = referenceFor(requirements.network, requirements.asset, from, nonce);
  return {
    status: "valid",
    payment: { payload, requirements, reference, payer: from.toLowerCase(), validBefore: until },
  };
}

/** A payment's reference: its authorisation, which the chain takes once. */
export function referenceFor(network: string, asset: string, from: string, nonce: string): string {
  return ["x402", network, asset, from, nonce].join(":").toLowerCase();
}

/** The reference of a payment, whatever it pays for; null when it cannot be read. */
export function referenceOf(sent: unknown): string | null {
  const payment = parsePayment(sent);
  const { network, asset } = record(payment?.accepted);
  const { from, nonce } = record(record(payment?.payload).authorization);
  if (!matches(from, ADDRESS) || !matches(nonce, NONCE) || !matches(asset, ADDRESS)) return null;
  if (!matches(network, /^[a-z0-9]{3,8}:[-a-zA-Z0-9]{1,32}$/)) return null;
  return referenceFor(network, asset, from, nonce);
}

/** The network (CAIP-2) in a payment's reference. */
export function networkOf(reference: string): string {
  return reference.split(":").slice(1, 3).join(":");
}

/** The client's own id of a payment (extension `payment-identifier`); null without one, and "" when it is malformed. */
export function identifierOf(sent: unknown): string | null {
  const { info } = record(record(parsePayment(sent)?.extensions)[PAYMENT_IDENTIFIER]);
  const { id } = record(info);
  if (id === undefined) return null;
  return matches(id, IDENTIFIER) ? id : "";
}

function parsePayment(sent: unknown): Record<string, unknown> | null {
  const payment = typeof sent === "string" && sent.length <= MAX_PAYMENT_BYTES ? fromBase64(sent) : sent;
  if (!isObject(payment) || JSON.stringify(payment).length > MAX_PAYMENT_BYTES) return null;
  return payment.x402Version === 1 ? asVersion2(payment) : payment;
}

/** Version 1 does not repeat the accepted offer: its network's name and the signed transfer say which one it is. */
function asVersion2({ scheme, network, payload }: Record<string, unknown>): Record<string, unknown> {
  const { to: payTo, value: amount } = record(record(payload).authorization);
  const { id, asset } = findNetwork(network) ?? {};
  return { x402Version: 2, accepted: { scheme, network: id, asset, payTo, amount }, payload };
}

function isAccepted(offered: Requirements, accepted: unknown): boolean {
  const { scheme, network, asset, payTo, amount } = record(accepted);
  return (
    scheme === offered.scheme &&
    network === offered.network &&
    amount === offered.amount &&
    same(asset, offered.asset) &&
    same(payTo, offered.payTo)
  );
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

/** Compares addresses, whose case is a checksum. */
export function same(one: unknown, other: string): boolean {
  return typeof one === "string" && one.toLowerCase() === other.toLowerCase();
}
