import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { accountOf } from "../../../src/ledger/account.ts";
import { newId } from "../../../src/lib/ids.ts";
import { HOUR_MS } from "../../../src/lib/time.ts";
import { sha256Hex } from "../../../src/platform/secrets.ts";
import { freshAddress } from "../../support/claim-flow.ts";
import {
  type Answer,
  advanceClock,
  BASE,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  lastMail,
  makePaid,
  organisationOf,
  postForm,
  postJson,
  request,
  requestWith,
  runCron,
  tally,
  times,
} from "../../support/harness.ts";
import { hiddenFields, makeKey, signIn, Visitor } from "../../support/visitor.ts";

const AUTHORIZE = "/oauth/authorize";
const CALLBACK = "https://host.example/callback";
const VERIFIER = "v".repeat(43);
/** A tool of 2 tokens that the directory answers. */
const PAID = ["get_network_company_url", { domain: "acme-robotics.example" }] as const;

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
}

async function register(redirectUri = CALLBACK, name = "Test Host"): Promise<string> {
  // One address may register 60 an hour.
  const from = { "CF-Connecting-IP": `2001:db8:${crypto.randomUUID().slice(0, 4)}::1` };
  return (await postJson("/oauth/register", { client_name: name, redirect_uris: [redirectUri] }, from)).body.client_id;
}

type Parameters = Record<string, string | undefined>;

/** The address a host sends its user to; `changes` of undefined leave a parameter out. */
async function authorizeUrl(clientId: string, changes: Parameters = {}): Promise<string> {
  const parameters = {
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: await challengeOf(VERIFIER),
    code_challenge_method: "S256",
    resource: BASE,
    scope: "api",
    state: "s t&te",
    ...changes,
  };
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${AUTHORIZE}?${new URLSearchParams(given)}`;
}

/** What the person's browser is sent back with after a click on the consent page. */
async function consent(visitor: Visitor, url: string, fields: Record<string, string> = {}): Promise<URL> {
  const page = await visitor.get(url);
  expect(page.status).toBe(200);
  const hidden = hiddenFields(page.text.replaceAll("&amp;", "&"), AUTHORIZE);
  const answer = await visitor.post(AUTHORIZE, { ...hidden, decision: "allow", ...fields });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

const exchange = (clientId: string, code: string, changes: Record<string, string> = {}) =>
  postForm("/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: VERIFIER,
    redirect_uri: CALLBACK,
    ...changes,
  });
const refresh = (clientId: string, token: string, changes: Record<string, string> = {}) =>
  postForm("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...changes });

async function codeFor(visitor: Visitor, clientId: string, cap = ""): Promise<string> {
  const back = await consent(visitor, await authorizeUrl(clientId), { cap });
  return back.searchParams.get("code") ?? "";
}

type Connected = { visitor: Visitor; clientId: string; code: string; access: string; refreshToken: string };

/** A person who has signed in and let a host connect, and the host's tokens. */
async function connect(cap = "", email = freshAddress()): Promise<Connected> {
  const visitor = await signIn(email);
  const clientId = await register();
  const code = await codeFor(visitor, clientId, cap);
  const { body } = await exchange(clientId, code);
  return { visitor, clientId, code, access: body.access_token, refreshToken: body.refresh_token };
}

const isActive = async (token: string) => (await callTool(token, "get_token_balance")).status === 200;

function expectInvalidGrant({ status, body }: Answer): void {
  expect([status, body.error]).toEqual([400, "invalid_grant"]);
  expect(body).not.toHaveProperty("access_token");
}

describe("a host whose user signs in", () => {
  it("gets tokens for the user's workspace with a lifetime of an hour, and the issuer in the redirect", async () => {
    const clientId = await register();
    const visitor = new Visitor();
    const url = await authorizeUrl(clientId);
    const first = await visitor.get(url);
    expect(first.status).toBe(200);
    const { next = "" } = hiddenFields(first.text.replaceAll("&amp;", "&"), "/console/sign-in");
    expect(new URL(next, BASE).searchParams.get("client_id")).toBe(clientId);
    await signIn(freshAddress(), visitor);
    const page = (await visitor.get(url)).text;
    for (const named of ["Test Host", "host.example", "<dd>100 tokens</dd>"]) expect(page).toContain(named);

    const back = await consent(visitor, url);
    expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
    expect(back.searchParams.get("state")).toBe("s t&te");
    expect(back.searchParams.get("iss")).toBe(BASE);
    const tokens = await exchange(clientId, back.searchParams.get("code") ?? "");
    expect(tokens.status).toBe(200);
    expect(tokens.headers.get("cache-control")).toBe("no-store");
    expect(tokens.body).toEqual({
      access_token: expect.stringMatching(/^tg_[0-9A-Za-z]{60}$/),
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^tgr_[\w-]+$/),
      scope: "api",
    });
    expect(await balanceOf(tokens.body.access_token)).toBe(100);
    const { status } = await postJson(
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_token_balance" } },
      { Authorization: `Bearer ${tokens.body.access_token}` },
    );
    expect(status).toBe(200);
  });

  it("gets an error and no code when the user refuses", async () => {
    const visitor = await signIn(freshAddress());
    const back = await consent(visitor, await authorizeUrl(await register()), { decision: "deny" });
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("iss")).toBe(BASE);
    expect(back.searchParams.has("code")).toBe(false);
  });

  it("may be described by a document at its client_id, and use any port of loopback", async () => {
    const clientId = "https://oauth-client.example/client.json";
    const visitor = await signIn(freshAddress());
    const loopback = "http://127.0.0.1:49152/callback";
    const url = await authorizeUrl(clientId, { redirect_uri: loopback });
    const page = (await visitor.get(url)).text;
    for (const named of ["Described Client", clientId, "a program on this computer"]) expect(page).toContain(named);
    const back = await consent(visitor, url);
    expect(back.host).toBe("127.0.0.1:49152");
    const tokens = await exchange(clientId, back.searchParams.get("code") ?? "", { redirect_uri: loopback });
    expect(tokens.status).toBe(200);
  });

  it.each([
    ["https://oauth-client.example/somebody-else.json", "names another client"],
    ["https://oauth-client.example/with-secret.json", "wants a secret"],
    ["https://oauth-client.example/runs-script.json", "redirects to a script"],
    ["https://to-oauth-client.example/client.json", "is behind a redirect"],
    ["https://private-address.example/client.json", "is on a private address"],
    ["https://oauth-client.example/a/../client.json", "is spelled another way"],
    ["http://oauth-client.example/client.json", "is not on TLS"],
    ["https://oauth-client.example/", "has no path"],
    ["client_00000000000000000000000000000000", "was never registered"],
  ])("is unknown when its client_id is %s, which %s", async (clientId) => {
    const visitor = await signIn(freshAddress());
    const redirectUri = clientId.includes("runs-script")
      ? "javascript://%0aalert(1)"
      : "https://oauth-client.example/callback";
    const answer = await visitor.get(await authorizeUrl(clientId, { redirect_uri: redirectUri }));
    expect(answer.status).toBe(400);
    expect(answer.headers.has("location")).toBe(false);
    expect(answer.text).not.toContain("<form");
  });
});

describe("registration of clients", () => {
  it("makes a public client, whatever else is asked for", async () => {
    const asked = {
      redirect_uris: [CALLBACK],
      client_name: "A\u202eB",
      token_endpoint_auth_method: "client_secret_post",
    };
    const { status, body } = await postJson("/oauth/register", asked);
    expect(status).toBe(201);
    expect(body).toMatchObject({ client_name: "AB", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" });
    expect(body).not.toHaveProperty("client_secret");
  });

  it.each([
    "http://host.example/callback",
    "https://host.example/callback#fragment",
    "https://user@host.example/callback",
    "https://app.example;frame-ancestors/cb",
    "https://app.example,script-src/cb",
    "https://*/cb",
    "javascript://%0aalert(1)",
    "data:text/html,x",
    "mailto:thief@host.example",
    "ms-word:ofe|u|https://host.example/x.docm",
    "callback",
    "https://host.example/\ncallback",
  ])("refuses the redirect URI %j", async (uri) => {
    const { status, body } = await postJson("/oauth/register", { redirect_uris: [uri] });
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
  });

  it.each(["com.host.app:/callback", "com.host.app:callback", "host://callback", "host:///callback"])(
    "takes the address %s of an app",
    async (uri) => expect((await postJson("/oauth/register", { redirect_uris: [uri] })).status).toBe(201),
  );

  it("refuses metadata without redirect URIs, and a body that is not JSON", async () => {
    expect((await postJson("/oauth/register", {})).body.error).toBe("invalid_client_metadata");
    expect((await postForm("/oauth/register", { redirect_uris: CALLBACK })).body.error).toBe("invalid_request");
  });

  it("is limited per client address", async () => {
    const from = { "CF-Connecting-IP": "198.51.100.77" };
    const answers = await times(62, () => postJson("/oauth/register", { redirect_uris: [CALLBACK] }, from));
    expect(tally(answers)).toEqual({ 201: 60, 429: 2 });
  });
});

describe("the authorization endpoint", () => {
  it.each([
    ["https://evil.example/callback"],
    [`${CALLBACK}/`],
    [`${CALLBACK}?x=1`],
    ["https://HOST.example/callback"],
    ["https://host.example:8443/callback"],
    ["https://host.example/callback/../callback"],
    ["http://host.example/callback"],
    [undefined],
  ])("never leads to %s, which is not registered", async (redirectUri) => {
    const visitor = await signIn(freshAddress());
    const answer = await visitor.get(await authorizeUrl(await register(), { redirect_uri: redirectUri }));
    expect(answer.status).toBe(400);
    expect(answer.headers.has("location")).toBe(false);
    expect(answer.text).not.toContain("evil.example");
  });

  it.each([
    "http://127.0.0.1:1@evil.example/cb",
    "http://127.0.0.2:80/cb",
    "http://localhost:80/cb",
    "http://127.0.0.1/else",
  ])("takes %s for no port of http://127.0.0.1/cb", async (redirectUri) => {
    const visitor = await signIn(freshAddress());
    const url = await authorizeUrl(await register("http://127.0.0.1/cb"), { redirect_uri: redirectUri });
    expect((await visitor.get(url)).status).toBe(400);
  });

  it.each([
    ["invalid_request", { code_challenge: undefined, code_challenge_method: undefined }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge_method: undefined }],
    ["invalid_request", { code_challenge: "short" }],
    ["unsupported_response_type", { response_type: "token" }],
    ["invalid_target", { resource: `${BASE}/api` }],
    ["invalid_target", { resource: `${BASE}/mcp/` }],
    ["invalid_target", { resource: "https://other.example/mcp" }],
  ])("says %s and offers nothing to allow: %j", async (error, changes) => {
    const visitor = await signIn(freshAddress());
    const answer = await visitor.get(await authorizeUrl(await register(), changes));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`error=${error}`);
    expect(answer.text).not.toContain("<form");
    // Not without a click: anybody can register a client and send people here.
    expect(answer.headers.has("location")).toBe(false);
  });

  it("refuses a parameter that is sent twice", async () => {
    const visitor = await signIn(freshAddress());
    const url = await authorizeUrl(await register());
    expect((await visitor.get(`${url}&redirect_uri=https%3A%2F%2Fevil.example`)).status).toBe(400);
  });

  it("shows a page that cannot be framed and whose form may redirect to the client only", async () => {
    const visitor = await signIn(freshAddress());
    const { headers } = await visitor.get(await authorizeUrl(await register()));
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://host.example;");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("takes no consent from another site, without the page's token, or with another session's", async () => {
    const visitor = await signIn(freshAddress());
    const other = await signIn(freshAddress());
    const url = await authorizeUrl(await register(), { state: "x" });
    const hidden = hiddenFields((await visitor.get(url)).text, AUTHORIZE);
    const theirs = hiddenFields((await other.get(url)).text, AUTHORIZE);
    const allow = { ...hidden, decision: "allow" };
    const refused = [
      await visitor.post(AUTHORIZE, allow, { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }),
      await visitor.post(AUTHORIZE, { ...allow, form_token: "" }),
      await visitor.post(AUTHORIZE, { ...allow, form_token: theirs.form_token ?? "" }),
      await new Visitor().post(AUTHORIZE, allow),
    ];
    expect(tally(refused)).toEqual({ 403: 4 });
    for (const { headers } of refused) expect(headers.has("location")).toBe(false);
    expect((await visitor.post(AUTHORIZE, allow)).status).toBe(303);
  });

  it("checks what the form brings like what the address brought", async () => {
    const visitor = await signIn(freshAddress());
    const url = await authorizeUrl(await register(), { state: "x" });
    const allow = { ...hiddenFields((await visitor.get(url)).text, AUTHORIZE), decision: "allow" };
    const wrong: Record<string, string>[] = [
      { redirect_uri: "https://evil.example/" },
      { resource: `${BASE}/api` },
      { cap: "-1" },
      { cap: "1.5" },
    ];
    for (const changes of wrong) {
      const answer = await visitor.post(AUTHORIZE, { ...allow, ...changes });
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    }
  });
});

describe("an authorization code", () => {
  it("is good for one exchange; the second ends what came of the first", async () => {
    const { clientId, code, access, refreshToken } = await connect();
    expect(await isActive(access)).toBe(true);
    expectInvalidGrant(await exchange(clientId, code));
    expect(await isActive(access)).toBe(false);
    expectInvalidGrant(await refresh(clientId, refreshToken));
  });

  it("yields tokens at most once for 10 concurrent exchanges", async () => {
    const visitor = await signIn(freshAddress());
    const clientId = await register();
    const code = await codeFor(visitor, clientId);
    const answers = await times(10, () => exchange(clientId, code));
    expect(tally(answers)).toEqual({ 200: 1, 400: 9 });
    expect(await isActive(answers.find(({ status }) => status === 200)?.body.access_token)).toBe(false);
  });

  it("needs its verifier, its client, its redirect URI and our resource", async () => {
    const visitor = await signIn(freshAddress());
    const [clientId, other] = [await register(), await register()];
    const code = await codeFor(visitor, clientId);
    expectInvalidGrant(await exchange(clientId, code, { code_verifier: "w".repeat(43) }));
    expectInvalidGrant(await exchange(clientId, code, { code_verifier: await challengeOf(VERIFIER) }));
    expectInvalidGrant(await exchange(other, code));
    expectInvalidGrant(await exchange(clientId, code, { redirect_uri: "https://evil.example/callback" }));
    expect((await exchange(clientId, code, { code_verifier: "" })).body.error).toBe("invalid_request");
    expect((await exchange("", code)).body.error).toBe("invalid_request");
    expect((await exchange(clientId, code, { resource: `${BASE}/api` })).body.error).toBe("invalid_target");
    // None of these has used the code up.
    expect((await exchange(clientId, code)).status).toBe(200);
  });

  it("is over after two minutes, and a forged one was never good", async () => {
    freezeClock();
    const visitor = await signIn(freshAddress());
    const clientId = await register();
    const code = await codeFor(visitor, clientId);
    advanceClock(120_000);
    expectInvalidGrant(await exchange(clientId, code));
    expectInvalidGrant(await exchange(clientId, `${code.slice(0, -2)}AA`));
    expectInvalidGrant(await exchange(clientId, "nonsense"));
  });
});

describe("access and refresh tokens", () => {
  it("an access token is over after an hour, its refresh token yields the next", async () => {
    freezeClock();
    const { clientId, access, refreshToken } = await connect();
    advanceClock(HOUR_MS);
    expect(await isActive(access)).toBe(false);
    const next = await refresh(clientId, refreshToken, { resource: `${BASE}/api/v0` });
    expect(next.status).toBe(200);
    expect(next.body.refresh_token).not.toBe(refreshToken);
    expect(await isActive(next.body.access_token)).toBe(true);
  });

  it("a refresh token used again ends the whole family", async () => {
    const { clientId, access, refreshToken } = await connect();
    const second = (await refresh(clientId, refreshToken)).body;
    const third = (await refresh(clientId, second.refresh_token)).body;
    expectInvalidGrant(await refresh(clientId, refreshToken));
    for (const token of [access, second.access_token, third.access_token]) expect(await isActive(token)).toBe(false);
    expectInvalidGrant(await refresh(clientId, third.refresh_token));
  });

  it("10 concurrent uses of a refresh token exchange it once and get the same tokens", async () => {
    const { access, clientId, refreshToken } = await connect();
    const organisation = await organisationOf(access);
    const answers = await times(10, () => refresh(clientId, refreshToken));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const count = "SELECT count(*) AS n FROM api_keys WHERE organisation_id = ? AND connection_id IS NOT NULL";
    expect(await env.DB.prepare(count).bind(organisation).first("n")).toBe(2);
    expect(await isActive(answers[0]?.body.access_token)).toBe(true);
  });

  it("a refresh token is good for its client only, as nothing else, and for 30 days unused", async () => {
    freezeClock();
    const { clientId, access, refreshToken } = await connect();
    expectInvalidGrant(await refresh(await register(), refreshToken));
    expect((await callTool(refreshToken, "get_token_balance")).status).toBe(401);
    expectInvalidGrant(await refresh(clientId, access));
    expect(await isActive(access)).toBe(true);
    advanceClock(30 * 24 * HOUR_MS);
    expectInvalidGrant(await refresh(clientId, refreshToken));
    await runCron();
    const left = env.DB.prepare("SELECT count(*) AS n FROM connections WHERE expires_at < ?").bind(Date.now());
    expect(await left.first("n")).toBe(0);
  });

  it("are forgotten when they are over, and what they paid for is not", async () => {
    freezeClock();
    const { visitor, access, clientId, refreshToken } = await connect();
    // With an idempotency key the charge is settled before the answer.
    expect((await callTool(access, ...PAID, { "Idempotency-Key": "once" })).status).toBe(200);
    const organisation = await organisationOf(access);
    const next = (await refresh(clientId, refreshToken)).body;
    const tokensLeft = async () => {
      await runCron();
      const count = "SELECT count(*) AS n FROM api_keys WHERE organisation_id = ? AND connection_id IS NOT NULL";
      return env.DB.prepare(count).bind(organisation).first("n");
    };
    const plain = await makeKey(visitor, "plain");
    await visitor.submit("/console/connections", "/console/connections/end");
    advanceClock(HOUR_MS - 1_000);
    expect(await tokensLeft()).toBe(2);
    advanceClock(1_001);
    expect(await tokensLeft()).toBe(0);
    for (const token of [access, next.access_token]) expect(await isActive(token)).toBe(false);
    const { transactions } = (await callTool(plain, "list_transactions")).body;
    const charge = { type: "charge", tokens: -2, key_id: expect.stringMatching(/^con_[0-9a-f]{24}$/) };
    expect(transactions).toContainEqual(expect.objectContaining(charge));
    // A key of a year is not an access token, however old.
    advanceClock(365 * 24 * HOUR_MS);
    await runCron();
    expect(await organisationOf(plain)).toBe(organisation);
  });

  it("the client revokes a connection by its refresh token, or one access token", async () => {
    const { clientId, access, refreshToken } = await connect();
    const second = (await refresh(clientId, refreshToken)).body;
    expect((await postForm("/oauth/revoke", { token: access })).status).toBe(200);
    expect([await isActive(access), await isActive(second.access_token)]).toEqual([false, true]);
    expect((await postForm("/oauth/revoke", { token: second.refresh_token })).status).toBe(200);
    expect(await isActive(second.access_token)).toBe(false);
    expectInvalidGrant(await refresh(clientId, second.refresh_token));
  });

  it.each(["create_api_key", "revoke_api_key", "set_auto_reload"])(
    "an access token cannot %s: that is its owner's business",
    async (tool) => {
      const { access } = await connect();
      const input = { name: "escape", id: "key_0", enabled: false };
      const { status, body } = await callTool(access, tool, input);
      expect([status, body.error]).toEqual([400, "invalid_request"]);
      expect(body.detail).toContain("A connection made by sign-in cannot do this");
      expect((await callTool(access, "list_api_keys")).body.api_keys).toEqual([]);
    },
  );
});

describe("a spending cap", () => {
  it("is exact under 50 parallel calls, while the balance would allow them all", async () => {
    const { access, visitor } = await connect("7");
    await makePaid(access);
    const answers = await times(50, () => callTool(access, ...PAID));
    expect(tally(answers)).toEqual({ 200: 3, 402: 47 });
    const refused = answers.find(({ status }) => status === 402)?.body;
    expect(refused).toMatchObject({ error: "spending_cap_reached", required: 2, balance: 94, cap_remaining: 1 });
    expect(await balanceOf(access)).toBe(94);
    expect((await visitor.get("/console/connections")).text).toContain("6 of 7");
  });

  it("holds over refreshes, and with idempotency keys", async () => {
    const { access, clientId, refreshToken } = await connect("4");
    const repeat = { "Idempotency-Key": "one" };
    expect((await callTool(access, ...PAID, repeat)).status).toBe(200);
    const next = (await refresh(clientId, refreshToken)).body.access_token;
    expect((await callTool(next, ...PAID, repeat)).headers.get("idempotent-replayed")).toBe("true");
    expect((await callTool(next, ...PAID)).status).toBe(200);
    expect((await callTool(next, ...PAID)).status).toBe(402);
    expect((await callTool(next, ...PAID, { "Idempotency-Key": "two" })).status).toBe(402);
  });

  it("gets back what a failed call held, and what a dead one held", async () => {
    freezeClock();
    const { access } = await connect("2");
    const organisation = await organisationOf(access);
    const account = accountOf(env, organisation);
    const remaining = async () => {
      await account.recall();
      await account.refresh();
      const find = "SELECT remaining FROM connections WHERE organisation_id = ?";
      return env.DB.prepare(find).bind(organisation).first("remaining");
    };
    vi.spyOn(console, "error").mockImplementation(() => {});
    const body = JSON.stringify({ domain: "failing.example" });
    const init = { method: "POST", body, headers: { Authorization: `Bearer ${access}` } };
    expect((await requestWith({}, "/api/v0/get_network_company_url", init)).status).toBeGreaterThanOrEqual(500);
    expect(await remaining()).toBe(2);

    // As a call leaves it whose Worker dies while the handler runs.
    const hash = await sha256Hex(access);
    const key = { id: `key_${hash.slice(0, 24)}`, hash };
    const call = { id: newId(Date.now()), key, tool: "get_email", tokens: 2, label: null, idempotent: null };
    expect((await account.begin(call)).status).toBe("open");
    expect(await remaining()).toBe(0);
    expect((await callTool(access, ...PAID)).status).toBe(402);
    advanceClock(180_000);
    await runDurableObjectAlarm(account);
    expect(await remaining()).toBe(2);
    expect((await callTool(access, ...PAID)).status).toBe(200);
    expect((await callTool(access, ...PAID)).status).toBe(402);
  });

  it("binds its own connection only: another's and plain keys spend on", async () => {
    const email = freshAddress();
    const capped = await connect("2", email);
    const clientId = await register();
    const free = (await exchange(clientId, await codeFor(capped.visitor, clientId))).body.access_token;
    const plain = await makeKey(capped.visitor, "plain");
    for (const status of [200, 402]) expect((await callTool(capped.access, ...PAID)).status).toBe(status);
    for (const token of [free, plain]) expect((await callTool(token, ...PAID)).status).toBe(200);
    expect(await balanceOf(plain)).toBe(94);
  });
});

describe("the console", () => {
  it("lists connections, does not list their tokens as keys, and ends a connection immediately", async () => {
    const { visitor, access, clientId, refreshToken } = await connect();
    const page = (await visitor.get("/console/connections")).text;
    for (const shown of ["Test Host", "host.example", "no cap"]) expect(page).toContain(shown);
    expect((await visitor.get("/console/keys")).text).not.toContain(`${access.slice(0, 7)}…`);
    await callTool(access, ...PAID, { "Idempotency-Key": "once" });
    expect((await visitor.get("/console/connections")).text).toContain(
      'class="number">2 <span class="dollars">$0.02</span>',
    );
    expect((await visitor.get("/console/transactions")).text).toContain('data-label="Paid by">Test Host</td>');
    const other = await signIn(freshAddress());
    const { id = "" } = hiddenFields(page, "/console/connections/end");
    const foreign = hiddenFields((await other.get("/console/keys")).text, "/console/keys");
    await other.post("/console/connections/end", { ...foreign, id });
    expect(await isActive(access)).toBe(true);
    const ended = await visitor.submit("/console/connections", "/console/connections/end");
    expect(ended.status).toBe(303);
    expect(await isActive(access)).toBe(false);
    expectInvalidGrant(await refresh(clientId, refreshToken));
    expect((await visitor.get("/console/connections")).text).toContain("Nothing is connected");
  });

  it.each(["/console/keys/revoke-all", "/console/keys/not-me"])("ends connections with %s", async (action) => {
    const { visitor, access, clientId, refreshToken } = await connect();
    await visitor.submit("/console/keys", action);
    expect(await isActive(access)).toBe(false);
    expectInvalidGrant(await refresh(clientId, refreshToken));
  });

  it("ends what was allowed in a session that was not theirs, by the mailed link", async () => {
    const email = freshAddress();
    const { access, clientId, refreshToken } = await connect("", email);
    const link = new URL(/https?:\/\/\S+\/agent\/identity\/cancel\S+/.exec(lastMail(email).text)?.[0] ?? "");
    expect((await postForm(link.pathname, { t: link.searchParams.get("t") ?? "" })).status).toBe(200);
    expect(await isActive(access)).toBe(false);
    expectInvalidGrant(await refresh(clientId, refreshToken));
  });

  it("gives no code to a person who was signed out in the meantime", async () => {
    const visitor = await signIn(freshAddress());
    const url = await authorizeUrl(await register(), { state: "x" });
    const allow = { ...hiddenFields((await visitor.get(url)).text, AUTHORIZE), decision: "allow" };
    const cookies = new Map(visitor.cookies);
    await visitor.submit("/console", "/console/sign-out");
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    expect((await visitor.post(AUTHORIZE, allow)).status).toBe(403);
  });
});

it("has no other methods", async () => {
  expect((await request("/oauth/register")).status).toBe(405);
  expect((await request(AUTHORIZE, { method: "DELETE" })).headers.get("allow")).toBe("GET, POST");
});
