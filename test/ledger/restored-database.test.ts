import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { accountOf, flushAccount, recallStaleLeases } from "../../src/ledger/account.ts";
import { Lease } from "../../src/ledger/lease.ts";
import { readStatement } from "../../src/ledger/reconciliation.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { beginLine, loseMessages, ringBatch } from "../support/batch-lines.ts";
import { copyDatabase } from "../support/copied-database.ts";
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
  runCron,
  tally,
  times,
} from "../support/harness.ts";
import { KNOWN, seedCompany, TOOL } from "../support/mcp-harness.ts";

const COST = 2;
/** Of a new anonymous organisation. */
const TRIAL = 25;

beforeAll(seedCompany);
// Requests of one test must not fall into two days.
beforeEach(() => freezeClock());
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const call = (key: string) => callTool(key, TOOL, KNOWN);
const numberIn = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .first<number>("n");
const openLeases = () => numberIn("SELECT count(*) AS n FROM leases WHERE state = 'open'");

async function keyWith(tokens: number): Promise<{ key: string; organisation: string }> {
  const key = await anonymousKey();
  if (tokens > TRIAL) await giveTokens(key, tokens - TRIAL);
  await makePaid(key);
  return { key, organisation: await organisationOf(key) };
}

/** Tokens that D1 alone has: the balance without what is owed, and what is unspent in open leases. */
const inDatabase = (organisation: string) =>
  numberIn(
    `SELECT balance - owed + coalesce((SELECT sum(tokens - spent) FROM leases l
      WHERE l.organisation_id = o.id AND l.state = 'open'), 0) AS n FROM organisations o WHERE id = ?`,
    organisation,
  );

it.each([
  ["had no lease", 0],
  ["had the same lease, of which less was spent", 3],
])("D1 is put back to a moment when it %s: what is spent from then on is charged, to the token", async (_, before) => {
  const { key, organisation } = await keyWith(1_000);
  for (let round = 0; round < before; round++) await call(key);
  await flushAccount(env, organisation);
  const putBack = await copyDatabase(env.DB);
  // Two flushes, so that the lease is ahead of D1 by more than the one that is never answered.
  for (let flush = 0; flush < 2; flush++) {
    await times(3, () => call(key));
    await flushAccount(env, organisation);
  }
  await putBack();
  expect(await inDatabase(organisation)).toBe(1_000 - before * COST);

  expect(tally(await times(8, () => call(key)))).toEqual({ 200: 8 });
  await flushAccount(env, organisation);
  expect(await balanceOf(key)).toBe(1_000 - (before + 8) * COST);
  expect(await inDatabase(organisation)).toBe(1_000 - (before + 8) * COST);
  expect((await callsOf(key)).filter(({ tokens }) => tokens === COST)).toHaveLength(before + 8);
  // At rest D1 has every token.
  await accountOf(env, organisation).recall();
  expect(await openLeases()).toBe(0);
  expect(await numberIn("SELECT balance AS n FROM organisations WHERE id = ?", organisation)).toBe(
    1_000 - (before + 8) * COST,
  );
});

it("the restore is undone: the lease of the time between is given up, and each call is charged in the world that has it", async () => {
  const { key, organisation } = await keyWith(1_000);
  await call(key);
  await flushAccount(env, organisation);
  const toEarlier = await copyDatabase(env.DB);
  await times(4, () => call(key));
  await flushAccount(env, organisation);
  const toLater = await copyDatabase(env.DB);
  await toEarlier();
  await times(2, () => call(key));
  await flushAccount(env, organisation);
  expect(await balanceOf(key)).toBe(1_000 - 3 * COST);
  await toLater();
  await times(3, () => call(key));
  await flushAccount(env, organisation);
  expect(await balanceOf(key)).toBe(1_000 - 8 * COST);
  await accountOf(env, organisation).recall();
  expect(await openLeases()).toBe(0);
  expect(await callsOf(key)).toHaveLength(8);
});

const openCall = {
  ...{ keyId: "key_1", tool: TOOL, tokens: 0, state: "open" as const, label: null, subjects: [] },
  ...{ held: 10, beganAt: 0, endedAt: 0 },
};

it("calls that run while D1 is put back are charged when they end, wherever the isolate dies", async () => {
  // Each number is a request to D1 after the restore that is lost, before or after it ran, together with the isolate.
  for (const [lost, when] of [0, 1, 2, 3, 4].flatMap((lost) => [[lost, "before"] as const, [lost, "after"] as const])) {
    const { organisation } = await keyWith(100);
    const account = env.ACCOUNTS.getByName(`runs-through-a-restore-${lost}-${when}`);
    const putBack = await copyDatabase(env.DB);
    let sent = Number.NEGATIVE_INFINITY;
    const batch = async (statements: D1PreparedStatement[]) => {
      const isLost = sent++ === lost;
      if (isLost && when === "before") throw new Error("lost");
      const results = await env.DB.batch(statements);
      if (isLost) throw new Error("lost");
      return results;
    };
    const losing = { prepare: env.DB.prepare.bind(env.DB), batch } as unknown as D1Database;
    await runInDurableObject(account, async (_, { storage }) => {
      const open = () => new Lease(storage, losing, { organisationId: organisation, holder: "test" });
      let lease = open();
      const repeat = async (step: () => Promise<unknown>) => {
        await step().catch(() => {
          lease = open();
        });
        await step();
      };
      await lease.take({ tokens: 40, keyHash: null, subjects: [] });
      for (const id of ["ended", "running", "restarted"]) lease.hold({ ...openCall, id: `${id} ${lost} ${when}` });
      lease.calls.end(`ended ${lost} ${when}`, "settled", 10, 1);
      await putBack();
      sent = 0;
      await repeat(() => lease.flush());
      expect([lease.free, lease.calls.openTokens, await inDatabase(organisation)]).toEqual([0, 20, 90]);
      lease.calls.end(`running ${lost} ${when}`, "settled", 10, 2);
      lease = open();
      lease.calls.end(`restarted ${lost} ${when}`, "settled", 7, 3);
      await repeat(() => lease.giveBack());
      expect(lease.isOpen).toBe(false);
    });
    expect(await inDatabase(organisation)).toBe(100 - 27);
    expect(await numberIn("SELECT sum(tokens) AS n FROM calls WHERE organisation_id = ?", organisation)).toBe(27);
    expect(await openLeases()).toBe(0);
  }
});

it("what the balance of that moment does not cover is owed, until the purchase is credited again", async () => {
  const { key, organisation } = await keyWith(TRIAL);
  const putBack = await copyDatabase(env.DB);
  await giveTokens(key, 1_000);
  await times(30, () => call(key));
  await flushAccount(env, organisation);
  // These are not in D1 when it is put back.
  await times(20, () => call(key));
  await putBack();
  await evictDurableObject(env.ACCOUNTS.getByName(organisation));
  await flushAccount(env, organisation);
  expect(await inDatabase(organisation)).toBe(TRIAL - 20 * COST);
  expect((await call(key)).status).toBe(402);
  await giveTokens(key, 1_000);
  expect((await call(key)).status).toBe(200);
  await flushAccount(env, organisation);
  expect(await inDatabase(organisation)).toBe(TRIAL + 1_000 - 21 * COST);
  expect(await readStatement(env, organisation)).toMatchObject({ owed: 0, difference: 0, unlisted: 0 });
});

it("calls of an organisation that D1 no longer knows are forgotten, and nothing is repeated for ever", async () => {
  const putBack = await copyDatabase(env.DB);
  const { key, organisation } = await keyWith(100);
  await times(3, () => call(key));
  await runInDurableObject(env.ACCOUNTS.getByName("gone"), async (_, { storage }) => {
    const lease = new Lease(storage, env.DB, { organisationId: organisation, holder: "test" });
    await lease.take({ tokens: 40, keyHash: null, subjects: [] });
    for (const id of ["ended", "running"]) lease.hold({ ...openCall, id });
    lease.calls.end("ended", "settled", 10, 1);
    await putBack();
    await lease.flush();
    expect([lease.isDue, lease.calls.openTokens, lease.free]).toEqual([false, 0, 0]);
    lease.calls.end("running", "settled", 0, 2);
    await lease.giveBack();
    expect([lease.isOpen, lease.isDue]).toEqual([false, false]);
  });
  await accountOf(env, organisation).recall();
  await accountOf(env, organisation).refresh();
  expect((await call(key)).status).toBe(401);
  const open = "SELECT count(*) AS n FROM leases WHERE organisation_id = ? AND state = 'open'";
  expect(await numberIn(open, organisation)).toBe(0);
});

it("the cron returns a lease that only D1 has", async () => {
  const { key, organisation } = await keyWith(500);
  await call(key);
  await flushAccount(env, organisation);
  const putBack = await copyDatabase(env.DB);
  await accountOf(env, organisation).recall();
  await putBack();
  const balance = () => numberIn("SELECT balance AS n FROM organisations WHERE id = ?", organisation);
  expect(await balance()).toBeLessThan(500 - COST);
  await recallStaleLeases(env, Date.now() + DAY_MS);
  expect(await balance()).toBe(500 - COST);
});

const FOUND = { status: "succeeded" as const, answerJson: "{}", isMiss: false };

/** Runs these lines of a batch, and rings its alarm a minute later. */
async function runLines(id: string, lines: number[]): Promise<void> {
  for (const line of lines) await beginLine(id, line);
  for (const line of lines) expect(await env.BATCHES.getByName(id).finish(line, 1, FOUND)).toBe(true);
  advanceClock(61_000);
  await ringBatch(id);
}

it.each([
  ["was not there yet", 0],
  ["had run a part", 2],
])(
  "a batch runs through a restore to a moment when it %s: each line is charged once, and its owner finds it",
  async (_, before) => {
    loseMessages();
    const { key, organisation } = await keyWith(1_000);
    const toBefore = await copyDatabase(env.DB);
    const inputs = Array.from({ length: 8 }, (__, index) => ({ domain: `restored${before}-${index}.example` }));
    const { id } = (await callTool(key, "create_batch", { tool: TOOL, inputs })).body;
    await runLines(id, [0, 1]);
    const putBack = before > 0 ? await copyDatabase(env.DB) : toBefore;
    await runLines(id, [2, 3]);
    // It is charged, running and waiting lines that the restore meets.
    await beginLine(id, 4);
    await putBack();
    await ringBatch(id);
    expect(await env.BATCHES.getByName(id).finish(4, 1, FOUND)).toBe(true);
    await runLines(id, [5, 6, 7]);
    await ringBatch(id);
    expect((await callTool(key, "get_batch", { id })).body).toMatchObject({
      status: "ended",
      stopped_reason: "completed",
      counts: { succeeded: 8, processing: 0 },
      tokens: { reserved: 0, charged: 8 * COST },
    });
    expect((await callTool(key, "list_batch_results", { id })).body.results).toHaveLength(8);
    expect((await callTool(key, "list_batches")).body.batches).toMatchObject([{ id, status: "ended" }]);
    // The lost time's lines are back in the balance, as its calls are.
    expect(await balanceOf(key)).toBe(1_000 - (before + 4) * COST);
    await accountOf(env, organisation).recall();
    expect(await openLeases()).toBe(0);
    expect(await inDatabase(organisation)).toBe(1_000 - (before + 4) * COST);
  },
);

it("a batch that ended in the lost time ends again, and its tokens are back", async () => {
  loseMessages();
  const { key, organisation } = await keyWith(1_000);
  const inputs = Array.from({ length: 3 }, (_, index) => ({ domain: `ended${index}.example` }));
  const { id } = (await callTool(key, "create_batch", { tool: TOOL, inputs })).body;
  await runLines(id, [0]);
  const putBack = await copyDatabase(env.DB);
  await runLines(id, [1, 2]);
  await ringBatch(id);
  expect((await callTool(key, "get_batch", { id })).body.status).toBe("ended");
  await putBack();
  expect((await callTool(key, "list_batches")).body.batches).toMatchObject([{ id, status: "ended" }]);
  await runCron();
  await ringBatch(id);
  await accountOf(env, organisation).recall();
  expect(await openLeases()).toBe(0);
  expect(await numberIn("SELECT count(*) AS n FROM batches WHERE state <> 'ended'")).toBe(0);
  expect(await inDatabase(organisation)).toBe(1_000 - COST);
});
