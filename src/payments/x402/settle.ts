import { canAfford, findTransfer } from "./chain.ts";
import { NO_FUNDS, type Reach, settleOnChain, verifyPayment } from "./facilitator.ts";
import {
  bookPayment,
  type Claimed,
  claimPayment,
  failPayment,
  isClaimed,
  type Sale,
  yieldClaim,
} from "./payment-claims.ts";
import type { Receipt } from "./payment-offer.ts";
import { networkOf, type Payment } from "./read-payment.ts";

type WalletPaymentOutcome =
  | { status: "paid"; receipt: Receipt }
  /** It is not on the chain and will never be, or settlement was not requested; `receipt.errorReason` says why. */
  | { status: "refused"; receipt: Receipt }
  /** Outcome unknown: the same payment may be sent again, and the cron keeps checking. */
  | { status: "pending" };

/** `unverified`: the facilitator does not answer, and nothing was requested of it. For the others see {@link claimPayment}. */
type PurchaseOutcome = WalletPaymentOutcome | { status: "unverified" | "crowded" | "in_progress" | "mismatch" };

/**
 * Settles a payment and credits its tokens to an organisation, both once, however many requests bring it at the same time. The
 * claim is stored before settlement is requested, so the cron finds the payment if the isolate dies after that.
 */
export async function buyWithPayment(reach: Reach, sale: Sale, payment: Payment): Promise<PurchaseOutcome> {
  if (!(await isClaimed(reach.env.DB, payment.reference))) {
    const standing = await checkPayment(reach, payment);
    if (standing.status === "refused") return { status: "refused", receipt: refusalOf(payment, standing.reason) };
    if (standing.status === "unknown") return { status: "unverified" };
  }
  const claimed = await claimPayment(reach.env.DB, sale, payment);
  switch (claimed.status) {
    case "claimed":
      return settleClaimed(reach, payment);
    case "paid": {
      const { reference, transaction, payer } = claimed;
      return { status: "paid", receipt: { success: true, transaction, network: networkOf(reference), payer } };
    }
    case "busy":
      return { status: "pending" };
    case "failed":
      return { status: "refused", receipt: refusalOf(payment, "payment_expired") };
    case "foreign":
      return { status: "refused", receipt: refusalOf(payment, "payment_belongs_to_another_purchase") };
    default:
      return claimed;
  }
}

/** `paid`: its transfer is on the chain. `used`: its nonce is, and the chain does not tell for what. */
type Standing = { status: "valid" | "paid" | "used" | "unknown" } | { status: "refused"; reason: string };

/** What facilitator and chain say of a payment that has not been claimed. Moves no money. */
export async function checkPayment(reach: Reach, { payload, requirements }: Paying): Promise<Standing> {
  const verified = await verifyPayment(reach, payload, requirements);
  if (verified.status !== "invalid") return verified;
  const { authorization } = payload.payload;
  const { reason } = verified;
  const proof = await findTransfer(reach, requirements, authorization);
  if (proof.status === "paid") return { status: "paid" };
  if (proof.status === "unknown" && /nonce|used/.test(reason)) return { status: "used" };
  // Facilitators also say only that the transfer would fail.
  const isVague = /simulation_failed|payment_refused/.test(reason);
  const isBroke = isVague && (await canAfford(reach, requirements, authorization.from)) === false;
  return { status: "refused", reason: isBroke ? NO_FUNDS : reason };
}

/**
 * Asks the facilitator, and the chain unless the facilitator confirms, and books the result. Only the chain ends a payment
 * unpaid: the facilitator may have submitted it although it refuses, and anybody may while it is valid.
 */
export async function settleClaimed(reach: Reach, claim: Claimed): Promise<WalletPaymentOutcome> {
  const { reference, payload, requirements } = claim;
  const answer = await settleOnChain(reach, payload, requirements);
  const proof =
    answer.status === "settled"
      ? { status: "paid" as const, transaction: answer.transaction }
      : await findTransfer(reach, requirements, payload.payload.authorization);
  if (proof.status === "paid") {
    await bookPayment(reach.env, reference, proof.transaction);
    return { status: "paid", receipt: receiptOf(claim, proof.transaction) };
  }
  if (proof.status === "absent" && proof.isFinal) {
    await failPayment(reach.env.DB, reference);
    return { status: "refused", receipt: refusalOf(claim, "payment_expired") };
  }
  await yieldClaim(reach.env.DB, reference);
  return { status: "pending" };
}

type Paying = Pick<Payment, "payload" | "requirements">;

export function receiptOf({ payload, requirements }: Paying, transaction: string): Receipt {
  const { network } = requirements;
  return { success: true, transaction, network, payer: payload.payload.authorization.from };
}

function refusalOf({ payload, requirements }: Paying, errorReason: string): Receipt {
  const { network } = requirements;
  return { success: false, errorReason, transaction: "", network, payer: payload.payload.authorization.from };
}
