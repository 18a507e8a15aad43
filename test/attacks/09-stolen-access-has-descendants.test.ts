import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/lib/time.ts";
import { cancelLink, exchangeClaim, freshAddress, giveCode, openClaim, pressCancel } from "../support/claim-flow.ts";
import { advanceClock, callTool, isActive, requestWith, times } from "../support/harness.ts";
import { OAuthClient } from "../support/oauth-client.ts";
import { makeKey, signIn, Visitor } from "../support/visitor.ts";
import { activeEndpoint, addEndpoint } from "../support/webhooks.ts";

const createKey = async (key: string, name: string) => (await callTool(key, "create_api_key", { name })).body;

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

    expect((await pressCancel(link)).text).toContain("neither do the keys");
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
