import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { accountOf, refreshAccount } from "../../src/ledger/account.ts";
import type { CallRequest, Settlement } from "../../src/ledger/account-types.ts";
import { HOUR_MS } from "../../src/lib/time.ts";
import { ledgersOf } from "../../src/platform/ledgers.ts";
import { claimWorkspace } from "../support/claim-flow.ts";
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
  postForm,
  request,
  requestWith,
  runCron,
  tally,
  times,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";
const KNOWN = { domain: "leased-row.example" };
const IN_BATCH = ["leased-one.example", "leased-two.example"];

beforeAll(async () => {
  const insert = `INSERT INTO companies (domain, name, network_url, source, observed_at)
    SELECT value, 'Leased Row', 'https://www.network.example/company/leased-row', 'test', 0 FROM json_each(?)`;
  await env.DATA.prepare(insert)
    .bind(JSON.stringify([KNOWN.domain, ...IN_BATCH]))
    .run();
});

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const message = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: TOOL, arguments: KNOWN },
});

function silenceErrors(): void {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
}

type McpAnswer = { id: number; result?: { isError?: boolean } };

async function sendMcp(key: string, body: unknown): Promise<McpAnswer[]> {
  const headers = {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-03-26",
  };
  const { body: answer } = await request("/mcp", { method: "POST", headers, body: JSON.stringify(body) });
  return Array.isArray(answer) ? answer : [answer as McpAnswer];
}

/** How many of the messages were answered with a result. */
async function overMcp(key: string, body: unknown): Promise<number> {
  const answers = await sendMcp(key, body);
  return answers.filter((answer) => answer?.result && !answer.result.isError).length;
}

const leasesOf = async (key: string) => {
  const find = env.DB.prepare("SELECT tokens, spent, state FROM leases WHERE organisation_id = ? ORDER BY id");
  return (await find.bind(await organisationOf(key)).all()).results;
};

/** How many items of a batch were answered; none when it could not be paid. */
async function inBatch(key: string): Promise<number> {
  const inputs = IN_BATCH.map((domain) => ({ domain }));
  const { status, body } = await callTool(key, "create_batch", { tool: TOOL, inputs });
  if (status !== 202) {
    expect(status).toBe(402);
    return 0;
  }
  const batch = env.BATCHES.getByName(body.id);
  await expect.poll(async () => (await batch.status())?.status).toBe("ended");
  return (await batch.status())?.counts.succeeded ?? 0;
}

describe.each(["cold", "warm"])("40 parallel calls of cost 2 on 25 tokens, %s", (state) => {
  async function keyWith25Tokens(): Promise<string> {
    const key = await anonymousKey();
    await makePaid(key);
    if (state === "warm") {
      await giveTokens(key, 2);
      expect((await callTool(key, TOOL, KNOWN)).status).toBe(200);
    }
    return key;
  }

  it("are 12 answers", async () => {
    const key = await keyWith25Tokens();
    const answers = await times(40, () => callTool(key, TOOL, KNOWN));
    expect(tally(answers)).toEqual({ 200: 12, 402: 28 });
    expect(await balanceOf(key)).toBe(1);
  });

  it("are 12 answers over REST, MCP, JSON-RPC batches and a batch of items together", async () => {
    const key = await keyWith25Tokens();
    const one = async () => ((await callTool(key, TOOL, KNOWN)).status === 200 ? 1 : 0);
    const delivered = await Promise.all([
      ...Array.from({ length: 14 }, one),
      ...Array.from({ length: 8 }, (_, id) => overMcp(key, message(id))),
      ...Array.from({ length: 4 }, () => overMcp(key, [1, 2, 3, 4].map(message))),
      inBatch(key),
    ]);
    // Calls are refused while the batch holds its tokens; what it returned can be spent then.
    while (await one()) delivered.push(1);
    expect(delivered.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(await balanceOf(key)).toBe(1);
  });
});

describe("a lease", () => {
  it("is flushed by alarm, returned after a minute without a call, and taken again", async () => {
    freezeClock();
    const key = await anonymousKey();
    const account = accountOf(env, await organisationOf(key));
    await callTool(key, TOOL, KNOWN);
    advanceClock(1_000);
    await runDurableObjectAlarm(account);
    const isApart = ledgersOf(env).length > 1;
    expect(await leasesOf(key)).toEqual([{ tokens: 25, spent: isApart ? 0 : 2, state: "open" }]);
    advanceClock(60_000);
    await runDurableObjectAlarm(account);
    expect(await leasesOf(key)).toEqual([{ tokens: 2, spent: 2, state: "closed" }]);
    const find = env.DB.prepare("SELECT balance FROM organisations WHERE id = ?");
    expect(await find.bind(await organisationOf(key)).first("balance")).toBe(23);
    expect((await callTool(key, TOOL, KNOWN)).headers.get("x-tokens-balance")).toBe("21");
  });

  it("whose object was evicted between any two calls loses nothing", async () => {
    const key = await anonymousKey();
    const account = accountOf(env, await organisationOf(key));
    for (let call = 1; call <= 12; call++) {
      const { status, headers } = await callTool(
        key,
        TOOL,
        KNOWN,
        call % 3 === 0 ? { "Idempotency-Key": `${call}` } : {},
      );
      expect([status, headers.get("x-tokens-balance")]).toEqual([200, `${25 - 2 * call}`]);
      await evictDurableObject(account);
    }
    expect((await callTool(key, TOOL, KNOWN)).status).toBe(402);
    expect((await callTool(key, TOOL, KNOWN, { "Idempotency-Key": "12" })).headers.get("idempotent-replayed")).toBe(
      "true",
    );
    expect(await callsOf(key)).toHaveLength(12);
  });

  it("is shown right by an object that was evicted after it was taken, though the keys had been read before", async () => {
    const key = await anonymousKey();
    // A free call reads organisation and keys; the lease that the paid one takes changes the balance alone.
    await callTool(key, "get_token_balance", {});
    await callTool(key, TOOL, KNOWN);
    await evictDurableObject(accountOf(env, await organisationOf(key)));
    const { headers, body } = await callTool(key, "get_token_balance", {});
    expect([headers.get("x-tokens-balance"), body.balance]).toEqual(["23", 23]);
  });

  it("is returned on time by an object that was evicted meanwhile: starting again does not move its alarm", async () => {
    freezeClock();
    const key = await anonymousKey();
    const account = accountOf(env, await organisationOf(key));
    const calledAt = Date.now();
    await callTool(key, TOOL, KNOWN);
    advanceClock(1_000);
    await runDurableObjectAlarm(account);
    advanceClock(50_000);
    await evictDurableObject(account);
    const alarmAt = await runInDurableObject(account, (_, { storage }) => storage.getAlarm());
    expect(alarmAt).toBe(calledAt + 60_000);
    advanceClock(9_000);
    await runDurableObjectAlarm(account);
    expect(await leasesOf(key)).toEqual([{ tokens: 2, spent: 2, state: "closed" }]);
  });

  it("that has not moved for minutes is recalled by the cron", async () => {
    freezeClock();
    const key = await anonymousKey();
    await callTool(key, TOOL, KNOWN);
    advanceClock(240_000);
    await runCron();
    expect(await leasesOf(key)).toEqual([{ tokens: 2, spent: 2, state: "closed" }]);
  });

  it("does not delay a purchase: credited tokens can be spent on the next call", async () => {
    const key = await anonymousKey();
    await giveTokens(key, -24);
    expect((await callTool(key, TOOL, KNOWN)).status).toBe(402);
    const { checkout_url } = (await callTool(key, "buy_tokens", { amount_usd: 5 })).body;
    expect((await request(checkout_url, { method: "POST" })).status).toBe(303);
    expect((await callTool(key, TOOL, KNOWN)).headers.get("x-tokens-balance")).toBe("499");
  });

  it("counts when an organisation is claimed: the trial expires as if nothing had been leased", async () => {
    const email = `${crypto.randomUUID().slice(0, 8)}@gmail.com`;
    await claimWorkspace(email, await anonymousKey());
    const key = await anonymousKey();
    const { checkout_url } = (await callTool(key, "buy_tokens", { amount_usd: 5 })).body;
    await request(checkout_url, { method: "POST" });
    for (let call = 0; call < 5; call++) await callTool(key, TOOL, KNOWN);
    // The same person by another spelling has taken a trial before: of this one 10 are spent and 15 expire.
    const target = await claimWorkspace(email.replace("@", "+2@"), key);
    const shown = await callTool(target, "get_token_balance");
    expect(shown.body).toMatchObject({ balance: 500, held: 0, owed: 0 });
  });
});

describe("D1 unreachable", () => {
  it("does not stop calls that the lease can pay", async () => {
    const key = await anonymousKey();
    await callTool(key, TOOL, KNOWN);
    const send = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: no route"));
    const answers = await times(5, () => callTool(key, TOOL, KNOWN));
    expect(tally(answers)).toEqual({ 200: 5 });
    send.mockRestore();
    expect(await balanceOf(key)).toBe(13);
    expect(await callsOf(key)).toHaveLength(6);
  });
});

describe("answers that are lost", () => {
  const organisations = new Map<string, number>();
  /** The account object, of which every nth answer to `method` is lost after it has worked. A stub that failed goes on failing. */
  const losing = (method: string, nth: number) => ({
    getByName(name: string) {
      let isBroken = false;
      return new Proxy(env.ACCOUNTS.getByName(name), {
        get(stub, called) {
          const methods = stub as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
          return async (...values: unknown[]) => {
            if (isBroken) throw new Error("stub broken");
            const answer = await methods[called as string]?.(...values);
            const count = (organisations.get(name + method) ?? 0) + (called === method ? 1 : 0);
            organisations.set(name + method, count);
            isBroken = called === method && count % nth === 0;
            if (isBroken) throw new Error("answer lost");
            return answer;
          };
        },
      });
    },
  });
  const call = (key: string, ACCOUNTS: unknown, headers: Record<string, string> = {}) =>
    requestWith({ ACCOUNTS }, `/api/v0/${TOOL}`, {
      method: "POST",
      body: JSON.stringify(KNOWN),
      headers: { Authorization: `Bearer ${key}`, ...headers },
    });

  it("of settle: each call is charged once, whatever was lost", async () => {
    silenceErrors();
    const key = await anonymousKey();
    const ACCOUNTS = losing("settle", 2);
    for (let index = 0; index < 8; index++) expect((await call(key, ACCOUNTS)).status).toBe(200);
    expect(await balanceOf(key)).toBe(9);
    expect(await callsOf(key)).toHaveLength(8);
  });

  it("of begin: the call is opened in D1 instead, and the one opened in the object is ended", async () => {
    silenceErrors();
    const key = await anonymousKey();
    await giveTokens(key, 500);
    const ACCOUNTS = losing("begin", 1);
    const told = await call(key, ACCOUNTS);
    // What is left in D1 beside the lease may be too little for a direct hold; then the answer is 503.
    expect([200, 503]).toContain(told.status);
    const charged = Number(told.headers.get("x-tokens-charged"));
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 525 - charged, held: 0 });
    const keyed = await call(key, ACCOUNTS, { "Idempotency-Key": "lost" });
    expect([keyed.status, keyed.headers.get("retry-after")]).toEqual([503, "2"]);
    const again = await callTool(key, TOOL, KNOWN, { "Idempotency-Key": "lost" });
    expect([again.status, again.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
  });
});

describe("a settlement that is not acknowledged", () => {
  /** The account object, whose next calls of `settle` do not reach it; the clock moves on by 26 s each. */
  const unsettled = (count: number) => ({
    getByName: (name: string) => {
      const account = env.ACCOUNTS.getByName(name);
      const settle = async (all: Settlement[]) => {
        if (count-- <= 0) return account.settle(all);
        advanceClock(26_000);
        throw new Error("out of reach");
      };
      return { begin: (call: CallRequest) => account.begin(call), settle };
    },
  });
  const call = (key: string, count: number, body: unknown, headers: Record<string, string> = {}) =>
    requestWith({ ACCOUNTS: unsettled(count) }, `/api/v0/${TOOL}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${key}`, ...headers },
    });

  it("charges a delivered call with an idempotency key once, however late the object learns of it", async () => {
    silenceErrors();
    // So far ahead that no alarm fires by itself.
    freezeClock(Date.now() + HOUR_MS);
    const key = await anonymousKey();
    const headers = { "Idempotency-Key": "late" };
    const delivered = await call(key, 3, KNOWN, headers);
    expect([delivered.status, delivered.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
    advanceClock(60_000);
    expect((await callTool(key, TOOL, KNOWN, headers)).body.error).toBe("idempotency_in_progress");
    await runDurableObjectAlarm(accountOf(env, await organisationOf(key)));
    expect((await callTool(key, TOOL, KNOWN, headers)).body.error).toBe("idempotency_result_unavailable");
    expect(await balanceOf(key)).toBe(23);
  });

  it("charges a miss that the caller was told is free nothing, whatever is left of the day's allowance", async () => {
    silenceErrors();
    freezeClock(Date.now() + HOUR_MS);
    const key = await anonymousKey();
    const missing = { domain: "does-not-exist.example" };
    for (let miss = 0; miss < 5; miss++) await callTool(key, TOOL, missing);
    const told = await call(key, 2, missing);
    expect([told.status, told.headers.get("x-tokens-charged")]).toEqual([200, "0"]);
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("a key that D1 could not be asked about", () => {
  it("is 503 until it can, not 401", async () => {
    const key = await anonymousKey();
    // It does not learn that there is a new key.
    const deaf = (name: string) => ({
      begin: (call: CallRequest) => env.ACCOUNTS.getByName(name).begin(call),
      refresh: () => Promise.reject(new Error("out of reach")),
    });
    silenceErrors();
    const create = {
      method: "POST",
      body: JSON.stringify({ name: "new" }),
      headers: { Authorization: `Bearer ${key}` },
    };
    const { body } = await requestWith({ ACCOUNTS: { getByName: deaf } }, "/api/v0/create_api_key", create);
    const send = vi.spyOn(Object.getPrototypeOf(env.DB), "batch").mockRejectedValue(new Error("D1_ERROR: no route"));
    expect((await callTool(body.api_key, TOOL, KNOWN)).status).toBe(503);
    send.mockRestore();
    expect((await callTool(body.api_key, TOOL, KNOWN)).status).toBe(200);
  });
});

describe("a revocation", () => {
  it("is in force on the very next request, on every path, however warm the object is", async () => {
    const key = await anonymousKey();
    const other = (await callTool(key, "create_api_key", { name: "other" })).body.api_key;
    expect((await callTool(other, TOOL, KNOWN)).status).toBe(200);
    await postForm("/oauth/revoke", { token: other });
    const bearer = { Authorization: `Bearer ${other}` };
    const answers = [
      await callTool(other, TOOL, KNOWN),
      await callTool(other, "get_token_balance"),
      await callTool(other, "no_such_tool"),
      await request("/api/v0", { headers: bearer }),
      await request("/mcp", { method: "POST", headers: { ...bearer, "Content-Type": "application/json" }, body: "{" }),
    ];
    expect(tally(answers)).toEqual({ 401: answers.length });
    // A read of D1 that was on its way, or an object that starts anew, revives nothing.
    await refreshAccount(env, await organisationOf(key));
    await evictDurableObject(accountOf(env, await organisationOf(key)));
    expect((await callTool(other, TOOL, KNOWN)).status).toBe(401);
    expect((await callTool(key, TOOL, KNOWN)).status).toBe(200);
  });

  it("that the object cannot be told of is 503, and 200 once it can", async () => {
    const key = await anonymousKey();
    const away = { getByName: () => ({ revoke: () => Promise.reject(new Error("away")) }) };
    const init = { method: "POST", body: new URLSearchParams({ token: key }) };
    const refused = await requestWith({ ACCOUNTS: away }, "/oauth/revoke", init);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect((await postForm("/oauth/revoke", { token: key })).status).toBe(200);
    expect((await callTool(key, TOOL, KNOWN)).status).toBe(401);
  });
});

describe("misses", () => {
  it("of an anonymous organisation are free up to 10 tokens a day, and as much as was charged", async () => {
    freezeClock();
    const key = await anonymousKey();
    const miss = async () => {
      const { status, headers } = await callTool(key, TOOL, { domain: "does-not-exist.example" });
      expect(status).toBe(200);
      return Number(headers.get("x-tokens-charged"));
    };
    for (let call = 0; call < 5; call++) expect(await miss()).toBe(0);
    expect(await miss()).toBe(2);
    // Two tokens were charged, so two more are free.
    expect(await miss()).toBe(0);
    expect(await miss()).toBe(2);
    expect(await balanceOf(key)).toBe(21);
  });
});
