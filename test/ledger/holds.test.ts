import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import worker from "../../src/index.ts";
import { settle, sweepHolds } from "../../src/ledger/holds.ts";
import {
  advanceClock,
  anonymousKey,
  BASE,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  organisationOf,
  requestWith,
  runCron,
  times,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";

beforeAll(async () => {
  const insert = `INSERT INTO companies (domain, name, network_url, source, observed_at)
    VALUES ('directory-row.example', 'Directory Row', 'https://www.network.example/company/directory-row', 'test', 0)`;
  await env.DB.prepare(insert).run();
});

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const holdsOf = async (key: string) => {
  const find = env.DB.prepare("SELECT id, state, tokens FROM holds WHERE organisation_id = ? ORDER BY id");
  return (await find.bind(await organisationOf(key)).all<{ id: string; state: string; tokens: number }>()).results;
};

/** Takes a hold and loses the request: its settlement never reaches D1, as when the isolate dies after the handler. */
async function dyingCall(key: string): Promise<void> {
  const DB = new Proxy(env.DB, {
    get(db, name) {
      if (name === "prepare") {
        return (text: string) =>
          text.startsWith("UPDATE holds") ? { bind: () => ({ run: () => new Promise(() => {}) }) } : db.prepare(text);
      }
      return Reflect.get(db, name).bind(db);
    },
  });
  const init = {
    method: "POST",
    body: '{"domain":"directory-row.example"}',
    headers: { Authorization: `Bearer ${key}` },
  };
  const context = createExecutionContext();
  const response = await worker.fetch(new Request(`${BASE}/api/v0/${TOOL}`, init), { ...env, DB } as Env, context);
  expect(response.status).toBe(200);
}

describe("a call whose request died", () => {
  it("is returned by the cron once its hold is 120 s old, and a late settlement changes nothing", async () => {
    freezeClock();
    const key = await anonymousKey();
    await dyingCall(key);
    const [hold] = await holdsOf(key);
    expect(hold).toMatchObject({ state: "open", tokens: 2 });
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 23, held: 2 });

    advanceClock(119_000);
    await runCron();
    expect(await balanceOf(key)).toBe(23);
    advanceClock(2_000);
    await runCron();
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 25, held: 0 });

    await settle(env.DB, hold?.id ?? "");
    await runCron();
    expect(await holdsOf(key)).toMatchObject([{ state: "expired" }]);
    expect(await balanceOf(key)).toBe(25);
  });

  it("is found by a sweep that begins where the last one stopped, and by many sweeps at once only once", async () => {
    freezeClock();
    const key = await anonymousKey();
    await runCron();
    for (let call = 0; call < 5; call++) await dyingCall(key);
    advanceClock(180_000);
    const swept = await times(8, () => sweepHolds(env.DB, Date.now()));
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("a hold", () => {
  it("ends once, whatever the database is told", async () => {
    const key = await anonymousKey();
    await callTool(key, TOOL, { domain: "directory-row.example" });
    const [hold] = await holdsOf(key);
    expect(hold?.state).toBe("settled");
    const again = env.DB.prepare("UPDATE holds SET state = 'released' WHERE id = ?").bind(hold?.id);
    await expect(again.run()).rejects.toThrow("a hold ends once");
    expect(await balanceOf(key)).toBe(23);
  });

  it("writes four rows for a call, settlement included", async () => {
    const key = await anonymousKey();
    await callTool(key, "get_token_balance");
    let written = 0;
    const counting = new Proxy(env.DB, {
      get(db, name) {
        const method = Reflect.get(db, name);
        if (name !== "batch" && name !== "prepare") return method.bind(db);
        if (name === "batch") {
          return async (statements: D1PreparedStatement[]) => {
            const results = await db.batch(statements);
            for (const { meta } of results) written += meta.rows_written;
            return results;
          };
        }
        return (text: string) => {
          const statement = db.prepare(text);
          if (!text.startsWith("UPDATE holds")) return statement;
          return {
            bind: (...values: unknown[]) => ({
              run: async () => {
                const result = await statement.bind(...values).run();
                written += result.meta.rows_written;
                return result;
              },
            }),
          };
        };
      },
    });
    const init = {
      method: "POST",
      body: '{"domain":"directory-row.example"}',
      headers: { Authorization: `Bearer ${key}` },
    };
    const answer = await requestWith({ DB: counting }, `/api/v0/${TOOL}`, init);
    expect(answer.headers.get("x-tokens-charged")).toBe("2");
    expect(written).toBe(4);
  });
});

describe("a caller who hangs up", () => {
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
    expect(await holdsOf(key)).toMatchObject([{ state: "settled", tokens: 2 }]);
    expect(await balanceOf(key)).toBe(23);
  });
});

describe("an idempotency key", () => {
  const call = (key: string, body: unknown, idempotencyKey: string) =>
    callTool(key, TOOL, body, { "Idempotency-Key": idempotencyKey });

  it("of 50 parallel requests charges once", async () => {
    const key = await anonymousKey();
    const organisation = await organisationOf(key);
    await env.DB.prepare("UPDATE organisations SET plan = 'paid' WHERE id = ?").bind(organisation).run();
    await env.RATE_LIMITER.getByName(`org:${organisation}`).setPlan("paid");
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
    const organisation = await organisationOf(key);
    const take =
      "INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES ('0', ?, 'expire', -23, 'take')";
    await env.DB.prepare(take).bind(organisation).run();
    expect((await call(key, { domain: "directory-row.example" }, "poor")).status).toBe(402);
    await env.DB.prepare(
      "INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES ('1', ?, 'grant', 9, 'give')",
    )
      .bind(organisation)
      .run();
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
