import { env } from "cloudflare:workers";
import { expect, it, onTestFinished, vi } from "vitest";
import type { ItemMessage } from "../../src/batches/batch-types.ts";
import { serveItems } from "../../src/batches/serve-items.ts";
import { FREE_MISSES_PER_DAY } from "../../src/constants.ts";
import { accountOf } from "../../src/ledger/account.ts";
import { beginLine, loseMessages, ringBatch } from "../support/batch-lines.ts";
import { brokenLedgers, callTool, organisationOf, richKey, times } from "../support/harness.ts";

const TOOL = "get_network_company_url";
const COST = 2;
const FOUND = { status: "succeeded" as const, answerJson: "{}", isMiss: false };
const MISSED = { ...FOUND, isMiss: true };

async function runningBatch(lines: number) {
  loseMessages();
  const key = await richKey();
  const inputs = Array.from({ length: lines }, (_, index) => ({ domain: `miss${index}.example` }));
  const { id } = (await callTool(key, "create_batch", { tool: TOOL, inputs })).body;
  return { key, id };
}

/** Durable Objects cannot be asked this until what it returns is called. */
function loseRequests(method: string): () => void {
  const namespace = Object.getPrototypeOf(env.ACCOUNTS);
  const { getByName } = namespace;
  const find = vi.spyOn(namespace, "getByName").mockImplementation(function (this: unknown, ...name: unknown[]) {
    const stub = getByName.apply(this, name);
    return new Proxy(stub, {
      get:
        (_, asked) =>
        (...values: unknown[]) =>
          asked === method ? Promise.reject(new Error("lost")) : stub[asked](...values),
    });
  });
  onTestFinished(() => find.mockRestore());
  return () => find.mockRestore();
}

it("lines that end at the same time report each charged token once to the allowance for free misses", async () => {
  const { key, id } = await runningBatch(20);
  const account = accountOf(env, await organisationOf(key));
  await times(20, (index) => beginLine(id, index));
  // Nothing is reported between the found lines and the missed ones.
  await times(10, (index) => env.BATCHES.getByName(id).finish(index, 1, FOUND));
  await times(10, (index) => env.BATCHES.getByName(id).finish(10 + index, 1, MISSED));
  const { tokens } = (await callTool(key, "get_batch", { id })).body;
  expect(tokens.charged).toBe(10 * COST);
  await ringBatch(id);
  let left = 0;
  while (left < 1_000 && (await account.countElsewhere(0, 1))) left++;
  expect(left).toBe(FREE_MISSES_PER_DAY + 10 * COST - 10 * COST);
  expect(await brokenLedgers()).toEqual([]);
});

it("tokens that the account object did not hear of are reported later", async () => {
  const { key, id } = await runningBatch(2);
  const account = accountOf(env, await organisationOf(key));
  await times(2, (index) => beginLine(id, index));
  await env.BATCHES.getByName(id).finish(0, 1, FOUND);
  const reach = loseRequests("countElsewhere");
  await env.BATCHES.getByName(id).finish(1, 1, MISSED);
  reach();
  await ringBatch(id);
  let left = 0;
  while (left < 1_000 && (await account.countElsewhere(0, 1))) left++;
  expect(left).toBe(FREE_MISSES_PER_DAY + COST);
});

it("a request to begin a line, or its answer, that is lost is repeated, and the line runs once", async () => {
  const { key, id } = await runningBatch(2);
  for (const isReached of [false, true]) {
    const index = isReached ? 1 : 0;
    let asked = 0;
    const runs: string[] = [];
    const getByName = (name: string) =>
      new Proxy(env.BATCHES.getByName(name), {
        get(stub, method) {
          const methods = stub as unknown as Record<PropertyKey, (...values: unknown[]) => Promise<unknown>>;
          return async (...values: unknown[]) => {
            const isLost = method === "begin" && asked++ === 0;
            if (isLost && !isReached) throw new Error("lost");
            const answer = await methods[method]?.(...values);
            if (isLost) throw new Error("lost");
            return answer;
          };
        },
      });
    const message = { body: { batch: id, index, attempt: 1 } } as Message<ItemMessage>;
    const run = async (_: Env, { callId }: { callId: string }) => {
      runs.push(callId);
      return FOUND;
    };
    await serveItems([message], { ...env, BATCHES: { getByName } } as unknown as Env, run, () => {});
    expect([asked, runs.length]).toEqual([2, 1]);
  }
  await ringBatch(id);
  expect((await callTool(key, "get_batch", { id })).body).toMatchObject({
    status: "ended",
    counts: { succeeded: 2 },
    tokens: { charged: 2 * COST, reserved: 0 },
  });
  expect(await brokenLedgers()).toEqual([]);
});
