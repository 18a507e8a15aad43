import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "../../src/lib/time.ts";
import { advanceClock, brokenLedgers, callTool, freezeClock, times } from "../support/harness.ts";
import {
  emptyKey,
  entriesOf,
  type Fault,
  newWallet,
  offerOf,
  paidService,
  withPayment,
} from "../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../support/mcp-harness.ts";

beforeAll(seedCompany);
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const isNode = ({ url }: Request) => url.startsWith("https://sepolia.base.org/") || url.startsWith("http://rpc.");
const atSettle =
  (answer: Fault): Fault =>
  (request, pass) =>
    request.url.endsWith("/settle") ? answer(request, pass) : pass();
/** The node does not answer. */
const withoutNode =
  (fault: Fault): Fault =>
  (request, pass) =>
    isNode(request) ? new Response("down", { status: 500 }) : fault(request, pass);

const refusal = (errorReason: string) => Response.json({ success: false, errorReason, transaction: "" });
/** What a facilitator answers although the transfer is on the chain. */
const MISLEADING: [string, Fault][] = [
  [
    "is lost",
    async (_, pass) => {
      await pass();
      throw new Error("connection lost");
    },
  ],
  [
    "is a server error",
    async (_, pass) => {
      await pass();
      return new Response("", { status: 502 });
    },
  ],
  [
    "is a false refusal",
    async (_, pass) => {
      await pass();
      return refusal("invalid_exact_evm_transaction_failed");
    },
  ],
  [
    "says that the nonce is used",
    async (_, pass) => {
      await pass();
      return refusal("invalid_exact_evm_nonce_already_used");
    },
  ],
];

/** The sweep finds every claim. */
async function sweep(service: ReturnType<typeof paidService>) {
  await env.DB.prepare(
    "UPDATE machine_payments SET next_check_at = 0, lease_until = 0 WHERE next_check_at IS NOT NULL",
  ).run();
  await service.sweep();
}

/** A call and a signed payment of it. `send` sends both together. */
async function signed(service: ReturnType<typeof paidService>, how: string) {
  const key = how === "without a key" ? null : await emptyKey();
  const [tool, body] = how === "of a top-up" ? ["top_up", { amount_usd: 0.02 }] : [TOOL, KNOWN];
  const wallet = newWallet();
  const payment = wallet.pay(offerOf(await service.call(key, tool, body)));
  return { key, wallet, payment, send: () => service.call(key, tool, body, withPayment(payment)) };
}

async function paymentOf(nonce: string) {
  const count = "(SELECT count(*) FROM entries WHERE substr(reference, -66) = ?1 AND type = 'purchase')";
  const find = `SELECT state, ${count} AS entries FROM machine_payments WHERE substr(reference, -66) = ?1`;
  return env.DB.prepare(find).bind(nonce).first<{ state: string; entries: number }>();
}

describe.each(["with a key", "of a top-up", "without a key"])(
  "21.14: a payment %s whose settlement's answer",
  (how) => {
    it.each(MISLEADING)("%s is found by the public node, which nobody has configured", async (_, fault) => {
      const service = paidService({ X402_RPC_URL: "" });
      const { payment, send } = await signed(service, how);
      service.state.fault = atSettle(fault);
      expect((await send()).status).toBe(200);
      expect(await paymentOf(payment.payload.authorization.nonce)).toEqual({ state: "paid", entries: 1 });
      expect(service.received()).toBe(20_000n);
    });

    it.each(MISLEADING)("%s is pending while no node answers, and is credited later, once", async (_, fault) => {
      freezeClock();
      const service = paidService({ X402_RPC_URL: "" });
      const { payment, send } = await signed(service, how);
      const { nonce } = payment.payload.authorization;
      service.state.fault = withoutNode(atSettle(fault));
      const errors = vi.spyOn(console, "error");
      for (let attempt = 0; attempt < 3; attempt++) {
        const answer = await send();
        expect([answer.status, answer.body.error]).toEqual([503, "payment_pending"]);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(answer.text).not.toMatch(/nothing was charged|sign a new payment/i);
      }
      // 0.5: it is no error, and not the operator's business yet.
      expect(errors.mock.calls.flat().filter((line) => String(line).includes("payment_pending"))).toEqual([]);

      // Long after the authorisation has ended it is an alert, not an end.
      advanceClock(3 * HOUR_MS);
      await sweep(service);
      expect(await paymentOf(nonce)).toEqual({ state: "settling", entries: 0 });
      errors.mockRestore();
      const alert = "SELECT count(*) FROM alerts WHERE cause = 'payments_pending' AND last_at = ?";
      expect(await env.DB.prepare(alert).bind(Date.now()).first("count(*)")).toBe(1);

      service.state.fault = null;
      await sweep(service);
      expect(await paymentOf(nonce)).toEqual({ state: "paid", entries: 1 });
      expect(service.received()).toBe(20_000n);
    });

    it("never comes back pays once, however many copies are sent at once", async () => {
      const service = paidService({ X402_RPC_URL: "" });
      const { payment, send } = await signed(service, how);
      service.state.fault = withoutNode(
        atSettle(async (_, pass) => {
          await pass();
          return refusal("unexpected_settle_error");
        }),
      );
      const answers = await times(20, send);
      for (const { status, text } of answers) {
        expect([409, 503]).toContain(status);
        expect(text).not.toMatch(/nothing was charged/i);
      }
      service.state.fault = null;
      await env.DB.prepare("UPDATE machine_payments SET lease_until = 0").run();
      expect((await send()).status).toBe(200);
      expect(await paymentOf(payment.payload.authorization.nonce)).toEqual({ state: "paid", entries: 1 });
      expect(service.received()).toBe(20_000n);
    });
  },
);

it("21.14: a chain that has no transfer is what ends a payment, after its time", async () => {
  freezeClock();
  const service = paidService({ X402_RPC_URL: "" });
  const { payment, send } = await signed(service, "with a key");
  service.state.fault = atSettle(() => refusal("unexpected_settle_error"));
  expect((await send()).status).toBe(503);
  advanceClock(HOUR_MS);
  const over = await send();
  expect([over.status, over.body.payment_error]).toEqual([402, "invalid_exact_evm_payload_authorization_valid_before"]);
  await sweep(service);
  expect(await paymentOf(payment.payload.authorization.nonce)).toEqual({ state: "failed", entries: 0 });
  expect(service.ledger.isPaid(payment.payload.authorization)).toBe(false);
});

it("21.14: another network's claim is looked for on its own chain", async () => {
  const service = paidService();
  const { payment, send } = await signed(service, "of a top-up");
  service.state.fault = withoutNode(atSettle(MISLEADING[0]?.[1] as Fault));
  expect((await send()).status).toBe(503);
  const asked: string[] = [];
  service.state.fault = (request, pass) => {
    if (isNode(request)) asked.push(new URL(request.url).hostname);
    return pass();
  };
  // The operator has gone over to Base; the claim is of Base Sepolia.
  Object.assign(service.changes, { X402_NETWORK: "eip155:8453" });
  await sweep(service);
  // The last one is of the search for payments on the network of now.
  expect(asked).toEqual(["sepolia.base.org", "sepolia.base.org", "sepolia.base.org", "rpc.example"]);
  expect((await paymentOf(payment.payload.authorization.nonce))?.state).toBe("paid");
});

describe("21.14: a wallet without funds", () => {
  it.each([
    "insufficient_funds",
    "invalid_exact_evm_insufficient_balance",
    "invalid_exact_evm_transaction_simulation_failed",
  ])("is told so, and nothing is claimed: %s", async (invalidReason) => {
    const service = paidService({ X402_RPC_URL: "" });
    const { key, wallet, send } = await signed(service, "with a key");
    service.ledger.fund(wallet.address, 19_999n);
    service.state.fault = (request, pass) =>
      request.url.endsWith("/verify") ? Response.json({ isValid: false, invalidReason }) : pass();
    const answer = await send();
    expect([answer.status, answer.body.payment_error]).toEqual([402, "insufficient_funds"]);
    expect(answer.body.detail).toContain("the wallet holds too little USDC on eip155:84532");
    expect(service.ledger.calls.settle).toBe(0);
    expect(await entriesOf(key as string)).toBe(0);
    expect((await callTool(key as string, "list_transactions")).body.transactions).toHaveLength(2);
  });
});
