import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { accountOf } from "../../../src/ledger/account.ts";
import {
  type Answer,
  advanceClock,
  anonymousKey,
  balanceOf,
  callTool,
  freezeClock,
  organisationOf,
  postForm,
  postJson,
  request,
  requestWith,
  tally,
  times,
} from "../../support/harness.ts";

afterEach(() => {
  vi.useRealTimers();
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

describe("an organisation's minute", () => {
  it("lets exactly the burst pass, also after an eviction, and a retry after Retry-After", async () => {
    const key = await anonymousKey();
    freezeClock();
    const answers = await times(100, () => callTool(key, "get_token_balance"));
    expect(tally(answers)).toEqual({ 200: 30, 429: 70 });
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.body.error).toBe("rate_limited");
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(refused?.headers.get("ratelimit")).toBe('"organisation";r=0;t=30');
    expect(refused?.headers.get("x-tokens-charged")).toBe("0");

    await evictDurableObject(accountOf(env, await organisationOf(key)));
    expect((await callTool(key, "get_token_balance")).status).toBe(429);
    advanceClock(1000);
    expect(tally(await times(5, () => callTool(key, "get_token_balance")))).toEqual({ 200: 1, 429: 4 });
  });

  it("is stored within seconds when nothing was refused", async () => {
    const key = await anonymousKey();
    const now = Date.now();
    freezeClock(now);
    await times(10, () => callTool(key, "get_token_balance"));
    const account = accountOf(env, await organisationOf(key));
    const stored = () =>
      runInDurableObject(account, (_, { storage }) => storage.sql.exec("SELECT * FROM counters").one());
    // Ten requests of 60 a minute.
    await expect.poll(async () => JSON.parse(`${(await stored()).counters_json}`).tat - now).toBe(10_000);
    // To poll moves a frozen clock.
    vi.setSystemTime(now);
    await evictDurableObject(account);
    expect(tally(await times(40, () => callTool(key, "get_token_balance")))).toEqual({ 200: 20, 429: 20 });
  });

  it("counts the index too, and one organisation's does not touch another's", async () => {
    const [one, other] = [await anonymousKey(), await anonymousKey()];
    freezeClock();
    expect(tally(await times(40, () => request("/api/v0", { headers: bearer(one) })))).toEqual({ 200: 30, 429: 10 });
    expect((await callTool(other, "get_token_balance")).status).toBe(200);
  });

  it("is the plan's, as D1 has it when the object starts empty", async () => {
    const key = await anonymousKey();
    await env.DB.prepare("UPDATE organisations SET plan = 'free' WHERE id = ?")
      .bind(await organisationOf(key))
      .run();
    const { headers } = await callTool(key, "get_token_balance");
    expect(headers.get("ratelimit-policy")).toBe('"organisation";q=120;w=60');
  });
});

describe("when the Durable Object cannot answer", () => {
  const failing = {
    getByName: () => ({
      begin: () => Promise.reject(new Error("down")),
      cancel: async () => {},
      statement: () => Promise.reject(new Error("down")),
    }),
  };
  const hanging = {
    getByName: () => ({
      begin: () => new Promise(() => {}),
      cancel: async () => {},
      statement: () => Promise.reject(new Error("down")),
    }),
  };

  it.each([
    ["fails", failing],
    ["hangs", hanging],
  ])("because it %s, the fallback limits the call", async (_, ACCOUNTS) => {
    const { setTimeout } = globalThis;
    // The limit lasts 30 s in tests.
    const timers = vi.spyOn(globalThis, "setTimeout");
    timers.mockImplementation((run, ms = 0) => setTimeout(run, ms / 30));
    onTestFinished(() => timers.mockRestore());
    const key = await anonymousKey();
    const call = (FALLBACK_LIMIT: unknown) =>
      requestWith({ ACCOUNTS, FALLBACK_LIMIT }, "/api/v0/get_token_balance", { headers: bearer(key) });
    const passed = await call({ limit: async () => ({ success: true }) });
    expect([passed.status, passed.headers.get("ratelimit")]).toEqual([200, null]);
    const refused = await call({ limit: async () => ({ success: false }) });
    expect([refused.status, refused.body.error, refused.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      "60",
    ]);
  });

  it("the real fallback is capped at 60 a minute", async () => {
    const minute = () => Math.floor(Date.now() / 60_000);
    const inOneMinute = async (): Promise<Answer[]> => {
      const began = minute();
      const headers = bearer(await anonymousKey());
      const answers = await times(80, () =>
        requestWith({ ACCOUNTS: failing }, "/api/v0/get_token_balance", { headers }),
      );
      // The limiter counts by the minute of the clock.
      return minute() === began ? answers : inOneMinute();
    };
    expect(tally(await inOneMinute())).toEqual({ 200: 60, 429: 20 });
  });
});

describe("a bad key", () => {
  it("that is forged, truncated or expired makes no D1 query and addresses no Durable Object", async () => {
    const key = await anonymousKey();
    const untouchable = new Proxy({}, { get: () => expect.unreachable("I/O for a bad key") });
    const bindings = { DB: untouchable, RATE_LIMITER: untouchable, ACCOUNTS: untouchable, CLAIMS: untouchable };
    const last = key.at(-1) === "0" ? "1" : "0";
    for (const bad of [key.slice(0, -1), `${key.slice(0, -1)}${last}`, `tg_${key.slice(4)}0`, "x"]) {
      const answer = await requestWith(bindings, "/api/v0/get_token_balance", { headers: bearer(bad) });
      expect([answer.status, answer.body.error]).toEqual([401, "invalid_token"]);
    }
    freezeClock(Date.now() + 31_536_000_000);
    const expired = await requestWith(bindings, "/api/v0/get_token_balance", { headers: bearer(key) });
    expect(expired.status).toBe(401);
  });

  it("of a rotated secret still works while the previous one is set", async () => {
    const key = await anonymousKey();
    const rotated = { SIGNING_SECRET: "a-new-secret", SIGNING_SECRET_PREVIOUS: env.SIGNING_SECRET };
    const kept = await requestWith(rotated, "/api/v0/get_token_balance", { headers: bearer(key) });
    expect(kept.status).toBe(200);
    const dropped = await requestWith({ SIGNING_SECRET: "a-new-secret" }, "/api/v0/get_token_balance", {
      headers: bearer(key),
    });
    expect(dropped.status).toBe(401);
  });

  it("that is revoked and sent too often from one address is rate limited; a forged one costs no look-up", async () => {
    const key = await anonymousKey();
    await postForm("/oauth/revoke", { token: key });
    const shield = { FLOOD_SHIELD: { limit: async () => ({ success: false }) } };
    const path = "/api/v0/get_token_balance";
    const dead = await requestWith(shield, path, { headers: bearer(key) });
    expect([dead.status, dead.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await requestWith(shield, path, { headers: bearer("tg_bad") })).status).toBe(401);
  });
});

describe("when the ledger cannot answer", () => {
  it("the call is refused, not served for free", async () => {
    const key = await anonymousKey();
    const down = () => {
      throw new Error("D1 is down: secret detail");
    };
    const ACCOUNTS = { getByName: () => ({ begin: async () => down(), cancel: async () => {} }) };
    const answer = await requestWith(
      { ACCOUNTS, DB: { prepare: down, batch: down } },
      "/api/v0/get_network_company_url",
      {
        method: "POST",
        body: JSON.stringify({ domain: "acme-robotics.example" }),
        headers: bearer(key),
      },
    );
    expect([answer.status, answer.body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(answer.text).not.toContain("secret detail");
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("anonymous registration", () => {
  const from = (ip: string) => ({
    method: "POST",
    body: '{"type":"anonymous"}',
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": ip },
  });
  const budget = { ANONYMOUS_KEYS_PER_IP_HOUR: "5", ANONYMOUS_KEYS_PER_IP_DAY: "20" };

  it("is limited to 5 an hour and 20 a day per address, with a truthful Retry-After", async () => {
    freezeClock();
    const ask = () => requestWith(budget, "/agent/identity", from("192.0.2.7"));
    const answers = await times(12, ask);
    expect(tally(answers)).toEqual({ 200: 5, 429: 7 });
    const refused = answers.find((answer) => answer.status === 429);
    expect([refused?.body.error, refused?.headers.get("retry-after")]).toEqual(["rate_limited", "3600"]);
    expect(refused?.headers.get("cache-control")).toBe("no-store");
    for (let hour = 1; hour < 4; hour++) {
      advanceClock(3_600_000);
      expect(tally(await times(6, ask))).toEqual({ 200: 5, 429: 1 });
    }
    advanceClock(3_600_000);
    const full = await ask();
    expect([full.status, full.headers.get("retry-after")]).toEqual([429, String(20 * 3600)]);
    advanceClock(20 * 3_600_000);
    expect((await ask()).status).toBe(200);
  });

  it("counts a /64 of IPv6 as one address, and never trusts a forwarded one", async () => {
    freezeClock();
    const answers = await times(8, (index) => {
      const init = from(`2001:db8:1:2::${index + 1}`);
      return requestWith(budget, "/agent/identity", {
        ...init,
        headers: { ...init.headers, "X-Forwarded-For": `198.51.100.${index}` },
      });
    });
    expect(tally(answers)).toEqual({ 200: 5, 429: 3 });
    expect((await requestWith(budget, "/agent/identity", from("2001:db8:1:3::1"))).status).toBe(200);
  });

  it("is refused when the budget cannot be checked", async () => {
    const RATE_LIMITER = { getByName: () => ({ spend: () => Promise.reject(new Error("down")) }) };
    const answer = await requestWith({ RATE_LIMITER }, "/agent/identity", from("192.0.2.9"));
    expect([answer.status, answer.body.error, answer.headers.get("retry-after")]).toEqual([
      503,
      "temporarily_unavailable",
      "5",
    ]);
  });

  it("answers with the fields of an access token, never cached", async () => {
    const { status, body, headers } = await postJson("/agent/identity", { type: "anonymous" });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^tg_/),
      token_type: "bearer",
      expires_in: 31_536_000,
      scope: "api",
    });
    expect(headers.get("cache-control")).toBe("no-store");
  });
});
