import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { chargeInDatabase } from "../../src/ledger/account.ts";
import { settle, takeHold } from "../../src/ledger/holds.ts";
import { newId } from "../../src/lib/ids.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callsOf,
  callTool,
  freezeClock,
  giveTokens,
  makePaid,
  organisationOf,
  times,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";
const COST = 2;
const KNOWN = { domain: "faulty-row.example" };
const IN_BATCH = ["faulty-one.example", "faulty-two.example"];
const MINUTE_MS = 60_000;

beforeAll(async () => {
  const insert = `INSERT INTO companies (domain, name, network_url, source, observed_at)
    SELECT value, 'Faulty Row', 'https://www.network.example/company/faulty-row', 'test', 0 FROM json_each(?)`;
  await env.DB.prepare(insert)
    .bind(JSON.stringify([KNOWN.domain, ...IN_BATCH]))
    .run();
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

/** Tokens that a call was told it cost. What is 503 has cost nothing and is sent again. */
async function charge(key: string): Promise<number> {
  for (;;) {
    const { status, headers } = await callTool(key, TOOL, KNOWN);
    if (status !== 503) return Number(headers.get("x-tokens-charged"));
  }
}

const sum = (tokens: number[]) => tokens.reduce((total, part) => total + part, 0);

/** A hold as versions before the account object took it: straight in D1. */
async function holdInDatabase(key: string, tokens: number) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  const now = Date.now();
  const id = newId(now);
  const hold = { id, keyHash: new Uint8Array(digest).toHex(), tool: TOOL, tokens, label: null, now };
  return { id, status: (await takeHold(env.DB, hold)).status };
}

it("the clock going back charges each call once", async () => {
  freezeClock();
  const key = await anonymousKey();
  await makePaid(key);
  for (const jumpMs of [0, -60 * MINUTE_MS, 1_000, -90_000, 120 * MINUTE_MS]) {
    advanceClock(jumpMs);
    const call = () => callTool(key, TOOL, KNOWN, { "Idempotency-Key": `${jumpMs}` });
    const first = await call();
    // After a jump back the burst is used up: the limit asks for a moment.
    if (first.status === 429) advanceClock(Number(first.headers.get("retry-after")) * 1_000);
    expect(first.status === 429 ? (await call()).status : first.status).toBe(200);
  }
  expect(await balanceOf(key)).toBe(15);
  expect(await callsOf(key)).toHaveLength(5);
});

it("ten minutes without D1: the lease pays for as long as its key may be believed, then the answer is 503", async () => {
  freezeClock();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const key = await anonymousKey();
  expect(await charge(key)).toBe(COST);
  const send = vi.spyOn(Object.getPrototypeOf(env.DB), "batch").mockRejectedValue(new Error("D1_ERROR: no route"));
  for (let minute = 1; minute <= 9; minute++) {
    advanceClock(MINUTE_MS);
    expect((await callTool(key, TOOL, KNOWN)).status, `after ${minute} minutes`).toBe(200);
  }
  expect(send).toHaveBeenCalled();
  advanceClock(MINUTE_MS + 1_000);
  const late = await callTool(key, TOOL, KNOWN);
  expect([late.status, late.headers.has("retry-after")]).toEqual([503, true]);
  send.mockRestore();
  expect(await charge(key)).toBe(COST);
  expect(await balanceOf(key)).toBe(25 - 11 * COST);
  expect((await callsOf(key)).filter(({ state }) => state === "settled")).toHaveLength(11);
});

it("two versions of the Worker at once: direct holds and the account object share one balance", async () => {
  const key = await anonymousKey();
  await makePaid(key);
  await giveTokens(key, 75);
  const old = async () => {
    const { id, status } = await holdInDatabase(key, COST);
    return status === "held" && (await settle(env.DB, id)) ? COST : 0;
  };
  const told = await Promise.all([times(20, old), times(20, () => charge(key)), times(20, old)]);
  const charged = sum(told.flat());
  expect(charged).toBeGreaterThanOrEqual(20 * COST);
  expect(await balanceOf(key)).toBe(100 - charged);
});

it("calls and a batch on 25 tokens: exactly 12 of cost 2 are answered", async () => {
  const key = await anonymousKey();
  await makePaid(key);
  const inputs = IN_BATCH.map((domain) => ({ domain }));
  const [created, ...calls] = await Promise.all([
    callTool(key, "create_batch", { tool: TOOL, inputs }),
    ...Array.from({ length: 30 }, () => charge(key)),
  ]);
  let charged = sum(calls);
  if (created.status === 202) {
    const { id } = created.body;
    const state = async () => (await env.BATCHES.getByName(id).status())?.status;
    await expect.poll(state, { timeout: 60_000, interval: 300 }).toBe("ended");
    charged += (await callTool(key, "get_batch", { id })).body.tokens.charged;
    while ((await charge(key)) > 0) charged += COST;
  } else {
    expect([402, 503]).toContain(created.status);
  }
  expect(charged).toBe(12 * COST);
  expect(await balanceOf(key)).toBe(1);
});

it("a charge that D1 decides is not refused while the account object has leased the balance", async () => {
  const key = await anonymousKey();
  expect(await charge(key)).toBe(COST);
  expect((await holdInDatabase(key, 20)).status).not.toBe("held");
  const take = () => holdInDatabase(key, 20);
  const held = await chargeInDatabase(env, await organisationOf(key), take, ({ status }) => status !== "held");
  expect(held.status).toBe("held");
  await settle(env.DB, held.id);
  expect(await charge(key)).toBe(COST);
  expect(await balanceOf(key)).toBe(1);
});
