import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../src/lib/ids.ts";
import { claimWorkspace, exchangeClaim, freshAddress } from "../../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  mailedCode,
  organisationOf,
  postJson,
  runCron,
  tally,
  times,
} from "../../support/harness.ts";

/** A call that is running: its hold is taken, nobody has ended it. */
async function runningCall(key: string, tokens: number): Promise<string> {
  const id = newId(Date.now());
  const insert = "INSERT INTO holds (id, organisation_id, key_id, tool, tokens) VALUES (?, ?, 'key_test', 'test', ?)";
  await env.DB.prepare(insert)
    .bind(id, await organisationOf(key), tokens)
    .run();
  return id;
}

async function buy(key: string, tokens: number): Promise<void> {
  const insert = "INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES (?, ?, 'purchase', ?, ?)";
  const id = newId(Date.now());
  await env.DB.prepare(insert)
    .bind(id, await organisationOf(key), tokens, `purchase:${id}`)
    .run();
}

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

describe("an anonymous organisation that is claimed", () => {
  it("becomes the user's first workspace, and all its keys are revoked", async () => {
    const anonymous = await anonymousKey();
    const organisation = await organisationOf(anonymous);
    await callTool(anonymous, "get_network_company_url", { domain: "x" });
    const key = await claimWorkspace(freshAddress(), anonymous);
    expect(await organisationOf(key)).toBe(organisation);
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 125, plan: "free" });
    expect((await callTool(anonymous, "get_token_balance")).status).toBe(401);
  });

  it("is merged into the workspace the user has: bought tokens move, a second trial expires", async () => {
    const email = freshAddress();
    const home = await claimWorkspace(email, await anonymousKey());
    const anonymous = await anonymousKey();
    await buy(anonymous, 500);
    const key = await claimWorkspace(email, anonymous);
    expect(await organisationOf(key)).toBe(await organisationOf(home));
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({
      balance: 125 + 500,
      plan: "paid",
      rate_limit: { limit: 1200 },
    });
    expect((await callTool(anonymous, "get_token_balance")).status).toBe(401);
    expect((await callTool(home, "get_token_balance")).status).toBe(200);
    const left = await env.DB.prepare("SELECT balance, merged_into FROM organisations WHERE id = ?")
      .bind(await organisationOf(anonymous))
      .first();
    expect(left).toEqual({ balance: 0, merged_into: await organisationOf(home) });
  });

  it("yields one trial however many are merged", async () => {
    const email = freshAddress();
    let key = "";
    for (let round = 0; round < 4; round++) key = await claimWorkspace(email, await anonymousKey());
    expect(await balanceOf(key)).toBe(100 + 25);
  });

  it("yields its trial to a workspace that never had one", async () => {
    const email = freshAddress();
    await claimWorkspace(email);
    expect(await balanceOf(await claimWorkspace(email, await anonymousKey()))).toBe(125);
  });

  it("keeps what running calls return: bought tokens go to the target, trial tokens expire", async () => {
    freezeClock();
    const email = freshAddress();
    const home = await claimWorkspace(email, await anonymousKey());
    await runningCall(home, 10);
    const anonymous = await anonymousKey();
    await buy(anonymous, 100);
    // 25 trial tokens are spent first: 30 held are 25 of the trial and 5 bought.
    await runningCall(anonymous, 30);
    const key = await claimWorkspace(email, anonymous);
    expect(await balanceOf(key)).toBe(125 - 10 + 95);
    advanceClock(180_000);
    await runCron();
    expect(await balanceOf(key)).toBe(125 + 100);
  });

  it("keeps a trial that is held by a running call when it becomes the first workspace", async () => {
    freezeClock();
    const anonymous = await anonymousKey();
    await runningCall(anonymous, 20);
    const key = await claimWorkspace(freshAddress(), anonymous);
    expect(await balanceOf(key)).toBe(105);
    advanceClock(180_000);
    await runCron();
    expect(await balanceOf(key)).toBe(125);
  });

  it("takes what it owes along", async () => {
    const email = freshAddress();
    const home = await claimWorkspace(email);
    const anonymous = await anonymousKey();
    const reversal =
      "INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES (?, ?, 'reversal', -60, ?)";
    await env.DB.prepare(reversal)
      .bind(newId(Date.now()), await organisationOf(anonymous), crypto.randomUUID())
      .run();
    await claimWorkspace(email, anonymous);
    expect((await callTool(home, "get_token_balance")).body).toMatchObject({ balance: 100 - 35, owed: 0 });
  });
});

describe("two claims on one anonymous organisation", () => {
  it("of two concurrent exchanges one merges it, both yield a key, and the sum of tokens is unchanged", async () => {
    const anonymous = await anonymousKey();
    await giveTokens(anonymous, 75);
    const emails = [freshAddress(), freshAddress()];
    const tokens: string[] = [];
    for (const email of emails) {
      const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
      const { body } = await postJson("/agent/identity", assertion, { Authorization: `Bearer ${anonymous}` });
      await postJson("/agent/identity/claim", { claim_token: body.claim_token, user_code: mailedCode(email) });
      tokens.push(body.claim_token);
    }
    const answers = await times(20, (index) => exchangeClaim(tokens[index % 2] ?? ""));
    expect(tally(answers)).toEqual({ 200: 2, 400: 18 });
    const keys = answers.filter((answer) => answer.status === 200).map((answer) => answer.body.access_token);
    const balances = await Promise.all(keys.map(balanceOf));
    expect(balances.sort()).toEqual([100, 200]);
    expect((await callTool(anonymous, "get_token_balance")).status).toBe(401);
  });

  it("opened with a key that is not active: no claim", async () => {
    const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: freshAddress() };
    const answer = await postJson("/agent/identity", assertion, { Authorization: "Bearer tg_unknown" });
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_token"]);
    expect(answer.headers.get("www-authenticate")).toBeTruthy();
  });
});
