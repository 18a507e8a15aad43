import Stripe from "stripe";
import type { Config } from "../config.ts";
import { AppError, invalidRequest } from "../errors.ts";
import { outboundFetch } from "../platform/outbound/send-request.ts";

/** Requests to Stripe, in the terms of this service. Amounts are US cents. */

const CALL_LIMIT_MS = 6_000;

/** The client. Throws `not_configured` without both secrets: a purchase that no webhook confirms would never be credited. */
export function openStripe(env: Env, config: Config): Stripe {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = config;
  const variables = Object.entries({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }).flatMap(([name, value]) =>
    value ? [] : [name],
  );
  if (!STRIPE_SECRET_KEY || variables.length > 0) {
    const detail = `Payments need ${variables.join(" and ")}, which are not set on this deployment.`;
    throw new AppError("not_configured", detail, { fields: { variables } });
  }
  return new Stripe(STRIPE_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient((url, init) => outboundFetch(env, new Request(url, init))),
    timeout: CALL_LIMIT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Verifies a webhook (https://docs.stripe.com/webhooks/signature) and reads its event. Throws `invalid_request`. */
export async function readEvent(config: Config, body: string, signature: string | undefined): Promise<Stripe.Event> {
  const secret = config.STRIPE_WEBHOOK_SECRET;
  if (!signature) throw invalidRequest("The Stripe-Signature header is missing.");
  if (!secret) throw invalidRequest("No signature can be verified here: STRIPE_WEBHOOK_SECRET is not set.");
  try {
    const crypto = Stripe.createSubtleCryptoProvider();
    return await Stripe.webhooks.constructEventAsync(body, signature, secret, undefined, crypto);
  } catch (cause) {
    throw invalidRequest("The signature is wrong or too old, or the body is not an event.", { cause });
  }
}

/** The id of something that Stripe sends either as an id or as an object. */
export function stripeIdOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** The result of a call of the client, with its errors translated. */
export async function atStripe<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw stripeFailure(error);
  }
}

/** `upstream_error`: Stripe refused, nothing happened. `upstream_unavailable`: unknown, the operation stays pending. */
function stripeFailure(error: unknown): unknown {
  const { StripeError, StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  if (!(error instanceof StripeError)) return error;
  if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError) return refusedByStripe(error);
  return new AppError("upstream_unavailable", "The payment provider cannot serve this now. Try again in a minute.", {
    retryAfterSeconds: 60,
    cause: error,
  });
}

function refusedByStripe(cause: unknown): AppError {
  return new AppError("upstream_error", "The payment provider refused the request. No money has moved.", { cause });
}

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
  const { purchaseId, customerId, amountCents, description, returnUrl } = request;
  const metadata = { purchase_id: purchaseId };
  const price_data = { currency: CURRENCY, unit_amount: amountCents, product_data: { name: description } };
  const checkout: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    ...(customerId ? { customer: customerId } : { customer_creation: "always" }),
    client_reference_id: purchaseId,
    metadata,
    line_items: [{ quantity: 1, price_data }],
    // Adaptive pricing would offer a second currency, whose amount would differ from the purchase's.
    adaptive_pricing: { enabled: false },
    payment_intent_data: { metadata, ...(request.savesCard && { setup_future_usage: "off_session" }) },
    invoice_creation: { enabled: true, invoice_data: { metadata } },
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
  const session = await atStripe(stripe.checkout.sessions.create(checkout, { idempotencyKey: purchaseId }));
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
    return outcomeOfSession(await atStripe(stripe.checkout.sessions.retrieve(sessionId, { expand })));
  }
  const createdAt = Math.floor(purchase.createdAt / 1000);
  const created = { gte: createdAt - CLOCK_SKEW_SECONDS, lte: createdAt + CLOCK_SKEW_SECONDS };
  const found = await atStripe(stripe.checkout.sessions.list({ created, limit: 100 }));
  const session = found.data.find((candidate) => candidate.client_reference_id === purchase.id);
  return session ? outcomeOfSession(session) : null;
}

/** The card that the customer saved last, or null. */
export async function savedCard(stripe: Stripe, customerId: string): Promise<string | null> {
  const cards = await atStripe(stripe.customers.listPaymentMethods(customerId, { type: "card", limit: 1 }));
  return cards.data[0]?.id ?? null;
}

type ChargeRequest = Pick<CheckoutRequest, "purchaseId" | "amountCents" | "description"> & {
  customerId: string;
  cardId: string;
};

/** Charges a saved card off-session. Throws when the outcome is unknown. */
export async function chargeSavedCard(stripe: Stripe, charge: ChargeRequest): Promise<PaymentOutcome> {
  const { purchaseId, customerId, cardId, amountCents, description } = charge;
  try {
    const payment = {
      ...{ amount: amountCents, currency: CURRENCY, description, metadata: { purchase_id: purchaseId } },
      ...{ customer: customerId, payment_method: cardId, off_session: true, confirm: true },
    };
    return outcomeOfIntent(await stripe.paymentIntents.create(payment, { idempotencyKey: purchaseId }));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { status: "failed", reason: reasonOf(error) };
    throw stripeFailure(error);
  }
}

/** Finds the charge of an auto-reload by its purchase. Null when Stripe has none. */
export async function findCharge(stripe: Stripe, purchase: { id: string; customerId: string; createdAt: number }) {
  const { customerId: customer } = purchase;
  const created = { gte: Math.floor(purchase.createdAt / 1000) - CLOCK_SKEW_SECONDS };
  const found = await atStripe(stripe.paymentIntents.list({ customer, created, limit: 100 }));
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

/** The issuer's reason where it is known, else Stripe's code. */
function reasonOf(error: { code?: string | null; decline_code?: string | null }): CardFailure {
  const known = (code: string | null | undefined) => CARD_FAILURES.find((failure) => failure === code);
  return known(error.decline_code) ?? known(error.code) ?? "card_declined";
}
