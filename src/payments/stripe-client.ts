import Stripe from "stripe";
import type { Config } from "../config.ts";
import { AppError, invalidRequest } from "../errors.ts";
import { outboundFetch } from "../platform/outbound/send-request.ts";

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

/** Runs a call of the client and translates its errors. */
export async function atStripe<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error) => {
    throw stripeFailure(error);
  });
}

/** `upstream_error`: Stripe refused, nothing happened. `upstream_unavailable`: unknown, the operation stays pending. */
export function stripeFailure(error: unknown): unknown {
  const { StripeError, StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  if (!(error instanceof StripeError)) return error;
  if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError) return refusedByStripe(error);
  return new AppError("upstream_unavailable", "The payment provider cannot serve this now. Try again in a minute.", {
    retryAfterSeconds: 60,
    cause: error,
  });
}

export function refusedByStripe(cause: unknown): AppError {
  return new AppError("upstream_error", "The payment provider refused the request. No money has moved.", { cause });
}
