import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deleteExpired } from "../../src/housekeeping.ts";
import { accountOf } from "../../src/ledger/account.ts";
import {
  advanceClock,
  anonymousKey,
  callTool,
  freezeClock,
  makePaid,
  organisationOf,
  tally,
  times,
} from "../support/harness.ts";
import { emptyKey, newWallet, offerOf, paidService, paymentsOf, withPayment } from "../support/machine-payments.ts";

const UNSIGNED = `0x${"11".repeat(65)}`;
const TOOL = "get_network_company_url";
const KNOWN = { domain: "acme-robotics.example" };

afterEach(() => {
  vi.useRealTimers();
});

const create = (key: string, input: object = {}) => callTool(key, "create_api_key", { name: "worker", ...input });

/** Bytes of the account object's storage. */
async function storedBytes(key: string): Promise<number> {
  const { runInDurableObject } = await import("cloudflare:test");
  return runInDurableObject(accountOf(env, await organisationOf(key)), (_, state) => state.storage.sql.databaseSize);
}

describe("answers of free tools under idempotency keys", () => {
  it("are not stored when the tool only reads", async () => {
    const key = await anonymousKey();
    await makePaid(key);
    for (let made = 0; made < 20; made++) await create(key, { name: "x".repeat(100) });
    await callTool(key, "list_api_keys");
    const before = await storedBytes(key);
    const answers = await times(100, (index) =>
      callTool(key, "list_api_keys", {}, { "Idempotency-Key": `fill-${index}` }),
    );
    expect(tally(answers)).toEqual({ 200: 100 });
    expect(answers[0]?.text.length).toBeGreaterThan(4_000);
    expect((await storedBytes(key)) - before).toBeLessThan(20_000);
    const stored = env.DB.prepare("SELECT count(*) AS n FROM idempotency WHERE organisation_id = ?");
    expect(await stored.bind(await organisationOf(key)).first("n")).toBe(0);
  });

  it("still make only one of what they create", async () => {
    const key = await anonymousKey();
    const buy = () => callTool(key, "buy_tokens", { amount_usd: 5 }, { "Idempotency-Key": "once" });
    const [first, second] = [await buy(), await buy()];
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body.purchase_id).toBe(first.body.purchase_id);
  });
});

describe("list_api_keys", () => {
  it("comes in pages that name every key once, the newest first, also keys that are revoked during the walk", async () => {
    const key = await anonymousKey();
    await makePaid(key);
    for (let made = 0; made < 12; made++) {
      const { id } = (await create(key, { name: `key ${made}` })).body;
      if (made % 3 === 0) await callTool(key, "revoke_api_key", { id });
    }
    const seen: { id: string; name: string; created_at: string }[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await callTool(key, "list_api_keys", { limit: 5, ...(cursor !== null && { cursor }) });
      expect(page.status).toBe(200);
      expect(page.body.api_keys.length).toBeLessThanOrEqual(5);
      const shown = page.body.api_keys as typeof seen;
      seen.push(...shown);
      cursor = page.body.next_cursor;
      if (cursor === null) break;
      const [one] = shown.filter(({ name }) => name !== "anonymous");
      await callTool(key, "revoke_api_key", { id: one?.id });
    }
    expect(seen).toHaveLength(13);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(13);
    const times = seen.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it.each([{ limit: 0 }, { limit: 101 }, { cursor: "x" }, { cursor: "a-key_0" }, { cursor: 5 }])(
    "refuses %j",
    async (input) => {
      expect((await callTool(await anonymousKey(), "list_api_keys", input)).status).toBe(400);
    },
  );

  it("forgets keys that were revoked 90 days ago", async () => {
    freezeClock();
    const key = await anonymousKey();
    const { id } = (await create(key)).body;
    await callTool(key, "revoke_api_key", { id });
    const listed = async () => {
      await deleteExpired(env.DB, Date.now());
      const { api_keys } = (await callTool(key, "list_api_keys")).body;
      return api_keys.some((one: { id: string }) => one.id === id);
    };
    advanceClock(89 * 86_400_000);
    expect(await listed()).toBe(true);
    advanceClock(2 * 86_400_000);
    expect(await listed()).toBe(false);
  });
});

describe("create_api_key", () => {
  it.each(["\u0000", "a\nb", "tab\there", "\u001b[31m", "zero\u200bwidth", "\u202eright to left", "\ud800"])(
    "refuses the name %j",
    async (name) => {
      const { status, body } = await create(await anonymousKey(), { name });
      expect([status, body.errors?.[0]?.path]).toEqual([400, "name"]);
    },
  );

  it.each([
    { cap_tokens_per_day: 0 },
    { cap_tokens_per_day: 1.5 },
    { cap_tokens_per_day: "5" },
    { expires_in: 59 },
    { expires_in: 31_536_001 },
  ])("refuses %j", async (input) => {
    expect((await create(await anonymousKey(), input)).status).toBe(400);
  });

  it("with a lifetime makes a key that ends with it", async () => {
    freezeClock();
    const key = await anonymousKey();
    const { body } = await create(key, { expires_in: 60 });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBeLessThanOrEqual(60_000);
    expect((await callTool(body.api_key, TOOL, KNOWN)).status).toBe(200);
    advanceClock(60_001);
    expect((await callTool(body.api_key, TOOL, KNOWN)).status).toBe(401);
    expect((await callTool(key, TOOL, KNOWN)).status).toBe(200);
  });

  it("with a daily cap makes a key that spends so much and no more, exactly, and again the next day", async () => {
    freezeClock(Date.UTC(2026, 10, 21, 12));
    const key = await anonymousKey();
    await makePaid(key);
    const { body } = await create(key, { cap_tokens_per_day: 7 });
    expect(body.cap_tokens_per_day).toBe(7);
    const answers = await times(12, () => callTool(body.api_key, TOOL, KNOWN));
    expect(tally(answers)).toEqual({ 200: 3, 402: 9 });
    const refused = answers.find(({ status }) => status === 402)?.body;
    expect(refused).toMatchObject({ error: "spending_cap_reached", cap_remaining: 1 });
    expect((await callTool(body.api_key, "get_token_balance")).status).toBe(200);
    expect((await callTool(key, TOOL, KNOWN)).status).toBe(200);
    expect((await create(body.api_key)).status).toBe(400);
    advanceClock(86_400_000);
    expect((await callTool(body.api_key, TOOL, KNOWN)).status).toBe(200);
  });
});

it("a key with a daily cap ends itself and no other key", async () => {
  const key = await anonymousKey();
  const { body: capped } = await create(key, { cap_tokens_per_day: 7 });
  const { body: other } = await create(key);
  const { body } = await callTool(capped.api_key, "list_api_keys");
  const ids = body.api_keys.map(({ id }: { id: string }) => id).filter((id: string) => id !== capped.id);
  expect(ids).toContain(other.id);
  for (const id of ids) expect((await callTool(capped.api_key, "revoke_api_key", { id })).status).toBe(400);
  for (const one of [key, other.api_key]) expect((await callTool(one, "get_token_balance")).status).toBe(200);
  const itself = await callTool(capped.api_key, "revoke_api_key", { id: capped.id });
  expect(itself.body).toEqual({ id: capped.id, status: "revoked" });
  expect((await callTool(capped.api_key, "get_token_balance")).status).toBe(401);
});

it("payments with signatures of nobody are verified first: they leave no row, and nobody is asked to settle them", async () => {
  const service = paidService();
  const key = await emptyKey();
  const offer = offerOf(await service.call(key, TOOL, KNOWN));
  const send = (signature?: string) => {
    const payment = newWallet().pay(offer);
    if (signature) payment.payload.signature = signature;
    return service.call(key, TOOL, KNOWN, withPayment(payment));
  };
  const { settle } = service.ledger.calls;
  const answers = [];
  for (let sent = 0; sent < 14; sent++) answers.push(await send(UNSIGNED));
  expect(tally(answers)).toEqual({ 402: 14 });
  expect(await paymentsOf(key)).toEqual([]);
  expect(service.ledger.calls.settle).toBe(settle);
  expect((await send()).status).toBe(200);
});
