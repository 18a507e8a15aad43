import { MAX_UNSETTLED_PAYMENTS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { prose } from "../../lib/words.ts";
import { NO_FUNDS, type Reach } from "./facilitator.ts";
import { type Claimed, claimPayment, isClaimed, type Sale } from "./payment-claims.ts";
import {
  type Offer,
  offerFields,
  PAYMENT_WINDOW_SECONDS,
  type Receipt,
  receiptHeader,
  requiredHeader,
} from "./payment-offer.ts";
import { networkOf, type Payment, readPayment } from "./read-payment.ts";
import { checkPayment, settleClaimed } from "./settle.ts";

/** How long a client waits before it repeats the same payment. */
const RETRY_AFTER_SECONDS = 5;

/** What is to be paid: the offer, and the 402 that goes with it. */
export type Unpaid = { unpaid: AppError; offer: Offer };

/** A 402 that says what to pay: the offer is in its `PAYMENT-REQUIRED` header, and as version 1 in its body. */
export function withOffer({ unpaid: { code, detail, fields }, offer }: Unpaid): AppError {
  return new AppError(code, detail, { fields: { ...fields, ...offerFields(offer) }, headers: requiredHeader(offer) });
}

/** The 402 of a payment that was not and will not be settled: why, and what to pay instead. */
export function refusedPayment(
  { unpaid, offer }: Unpaid,
  reason: string,
  payment?: Pick<Payment, "payload">,
): AppError {
  const network = offer.accepts[0]?.network ?? "";
  const payer = payment?.payload.payload.authorization.from;
  const why = reason === NO_FUNDS ? `the wallet holds too little USDC on ${network} (${reason})` : reason;
  const detail = `The payment was refused: ${why}. Nothing was charged. Sign a new payment as PAYMENT-REQUIRED says.`;
  return new AppError(unpaid.code, detail, {
    fields: { ...unpaid.fields, ...offerFields(offer), payment_error: reason },
    headers: {
      ...requiredHeader({ ...offer, error: reason }),
      ...receiptHeader({ success: false, transaction: "", network, errorReason: reason, ...(payer && { payer }) }),
    },
  });
}

/** 503 while the outcome of a payment is unknown. Repeating the same payment never pays twice. */
export function pendingPayment(): AppError {
  const detail = prose`The payment is being settled. Send the same request with the same payment again in ${RETRY_AFTER_SECONDS} s; do not
    sign a new one.`;
  return new AppError("payment_pending", detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** 503 for a payment that was not taken and can be sent again once earlier ones have been settled or have expired. */
function crowded(): AppError {
  const detail = prose`${MAX_UNSETTLED_PAYMENTS} payments of this account are not settled yet. This one was not taken. Send the same
    request with the same payment again once they are settled or have expired.`;
  return new AppError("payment_pending", detail, { retryAfterSeconds: PAYMENT_WINDOW_SECONDS });
}

/** 503 before settlement was requested. */
export function unverifiedPayment(): AppError {
  const detail = "The payment cannot be verified right now. Nothing was charged; send the same payment again.";
  return new AppError("upstream_unavailable", detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The refusal of a second payment under one idempotency key. */
function secondPayment(status: "in_progress" | "mismatch"): AppError {
  if (status === "mismatch") {
    const detail = "This Idempotency-Key has paid for another tool or body. This payment was not taken. Use a new key.";
    return new AppError("idempotency_mismatch", detail);
  }
  const detail =
    "An earlier payment with this Idempotency-Key is being settled. This one was not taken. Repeat in a few seconds.";
  return new AppError("idempotency_in_progress", detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

const REASONS = { failed: "payment_expired", foreign: "payment_belongs_to_another_purchase" };

/** The refusal of a payment that this request may not settle, because of what was claimed before. */
export function refusedClaim(status: "busy" | "failed" | "foreign", unpaid: Unpaid, payment: Payment): AppError {
  if (status === "busy") return pendingPayment();
  return refusedPayment(unpaid, REASONS[status], payment);
}

/** Settles a claimed payment. Throws while it is not known to be on the chain, and when it will never be. */
export async function settleOrRefuse(reach: Reach, claim: Claimed, unpaid: Unpaid): Promise<Receipt> {
  const settlement = await settleClaimed(reach, claim);
  if (settlement.status === "pending") throw pendingPayment();
  if (settlement.status === "expired") throw refusedPayment(unpaid, "payment_expired", claim);
  return settlement.receipt;
}

/**
 * Takes a caller's payment of an offer: settles it and credits its tokens to an organisation, both once, however many requests
 * bring it at the same time. The claim is stored before settlement is requested, so the cron finds the payment if the isolate
 * dies after that. Throws the 402 with the offer, a refusal, 409, 422 or 503.
 */
export async function takePayment(reach: Reach, sale: Sale, sent: unknown, unpaid: Unpaid): Promise<Receipt> {
  if (sent === null || sent === undefined) throw withOffer(unpaid);
  const read = readPayment(sent, unpaid.offer, Date.now());
  if (read.status === "refused") throw refusedPayment(unpaid, read.reason);
  const { payment } = read;
  const { DB } = reach.env;
  if (!(await isClaimed(DB, payment.reference))) {
    const standing = await checkPayment(reach, payment);
    if (standing.status === "refused") throw refusedPayment(unpaid, standing.reason, payment);
    if (standing.status === "unknown") throw unverifiedPayment();
  }
  const claimed = await claimPayment(DB, sale, payment);
  switch (claimed.status) {
    case "claimed":
      return settleOrRefuse(reach, payment, unpaid);
    case "paid": {
      const { reference, transaction, payer } = claimed;
      return { success: true, transaction, network: networkOf(reference), payer };
    }
    case "crowded":
      throw crowded();
    case "in_progress":
    case "mismatch":
      throw secondPayment(claimed.status);
    default:
      throw refusedClaim(claimed.status, unpaid, payment);
  }
}
