import { createExecutionContext, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import worker from "../../src/index.ts";
import { loseMessages, ringBatch } from "../support/batch-lines.ts";
import {
  advanceClock,
  anonymousKey,
  BASE,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  organisationOf,
  requestWith,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";
const INPUTS = Array.from({ length: 10 }, (_, index) => ({ domain: `once${index}.example` }));
const RESERVED = 20;
/** A claim of an idempotency key without an end is given up after two minutes. */
const CLAIM_MS = 121_000;

afterEach(() => void vi.useRealTimers());

type Fault = "answer" | "settlement";

/** The object that a request asks does what it is asked, and its answer is lost: of the batch's creation, or of the settlement. */
function losing(fault: Fault) {
  const lossy = (namespace: { getByName(name: string): unknown }, method: string) => ({
    getByName: (name: string) => {
      const methods = namespace.getByName(name) as Record<PropertyKey, (...values: unknown[]) => Promise<unknown>>;
      return new Proxy(methods, {
        get:
          (stub, asked) =>
          async (...values: unknown[]) => {
            // The process dies before it settles or cancels.
            if (fault === "settlement" && (asked === "settle" || asked === "cancel")) throw new Error("died");
            const answer = await stub[asked]?.(...values);
            if (asked === method) throw new Error("lost");
            return answer;
          },
      });
    },
  });
  if (fault === "answer") return { BATCHES: lossy(env.BATCHES, "create") };
  return { ACCOUNTS: lossy(env.ACCOUNTS, "settle") };
}

const body = { tool: TOOL, inputs: INPUTS };
const create = (key: string, name = "once") => callTool(key, "create_batch", body, { "Idempotency-Key": name });

async function createLosing(key: string, fault: Fault): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, "Idempotency-Key": "once", "Content-Type": "application/json" };
  const request = new Request(`${BASE}/api/v0/create_batch`, { method: "POST", headers, body: JSON.stringify(body) });
  // What the process would do after the answer is not awaited: it has died.
  await worker.fetch(request, { ...env, ...losing(fault) } as unknown as Env, createExecutionContext());
}

async function batchesOf(key: string): Promise<string[]> {
  const { batches } = (await callTool(key, "list_batches")).body;
  return batches.map(({ id }: { id: string }) => id);
}

it.each(["answer", "settlement"] as const)(
  "a creation whose %s is lost: its repeats get the batch that it made",
  async (fault) => {
    loseMessages();
    freezeClock();
    const key = await anonymousKey();
    await giveTokens(key, RESERVED);
    const before = await balanceOf(key);
    await createLosing(key, fault);
    const [made, ...others] = await batchesOf(key);
    expect([typeof made, others]).toEqual(["string", []]);
    advanceClock(CLAIM_MS);
    const repeated = await create(key);
    expect([repeated.status, repeated.body.id, repeated.body.tokens.reserved]).toEqual([202, made, RESERVED]);
    expect(repeated.headers.get("x-tokens-balance")).toBe(`${before - RESERVED}`);
    expect((await create(key)).body.id).toBe(made);
    expect(await batchesOf(key)).toEqual([made]);
    expect(await balanceOf(key)).toBe(before - RESERVED);
    expect(await brokenLedgers()).toEqual([]);
  },
);

it("of two requests with one key, which the account object did not see as one, both get the same batch", async () => {
  loseMessages();
  const key = await anonymousKey();
  await giveTokens(key, RESERVED);
  const before = await balanceOf(key);
  const headers = { Authorization: `Bearer ${key}`, "Idempotency-Key": "once", "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  // Each request has an account object that does not know of the other's.
  const forgetting = () => {
    const own = JSON.stringify(crypto.randomUUID());
    const getByName = (name: string) => {
      const methods = env.ACCOUNTS.getByName(name) as unknown as Record<PropertyKey, (...values: unknown[]) => unknown>;
      return new Proxy(methods, {
        get:
          (stub, asked) =>
          (...values: unknown[]) =>
            stub[asked]?.(...JSON.parse(JSON.stringify(values).replaceAll('"once"', own))),
      });
    };
    return requestWith({ ACCOUNTS: { getByName } }, "/api/v0/create_batch", init);
  };
  const answers = await Promise.all(Array.from({ length: 6 }, forgetting));
  const [made] = await batchesOf(key);
  expect(answers.map(({ status, body: { id } }) => [status, id])).toEqual(answers.map(() => [202, made]));
  expect(await batchesOf(key)).toEqual([made]);
  expect(await balanceOf(key)).toBe(before - RESERVED);
  expect(await brokenLedgers()).toEqual([]);
});

it("a creation that died half-way is finished by a repeat, and undone without one", async () => {
  loseMessages();
  const key = await anonymousKey();
  await giveTokens(key, RESERVED);
  const before = await balanceOf(key);
  const first = (await create(key)).body.id;
  /** As if the object had died between the batch's row and its lines. */
  const unmake = (id: string) =>
    runInDurableObject(env.BATCHES.getByName(id), (_, { storage }) => {
      storage.sql.exec("UPDATE batch SET progress_json = json_set(progress_json, '$.state', 'creating')");
      storage.sql.exec("DELETE FROM items");
    });
  const forgetAnswer = async () =>
    runInDurableObject(env.ACCOUNTS.getByName(await organisationOf(key)), (_, { storage }) => {
      storage.sql.exec("DELETE FROM answers");
    });
  await unmake(first);
  await forgetAnswer();
  await evictDurableObject(env.BATCHES.getByName(first));
  const finished = (await create(key)).body;
  expect([finished.id, finished.status, finished.counts.processing]).toEqual([first, "running", INPUTS.length]);

  await unmake(first);
  await forgetAnswer();
  await evictDurableObject(env.BATCHES.getByName(first));
  freezeClock(Date.now() + 61_000);
  await env.BATCHES.getByName(first).status();
  await runDurableObjectAlarm(env.BATCHES.getByName(first));
  expect(await batchesOf(key)).toEqual([]);
  expect(await balanceOf(key)).toBe(before);
  const second = await create(key);
  expect([second.status, second.body.id === first]).toEqual([202, false]);
  expect(await batchesOf(key)).toEqual([second.body.id]);
  expect(await brokenLedgers()).toEqual([]);
});

it("a repeat gets its batch also after that has ended and was deleted; a day later the key makes another one", async () => {
  loseMessages();
  freezeClock();
  const key = await anonymousKey();
  await giveTokens(key, 2 * RESERVED);
  await createLosing(key, "answer");
  const [made = ""] = await batchesOf(key);
  await callTool(key, "cancel_batch", { id: made });
  await ringBatch(made).catch(() => {});
  const repeated = (await create(key)).body;
  expect([repeated.id, repeated.status]).toEqual([made, "ended"]);
  advanceClock(25 * 3_600_000);
  const next = await create(key);
  expect([next.status, next.body.id === made]).toEqual([202, false]);
});

it("another request, key or organisation makes a batch of its own", async () => {
  loseMessages();
  const [key, other] = [await anonymousKey(), await anonymousKey()];
  for (const each of [key, other]) await giveTokens(each, 100);
  const ids = [await create(key), await create(key, "other"), await create(other)].map(({ body: { id } }) => id);
  expect(new Set(ids).size).toBe(3);
});
