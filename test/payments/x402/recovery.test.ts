import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { advanceClock, brokenLedgers, callTool, freezeClock } from "../../support/harness.ts";
import {
  emptyKey,
  entriesOf,
  type Fault,
  newWallet,
  offerOf,
  paidService,
  paymentsOf,
  withPayment,
} from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../../support/mcp-harness.ts";

beforeAll(seedCompany);
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const on =
  (path: string, answer: Fault): Fault =>
  (request, pass) =>
    request.url.endsWith(path) ? answer(request, pass) : pass();
const down = () => new Response("down", { status: 500 });
const lost = async (_: Request, pass: () => Promise<Response>) => {
  await pass();
  throw new Error("connection lost");
};
const noRpc: Fault = (request, pass) => (request.url.includes("rpc.example") ? down() : pass());

/** A payment of one dollar, signed and not yet sent. */
async function signed(service: ReturnType<typeof paidService>) {
  const key = await emptyKey();
  const wallet = newWallet();
  const payment = wallet.pay(offerOf(await service.call(key, "top_up", { amount_usd: 1 })));
  const send = () => service.call(key, "top_up", { amount_usd: 1 }, withPayment(payment));
  const balance = async () => (await callTool(key, "get_token_balance")).body.balance;
  return { key, wallet, payment, send, balance };
}

/** Lets the next sweep find every claim. */
async function makeDue() {
  await env.DB.prepare(
    "UPDATE machine_payments SET next_check_at = 0, lease_until = 0 WHERE next_check_at IS NOT NULL",
  ).run();
}

describe("a payment whose outcome is not told", () => {
  it("is found on the chain when the facilitator's answer is lost", async () => {
    const service = paidService();
    const { key, send, balance } = await signed(service);
    service.state.fault = on("/settle", lost);
    expect((await send()).status).toBe(200);
    expect([await entriesOf(key), await balance()]).toEqual([1, 100]);
    expect(service.ledger.calls.settle).toBe(1);
  });

  it("stays pending while neither answers, and the sweep credits it, once", async () => {
    const service = paidService();
    const { key, send, balance } = await signed(service);
    let hasSettled = false;
    service.state.fault = async (request, pass) => {
      if (request.url.endsWith("/verify")) return pass();
      if (request.url.endsWith("/settle") && !hasSettled) {
        hasSettled = true;
        await pass();
      }
      return down();
    };
    const pending = await send();
    expect([pending.status, pending.body.error]).toEqual([503, "payment_pending"]);
    expect(await balance()).toBe(0);
    service.state.fault = null;
    await makeDue();
    await Promise.all([service.sweep(), service.sweep(), send()]);
    expect([await entriesOf(key), await balance()]).toEqual([1, 100]);
    expect((await send()).status).toBe(200);
    expect(await entriesOf(key)).toBe(1);
  });

  it("is credited when somebody else broadcast it", async () => {
    const service = paidService();
    const { key, payment, send } = await signed(service);
    const { signature, authorization } = payment.payload;
    service.ledger.transfer(authorization, payment.accepted, signature);
    expect((await send()).status).toBe(200);
    expect(await entriesOf(key)).toBe(1);
  });

  it("is not given up for a refusal before its time is over", async () => {
    const service = paidService();
    const { key, send, wallet, balance } = await signed(service);
    service.state.fault = on("/settle", (_, pass) => {
      service.ledger.fund(wallet.address, 0n);
      return pass();
    });
    expect((await send()).status).toBe(503);
    service.state.fault = null;
    await makeDue();
    await service.sweep();
    expect((await paymentsOf(key))[0]?.state).toBe("settling");
    service.ledger.fund(wallet.address, 1_000_000n);
    await makeDue();
    await service.sweep();
    expect([(await paymentsOf(key))[0]?.state, await balance()]).toEqual(["paid", 100]);
  });

  it("fails when it was cancelled and can never be used", async () => {
    freezeClock();
    const service = paidService();
    const { key, payment, send } = await signed(service);
    service.state.fault = on("/settle", (_, pass) => {
      service.ledger.cancel(payment.payload.authorization);
      return pass();
    });
    expect((await send()).status).toBe(503);
    service.state.fault = null;
    advanceClock(330_000);
    await makeDue();
    await service.sweep();
    expect((await paymentsOf(key))[0]?.state).toBe("settling");
    advanceClock(60_000);
    await makeDue();
    await service.sweep();
    expect((await paymentsOf(key))[0]?.state).toBe("failed");
    expect(await entriesOf(key)).toBe(0);
  });

  it("is asked about while the chain does not answer, whatever the facilitator says", async () => {
    freezeClock();
    const service = paidService();
    const { key, payment, send } = await signed(service);
    const { signature, authorization } = payment.payload;
    service.ledger.transfer(authorization, payment.accepted, signature);
    service.state.fault = noRpc;
    expect((await send()).status).toBe(503);
    advanceClock(3_600_000);
    await makeDue();
    await service.sweep();
    expect((await paymentsOf(key))[0]?.state).toBe("settling");
    service.state.fault = null;
    await makeDue();
    await service.sweep();
    expect([(await paymentsOf(key))[0]?.state, await entriesOf(key)]).toEqual(["paid", 1]);
  });
});

/** Numbers from a seed, so that a failing run can be repeated. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A payment of a call without a key, signed and not yet sent. */
async function signedWithoutKey(service: ReturnType<typeof paidService>) {
  const wallet = newWallet();
  const payment = wallet.pay(offerOf(await service.call(null, TOOL, KNOWN)));
  const send = () => service.call(null, TOOL, KNOWN, withPayment(payment));
  return { wallet, payment, send };
}

/** Whether we claimed a payment, and how often it was credited. */
async function bookedOf(nonce: string): Promise<{ isClaimed: number; entries: number }> {
  const count = (table: string) => `(SELECT count(*) FROM ${table} WHERE substr(reference, -66) = ?1)`;
  const find = `SELECT ${count("machine_payments")} AS isClaimed, ${count("entries")} AS entries`;
  return (await env.DB.prepare(find).bind(nonce).first()) as { isClaimed: number; entries: number };
}

describe("random faults", () => {
  it("credit a payment if and only if its transfer is on the chain", async () => {
    const sequences = Math.max(20, inject("fuzzRuns"));
    for (let seed = 1; seed <= sequences; seed++) {
      const draw = random(seed);
      const service = paidService();
      const { wallet, payment, send } = await (seed % 2 ? signed(service) : signedWithoutKey(service));
      const { signature, authorization } = payment.payload;
      service.state.fault = async (request, pass) => {
        const isFacilitator = request.url.includes("facilitator.example");
        switch (draw(isFacilitator ? 5 : 3)) {
          case 0:
            return down();
          case 1:
            await pass();
            throw new Error("connection lost");
          case 2:
            return new Response("{}");
          default:
            return pass();
        }
      };
      for (let step = 0; step < 4; step++) {
        const deed = draw(6);
        if (deed === 0) service.ledger.fund(wallet.address, draw(2) ? 0n : 2_000_000n);
        if (deed === 1) service.ledger.cancel(authorization);
        if (deed === 2) {
          try {
            service.ledger.transfer(authorization, payment.accepted, signature);
          } catch {
            // It was used or cancelled before.
          }
        }
        if (deed === 3) {
          await makeDue();
          await service.sweep();
        }
        if (deed > 3) await Promise.all(Array.from({ length: 1 + draw(3) }, send));
      }
      service.state.fault = null;
      await makeDue();
      await service.sweep();
      const isOnChain = service.ledger.isPaid(authorization);
      const { isClaimed, entries } = await bookedOf(authorization.nonce);
      const ledger = await brokenLedgers();
      expect({ seed, entries, ledger }).toEqual({ seed, entries: isOnChain && isClaimed ? 1 : 0, ledger: [] });
    }
    console.info(`random faults: seeds 1 to ${sequences}`);
  });
});
