import { afterEach, describe, expect, it } from "vitest";
import {
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  request,
  requestWith,
  tally,
  times,
} from "../support/harness.ts";
import {
  buyAtStripe,
  deliver,
  purchasesOf,
  refusalFor,
  STRIPE,
  stripeEvent,
  stripeTool,
} from "../support/stripe-deployment.ts";

const TRIAL = 25;

afterEach(async () => expect(await brokenLedgers()).toEqual([]));

describe("buy_tokens", () => {
  it.each([4.99, 10_000.01, 5.001, -20, 0, "20", null, Number.MAX_VALUE])("refuses %j dollars", async (amount_usd) => {
    const key = await anonymousKey();
    expect((await callTool(key, "buy_tokens", { amount_usd })).status).toBe(400);
    expect((await callTool(key, "buy_tokens", {})).status).toBe(400);
    expect(await purchasesOf(key)).toEqual([]);
  });

  it.each([
    [5, 500],
    [19.99, 1999],
    [10_000, 1_000_000],
  ])("sells %d dollars as %d tokens", async (amount_usd, tokens) => {
    const { status, body } = await callTool(await anonymousKey(), "buy_tokens", { amount_usd });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "checkout_created", amount_usd, tokens });
    expect(new URL(body.checkout_url).pathname).toContain(body.purchase_id);
  });

  it.each([
    [{ PAYMENTS: "stripe" }, ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]],
    [{ ...STRIPE, STRIPE_SECRET_KEY: "" }, ["STRIPE_SECRET_KEY"]],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: "" }, ["STRIPE_WEBHOOK_SECRET"]],
  ])("is 501 under %j and names what is missing", async (changes: Record<string, string>, variables) => {
    const key = await anonymousKey();
    for (const [tool, input] of Object.entries({
      buy_tokens: { amount_usd: 5 },
      get_billing_portal: {},
      list_invoices: {},
    })) {
      const cleared = { PAYMENTS: "", STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "", ...changes };
      const answer = await stripeTool(key, tool, input, cleared);
      expect(answer.status).toBe(501);
      expect(answer.body).toMatchObject({ error: "not_configured", variables });
      for (const name of variables) expect(answer.body.detail).toContain(name);
    }
    expect(await purchasesOf(key)).toEqual([]);
  });

  it("repeated with one idempotency key opens one purchase", async () => {
    const key = await anonymousKey();
    const repeat = () => callTool(key, "buy_tokens", { amount_usd: 5 }, { "Idempotency-Key": "buy-1" });
    const first = await repeat();
    expect((await repeat()).body).toEqual(first.body);
    expect(await purchasesOf(key)).toHaveLength(1);
  });
});

describe("a test checkout", () => {
  async function open() {
    const key = await anonymousKey();
    const { body } = await callTool(key, "buy_tokens", { amount_usd: 20 });
    return { key, url: body.checkout_url as string, path: new URL(body.checkout_url).pathname };
  }

  it("shows a page that says it is a test, and looking at it credits nothing", async () => {
    const { key, url } = await open();
    const page = await request(url);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.text).toContain("This is a test");
    expect(page.text).toMatch(/<form method="post"/);
    await request(url, { method: "HEAD" });
    expect(await balanceOf(key)).toBe(TRIAL);
  });

  it("credits before it answers 303, and once for 25 posts at the same time", async () => {
    const { key, url } = await open();
    const first = await request(url, { method: "POST" });
    expect(first.status).toBe(303);
    expect(await balanceOf(key)).toBe(TRIAL + 2000);
    expect(new URL(first.headers.get("location") ?? "", url).href).toBe(url);

    const race = await open();
    expect(tally(await times(25, () => request(race.url, { method: "POST" })))).toEqual({ 303: 25 });
    expect(await balanceOf(race.key)).toBe(TRIAL + 2000);
    expect((await request(race.url)).text).not.toContain("<form");
  });

  it("makes the organisation paid at once, in its limiter too", async () => {
    const { key, url } = await open();
    await request(url, { method: "POST" });
    const balance = await callTool(key, "get_token_balance");
    expect(balance.body).toMatchObject({ plan: "paid", rate_limit: { limit: 1200 } });
    expect(balance.headers.get("RateLimit-Policy")).toContain("q=1200;");
  });

  it.each(["http://tallygate.example", "http://192.168.0.7:8787", "http://localhost.attacker.example"])(
    "is not served to %s",
    async (origin) => {
      const { key, path } = await open();
      for (const method of ["GET", "POST"]) expect((await request(origin + path, { method })).status).toBe(501);
      const headers = { Authorization: `Bearer ${key}`, Host: "localhost", "X-Forwarded-Host": "localhost" };
      const buy = await request(`${origin}/api/v0/buy_tokens`, { method: "POST", body: '{"amount_usd":5}', headers });
      expect(buy.status).toBe(501);
      expect(buy.body.variables).toContain("STRIPE_SECRET_KEY");
      expect(await balanceOf(key)).toBe(TRIAL);
    },
  );

  it.each(["http://127.0.0.1:8787", "http://[::1]:8787"])("is served to %s", async (origin) => {
    const { key, path } = await open();
    expect((await request(origin + path, { method: "POST" })).status).toBe(303);
    expect(await balanceOf(key)).toBe(TRIAL + 2000);
  });

  it("cannot pay a purchase of Stripe's, nor any once Stripe is configured", async () => {
    const key = await anonymousKey();
    const purchase = await buyAtStripe(key);
    const path = `/checkout/${purchase.id}`;
    expect((await request(path, { method: "POST" })).status).toBe(404);
    expect((await requestWith(STRIPE, path, { method: "POST" })).status).toBe(404);
    expect((await requestWith(STRIPE, path)).text).toContain("Not paid yet");
    const test = await open();
    expect((await requestWith(STRIPE, test.path, { method: "POST" })).status).toBe(501);
    expect([await balanceOf(key), await balanceOf(test.key)]).toEqual([TRIAL, TRIAL]);
  });

  it("of an unknown purchase is 404", async () => {
    for (const id of ["0".repeat(32), "x", "%00", "a".repeat(500)]) {
      expect((await request(`/checkout/${id}`, { method: "POST" })).status).toBe(404);
    }
    expect((await request("/checkout/x", { method: "DELETE" })).status).toBe(405);
  });
});

describe("a purchase at Stripe", () => {
  it("is refused without a trace of Stripe's words, and is over", async () => {
    const key = await anonymousKey();
    const answer = await stripeTool(key, "buy_tokens", { amount_usd: 20 }, refusalFor("/checkout/sessions"));
    expect([answer.status, answer.body.error]).toEqual([502, "upstream_error"]);
    expect(answer.text).not.toContain("sk_test");
    expect(await purchasesOf(key)).toMatchObject([{ state: "failed" }]);
  });

  it("credits each purchase to its own organisation", async () => {
    const [key, other] = [await anonymousKey(), await anonymousKey()];
    const [mine, theirs] = [await buyAtStripe(key), await buyAtStripe(other, 30)];
    const session = await mine.pay();
    expect(session).toMatchObject({
      client_reference_id: mine.id,
      metadata: { purchase_id: mine.id },
      amount_total: 2000,
    });
    await deliver(stripeEvent("checkout.session.completed", session));
    expect([await balanceOf(key), await balanceOf(other)]).toEqual([TRIAL + 2000, TRIAL]);
    await theirs.pay();
    const invoices = (await stripeTool(key, "list_invoices")).body.invoices;
    expect(invoices).toMatchObject([{ amount_usd: 20, status: "paid", url: expect.stringContaining("https://") }]);
    expect((await stripeTool(await anonymousKey(), "list_invoices")).body).toEqual({
      invoices: [],
      next_cursor: null,
      has_more: false,
    });
  });

  it("pages its invoices, and refuses an invalid cursor", async () => {
    const key = await anonymousKey();
    for (const usd of [5, 6, 7]) {
      const session = await (await buyAtStripe(key, usd)).pay();
      await deliver(stripeEvent("checkout.session.completed", session));
    }
    const first = (await stripeTool(key, "list_invoices", { limit: 2 })).body;
    const later = await (await buyAtStripe(key, 8)).pay();
    await deliver(stripeEvent("checkout.session.completed", later));
    const second = (await stripeTool(key, "list_invoices", { limit: 2, cursor: first.next_cursor })).body;
    const amounts = [...first.invoices, ...second.invoices].map(
      (invoice: { amount_usd: number }) => invoice.amount_usd,
    );
    expect(amounts).toEqual([7, 6, 5]);
    expect(second.next_cursor).toBeNull();
    const foreign = (await stripeTool(await anonymousKey(), "list_invoices", { cursor: first.next_cursor })).body;
    const forged = (await stripeTool(key, "list_invoices", { cursor: "in_nope" })).body;
    expect([foreign, forged].map(({ errors }) => errors[0].path)).toEqual(["cursor", "cursor"]);
  });

  it("has a portal, which is never stored", async () => {
    const key = await anonymousKey();
    const { status, body, headers } = await stripeTool(key, "get_billing_portal");
    expect(status).toBe(200);
    expect(body.url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await callTool(key, "get_billing_portal")).status).toBe(501);
  });
});
