import type Stripe from "stripe";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { parseJsonObject } from "../lib/json.ts";
import { outboundFetch } from "../platform/outbound/send-request.ts";

/**
 * The part of https://docs.stripe.com/api that purchases need. The `stripe` package gives types only: it would be a tenth of the
 * Worker's script.
 */
const API = "https://api.stripe.com";
/** The version that the package's types describe; a test compares them. */
export const STRIPE_VERSION = "2026-10-28.endive";
const CALL_LIMIT_MS = 6_000;
const RETRY_DELAY_MS = 500;
const MAX_EVENT_AGE_SECONDS = 300;

/** Throws `upstream_error` when Stripe has refused the request, `upstream_unavailable` when nobody knows what happened. */
export type StripeClient = {
  get<Answer>(path: string, query?: object): Promise<Answer>;
  /** A repeat with the same `idempotencyKey` changes nothing and has the same answer. */
  post<Answer>(path: string, body: object, idempotencyKey: string): Promise<Answer>;
};

/** The `error` of an answer (https://docs.stripe.com/api/errors). */
type Fault = { type?: string; code?: string; decline_code?: string; message?: string };

/** An error answer of Stripe's, as the cause of our error. */
export class StripeFault extends Error {
  readonly status: number;
  readonly fault: Fault;
  constructor(status: number, fault: Fault) {
    super(`Stripe answered ${status} ${fault.type} ${fault.code}: ${fault.message}`);
    this.status = status;
    this.fault = fault;
  }
}

/** The client. Throws `not_configured` without both secrets: a purchase that no webhook confirms would never be credited. */
export function openStripe(env: Env, config: Config): StripeClient {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = config;
  const variables = Object.entries({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }).flatMap(([name, value]) =>
    value ? [] : [name],
  );
  if (!STRIPE_SECRET_KEY || variables.length > 0) {
    throw new AppError(
      "not_configured",
      `Payments need ${variables.join(" and ")}, which are not set on this deployment.`,
      {
        fields: { variables },
      },
    );
  }
  const headers = { Authorization: `Bearer ${STRIPE_SECRET_KEY}`, "Stripe-Version": STRIPE_VERSION };
  return {
    get: (path, query = {}) => send(env, `${API}${path}?${formOf(query)}`, { headers }),
    post: (path, fields, idempotencyKey) =>
      send(env, `${API}${path}`, {
        method: "POST",
        headers: { ...headers, "Idempotency-Key": idempotencyKey },
        body: formOf(fields),
      }),
  };
}

/** Sends a request, and once more when it was lost or Stripe asks for that; an idempotency key makes the repeat harmless. */
async function send<Answer>(env: Env, url: string, init: RequestInit): Promise<Answer> {
  const once = () => outboundFetch(env, new Request(url, { ...init, signal: AbortSignal.timeout(CALL_LIMIT_MS) }));
  try {
    let response = await once().catch(() => null);
    if (!response || mayRetry(response)) {
      await response?.body?.cancel();
      await scheduler.wait(RETRY_DELAY_MS);
      response = await once();
    }
    const answer = await response.json<Answer & { error?: Fault }>();
    if (!response.ok) throw new StripeFault(response.status, answer.error ?? {});
    return answer;
  } catch (error) {
    throw stripeFailure(error);
  }
}

/** https://docs.stripe.com/error-low-level#should-retry */
function mayRetry({ status, headers }: Response): boolean {
  const advice = headers.get("stripe-should-retry");
  return advice === null ? status === 409 || status >= 500 : advice === "true";
}

/** Nested fields as Stripe reads them: `a[b][0]=c`. */
function formOf(fields: object): URLSearchParams {
  const pairs = (value: unknown, path: string): [string, string][] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => pairs(inner, `${path}[${name}]`))
      : [[path, String(value)]];
  return new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => pairs(value, name)));
}

/**
 * Verifies a webhook's signature and age (https://docs.stripe.com/webhooks/signature) and reads its event.
 * Throws `invalid_request`.
 */
export async function readEvent(config: Config, body: string, signature: string | undefined): Promise<Stripe.Event> {
  const secret = config.STRIPE_WEBHOOK_SECRET;
  if (!signature) throw new AppError("invalid_request", "The Stripe-Signature header is missing.");
  if (!secret) {
    throw new AppError("invalid_request", "No signature can be verified here: STRIPE_WEBHOOK_SECRET is not set.");
  }
  const isGenuine = await isSigned(body, signature, secret);
  if (!isGenuine) throw new AppError("invalid_request", "The signature is wrong or too old.");
  return parseJsonObject(body) as unknown as Stripe.Event;
}

/** `signature` is `t=<seconds>,v1=<hex>`, with a `v1` for each secret while one is rotated. */
async function isSigned(body: string, signature: string, secret: string): Promise<boolean> {
  const parts = signature.split(",").map((part) => part.trim().split("=", 2));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  // An old event could be sent again by somebody who has read it.
  if (!/^\d{1,12}$/.test(time) || Date.now() / 1000 - Number(time) > MAX_EVENT_AGE_SECONDS) return false;
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["verify"]);
  const signed = encoder.encode(`${time}.${body}`);
  const tags = parts.flatMap(([name, hex = ""]) => (name === "v1" && /^[\da-f]{64}$/.test(hex) ? [hex] : []));
  const checks = tags.slice(0, 10).map((tag) => crypto.subtle.verify("HMAC", key, Uint8Array.fromHex(tag), signed));
  return (await Promise.all(checks)).includes(true);
}

/** The id of something that Stripe sends either as an id or as the whole object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/**
 * `upstream_error`: Stripe has read the request and refused it, nothing happened there. `upstream_unavailable`: nobody
 * knows what happened, so whatever the call was for stays pending.
 */
function stripeFailure(error: unknown): AppError {
  if (error instanceof StripeFault && isRefusal(error)) return refusedByStripe(error);
  return new AppError("upstream_unavailable", "The payment provider cannot serve this now. Try again in a minute.", {
    retryAfterSeconds: 60,
    cause: error,
  });
}

function isRefusal({ status, fault: { type, code } }: StripeFault): boolean {
  // 402 is a card's; the other two are about earlier requests.
  return [400, 402, 404].includes(status) && type !== "idempotency_error" && code !== "rate_limit";
}

export function refusedByStripe(cause: unknown): AppError {
  return new AppError("upstream_error", "The payment provider refused the request. No money has moved.", { cause });
}
