import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "../../src/lib/time.ts";
import { claimWorkspace } from "../support/claim-flow.ts";
import {
  advanceClock,
  allowReloads,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  lastMail,
  request,
  runCron,
  tally,
  times,
} from "../support/harness.ts";
import {
  buyAtStripe,
  deafFor,
  deliver,
  internet,
  muteFor,
  outsideBut,
  purchasesOf,
  STRIPE,
  stripeEvent,
  stripeTool,
} from "../support/stripe-deployment.ts";

beforeEach(() => freezeClock());
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

/** A key of a workspace whose owner has this address. */
async function ownedKey() {
  const email = `owner-${crypto.randomUUID()}@shop.example`;
  return { email, key: await claimWorkspace(email) };
}

/** D1 as it is, but the statement that starts a reload waits for `go`. */
function pausedBeforeReload() {
  const [gate, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const paused = (statement: D1PreparedStatement) => ({
    bind: (...values: unknown[]) => paused(statement.bind(...values)),
    first: async () => {
      arrival.resolve();
      await gate.promise;
      return statement.first();
    },
  });
  const prepare = (text: string) => {
    const statement = env.DB.prepare(text);
    return text.includes("'auto_reload', a.provider") ? paused(statement) : statement;
  };
  const batch = (statements: D1PreparedStatement[]) => env.DB.batch(statements);
  return { db: { prepare, batch }, reached: arrival.promise, go: () => gate.resolve() };
}

describe("auto-reload", () => {
  const SETTINGS = { threshold: 50, amount_usd: 10, monthly_cap_usd: 25 };

  /** An owner whose card is saved. */
  async function saved(card?: string) {
    const owner = await ownedKey();
    await allowReloads(owner.key);
    await stripeTool(owner.key, "set_auto_reload", SETTINGS);
    const session = await (await buyAtStripe(owner.key)).pay(card ? { card } : {});
    expect(session.saves_card).toBe(true);
    await deliver(stripeEvent("checkout.session.completed", session));
    return owner;
  }

  /** Leaves `tokens` and calls a free tool, which is what notices. */
  async function spendDownTo(key: string, tokens: number, changes: Record<string, unknown> = {}) {
    await giveTokens(key, tokens - (await balanceOf(key)));
    advanceClock(11_000);
    return stripeTool(key, "get_token_balance", {}, changes);
  }

  it.each<[Record<string, unknown>, string]>([
    [{}, "all three settings"],
    [{ threshold: 50, amount_usd: 10 }, "a cap"],
    [{ ...SETTINGS, threshold: 0 }, "a threshold"],
    [{ ...SETTINGS, amount_usd: 4 }, "5 dollars at least"],
    [{ ...SETTINGS, monthly_cap_usd: 9 }, "a cap above the amount"],
    [{ ...SETTINGS, enabled: "yes" }, "a boolean"],
  ])("%j is refused for want of %s", async (input) => {
    const { key } = await ownedKey();
    expect((await callTool(key, "set_auto_reload", input)).status).toBe(400);
    expect((await callTool(key, "get_token_balance")).body.auto_reload).toBeNull();
  });

  it("needs an owner", async () => {
    const answer = await callTool(await anonymousKey(), "set_auto_reload", SETTINGS);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain("verified email");
  });

  it("waits for a card, which the next checkout saves; without it no checkout saves one", async () => {
    const { key } = await ownedKey();
    expect((await (await buyAtStripe(key)).pay()).saves_card).toBe(false);
    await allowReloads(key);
    expect((await stripeTool(key, "set_auto_reload", SETTINGS)).body).toMatchObject({
      enabled: true,
      state: "waiting_for_card",
      ...SETTINGS,
    });
    const session = await (await buyAtStripe(key)).pay();
    expect(session.saves_card).toBe(true);
    await deliver(stripeEvent("checkout.session.completed", session));
    expect((await callTool(key, "get_token_balance")).body.auto_reload).toMatchObject({ state: "on", ...SETTINGS });
  });

  it("buys when a call finds the balance below the threshold, and mails the owner", async () => {
    const { key, email } = await saved();
    await spendDownTo(key, 50);
    expect(await balanceOf(key)).toBe(50);
    await spendDownTo(key, 49);
    expect(await balanceOf(key)).toBe(1049);
    expect(lastMail(email)?.text).toContain("1000 tokens were bought for $10.00");
    expect((await callTool(key, "get_token_balance")).body.auto_reload.spent_this_month_usd).toBe(10);
  });

  it("buys once for 40 calls at the same time, also when no isolate remembers the others' attempts", async () => {
    const { key } = await saved();
    await giveTokens(key, 10 - (await balanceOf(key)));
    const slow = outsideBut("/payment_intents", async (asked) => {
      await scheduler.wait(300);
      return internet(asked);
    });
    const calls = await times(40, async (index) => {
      await scheduler.wait(index);
      advanceClock(11_000);
      return stripeTool(key, "get_token_balance", {}, slow);
    });
    expect(tally(calls)).toEqual({ 200: 40 });
    expect(await balanceOf(key)).toBe(1010);
    expect((await purchasesOf(key)).filter(({ kind }) => kind === "auto_reload")).toHaveLength(1);
  });

  it.each([
    ["another call's reload has filled the balance", "4242424242424242", 1010],
    ["another call's reload has failed", "4000000000000341", 10],
  ])("buys nothing when, between its look and its start, %s", async (_, card, balance) => {
    const { key } = await saved(card);
    await giveTokens(key, 10 - (await balanceOf(key)));
    const { db, reached, go } = pausedBeforeReload();
    const late = stripeTool(key, "get_token_balance", {}, { DB: db });
    await reached;
    advanceClock(11_000);
    await stripeTool(key, "get_token_balance");
    go();
    await late;
    expect(await balanceOf(key)).toBe(balance);
    expect((await purchasesOf(key)).filter(({ kind }) => kind === "auto_reload")).toHaveLength(1);
  });

  it("never charges more than the cap in a month", async () => {
    const { key } = await saved();
    for (const after of [1001, 1001, 1, 1]) {
      await spendDownTo(key, 1);
      expect(await balanceOf(key)).toBe(after);
    }
    advanceClock(31 * 24 * HOUR_MS);
    await spendDownTo(key, 1);
    expect(await balanceOf(key)).toBe(1001);
  });

  it.each([
    ["4000000000000341", "card_declined"],
    ["4000000000009995", "insufficient_funds"],
    ["4000002760003184", "authentication_required"],
  ])("stops after card %s fails, says so and mails it", async (card, reason) => {
    const { key, email } = await saved(card);
    await spendDownTo(key, 1);
    const stopped = (await callTool(key, "get_token_balance")).body;
    expect(stopped.balance).toBe(1);
    expect(stopped.auto_reload).toMatchObject({ enabled: false, state: "stopped", stopped_reason: reason });
    expect(lastMail(email)?.subject).toContain("auto-reload has stopped");
    await spendDownTo(key, 1);
    expect((await purchasesOf(key)).filter((purchase) => purchase.kind === "auto_reload")).toHaveLength(1);
    const again = await stripeTool(key, "set_auto_reload", SETTINGS);
    expect(again.body).toMatchObject({ enabled: true, state: "on", stopped_reason: null });
  });

  it("does not buy again while the last purchase is pending, until the webhook reports its outcome", async () => {
    const { key } = await saved();
    await spendDownTo(key, 1, deafFor("/payment_intents"));
    await spendDownTo(key, 1);
    expect(await balanceOf(key)).toBe(1);
    const purchase = (await purchasesOf(key)).find(({ kind }) => kind === "auto_reload");
    const intent = { id: "pi_late", status: "succeeded", amount_received: 1000, currency: "usd" };
    const event = stripeEvent("payment_intent.succeeded", { ...intent, metadata: { purchase_id: purchase?.id } });
    expect(tally(await times(8, () => deliver(event)))).toEqual({ 200: 8 });
    expect(await balanceOf(key)).toBe(1001);
  });

  it("lets the cron find out what became of the last one", async () => {
    const { key } = await saved();
    await spendDownTo(key, 1, muteFor("/payment_intents"));
    expect(await balanceOf(key)).toBe(1);
    advanceClock(6 * 60_000);
    await runCron(STRIPE);
    expect(await balanceOf(key)).toBe(1001);

    await spendDownTo(key, 1, deafFor("/payment_intents"));
    advanceClock(6 * 60_000);
    await runCron(STRIPE);
    expect((await purchasesOf(key)).at(-1)).toMatchObject({ kind: "auto_reload", state: "expired" });
    await spendDownTo(key, 1);
    expect(await balanceOf(key)).toBe(1001);
  });

  it("that is switched off buys nothing", async () => {
    const { key } = await saved();
    expect((await callTool(key, "set_auto_reload", { enabled: false })).body).toMatchObject({
      enabled: false,
      state: "off",
    });
    await spendDownTo(key, 1);
    expect(await balanceOf(key)).toBe(1);
  });

  it("works with test payments once a test purchase was paid", async () => {
    const { key } = await ownedKey();
    await allowReloads(key);
    expect((await callTool(key, "set_auto_reload", SETTINGS)).body.state).toBe("waiting_for_card");
    const { body } = await callTool(key, "buy_tokens", { amount_usd: 5 });
    await request(body.checkout_url, { method: "POST" });
    await spendDownTo(key, 1, { PAYMENTS: "test" });
    expect(await balanceOf(key)).toBe(1001);
    // Settings made with test payments never charge, or credit, under Stripe.
    await spendDownTo(key, 1);
    expect(await balanceOf(key)).toBe(1);
  });
});
