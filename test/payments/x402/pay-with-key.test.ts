import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { brokenLedgers, callTool, freezeClock, request, requestWith, tally, times } from "../../support/harness.ts";
import {
  emptyKey,
  entriesOf,
  newWallet,
  offerOf,
  paidService,
  paymentsOf,
  receiptOf,
  withPayment,
} from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../../support/mcp-harness.ts";
import { encoded } from "../../support/wallet.ts";

beforeAll(seedCompany);
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const USDC = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";

describe("a call whose tokens do not suffice", () => {
  it("is offered for its own price, is paid once, and runs", async () => {
    const service = paidService();
    const key = await emptyKey();
    const unpaid = await service.call(key, TOOL, KNOWN);
    expect([unpaid.status, unpaid.body.error]).toEqual([402, "insufficient_tokens"]);
    expect(unpaid.headers.get("cache-control")).toBe("no-store");
    const offer = offerOf(unpaid);
    expect(offer).toMatchObject({
      x402Version: 2,
      resource: { url: `http://localhost:8787/api/v0/${TOOL}`, description: "Company page on LinkedIn" },
      accepts: [{ scheme: "exact", network: "eip155:84532", amount: "20000", asset: USDC, maxTimeoutSeconds: 300 }],
    });

    const wallet = newWallet();
    const payment = withPayment(wallet.pay(offer));
    const paid = await service.call(key, TOOL, KNOWN, payment);
    expect(paid.status).toBe(200);
    expect(paid.headers.get("x-tokens-charged")).toBe("2");
    expect(paid.headers.get("x-tokens-balance")).toBe("0");
    expect(receiptOf(paid)).toMatchObject({ success: true, network: "eip155:84532", payer: wallet.address });
    expect(service.received()).toBe(20_000n);
    expect(await entriesOf(key)).toBe(1);

    const again = await service.call(key, TOOL, KNOWN, payment);
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("x-tokens-charged")).toBe("0");
    expect(receiptOf(again).transaction).toBe(receiptOf(paid).transaction);
    expect(service.ledger.calls.settle).toBe(1);

    const { body } = await callTool(key, "list_transactions");
    expect(body.transactions.slice(0, 2).map((row: any) => [row.type, row.tokens])).toEqual(
      expect.arrayContaining([
        ["purchase", 2],
        ["charge", -2],
      ]),
    );
    expect((await callTool(key, "get_token_balance")).body.plan).toBe("paid");
  });

  it("runs once for one payment sent fifty times at once", async () => {
    const service = paidService();
    const key = await emptyKey();
    const payment = withPayment(newWallet().pay(offerOf(await service.call(key, TOOL, KNOWN))));
    const answers = await times(50, () => service.call(key, TOOL, KNOWN, payment));
    const charged = answers.filter(({ headers }) => headers.get("x-tokens-charged") === "2");
    expect(charged).toHaveLength(1);
    for (const { status, headers } of answers) {
      if (status === 200) continue;
      expect([402, 409, 429, 503]).toContain(status);
      if (status !== 402) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(service.ledger.calls.settle).toBe(1);
    expect(await entriesOf(key)).toBe(1);
    expect(service.received()).toBe(20_000n);
    const [row] = await paymentsOf(key);
    expect(row?.state).toBe("paid");
  });

  it("runs although its account's requests of the minute are used up while the payment is settled", async () => {
    freezeClock();
    const service = paidService();
    const key = await emptyKey();
    const payment = withPayment(newWallet().pay(offerOf(await service.call(key, TOOL, KNOWN))));
    const useUp = async () => {
      while ((await callTool(key, "get_token_balance")).status !== 429);
    };
    service.state.fault = async (_request, pass) => {
      await useUp();
      return pass();
    };
    const paid = await service.call(key, TOOL, KNOWN, payment);
    expect([paid.status, paid.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
    expect((await callTool(key, "get_token_balance")).status).toBe(429);
  });

  it("answers a known Idempotency-Key before it looks at another payment", async () => {
    const service = paidService();
    const key = await emptyKey();
    const wallet = newWallet();
    const offer = offerOf(await service.call(key, TOOL, KNOWN));
    const once = { "Idempotency-Key": "lost-answer" };
    expect((await service.call(key, TOOL, KNOWN, { ...once, ...withPayment(wallet.pay(offer)) })).status).toBe(200);
    const repeat = await service.call(key, TOOL, KNOWN, { ...once, ...withPayment(wallet.pay(offer)) });
    expect([repeat.status, repeat.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(service.ledger.calls.settle).toBe(1);
    expect(service.received()).toBe(20_000n);
  });

  it("keeps the tokens in the account when the tool fails", async () => {
    const service = paidService();
    const key = await emptyKey();
    const sent = () => service.call(key, "search_hackernews", { query: "unavailable" });
    const offer = offerOf(await sent());
    service.state.fault = null;
    const failing = { ...service.changes, OUTBOUND: failingSources(service) };
    const failed = await requestWith(failing, "/api/v0/search_hackernews", {
      method: "POST",
      body: JSON.stringify({ query: "unavailable" }),
      headers: { Authorization: `Bearer ${key}`, ...withPayment(newWallet().pay(offer)) },
    });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(receiptOf(failed)).toMatchObject({ success: true });
    expect((await callTool(key, "get_token_balance")).body.balance).toBe(1);
  });
});

/** Only the facilitator answers. */
function failingSources({ changes }: ReturnType<typeof paidService>) {
  return {
    fetch: (outgoing: Request) =>
      outgoing.url.includes("facilitator.example")
        ? changes.OUTBOUND.fetch(outgoing)
        : new Response("down", { status: 500 }),
  };
}

describe("a payment that is refused", () => {
  const REFUSED: [string, (payment: any) => unknown][] = [
    ["another amount", (payment) => ({ ...payment, accepted: { ...payment.accepted, amount: "10000" } })],
    ["another asset", (payment) => ({ ...payment, accepted: { ...payment.accepted, asset: `0x${"1".repeat(40)}` } })],
    ["another network", (payment) => ({ ...payment, accepted: { ...payment.accepted, network: "eip155:8453" } })],
    [
      "another receiver",
      (payment) => ({ ...payment, accepted: { ...payment.accepted, payTo: `0x${"1".repeat(40)}` } }),
    ],
    ["another scheme", (payment) => ({ ...payment, accepted: { ...payment.accepted, scheme: "upto" } })],
    ["a transfer to another", (payment) => changed(payment, { to: `0x${"1".repeat(40)}` })],
    ["a smaller transfer", (payment) => changed(payment, { value: "1" })],
    ["an expired one", (payment) => changed(payment, { validBefore: String(Math.floor(Date.now() / 1000) - 1) })],
    ["one that never expires", (payment) => changed(payment, { validBefore: "99999999999" })],
    [
      "one that is not valid yet",
      (payment) => changed(payment, { validAfter: String(Math.floor(Date.now() / 1000) + 100) }),
    ],
    ["version 1", (payment) => ({ ...payment, x402Version: 1 })],
    ["no signature", (payment) => ({ ...payment, payload: { ...payment.payload, signature: 5 } })],
    ["no authorisation", (payment) => ({ ...payment, payload: {} })],
    ["numbers for text", (payment) => changed(payment, { validBefore: 5, nonce: null })],
    ["null", () => null],
    ["a list", () => []],
    ["9 kB", (payment) => ({ ...payment, padding: "x".repeat(9_000) })],
  ];
  const changed = (payment: any, changes: object) => ({
    ...payment,
    payload: { ...payment.payload, authorization: { ...payment.payload.authorization, ...changes } },
  });

  it.each(REFUSED)("without asking the facilitator, and nothing is written: %s", async (_, change) => {
    const service = paidService();
    const key = await emptyKey();
    const offer = offerOf(await service.call(key, TOOL, KNOWN));
    const answer = await service.call(key, TOOL, KNOWN, withPayment(change(newWallet().pay(offer))));
    expect([answer.status, answer.body.error]).toEqual([402, "insufficient_tokens"]);
    expect(answer.body.payment_error).toMatch(/^invalid_/);
    const errorReason = answer.body.payment_error;
    expect(receiptOf(answer)).toEqual({
      success: false,
      errorReason,
      transaction: "",
      network: offer.accepts[0]?.network,
    });
    expect(offerOf(answer).accepts).toEqual(offer.accepts);
    expect(service.ledger.calls).toEqual({ verify: 0, settle: 0, supported: 0, rpc: 0 });
    expect(await paymentsOf(key)).toEqual([]);
  });

  it.each(["garbage", "", "%%%", encoded("text"), "e30=e30="])("that is no payment: %j", async (header) => {
    const service = paidService();
    const answer = await service.call(await emptyKey(), TOOL, KNOWN, { "PAYMENT-SIGNATURE": header });
    expect(answer.status).toBe(402);
    expect(service.ledger.calls.settle).toBe(0);
  });

  it("of a call of another price, or of another account", async () => {
    const service = paidService();
    const [key, other] = [await emptyKey(), await emptyKey()];
    const payment = newWallet().pay(offerOf(await service.call(key, TOOL, KNOWN)));
    const dearer = await service.call(
      key,
      "get_email",
      { name: "A B", domain: "acme-robotics.example" },
      withPayment(payment),
    );
    expect([dearer.status, dearer.body.payment_error]).toEqual([402, "invalid_payment_requirements"]);
    expect(service.ledger.calls.settle).toBe(0);
    expect((await service.call(key, TOOL, KNOWN, withPayment(payment))).status).toBe(200);
    const foreign = await service.call(other, TOOL, KNOWN, withPayment(payment));
    expect([foreign.status, foreign.body.payment_error]).toEqual([402, "payment_belongs_to_another_purchase"]);
    expect(service.ledger.calls.settle).toBe(1);
  });

  it("by a wallet without funds", async () => {
    const service = paidService();
    const key = await emptyKey();
    const wallet = newWallet();
    service.ledger.fund(wallet.address, 19_999n);
    const answer = await service.call(
      key,
      TOOL,
      KNOWN,
      withPayment(wallet.pay(offerOf(await service.call(key, TOOL, KNOWN)))),
    );
    expect([answer.status, answer.body.payment_error]).toEqual([402, "insufficient_funds"]);
    expect(receiptOf(answer)).toMatchObject({ success: false, errorReason: "insufficient_funds", transaction: "" });
    expect(await entriesOf(key)).toBe(0);
  });
});

describe("top_up", () => {
  it("is 402 until it is paid, then credits, once", async () => {
    const service = paidService();
    const key = await emptyKey();
    const unpaid = await service.call(key, "top_up", { amount_usd: 0.5 });
    expect([unpaid.status, unpaid.body.error]).toEqual([402, "payment_required"]);
    const offer = offerOf(unpaid);
    expect(offer.accepts[0].amount).toBe("500000");
    const payment = withPayment(newWallet().pay(offer));
    const paid = await service.call(key, "top_up", { amount_usd: 0.5 }, payment);
    expect(paid.body).toMatchObject({ status: "credited", tokens: 50, balance: 50, amount_usd: 0.5 });
    expect(paid.body.transaction).toBe(receiptOf(paid).transaction);
    expect(paid.headers.get("x-tokens-balance")).toBe("50");
    const again = await service.call(key, "top_up", { amount_usd: 0.5 }, payment);
    expect(again.body).toEqual(paid.body);
    const dearer = await service.call(key, "top_up", { amount_usd: 0.51 }, payment);
    expect(dearer.status).toBe(402);
    expect(service.ledger.calls.settle).toBe(1);
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 50, plan: "paid" });
  });

  it("credits one payment sent by fifty requests and two keys once", async () => {
    const service = paidService();
    const [key, other] = [await emptyKey(), await emptyKey()];
    const payment = withPayment(newWallet().pay(offerOf(await service.call(key, "top_up", { amount_usd: 1 }))));
    const answers = await times(50, (index) =>
      service.call(index % 2 ? key : other, "top_up", { amount_usd: 1 }, payment),
    );
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const status of Object.keys(tally(answers))) expect(["200", "402", "429", "503"]).toContain(status);
    expect(service.ledger.calls.settle).toBe(1);
    expect((await entriesOf(key)) + (await entriesOf(other))).toBe(1);
    const balances = await Promise.all(
      [key, other].map(async (k) => (await callTool(k, "get_token_balance")).body.balance),
    );
    expect(balances.toSorted((a, b) => a - b)).toEqual([0, 100]);
  });

  it.each([0, 0.001, 1000.01, -1, "1", null])("refuses %j dollars", async (amount_usd) => {
    expect((await paidService().call(await emptyKey(), "top_up", { amount_usd })).status).toBe(400);
  });

  it("is 501 while machine payments are off", async () => {
    const { status, body } = await callTool(await emptyKey(), "top_up", { amount_usd: 1 });
    expect([status, body.error]).toEqual([501, "not_configured"]);
  });
});

describe("machine payments", () => {
  it("are off for a test network on any host but loopback", async () => {
    const service = paidService();
    const key = await emptyKey();
    const init = { method: "POST", body: JSON.stringify(KNOWN), headers: { Authorization: `Bearer ${key}` } };
    const answer = await requestWith(service.changes, `https://tallygate.dev/api/v0/${TOOL}`, init);
    expect(answer.status).toBe(402);
    expect(answer.headers.get("payment-required")).toBeNull();
  });

  it("leave no trace in answers while they are off", async () => {
    const answer = await callTool(await emptyKey(), TOOL, KNOWN, { "PAYMENT-SIGNATURE": "e30=" });
    expect(answer.status).toBe(402);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("payment"))).toEqual([]);
    expect((await request(`/api/v0/${TOOL}`, { method: "POST" })).status).toBe(401);
    expect((await request("/mcp/pay", { method: "POST" })).status).toBe(404);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM machine_payments WHERE state = 'running'").first("n")).toBe(
      0,
    );
  });
});
