import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exchangeClaim, freshAddress, openClaim } from "../support/claim-flow.ts";
import { advanceClock, callTool, freezeClock, organisationOf, requestWith } from "../support/harness.ts";
import { connected } from "../support/oauth-client.ts";
import { makeKey } from "../support/visitor.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("13.12: expired tokens cost nothing, rotated secrets still work", () => {
  it("an expired access token does not count against its owner's rate limit, over any transport", async () => {
    freezeClock();
    const { access, visitor } = await connected(freshAddress());
    const owner = await makeKey(visitor, "owner");
    const organisation = await organisationOf(access);
    advanceClock(3_600_000);
    // Neither the limiter nor the database hears of the token.
    const touched: PropertyKey[] = [];
    const spied = <T extends object>(binding: T): T =>
      new Proxy(binding, {
        get(target, name) {
          touched.push(name);
          return Reflect.get(target, name);
        },
      });
    const [DB, RATE_LIMITER] = [spied(env.DB), spied(env.RATE_LIMITER)];
    const init = { method: "POST", body: "{}", headers: { Authorization: `Bearer ${access}` } };
    for (const path of ["/api/v0/get_token_balance", "/api/v0/get_email", "/mcp"]) {
      for (let call = 0; call < 50; call++) {
        expect((await requestWith({ DB, RATE_LIMITER }, path, init)).status).toBe(401);
      }
    }
    expect((await requestWith({ DB, RATE_LIMITER }, "/api/v0", { headers: init.headers })).status).toBe(401);
    expect(touched).toEqual([]);
    const answer = await callTool(owner, "get_token_balance");
    expect([answer.status, await organisationOf(owner)]).toEqual([200, organisation]);
    expect(answer.headers.get("ratelimit")).toContain("r=59");
  });

  it("the right code of an open claim is right after SIGNING_SECRET is rotated, a wrong one is not", async () => {
    const email = freshAddress();
    const { token, code } = await openClaim(email);
    const rotated = { SIGNING_SECRET: "the-next-secret", SIGNING_SECRET_PREVIOUS: env.SIGNING_SECRET };
    const post = (path: string, body: string | URLSearchParams) =>
      requestWith(rotated, path, {
        method: "POST",
        body,
        ...(typeof body === "string" && { headers: { "Content-Type": "application/json" } }),
      });
    const give = (user_code: string) =>
      post("/agent/identity/claim", JSON.stringify({ claim_token: token, user_code }));
    expect((await give(code === "000000" ? "000001" : "000000")).body.attempts_remaining).toBe(4);
    expect((await give(code)).status).toBe(200);
    // Bound: a repeat of the right code is compared with the stored one.
    expect((await give(code)).status).toBe(200);
    const grant = { grant_type: "urn:vendor:agent-auth:grant-type:claim", claim_token: token };
    const exchanged = await post("/oauth/token", new URLSearchParams(grant));
    expect(exchanged.status).toBe(200);
    expect((await exchangeClaim(token)).status).toBe(400);
  });

  it("a key issued before the time in it meant its expiry still works for its year", async () => {
    const { issueOldKey } = await import("../support/old-key.ts");
    const key = await issueOldKey(Date.now());
    expect((await callTool(key, "get_token_balance")).status).toBe(200);
    const expired = await issueOldKey(Date.now() - 31_536_001_000);
    expect((await callTool(expired, "get_token_balance")).status).toBe(401);
  });
});
