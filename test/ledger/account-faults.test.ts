import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { wakeStaleBatches } from "../../src/batches/batch-records.ts";
import { ItemStore } from "../../src/batches/item-store.ts";
import { DATABASE_TIME_LIMIT_MS } from "../../src/constants.ts";
import { chargeInDatabase } from "../../src/ledger/account.ts";
import { settle } from "../../src/ledger/holds.ts";
import { KnownAccount } from "../../src/ledger/known-account.ts";
import { Lease } from "../../src/ledger/lease.ts";
import { LeaseStore } from "../../src/ledger/lease-store.ts";
import { newId } from "../../src/lib/ids.ts";
import { MINUTE_MS } from "../../src/lib/time.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callsOf,
  callTool,
  freezeClock,
  giveTokens,
  holdInDatabase,
  makePaid,
  organisationOf,
  times,
} from "../support/harness.ts";
import { randomFrom } from "../support/random-ledger.ts";

const TOOL = "get_network_company_url";
const COST = 2;
const KNOWN = { domain: "faulty-row.example" };

beforeAll(async () => {
  const insert = `INSERT INTO companies (domain, name, network_url, source, observed_at)
    VALUES ('faulty-row.example', 'Faulty Row', 'https://www.network.example/company/faulty-row', 'test', 0)`;
  await env.DATA.prepare(insert).run();
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

/** Tokens that a call was told it cost. What is 503 has cost nothing and is sent again. */
async function charge(key: string): Promise<number> {
  for (;;) {
    const { status, headers } = await callTool(key, TOOL, KNOWN);
    if (status !== 503) return Number(headers.get("x-tokens-charged"));
  }
}

/** D1, of which the first answers are lost. */
function losing(answers: number): D1Database {
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await env.DB.batch(statements);
    if (answers-- > 0) throw new Error("lost");
    return results;
  };
  return { prepare: (text: string) => env.DB.prepare(text), batch } as unknown as D1Database;
}

const openCall = {
  ...{ keyId: "key_1", tool: TOOL, held: COST, tokens: 0, state: "open" as const, label: null },
  ...{ subjects: [], beganAt: 0, endedAt: 0 },
};

const sum = (tokens: number[]) => tokens.reduce((total, part) => total + part, 0);

it("an object that restarts before it has stored a call's end returns the call's part of a cap once", async () => {
  const account = env.ACCOUNTS.getByName("cap-of-a-lost-end");
  const left = await runInDurableObject(account, async (_, { storage }) => {
    const store = new LeaseStore(storage);
    store.calls.sharesWrites = true;
    const subjects = ["connection:con_1"];
    store.calls.caps.set("connection:con_1", 10);
    store.calls.begin({ ...openCall, id: "1", subjects });
    await store.calls.stored(true);
    store.calls.end("1", "released", 0, 0);
    // The object dies here. The next one finds the call open, and ends it.
    const restarted = new LeaseStore(storage);
    const used = restarted.calls.caps.left("connection:con_1");
    restarted.calls.end("1", "released", 0, 0);
    return [used, restarted.calls.caps.left("connection:con_1")];
  });
  expect(left).toEqual([10 - COST, 10]);
});

it("an object that restarts after its last flush does not take spent tokens for unused, whatever calls came meanwhile", async () => {
  const organisationId = await organisationOf(await anonymousKey());
  const account = env.ACCOUNTS.getByName("slot-of-a-flushed-call");
  const free = await runInDurableObject(account, async (_, { storage }) => {
    const lease = new Lease(storage, env.DB, { organisationId, holder: "test" });
    await lease.take({ tokens: 25, keyHash: null, subjects: [] });
    lease.hold({ ...openCall, id: "first" });
    lease.hold({ ...openCall, id: "long" });
    lease.calls.end("first", "settled", COST, 0);
    await lease.flush();
    // Rows of ended calls are used again after a minute.
    lease.hold({ ...openCall, id: "later", beganAt: 2 * MINUTE_MS });
    const restarted = new Lease(storage, env.DB, { organisationId, holder: "test" });
    const left = [lease.free, restarted.free];
    for (const id of ["long", "later"]) restarted.calls.end(id, "released", 0, 0);
    await restarted.giveBack();
    return left;
  });
  expect(free).toEqual([25 - 3 * COST, 25 - 3 * COST]);
});

it("fifty first calls under a cap ask D1 twice: for the lease, which says that there is a cap, and for the cap", async () => {
  const key = await anonymousKey();
  await giveTokens(key, 75);
  const { body } = await callTool(key, "create_api_key", { name: "capped", cap_tokens_per_day: 1_000 });
  const organisationId = await organisationOf(key);
  const subjects = [`day:${new Date().toISOString().slice(0, 10)}:${body.id}`];
  const db = losing(0);
  const send = vi.spyOn(db, "batch");
  const account = env.ACCOUNTS.getByName("fifty-first-calls");
  await runInDurableObject(account, async (_, { storage }) => {
    const lease = new Lease(storage, db, { organisationId, holder: "test" });
    const ask = { tokens: COST, keyHash: null };
    await times(50, async (index) => {
      // The first asks while the others are still read.
      for (let step = 0; step < 10 * index; step++) await null;
      await lease.take({ ...ask, subjects: [] });
      const call = { ...openCall, id: `${index}`, subjects };
      while (lease.hold(call).status !== "held") await lease.take({ ...ask, subjects });
    });
    expect(send).toHaveBeenCalledTimes(2);
    for (const { id } of lease.calls.open()) lease.calls.end(id, "released", 0, 0);
    await lease.giveBack();
  });
  expect(await balanceOf(key)).toBe(100);
});

it("the reserve of a cap whose first exchange had no answer goes back to D1 with the lease", async () => {
  const key = await anonymousKey();
  const { body } = await callTool(key, "create_api_key", { name: "capped", cap_tokens_per_day: 10 });
  const organisationId = await organisationOf(key);
  const subject = `day:${new Date().toISOString().slice(0, 10)}:${body.id}`;
  const find = env.DB.prepare("SELECT sum(tokens) AS reserved FROM lease_caps WHERE subject = ?").bind(subject);
  const account = env.ACCOUNTS.getByName("cap-of-a-lost-answer");
  const ask = { tokens: COST, keyHash: null };
  for (const next of [(lease: Lease) => lease.take({ ...ask, subjects: ["day:another"] }), () => {}]) {
    await runInDurableObject(account, async (_, { storage }) => {
      const lease = new Lease(storage, losing(2), { organisationId, holder: "test" });
      await expect(lease.take({ ...ask, subjects: [subject] })).rejects.toThrow("lost");
      expect(await find.first("reserved")).toBeGreaterThan(0);
      await next(lease);
      await lease.giveBack();
      expect(lease.isOpen).toBe(false);
    });
    expect(await find.first("reserved")).toBe(0);
    expect(await balanceOf(key)).toBe(25);
  }
});

it("a lease that D1 opens after its object has given it up holds no tokens", async () => {
  const key = await anonymousKey();
  const organisationId = await organisationOf(key);
  const account = env.ACCOUNTS.getByName("lease-opened-late");
  const late: D1PreparedStatement[][] = [];
  const keeping = { prepare: env.DB.prepare.bind(env.DB), batch: env.DB.batch.bind(env.DB) } as unknown as D1Database;
  await runInDurableObject(account, async (_, { storage }) => {
    const lease = new Lease(storage, keeping, { organisationId, holder: "test" });
    vi.spyOn(keeping, "batch").mockImplementation((statements) => {
      late.push(statements);
      return Promise.reject(new Error("lost"));
    });
    await expect(lease.take({ tokens: COST, keyHash: null, subjects: [] })).rejects.toThrow("lost");
    vi.mocked(keeping.batch).mockRestore();
    await lease.giveBack();
    expect(lease.isOpen).toBe(false);
  });
  for (const statements of late) await expect(env.DB.batch(statements)).rejects.toThrow("UNIQUE");
  expect(await balanceOf(key)).toBe(25);
});

it("an exchange that was under way when D1 changed does not bring back what was read before", async () => {
  freezeClock();
  const key = await anonymousKey();
  const organisationId = await organisationOf(key);
  const find = env.DB.prepare("SELECT id, hash FROM api_keys WHERE organisation_id = ?").bind(organisationId);
  const { id = "", hash = "" } = (await find.first<{ id: string; hash: string }>()) ?? {};
  const account = env.ACCOUNTS.getByName("exchange-under-way");
  const read = await runInDurableObject(account, async (_, { storage }) => {
    const known = new KnownAccount(storage, env.DB, organisationId);
    const along = known.readAlong();
    const results = await env.DB.batch(along.statements());
    await env.DB.prepare("UPDATE api_keys SET cap_per_day = 4 WHERE id = ?").bind(id).run();
    await env.DB.prepare("UPDATE organisations SET blocked_at = 1 WHERE id = ?").bind(organisationId).run();
    known.expire();
    await known.read();
    along.read(results);
    const { isBlocked } = known;
    await env.DB.prepare("UPDATE organisations SET blocked_at = NULL WHERE id = ?").bind(organisationId).run();
    await known.read();
    return [isBlocked, known.key(id, hash, Date.now())?.capPerDay];
  });
  expect(read).toEqual([true, 4]);
});

it("a read answered by D1 before an exchange, and arriving after it, does not bring back the balance before it", async () => {
  const organisationId = await organisationOf(await anonymousKey());
  const account = env.ACCOUNTS.getByName("late-read");
  await runInDurableObject(account, async (_, { storage }) => {
    const db = losing(0);
    const known = new KnownAccount(storage, db, organisationId);
    const lease = new Lease(storage, env.DB, { organisationId, holder: "test" }, () => known.readAlong());
    const available = () => (known.organisation?.balance ?? 0) + lease.free;
    await known.read();
    const changes = [() => lease.take({ tokens: COST, keyHash: null, subjects: [] }), () => lease.giveBack()];
    for (const change of changes) {
      const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
      vi.spyOn(db, "batch").mockImplementationOnce(async (statements) => {
        const results = await env.DB.batch(statements);
        await arrives;
        return results as never;
      });
      const reading = known.read();
      await change();
      arrive();
      await reading;
      expect(available()).toBe(25);
      expect(known.isFresh(Date.now())).toBe(true);
    }
  });
});

it("a read and an exchange that were under way when D1 changed are read again", async () => {
  const organisationId = await organisationOf(await anonymousKey());
  const account = env.ACCOUNTS.getByName("read-under-way");
  await runInDurableObject(account, async (_, { storage }) => {
    const known = new KnownAccount(storage, env.DB, organisationId);
    const isFresh = () => known.isFresh(Date.now());
    const readBefore = known.read();
    known.expire();
    await readBefore;
    expect(isFresh()).toBe(false);
    // The exchange is answered first during the read that follows the change, then after it.
    for (const isDuring of [true, false]) {
      const along = known.readAlong();
      const results = await env.DB.batch(along.statements());
      known.expire();
      const sent = vi.spyOn(Object.getPrototypeOf(env.DB), "batch");
      const reading = known.read();
      if (isDuring) along.read(results);
      await reading;
      expect(sent).toHaveBeenCalledTimes(isDuring ? 2 : 1);
      sent.mockRestore();
      expect(isFresh()).toBe(true);
      if (!isDuring) along.read(results);
      expect(isFresh()).toBe(isDuring);
    }
  });
});

it("in whatever order D1 answers reads, exchanges and changes, a fresh balance is the right one", async () => {
  const key = await anonymousKey();
  const organisationId = await organisationOf(key);
  const random = randomFrom(7);
  const pause = async () => {
    for (let turns = Math.floor(random() * 6); turns > 0; turns--) await scheduler.wait(0);
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    await pause();
    const results = await env.DB.batch(statements);
    await pause();
    return results;
  };
  const db = { prepare: env.DB.prepare.bind(env.DB), batch } as unknown as D1Database;
  await runInDurableObject(env.ACCOUNTS.getByName("any-order"), async (_, { storage }) => {
    const known = new KnownAccount(storage, db, organisationId);
    const lease = new Lease(storage, db, { organisationId, holder: "test" }, () => known.readAlong());
    let tokens = 25;
    const change = async () => {
      tokens++;
      await env.DB.prepare("INSERT INTO entries VALUES (?1, ?2, 'grant', 1, ?1)")
        .bind(newId(Date.now()), organisationId)
        .run();
      known.expire();
      await known.read();
    };
    const actions = [
      () => known.read(),
      () => lease.take({ tokens: lease.free + 1, keyHash: null, subjects: [] }),
      () => lease.giveBack(),
      change,
    ];
    for (let round = 0; round < 100; round++) {
      const started = Array.from({ length: 2 + Math.floor(random() * 4) }, async () => {
        await pause();
        return actions[Math.floor(random() * actions.length)]?.();
      });
      await Promise.all(started);
      if (!known.isFresh(Date.now())) await known.read();
      expect((known.organisation?.balance ?? 0) + lease.free, `round ${round}`).toBe(tokens);
    }
    await lease.giveBack();
  });
});

it("a call does not use the part of a cap that is on its way back to D1", async () => {
  const key = await anonymousKey();
  const { body } = await callTool(key, "create_api_key", { name: "capped", cap_tokens_per_day: 4 });
  const organisationId = await organisationOf(key);
  const subject = `day:${new Date().toISOString().slice(0, 10)}:${body.id}`;
  const account = env.ACCOUNTS.getByName("cap-on-its-way-back");
  const statuses = await runInDurableObject(account, async (_, { storage }) => {
    const lease = new Lease(storage, env.DB, { organisationId, holder: "test" });
    const open = { ...openCall, held: 4 };
    await lease.take({ tokens: 4, keyHash: null, subjects: [subject] });
    lease.hold({ ...open, id: "uncapped" });
    const returned = lease.giveBack();
    // The exchange is planned in the next turn, and D1 answers later.
    await Promise.resolve();
    await Promise.resolve();
    lease.calls.end("uncapped", "released", 0, 0);
    const meanwhile = lease.hold({ ...open, id: "capped", subjects: [subject] }).status;
    await returned;
    await lease.take({ tokens: 4, keyHash: null, subjects: [subject] });
    const afterwards = lease.hold({ ...open, id: "capped", subjects: [subject] }).status;
    lease.calls.end("capped", "released", 0, 0);
    await lease.giveBack();
    return [meanwhile, afterwards];
  });
  expect(statuses).toEqual(["capped", "held"]);
});

it("the clock going back charges each call once", async () => {
  freezeClock();
  const key = await anonymousKey();
  await makePaid(key);
  for (const jumpMs of [0, -60 * MINUTE_MS, 1_000, -90_000, 120 * MINUTE_MS]) {
    advanceClock(jumpMs);
    const call = () => callTool(key, TOOL, KNOWN, { "Idempotency-Key": `${jumpMs}` });
    const first = await call();
    // After a jump back the burst is used up: the limit asks for a moment.
    if (first.status === 429) advanceClock(Number(first.headers.get("retry-after")) * 1_000);
    expect(first.status === 429 ? (await call()).status : first.status).toBe(200);
  }
  expect(await balanceOf(key)).toBe(15);
  expect(await callsOf(key)).toHaveLength(5);
});

it("ten minutes without D1: the lease pays for as long as its key may be believed, then the answer is 503", async () => {
  freezeClock();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const key = await anonymousKey();
  expect(await charge(key)).toBe(COST);
  const send = vi.spyOn(Object.getPrototypeOf(env.DB), "batch").mockRejectedValue(new Error("D1_ERROR: no route"));
  for (let minute = 1; minute <= 9; minute++) {
    advanceClock(MINUTE_MS);
    expect((await callTool(key, TOOL, KNOWN)).status, `after ${minute} minutes`).toBe(200);
  }
  expect(send).toHaveBeenCalled();
  advanceClock(MINUTE_MS + 1_000);
  const late = await callTool(key, TOOL, KNOWN);
  expect([late.status, late.headers.has("retry-after")]).toEqual([503, true]);
  send.mockRestore();
  expect(await charge(key)).toBe(COST);
  expect(await balanceOf(key)).toBe(25 - 11 * COST);
  expect((await callsOf(key)).filter(({ state }) => state === "settled")).toHaveLength(11);
});

it("two concurrent versions of the Worker: direct holds and the account object share one balance", async () => {
  const key = await anonymousKey();
  await makePaid(key);
  await giveTokens(key, 75);
  const old = async () => {
    const { id, status } = await holdInDatabase(key, TOOL, COST);
    return status === "held" && (await settle(env.DB, id)) ? COST : 0;
  };
  const told = await Promise.all([times(20, old), times(20, () => charge(key)), times(20, old)]);
  const charged = sum(told.flat());
  expect(charged).toBeGreaterThanOrEqual(20 * COST);
  expect(await balanceOf(key)).toBe(100 - charged);
});

it("a D1 that never answers is asked again, and stops neither the lease nor the keys for good", async () => {
  const organisationId = await organisationOf(await anonymousKey());
  const account = env.ACCOUNTS.getByName("silent-database");
  await runInDurableObject(account, async (_, { storage }) => {
    const db = losing(0);
    const lease = new Lease(storage, db, { organisationId, holder: "test" });
    const known = new KnownAccount(storage, db, organisationId);
    for (const ask of [() => lease.take({ tokens: COST, keyHash: null, subjects: [] }), () => known.read()]) {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const silent = vi.spyOn(db, "batch").mockImplementation(() => new Promise(() => {}));
      const asked = expect(ask()).rejects.toThrow("no answer");
      // Each attempt is waited for, and the second follows some turns after the first has failed.
      for (let turn = 0; turn < 20; turn++) {
        await scheduler.wait(0);
        vi.advanceTimersByTime(DATABASE_TIME_LIMIT_MS);
      }
      await asked;
      silent.mockRestore();
      vi.useRealTimers();
      await ask();
    }
    expect(lease.free).toBeGreaterThan(0);
    expect(known.organisation).not.toBeNull();
    await lease.giveBack();
  });
});

it("an item of a batch whose answer could not be stored is charged once, when it is", async () => {
  // So far ahead that no alarm fires by itself.
  freezeClock(Date.now() + 60 * MINUTE_MS);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const key = await anonymousKey();
  const send = vi.spyOn(Object.getPrototypeOf(env.ITEMS), "sendBatch").mockResolvedValue(undefined);
  const { id } = (await callTool(key, "create_batch", { tool: TOOL, inputs: [KNOWN] })).body;
  const batch = env.BATCHES.getByName(id);
  await expect.poll(() => send.mock.calls.length).toBeGreaterThan(0);
  const run = async (attempt: number) => {
    expect(await batch.begin(0, attempt)).not.toBeNull();
    return batch.finish(0, attempt, { status: "succeeded", answerJson: "{}", isMiss: false });
  };
  vi.spyOn(ItemStore.prototype, "succeed").mockImplementationOnce(() => {
    throw new Error("SQLITE_TOOBIG");
  });
  await expect(run(1)).rejects.toThrow("SQLITE_TOOBIG");
  advanceClock(61_000);
  await runDurableObjectAlarm(batch);
  expect(await run(2)).toBe(true);
  const drive = async () => {
    advanceClock(1_000);
    await runDurableObjectAlarm(batch);
    return (await batch.status())?.status ?? "ended";
  };
  await expect.poll(drive).toBe("ended");
  expect(await balanceOf(key)).toBe(25 - COST);
});

it("a batch whose messages and alarm were lost continues when the cron finds it silent", async () => {
  freezeClock(Date.now() - 4 * MINUTE_MS);
  const key = await anonymousKey();
  const send = vi.spyOn(Object.getPrototypeOf(env.ITEMS), "sendBatch").mockResolvedValue(undefined);
  const { id } = (await callTool(key, "create_batch", { tool: TOOL, inputs: [KNOWN] })).body;
  const batch = env.BATCHES.getByName(id);
  await expect.poll(() => send.mock.calls.length).toBeGreaterThan(0);
  await runInDurableObject(batch, (_, { storage }) => storage.deleteAlarm());
  await evictDurableObject(batch);
  send.mockRestore();
  vi.useRealTimers();
  await wakeStaleBatches(env, Date.now());
  // D1 is asked, because an object that is asked starts, and goes on by itself.
  const find = env.DB.prepare("SELECT state FROM leases WHERE holder = ?").bind(id);
  await expect.poll(() => find.first("state")).toBe("closed");
  expect(await balanceOf(key)).toBe(25 - COST);
});

it("a charge that D1 decides is not refused while the account object has leased the balance", async () => {
  const key = await anonymousKey();
  expect(await charge(key)).toBe(COST);
  expect((await holdInDatabase(key, TOOL, 20)).status).not.toBe("held");
  const take = () => holdInDatabase(key, TOOL, 20);
  const held = await chargeInDatabase(env, await organisationOf(key), take, ({ status }) => status !== "held");
  expect(held.status).toBe("held");
  await settle(env.DB, held.id);
  expect(await charge(key)).toBe(COST);
  expect(await balanceOf(key)).toBe(1);
});
