import Stripe from "stripe";
import { atStripe, refusedByStripe, stripeFailure, stripeIdOf } from "./stripe-client.ts";

/** Requests to Stripe, in the terms of this service. Amounts are US cents. Errors are those of stripe-client.ts. */
const CURRENCY = "usd";
/** Margin for clock differences when a search looks for something that we created. */
const CLOCK_SKEW_SECONDS = 300;

/** Why a payment failed: our own codes. */
export type PaymentFailure = CardFailure | "no_saved_card" | "charge_refused";
const CARD_FAILURES = ["authentication_required", "card_declined", "expired_card", "insufficient_funds"] as const;
type CardFailure = (typeof CARD_FAILURES)[number];

export type Paid = {
  status: "paid";
  paymentIntentId: string | null;
  /** The provider's id of the payer; null where it is known or not needed. */
  customerId: string | null;
  amountCents: number;
  currency: string;
};
/** The state of a payment. Only `pending` may change. */
export type PaymentOutcome = Paid | { status: "pending" | "expired" } | { status: "failed"; reason: PaymentFailure };

/** Creates the customer of an organisation. Idempotent. */
export async function createCustomer(stripe: Stripe, organisationId: string): Promise<string> {
  const about = { metadata: { organisation_id: organisationId } };
  const options = { idempotencyKey: `customer:${organisationId}` };
  return (await atStripe(() => stripe.customers.create(about, options))).id;
}

type CheckoutRequest = {
  purchaseId: string;
  /** Null at a first purchase: the checkout then creates the customer. */
  customerId: string | null;
  amountCents: number;
  /** Description on Stripe's page. */
  description: string;
  returnUrl: string;
  /** Saves the card for later charges without its holder. */
  savesCard: boolean;
};

/** Opens a Checkout session. Idempotent by the purchase's id. */
export async function openCheckout(stripe: Stripe, request: CheckoutRequest): Promise<{ id: string; url: string }> {
  const { purchaseId, description, returnUrl } = request;
  const metadata = { purchase_id: purchaseId };
  const session = await atStripe(() =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        ...(request.customerId ? { customer: request.customerId } : { customer_creation: "always" as const }),
        client_reference_id: purchaseId,
        metadata,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              unit_amount: request.amountCents,
              product_data: { name: description },
            },
          },
        ],
        // Adaptive pricing would offer a second currency, whose amount would differ from the purchase's.
        adaptive_pricing: { enabled: false },
        payment_intent_data: { metadata, ...(request.savesCard && { setup_future_usage: "off_session" as const }) },
        invoice_creation: { enabled: true, invoice_data: { metadata } },
        success_url: returnUrl,
        cancel_url: returnUrl,
      },
      { idempotencyKey: purchaseId },
    ),
  );
  if (!session.url) throw refusedByStripe("session without a url");
  return { id: session.id, url: session.url };
}

/** State of the payment of a checkout session. */
export function outcomeOfSession(session: Stripe.Checkout.Session): PaymentOutcome {
  const { payment_intent: intent, status, payment_status: paymentStatus } = session;
  if (paymentStatus === "paid") {
    return {
      status: "paid",
      paymentIntentId: stripeIdOf(intent),
      customerId: stripeIdOf(session.customer),
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? "",
    };
  }
  if (status === "expired") return { status: "expired" };
  // A bank transfer that bounced leaves a completed session whose payment waits for another method indefinitely.
  const isBounced = status === "complete" && typeof intent === "object" && intent?.status === "requires_payment_method";
  return isBounced ? { status: "failed", reason: "card_declined" } : { status: "pending" };
}

/** Reads a session, or finds it by its purchase when its creation was not answered. Null when there is none. */
export async function readCheckout(
  stripe: Stripe,
  purchase: { id: string; sessionId: string | null; createdAt: number },
): Promise<PaymentOutcome | null> {
  const { sessionId } = purchase;
  if (sessionId) {
    const expand = ["payment_intent"];
    return outcomeOfSession(await atStripe(() => stripe.checkout.sessions.retrieve(sessionId, { expand })));
  }
  const createdAt = Math.floor(purchase.createdAt / 1000);
  const created = { gte: createdAt - CLOCK_SKEW_SECONDS, lte: createdAt + CLOCK_SKEW_SECONDS };
  const found = await atStripe(() => stripe.checkout.sessions.list({ created, limit: 100 }));
  const session = found.data.find((candidate) => candidate.client_reference_id === purchase.id);
  return session ? outcomeOfSession(session) : null;
}

/** The card that the customer saved last, or null. */
export async function savedCard(stripe: Stripe, customerId: string): Promise<string | null> {
  const cards = await atStripe(() => stripe.customers.listPaymentMethods(customerId, { type: "card", limit: 1 }));
  return cards.data[0]?.id ?? null;
}

type ChargeRequest = {
  purchaseId: string;
  customerId: string;
  cardId: string;
  amountCents: number;
  description: string;
};

/** Charges a saved card off-session. Throws when the outcome is unknown. */
export async function chargeSavedCard(stripe: Stripe, charge: ChargeRequest): Promise<PaymentOutcome> {
  const { purchaseId, customerId, cardId, amountCents, description } = charge;
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: CURRENCY,
        customer: customerId,
        payment_method: cardId,
        off_session: true,
        confirm: true,
        description,
        metadata: { purchase_id: purchaseId },
      },
      { idempotencyKey: purchaseId },
    );
    return outcomeOfIntent(intent);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { status: "failed", reason: reasonOf(error) };
    throw stripeFailure(error);
  }
}

/** Finds the charge of an auto-reload by its purchase. Null when Stripe has none. */
export async function findCharge(
  stripe: Stripe,
  purchase: { id: string; customerId: string; createdAt: number },
): Promise<PaymentOutcome | null> {
  const { customerId: customer } = purchase;
  const created = { gte: Math.floor(purchase.createdAt / 1000) - CLOCK_SKEW_SECONDS };
  const found = await atStripe(() => stripe.paymentIntents.list({ customer, created, limit: 100 }));
  const intent = found.data.find((candidate) => candidate.metadata.purchase_id === purchase.id);
  return intent ? outcomeOfIntent(intent) : null;
}

/** State of a payment intent that was confirmed off-session. */
export function outcomeOfIntent(intent: Stripe.PaymentIntent): PaymentOutcome {
  const { id, status, amount_received: amountCents, currency, last_payment_error: error } = intent;
  if (status === "succeeded") return { status: "paid", paymentIntentId: id, customerId: null, amountCents, currency };
  if (status === "processing") return { status: "pending" };
  if (status === "requires_action") return { status: "failed", reason: "authentication_required" };
  return { status: "failed", reason: reasonOf(error ?? {}) };
}

/** A link to the portal, where the card holder manages cards and receipts. For one person, valid for minutes. */
export async function openPortal(stripe: Stripe, customerId: string, returnUrl: string): Promise<string> {
  const about = { customer: customerId, return_url: returnUrl };
  return (await atStripe(() => stripe.billingPortal.sessions.create(about))).url;
}

export async function readInvoices(stripe: Stripe, customerId: string, limit: number, after: string | null) {
  const page = { customer: customerId, limit, ...(after !== null && { starting_after: after }) };
  return atStripe(() => stripe.invoices.list(page));
}

/** Cents of a charge that are refunded now. */
export async function refundedCents(stripe: Stripe, chargeId: string): Promise<number> {
  return (await atStripe(() => stripe.charges.retrieve(chargeId))).amount_refunded;
}

/** The issuer's reason where it is known, else Stripe's code. */
function reasonOf(error: { code?: string | null; decline_code?: string | null }): CardFailure {
  const known = (code: string | null | undefined) => CARD_FAILURES.find((failure) => failure === code);
  return known(error.decline_code) ?? known(error.code) ?? "card_declined";
}
