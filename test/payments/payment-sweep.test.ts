import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "../../src/lib/time.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  freezeClock,
  runCron,
  times,
} from "../support/harness.ts";
import {
  buyAtStripe,
  deafFor,
  muteFor,
  purchasesOf,
  readAtStripe,
  type Session,
  STRIPE,
  stripeTool,
} from "../support/stripe-deployment.ts";

const TRIAL = 25;

beforeEach(() => freezeClock());
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

describe("the cron", () => {
  it("credits a paid purchase whose webhook never came, after an hour and once", async () => {
    const key = await anonymousKey();
    await (await buyAtStripe(key)).pay();
    await runCron(STRIPE);
    advanceClock(HOUR_MS - 60_000);
    await runCron(STRIPE);
    expect(await balanceOf(key)).toBe(TRIAL);
    advanceClock(120_000);
    await times(3, () => runCron(STRIPE));
    advanceClock(2 * HOUR_MS);
    await runCron(STRIPE);
    expect(await balanceOf(key)).toBe(TRIAL + 2000);
  });

  it("finds a session whose creation was never answered", async () => {
    const key = await anonymousKey();
    await buyAtStripe(key);
    const answer = await stripeTool(key, "buy_tokens", { amount_usd: 30 }, muteFor("/checkout/sessions"));
    expect([answer.status, answer.body.error]).toEqual([503, "upstream_unavailable"]);
    expect(answer.headers.get("retry-after")).toBeTruthy();
    const lost = await newestSession();
    expect(lost.amount_total).toBe(3000);
    await env.OUTBOUND?.fetch(lost.url, { method: "POST" });
    advanceClock(HOUR_MS + 60_000);
    await runCron(STRIPE);
    expect(await balanceOf(key)).toBe(TRIAL + 3000);
  });

  it("leaves a purchase pending while Stripe cannot be asked or has no answer yet", async () => {
    const key = await anonymousKey();
    const purchase = await buyAtStripe(key);
    advanceClock(HOUR_MS + 60_000);
    await runCron(STRIPE);
    expect(await purchasesOf(key)).toMatchObject([{ state: "pending" }]);
    await purchase.pay();
    advanceClock(HOUR_MS + 60_000);
    await runCron({ ...STRIPE, ...deafFor("") });
    expect(await purchasesOf(key)).toMatchObject([{ state: "pending" }]);
    advanceClock(HOUR_MS + 60_000);
    await runCron(STRIPE);
    expect(await purchasesOf(key)).toMatchObject([{ state: "paid" }]);
  });

  it("ends a purchase that expired or that Stripe has never heard of", async () => {
    const key = await anonymousKey();
    await (await buyAtStripe(key)).pay({ expire: "1" });
    await stripeTool(key, "buy_tokens", { amount_usd: 20 }, deafFor(""));
    advanceClock(HOUR_MS + 60_000);
    await runCron(STRIPE);
    expect(await purchasesOf(key)).toMatchObject([{ state: "expired" }, { state: "expired" }]);
    expect(await balanceOf(key)).toBe(TRIAL);
  });
});

async function newestSession(): Promise<Session> {
  const { data } = await readAtStripe<{ data: [Session] }>("checkout/sessions?limit=1");
  return data[0];
}
