import { MAX_UNSETTLED_PAYMENTS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import type { Reach } from "./facilitator.ts";
import { type Offer, PAYMENT_WINDOW_SECONDS, type Receipt, receiptHeader, requiredHeader } from "./offer.ts";
import { readPayment } from "./read-payment.ts";
import { buyWithPayment } from "./settle.ts";

/** How long a client waits before it repeats the same payment. */
const RETRY_AFTER_SECONDS = 5;

/** A 402 that says what to pay: the offer is in its `PAYMENT-REQUIRED` header. */
export function withOffer(unpaid: AppError, offer: Offer): AppError {
  const { code, detail, fields, headers } = unpaid;
  return new AppError(code, detail, { fields, headers: { ...headers, ...requiredHeader(offer) } });
}

/** The 402 of a refused payment: why, and what to pay instead. */
export function refusedPayment(unpaid: AppError, offer: Offer, reason: string, receipt?: Receipt): AppError {
  const network = offer.accepts[0]?.network ?? "";
  const detail = `The payment was refused: ${reason}. Nothing was charged. Sign a new payment as PAYMENT-REQUIRED says.`;
  return new AppError(unpaid.code, detail, {
    fields: { ...unpaid.fields, payment_error: reason },
    headers: {
      ...unpaid.headers,
      ...requiredHeader({ ...offer, error: reason }),
      ...receiptHeader(receipt ?? { success: false, transaction: "", network, errorReason: reason }),
    },
  });
}

/** 503 while the outcome of a payment is unknown. Repeating the same payment never pays twice. */
export function pendingPayment(): AppError {
  const detail = `The payment is being settled. Send the same request with the same payment again in ${RETRY_AFTER_SECONDS} s; do not sign a new one.`;
  return new AppError("payment_pending", detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** 503 for a payment that was not taken and can be sent again once earlier ones have been settled or have expired. */
function crowded(): AppError {
  const detail = `${MAX_UNSETTLED_PAYMENTS} payments of this account are not settled yet. This one was not taken. Send the same request with the same payment again once they are settled or have expired.`;
  return new AppError("payment_pending", detail, { retryAfterSeconds: PAYMENT_WINDOW_SECONDS });
}

/**
 * Takes a caller's payment of `offer` and credits `tokens` to an organisation, once. `unpaid` is the 402 of a call without a
 * payment. Throws it with the offer, a refusal, or `payment_pending`.
 */
export async function takePayment(
  reach: Reach,
  organisationId: string,
  { offer, tokens, sent, unpaid }: { offer: Offer; tokens: number; sent: unknown; unpaid: AppError },
): Promise<Receipt> {
  if (sent === null || sent === undefined) throw withOffer(unpaid, offer);
  const read = readPayment(sent, offer, Date.now());
  if (read.status === "refused") throw refusedPayment(unpaid, offer, read.reason);
  const outcome = await buyWithPayment(reach, organisationId, read.payment, tokens);
  if (outcome.status === "pending") throw pendingPayment();
  if (outcome.status === "crowded") throw crowded();
  if (outcome.status === "paid") return outcome.receipt;
  throw refusedPayment(unpaid, offer, outcome.receipt.errorReason ?? "payment_refused", outcome.receipt);
}
