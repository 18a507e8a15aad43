import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, anonymousKey, postForm, request, requestWith } from "../../support/harness.ts";
import {
  callMcp,
  INITIALIZE,
  KNOWN,
  legacy,
  modern,
  OVERSIZED,
  PING,
  postMcp,
  seedCompany,
  sendMessages,
  TOOL,
  toolCall,
  withMethod,
} from "../../support/mcp-harness.ts";

const METADATA = 'Bearer resource_metadata="http://localhost:8787/.well-known/oauth-protected-resource/mcp"';
const raw = (body: string) => (key: string | null) => postMcp(key, body);

beforeAll(seedCompany);

/** One of each kind of request; none may be answered without a good key. */
const REQUESTS: [string, (key: string | null) => Promise<Answer>][] = [
  ["initialize", (key) => legacy(key, "initialize", INITIALIZE)],
  ["ping", (key) => legacy(key, "ping")],
  ["tools/list", (key) => legacy(key, "tools/list")],
  ["server/discover", (key) => modern(key, "server/discover")],
  ["a paid call", (key) => callMcp(key, TOOL, KNOWN)],
  ["a paid call of 2026-07-28", (key) => callMcp(key, TOOL, KNOWN, {}, "modern")],
  ["a free call", (key) => callMcp(key, "get_token_balance")],
  ["a call with bad arguments", (key) => callMcp(key, TOOL, { domain: 5 })],
  ["a call of an unknown tool", (key) => callMcp(key, "no_such_tool")],
  ["a call without a name", (key) => legacy(key, "tools/call")],
  ["a call with a wrong Mcp-Name", (key) => modern(key, "tools/call", { name: TOOL }, { "Mcp-Name": "other" })],
  ["an unknown method", (key) => legacy(key, "no/such/method")],
  ["a notification", (key) => sendMessages(key, { jsonrpc: "2.0", method: "notifications/initialized" })],
  ["get_api_key as a notification", (key) => sendMessages(key, { ...toolCall(1, "get_api_key"), id: undefined })],
  ["get_api_key in a batch", (key) => sendMessages(key, [toolCall(1, "get_api_key")])],
  ["a batch of calls", (key) => sendMessages(key, [toolCall(1, TOOL, KNOWN), toolCall(2, "get_token_balance")])],
  ["GET", withMethod("GET")],
  ["DELETE", withMethod("DELETE")],
  ["malformed JSON", raw("{")],
  ["an empty body", raw("")],
  ["an empty batch", raw("[]")],
  ["an oversized body", raw(OVERSIZED)],
  ["a wrong content type", (key) => postMcp(key, JSON.stringify(PING), { "Content-Type": "text/plain" })],
];

describe("a key", () => {
  it.each(REQUESTS)("is asked for: %s", async (_, run) => {
    const answer = await run(null);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(METADATA);
    expect(answer.body).toMatchObject({ error: "missing_token", status: 401 });
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
  });

  it.each(REQUESTS)("that was made up is refused: %s", async (_, run) => {
    const answer = await run(`tg_${"0".repeat(60)}`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(`${METADATA}, error="invalid_token"`);
    expect(answer.body.error).toBe("invalid_token");
  });

  it.each(REQUESTS)("that was revoked is refused immediately: %s", async (_, run) => {
    const key = await anonymousKey();
    expect((await postForm("/oauth/revoke", { token: key })).status).toBe(200);
    const answer = await run(key);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(`${METADATA}, error="invalid_token"`);
  });

  it("is not needed to get one, and whatever was sent instead is ignored", async () => {
    for (const bearer of [null, "nonsense"]) {
      const { status, body } = await callMcp(bearer, "get_api_key");
      expect(status).toBe(200);
      const { api_key } = body.result.structuredContent;
      expect((await legacy(api_key, "ping")).body.result).toEqual({});
    }
    const answer = await callMcp(null, "get_api_key", {}, undefined, "modern");
    expect(answer.body.result.structuredContent.status).toBe("ok");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("is asked for with a link to the metadata of this resource", async () => {
    const challenge = (await legacy(null, "ping")).headers.get("www-authenticate");
    const { status, body } = await request(
      new URL(/resource_metadata="([^"]+)"/.exec(challenge ?? "")?.[1] ?? "").pathname,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      resource: "http://localhost:8787/mcp",
      authorization_servers: ["http://localhost:8787"],
    });
  });

  it("in a batch of calls opens nothing for the calls behind it", async () => {
    const answer = await sendMessages(null, [toolCall(1, "get_api_key"), toolCall(2, TOOL, KNOWN)]);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain("tg_");
  });
});

describe("an Origin", () => {
  const from = (origin: string, key: string | null) => sendMessages(key, PING, { Origin: origin });

  it.each(["https://evil.example", "null", "http://localhost:1", "http://localhost:8787.evil.example"])(
    "of %s is 403, before the key is asked for",
    async (origin) => {
      for (const key of [null, await anonymousKey()]) {
        const answer = await from(origin, key);
        expect(answer.status).toBe(403);
        expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { error: "forbidden_origin" } } });
        expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      }
    },
  );

  it("of our own, and of those that the operator allows, is served", async () => {
    const key = await anonymousKey();
    expect((await from("http://localhost:8787", key)).status).toBe(200);
    const init = { method: "POST", body: JSON.stringify(PING), headers: { Authorization: `Bearer ${key}` } };
    const headers = { ...init.headers, "Content-Type": "application/json", Origin: "https://app.example" };
    const allowed = { ALLOWED_ORIGINS: "https://app.example" };
    expect((await requestWith(allowed, "/mcp", { ...init, headers })).status).toBe(200);
  });

  it("is not believed to be ours because a rebound name says so on plain HTTP", async () => {
    const key = await anonymousKey();
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Origin: "http://evil.example",
    };
    const init = { method: "POST", body: JSON.stringify(PING), headers };
    expect((await request("http://evil.example/mcp", init)).status).toBe(403);
  });
});
