import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/time.ts";
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
  organisationOf,
  runCron,
  times,
} from "../support/harness.ts";
import { creditedPurchase, deliver, paidSession, refunded } from "../support/stripe-deployment.ts";

const FOUND = { domain: "acme-robotics.example" };
const FAILING = { domain: "failing.example" };

beforeEach(() => freezeClock(Date.UTC(2026, 10, 20, 12)));
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

type Row = {
  id: string;
  type: string;
  tokens: number;
  tool: string | null;
  request_id: string | null;
  key_id: string | null;
  created_at: string;
};

/** Every page of an organisation's transactions. */
async function history(key: string, limit = 100): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await callTool(key, "list_transactions", { limit, ...(cursor && { cursor }) });
    expect(page.status).toBe(200);
    expect(page.body.transactions.length).toBeLessThanOrEqual(limit);
    rows.push(...page.body.transactions);
    cursor = page.body.next_cursor;
  }
  return rows;
}

const movements = (rows: Row[]) => rows.map(({ type, tokens }) => `${type} ${tokens}`);
const sum = (rows: Row[]) => rows.reduce((total, { tokens }) => total + tokens, 0);

describe("list_transactions", () => {
  it("tells every movement, newest first, and sums to the balance", async () => {
    const { key, session, completed } = await paidSession();
    advanceClock(1000);
    await deliver(completed);
    const keyId = (await callTool(key, "list_api_keys")).body.api_keys[0].id;
    advanceClock(1000);
    const charged = await callTool(key, "get_network_company_url", FOUND);
    advanceClock(1000);
    const failed = await callTool(key, "get_network_company_url", FAILING);
    advanceClock(1000);
    await deliver(refunded(session.payment_intent, 300));

    const rows = await history(key);
    expect(movements(rows)).toEqual([
      "reversal -300",
      "refund 2",
      "charge -2",
      "charge -2",
      "purchase 2000",
      "grant 25",
    ]);
    expect(sum(rows)).toBe(await balanceOf(key));
    const [reversal, refund, taken, charge] = rows;
    expect(charge).toMatchObject({
      id: charged.headers.get("X-Request-Id"),
      request_id: charged.headers.get("X-Request-Id"),
      tool: "get_network_company_url",
      key_id: keyId,
    });
    expect(refund).toMatchObject({ request_id: failed.headers.get("X-Request-Id"), created_at: taken?.created_at });
    expect(reversal).toMatchObject({ tool: null, request_id: null, key_id: null });
    expect(rows.map((row) => row.id)).toEqual(
      rows
        .map((row) => row.id)
        .sort()
        .reverse(),
    );
  });

  it.each([1, 2, 3, 7])("gives the same rows in pages of %d", async (limit) => {
    const key = await anonymousKey();
    for (let call = 0; call < 4; call++) {
      await callTool(key, "get_network_company_url", call % 2 ? FOUND : FAILING);
      advanceClock(1);
    }
    const rows = await history(key, limit);
    expect(rows).toEqual(await history(key));
    expect(rows).toHaveLength(1 + 2 + 2 * 2);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  it("leaves calls that still run out, and lists one that died as charge and refund at its own time", async () => {
    const key = await anonymousKey();
    advanceClock(1000);
    const diedAt = Date.now();
    await openHold(key, 5);
    const { body } = await callTool(key, "get_token_balance");
    expect(body).toMatchObject({ balance: 20, held: 5 });
    const running = await history(key);
    expect(movements(running)).toEqual(["grant 25"]);
    expect(sum(running)).toBe(body.balance + body.held);

    advanceClock(180_000);
    await runCron();
    const rows = await history(key);
    expect(movements(rows)).toEqual(["refund 5", "charge -5", "grant 25"]);
    expect(Date.parse(rows[0]?.created_at ?? "")).toBe(diedAt);
    expect(sum(rows)).toBe(await balanceOf(key));
  });

  it("keeps its order where a merge expires and moves what comes back late", async () => {
    const email = `merging-${crypto.randomUUID()}@history.example`;
    await claimWorkspace(email, await anonymousKey());
    const late = await anonymousKey();
    await openHold(late, 5);
    const target = await claimWorkspace(email, late);
    const source = await organisationOf(late);
    advanceClock(180_000);
    await runCron();
    const entries = "SELECT id FROM entries WHERE organisation_id IN (?, ?) AND length(id) > 32";
    const made = await env.DB.prepare(entries)
      .bind(source, await organisationOf(target))
      .all<{ id: string }>();
    expect(made.results.length).toBeGreaterThan(0);
    for (const limit of [1, 2, 100]) {
      const rows = await history(target, limit);
      expect(sum(rows)).toBe(await balanceOf(target));
      expect(rows.map((row) => row.id)).toEqual(
        rows
          .map((row) => row.id)
          .sort()
          .reverse(),
      );
    }
  });

  it("includes the debt", async () => {
    const { key, intent } = await creditedPurchase();
    await giveTokens(key, -2000);
    await deliver(refunded(intent, 2000));
    const { body } = await callTool(key, "get_token_balance");
    expect(body.owed).toBe(1975);
    expect(sum(await history(key))).toBe(body.balance + body.held - body.owed);
  });

  it("shows no other organisation's rows, whatever the cursor", async () => {
    const [key, other] = [await anonymousKey(), await anonymousKey()];
    await callTool(other, "get_network_company_url", FOUND);
    const theirs = await history(other);
    expect(movements(await history(key))).toEqual(["grant 25"]);
    const { next_cursor: cursor } = (await callTool(other, "list_transactions", { limit: 1 })).body;
    for (const foreign of [theirs[0]?.id, cursor]) {
      const { status, body } = await callTool(key, "list_transactions", { cursor: foreign });
      expect([status, body.errors[0].path]).toEqual([400, "cursor"]);
    }
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { limit: 1.5 },
    { limit: "5" },
    { cursor: "" },
    { cursor: "x" },
    { cursor: 5 },
    { cursor: "%" },
  ])("refuses %j", async (input) => {
    expect((await callTool(await anonymousKey(), "list_transactions", input)).status).toBe(400);
  });
});

describe("get_usage", () => {
  async function used() {
    const key = await anonymousKey();
    const second = (await callTool(key, "create_api_key", { name: "second" })).body;
    await callTool(key, "get_network_company_url", FOUND);
    await callTool(key, "get_network_company_url", FAILING);
    advanceClock(DAY_MS);
    await times(2, () => callTool(second.api_key, "get_network_company_url", FOUND));
    await openHold(key, 5);
    return { key, second: second.id as string };
  }

  it("counts settled calls by tool, day and key", async () => {
    const { key, second } = await used();
    const first = (await callTool(key, "list_api_keys")).body.api_keys.find((one: { current: boolean }) => one.current);
    const byTool = (await callTool(key, "get_usage")).body;
    expect(byTool.groups).toEqual([{ key: "get_network_company_url", calls: 3, tokens: 6 }]);
    expect(byTool.total).toEqual({ calls: 3, tokens: 6 });
    expect(Date.parse(byTool.to) - Date.parse(byTool.from)).toBe(30 * DAY_MS);
    const byDay = (await callTool(key, "get_usage", { group_by: "day" })).body;
    expect(byDay.groups).toEqual([
      { key: "2026-11-20", calls: 1, tokens: 2 },
      { key: "2026-11-21", calls: 2, tokens: 4 },
    ]);
    const byKey = (await callTool(key, "get_usage", { group_by: "key" })).body;
    expect(byKey.groups).toEqual([
      { key: second, calls: 2, tokens: 4 },
      { key: first.id, calls: 1, tokens: 2 },
    ]);
  });

  it.each([
    [{ from: "2026-11-20", to: "2026-11-20" }, 1],
    [{ from: "2026-11-21" }, 2],
    [{ from: "2026-11-20T12:00:00Z", to: "2026-11-20T12:00:00Z" }, 1],
    [{ from: "2026-11-20T12:00:00.001Z", to: "2026-11-21T11:59:59.999Z" }, 0],
    [{ from: "2026-11-20T14:00:00+02:00", to: "2026-11-21T14:00:00+02:00" }, 3],
    [{ to: "2026-11-19" }, 0],
  ])("takes %j with both ends included", async (range, calls) => {
    const { key } = await used();
    for (const group_by of ["tool", "day", "key"]) {
      const { status, body } = await callTool(key, "get_usage", { ...range, group_by });
      expect(status).toBe(200);
      expect(body.total.calls).toBe(calls);
    }
  });

  it.each([
    { from: "2026-11-21", to: "2026-11-20" },
    { from: "2025-01-01" },
    { from: "yesterday" },
    { to: "2026-13-01" },
    { from: 5 },
    { group_by: "hour" },
  ])("refuses %j", async (input) => {
    expect((await callTool(await anonymousKey(), "get_usage", input)).status).toBe(400);
  });

  it("counts no other organisation's calls", async () => {
    await used();
    expect((await callTool(await anonymousKey(), "get_usage")).body).toMatchObject({
      groups: [],
      total: { calls: 0, tokens: 0 },
    });
  });
});
