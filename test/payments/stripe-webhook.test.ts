import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { claimWorkspace } from "../support/claim-flow.ts";
import { balanceOf, brokenLedgers, callTool, organisationOf, request, tally, times } from "../support/harness.ts";
import {
  creditedPurchase,
  deliver,
  PRICE_USD,
  paidSession,
  refunded,
  type Session,
  STRIPE,
  signatureOf,
  stripeEvent,
} from "../support/stripe-deployment.ts";

const TRIAL = 25;
const BOUGHT = 2000;
const NOW = () => Math.floor(Date.now() / 1000);

/** How many alerts name a purchase; one cause is noted once, with its newest detail. */
const alertsOf = (purchase = "") =>
  env.DB.prepare("SELECT count(*) AS n FROM alerts WHERE cause = 'payment_mismatch' AND detail_json LIKE ?")
    .bind(`%"${purchase}"%`)
    .first("n");

afterEach(async () => expect(await brokenLedgers()).toEqual([]));

describe("a signature", () => {
  const cases = {
    "that is missing": { header: null },
    "that is empty": { header: "" },
    "of another secret": { secret: "whsec_other" },
    "that is malformed": { header: "t=now,v1=zz" },
    "without a time": { header: `v1=${"0".repeat(64)}` },
    "of ten minutes ago": { timestamp: NOW() - 600 },
  };
  it.each(Object.entries(cases))("%s is refused and credits nothing", async (_, signing) => {
    const { key, completed } = await paidSession();
    const answer = await deliver(completed, signing);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe("invalid_request");
    expect(answer.text).not.toContain("whsec");
    expect(await balanceOf(key)).toBe(TRIAL);
  });

  it("for another body is refused", async () => {
    const { key, completed } = await paidSession();
    const stolen = await signatureOf(stripeEvent("ping", {}), STRIPE.STRIPE_WEBHOOK_SECRET, NOW());
    expect((await deliver(completed, { header: stolen })).status).toBe(400);
    expect(await balanceOf(key)).toBe(TRIAL);
  });

  it("that is good lets an unknown event pass, which does nothing", async () => {
    expect((await deliver(stripeEvent("customer.created", { id: "cus_1" }))).status).toBe(200);
  });
});

describe("a paid session", () => {
  it("is credited once by 30 parallel deliveries of 3 events", async () => {
    const { key, session } = await paidSession();
    const kinds = ["completed", "completed", "async_payment_succeeded"];
    const events = kinds.map((kind) => stripeEvent(`checkout.session.${kind}`, session));
    const answers = await times(30, (index) => deliver(events[index % 3]));
    expect(tally(answers)).toEqual({ 200: 30 });
    expect(await balanceOf(key)).toBe(TRIAL + BOUGHT);
  });

  it("makes the organisation paid at once, in its limiter too", async () => {
    const { key } = await creditedPurchase();
    const balance = await callTool(key, "get_token_balance");
    expect(balance.body.plan).toBe("paid");
    expect(balance.headers.get("RateLimit-Policy")).toContain("q=1200;");
  });

  it.each<[string, Partial<Session>]>([
    ["unpaid", { payment_status: "unpaid" }],
    ["without a price", { payment_status: "no_payment_required" }],
    ["of a lower amount", { amount_total: PRICE_USD * 100 - 1 }],
    ["of a higher amount", { amount_total: PRICE_USD * 100 + 1 }],
    ["in another currency", { currency: "eur" }],
    ["of nobody's purchase", { metadata: { purchase_id: "0".repeat(32) }, client_reference_id: "0".repeat(32) }],
    ["of another product", { metadata: {}, client_reference_id: null as unknown as string }],
  ])("that is %s credits nothing, and a right one later still does", async (_, changes) => {
    const { key, session, completed } = await paidSession();
    const wrong = stripeEvent("checkout.session.completed", { ...session, ...changes });
    expect((await deliver(wrong)).status).toBe(200);
    expect(await balanceOf(key)).toBe(TRIAL);
    // Money that came and was not credited needs a person.
    const isOtherMoney = "amount_total" in changes || "currency" in changes;
    expect(await alertsOf(session.metadata?.purchase_id)).toBe(isOtherMoney ? 1 : 0);
    await deliver(completed);
    expect(await balanceOf(key)).toBe(TRIAL + BOUGHT);
  });

  it("that comes after its expiry or failure is credited all the same", async () => {
    const { key, session, completed } = await paidSession();
    const open = { ...session, status: "expired", payment_status: "unpaid" };
    await deliver(stripeEvent("checkout.session.expired", open));
    await deliver(stripeEvent("checkout.session.async_payment_failed", { ...open, status: "complete" }));
    expect(await balanceOf(key)).toBe(TRIAL);
    await deliver(completed);
    await deliver(stripeEvent("checkout.session.expired", open));
    expect(await balanceOf(key)).toBe(TRIAL + BOUGHT);
    const state = await env.DB.prepare("SELECT state FROM purchases WHERE session_id = ?")
      .bind(session.id)
      .first("state");
    expect(state).toBe("paid");
  });

  it("is not credited by its payment intent, nor failed by a declined first card", async () => {
    const { key, session, completed } = await paidSession();
    const intent = { id: session.payment_intent, metadata: session.metadata, amount_received: 2000, currency: "usd" };
    await deliver(stripeEvent("payment_intent.payment_failed", { ...intent, status: "requires_payment_method" }));
    await deliver(stripeEvent("payment_intent.succeeded", { ...intent, status: "succeeded" }));
    expect(await balanceOf(key)).toBe(TRIAL);
    await deliver(completed);
    expect(await balanceOf(key)).toBe(TRIAL + BOUGHT);
  });

  it("of an organisation that was merged meanwhile credits the target", async () => {
    const { key, completed } = await paidSession();
    const owner = await claimWorkspace(`merged-${NOW()}@buyer.example`);
    const email = `late-${crypto.randomUUID()}@buyer.example`;
    const target = await claimWorkspace(email);
    const before = await balanceOf(target);
    const source = await organisationOf(key);
    const merged = await claimWorkspace(email, key);
    expect(await organisationOf(merged)).toBe(await organisationOf(target));
    const moved = (await balanceOf(target)) - before;
    await deliver(completed);
    await deliver(refunded((completed.data.object as Session).payment_intent, 500));
    expect(await balanceOf(target)).toBe(before + moved + BOUGHT - 500);
    expect(await balanceOf(owner)).toBe(100);
    const left = await env.DB.prepare("SELECT balance, owed FROM organisations WHERE id = ?").bind(source).first();
    expect(left).toEqual({ balance: 0, owed: 0 });
  });
});

it("another method is 405 and a body over a megabyte 413", async () => {
  expect((await request("/webhooks/stripe")).status).toBe(405);
  const huge = { method: "POST", body: "x".repeat(1_000_001) };
  expect((await request("/webhooks/stripe", huge)).status).toBe(413);
});
