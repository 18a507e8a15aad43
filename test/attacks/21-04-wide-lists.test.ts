import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { loseMessages } from "../support/batch-lines.ts";
import { anonymousKey, balanceOf, brokenLedgers, callTool, giveTokens, makePaid, request } from "../support/harness.ts";

const TOOL = "get_network_company_url";

function upload(key: string, csv: string, query = "") {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "text/csv" };
  return request(`/api/v0/create_batch?tool=${TOOL}${query}`, { method: "POST", body: csv, headers });
}

/** A CSV of `columns` columns, the first a domain, whose names have `length` characters. */
function wide(columns: number, length: number, lines: number): string {
  const names = Array.from({ length: columns - 1 }, (_, index) => `c${index}`.padEnd(length, "x"));
  const cells = ",1".repeat(columns - 1);
  const rows = Array.from({ length: lines }, (_, index) => `wide${index}.example${cells}`);
  return [["domain", ...names].join(","), ...rows].join("\n");
}

/** Bytes of all lines in the object of a batch. */
const storedBytes = (id: string) =>
  runInDurableObject(env.BATCHES.getByName(id), (_, { storage }) => storage.sql.databaseSize);

async function keyWith(tokens: number): Promise<string> {
  const key = await anonymousKey();
  await giveTokens(key, tokens);
  await makePaid(key);
  return key;
}

describe("column names", () => {
  it("are bounded alone and together: 400 says by what", async () => {
    const key = await anonymousKey();
    const refused: [string, RegExp][] = [
      [wide(200, 300, 1_000), /Line 1: the name of column 2 has 300 characters; at most 200/],
      [wide(200, 60, 1_000), /Line 1: the names of all columns have \d+ characters; at most 10000/],
    ];
    for (const [csv, detail] of refused) {
      for (const query of ["", "&dry_run=true", `&columns=${encodeURIComponent('{"domain":"domain"}')}`]) {
        const answer = await upload(key, csv, query);
        expect([answer.status, answer.body.error], answer.text.slice(0, 300)).toEqual([400, "invalid_request"]);
        expect(answer.body.detail).toMatch(detail);
      }
    }
    for (const [fields, length] of [
      [1, 300],
      [100, 150],
    ] as const) {
      const extra = Object.fromEntries(
        Array.from({ length: fields }, (_, index) => [`c${index}`.padEnd(length, "x"), 1]),
      );
      const { status, body } = await callTool(key, "create_batch", {
        tool: TOOL,
        inputs: [{ domain: "wide.example", ...extra }],
      });
      expect([status, body.detail]).toEqual([400, expect.stringMatching(/^inputs: the name.* at most (200|10000)\.$/)]);
    }
  });

  it("of an honest list of 200 columns work, are stored once, and come back with each line", async () => {
    loseMessages();
    const key = await keyWith(20_000);
    const csv = wide(200, 30, 4_000);
    const created = await upload(key, csv);
    expect([created.status, created.body.counts?.processing], created.text.slice(0, 300)).toEqual([202, 4_000]);
    expect(await storedBytes(created.body.id)).toBeLessThan(3 * csv.length);
    const headers = { Authorization: `Bearer ${key}` };
    const file = await request(`/api/v0/batches/${created.body.id}/results.csv`, { headers });
    const [header = "", first = ""] = file.text.split("\r\n");
    expect(header.startsWith(csv.slice(0, csv.indexOf("\n")))).toBe(true);
    expect(first.startsWith(`wide0.example${",1".repeat(199)},pending`)).toBe(true);
    expect(file.text.split("\r\n")).toHaveLength(4_002);
    const lines = (await request(`/api/v0/batches/${created.body.id}/results.jsonl`, { headers })).text
      .trim()
      .split("\n");
    const last = JSON.parse(lines[3_999] ?? "") as { input: Record<string, string> };
    expect(Object.keys(last.input)).toHaveLength(200);
    expect(last.input.domain).toBe("wide3999.example");
  });
});

it("a list that cannot be paid stores no line", async () => {
  const key = await anonymousKey();
  const balance = await balanceOf(key);
  const refused = await upload(key, wide(2, 5, 5_000));
  expect([refused.status, refused.body.error]).toEqual([402, "insufficient_tokens"]);
  expect((await callTool(key, "list_batches")).body.batches).toEqual([]);
  expect(await balanceOf(key)).toBe(balance);
  expect(await brokenLedgers()).toEqual([]);
});

it("a batch that is cancelled before a line ran is deleted at once", async () => {
  loseMessages();
  const key = await keyWith(10_000);
  const before = await balanceOf(key);
  const { id } = (await upload(key, wide(2, 5, 1_000))).body;
  const cancelled = (await callTool(key, "cancel_batch", { id })).body;
  expect(cancelled).toMatchObject({ id, status: "ended", stopped_reason: "cancelled", counts: { cancelled: 1_000 } });
  expect(cancelled.expires_at).toBe(cancelled.ended_at);
  expect(
    await runInDurableObject(env.BATCHES.getByName(id), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('items', 'batch')").toArray(),
    ),
  ).toEqual([]);
  expect((await callTool(key, "list_batch_results", { id })).body).toMatchObject({ results: [], status: "ended" });
  expect((await callTool(key, "cancel_batch", { id })).body).toEqual(cancelled);
  expect((await callTool(key, "delete_batch", { id })).body.status).toBe("deleted");
  expect((await callTool(key, "list_batches")).body.batches).toMatchObject([{ id, counts: { cancelled: 1_000 } }]);
  expect(await balanceOf(key)).toBe(before);
  expect(await brokenLedgers()).toEqual([]);
});
