import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WEBHOOK_ROTATION_MS } from "../../src/constants.ts";
import {
  advanceClock,
  anonymousKey,
  BASE,
  callTool,
  freezeClock,
  lastMail,
  runCron,
  tally,
} from "../support/harness.ts";
import { Visitor } from "../support/visitor.ts";
import {
  accepts,
  activeEndpoint,
  addEndpoint,
  forgetReceived,
  newOwner,
  PAGE,
  type Received,
  received,
  secretOn,
} from "../support/webhooks.ts";

beforeEach(async () => {
  await forgetReceived();
});
afterEach(() => {
  vi.useRealTimers();
});

const statusOf = async (key: string) => {
  const { body } = await callTool(key, "list_webhook_endpoints");
  return body.endpoints.map(({ status }: { status: string }) => status);
};

it("is added by the owner with a mail, verified by its challenge, and then listed for agents without URL or secret", async () => {
  const owner = await newOwner();
  const endpoint = await addEndpoint(owner, "https://hooks.example/in?token=of-my-own");
  expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(lastMail(owner.email).text).toContain("A webhook endpoint on hooks.example was added");
  expect(await statusOf(owner.key)).toEqual(["unverified"]);
  const batch = { tool: "get_company", inputs: [{ domain: "a.example" }], deliver: [endpoint.id] };
  const early = await callTool(owner.key, "create_batch", batch);
  expect([early.status, early.body.detail]).toEqual([400, expect.stringContaining(`${endpoint.id} is unverified`)]);

  expect((await endpoint.send("verify")).status).toBe(303);
  const [challenge] = (await received()) as [Received];
  expect(accepts(endpoint.secret, challenge)).toBe(true);
  expect(challenge.headers["user-agent"]).toMatch(/^TallygateWebhooks\/1\.0 /);
  expect(JSON.parse(challenge.body)).toMatchObject({
    type: "endpoint.verify",
    data: { challenge: expect.stringMatching(/^[0-9a-f]{48}$/) },
  });
  const { body, text } = await callTool(owner.key, "list_webhook_endpoints");
  expect(body.endpoints).toEqual([
    { id: endpoint.id, host: "hooks.example", status: "active", disabled_reason: null, created_at: expect.any(String) },
  ]);
  expect(body.console_url).toBe(`${BASE}/console/webhooks`);
  expect(text).not.toMatch(/of-my-own|whsec_/);
  const stored = JSON.stringify((await env.DB.prepare("SELECT * FROM webhook_endpoints").all()).results);
  expect(stored).not.toContain(endpoint.secret.slice("whsec_".length));
  expect((await owner.visitor.get(endpoint.path)).text).not.toContain("whsec_");
});

it.each([
  ["", "must be a URL"],
  ["hooks.example", "must be a URL"],
  ["http://hooks.example/", "must begin with https://"],
  ["ftp://hooks.example/", "must begin with https://"],
  ["https://hooks.example:8443/", "must use port 443"],
  ["https://hooks.example:80/", "must use port 443"],
  ["https://me:secret@hooks.example/", "must not contain a user name or password"],
  ["https://93.184.215.14/", "must have a host name, not an IP address"],
  ["https://0x7f000001/", "must have a host name, not an IP address"],
  ["https://[::1]/", "must have a host name, not an IP address"],
  ["https://localhost/", "must not be an address of this service"],
  ["https://printer.local/", "must have a host name that is public"],
  ["https://intranet/", "must have a host name that is public"],
  ["https://www.linkedin.com/", "must not be on this host"],
])("refuses the URL %j: it %s", async (url, problem) => {
  owner ??= await newOwner();
  const answer = await owner.visitor.submit(PAGE, PAGE, { url });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`url: ${problem}`)]);
  expect(await statusOf(owner.key)).toEqual([]);
});
let owner: Awaited<ReturnType<typeof newOwner>> | undefined;

it("needs the challenge's value back: a mirror, a silent 200, a redirect and a private address stay unverified", async () => {
  const { visitor, key } = await newOwner();
  const cases = [
    ["https://hooks.example/mirror", "does not hold the challenge"],
    ["https://hooks.example/silent", "does not hold the challenge"],
    ["https://private-address.example/", "an address that is not public"],
    ["https://no-such-host.example/", "no address in the DNS"],
    ["https://resolver-down.example/", "could not be looked up"],
  ];
  for (const [url = "", problem] of cases) {
    const answer = await (await addEndpoint({ visitor }, url)).send("verify");
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(problem ?? "")]);
  }
  expect(tally((await statusOf(key)).map((status: string) => ({ status })))).toEqual({ unverified: 5 });
  // The page offers no sixth, but the token of any form of the session sends one.
  const [, token = ""] = /name="form_token" value="(\w+)"/.exec((await visitor.get("/console/keys")).text) ?? [];
  const sixth = await visitor.post(PAGE, { form_token: token, url: "https://hooks.example/sixth" });
  expect([sixth.status, sixth.text]).toEqual([400, expect.stringContaining("at most 5 webhook endpoints")]);
  const again = await visitor.post(PAGE, { form_token: token, url: "https://hooks.example/mirror" });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining("has this endpoint already: wep_")]);
  const log = (await (await env.OUTBOUND?.fetch("http://log.internet.example/"))?.json()) as string[];
  expect(log.filter((line) => /private-address|169\.254/.test(line) && !line.includes("dns-query"))).toEqual([]);
});

it("belongs to its owner: another workspace's is 404, a form without its token changes nothing, no key reaches it", async () => {
  const owner = await newOwner();
  const endpoint = await activeEndpoint(owner, "https://hooks.example/mine");
  const stranger = await newOwner();
  const other = await addEndpoint(stranger, "https://hooks.example/other");
  expect((await stranger.visitor.get(endpoint.path)).status).toBe(404);
  const token = /name="form_token" value="([0-9a-f]{64})"/.exec((await stranger.visitor.get(PAGE)).text)?.[1] ?? "";
  for (const action of ["verify", "rotate", "test", "disable", "delete"]) {
    const answer = await stranger.visitor.post(`${endpoint.path}/${action}`, { form_token: token });
    expect([action, answer.status]).toEqual([action, 404]);
    const bare = await owner.visitor.post(`${endpoint.path}/${action}`, {});
    expect([action, bare.status]).toEqual([action, 403]);
    const signedOut = await new Visitor().post(`${endpoint.path}/${action}`, { form_token: token });
    expect([action, signedOut.status, signedOut.headers.get("location")]).toEqual([action, 303, endpoint.path]);
    expect((await new Visitor().get(endpoint.path)).text).toContain('action="/console/sign-in"');
  }
  expect(await statusOf(owner.key)).toEqual(["active"]);
  for (const id of [endpoint.id, other.id, "wep_0", "https://evil.example/"]) {
    const batch = { tool: "get_company", inputs: [{ domain: "a.example" }], deliver: [id] };
    expect((await callTool(stranger.key, "create_batch", batch)).status).toBe(400);
  }
  expect((await callTool(await anonymousKey(), "list_webhook_endpoints")).body).toMatchObject({ endpoints: [] });
});

it("rotates: for 24 hours both secrets sign, then the new one alone; tampered and stale messages are refused", async () => {
  freezeClock();
  const owner = await newOwner();
  const endpoint = await activeEndpoint(owner, "https://hooks.example/rotating");
  const rotated = await endpoint.send("rotate");
  const newSecret = secretOn(rotated);
  expect(newSecret).not.toBe(endpoint.secret);
  const again = await endpoint.send("rotate");
  expect([again.status, again.text]).toEqual([400, expect.stringContaining("the one before it signs until")]);

  const message = async (): Promise<Received> => {
    await forgetReceived();
    await endpoint.send("verify");
    return (await received())[0] as Received;
  };
  const both = await message();
  expect(both.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  expect([accepts(endpoint.secret, both), accepts(newSecret, both)]).toEqual([true, true]);
  expect(accepts(newSecret, { ...both, body: both.body.replace("verify", "verifY") })).toBe(false);
  expect(accepts(newSecret, { ...both, headers: { ...both.headers, "webhook-id": "evt_other" } })).toBe(false);
  advanceClock(400_000);
  expect(accepts(newSecret, both)).toBe(false);
  advanceClock(WEBHOOK_ROTATION_MS);
  const one = await message();
  expect([accepts(endpoint.secret, one), accepts(newSecret, one)]).toEqual([false, true]);

  const leaked = secretOn(await endpoint.send("rotate", { ends_old_now: "on" }));
  const last = await message();
  expect([accepts(newSecret, last), accepts(leaked, last)]).toEqual([false, true]);
});

it('is disabled by its owner and by "This wasn\'t me", and enabled by a new challenge; deleting it deletes its deliveries', async () => {
  const owner = await newOwner();
  const endpoint = await activeEndpoint(owner, "https://hooks.example/ending");
  await endpoint.send("test");
  await endpoint.send("disable");
  expect((await callTool(owner.key, "list_webhook_endpoints")).body.endpoints[0]).toMatchObject({
    status: "disabled",
    disabled_reason: "owner",
  });
  expect((await endpoint.send("verify")).status).toBe(303);
  expect(await statusOf(owner.key)).toEqual(["active"]);
  await owner.visitor.submit("/console/keys", "/console/keys/not-me");
  const find = "SELECT status, disabled_reason AS reason FROM webhook_endpoints WHERE id = ?";
  expect(await env.DB.prepare(find).bind(endpoint.id).first()).toEqual({ status: "disabled", reason: "not_me" });

  const second = await newOwner();
  const gone = await activeEndpoint(second, "https://hooks.example/deleted");
  await gone.send("test");
  expect((await gone.send("delete")).status).toBe(303);
  const left = "SELECT count(*) AS n FROM webhook_deliveries WHERE endpoint_id = ?";
  expect(await env.DB.prepare(left).bind(gone.id).first("n")).toBe(0);
  expect((await second.visitor.get(gone.path)).status).toBe(404);
  await runCron();
});
