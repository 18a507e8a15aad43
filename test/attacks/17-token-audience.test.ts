import { describe, expect, it } from "vitest";
import { freshAddress } from "../support/claim-flow.ts";
import { BASE, callTool, postJson, request } from "../support/harness.ts";
import { connected, OAuthClient } from "../support/oauth-client.ts";
import { signIn } from "../support/visitor.ts";

const rest = async (token: string) => (await callTool(token, "get_token_balance")).status;
const index = async (token: string) =>
  (await request("/api/v0", { headers: { Authorization: `Bearer ${token}` } })).status;
const mcp = async (token: string) => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_token_balance", arguments: {} } };
  return (await postJson("/mcp", message, { Authorization: `Bearer ${token}` })).status;
};

/** Every protected resource that is advertised, as its metadata names it. */
async function advertised(): Promise<string[]> {
  const paths = ["", "/mcp", "/api/v0"].map((path) => `/.well-known/oauth-protected-resource${path}`);
  return Promise.all(paths.map(async (path) => (await request(path)).body.resource));
}

describe("13.17: advertised audiences are accepted, granted audiences are enforced", () => {
  it("accepts every advertised resource, when allowing, exchanging and refreshing", async () => {
    const visitor = await signIn(freshAddress());
    for (const resource of await advertised()) {
      const client = await OAuthClient.of(visitor);
      const tokens = await client.exchange(await client.code(resource), { resource });
      expect([resource, tokens.status]).toEqual([resource, 200]);
      expect((await client.refresh(tokens.body.refresh_token, { resource })).status).toBe(200);
    }
  });

  it("a token is good only where it was granted", async () => {
    const email = freshAddress();
    const doors = async (resource?: string) => {
      const { access } = await connected(email, resource);
      return [await mcp(access), await rest(access), await index(access)];
    };
    expect(await doors(`${BASE}/mcp`)).toEqual([200, 401, 401]);
    expect(await doors(`${BASE}/api/v0`)).toEqual([401, 200, 200]);
    expect(await doors(BASE)).toEqual([200, 200, 200]);
    expect(await doors()).toEqual([200, 200, 200]);
  });

  it("says at the wrong door what it was granted for, with the challenge of RFC 6750", async () => {
    const { access } = await connected(freshAddress(), `${BASE}/mcp`);
    const refused = await callTool(access, "get_token_balance");
    expect([refused.status, refused.body.error]).toEqual([401, "invalid_token"]);
    expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(refused.body.detail).toContain("/mcp");
  });

  it("an exchange or refresh narrows what was allowed, and never widens it", async () => {
    const { client, refreshToken } = await connected(freshAddress(), `${BASE}/mcp`);
    for (const resource of [BASE, `${BASE}/api/v0`, "https://other.example/mcp"]) {
      expect((await client.refresh(refreshToken, { resource })).body.error).toBe("invalid_target");
    }
    expect(await rest((await client.refresh(refreshToken)).body.access_token)).toBe(401);

    const wide = await connected(freshAddress());
    const narrow = (await wide.client.refresh(wide.refreshToken, { resource: `${BASE}/mcp` })).body;
    expect([await mcp(narrow.access_token), await rest(narrow.access_token)]).toEqual([200, 401]);
    // The connection itself is as wide as it was allowed.
    const next = (await wide.client.refresh(narrow.refresh_token)).body;
    expect(await rest(next.access_token)).toBe(200);
  });
});
