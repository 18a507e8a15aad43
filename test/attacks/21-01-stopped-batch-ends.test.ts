import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { beginLine, loseMessages, ringBatch } from "../support/batch-lines.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  runCron,
} from "../support/harness.ts";
import { signInOperator } from "../support/visitor.ts";

const TOOL = "get_network_company_url";
/** A run that reports nothing for this long is lost. */
const LOST_MS = 61_000;

afterEach(() => void vi.useRealTimers());

async function runningBatch(lines = 5) {
  loseMessages();
  const key = await anonymousKey();
  await giveTokens(key, 1_000);
  const before = await balanceOf(key);
  const inputs = Array.from({ length: lines }, (_, index) => ({ domain: `stop${index}.example` }));
  const { id } = (await callTool(key, "create_batch", { tool: TOOL, inputs })).body;
  await beginLine(id, 0);
  return { key, id, before };
}

const stops = {
  cancelled: (key: string, id: string) => callTool(key, "cancel_batch", { id }),
  key_revoked: async (_: string, id: string) => {
    await env.DB.prepare(
      "UPDATE organisations SET blocked_at = 1 WHERE id = (SELECT organisation_id FROM batches WHERE id = ?)",
    )
      .bind(id)
      .run();
    await env.BATCHES.getByName(id).recheck();
    await env.DB.prepare("UPDATE organisations SET blocked_at = NULL").run();
  },
};

it.each(Object.entries(stops))(
  "a batch that is stopped (%s) ends although its running line is lost",
  async (reason, stop) => {
    const { key, id, before } = await runningBatch();
    freezeClock();
    await stop(key, id);
    const stopping = (await callTool(key, "get_batch", { id })).body;
    expect(stopping).toMatchObject({ status: "cancelling", stopped_reason: reason });
    expect(Date.parse(stopping.stopped_at)).toBe(Date.now());
    advanceClock(LOST_MS);
    await ringBatch(id);
    expect((await callTool(key, "get_batch", { id })).body).toMatchObject({
      status: "ended",
      stopped_reason: reason,
      stopped_at: stopping.stopped_at,
      counts: { cancelled: 5, processing: 0 },
      tokens: { reserved: 0, charged: 0 },
    });
    expect(await balanceOf(key)).toBe(before);
    expect(await brokenLedgers()).toEqual([]);
  },
);

it("a batch whose object restarts while it stops ends, too, also one that older code has left with a waiting line", async () => {
  const { key, id, before } = await runningBatch();
  freezeClock();
  await callTool(key, "cancel_batch", { id });
  await runInDurableObject(env.BATCHES.getByName(id), (_, { storage }) => {
    storage.sql.exec("UPDATE items SET state = 'todo', finished = NULL WHERE idx = 3");
  });
  await evictDurableObject(env.BATCHES.getByName(id)).catch(() => {});
  advanceClock(LOST_MS);
  await ringBatch(id);
  expect((await callTool(key, "get_batch", { id })).body).toMatchObject({ status: "ended", counts: { cancelled: 5 } });
  expect(await balanceOf(key)).toBe(before);
});

it("two batches that were stopped while lines ran leave their places to the next", async () => {
  const { key, id } = await runningBatch();
  const create = async () => {
    const inputs = [{ domain: "stop9.example" }];
    return (await callTool(key, "create_batch", { tool: TOOL, inputs })).body;
  };
  const second = (await create()).id;
  await beginLine(second, 0);
  const third = await create();
  expect(third.status).toBe("queued");
  freezeClock();
  for (const stopped of [id, second]) await callTool(key, "cancel_batch", { id: stopped });
  advanceClock(LOST_MS);
  for (const each of [id, second, third.id]) await ringBatch(each);
  expect((await callTool(key, "get_batch", { id: third.id })).body.status).toBe("running");
});

it("the operator sees since when a stopped batch has not ended, and is alerted after ten minutes", async () => {
  const alerts: string[] = [];
  const log = vi.spyOn(console, "error").mockImplementation((line) => void alerts.push(String(line)));
  onTestFinished(() => log.mockRestore());
  const isAlerted = () => alerts.some((line) => line.includes("stopped_batch_does_not_end"));
  const since = Date.now() - 11 * 60_000;
  const insert = (status: object) =>
    env.DB.prepare(
      "INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at) VALUES (?, 'o', 't', 'running', ?, 0)",
    )
      .bind(`batch_${crypto.randomUUID()}`, JSON.stringify({ counts: { processing: 1 }, ...status }))
      .run();
  const operator = await signInOperator();
  await env.DB.prepare("DELETE FROM batches").run();
  await insert({ created_at: new Date(since).toISOString(), stopped_at: null });
  await runCron();
  expect([isAlerted(), (await operator.get("/admin/queues")).text.includes("Oldest stopped, not ended since")]).toEqual(
    [false, false],
  );
  await insert({ created_at: new Date(since).toISOString(), stopped_at: new Date(since).toISOString() });
  await runCron();
  expect([isAlerted(), (await operator.get("/admin/queues")).text.includes("Oldest stopped, not ended since")]).toEqual(
    [true, true],
  );
});
