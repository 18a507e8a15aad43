import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import {
  anonymousKey,
  balanceOf,
  callTool,
  giveTokens,
  hastenTimeLimits,
  makePaid,
  postForm,
  postJson,
  request,
  tally,
  times,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";
const KNOWN = { domain: "directory-row.example" };

beforeAll(async () => {
  await env.DATA.prepare(
    `INSERT INTO companies (domain, name, network_url, confidence, source, observed_at)
     VALUES ('directory-row.example', 'Directory Row', 'https://www.network.example/company/directory-row', 0.99, 'test', ?)`,
  )
    .bind(Date.now())
    .run();
});

describe("an answer", () => {
  it("has the tool's fields, the charge and the remaining balance", async () => {
    const key = await anonymousKey();
    const { status, body, headers } = await callTool(key, TOOL, KNOWN);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: "https://www.network.example/company/directory-row",
      domain: KNOWN.domain,
      status: "ok",
    });
    expect(headers.get("x-tokens-charged")).toBe("2");
    expect(headers.get("x-tokens-balance")).toBe("23");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
    expect(headers.get("ratelimit-policy")).toBe('"organisation";q=60;w=60');
    expect(headers.get("ratelimit")).toMatch(/^"organisation";r=\d+;t=\d+$/);
    expect(await balanceOf(key)).toBe(23);
  });

  it("that found nothing is free, and history says so", async () => {
    const key = await anonymousKey();
    const { status, body, headers } = await callTool(key, TOOL, { domain: "does-not-exist.example" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ url: null, status: "not_found" });
    expect(headers.get("x-tokens-charged")).toBe("0");
    expect(headers.get("x-tokens-balance")).toBe("25");
    expect(await balanceOf(key)).toBe(25);
    const [latest] = (await callTool(key, "list_transactions", { limit: 1 })).body.transactions;
    expect(latest).toMatchObject({ type: "charge", tokens: 0, tool: TOOL });
  });

  it("comes under the alias of the tool, which is not listed", async () => {
    const key = await anonymousKey();
    expect((await callTool(key, "get_linkedin_company_url", KNOWN)).status).toBe(200);
    const index = await request("/api/v0", { headers: { Authorization: `Bearer ${key}` } });
    expect(Object.keys(index.body)).toEqual(["tools"]);
    expect(index.body.tools[TOOL]).toEqual({ cost: 2 });
    expect(index.text).not.toContain("linkedin");
  });

  // Prices are public: an agent compares them before it registers. A wrong key is 401 all the same.
  it("of the index needs no key, and is the same with one", async () => {
    const bare = await request("/api/v0");
    expect([bare.status, Object.keys(bare.body), bare.headers.get("x-tokens-charged")]).toEqual([200, ["tools"], "0"]);
    const withKey = await request("/api/v0", { headers: { Authorization: `Bearer ${await anonymousKey()}` } });
    expect(withKey.text).toBe(bare.text);
  });

  it("of the balance comes over GET and POST", async () => {
    const key = await anonymousKey();
    const got = await request("/api/v0/get_token_balance", { headers: { Authorization: `Bearer ${key}` } });
    expect(got.status).toBe(200);
    expect(got.body).toMatchObject({
      balance: 25,
      held: 0,
      owed: 0,
      plan: "anonymous",
      rate_limit: { limit: 60, window_seconds: 60 },
    });
    expect(got.body.tools.socials[TOOL]).toEqual({ cost: 2 });
    expect((await callTool(key, "get_token_balance")).body).toEqual(got.body);
  });

  it("needs no content type, and an empty body is {}", async () => {
    const key = await anonymousKey();
    const bare = await request("/api/v0/get_token_balance", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(bare.status).toBe(200);
  });
});

describe("a refusal", () => {
  it("for a misspelt field names the declared one and the missing fields", async () => {
    const { status, body } = await callTool(await anonymousKey(), TOOL, { domian: "acme-robotics.example" });
    expect([status, body.detail]).toEqual([
      400,
      `domian: is not a field of ${TOOL}; did you mean domain?; domain: is required`,
    ]);
    expect(body.errors).toMatchObject([{ path: "domian", did_you_mean: "domain" }, { path: "domain" }]);
  });

  const problems: [string, number, string, (key: string) => Promise<Awaited<ReturnType<typeof request>>>][] = [
    ["malformed JSON", 400, "invalid_request", (key) => send(key, TOOL, "{")],
    ["an array", 400, "invalid_request", (key) => send(key, TOOL, "[]")],
    ["text that is not UTF-8", 400, "invalid_request", (key) => send(key, TOOL, new Uint8Array([0x7b, 0xff, 0x7d]))],
    [
      "JSON nested too deep",
      400,
      "invalid_request",
      (key) => send(key, TOOL, `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`),
    ],
    ["a wrong type", 400, "invalid_request", (key) => callTool(key, TOOL, { domain: 5 })],
    ["a missing field", 400, "invalid_request", (key) => callTool(key, TOOL, {})],
    ["an IP address", 400, "invalid_request", (key) => callTool(key, TOOL, { domain: "127.0.0.1" })],
    ["an unknown tool", 404, "tool_not_found", (key) => callTool(key, "get_network_company_ulr", KNOWN)],
    ["an unknown method", 405, "method_not_allowed", (key) => send(key, TOOL, null, "DELETE")],
    ["GET of a tool that changes things", 405, "method_not_allowed", (key) => send(key, TOOL, null, "GET")],
    ["64 kB and a byte", 413, "payload_too_large", (key) => send(key, TOOL, `{"domain":"${"a".repeat(65_536 - 12)}"}`)],
    ["an odd idempotency key", 400, "invalid_request", (key) => callTool(key, TOOL, KNOWN, { "Idempotency-Key": "ü" })],
  ];

  it.each(problems)("of %s is %i %s and costs nothing", async (_, status, code, run) => {
    const key = await anonymousKey();
    const answer = await run(key);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body).toMatchObject({ status, error: code, request_id: answer.headers.get("x-request-id") });
    expect(answer.body).toHaveProperty("type");
    expect(answer.body).toHaveProperty("title");
    expect(answer.body).toHaveProperty("detail");
    expect(answer.body).toHaveProperty("instance");
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
    expect(await balanceOf(key)).toBe(25);
  });

  it("names the fields that are wrong", async () => {
    const { body } = await callTool(await anonymousKey(), TOOL, { domain: 5 });
    expect(body.errors).toEqual([{ path: "domain", message: expect.any(String) }]);
  });

  it("of an unknown tool names the nearest, and of a method the allowed ones", async () => {
    const key = await anonymousKey();
    expect((await callTool(key, "get_network_company_ulr")).body.nearest[0]).toBe(TOOL);
    expect((await send(key, TOOL, null, "PUT")).headers.get("allow")).toBe("POST");
    expect((await send(key, "get_token_balance", null, "PUT")).headers.get("allow")).toBe("GET, POST");
  });

  it("for insufficient tokens states the required amount and how to top up", async () => {
    const key = await anonymousKey();
    await giveTokens(key, -24);
    const { status, body } = await callTool(key, TOOL, KNOWN);
    expect(status).toBe(402);
    expect(body).toMatchObject({
      error: "insufficient_tokens",
      required: 2,
      balance: 1,
      top_up: { tool: "buy_tokens", body: { amount_usd: 5 }, next: expect.stringContaining("checkout_url") },
      detail: expect.stringContaining('buy_tokens {"amount_usd":5}'),
    });
    expect(await balanceOf(key)).toBe(1);
  });

  it("without or with a bad bearer is 401 with a challenge, before anything else is looked at", async () => {
    const missing = await request("/api/v0/nothing", { method: "PUT", body: "{" });
    expect([missing.status, missing.body.error]).toEqual([401, "missing_token"]);
    const metadata = 'Bearer resource_metadata="http://localhost:8787/.well-known/oauth-protected-resource/api/v0"';
    expect(missing.headers.get("www-authenticate")).toBe(metadata);
    const wrong = await callTool("tg_nonsense", TOOL, KNOWN);
    expect([wrong.status, wrong.body.error]).toEqual([401, "invalid_token"]);
    expect(wrong.headers.get("www-authenticate")).toBe(`${metadata}, error="invalid_token"`);
    const index = await request("/api/v0", { headers: { Authorization: "Bearer tg_nonsense" } });
    expect([index.status, index.headers.get("www-authenticate")]).toEqual([401, `${metadata}, error="invalid_token"`]);
    const other = await request("/api/v0", { headers: { Authorization: "Basic YTpi" } });
    expect([other.status, other.body.error, other.headers.get("www-authenticate")]).toEqual([
      401,
      "missing_token",
      metadata,
    ]);
  });

  it.each(["\u0000", "é", "a b", `tg_${"0".repeat(60)}`, `tg_${"z".repeat(60)}`, "x".repeat(5000)])(
    "of a bearer like %j is 401",
    async (token) => {
      const answer = await request(`/api/v0/${TOOL}`, { method: "POST", headers: oddHeader(token) });
      expect(answer.status).toBe(401);
    },
  );
});

describe("a source that fails", () => {
  it.each([
    ["answers 500", "failing.example", 502, "upstream_error"],
    ["never answers", "slow.example", 504, "upstream_timeout"],
  ])("%s: the balance is untouched", async (_, domain, status, code) => {
    if (status === 504) hastenTimeLimits();
    const key = await anonymousKey();
    const answer = await callTool(key, TOOL, { domain });
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
    expect(answer.headers.get("x-tokens-balance")).toBe("25");
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("concurrent calls", () => {
  it("never spend more than there is", async () => {
    const key = await anonymousKey();
    await giveTokens(key, 199 * 2 + 1 - 25);
    await makePaid(key);
    const answers = await times(400, () => callTool(key, TOOL, KNOWN));
    expect(tally(answers)).toEqual({ 200: 199, 402: 201 });
    expect(await balanceOf(key)).toBe(1);
  });
});

describe("a revoked key", () => {
  it("is 401 on the next call of every path, whatever else is wrong with it", async () => {
    const key = await anonymousKey();
    const revoked = await postForm("/oauth/revoke", { token: key, token_type_hint: "access_token" });
    expect(revoked.status).toBe(200);
    const bearer = { Authorization: `Bearer ${key}` };
    const answers = [
      await callTool(key, TOOL, KNOWN),
      await callTool(key, TOOL, { domain: 5 }),
      await callTool(key, "no_such_tool"),
      await send(key, TOOL, "{"),
      await send(key, TOOL, null, "DELETE"),
      await send(key, TOOL, "x".repeat(70_000)),
      await request("/api/v0", { headers: bearer }),
      await request("/api/v0/get_token_balance", { headers: bearer }),
    ];
    expect(tally(answers)).toEqual({ 401: answers.length });
    expect(answers.map((answer) => answer.body.error)).toEqual(answers.map(() => "invalid_token"));
  });

  it("is revoked with 200 whether or not the token exists; a missing token is 400", async () => {
    expect((await postForm("/oauth/revoke", { token: "tg_unknown" })).status).toBe(200);
    const missing = await postForm("/oauth/revoke", {});
    expect([missing.status, missing.body.error]).toEqual([400, "invalid_request"]);
    expect((await postJson("/oauth/revoke", { token: "x" })).body.error).toBe("invalid_request");
  });

  it("cannot use up its organisation's limit", async () => {
    const key = await anonymousKey();
    const second = (await callTool(key, "create_api_key", { name: "second" })).body.api_key;
    await postForm("/oauth/revoke", { token: key });
    const answers = await times(100, () => callTool(key, "get_token_balance"));
    expect(tally(answers)).toEqual({ 401: 100 });
    const { status, headers } = await callTool(second, "get_token_balance");
    expect(status).toBe(200);
    expect(Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])).toBeGreaterThan(26);
  });
});

function send(key: string, tool: string, body: BodyInit | null, method = "POST") {
  return request(`/api/v0/${tool}`, { method, body, headers: { Authorization: `Bearer ${key}` } });
}

function oddHeader(token: string): HeadersInit {
  try {
    return new Headers({ Authorization: `Bearer ${token}` });
  } catch {
    // Not a header value at all: HTTP cannot carry it.
    return {};
  }
}
