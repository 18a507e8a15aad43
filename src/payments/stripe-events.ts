import type Stripe from "stripe";
import type { Config } from "../config.ts";
import type { Purchase } from "./purchases.ts";
import { noteDispute, noteFailedRefund, noteRefund } from "./reversals.ts";
import { settlePayment } from "./settle-payment.ts";
import {
  atStripe,
  openStripe,
  outcomeOfIntent,
  outcomeOfSession,
  type PaymentOutcome,
  stripeIdOf,
} from "./stripe-api.ts";

/**
 * The effects of verified Stripe events (https://docs.stripe.com/api/events/types). They arrive twice, late and out of order, so
 * each effect is idempotent. Throws `temporarily_unavailable` or `upstream_unavailable`, so that Stripe sends the event again.
 */
export async function handleStripeEvent(env: Env, config: Config, event: Stripe.Event): Promise<void> {
  const seenAt = event.created;
  const settle = async (kind: Purchase["kind"], id: string | undefined, outcome: PaymentOutcome) => {
    if (id !== undefined) await settlePayment(env, config, { id, kind, provider: "stripe" }, outcome);
  };
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired":
      return settle("checkout", purchaseOf(event.data.object), outcomeOfSession(event.data.object));
    case "checkout.session.async_payment_failed":
      return settle("checkout", purchaseOf(event.data.object), { status: "failed", reason: "charge_refused" });
    // At a checkout the person may try another card, so only the session decides.
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return settle("auto_reload", event.data.object.metadata.purchase_id, outcomeOfIntent(event.data.object));
    case "charge.refunded": {
      const { payment_intent, amount_refunded, metadata } = event.data.object;
      const intent = stripeIdOf(payment_intent);
      const purchaseId = metadata?.purchase_id ?? null;
      if (intent) await noteRefund(env, { intent, refundedCents: amount_refunded, purchaseId, seenAt });
      return;
    }
    case "refund.failed":
    case "refund.updated":
    case "charge.refund.updated": {
      const { status, payment_intent, charge } = event.data.object;
      const [intent, chargeId] = [stripeIdOf(payment_intent), stripeIdOf(charge)];
      if ((status !== "failed" && status !== "canceled") || !intent || !chargeId) return;
      const readNow = async () => (await atStripe(openStripe(env, config).charges.retrieve(chargeId))).amount_refunded;
      return noteFailedRefund(env, { intent, seenAt }, readNow);
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated": {
      const { id, payment_intent, amount, status } = event.data.object;
      const intent = stripeIdOf(payment_intent);
      if (intent) await noteDispute(env, { id, intent, amountCents: amount, status, seenAt });
    }
  }
}

/** The purchase that a session names; null for a session that we did not create. */
function purchaseOf(session: Stripe.Checkout.Session): string | undefined {
  return session.metadata?.purchase_id ?? session.client_reference_id ?? undefined;
}
