import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { refreshAccount } from "../../src/ledger/account.ts";
import { sha256Hex } from "../../src/platform/secrets.ts";
import { claimWorkspace, exchangeClaim, freshAddress, GRANT, giveCode } from "../support/claim-flow.ts";
import {
  type Answer,
  anonymousKey,
  callTool,
  giveTokens,
  isActive,
  mailedCode,
  organisationOf,
  postJson,
  requestWith,
  sentMails,
  tally,
  times,
} from "../support/harness.ts";
import { connected } from "../support/oauth-client.ts";

const claimWith = (email: string, key: string): Promise<Answer> => {
  const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
  return postJson("/agent/identity", assertion, { Authorization: `Bearer ${key}` });
};

/** A claim whose code has been given, opened with `key`. */
async function boundClaim(email: string, key: string): Promise<string> {
  const { body } = await claimWith(email, key);
  expect((await giveCode(body.claim_token, mailedCode(email))).status).toBe(200);
  return body.claim_token;
}

const cappedKey = async (key: string): Promise<string> =>
  (await callTool(key, "create_api_key", { name: "capped", cap_tokens_per_day: 1 })).body.api_key;

async function ownerOf(key: string): Promise<string | null> {
  const find = env.DB.prepare("SELECT owner_id FROM organisations WHERE id = ?");
  return find.bind(await organisationOf(key)).first<string>("owner_id");
}

async function change(key: string, set: string): Promise<void> {
  const organisation = await organisationOf(key);
  const update = env.DB.prepare(`UPDATE api_keys SET ${set} WHERE hash = ?`);
  const { meta } = await update.bind(await sha256Hex(key)).run();
  expect(meta.changes).toBe(1);
  await refreshAccount(env, organisation);
}

describe("21.7: what may not take an unclaimed organisation over", () => {
  it("a key with a spending cap is 401 when it asks, no code is mailed, and every key stays", async () => {
    const full = await anonymousKey();
    await giveTokens(full, 500);
    const capped = await cappedKey(full);
    const email = freshAddress();
    const refused = await claimWith(email, capped);
    expect([refused.status, refused.body.error]).toEqual([401, "invalid_token"]);
    expect(refused.headers.get("www-authenticate")).toContain("invalid_token");
    expect(sentMails().filter(({ to }) => to === email)).toEqual([]);
    for (const key of [full, capped]) expect(await isActive(key)).toBe(true);
    // Without its key the address gets a workspace of its own, and the uncapped key may still claim.
    await claimWorkspace(email);
    expect(await ownerOf(full)).toBeNull();
    await claimWorkspace(freshAddress(), full);
    expect(await ownerOf(full)).not.toBeNull();
  });

  it("a connection's access token is 401", async () => {
    const { access } = await connected(freshAddress());
    const refused = await claimWith(freshAddress(), access);
    expect([refused.status, refused.body.error]).toEqual([401, "invalid_token"]);
  });

  it.each([
    ["got a cap", "cap_per_day = 1"],
    ["became a connection's", "connection_id = 'c0ffee'"],
    ["was revoked", "revoked_at = 1"],
    ["expired", "expires_at = 1"],
  ])("a key that %s meanwhile is 401 at the exchange, however often", async (_, set) => {
    const full = await anonymousKey();
    await giveTokens(full, 500);
    const second = (await callTool(full, "create_api_key", { name: "second" })).body.api_key;
    const email = freshAddress();
    const claim = await boundClaim(email, second);
    await change(second, set);
    const answers = await times(5, () => exchangeClaim(claim));
    expect(tally(answers)).toEqual({ 401: 5 });
    expect(answers[0]?.body.error).toBe("invalid_token");
    expect(await ownerOf(full)).toBeNull();
    expect((await callTool(full, "get_token_balance")).body.balance).toBe(525);
    const user = env.DB.prepare("SELECT 1 FROM users WHERE email = ?").bind(email);
    expect(await user.first()).toBeNull();
  });

  it("the cap is checked in the exchange's own transaction", async () => {
    const full = await anonymousKey();
    const second = (await callTool(full, "create_api_key", { name: "second" })).body.api_key;
    const claim = await boundClaim(freshAddress(), second);
    // The cap is set between the exchange's look at the key and its transaction.
    const DB = new Proxy(env.DB, {
      get(db, name) {
        if (name !== "batch") return Reflect.get(db, name).bind(db);
        return async (statements: D1PreparedStatement[]) => {
          if (statements.length > 5) await change(second, "cap_per_day = 1");
          return db.batch(statements);
        };
      },
    });
    const body = new URLSearchParams({ grant_type: GRANT, claim_token: claim });
    const refused = await requestWith({ DB }, "/oauth/token", { method: "POST", body });
    expect([refused.status, refused.body.error]).toEqual([401, "invalid_token"]);
    expect(await ownerOf(full)).toBeNull();
  });
});
