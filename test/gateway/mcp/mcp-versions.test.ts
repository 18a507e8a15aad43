import { beforeAll, describe, expect, it } from "vitest";
import { version } from "../../../package.json";
import { anonymousKey, balanceOf } from "../../support/harness.ts";
import { INITIALIZE, KNOWN, legacy, modern, PING, seedCompany, sendMessages, TOOL } from "../../support/mcp-harness.ts";

beforeAll(seedCompany);

describe("a version", () => {
  it.each([
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2024-11-05", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["2099-01-01", "2025-11-25"],
    ["nonsense", "2025-11-25"],
  ])("of %s is negotiated to %s by initialize", async (asked, answered) => {
    const { status, body } = await legacy(await anonymousKey(), "initialize", {
      ...INITIALIZE,
      protocolVersion: asked,
    });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      protocolVersion: answered,
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: "tallygate", version },
      instructions: expect.stringContaining("get_api_key"),
    });
    expect(body.result).not.toHaveProperty("resultType");
  });

  it("of 2026-07-28 is discovered without a handshake", async () => {
    const { status, body } = await modern(await anonymousKey(), "server/discover");
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: { listChanged: false }, extensions: { "io.modelcontextprotocol/tasks": {} } },
      resultType: "complete",
      ttlMs: 300_000,
      cacheScope: "public",
      instructions: expect.stringContaining("buy_tokens"),
    });
  });

  it("of 2026-07-28 has neither initialize nor ping", async () => {
    const key = await anonymousKey();
    for (const method of ["ping", "initialize", "no/such/method", "resources/list", "logging/setLevel"]) {
      const answer = await modern(key, method, method === "initialize" ? INITIALIZE : {});
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe(-32601);
    }
  });

  it("that is unknown is 400 and names those that are known", async () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2027-01-01" };
    const headers = { "MCP-Protocol-Version": "2027-01-01" };
    const answer = await modern(await anonymousKey(), "tools/list", { _meta: meta }, headers);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: -32022, data: { supported: ["2026-07-28"] } });
  });

  it("of a header alone, before 2026, is checked too", async () => {
    const key = await anonymousKey();
    const said = (version: string) => sendMessages(key, PING, { "MCP-Protocol-Version": version });
    for (const version of ["2025-03-26", "2025-06-18", "2025-11-25"]) expect((await said(version)).status).toBe(200);
    const { status, body } = await said("2020-01-01");
    expect(status).toBe(400);
    const supported = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
    expect(body).toMatchObject({ id: 1, error: { code: -32022, data: { supported, requested: "2020-01-01" } } });
    const handshake = { jsonrpc: "2.0", id: 1, method: "initialize", params: INITIALIZE };
    expect((await sendMessages(key, handshake, { "MCP-Protocol-Version": "2020-01-01" })).status).toBe(200);
  });

  it.each([
    ["no MCP-Protocol-Version", { "MCP-Protocol-Version": "" }],
    ["another MCP-Protocol-Version", { "MCP-Protocol-Version": "2025-11-25" }],
    ["no Mcp-Method", { "Mcp-Method": "" }],
    ["another Mcp-Method", { "Mcp-Method": "tools/list" }],
    ["no Mcp-Name", { "Mcp-Name": "" }],
    ["another Mcp-Name", { "Mcp-Name": "get_token_balance" }],
  ] as [string, Record<string, string>][])("of 2026-07-28 with %s is 400, -32020, not charged", async (_, headers) => {
    const key = await anonymousKey();
    const answer = await modern(key, "tools/call", { name: TOOL, arguments: KNOWN }, headers);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe(-32020);
    expect(await balanceOf(key)).toBe(25);
  });

  it("of 2026-07-28 without its _meta is 400, -32602", async () => {
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const answer = await sendMessages(await anonymousKey(), body, headers);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe(-32602);
  });

  it("of 2026-07-28 ends a subscription immediately, because the list of tools never changes", async () => {
    const answer = await modern(await anonymousKey(), "subscriptions/listen", {
      notifications: { toolsListChanged: true },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"resultType":"complete"');
  });

  it("of old answers methods it does not have with -32601", async () => {
    const answer = await legacy(await anonymousKey(), "prompts/list");
    expect(answer.status).toBe(200);
    expect(answer.body.error.code).toBe(-32601);
  });
});
