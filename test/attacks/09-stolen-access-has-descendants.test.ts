import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BatchLine, BatchSpec } from "../../src/batches/batch-types.ts";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/time.ts";
import { cancelLink, exchangeClaim, freshAddress, giveCode, openClaim, pressCancel } from "../support/claim-flow.ts";
import {
  type Answer,
  advanceClock,
  callTool,
  giveTokens,
  holdBatches,
  isActive,
  requestWith,
  times,
} from "../support/harness.ts";
import { OAuthClient } from "../support/oauth-client.ts";
import { hiddenFields, makeKey, signIn, Visitor } from "../support/visitor.ts";
import { activeEndpoint, addEndpoint } from "../support/webhooks.ts";

// An object's alarm follows the real clock.
afterEach(() => void vi.useRealTimers());

const createKey = async (key: string, name: string) => (await callTool(key, "create_api_key", { name })).body;

const TOOL = "get_network_company_url";
const INPUTS = { tool: TOOL, inputs: [{ domain: "stolen.example" }] };

/** Starts a batch in the console; its id begins with the time `at`. */
async function startBatch(visitor: Visitor, at = Date.now()): Promise<Answer> {
  const { text } = await visitor.get("/console/keys");
  const form = new FormData();
  const list = { tool: TOOL, csv: "domain\nstolen.example\n", name: "list", field_domain: "domain" };
  const token = /name="form_token" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? "";
  const fields = { ...list, form_token: token, max_tokens: "100", once: newId(at) };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return visitor.upload("/console/batches/start", form);
}

async function stolenKey(email: string): Promise<string> {
  const claim = await openClaim(email);
  await giveCode(claim.token, claim.code);
  return (await exchangeClaim(claim.token)).body.access_token;
}

describe('13.9: what a thief creates does not outlive "this wasn\'t me"', () => {
  it("ends keys created with the stolen key, at any depth, also when their maker was revoked", async () => {
    const email = freshAddress();
    const own = await stolenKey(email);
    const stolen = await stolenKey(email);
    const link = cancelLink(email);
    const child = await createKey(stolen, "child");
    const grandchild = await createKey(child.api_key, "grandchild");
    const last = await createKey(grandchild.api_key, "last");
    await callTool(last.api_key, "revoke_api_key", { id: child.id });
    const ownKey = await createKey(own, "made by the owner");

    expect((await pressCancel(link)).text).toContain("nor do keys and connections");
    for (const key of [stolen, child.api_key, grandchild.api_key, last.api_key])
      expect(await isActive(key)).toBe(false);
    for (const key of [own, ownKey.api_key]) expect(await isActive(key)).toBe(true);
  });

  it("ends keys and connections made in the stolen console session, and the session", async () => {
    const email = freshAddress();
    const thief = await signIn(email);
    const link = cancelLink(email);
    const key = await makeKey(thief, "from the console");
    const child = await createKey(key, "child");
    const client = await OAuthClient.of(thief);
    const tokens = (await client.exchange(await client.code())).body;
    for (const token of [key, child.api_key, tokens.access_token]) expect(await isActive(token)).toBe(true);

    expect((await pressCancel(link)).status).toBe(200);
    for (const token of [key, child.api_key, tokens.access_token]) expect(await isActive(token)).toBe(false);
    expect((await client.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await thief.get("/console")).text).toContain('action="/console/sign-in"');
  });

  it.each([
    ["the mailed link", (link: URL) => pressCancel(link)],
    ["the console", (_: URL, owner: Visitor) => owner.submit("/console/keys", "/console/keys/not-me")],
  ])("disables webhook endpoints by %s, also one that is being verified", async (_, press) => {
    const email = freshAddress();
    const owner = await signIn(email);
    advanceClock(HOUR_MS);
    let link: URL | undefined;
    // The thief's receiver keeps the challenge until the owner has acted.
    const fetch = async (request: Request) => {
      if (request.url !== "https://hooks.example/late") return env.OUTBOUND?.fetch(request);
      const { data } = (await request.json()) as { data: object };
      if (link) await press(link, owner);
      return Response.json(data);
    };
    const thief = await signIn(email, new Visitor((path, init) => requestWith({ OUTBOUND: { fetch } }, path, init)));
    link = cancelLink(email);
    await activeEndpoint({ visitor: thief }, "https://hooks.example/thief");
    const late = await addEndpoint({ visitor: thief }, "https://hooks.example/late");
    expect((await late.send("verify")).status).toBe(422);
    const endpoints = env.DB.prepare(
      `SELECT DISTINCT status, disabled_reason AS reason FROM webhook_endpoints WHERE organisation_id =
        (SELECT organisation_id FROM users WHERE email = ?)`,
    );
    const { results } = await endpoints.bind(email).all();
    expect(results).toEqual([{ status: "disabled", reason: "not_me" }]);
  });

  it.each([
    ["the mailed link", (link: URL) => pressCancel(link)],
    ["the console", (_: URL, owner: Visitor) => owner.submit("/console/keys", "/console/keys/not-me")],
  ])("switches auto-reload off by %s", async (_, press) => {
    const email = freshAddress();
    const owner = await signIn(email);
    const thief = await signIn(email);
    const raised = { threshold: "1000", amount_usd: "100", monthly_cap_usd: "1000" };
    expect((await thief.submit("/console/purchases", "/console/purchases/auto-reload", raised)).status).toBe(303);
    const reload = () =>
      env.DB.prepare(
        `SELECT count(*) AS n FROM auto_reloads WHERE organisation_id =
          (SELECT organisation_id FROM users WHERE email = ?)`,
      )
        .bind(email)
        .first("n");
    expect(await reload()).toBe(1);
    await press(cancelLink(email), owner);
    expect(await reload()).toBe(0);
  });

  it("cancels batches and pauses watches of the stolen session, and leaves those from before", async () => {
    const email = freshAddress();
    const own = await stolenKey(email);
    await giveTokens(own, 1_000);
    const owner = await signIn(email);
    const terms = { domains: ["stolen.example"], events: ["jobs.opened"], max_tokens_month: 100 };
    const watches: string[] = [];
    for (const _ of "12") watches.push((await callTool(own, "create_watch", terms)).body.id);
    const letRun = holdBatches();
    const resume = (visitor: Visitor, id = "") =>
      visitor.submit("/console/watches", "/console/watches/change", { id, status: "active" });
    expect((await resume(owner, watches[0])).status).toBe(303);
    expect((await startBatch(owner)).status).toBe(303);

    const thief = await signIn(email);
    const link = cancelLink(email);
    const client = await OAuthClient.of(thief);
    const tokens = (await client.exchange(await client.code())).body;
    expect((await callTool(tokens.access_token, "create_batch", INPUTS)).status).toBe(202);
    expect((await startBatch(thief)).status).toBe(303);
    // An id from another time would hide the batch from requests of people, which look at the latest.
    for (const days of [-2, 2]) expect((await startBatch(thief, Date.now() + days * DAY_MS)).status).toBe(400);
    expect((await resume(thief, watches[1])).status).toBe(303);

    expect((await pressCancel(link)).text).toContain("and watches of the console since then are stopped");
    const listed: Answer["body"][] = (await callTool(own, "list_batches")).body.batches;
    const batches = listed.map(({ id }) => env.BATCHES.getByName(id));
    // Each does so itself every ten seconds.
    for (const batch of batches) await batch.recheck();
    letRun();
    await expect
      .poll(async () => (await Promise.all(batches.map((batch) => batch.status()))).map((is) => is?.status ?? "ended"))
      .toEqual(listed.map(() => "ended"));
    const ended: Answer["body"][] = (await callTool(own, "list_batches")).body.batches;
    expect(ended.map((batch) => `${batch.made_by.slice(0, 4)} ${batch.stopped_reason}`).toSorted()).toEqual([
      "con_ key_revoked",
      "cons cancelled",
      "cons completed",
    ]);
    const { body } = await callTool(own, "list_watches");
    expect(body.watches.map(({ status }: { status: string }) => status)).toEqual(["active", "paused"]);
  });

  it("switches no auto-reload on for which the session was read before the link is used", async () => {
    const email = freshAddress();
    const own = await stolenKey(email);
    let link: URL | undefined;
    const getByName = (id: string) => {
      const account = env.ACCOUNTS.getByName(id);
      const statement = async () => {
        if (link) await pressCancel(link);
        return account.statement();
      };
      return new Proxy(account, {
        get: (target, name) => (name === "statement" ? statement : Reflect.get(target, name)),
      });
    };
    const ACCOUNTS = { getByName } as unknown as Env["ACCOUNTS"];
    const thief = await signIn(email, new Visitor((path, init) => requestWith({ ACCOUNTS }, path, init)));
    const raised = { threshold: "1000", amount_usd: "100", monthly_cap_usd: "1000" };
    const form = hiddenFields((await thief.get("/console/purchases")).text, "/console/purchases/auto-reload");
    link = cancelLink(email);
    await thief.post("/console/purchases/auto-reload", { ...form, ...raised });
    expect((await callTool(own, "get_token_balance")).body.auto_reload).toBeNull();
  });

  it("starts no batch in the console for which the session was read before the link is used", async () => {
    const email = freshAddress();
    const own = await stolenKey(email);
    await giveTokens(own, 1_000);
    const balance = async () => (await callTool(own, "get_token_balance")).body.balance;
    const before = await balance();
    let link: URL | undefined;
    const getByName = (id: string) => ({
      create: async (spec: BatchSpec, lines: BatchLine[]) => {
        if (link) await pressCancel(link);
        return env.BATCHES.getByName(id).create(spec, lines);
      },
    });
    const thief = await signIn(
      email,
      new Visitor((path, init) => requestWith({ BATCHES: { getByName } as unknown as Env["BATCHES"] }, path, init)),
    );
    link = cancelLink(email);
    expect((await startBatch(thief)).status).not.toBe(303);
    expect((await callTool(own, "list_batches")).body.batches).toEqual([]);
    expect(await balance()).toBe(before);
  });

  it("leaves no key behind that is being created while the link is used", async () => {
    const email = freshAddress();
    const stolen = await stolenKey(email);
    const link = cancelLink(email);
    const [made] = await Promise.all([times(20, (index) => createKey(stolen, `race ${index}`)), pressCancel(link)]);
    const keys = made.flatMap(({ api_key }) => (api_key ? [api_key as string] : []));
    for (const key of keys) expect(await isActive(key)).toBe(false);
    const count = `SELECT count(*) AS n FROM api_keys k JOIN users u ON u.organisation_id = k.organisation_id
      WHERE u.email = ? AND revoked_at IS NULL`;
    expect(await env.DB.prepare(count).bind(email).first("n")).toBe(0);
  });
});
