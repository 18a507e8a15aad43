import type { Hosts } from "./index.ts";

/**
 * Stripe as far as we call it (https://docs.stripe.com/api), with state in memory, its idempotency and its error shapes.
 * Only the demo key below is served from here; with any other key the request goes to Stripe itself. `POST` to a session's
 * `url` pays it, optionally with `card=…`, one of Stripe's own test cards; no webhook is sent.
 */
const DEMO_KEY = "Bearer sk_test_demo";

const DECLINES: Record<string, string> = {
  "4000000000000341": "card_declined",
  "4000002760003184": "authentication_required",
  "4000000000009995": "insufficient_funds",
};

type Fields = { [name: string]: string | Fields | undefined };
type Thing = { id: string; object: string; created: number; customer?: string | null; [field: string]: unknown };

const things = new Map<string, Thing>();
const answered = new Map<string, { asked: string; status: number; body: string }>();

let made = 0;

/** Forgets every customer, checkout and invoice, so that ids start anew. */
export function forgetStripe(): void {
  things.clear();
  answered.clear();
  made = 0;
}
function make(prefix: string, object: string, fields: Record<string, unknown>): Thing {
  made += 1;
  const id = `${prefix}_test_${made.toString(36).padStart(6, "0")}`;
  const thing = { id, object, created: Math.floor(Date.now() / 1000), livemode: false, ...fields };
  things.set(id, thing);
  return thing;
}

class StripeError extends Error {
  readonly status: number;
  readonly fields: Record<string, unknown>;
  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.fields = { type, message, ...more };
  }
}

function find(id: string | undefined, object: string, param: string): Thing {
  const thing = things.get(id ?? "");
  if (thing?.object === object) return thing;
  const noSuch = { code: "resource_missing", param };
  throw new StripeError(404, "invalid_request_error", `No such ${object}: '${id}'`, noSuch);
}

/** `a[b][0]=c` as Stripe reads it. */
function nested(form: URLSearchParams): Fields {
  const root: Fields = {};
  for (const [name, value] of form) {
    const path = name.replaceAll("]", "").split("[");
    const last = path.pop() ?? "";
    let node = root;
    for (const step of path) {
      node[step] ??= {};
      node = node[step] as Fields;
    }
    node[last] = value;
  }
  return root;
}

function at(fields: Fields, path: string): string | undefined {
  let node: string | Fields | undefined = fields;
  for (const step of path.split(".")) node = typeof node === "object" ? node[step] : undefined;
  return typeof node === "string" ? node : undefined;
}

function newestFirst(url: URL, object: string) {
  const query = nested(url.searchParams);
  const limit = Number(at(query, "limit") ?? 10);
  const since = Number(at(query, "created.gte") ?? 0);
  const customer = at(query, "customer");
  const all = [...things.values()]
    .filter((thing) => thing.object === object && thing.created >= since)
    .filter((thing) => customer === undefined || thing.customer === customer)
    .reverse();
  const after = at(query, "starting_after");
  const from =
    after === undefined ? 0 : all.findIndex((thing) => thing.id === find(after, object, "starting_after").id) + 1;
  const data = all.slice(from, from + limit);
  return { object: "list", url: url.pathname, data, has_more: from + limit < all.length };
}

function createSession(body: Fields): Thing {
  const amount = Number(at(body, "line_items.0.price_data.unit_amount"));
  const session = make("cs", "checkout.session", {
    mode: body.mode,
    status: "open",
    payment_status: "unpaid",
    amount_total: amount,
    currency: at(body, "line_items.0.price_data.currency"),
    client_reference_id: body.client_reference_id ?? null,
    customer: body.customer === undefined ? null : find(at(body, "customer"), "customer", "customer").id,
    metadata: body.metadata ?? {},
    payment_intent: null,
    saves_card: at(body, "payment_intent_data.setup_future_usage") === "off_session",
  });
  session.url = `https://checkout.stripe.com/c/pay/${session.id}`;
  return session;
}

/** The person pays: session, payment intent, charge, invoice and perhaps a saved card are what Stripe would have then. */
function paySession(session: Thing, card: string): void {
  session.customer ??= make("cus", "customer", {}).id;
  const { customer, amount_total: amount, currency, metadata } = session;
  const intent = make("pi", "payment_intent", {
    customer,
    amount,
    amount_received: amount,
    currency,
    metadata,
    status: "succeeded",
  });
  const charge = { customer, amount, amount_refunded: 0, currency, metadata, payment_intent: intent.id };
  intent.latest_charge = make("ch", "charge", charge).id;
  const number = `DEMO-${String(made).padStart(4, "0")}`;
  const hosted = {
    hosted_invoice_url: `https://invoice.stripe.com/i/${number}`,
    invoice_pdf: `https://pay.stripe.com/${number}/pdf`,
  };
  make("in", "invoice", { customer, total: amount, currency, status: "paid", number, ...hosted });
  if (session.saves_card)
    make("pm", "payment_method", { customer, type: "card", card: { last4: card.slice(-4) }, number: card });
  Object.assign(session, { status: "complete", payment_status: "paid", payment_intent: intent.id });
}

function createIntent(body: Fields): Thing {
  const customer = find(at(body, "customer"), "customer", "customer").id;
  const card = find(at(body, "payment_method"), "payment_method", "payment_method");
  const [amount, currency, metadata] = [Number(body.amount), body.currency, body.metadata ?? {}];
  const intent = make("pi", "payment_intent", {
    customer,
    amount,
    amount_received: 0,
    currency,
    metadata,
    last_payment_error: null,
  });
  const decline = DECLINES[String(card.number)];
  if (decline) {
    const code = decline === "authentication_required" ? decline : "card_declined";
    const error = { code, decline_code: decline };
    Object.assign(intent, { status: "requires_payment_method", last_payment_error: { type: "card_error", ...error } });
    throw new StripeError(402, "card_error", "Your card was declined.", { ...error, payment_intent: intent });
  }
  const charge = { customer, amount, amount_refunded: 0, currency, metadata, payment_intent: intent.id };
  return Object.assign(intent, {
    status: "succeeded",
    amount_received: amount,
    latest_charge: make("ch", "charge", charge).id,
  });
}

type Call = { body: Fields; url: URL; id: string };

const ROUTES: Record<string, (call: Call) => object> = {
  "POST /customers": ({ body }) => make("cus", "customer", { metadata: body.metadata ?? {} }),
  "GET /customers/:id/payment_methods": ({ url, id }) => {
    url.searchParams.set("customer", find(id, "customer", "customer").id);
    return newestFirst(url, "payment_method");
  },
  "POST /checkout/sessions": ({ body }) => createSession(body),
  "GET /checkout/sessions": ({ url }) => newestFirst(url, "checkout.session"),
  "GET /checkout/sessions/:id": ({ id }) => {
    const session = find(id, "checkout.session", "id");
    return { ...session, payment_intent: things.get(String(session.payment_intent)) ?? null };
  },
  "POST /payment_intents": ({ body }) => createIntent(body),
  "GET /payment_intents": ({ url }) => newestFirst(url, "payment_intent"),
  "GET /charges/:id": ({ id }) => find(id, "charge", "id"),
  "GET /invoices": ({ url }) => newestFirst(url, "invoice"),
  "POST /billing_portal/sessions": ({ body }) => {
    const customer = find(at(body, "customer"), "customer", "customer").id;
    return make("bps", "billing_portal.session", { customer, url: `https://billing.stripe.com/p/session/${customer}` });
  },
};

function answer(method: string, url: URL, body: Fields): object {
  const id = /\/((?:cus|cs|ch|pi)_test_\w+)/.exec(url.pathname)?.[1] ?? "";
  const route = ROUTES[`${method} ${url.pathname.replace("/v1", "").replace(id || "-", ":id")}`];
  if (route) return route({ body, url, id });
  throw new StripeError(404, "invalid_request_error", `Unrecognized request URL (${method}: ${url.pathname}).`);
}

async function api(request: Request, url: URL): Promise<Response> {
  if (request.headers.get("authorization") !== DEMO_KEY) return fetch(request);
  const sent = request.method === "POST" ? await formText(request) : "";
  const key = request.headers.get("idempotency-key");
  const asked = `${request.method} ${url.pathname} ${sent}`;
  const earlier = key === null ? undefined : answered.get(key);
  const body = nested(new URLSearchParams(sent));
  let reply = earlier;
  if (earlier && earlier.asked !== asked) {
    const message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    return reportError(new StripeError(400, "idempotency_error", message));
  }
  try {
    reply ??= { asked, status: 200, body: JSON.stringify(answer(request.method, url, body)) };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    reply = { asked, status: error.status, body: await reportError(error).text() };
  }
  if (key !== null) answered.set(key, reply);
  const headers = {
    "Content-Type": "application/json",
    "Request-Id": `req_${made}`,
    ...(earlier && { "Idempotent-Replayed": "true" }),
  };
  return new Response(reply.body, { status: reply.status, headers });
}

/** `text()` warns about every form that it is not text. */
async function formText(request: Request): Promise<string> {
  return new TextDecoder().decode(await request.arrayBuffer());
}

function reportError(error: StripeError): Response {
  return Response.json({ error: error.fields }, { status: error.status });
}

/** The page a person pays at. */
async function payPage(request: Request, url: URL): Promise<Response> {
  const session = things.get(url.pathname.split("/").at(-1) ?? "");
  if (session?.object !== "checkout.session") return new Response("no such session", { status: 404 });
  if (request.method === "POST" && session.status === "open") {
    const form = new URLSearchParams(await formText(request));
    if (form.has("expire")) session.status = "expired";
    else paySession(session, form.get("card") ?? "4242424242424242");
  }
  return Response.json(session);
}

export const stripeHosts: Hosts = { "api.stripe.com": api, "checkout.stripe.com": payPage };
