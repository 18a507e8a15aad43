import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { brokenLedgers, tally, times } from "../support/harness.ts";
import { emptyKey, newWallet, offerOf, paidService, receiptOf, withPayment } from "../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../support/mcp-harness.ts";

beforeAll(seedCompany);
afterEach(async () => expect(await brokenLedgers()).toEqual([]));

const ID = "payment-identifier";
const newId = () => `pay_${crypto.randomUUID()}`;
type Payment = ReturnType<ReturnType<typeof newWallet>["pay"]>;

/** How a client names a call: by the header, or by the extension of its payment. */
const NAMES: [string, (payment: Payment, id: string) => Record<string, string>][] = [
  ["Idempotency-Key", (payment, id) => ({ ...withPayment(payment), "Idempotency-Key": id })],
  [ID, (payment, id) => withPayment({ ...payment, extensions: { [ID]: { info: { required: false, id } } } })],
];
const WAYS = ["with a key", "of a top-up", "without a key"];
const CASES = WAYS.flatMap((how) => NAMES.map(([name, named]) => ({ how, name, named })));

async function caller(how: string) {
  const service = paidService();
  const key = how === "without a key" ? null : await emptyKey();
  const [tool, body] = how === "of a top-up" ? ["top_up", { amount_usd: 0.02 }] : [TOOL, KNOWN];
  const wallet = newWallet();
  const offer = offerOf(await service.call(key, tool, body));
  const send = (headers: Record<string, string>, sent: unknown = body) => service.call(key, tool, sent, headers);
  return { service, send, pay: () => wallet.pay(offer), offer, key };
}

describe.each(CASES)("21.15: payments $how under one $name", ({ how, named }) => {
  it("of which the second comes while the first settles: one is settled", async () => {
    const { service, send, pay } = await caller(how);
    const id = newId();
    let second: Awaited<ReturnType<typeof send>> | undefined;
    service.state.fault = async (request, pass) => {
      if (request.url.endsWith("/settle") && !second) second = await send(named(pay(), id));
      return pass();
    };
    const first = await send(named(pay(), id));
    expect(first.status).toBe(200);
    expect([409, 503]).toContain(second?.status);
    expect(Number(second?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(service.received()).toBe(20_000n);
    const third = await send(named(pay(), id));
    expect([third.status, third.headers.get("idempotent-replayed"), third.body]).toEqual([200, "true", first.body]);
    expect(service.ledger.calls.settle).toBe(1);
  });

  it("sent twenty at once pay for one answer", async () => {
    const { service, send, pay } = await caller(how);
    const id = newId();
    const answers = await times(20, () => send(named(pay(), id)));
    for (const status of Object.keys(tally(answers))) expect(["200", "409", "429", "503"]).toContain(status);
    expect(service.received()).toBe(20_000n);
    expect((await send(named(pay(), id))).status).toBe(200);
    expect(service.received()).toBe(20_000n);
  });

  it("of which the first one's outcome is unknown: the second is not settled, and gets the answer once it is known", async () => {
    const { service, send, pay } = await caller(how);
    const id = newId();
    service.state.fault = async (request, pass) => {
      if (!request.url.endsWith("/settle") && !request.url.startsWith("http://rpc.")) return pass();
      if (request.url.endsWith("/settle")) await pass();
      return new Response("down", { status: 502 });
    };
    const first = pay();
    expect((await send(named(first, id))).body.error).toBe("payment_pending");
    service.state.fault = null;
    const refused = await send(named(pay(), id));
    expect([refused.status, refused.body.error]).toEqual([409, "idempotency_in_progress"]);
    expect((await send(named(first, id))).status).toBe(200);
    const third = await send(named(pay(), id));
    expect(third.status).toBe(200);
    expect(service.received()).toBe(20_000n);
  });
});

describe.each(WAYS)("21.15: a payment-identifier %s", (how) => {
  it("is invited by the offer", async () => {
    const { offer } = await caller(how);
    expect(offer.extensions[ID].info).toEqual({ required: false });
  });

  it.each(["too short", "x".repeat(129), "a space in it, and more", 5, {}])(
    "that is malformed is refused: %j",
    async (id) => {
      const { service, send, pay } = await caller(how);
      const answer = await send(withPayment({ ...pay(), extensions: { [ID]: { info: { id } } } }));
      expect([answer.status, answer.body.payment_error]).toEqual([402, "invalid_payment_identifier"]);
      expect(service.ledger.calls.settle).toBe(0);
    },
  );
});

it("21.15: the same id for another call is 422, and not taken", async () => {
  const { service, send, pay, key, offer } = await caller("with a key");
  const id = newId();
  const named = NAMES[1]?.[1] as (typeof NAMES)[number][1];
  expect((await send(named(pay(), id))).status).toBe(200);
  const other = await send(named(pay(), id), { domain: "another.example" });
  expect([other.status, other.body.error]).toEqual([422, "idempotency_mismatch"]);
  expect(service.received()).toBe(20_000n);
  // Another caller's id is its own.
  const stranger = await emptyKey();
  const own = await service.call(stranger, TOOL, KNOWN, named(newWallet().pay(offer), id));
  expect([own.status, key === stranger]).toEqual([200, false]);
  expect(service.received()).toBe(40_000n);
});

it("21.15: a repeat with another payment learns which payment was taken", async () => {
  const { service, send, pay } = await caller("of a top-up");
  const id = newId();
  const named = NAMES[0]?.[1] as (typeof NAMES)[number][1];
  let lose = true;
  // The payment is booked, and then the account cannot be read: the call fails, and its key is free again.
  service.state.fault = async (request, pass) => {
    const answer = await pass();
    if (lose && request.url.endsWith("/settle")) {
      lose = false;
      await answer.body?.cancel();
      return new Response("", { status: 502 });
    }
    return request.url.startsWith("http://rpc.") && !lose && service.ledger.calls.rpc < 2
      ? new Response("", { status: 502 })
      : answer;
  };
  const first = pay();
  expect((await send(named(first, id))).status).toBe(503);
  service.state.fault = null;
  const settled = await send(named(first, id));
  const repeated = await send(named(pay(), id));
  expect([settled.status, repeated.status]).toEqual([200, 200]);
  expect(repeated.body.transaction).toBe(receiptOf(settled).transaction);
  expect(service.received()).toBe(20_000n);
});
