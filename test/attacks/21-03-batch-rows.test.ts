import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { BATCHES_PER_DAY } from "../../src/constants.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { loseMessages } from "../support/batch-lines.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  runCron,
  tally,
  times,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";
const MAX_ROW_BYTES = 4_000;

afterEach(() => void vi.useRealTimers());

const rowsOf = async (id: string) => {
  const find = env.DB.prepare("SELECT state, length(CAST(status_json AS BLOB)) AS bytes FROM batches WHERE id = ?");
  return (await find.bind(id).all<{ state: string; bytes: number }>()).results;
};

it("the row of a batch is small whatever is wrong with its lines, and is deleted with the results", async () => {
  loseMessages();
  freezeClock();
  const key = await anonymousKey();
  const bad = Array.from({ length: 500 }, (_, index) => ({
    domain: `${"x".repeat(190)} \u{1f4a5}${index}`,
    custom_id: "é".repeat(200),
  }));
  const inputs = [...bad, { domain: "row.example" }];
  const dry = (await callTool(key, "create_batch", { tool: TOOL, inputs, dry_run: true })).body;
  expect(dry.estimate.invalid).toHaveLength(100);
  const { id, estimate } = (await callTool(key, "create_batch", { tool: TOOL, inputs })).body;
  expect(estimate).toMatchObject({
    invalid_count: 500,
    invalid: dry.estimate.invalid.slice(0, estimate.invalid.length),
  });
  expect(estimate.invalid.length).toBeGreaterThan(2);
  expect((await rowsOf(id))[0]?.bytes).toBeLessThan(MAX_ROW_BYTES);
  const ended = (await callTool(key, "cancel_batch", { id })).body;
  expect(ended.status).toBe("ended");
  const [row] = await rowsOf(id);
  expect([row?.state, (row?.bytes ?? 0) < MAX_ROW_BYTES]).toEqual(["ended", true]);
  // Its counts stay as long as results would.
  advanceClock(29 * DAY_MS);
  await runCron();
  expect((await callTool(key, "get_batch", { id })).body.estimate).toEqual(estimate);
  advanceClock(2 * DAY_MS);
  await runCron();
  expect(await rowsOf(id)).toEqual([]);
  expect((await callTool(key, "get_batch", { id })).status).toBe(404);
});

it("an organisation starts as many batches in 24 hours as its plan allows, also when it asks for all at once", async () => {
  loseMessages();
  freezeClock();
  const key = await anonymousKey();
  await giveTokens(key, 1_000);
  const before = await balanceOf(key);
  const most = BATCHES_PER_DAY.anonymous;
  const create = (index: number) =>
    callTool(key, "create_batch", { tool: TOOL, inputs: [{ domain: `day${index}.example` }] });
  for (let index = 0; index < most - 2; index++) {
    const { status, body } = await create(index);
    expect([status, (await callTool(key, "cancel_batch", { id: body.id })).body.status]).toEqual([202, "ended"]);
    advanceClock(60_000);
  }
  expect(tally(await times(6, create))).toEqual({ 202: 2, 429: 4 });
  const refused = await create(0);
  expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining(`${most} batches in 24 hours`)]);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await balanceOf(key)).toBe(before - 2 * 2);
  const dry = { tool: TOOL, inputs: [{ domain: "day.example" }], dry_run: true };
  expect((await callTool(key, "create_batch", dry)).status).toBe(200);
  expect((await env.DB.prepare("SELECT count(*) AS n FROM batches").first<{ n: number }>())?.n).toBeLessThanOrEqual(
    most + 1,
  );
  advanceClock(DAY_MS);
  expect((await create(0)).status).toBe(202);
  expect(await brokenLedgers()).toEqual([]);
});
