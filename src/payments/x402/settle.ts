import { raiseAlert } from "../../platform/alerts.ts";
import { FINALITY_SECONDS, findTransfer } from "./chain.ts";
import { type Reach, settleOnChain } from "./facilitator.ts";
import type { Receipt } from "./offer.ts";
import { bookPayment, type Claimed, claimPayment, failPayment, yieldClaim } from "./payment-claims.ts";
import type { Payment } from "./read-payment.ts";

/** Without a node to ask, a refusal this long after the authorisation's end is final. */
const SPARE_MS = 15 * 60_000;

type WalletPaymentOutcome =
  | { status: "paid"; receipt: Receipt }
  /** Refused for now, or for good; `receipt.errorReason` says why. */
  | { status: "refused"; receipt: Receipt }
  /** Outcome unknown: the same payment may be sent again, and the cron keeps checking. */
  | { status: "pending" };

/**
 * Settles a payment and credits its tokens to an organisation, both once, however many requests bring it at the same time. The
 * claim is stored before the facilitator is asked, so the cron finds the payment if the isolate dies after that.
 */
export async function buyWithPayment(
  reach: Reach,
  organisationId: string,
  payment: Payment,
  tokens: number,
): Promise<WalletPaymentOutcome | { status: "crowded" }> {
  const claimed = await claimPayment(reach.env.DB, organisationId, payment, tokens);
  switch (claimed.status) {
    case "claimed":
      return settleClaimed(reach, claimed.claim);
    case "paid":
      return { status: "paid", receipt: receiptOf(payment, claimed.transaction) };
    case "busy":
      return { status: "pending" };
    case "crowded":
      return { status: "crowded" };
    case "failed":
      return { status: "refused", receipt: refusalOf(payment, "payment_expired") };
    case "foreign":
      return { status: "refused", receipt: refusalOf(payment, "payment_belongs_to_another_purchase") };
  }
}

/**
 * Asks the facilitator, and the chain unless the facilitator confirms, and books the result. Neither a refusal nor a missing
 * answer is final while the authorisation is valid, because anybody may submit it to the chain.
 */
export async function settleClaimed(reach: Reach, claim: Claimed): Promise<WalletPaymentOutcome> {
  const { reference, payload, requirements, createdAt } = claim;
  const { authorization } = payload.payload;
  const validBeforeMs = Number(authorization.validBefore) * 1000;
  const answer = await settleOnChain(reach, payload, requirements);
  if (answer.status === "settled") return book(reach, claim, answer.transaction);

  const proof = await findTransfer(reach, requirements, authorization, createdAt);
  if (proof.status === "paid") return book(reach, claim, proof.transaction);
  const isRefusedLate = answer.status === "refused" && Date.now() > validBeforeMs + SPARE_MS;
  const isOver = proof.status === "absent" ? proof.isFinal : !reach.config.X402_RPC_URL && isRefusedLate;
  if (isOver) {
    if (proof.status === "unknown") await raiseAlert(reach.env, "payment_given_up_without_chain", { reference });
    await failPayment(reach.env.DB, reference);
    return { status: "refused", receipt: refusalOf(claim, "payment_expired") };
  }
  // The payer of a refused payment is told to sign another, so the cron waits until this one can no longer be settled.
  const checkAt = answer.status === "refused" ? validBeforeMs + FINALITY_SECONDS * 1000 : 0;
  await yieldClaim(reach.env.DB, reference, checkAt);
  if (answer.status === "unknown") return { status: "pending" };
  return { status: "refused", receipt: refusalOf(claim, answer.reason) };
}

async function book(reach: Reach, claim: Claimed, transaction: string): Promise<WalletPaymentOutcome> {
  await bookPayment(reach.env, claim.reference, transaction);
  return { status: "paid", receipt: receiptOf(claim, transaction) };
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
