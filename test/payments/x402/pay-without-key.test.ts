import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { FREE_MISSES_PER_DAY_ANONYMOUS } from "../../../src/constants.ts";
import { brokenLedgers, requestWith, times } from "../../support/harness.ts";
import { newWallet, offerOf, paidService, receiptOf, withPayment } from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../../support/mcp-harness.ts";
import type { Wallet } from "../../support/wallet.ts";

beforeAll(seedCompany);
afterEach(async () => expect(await brokenLedgers()).toEqual([]));

const DOWN = new Response("down", { status: 503 });

/** The organisation of a wallet, as D1 has it. */
async function accountOf(wallet: Wallet) {
  const find = `SELECT o.id, o.plan, o.balance FROM wallets w JOIN organisations o ON o.id = w.organisation_id WHERE w.address = ?`;
  return env.DB.prepare(find)
    .bind(`eip155:84532:${wallet.address}`)
    .first<{ id: string; plan: string; balance: number }>();
}

async function rowsOf(wallet: Wallet) {
  const find =
    "SELECT state, organisation_id AS organisation FROM machine_payments WHERE payer = ? ORDER BY created_at";
  return (await env.DB.prepare(find).bind(wallet.address).all<{ state: string; organisation: string }>()).results;
}

describe("a paid tool without a key", () => {
  it.each([[{}], [{ domain: 5 }], ["not an object"]])("is 402 before its body is looked at: %j", async (body) => {
    const service = paidService();
    const answer = await service.call(null, TOOL, body);
    expect([answer.status, answer.body.error]).toEqual([402, "payment_required"]);
    expect(answer.headers.get("www-authenticate")).toBeNull();
    expect(offerOf(answer).accepts[0]).toMatchObject({ amount: "20000", network: "eip155:84532" });
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
  });

  it("stays 401 with a wrong bearer, and for tools that cost nothing", async () => {
    const service = paidService();
    expect((await service.call("tg_wrong", TOOL, KNOWN)).status).toBe(401);
    expect((await service.call(null, "get_token_balance")).status).toBe(401);
    expect((await service.call(null, TOOL, KNOWN, { Authorization: "Basic abc" })).status).toBe(401);
    expect((await service.call(null, "no_such_tool")).status).toBe(401);
    const got = await requestWith(service.changes, `/api/v0/${TOOL}`);
    expect([got.status, got.headers.get("payment-required")]).toEqual([401, null]);
  });

  it("is listed by the facilitator as the offer describes it, whatever the payment says", async () => {
    const service = paidService();
    const asked: any[] = [];
    service.state.fault = async (request, pass) => {
      asked.push(await request.clone().json());
      return pass();
    };
    const offer = offerOf(await service.call(null, TOOL, KNOWN));
    const payment = { ...newWallet().pay(offer), extensions: { bazaar: { info: "of another service" } } };
    expect((await service.call(null, TOOL, KNOWN, withPayment(payment))).status).toBe(200);
    expect(offer.extensions.bazaar.info.input).toMatchObject({ type: "http", method: "POST", bodyType: "json" });
    expect(asked.map(({ paymentPayload }) => paymentPayload.extensions)).toEqual([offer.extensions, offer.extensions]);
  });

  it("is paid by a wallet, once, and booked in the wallet's organisation", async () => {
    const service = paidService();
    const wallet = newWallet();
    const payment = withPayment(wallet.pay(offerOf(await service.call(null, TOOL, KNOWN))));
    const paid = await service.call(null, TOOL, KNOWN, payment);
    expect(paid.status).toBe(200);
    expect(paid.headers.get("x-tokens-charged")).toBe("2");
    expect(receiptOf(paid)).toMatchObject({ success: true, payer: wallet.address });
    expect(service.received()).toBe(20_000n);
    const account = await accountOf(wallet);
    expect(account).toMatchObject({ plan: "paid", balance: 0 });
    expect(account?.id).toMatch(/^[0-9a-f]{24}$/);

    const again = await service.call(null, TOOL, KNOWN, payment);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(again.body).toEqual(paid.body);
    expect(receiptOf(again)).toEqual(receiptOf(paid));
    const other = await service.call(null, TOOL, { domain: "another.example" }, payment);
    expect(other.status).toBe(422);
    expect(service.ledger.calls.settle).toBe(1);

    const next = withPayment(wallet.pay(offerOf(await service.call(null, TOOL, KNOWN))));
    expect((await service.call(null, TOOL, KNOWN, next)).status).toBe(200);
    expect((await rowsOf(wallet)).map(({ organisation }) => organisation)).toEqual([account?.id, account?.id]);
  });

  it("runs once for one payment sent fifty times at once", async () => {
    const service = paidService();
    const wallet = newWallet();
    const payment = withPayment(wallet.pay(offerOf(await service.call(null, TOOL, KNOWN))));
    const answers = await times(50, () => service.call(null, TOOL, KNOWN, payment));
    expect(answers.filter(({ headers }) => headers.get("x-tokens-charged") === "2")).toHaveLength(1);
    for (const { status } of answers) expect([200, 402, 503]).toContain(status);
    expect(service.ledger.calls.settle).toBe(1);
    expect(service.received()).toBe(20_000n);
  });

  it("answers one of ten payments of a wallet with money for one", async () => {
    const service = paidService();
    const wallet = newWallet();
    service.ledger.fund(wallet.address, 20_000n);
    const offer = offerOf(await service.call(null, TOOL, KNOWN));
    const answers = await times(10, () => service.call(null, TOOL, KNOWN, withPayment(wallet.pay(offer))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 402 || status === 503)).toHaveLength(9);
    expect(service.received()).toBe(20_000n);
    expect(await rowsOf(wallet)).toHaveLength(1);
  });

  it("costs nothing when it fails, and the payment can be sent again", async () => {
    const service = paidService();
    const wallet = newWallet();
    const body = { query: "tallygate" };
    const offer = offerOf(await service.call(null, "search_hackernews", body));
    const payment = withPayment(wallet.pay(offer));
    const broken = {
      fetch: (outgoing: Request) =>
        outgoing.url.includes("facilitator.example") ? service.changes.OUTBOUND.fetch(outgoing) : DOWN.clone(),
    };
    const failed = await requestWith({ ...service.changes, OUTBOUND: broken }, "/api/v0/search_hackernews", {
      method: "POST",
      body: JSON.stringify(body),
      headers: payment,
    });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(service.ledger.calls).toMatchObject({ verify: 1, settle: 0 });
    expect(service.received()).toBe(10_000_000n);
    expect(await rowsOf(wallet)).toEqual([]);
    expect((await service.call(null, "search_hackernews", body, payment)).status).toBe(200);
  });

  it("costs nothing when it finds nothing, within the day's allowance", async () => {
    const service = paidService();
    const wallet = newWallet();
    const unknown = { domain: "nobody-knows-it.example" };
    const payment = withPayment(wallet.pay(offerOf(await service.call(null, TOOL, unknown))));
    const missed = await service.call(null, TOOL, unknown, payment);
    expect([missed.status, missed.body.status]).toEqual([200, "not_found"]);
    expect([missed.headers.get("x-tokens-charged"), missed.headers.get("payment-response")]).toEqual(["0", null]);
    expect(service.ledger.calls).toMatchObject({ verify: 1, settle: 0 });
    expect(await rowsOf(wallet)).toEqual([]);
    // The payment was not used, so it pays for another call.
    const paid = await service.call(null, TOOL, KNOWN, payment);
    expect([paid.status, paid.headers.get("x-tokens-charged")]).toEqual([200, "2"]);

    const stranger = newWallet();
    const sent = withPayment(stranger.pay(offerOf(await service.call(null, TOOL, unknown))));
    const free = FREE_MISSES_PER_DAY_ANONYMOUS / 2;
    for (let miss = 0; miss < free; miss++) {
      expect((await service.call(null, TOOL, unknown, sent)).headers.get("x-tokens-charged")).toBe("0");
    }
    expect(service.received()).toBe(20_000n);
    const charged = await service.call(null, TOOL, unknown, sent);
    expect([charged.status, charged.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
    expect(receiptOf(charged)).toMatchObject({ success: true, payer: stranger.address });
    expect(service.received()).toBe(40_000n);
  });

  it("delivers nothing that is not settled", async () => {
    const service = paidService();
    const wallet = newWallet();
    const payment = withPayment(wallet.pay(offerOf(await service.call(null, TOOL, KNOWN))));
    service.state.fault = (request, pass) => (request.url.endsWith("/settle") ? DOWN.clone() : pass());
    const pending = await service.call(null, TOOL, KNOWN, payment);
    expect([pending.status, pending.body.error]).toEqual([503, "payment_pending"]);
    expect(Number(pending.headers.get("retry-after"))).toBeGreaterThan(0);
    const blocked = await service.call(
      null,
      TOOL,
      KNOWN,
      withPayment(wallet.pay(offerOf(await service.call(null, TOOL, {})))),
    );
    expect(blocked.status).toBe(503);
    service.state.fault = null;
    const settled = await service.call(null, TOOL, KNOWN, payment);
    expect([settled.status, receiptOf(settled).success]).toEqual([200, true]);
    expect(service.ledger.calls.settle).toBe(1);
  });

  it("settles no second payment for a known Idempotency-Key", async () => {
    const service = paidService();
    const wallet = newWallet();
    const offer = offerOf(await service.call(null, TOOL, KNOWN));
    const once = { "Idempotency-Key": "wallet-1" };
    const first = await service.call(null, TOOL, KNOWN, { ...once, ...withPayment(wallet.pay(offer)) });
    const second = await service.call(null, TOOL, KNOWN, { ...once, ...withPayment(wallet.pay(offer)) });
    expect([first.status, second.status, second.headers.get("idempotent-replayed")]).toEqual([200, 200, "true"]);
    expect(service.ledger.calls.settle).toBe(1);
    const stranger = newWallet();
    const own = await service.call(null, TOOL, KNOWN, { ...once, ...withPayment(stranger.pay(offer)) });
    expect([own.status, own.headers.get("idempotent-replayed")]).toEqual([200, null]);
    expect((await accountOf(stranger))?.id).not.toBe((await accountOf(wallet))?.id);
  });

  it("refuses a signature of another wallet", async () => {
    const service = paidService();
    const [thief, victim] = [newWallet(), newWallet()];
    const payment = thief.pay(offerOf(await service.call(null, TOOL, KNOWN)), { from: victim.address });
    const answer = await service.call(null, TOOL, KNOWN, withPayment(payment));
    expect([answer.status, answer.body.payment_error]).toEqual([402, "invalid_exact_evm_payload_signature"]);
    expect(await rowsOf(victim)).toEqual([]);
    expect(await accountOf(victim)).toBeNull();
  });
});
