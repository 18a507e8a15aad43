import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import type { ItemOutcome } from "../../src/batches/batch-types.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/time.ts";
import { loseMessages, ringBatch } from "../support/batch-lines.ts";
import { advanceClock, balanceOf, brokenLedgers, callTool, freezeClock, request, richKey } from "../support/harness.ts";

const TOOL = "get_network_company_url";
/** A run that reports nothing for this long is lost, a message that starts nothing after ten minutes. */
const LOST_MS = 61_000;
const MESSAGE_MS = 601_000;
const FAILED: ItemOutcome = {
  status: "failed",
  error: { code: "upstream_error", detail: "It failed." },
  mayRetry: true,
  retryAfterSeconds: null,
};

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

/** A running batch whose queue loses every message, so that the test is what runs its lines. */
async function heldBatch(inputs: object[] = [{ domain: "fate.example" }], tool = TOOL) {
  freezeClock();
  loseMessages();
  const key = await richKey();
  const before = await balanceOf(key);
  const { id } = (await callTool(key, "create_batch", { tool, inputs })).body;
  const batch = env.BATCHES.getByName(id);
  return { key, id, batch, before, read: async () => (await callTool(key, "get_batch", { id })).body };
}

/** The attempt in which the line can begin, found by asking. */
async function begin(batch: { begin(index: number, attempt: number): Promise<unknown> }, index = 0): Promise<number> {
  for (let attempt = 1; attempt < 60; attempt++) if (await batch.begin(index, attempt)) return attempt;
  return 0;
}

it("a line whose run dies five times has failed as crashed, and costs nothing", async () => {
  const { key, id, batch, before, read } = await heldBatch();
  for (let run = 1; run <= 5; run++) {
    expect((await read()).status).toBe("running");
    expect(await begin(batch)).toBeGreaterThan(0);
    advanceClock(LOST_MS);
    await ringBatch(id);
  }
  expect(await read()).toMatchObject({ status: "ended", counts: { failed: 1 }, tokens: { charged: 0 } });
  const [line] = (await callTool(key, "list_batch_results", { id })).body.results;
  expect(line).toMatchObject({ status: "failed", error: { code: "crashed" }, tokens_charged: 0 });
  expect(await balanceOf(key)).toBe(before);
});

it("a line fails after three failed attempts, and the pause that a busy host asks for is none", async () => {
  const { id, batch, read } = await heldBatch();
  for (let pause = 1; pause <= 5; pause++) {
    const attempt = await begin(batch);
    expect(await batch.finish(0, attempt, { ...FAILED, retryAfterSeconds: 60 })).toBe(true);
    await ringBatch(id);
    expect(await begin(batch)).toBe(0);
    advanceClock(61_000);
    await ringBatch(id);
  }
  for (let failure = 1; failure <= 3; failure++) {
    expect((await read()).counts).toMatchObject({ failed: 0, processing: 1 });
    const attempt = await begin(batch);
    expect(await batch.finish(0, attempt, FAILED)).toBe(true);
    expect(await batch.finish(0, attempt, FAILED)).toBe(false);
    advanceClock(61_000);
    await ringBatch(id);
  }
  expect(await read()).toMatchObject({ status: "ended", counts: { failed: 1 }, tokens: { charged: 0 } });
});

it("a lost message is sent again under a new attempt, and the old one starts nothing", async () => {
  const { id, batch } = await heldBatch();
  advanceClock(MESSAGE_MS);
  await ringBatch(id);
  expect(await batch.begin(0, 1)).toBeNull();
  expect(await begin(batch)).toBeGreaterThan(1);
});

it("a batch ends after 24 hours: what is left is expired and free, and the reserve comes back", async () => {
  const { key, id, before, read } = await heldBatch([{ domain: "one.example" }, { domain: "two.example" }]);
  advanceClock(DAY_MS - HOUR_MS);
  await ringBatch(id);
  expect((await read()).status).toBe("running");
  advanceClock(2 * HOUR_MS);
  await ringBatch(id);
  expect(await read()).toMatchObject({
    status: "ended",
    stopped_reason: "expired",
    counts: { expired: 2, processing: 0 },
    tokens: { reserved: 0, charged: 0, returned: 4 },
  });
  expect(await balanceOf(key)).toBe(before);
});

it.each([
  [TOOL, { domain: "kept.example" }, 30],
  ["get_email", { name: "Ada Kept", domain: "kept.example" }, 7],
])("results of %s are deleted after their days, and the counts stay", async (tool, input, days) => {
  const { key, id, batch, read } = await heldBatch([input], tool);
  const attempt = await begin(batch);
  await batch.finish(0, attempt, { status: "succeeded", answerJson: '{"status":"ok"}', isMiss: false });
  await ringBatch(id);
  const ended = await read();
  expect(Date.parse(ended.expires_at) - Date.parse(ended.ended_at)).toBe(days * DAY_MS);
  const results = async () => (await callTool(key, "list_batch_results", { id })).body.results;
  advanceClock((days - 1) * DAY_MS);
  await ringBatch(id);
  expect(await results()).toHaveLength(1);
  advanceClock(DAY_MS + HOUR_MS);
  await ringBatch(id);
  expect([await results(), (await read()).counts.succeeded]).toEqual([[], 1]);
});

it("lines of different sites take turns", async () => {
  const sites = ["aa.example", "aa.example", "aa.example", "bb.example", "cc.example"];
  const inputs = sites.map((site, index) => ({ domain: index < 3 ? `x${index}.${site}` : site }));
  const { id } = await heldBatch(inputs);
  type Message = { body: { batch: string; index: number } };
  const { calls } = vi.mocked(Object.getPrototypeOf(env.ITEMS).sendBatch as (messages: Message[]) => unknown).mock;
  const sent = calls.flatMap(([messages]) => messages).filter(({ body }) => body.batch === id);
  expect(sent.map(({ body }) => body.index)).toEqual([0, 3, 4, 1, 2].slice(0, sent.length));
  expect(sent.length).toBeGreaterThan(1);
});

it("REST answers 202 with Location and Retry-After while a batch runs, 200 for an estimate, and says when to ask again", async () => {
  freezeClock();
  loseMessages();
  const headers = { Authorization: `Bearer ${await richKey()}`, "Content-Type": "application/json" };
  const create = (more: object) =>
    request("/api/v0/create_batch", {
      method: "POST",
      headers,
      body: JSON.stringify({ tool: TOOL, inputs: [{ domain: "rest.example" }], ...more }),
    });
  const estimate = await create({ dry_run: true });
  expect([estimate.status, estimate.headers.get("location"), estimate.body.id]).toEqual([200, null, null]);
  const made = await create({});
  expect([made.status, made.headers.get("location")]).toEqual([
    202,
    expect.stringContaining(`/api/v0/get_batch?id=${made.body.id}`),
  ]);
  expect(Number(made.headers.get("retry-after"))).toBe(made.body.poll_after_seconds);
});
