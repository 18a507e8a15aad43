import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimWorkspace } from "../../support/claim-flow.ts";
import {
  anonymousKey,
  callTool,
  makePaid,
  organisationOf,
  request,
  requestWith,
  tally,
  times,
} from "../../support/harness.ts";

type ListedKey = {
  id: string;
  name: string;
  masked: string;
  current: boolean;
  revoked_at: string | null;
  last_used_on: string | null;
};

async function keysOf(key: string): Promise<ListedKey[]> {
  const { status, body } = await callTool(key, "list_api_keys");
  expect(status).toBe(200);
  return body.api_keys;
}

async function create(key: string, name = "second"): Promise<{ id: string; api_key: string; masked: string }> {
  const { status, body } = await callTool(key, "create_api_key", { name });
  expect(status).toBe(200);
  return body as { id: string; api_key: string; masked: string };
}

describe("create_api_key", () => {
  it("returns a key that works, is shown once and is listed by its mask", async () => {
    const key = await anonymousKey();
    const answer = await callTool(key, "create_api_key", { name: "  research agent " });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { id, api_key, masked, created_at, expires_at } = answer.body;
    expect(answer.body.name).toBe("research agent");
    expect(api_key).toMatch(/^tg_[0-9A-Za-z]{60}$/);
    const lifetimeMs = Date.parse(expires_at) - Date.parse(created_at);
    expect(Math.abs(lifetimeMs - 31_536_000_000)).toBeLessThan(1000);
    expect(await organisationOf(api_key)).toBe(await organisationOf(key));

    const listed = await keysOf(api_key);
    expect(listed).toHaveLength(2);
    expect(listed.find((one) => one.id === id)).toMatchObject({
      name: "research agent",
      masked,
      current: true,
      revoked_at: null,
    });
    expect(JSON.stringify(listed)).not.toContain(api_key);
    const stored = await env.DB.prepare("SELECT * FROM api_keys WHERE id = ?").bind(id).first();
    expect(JSON.stringify(stored)).not.toContain(api_key.slice(8, 40));
  });

  it("makes 50 active keys at most, counted exactly under 80 parallel requests", async () => {
    const key = await anonymousKey();
    await makePaid(key);
    const answers = await times(80, (index) => callTool(key, "create_api_key", { name: `key ${index}` }));
    expect(tally(answers)).toEqual({ 200: 49, 400: 31 });
    expect(answers.find((answer) => answer.status === 400)?.body.detail).toContain("50");
    expect((await keysOf(key)).filter((one) => one.revoked_at === null)).toHaveLength(50);
    const [first] = answers.filter((answer) => answer.status === 200);
    await callTool(key, "revoke_api_key", { id: first?.body.id });
    await create(key);
    expect((await callTool(key, "create_api_key", { name: "one more" })).status).toBe(400);
  });

  it("repeated with an idempotency key never shows the key again, nor makes another", async () => {
    const key = await anonymousKey();
    const repeat = () => callTool(key, "create_api_key", { name: "once" }, { "Idempotency-Key": "make-1" });
    expect((await repeat()).status).toBe(200);
    const second = await repeat();
    expect([second.status, second.body.error]).toEqual([409, "idempotency_result_unavailable"]);
    expect(await keysOf(key)).toHaveLength(2);
  });

  it.each([{}, { name: "" }, { name: "   " }, { name: "x".repeat(101) }, { name: 5 }, { name: null }])(
    "refuses %j",
    async (input) => {
      const key = await anonymousKey();
      expect((await callTool(key, "create_api_key", input)).status).toBe(400);
      expect(await keysOf(key)).toHaveLength(1);
    },
  );

  it.each([
    ["revoked", (owner: string, id: string) => callTool(owner, "revoke_api_key", { id })],
    [
      "claimed with its organisation",
      (owner: string) => claimWorkspace(`claimer-${crypto.randomUUID()}@keys.example`, owner),
    ],
  ])("leaves no successor to a key that is %s between its check and the new key", async (_, interfere) => {
    const owner = await anonymousKey();
    const leaked = await create(owner, "leaked");
    const organisation = await organisationOf(owner);
    const { db, reached, go } = pausedBeforeBatch(1);
    const headers = { Authorization: `Bearer ${leaked.api_key}` };
    const minting = requestWith({ DB: db }, "/api/v0/create_api_key", {
      method: "POST",
      body: '{"name":"successor"}',
      headers,
    });
    await reached;
    await interfere(owner, leaked.id);
    go();
    expect((await minting).status).toBe(401);
    const successors = "SELECT count(*) AS n FROM api_keys WHERE organisation_id = ? AND name = 'successor'";
    expect(await env.DB.prepare(successors).bind(organisation).first("n")).toBe(0);
  });
});

/** D1 as it is, but for its nth batch, which waits for `go`. */
function pausedBeforeBatch(nth: number) {
  const [gate, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let batches = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    batches += 1;
    if (batches === nth) {
      arrival.resolve();
      await gate.promise;
    }
    return env.DB.batch(statements);
  };
  const db = { prepare: (text: string) => env.DB.prepare(text), batch };
  return { db, reached: arrival.promise, go: () => gate.resolve() };
}

describe("revoke_api_key", () => {
  it("kills a key for the very next request, on every path, and lists it as revoked", async () => {
    const key = await anonymousKey();
    const { id, api_key } = await create(key);
    expect((await callTool(key, "revoke_api_key", { id })).body).toEqual({ id, status: "revoked" });
    expect((await callTool(api_key, "get_token_balance")).status).toBe(401);
    expect((await request("/api/v0", { headers: { Authorization: `Bearer ${api_key}` } })).status).toBe(401);
    const listed = (await keysOf(key)).find((one) => one.id === id);
    expect(listed?.revoked_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect((await callTool(key, "revoke_api_key", { id })).body).toEqual({ id, status: "revoked" });
    expect((await keysOf(key)).find((one) => one.id === id)?.revoked_at).toBe(listed?.revoked_at);
  });

  it("tells the limiter, so that a revoked key does not count against its organisation's rate limit", async () => {
    const key = await anonymousKey();
    const { id, api_key } = await create(key);
    await callTool(key, "revoke_api_key", { id });
    const left = async () =>
      /r=(\d+)/.exec((await callTool(key, "get_token_balance")).headers.get("RateLimit") ?? "")?.[1];
    const before = Number(await left());
    const refused = await times(20, () => callTool(api_key, "get_token_balance"));
    expect(tally(refused)).toEqual({ 401: 20 });
    expect(Number(await left())).toBeGreaterThanOrEqual(before - 1);
  });

  it("may be the key of this very call, once", async () => {
    const key = await anonymousKey();
    const [current] = await keysOf(key);
    const headers = { "Idempotency-Key": "self" };
    expect((await callTool(key, "revoke_api_key", { id: current?.id }, headers)).body.status).toBe("revoked");
    expect((await callTool(key, "list_api_keys")).status).toBe(401);
  });

  it("neither sees nor touches another organisation's keys", async () => {
    const [key, other] = [await anonymousKey(), await anonymousKey()];
    const [theirs] = await keysOf(other);
    expect((await keysOf(key)).map((one) => one.id)).not.toContain(theirs?.id);
    for (const id of [theirs?.id, "key_000000000000000000000000", "x", "' OR 1=1 --"]) {
      const answer = await callTool(key, "revoke_api_key", { id });
      expect([answer.status, answer.body]).toEqual([200, { id, status: "not_found" }]);
    }
    expect(await keysOf(other)).toMatchObject([{ revoked_at: null }]);
    for (const input of [{}, { id: "" }, { id: 5 }, { id: "x".repeat(101) }]) {
      expect((await callTool(key, "revoke_api_key", input)).status).toBe(400);
    }
  });

  it("is final while the limiter is away: D1 has the last word", async () => {
    const key = await anonymousKey();
    const { id, api_key } = await create(key);
    const away = { RATE_LIMITER: { getByName: () => ({ take: fails, revoke: fails, setPlan: fails }) } };
    const headers = { Authorization: `Bearer ${key}` };
    const revoke = { method: "POST", body: JSON.stringify({ id }), headers };
    expect((await requestWith(away, "/api/v0/revoke_api_key", revoke)).body.status).toBe("revoked");
    expect((await callTool(api_key, "get_token_balance")).status).toBe(401);
  });
});

const fails = () => Promise.reject(new Error("the limiter is away"));

describe("list_api_keys", () => {
  it("notes the day of the last use", async () => {
    const key = await anonymousKey();
    const { api_key, id } = await create(key);
    expect((await keysOf(key)).find((one) => one.id === id)?.last_used_on).toBeNull();
    await callTool(api_key, "get_token_balance");
    const today = new Date().toISOString().slice(0, 10);
    expect((await keysOf(key)).find((one) => one.id === id)?.last_used_on).toBe(today);
  });
});
