import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { anonymousKey, balanceOf, freezeClock } from "../../support/harness.ts";
import {
  INITIALIZE,
  KNOWN,
  legacy,
  MODERN_META,
  PING,
  postMcp,
  remaining,
  seedCompany,
  sendMessages,
  TOOL,
  toolCall,
} from "../../support/mcp-harness.ts";

beforeAll(seedCompany);
afterEach(() => void vi.useRealTimers());

describe("a notification", () => {
  it("is accepted and not answered", async () => {
    const key = await anonymousKey();
    const note = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "notifications/cancelled" };
    for (const answer of [
      await sendMessages(key, note),
      await sendMessages(key, [note, { jsonrpc: "2.0", method: "notifications/initialized" }]),
      await sendMessages(key, { ...note, params: { ...note.params, _meta: MODERN_META } }, headers),
      await sendMessages(key, { ...toolCall(1, TOOL, KNOWN), id: undefined }),
    ]) {
      expect(answer.status).toBe(202);
      expect(answer.text).toBe("");
    }
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("a batch", () => {
  it("takes one of the minute and its tokens for each call", async () => {
    freezeClock();
    const key = await anonymousKey();
    const calls = [
      toolCall(1, TOOL, KNOWN),
      toolCall("1", TOOL, KNOWN),
      toolCall(2, TOOL, { domain: 5 }),
      { ...PING, id: 3 },
    ];
    const answer = await sendMessages(key, calls);
    expect(answer.status).toBe(200);
    expect(answer.body.map(({ id }: { id: unknown }) => id).toSorted()).toEqual([1, "1", 2, 3].toSorted());
    const failed = answer.body.filter(({ result }: { result: { isError?: boolean } }) => result.isError);
    expect(failed).toHaveLength(1);
    expect(answer.headers.get("x-tokens-charged")).toBe("4");
    expect(await balanceOf(key)).toBe(21);
    // Four for the batch, one for the look at the balance, one for this.
    expect(remaining(await legacy(key, "ping"))).toBe(24);
  });

  it("of one is answered with a batch of one", async () => {
    const answer = await sendMessages(await anonymousKey(), [PING]);
    expect(answer.body).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
  });

  it("that cancels its own call is answered all the same", async () => {
    const key = await anonymousKey();
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const answer = await sendMessages(key, [toolCall(1, TOOL, KNOWN), cancel]);
    expect(answer.body[0].result.structuredContent.domain).toBe(KNOWN.domain);
    expect(await balanceOf(key)).toBe(23);
  });

  it("holds at most 20 messages", async () => {
    const pings = Array.from({ length: 21 }, (_, id) => ({ ...PING, id }));
    const key = await anonymousKey();
    expect((await sendMessages(key, pings.slice(1))).body).toHaveLength(20);
    const answer = await sendMessages(key, pings);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ id: null, error: { code: -32600, message: expect.stringContaining("20") } });
  });

  it.each([
    ["two requests with one id", [toolCall(1, TOOL, KNOWN), toolCall(1, TOOL, KNOWN)]],
    ["a message of 2026-07-28", [toolCall(1, TOOL, KNOWN), { ...PING, id: 2, params: { _meta: MODERN_META } }]],
    ["something else", [toolCall(1, TOOL, KNOWN), 5]],
    ["two handshakes", [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "initialize", params: INITIALIZE }))],
  ])("with %s is refused as a whole and costs nothing", async (_, batch) => {
    const key = await anonymousKey();
    const answer = await postMcp(key, JSON.stringify(batch));
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe(-32600);
    expect(await balanceOf(key)).toBe(25);
  });

  it("beyond the limit answers each call for itself", async () => {
    freezeClock();
    const key = await anonymousKey();
    await sendMessages(
      key,
      Array.from({ length: 20 }, (_, id) => ({ ...PING, id })),
    );
    const calls = Array.from({ length: 20 }, (_, id) => toolCall(id, "get_token_balance"));
    const { body } = await sendMessages(key, calls);
    const limited = body.filter(({ result }: { result: { isError?: boolean } }) => result.isError);
    expect(body).toHaveLength(20);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited.length).toBeLessThan(20);
  });
});
