import { env } from "cloudflare:workers";
import { type Answer, anonymousKey, organisationOf, postJson, requestWith } from "./harness.ts";

/** The Worker as a deployment with Stripe runs it, against the demo internet's Stripe. */
const WEBHOOK_SECRET = "whsec_demo";
export const STRIPE = {
  PAYMENTS: "stripe",
  STRIPE_SECRET_KEY: "sk_test_demo",
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
};

/** Calls a tool under Stripe's variables and whatever else is changed. */
export function stripeTool(key: string, tool: string, body: unknown = {}, changes: Record<string, unknown> = {}) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const init = { method: "POST", body: JSON.stringify(body), headers };
  return requestWith({ ...STRIPE, ...changes }, `/api/v0/${tool}`, init);
}

export type Session = {
  id: string;
  url: string;
  amount_total: number;
  currency: string;
  payment_status: string;
  payment_intent: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  saves_card: boolean;
};

/** Opens a purchase; `pay` is what the person does at Stripe's page, and answers the session as it is then. */
export async function buyAtStripe(key: string, amountUsd = 20) {
  const { status, body } = await stripeTool(key, "buy_tokens", { amount_usd: amountUsd });
  if (status !== 200) throw new Error(`buy_tokens answered ${status}`);
  return { id: body.purchase_id as string, pay: (form = {}) => atStripe<Session>(body.checkout_url, form) };
}

async function atStripe<T>(url: string, form: Record<string, string>): Promise<T> {
  const reply = await env.OUTBOUND?.fetch(url, { method: "POST", body: new URLSearchParams(form) });
  return (await reply?.json()) as T;
}

/** What Stripe's API says of something. */
export async function readAtStripe<T>(path: string): Promise<T> {
  const headers = { Authorization: `Bearer ${STRIPE.STRIPE_SECRET_KEY}` };
  return (await (await env.OUTBOUND?.fetch(`https://api.stripe.com/v1/${path}`, { headers }))?.json()) as T;
}

let events = 0;

/** An event as Stripe sends it. `created` is in seconds. */
export function stripeEvent(type: string, object: unknown, created = Math.floor(Date.now() / 1000)) {
  events += 1;
  return { id: `evt_${events}`, object: "event", type, created, data: { object } };
}

export type Signing = { secret?: string; timestamp?: number; header?: string | null };

/** Delivers an event to our webhook, signed as Stripe signs it (https://docs.stripe.com/webhooks/signature). */
export async function deliver(event: unknown, signing: Signing = {}): Promise<Answer> {
  const { secret = WEBHOOK_SECRET, timestamp = Math.floor(Date.now() / 1000) } = signing;
  const body = JSON.stringify(event);
  const header = signing.header === undefined ? await signatureOf(event, secret, timestamp) : signing.header;
  const headers: Record<string, string> = header === null ? {} : { "Stripe-Signature": header };
  return requestWith(STRIPE, "/webhooks/stripe", { method: "POST", body, headers });
}

export async function signatureOf(event: unknown, secret: string, timestamp: number): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const tag = await crypto.subtle.sign("HMAC", key, encoder.encode(`${timestamp}.${JSON.stringify(event)}`));
  return `t=${timestamp},v1=${new Uint8Array(tag).toHex()}`;
}

/** Balance minus what is owed: what refunds and disputes move one to one. */
export async function worthOf(key: string): Promise<number> {
  const { body } = await postJson("/api/v0/get_token_balance", {}, { Authorization: `Bearer ${key}` });
  return body.balance - body.owed;
}

/** What has become of an organisation's purchases, oldest first. */
export async function purchasesOf(key: string) {
  const list = "SELECT id, state, kind FROM purchases WHERE organisation_id = ? ORDER BY id";
  return (
    await env.DB.prepare(list)
      .bind(await organisationOf(key))
      .all()
  ).results;
}

type Outside = (asked: Request) => Promise<Response>;
export const internet: Outside = (asked) => (env.OUTBOUND as Fetcher).fetch(asked);
/** The outside, but for requests whose path ends like this. */
export function outsideBut(path: string, otherwise: Outside) {
  const fetch: Outside = (asked) => (new URL(asked.url).pathname.endsWith(path) ? otherwise : internet)(asked);
  return { OUTBOUND: { fetch } };
}
/** A request never arrives. */
export const deafFor = (path: string) => outsideBut(path, () => Promise.reject(new Error("connection refused")));
/** A request arrives and its answer is lost. */
export const muteFor = (path: string) =>
  outsideBut(path, async (asked) => {
    await internet(asked);
    throw new Error("connection reset");
  });
export const refusalFor = (path: string) =>
  outsideBut(path, async () => {
    const error = { type: "invalid_request_error", message: "sk_test_demo is bad" };
    return Response.json({ error }, { status: 400 });
  });

export const PRICE_USD = 20;

/** A purchase that Stripe says is paid and of which we have not heard. */
export async function paidSession() {
  const key = await anonymousKey();
  const purchase = await buyAtStripe(key, PRICE_USD);
  const session = await purchase.pay();
  return { key, session, completed: stripeEvent("checkout.session.completed", session) };
}

/** A credited purchase and the payment intent that refunds and disputes name. */
export async function creditedPurchase() {
  const { key, session, completed } = await paidSession();
  await deliver(completed);
  return { key, session, intent: session.payment_intent };
}

export function refunded(intent: string, cents: number, metadata: Record<string, string> = {}) {
  return stripeEvent("charge.refunded", {
    id: `ch_${intent}`,
    payment_intent: intent,
    amount_refunded: cents,
    metadata,
  });
}

export function disputed(kind: string, intent: string, status: string, cents = PRICE_USD * 100, id = `dp_${intent}`) {
  return stripeEvent(`charge.dispute.${kind}`, { id, payment_intent: intent, amount: cents, status });
}
