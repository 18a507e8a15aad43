import type Stripe from "stripe";
import { AppError } from "../errors.ts";
import { idOf, refusedByStripe, type StripeClient, StripeFault } from "./stripe-client.ts";

/** The requests to Stripe, in the terms of this service. Amounts are US cents. Errors are those of stripe-client.ts. */
const CURRENCY = "usd";
const SESSIONS = "/v1/checkout/sessions";
const INTENTS = "/v1/payment_intents";
/** Our clock and Stripe's may differ when we look for what we made. */
const CLOCK_SKEW_SECONDS = 300;

/** Why a payment failed: our own codes. */
export type PaymentFailure = CardFailure | "no_saved_card" | "charge_refused";
const CARD_FAILURES = ["authentication_required", "card_declined", "expired_card", "insufficient_funds"] as const;
type CardFailure = (typeof CARD_FAILURES)[number];

export type Paid = {
  status: "paid";
  paymentIntentId: string | null;
  /** The provider's id of the payer; null where it is already known or not needed. */
  customerId: string | null;
  amountCents: number;
  currency: string;
};
/** State of a payment. Only `pending` may change. */
export type PaymentOutcome = Paid | { status: "pending" | "expired" } | { status: "failed"; reason: PaymentFailure };

/** Makes the customer of an organisation; repeating it yields the same one. */
export async function createCustomer(stripe: StripeClient, organisationId: string): Promise<string> {
  const about: Stripe.CustomerCreateParams = { metadata: { organisation_id: organisationId } };
  return (await stripe.post<Stripe.Customer>("/v1/customers", about, `customer:${organisationId}`)).id;
}

export type CheckoutRequest = {
  purchaseId: string;
  /** Null at a first purchase: the checkout makes the customer when it is paid. */
  customerId: string | null;
  amountCents: number;
  /** Description on Stripe's page. */
  description: string;
  returnUrl: string;
  /** Keeps the card for later charges without its holder. */
  savesCard: boolean;
};

/** Opens a Checkout session; the purchase id makes a repeat harmless. */
export async function openCheckout(
  stripe: StripeClient,
  request: CheckoutRequest,
): Promise<{ id: string; url: string }> {
  const { purchaseId, description, returnUrl } = request;
  const metadata = { purchase_id: purchaseId };
  const price = { currency: CURRENCY, unit_amount: request.amountCents, product_data: { name: description } };
  const checkout: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    ...(request.customerId ? { customer: request.customerId } : { customer_creation: "always" }),
    client_reference_id: purchaseId,
    metadata,
    line_items: [{ quantity: 1, price_data: price }],
    // What is paid must be what was bought: no second currency whose amounts would differ from the purchase's.
    adaptive_pricing: { enabled: false },
    payment_intent_data: { metadata, ...(request.savesCard && { setup_future_usage: "off_session" }) },
    invoice_creation: { enabled: true, invoice_data: { metadata } },
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
  const session = await stripe.post<Stripe.Checkout.Session>(SESSIONS, checkout, purchaseId);
  if (!session.url) throw refusedByStripe("session without a url");
  return { id: session.id, url: session.url };
}

/** State of the payment of a checkout session. */
export function outcomeOfSession(session: Stripe.Checkout.Session): PaymentOutcome {
  const { payment_intent: intent, status, payment_status: paymentStatus } = session;
  if (paymentStatus === "paid") {
    return {
      status: "paid",
      paymentIntentId: idOf(intent),
      customerId: idOf(session.customer),
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? "",
    };
  }
  if (status === "expired") return { status: "expired" };
  // A bank transfer that bounced leaves a finished session whose payment waits for another method for ever.
  const isBounced = status === "complete" && typeof intent === "object" && intent?.status === "requires_payment_method";
  return isBounced ? { status: "failed", reason: "card_declined" } : { status: "pending" };
}

/** Reads a session, or finds it by its purchase when its creation was never answered. Null: there is none. */
export async function readCheckout(
  stripe: StripeClient,
  purchase: { id: string; sessionId: string | null; createdAt: number },
): Promise<PaymentOutcome | null> {
  const { sessionId } = purchase;
  if (sessionId) {
    const query = { expand: ["payment_intent"] };
    return outcomeOfSession(await stripe.get(`${SESSIONS}/${encodeURIComponent(sessionId)}`, query));
  }
  const createdAt = Math.floor(purchase.createdAt / 1000);
  const created = { gte: createdAt - CLOCK_SKEW_SECONDS, lte: createdAt + CLOCK_SKEW_SECONDS };
  const query: Stripe.Checkout.SessionListParams = { created, limit: 100 };
  const found = await stripe.get<Stripe.ApiList<Stripe.Checkout.Session>>(SESSIONS, query);
  const session = found.data.find((candidate) => candidate.client_reference_id === purchase.id);
  return session ? outcomeOfSession(session) : null;
}

/** The newest card the customer has saved, or null. */
export async function savedCard(stripe: StripeClient, customerId: string): Promise<string | null> {
  const query: Stripe.CustomerListPaymentMethodsParams = { type: "card", limit: 1 };
  const path = `/v1/customers/${encodeURIComponent(customerId)}/payment_methods`;
  const cards = await stripe.get<Stripe.ApiList<Stripe.PaymentMethod>>(path, query);
  return cards.data[0]?.id ?? null;
}

export type ChargeRequest = {
  purchaseId: string;
  customerId: string;
  cardId: string;
  amountCents: number;
  description: string;
};

/** Charges a saved card while its holder is away. Throws when the outcome is unknown. */
export async function chargeSavedCard(stripe: StripeClient, charge: ChargeRequest): Promise<PaymentOutcome> {
  const { purchaseId, customerId, cardId, amountCents, description } = charge;
  const payment: Stripe.PaymentIntentCreateParams = {
    amount: amountCents,
    currency: CURRENCY,
    customer: customerId,
    payment_method: cardId,
    off_session: true,
    confirm: true,
    description,
    metadata: { purchase_id: purchaseId },
  };
  try {
    return outcomeOfIntent(await stripe.post(INTENTS, payment, purchaseId));
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : null;
    if (!(cause instanceof StripeFault) || cause.status !== 402) throw error;
    return { status: "failed", reason: reasonOf(cause.fault) };
  }
}

/** Finds the charge of an auto-reload by its purchase. Null: Stripe has never heard of it. */
export async function findCharge(
  stripe: StripeClient,
  purchase: { id: string; customerId: string; createdAt: number },
): Promise<PaymentOutcome | null> {
  const { customerId: customer } = purchase;
  const created = { gte: Math.floor(purchase.createdAt / 1000) - CLOCK_SKEW_SECONDS };
  const query: Stripe.PaymentIntentListParams = { customer, created, limit: 100 };
  const found = await stripe.get<Stripe.ApiList<Stripe.PaymentIntent>>(INTENTS, query);
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

/** Where the holder of the card manages cards and receipts. The link is for one person and lives minutes. */
export async function openPortal(stripe: StripeClient, customerId: string, returnUrl: string): Promise<string> {
  const about: Stripe.BillingPortal.SessionCreateParams = { customer: customerId, return_url: returnUrl };
  return (await stripe.post<{ url: string }>("/v1/billing_portal/sessions", about, crypto.randomUUID())).url;
}

export async function readInvoices(stripe: StripeClient, customer: string, limit: number, after: string | null) {
  const query: Stripe.InvoiceListParams = { customer, limit, ...(after !== null && { starting_after: after }) };
  return stripe.get<Stripe.ApiList<Stripe.Invoice>>("/v1/invoices", query);
}

/** Cents of a charge that are refunded now. */
export async function refundedCents(stripe: StripeClient, chargeId: string): Promise<number> {
  return (await stripe.get<Stripe.Charge>(`/v1/charges/${encodeURIComponent(chargeId)}`)).amount_refunded;
}

/** The issuer's reason where we know it, else what Stripe makes of it. */
function reasonOf(error: { code?: string | null; decline_code?: string | null }): CardFailure {
  const known = (code: string | null | undefined) => CARD_FAILURES.find((failure) => failure === code);
  return known(error.decline_code) ?? known(error.code) ?? "card_declined";
}
