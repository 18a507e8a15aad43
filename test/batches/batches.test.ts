import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { csvOf, importCsv } from "../support/directory-csv.ts";
import {
  type Answer,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  giveTokens,
  holdBatches,
  request,
} from "../support/harness.ts";

import { askPrivacy } from "../support/privacy-request.ts";

const TOOL = "get_network_company_url";
const COST = 2;

async function richKey(tokens: number): Promise<string> {
  const key = await anonymousKey();
  await giveTokens(key, tokens);
  return key;
}

async function ended(key: string, id: string): Promise<Answer["body"]> {
  // The object is asked, since each call of a tool counts against the organisation's minute. A list of which nothing ran is deleted.
  const status = async () => (await env.BATCHES.getByName(id).status())?.status ?? "ended";
  await expect.poll(status).toBe("ended");
  return (await callTool(key, "get_batch", { id })).body;
}

async function allResults(key: string, id: string): Promise<Answer["body"][]> {
  const results: Answer["body"][] = [];
  let cursor: string | undefined;
  for (;;) {
    const { body } = await callTool(key, "list_batch_results", { id, limit: 100, cursor });
    results.push(...body.results);
    cursor = body.next_cursor;
    if (!body.has_more) return results;
  }
}

/** Charges and refunds of an organisation's history, by request. */
async function charged(key: string): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const { body }: Answer = await callTool(key, "list_transactions", { limit: 100, ...(cursor && { cursor }) });
    for (const { request_id, tokens } of body.transactions) {
      if (request_id) sums.set(request_id, (sums.get(request_id) ?? 0) - tokens);
    }
    cursor = body.next_cursor;
  } while (cursor);
  return sums;
}

it("runs 300 inputs with duplicates, dead and invalid ones: each distinct one is answered and charged once", async () => {
  await env.DATA.prepare(
    `INSERT INTO companies (domain, name, network_url, source, observed_at)
     SELECT 'row' || value || '.example', 'Row', 'https://www.network.example/company/row' || value, 'test', 0
     FROM json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: 200 }, (_, index) => index)))
    .run();
  const key = await richKey(1_000);
  const before = await balanceOf(key);
  const inputs: unknown[] = [
    ...Array.from({ length: 200 }, (_, index) => ({ domain: `row${index}.example`, custom_id: `c${index}` })),
    ...Array.from({ length: 80 }, (_, index) => ({ domain: `https://www.ROW${index}.example/` })),
    ...Array.from({ length: 10 }, (_, index) => ({ domain: `10.0.0.${index}` })),
    ...Array.from({ length: 5 }, () => ({ domain: "failing.example" })),
    ...["text", null, 7, [], {}],
  ];
  const letRun = holdBatches();
  const created = await callTool(key, "create_batch", { tool: TOOL, inputs });
  expect(created.status).toBe(202);
  expect(created.headers.get("location")).toBe(`/api/v0/get_batch?id=${created.body.id}`);
  expect(created.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(created.headers.get("x-tokens-charged")).toBe("0");
  expect(created.headers.get("x-tokens-balance")).toBe(`${before - 402}`);
  expect(created.body.estimate).toMatchObject({ inputs: 300, distinct: 201, duplicates: 84, invalid_count: 15 });
  expect(created.body.estimate.invalid[0]).toMatchObject({ line: 281, reason: expect.stringContaining("domain") });
  expect(created.body.tokens.max).toBe(201 * COST);
  expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: before - 402, held: 402 });
  letRun();

  const batch = await ended(key, created.body.id);
  expect(batch).toMatchObject({
    stopped_reason: "completed",
    counts: { inputs: 300, duplicates: 84, invalid: 15, succeeded: 200, failed: 1, processing: 0 },
    tokens: { max: 402, reserved: 0, charged: 400, returned: 2 },
  });
  const results = await allResults(key, batch.id);
  expect(results).toHaveLength(300);
  expect(new Set(results.map(({ index }) => index)).size).toBe(300);
  for (const { index, status, result, tokens_charged: tokens, custom_id: id } of results) {
    if (index >= 280) continue;
    expect([status, result.url]).toEqual(["succeeded", `https://www.network.example/company/row${index % 200}`]);
    expect([tokens, id]).toEqual(index < 200 ? [COST, `c${index}`] : [0, null]);
  }
  expect(await balanceOf(key)).toBe(before - 400);
  const charges = await charged(key);
  expect([...charges.values()].filter((tokens) => tokens > 0)).toEqual(Array.from({ length: 200 }, () => COST));
  expect((await callTool(key, "get_usage")).body.total).toMatchObject({ tokens: 400 });
  expect(await brokenLedgers()).toEqual([]);
});

it("stops at the cap exactly, and skips the rest", async () => {
  const key = await richKey(500);
  const before = await balanceOf(key);
  const inputs = Array.from({ length: 60 }, (_, index) => ({ domain: `row${index}.example` }));
  const { body } = await callTool(key, "create_batch", { tool: TOOL, inputs, max_tokens: 41 });
  const batch = await ended(key, body.id);
  expect(batch).toMatchObject({
    stopped_reason: "cap_reached",
    counts: { succeeded: 20, skipped: 40 },
    tokens: { max: 41, charged: 40, returned: 1, reserved: 0 },
  });
  expect(await balanceOf(key)).toBe(before - 40);
  expect(await brokenLedgers()).toEqual([]);
});

it("refuses what cannot be paid or run, and takes nothing for it", async () => {
  const key = await anonymousKey();
  const balance = await balanceOf(key);
  const inputs = Array.from({ length: 60 }, (_, index) => ({ domain: `row${index}.example` }));
  const poor = await callTool(key, "create_batch", { tool: TOOL, inputs });
  expect([poor.status, poor.body.required, poor.body.balance]).toEqual([402, 120, balance]);
  const refused: [unknown, number][] = [
    [{ tool: "create_api_key", inputs }, 400],
    [{ tool: "get_signals_order", inputs: [{}] }, 400],
    [{ tool: "no_such_tool", inputs }, 404],
    [{ tool: TOOL }, 400],
    [{ tool: TOOL, inputs: [] }, 400],
    [{ tool: TOOL, inputs, csv: "domain\na.example" }, 400],
    [{ tool: TOOL, inputs: [{ domain: "10.0.0.1" }] }, 400],
    [{ tool: TOOL, inputs, max_tokens: 1 }, 400],
    [{ tool: TOOL, inputs: Array.from({ length: 5_001 }, () => ({ domain: "row1.example" })) }, 400],
  ];
  for (const body of [{ tool: TOOL }, { tool: TOOL, inputs: ["row1.example"] }]) {
    const { detail } = (await callTool(key, "create_batch", body)).body;
    expect(detail).toContain('{"domain":"acme-robotics.example"');
  }
  for (const [body, status] of refused) {
    const answer = await callTool(key, "create_batch", body);
    expect([answer.status, answer.text.length < 2_000], answer.text).toEqual([status, true]);
  }
  expect(await balanceOf(key)).toBe(balance);
  const dry = await callTool(key, "create_batch", { tool: TOOL, inputs, dry_run: true });
  expect([dry.status, dry.body.status, dry.body.id, dry.body.estimate.tokens_max]).toEqual([
    200,
    "estimated",
    null,
    120,
  ]);
  expect((await callTool(key, "list_batches")).body.batches).toEqual([]);
  expect(await brokenLedgers()).toEqual([]);
});

it("cancels at any moment: what ran is charged, the rest is free; then its results can be deleted", async () => {
  const key = await richKey(1_000);
  const before = await balanceOf(key);
  const inputs = Array.from({ length: 200 }, (_, index) => ({ domain: `row${index}.example` }));
  const { body } = await callTool(key, "create_batch", { tool: TOOL, inputs });
  expect((await callTool(key, "delete_batch", { id: body.id })).status).toBe(400);
  await callTool(key, "cancel_batch", { id: body.id });
  await callTool(key, "cancel_batch", { id: body.id });
  const batch = await ended(key, body.id);
  const { succeeded, cancelled } = batch.counts;
  expect([batch.stopped_reason, succeeded + cancelled]).toEqual(["cancelled", 200]);
  expect(batch.tokens).toEqual({ max: 400, reserved: 0, charged: succeeded * COST, returned: 400 - succeeded * COST });
  expect(await balanceOf(key)).toBe(before - succeeded * COST);
  expect((await callTool(key, "delete_batch", { id: body.id })).body).toEqual({ id: body.id, status: "deleted" });
  expect((await callTool(key, "list_batch_results", { id: body.id })).body.results).toEqual([]);
  expect((await callTool(key, "list_batches")).body.batches).toMatchObject([{ id: body.id, counts: batch.counts }]);
  expect(await brokenLedgers()).toEqual([]);
});

it("belongs to its organisation alone", async () => {
  const [key, other] = [await richKey(100), await anonymousKey()];
  const { body } = await callTool(key, "create_batch", { tool: TOOL, inputs: [{ domain: "row1.example" }] });
  for (const tool of ["get_batch", "list_batch_results", "cancel_batch", "delete_batch"]) {
    expect((await callTool(other, tool, { id: body.id })).status, tool).toBe(404);
  }
  const shown = await request(`/api/v0/get_batch?id=${body.id}`, { headers: { Authorization: `Bearer ${key}` } });
  expect([shown.status, shown.body.id]).toEqual([200, body.id]);
  await ended(key, body.id);
});

it("continues after repeated evictions of its object", async () => {
  const key = await richKey(1_000);
  const before = await balanceOf(key);
  const inputs = Array.from({ length: 100 }, (_, index) => ({ domain: `row${index}.example` }));
  const { body } = await callTool(key, "create_batch", { tool: TOOL, inputs });
  for (let round = 0; round < 5; round++) {
    await evictDurableObject(env.BATCHES.getByName(body.id)).catch(() => {});
    await scheduler.wait(200);
  }
  const batch = await ended(key, body.id);
  expect(batch).toMatchObject({ counts: { succeeded: 100, processing: 0 }, tokens: { charged: 200, returned: 0 } });
  expect(await balanceOf(key)).toBe(before - 200);
  expect([...(await charged(key)).values()].filter((tokens) => tokens > 0)).toHaveLength(100);
  expect(await brokenLedgers()).toEqual([]);
});

it("stops when its key is revoked", async () => {
  const key = await richKey(1_000);
  const made = (await callTool(key, "create_api_key", { name: "batch" })).body;
  const inputs = Array.from({ length: 200 }, (_, index) => ({ domain: `row${index}.example` }));
  const { body } = await callTool(made.api_key, "create_batch", { tool: TOOL, inputs });
  expect((await callTool(key, "revoke_api_key", { id: made.id })).status).toBe(200);
  const batch = await ended(key, body.id);
  expect(batch.stopped_reason).toBe("key_revoked");
  expect(batch.counts.succeeded + batch.counts.cancelled).toBe(200);
  expect(await brokenLedgers()).toEqual([]);
});

it("withholds people who object after the run and before the results are read", async () => {
  const domain = "objection-batch.example";
  const rows = [
    ["name", "title", "domain", "email", "profile_url"],
    ["Berthe Kowalczyk", "CEO", domain, `berthe@${domain}`, "https://network.example/in/berthe-k"],
    ["Grace Liu", "CTO", domain, `grace@${domain}`, "https://network.example/in/grace-l"],
  ];
  expect((await importCsv("people", csvOf(rows))).body.rows_ok).toBe(2);
  const key = await richKey(500);
  const { body } = await callTool(key, "create_batch", {
    tool: "list_network_company_employees",
    inputs: [{ domain }],
  });
  await ended(key, body.id);
  const files = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    const [csv, jsonl] = await Promise.all(
      ["csv", "jsonl"].map((kind) => request(`/api/v0/batches/${body.id}/results.${kind}`, { headers })),
    );
    return [csv?.text, jsonl?.text, (await callTool(key, "list_batch_results", { id: body.id })).text];
  };
  for (const text of await files()) expect(text).toMatch(/Berthe Kowalczyk.*Grace Liu/s);
  const email = `berthe@${domain}`;
  await askPrivacy(key, { type: "objection", email, name: "Berthe Kowalczyk", domain });
  for (const text of await files()) {
    expect(text).toContain("Grace Liu");
    expect(text).not.toMatch(/Kowalczyk|berthe/i);
  }
});
