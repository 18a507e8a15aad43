import { afterEach, describe, expect, it, vi } from "vitest";
import { claimWorkspace } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  openHold,
  runCron,
  tally,
  times,
} from "../support/harness.ts";
import {
  buyAtStripe,
  creditedPurchase,
  deliver,
  disputed,
  PRICE_USD,
  paidSession,
  readAtStripe,
  refunded,
  type Session,
  stripeEvent,
  worthOf,
} from "../support/stripe-deployment.ts";

const TRIAL = 25;
const BOUGHT = 2000;

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

describe("a refund", () => {
  it("takes back the difference to what was refunded before, in any order and however often", async () => {
    const { key, intent } = await creditedPurchase();
    const [first, second] = [refunded(intent, 300), refunded(intent, 1000)];
    for (const event of [second, first, second, first]) await deliver(event);
    expect(await worthOf(key)).toBe(TRIAL + BOUGHT - 1000);
    const { transactions } = (await callTool(key, "list_transactions")).body;
    const reversals = transactions.filter(({ type }: { type: string }) => type === "reversal");
    expect(reversals).toMatchObject([{ tokens: -1000 }]);
  });

  it("is booked once by 20 parallel deliveries", async () => {
    const { key, intent } = await creditedPurchase();
    const events = [refunded(intent, 300), refunded(intent, 1000)];
    expect(tally(await times(20, (index) => deliver(events[index % 2])))).toEqual({ 200: 20 });
    expect(await worthOf(key)).toBe(TRIAL + BOUGHT - 1000);
  });

  it.each([
    ["by its payment intent", {}],
    ["by the purchase its charge names", { named: true }],
  ])("seen before its purchase's credit is remembered, %s", async (_, { named = false }: { named?: boolean }) => {
    const { key, session, completed } = await paidSession();
    await deliver(refunded(session.payment_intent, 1500, named ? session.metadata : {}));
    expect(await balanceOf(key)).toBe(TRIAL);
    await deliver(completed);
    expect(await balanceOf(key)).toBe(TRIAL + BOUGHT - 1500);
    await deliver(completed);
    await deliver(refunded(session.payment_intent, 2000));
    expect(await balanceOf(key)).toBe(TRIAL);
  });

  it("of tokens that are spent is owed, and the next purchase pays it first", async () => {
    const { key, intent } = await creditedPurchase();
    await giveTokens(key, -(TRIAL + BOUGHT - 10));
    await deliver(refunded(intent, 2000));
    const { body } = await callTool(key, "get_token_balance");
    expect([body.balance, body.owed]).toEqual([0, 1990]);
    const again = await buyAtStripe(key, PRICE_USD);
    await deliver(stripeEvent("checkout.session.completed", await again.pay()));
    const after = await callTool(key, "get_token_balance");
    expect([after.body.balance, after.body.owed]).toEqual([10, 0]);
  });

  it("that fails gives the tokens back, and its late events count no more", async () => {
    const { key, session, intent } = await creditedPurchase();
    const charge = await chargeOf(session);
    const wrong = refunded(intent, 2000);
    wrong.created -= 10;
    await deliver(wrong);
    expect(await worthOf(key)).toBe(TRIAL);
    const failed = stripeEvent("refund.failed", { id: "re_1", charge, payment_intent: intent, status: "failed" });
    for (const event of [failed, wrong, failed, wrong]) {
      await deliver(event);
      expect(await worthOf(key)).toBe(TRIAL + BOUGHT);
    }
    const next = refunded(intent, 400);
    next.created += 10;
    await deliver(next);
    expect(await worthOf(key)).toBe(TRIAL + BOUGHT - 400);
  });

  it("that is owed does not keep an expired trial, nor the holds of everybody else, from coming back", async () => {
    freezeClock();
    const name = crypto.randomUUID().slice(0, 8);
    await claimWorkspace(`${name}@gmail.com`, await anonymousKey());
    const { key, intent } = await creditedPurchase();
    for (let call = 0; call < 60; call++) await openHold(key, 30);
    await deliver(refunded(intent, 2000));
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 0, owed: 1775, held: 1800 });
    // The same person by another spelling: the trial has been taken before, so what is held of this one expires.
    const claimed = await claimWorkspace(`${name}+2@gmail.com`, key);
    const bystander = await anonymousKey();
    await openHold(bystander, 5);
    advanceClock(180_000);
    await runCron();
    expect((await callTool(claimed, "get_token_balance")).body).toMatchObject({ balance: 0, owed: 0, held: 0 });
    expect(await balanceOf(bystander)).toBe(TRIAL);
  });

  it("of somebody else's payment changes nothing here", async () => {
    const { key } = await creditedPurchase();
    await deliver(refunded("pi_of_another_product", 99_999));
    await deliver(disputed("created", "pi_of_another_product", "needs_response"));
    expect(await worthOf(key)).toBe(TRIAL + BOUGHT);
  });
});

async function chargeOf(session: Session): Promise<string> {
  const intents = await readAtStripe<{ data: { id: string; latest_charge: string }[] }>("payment_intents?limit=100");
  return intents.data.find((intent) => intent.id === session.payment_intent)?.latest_charge ?? "";
}

describe("a dispute", () => {
  it("takes the tokens, and won restores them, in any order", async () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [0, 2, 1],
      [2, 2, 0],
    ]) {
      const { key, intent } = await creditedPurchase();
      const events = [
        disputed("created", intent, "needs_response"),
        disputed("updated", intent, "under_review"),
        disputed("closed", intent, "won"),
      ];
      for (const index of order) await deliver(events[index]);
      expect(await worthOf(key), `order ${order}`).toBe(TRIAL + BOUGHT);
    }
  });

  it("that is open or lost keeps them", async () => {
    const { key, intent } = await creditedPurchase();
    await deliver(disputed("created", intent, "needs_response"));
    await deliver(disputed("funds_withdrawn", intent, "needs_response"));
    expect(await worthOf(key)).toBe(TRIAL);
    await deliver(disputed("closed", intent, "lost"));
    await deliver(disputed("updated", intent, "under_review"));
    expect(await worthOf(key)).toBe(TRIAL);
  });

  it("that is lost and then won on appeal restores them", async () => {
    const { key, intent } = await creditedPurchase();
    const stages = ["needs_response", "lost", "appeal_under_review", "won"];
    for (const [index, status] of stages.entries()) {
      const event = disputed("updated", intent, status);
      event.created += index;
      await deliver(event);
      expect(await worthOf(key), status).toBe(status === "won" ? TRIAL + BOUGHT : TRIAL);
    }
  });

  it("that is only an inquiry takes nothing until it is more", async () => {
    const { key, intent } = await creditedPurchase();
    await deliver(disputed("created", intent, "warning_needs_response"));
    await deliver(disputed("closed", intent, "warning_closed"));
    expect(await worthOf(key)).toBe(TRIAL + BOUGHT);
    await deliver(disputed("updated", intent, "needs_response"));
    expect(await worthOf(key)).toBe(TRIAL);
  });

  it("and refunds together never take more than was bought", async () => {
    const { key, intent } = await creditedPurchase();
    const events = [
      refunded(intent, 1500),
      disputed("created", intent, "needs_response"),
      disputed("created", intent, "lost", 900, `dp2_${intent}`),
      refunded(intent, 2000),
    ];
    expect(tally(await times(16, (index) => deliver(events[index % 4])))).toEqual({ 200: 16 });
    expect(await worthOf(key)).toBe(TRIAL);
    await deliver(disputed("closed", intent, "won"));
    expect(await worthOf(key)).toBe(TRIAL);
  });

  it("won restores what was owed before it fills the balance", async () => {
    const { key, intent } = await creditedPurchase();
    await giveTokens(key, -(TRIAL + BOUGHT - 50));
    await deliver(disputed("created", intent, "needs_response"));
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 0, owed: 1950 });
    await deliver(disputed("closed", intent, "won"));
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 50, owed: 0 });
  });

  it("seen before the credit is remembered", async () => {
    const { key, session, completed } = await paidSession();
    await deliver(disputed("created", session.payment_intent, "needs_response", 700));
    await deliver(completed);
    expect(await worthOf(key)).toBe(TRIAL + BOUGHT - 700);
  });
});
