import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { advanceClock, anonymousKey, balanceOf, freezeClock } from "../../support/harness.ts";
import {
  callMcp,
  INITIALIZE,
  KNOWN,
  legacy,
  MODERN_META,
  modern,
  OVERSIZED,
  PING,
  postMcp,
  remaining,
  seedCompany,
  sendMessages,
  TOOL,
  toolCall,
  withMethod,
} from "../../support/mcp-harness.ts";

beforeAll(seedCompany);
afterEach(() => void vi.useRealTimers());

describe("an HTTP request", () => {
  it.each(["GET", "DELETE", "PUT", "PATCH"])("with %s is 405 and names POST", async (method) => {
    const answer = await withMethod(method)(await anonymousKey());
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: 405 } });
  });

  it("over 64 kB is 413 and costs nothing", async () => {
    const key = await anonymousKey();
    const answer = await postMcp(key, OVERSIZED);
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", error: { data: { error: "payload_too_large" } } });
    expect(await balanceOf(key)).toBe(25);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "text/plain; a=application/json", ""])(
    "as %j is 415",
    async (type) => {
      const answer = await postMcp(await anonymousKey(), new TextEncoder().encode(JSON.stringify(PING)), {
        "Content-Type": type,
      });
      expect(answer.status).toBe(415);
      expect(answer.body).toMatchObject({ jsonrpc: "2.0", error: { data: { error: "unsupported_media_type" } } });
    },
  );

  it.each(["application/json", "*/*", "text/event-stream", "text/html"])(
    "that accepts %s gets JSON",
    async (accept) => {
      const key = await anonymousKey();
      for (const answer of [
        await sendMessages(key, PING, { Accept: accept, "Content-Type": "application/json; charset=utf-8" }),
        await modern(key, "server/discover", {}, { Accept: accept }),
      ]) {
        expect(answer.status).toBe(200);
        expect(answer.headers.get("content-type")).toBe("application/json");
      }
    },
  );

  it("takes one of the organisation's minute, whatever it asks", async () => {
    freezeClock();
    const key = await anonymousKey();
    expect(remaining(await legacy(key, "ping"))).toBe(29);
    expect(remaining(await callMcp(key, TOOL, KNOWN))).toBe(28);
    expect(remaining(await sendMessages(key, { jsonrpc: "2.0", method: "notifications/initialized" }))).toBe(27);
    expect(remaining(await modern(key, "tools/list"))).toBe(26);
    expect(remaining(await postMcp(key, "{"))).toBe(25);
    expect(remaining(await modern(key, "tools/call", { name: TOOL }, { "Mcp-Name": "other" }))).toBe(24);
  });

  it("over the limit is 429 with a Retry-After, and as a call a result that says how long to wait", async () => {
    freezeClock();
    const key = await anonymousKey();
    for (let taken = 0; taken < 2; taken++) {
      await sendMessages(
        key,
        Array.from({ length: 15 }, (_, id) => ({ ...PING, id })),
      );
    }
    const list = await legacy(key, "tools/list", {}, "mine");
    expect(list.status).toBe(429);
    expect(list.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(list.body).toMatchObject({
      jsonrpc: "2.0",
      id: "mine",
      error: { code: 429, data: { error: "rate_limited" } },
    });
    const call = await callMcp(key, "get_token_balance");
    expect(call.status).toBe(200);
    expect(call.body.result.isError).toBe(true);
    expect(call.body.result.content[0].text).toMatch(/^rate_limited: .* Retry after [1-9]\d* s\.$/);
    advanceClock(Number(list.headers.get("retry-after")) * 1000);
    expect((await legacy(key, "tools/list")).status).toBe(200);
  });
});

describe("a malformed message", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const bodies: [string, number, number][] = [
    ["{", 400, -32700],
    ["", 400, -32700],
    ["not json", 400, -32700],
    ["null", 400, -32600],
    ["5", 400, -32600],
    ['"text"', 400, -32600],
    ["{}", 400, -32600],
    ["[]", 400, -32600],
    ["[5]", 400, -32600],
    ["[[]]", 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":[1],"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":true,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":5}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}', 200, -32602],
    [`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${TOOL}","arguments":[]}}`, 200, -32602],
    [`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${TOOL}","arguments":"x"}}`, 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_token_balance","task":5}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"initialize"}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5}}', 200, -32602],
    [`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${deep(5_000)}}}`, 400, -32600],
    [deep(30_000), 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"__proto__"}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}', 200, -32602],
  ];

  it.each(bodies)("%.80s is HTTP %i with %i, and costs nothing", async (body, status, code) => {
    const key = await anonymousKey();
    const answer = await postMcp(key, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", error: { code, message: expect.any(String) } });
    // A sentence, not the report of a validator.
    expect(answer.body.error.message).not.toMatch(/[{[]\s*"|invalid_type|expected.*received/);
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
    expect(await balanceOf(key)).toBe(25);
  });

  it("in a batch is explained without harm to the others", async () => {
    const key = await anonymousKey();
    const wrong = (id: number, args: unknown) => toolCall(id, TOOL, args);
    const { body } = await sendMessages(key, [wrong(1, []), { ...PING, id: 2 }, wrong(3, '{"domain":"a.example"}')]);
    const answers = body as unknown as Record<string, unknown>[];
    const problem = { code: -32602, message: expect.stringContaining("`params.arguments` must be a JSON object") };
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, error: expect.objectContaining(problem) }),
        expect.objectContaining({ id: 2, result: {} }),
        expect.objectContaining({ id: 3, error: expect.objectContaining(problem) }),
      ]),
    );
  });

  it("that is not UTF-8 is a parse error", async () => {
    const answer = await postMcp(await anonymousKey(), new Uint8Array([0x7b, 0xff, 0x7d]));
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe(-32700);
  });

  it("leaves ids as they came, a number a number and a text a text", async () => {
    const key = await anonymousKey();
    for (const id of [0, -7, "", "1", "é", 9_007_199_254_740_991]) {
      expect((await legacy(key, "ping", {}, id)).body).toEqual({ jsonrpc: "2.0", id, result: {} });
    }
  });

  it("never makes a 5xx of what it carries", async () => {
    const key = await anonymousKey();
    const odd = [null, 5, true, "x", [], {}, { a: { b: [] } }, "\u0000\ud800"];
    for (const value of odd) {
      const bodies = [
        { jsonrpc: "2.0", id: 1, method: "initialize", params: { ...INITIALIZE, capabilities: value } },
        { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_token_balance", _meta: value } },
        {
          jsonrpc: "2.0",
          id: 1,
          method: "ping",
          params: { _meta: { ...MODERN_META, [Object.keys(MODERN_META)[0] ?? ""]: value } },
        },
      ];
      for (const body of bodies) expect((await sendMessages(key, body)).status).toBeLessThan(500);
    }
  });
});
