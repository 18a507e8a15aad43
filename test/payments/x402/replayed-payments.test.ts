import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { advanceClock, brokenLedgers, freezeClock, tally, times } from "../../support/harness.ts";
import { emptyKey, entriesOf, newWallet, offerOf, paidService, withPayment } from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../../support/mcp-harness.ts";
import { highS } from "../../support/wallet.ts";

beforeAll(seedCompany);
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const OTHER = { domain: "another.example" };
const EMAIL = { name: "Ada Brandt", domain: "acme-robotics.example" };

/** What is booked of a payment: settled payments and entries. */
async function bookings(nonce: string) {
  const count = (from: string) =>
    env.DB.prepare(`SELECT count(*) AS n FROM ${from} AND substr(reference, -66) = ?`).bind(nonce).first<number>("n");
  return [await count("machine_payments WHERE state = 'paid'"), await count("entries WHERE type = 'purchase'")];
}

describe.each(["with a key", "without a key"])("a payment that has been used %s", (how) => {
  async function used() {
    const service = paidService();
    const key = how === "with a key" ? await emptyKey() : null;
    const payment = newWallet().pay(offerOf(await service.call(key, TOOL, KNOWN)));
    const first = await service.call(key, TOOL, KNOWN, withPayment(payment));
    expect([first.status, first.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
    return { service, key, payment, nonce: payment.payload.authorization.nonce };
  }

  type Payment = Awaited<ReturnType<typeof used>>["payment"];
  const authorised = (payment: Payment, changes: object) => ({
    ...payment,
    payload: { ...payment.payload, authorization: { ...payment.payload.authorization, ...changes } },
  });
  const accepted = (payment: Payment, changes: object) => ({
    ...payment,
    accepted: { ...payment.accepted, ...changes },
  });
  const nobody = `0x${"1".repeat(40)}`;

  const REPLAYS: [string, string, unknown, (payment: Payment) => unknown][] = [
    ["for another body", TOOL, OTHER, (payment) => payment],
    ["for a dearer tool", "get_email", EMAIL, (payment) => payment],
    [
      "for a dearer tool, whose price it names",
      "get_email",
      EMAIL,
      (payment) => accepted(payment, { amount: "50000" }),
    ],
    ["for more than was signed", TOOL, OTHER, (payment) => authorised(payment, { value: "50000" })],
    ["on another network", TOOL, OTHER, (payment) => accepted(payment, { network: "eip155:8453" })],
    ["in another asset", TOOL, OTHER, (payment) => accepted(payment, { asset: nobody })],
    ["to another receiver", TOOL, OTHER, (payment) => accepted(payment, { payTo: nobody })],
    ["with the signature's other form", TOOL, OTHER, (payment) => highS(payment)],
    ["in another wallet's name", TOOL, OTHER, (payment) => authorised(payment, { from: newWallet().address })],
  ];

  it.each(REPLAYS)("is refused %s, and nothing more is booked", async (_, tool, body, change) => {
    const { service, key, payment, nonce } = await used();
    const answer = await service.call(key, tool, body, withPayment(change(payment)));
    // With a key the payment is also the idempotency key of the call that it paid.
    expect([402, 422]).toContain(answer.status);
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
    expect(await bookings(nonce)).toEqual([1, 1]);
    expect(service.received()).toBe(20_000n);
  });

  it("is refused for another call once it has expired", async () => {
    freezeClock();
    const { service, key, payment, nonce } = await used();
    advanceClock(400_000);
    const answer = await service.call(key, TOOL, OTHER, withPayment(payment));
    expect([402, 422]).toContain(answer.status);
    expect(await bookings(nonce)).toEqual([1, 1]);
    expect(service.received()).toBe(20_000n);
  });
});

it("from the chain, with a later end, it gives no answer, and with a guessed Idempotency-Key that of no other call", async () => {
  freezeClock();
  const service = paidService();
  const wallet = newWallet();
  const pay = async (body: object, headers: Record<string, string>) => {
    advanceClock(1_000);
    const payment = wallet.pay(offerOf(await service.call(null, TOOL, body)));
    const answer = await service.call(null, TOOL, body, { ...withPayment(payment), ...headers });
    expect([answer.status, answer.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
    return payment;
  };
  const own = { domain: "acme-robotics.example" };
  const guessed = { "Idempotency-Key": "1" };
  await pay(KNOWN, guessed);
  const payment = await pay(own, {});
  const other = await service.call(null, TOOL, KNOWN, { ...withPayment(payment), ...guessed });
  expect([other.status, other.headers.get("payment-response")]).toEqual([422, null]);
  const again = await service.call(null, TOOL, own, { ...withPayment(payment), ...guessed });
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);

  advanceClock(400_000);
  const { authorization } = payment.payload;
  const later = { ...authorization, validBefore: String(Number(authorization.validBefore) + 400) };
  const forged = { ...payment, payload: { ...payment.payload, authorization: later } };
  expect((await service.call(null, TOOL, own, withPayment(forged))).status).toBe(402);
  expect(service.received()).toBe(40_000n);
});

it("whoever names a wallet uses up nothing of its payments", async () => {
  const service = paidService();
  const wallet = newWallet();
  const offer = offerOf(await service.call(null, TOOL, KNOWN));
  const forge = () => {
    const payment = newWallet().pay(offer);
    const authorization = { ...payment.payload.authorization, from: wallet.address };
    return { ...payment, payload: { ...payment.payload, authorization } };
  };
  const forged = await times(20, (index) =>
    service.call(null, TOOL, KNOWN, { ...withPayment(forge()), "CF-Connecting-IP": `203.0.113.${index}` }),
  );
  expect(tally(forged)).toEqual({ 402: 20 });
  expect(
    (await env.RATE_LIMITER.getByName(`payments-payer:${wallet.address}`).spend([{ limit: 1, windowMs: 60_000 }]))
      .allowed,
  ).toBe(true);
});

it("a signature in the form that the token refuses pays nothing, and blocks no payment in the other", async () => {
  const service = paidService();
  const key = await emptyKey();
  const payment = newWallet().pay(offerOf(await service.call(key, TOOL, KNOWN)));
  const refused = await service.call(key, TOOL, KNOWN, withPayment(highS(payment)));
  expect([refused.status, refused.body.payment_error]).toEqual([402, "invalid_exact_evm_payload_signature"]);
  expect([await entriesOf(key), service.ledger.isPaid(payment.payload.authorization)]).toEqual([0, false]);

  const sent = await times(20, (index) =>
    service.call(key, TOOL, KNOWN, withPayment(index % 2 ? payment : highS(payment))),
  );
  sent.push(await service.call(key, TOOL, KNOWN, withPayment(payment)));
  expect(sent.filter(({ headers }) => headers.get("x-tokens-charged") === "2")).toHaveLength(1);
  expect(await bookings(payment.payload.authorization.nonce)).toEqual([1, 1]);
  expect(service.received()).toBe(20_000n);
});

it.each(["with a key", "without a key"])("a payment in twenty concurrent calls runs one of them, %s", async (how) => {
  const service = paidService();
  const key = how === "with a key" ? await emptyKey() : null;
  const payment = newWallet().pay(offerOf(await service.call(key, TOOL, KNOWN)));
  const answers = await times(20, () => service.call(key, TOOL, KNOWN, withPayment(payment)));
  expect(tally(answers)[200]).toBeGreaterThanOrEqual(1);
  expect(answers.filter(({ headers }) => headers.get("x-tokens-charged") === "2")).toHaveLength(1);
  expect(service.ledger.calls.settle).toBe(1);
  expect(await bookings(payment.payload.authorization.nonce)).toEqual([1, 1]);
});
