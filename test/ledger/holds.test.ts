import {
  createExecutionContext,
  evictDurableObject,
  runDurableObjectAlarm,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import worker from "../../src/index.ts";
import { accountOf, refreshAccount } from "../../src/ledger/account.ts";
import { sweepHolds } from "../../src/ledger/holds.ts";
import type { IdempotentCall } from "../../src/ledger/stored-answers.ts";
import { newId } from "../../src/lib/ids.ts";
import { sha256Hex } from "../../src/platform/secrets.ts";
import {
  advanceClock,
  anonymousKey,
  BASE,
  balanceOf,
  brokenLedgers,
  callsOf,
  callTool,
  freezeClock,
  giveTokens,
  makePaid,
  openHold,
  organisationOf,
  requestWith,
  runCron,
  times,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";

beforeAll(async () => {
  const insert = `INSERT INTO companies (domain, name, network_url, source, observed_at)
    VALUES ('directory-row.example', 'Directory Row', 'https://www.network.example/company/directory-row', 'test', 0)`;
  await env.DATA.prepare(insert).run();
});

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

/** A call that begins in the account object and whose Worker dies while the handler runs. */
async function dyingCall(key: string, idempotent: IdempotentCall | null = null): Promise<string> {
  const organisationId = await organisationOf(key);
  const hash = await sha256Hex(key);
  const id = newId(Date.now());
  const call = {
    id,
    key: { id: `key_${hash.slice(0, 24)}`, hash },
    tool: TOOL,
    tokens: 2,
    label: null,
    idempotent,
  };
  expect((await accountOf(env, organisationId).begin(call)).status).toBe("open");
  return id;
}

const balance = async (key: string) => (await callTool(key, "get_token_balance")).body;

describe("a call whose request died", () => {
  it("is given up once it is 120 s old, and a late settlement changes nothing", async () => {
    freezeClock();
    const key = await anonymousKey();
    const account = accountOf(env, await organisationOf(key));
    const id = await dyingCall(key);
    expect(await balance(key)).toMatchObject({ balance: 23, held: 2 });
    advanceClock(119_000);
    await runDurableObjectAlarm(account);
    expect(await balance(key)).toMatchObject({ balance: 23, held: 2 });
    advanceClock(2_000);
    await runDurableObjectAlarm(account);
    expect(await balance(key)).toMatchObject({ balance: 25, held: 0 });
    expect((await account.settle([{ id, tokens: 2 }])).results).toEqual([{ status: "ended" }]);
    expect(await callsOf(key)).toMatchObject([{ id, state: "released", held: 2, tokens: 0 }]);
    expect(await balanceOf(key)).toBe(25);
  });

  it("is charged after all when it was delivered and D1 has its settlement", async () => {
    freezeClock();
    const key = await anonymousKey();
    const organisation = await organisationOf(key);
    const id = await dyingCall(key);
    const keep = "INSERT INTO late_settlements (organisation_id, id, tokens) VALUES (?, ?, 2)";
    await env.DB.prepare(keep).bind(organisation, id).run();
    advanceClock(121_000);
    await runDurableObjectAlarm(accountOf(env, organisation));
    expect(await callsOf(key)).toMatchObject([{ id, state: "settled", tokens: 2 }]);
    expect(await balanceOf(key)).toBe(23);
  });

  it("is charged nothing and frees its key when it was settled, its answer is withheld, and no repeat could get it", async () => {
    const key = await anonymousKey();
    const account = accountOf(env, await organisationOf(key));
    const once = { key: "once", fingerprint: "same" };
    const id = await dyingCall(key, once);
    await account.settle([{ id, tokens: 2, answer: { key: once.key, json: null } }]);
    expect(await balance(key)).toMatchObject({ balance: 23, held: 0 });
    for (let sent = 0; sent < 2; sent++) await account.cancel(id, once.key);
    await evictDurableObject(account);
    for (let sent = 0; sent < 2; sent++) await runDurableObjectAlarm(account);
    expect(await balanceOf(key)).toBe(25);
    const { body } = await callTool(key, "list_transactions", {});
    expect(body.transactions.slice(0, 2)).toMatchObject([
      { type: "refund", tokens: 2, request_id: id },
      { type: "charge", tokens: -2, request_id: id },
    ]);
    await account.cancel(await dyingCall(key, once), once.key);
    expect(await balance(key)).toMatchObject({ balance: 25, held: 0 });
  });

  it("in D1 itself is returned by the cron, however many sweeps run concurrently", async () => {
    freezeClock();
    const key = await anonymousKey();
    await runCron();
    for (let call = 0; call < 5; call++) await openHold(key, 2);
    advanceClock(180_000);
    const swept = await times(8, () => sweepHolds(env.DB, Date.now()));
    expect(swept.flat()).toHaveLength(5);
    await refreshAccount(env, await organisationOf(key));
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("a caller who disconnects", () => {
  it("is charged for the finished call and for nothing else", async () => {
    const key = await anonymousKey();
    const context = createExecutionContext();
    const hangUp = new AbortController();
    const init = {
      method: "POST",
      body: '{"domain":"directory-row.example"}',
      headers: { Authorization: `Bearer ${key}` },
      signal: hangUp.signal,
    };
    const answered = Promise.resolve(
      worker.fetch(new Request(`${BASE}/api/v0/${TOOL}`, init), env as Env, context),
    ).catch(() => null);
    hangUp.abort();
    await answered;
    await waitOnExecutionContext(context);
    expect(await callsOf(key)).toMatchObject([{ state: "settled", tokens: 2 }]);
    expect(await balanceOf(key)).toBe(23);
  });
});

describe("an idempotency key", () => {
  const call = (key: string, body: unknown, idempotencyKey: string) =>
    callTool(key, TOOL, body, { "Idempotency-Key": idempotencyKey });

  it("of 50 parallel requests charges once", async () => {
    const key = await anonymousKey();
    await makePaid(key);
    const answers = await times(50, () => call(key, { domain: "directory-row.example" }, "one"));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(
      new Set(answers.some((answer) => answer.status === 409) ? [200, 409] : [200]),
    );
    expect(answers.filter((answer) => answer.headers.get("x-tokens-charged") === "2")).toHaveLength(1);
    expect(await balanceOf(key)).toBe(23);
    const replay = await call(key, { domain: "directory-row.example" }, "one");
    expect([replay.status, replay.headers.get("idempotent-replayed"), replay.headers.get("x-tokens-charged")]).toEqual([
      200,
      "true",
      "0",
    ]);
    expect(replay.body).toEqual(answers.find((answer) => answer.headers.get("x-tokens-charged") === "2")?.body);
  });

  it("with another body is 422, and another organisation's same key is its own", async () => {
    const [key, other] = [await anonymousKey(), await anonymousKey()];
    await call(key, { domain: "directory-row.example" }, "k");
    const mismatch = await call(key, { domain: "other.example" }, "k");
    expect([mismatch.status, mismatch.body.error]).toEqual([422, "idempotency_mismatch"]);
    const foreign = await call(other, { domain: "directory-row.example" }, "k");
    expect([foreign.status, foreign.headers.get("idempotent-replayed")]).toEqual([200, null]);
    expect([await balanceOf(key), await balanceOf(other)]).toEqual([23, 23]);
  });

  it("does not mind the order of fields, and lasts 24 h", async () => {
    freezeClock();
    const key = await anonymousKey();
    const headers = { Authorization: `Bearer ${key}`, "Idempotency-Key": "order" };
    const send = (body: string) => requestWith({}, `/api/v0/${TOOL}`, { method: "POST", body, headers });
    await send('{"domain":"directory-row.example","extra":{"a":1,"b":2}}');
    expect(
      (await send('{"extra":{"b":2,"a":1},"domain":"directory-row.example"}')).headers.get("idempotent-replayed"),
    ).toBe("true");
    advanceClock(24 * 3_600_000 + 1000);
    expect((await send('{"domain":"other.example"}')).headers.get("idempotent-replayed")).toBeNull();
  });

  it("is freed by a failure and by a want of tokens", async () => {
    const key = await anonymousKey();
    expect((await call(key, { domain: "failing.example" }, "f")).status).toBe(502);
    expect((await call(key, { domain: "directory-row.example" }, "f")).status).toBe(200);
    await giveTokens(key, -23);
    expect((await call(key, { domain: "directory-row.example" }, "poor")).status).toBe(402);
    await giveTokens(key, 9);
    expect((await call(key, { domain: "directory-row.example" }, "poor")).status).toBe(200);
    expect(await balanceOf(key)).toBe(7);
  });

  it("of a request that died is free again after the hold's lifetime", async () => {
    freezeClock();
    const key = await anonymousKey();
    const claim = `INSERT INTO idempotency (organisation_id, key, fingerprint, request_id, state, expires_at) VALUES (?, 'dead', 'x', 'gone', 'running', ?)`;
    await env.DB.prepare(claim)
      .bind(await organisationOf(key), Date.now() + 120_000)
      .run();
    expect((await call(key, { domain: "directory-row.example" }, "dead")).status).toBe(422);
    advanceClock(121_000);
    expect((await call(key, { domain: "directory-row.example" }, "dead")).status).toBe(200);
  });
});
