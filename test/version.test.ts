import { expect, it } from "vitest";
import changelog from "../CHANGELOG.md?raw";
import { version } from "../package.json";
import lock from "../package-lock.json";
import server from "../server.json";
import { anonymousKey, postJson, request } from "./support/harness.ts";

it("is the same wherever it is shown: package.json is the one place", async () => {
  const asked = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "0" },
  };
  const headers = { Authorization: `Bearer ${await anonymousKey()}` };
  const greeting = await postJson("/mcp", { jsonrpc: "2.0", id: 1, method: "initialize", params: asked }, headers);
  const shown = {
    "/healthz": (await request("/healthz")).body.version,
    "/openapi.json": (await request("/openapi.json")).body.info.version,
    "/mcp": greeting.body.result.serverInfo.version,
    "package-lock.json": lock.version,
    "server.json": server.version,
    "CHANGELOG.md": /^## ([0-9.]+) - \d{4}-\d{2}-\d{2}$/m.exec(changelog)?.[1],
  };
  expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map((place) => [place, version])));
});
