import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { freshAddress, GRANT, giveCode, wrongCode } from "../../support/claim-flow.ts";
import {
  advanceClock,
  balanceOf,
  callTool,
  freezeClock,
  lastMail,
  mailedCode,
  organisationOf,
  postForm,
  postJson,
  request,
  requestWith,
  tally,
  times,
} from "../../support/harness.ts";

async function open(email: string, key?: string) {
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
  const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
  const answer = await postJson("/agent/identity", assertion, headers);
  return { ...answer, token: answer.body.claim_token as string, code: answer.status === 200 ? mailedCode(email) : "" };
}
const exchange = (token: string, grant = GRANT) => postForm("/oauth/token", { grant_type: grant, claim_token: token });
const error = (answer: { status: number; body: Record<string, unknown> }) => [answer.status, answer.body.error];

async function claimedKey(email: string): Promise<string> {
  const claim = await open(email);
  expect(error(await giveCode(claim.token, claim.code))).toEqual([200, undefined]);
  return (await exchange(claim.token)).body.access_token;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("verified email", () => {
  it("goes from assertion to key", async () => {
    const email = freshAddress();
    const opened = await open(email);
    expect(opened.status).toBe(200);
    expect(opened.body).toEqual({
      claim_token: expect.any(String),
      expires_in: 600,
      interval: 2,
      verification_uri: "http://localhost:8787/agent/identity/claim",
      user_code_length: 6,
    });
    expect(opened.headers.get("cache-control")).toBe("no-store");

    const pending = await exchange(opened.token);
    expect(error(pending)).toEqual([401, "authorization_pending"]);
    expect(pending.headers.get("www-authenticate")).toBe('AgentAuth error="authorization_pending"');
    expect(pending.headers.get("cache-control")).toBe("no-store");

    const bound = await giveCode(opened.token, opened.code);
    expect(bound.status).toBe(200);
    expect(bound.body).toEqual({
      status: "claimed",
      token_endpoint: "http://localhost:8787/oauth/token",
      grant_type: GRANT,
    });
    expect((await giveCode(opened.token, opened.code)).body).toEqual(bound.body);

    const token = await exchange(opened.token);
    expect(token.status).toBe(200);
    expect(token.body).toEqual({
      access_token: expect.stringMatching(/^tg_/),
      token_type: "bearer",
      expires_in: 31_536_000,
      scope: "api",
    });
    expect(token.headers.get("cache-control")).toBe("no-store");
    const balance = await callTool(token.body.access_token, "get_token_balance");
    expect(balance.body).toMatchObject({ balance: 100, plan: "free", rate_limit: { limit: 120 } });

    expect(error(await exchange(opened.token))).toEqual([400, "invalid_grant"]);
    expect(error(await giveCode(opened.token, opened.code))).toEqual([400, "invalid_grant"]);
  });

  it("mails a code that is not in the response, with its purpose", async () => {
    const email = freshAddress();
    const opened = await open(email);
    const mail = lastMail(email);
    expect(opened.text).not.toContain(opened.code);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(opened.code);
      expect(part).toMatch(/agent/);
      expect(part).toMatch(/\/agent\/identity\/cancel\?t=/);
      expect(part).not.toContain(opened.token);
    }
  });

  it("accepts the grant's public alias", async () => {
    const claim = await open(freshAddress());
    await giveCode(claim.token, claim.code);
    expect((await exchange(claim.token, "urn:workos:agent-auth:grant-type:claim")).status).toBe(200);
  });

  it("answers alike for a known and an unknown address", async () => {
    const email = freshAddress();
    await claimedKey(email);
    const [known, unknown] = [await open(email), await open(freshAddress())];
    const shape = ({ status, body, headers }: typeof known) => [
      status,
      { ...body, claim_token: "" },
      [...headers.keys()].sort(),
    ];
    expect(shape(known)).toEqual(shape(unknown));
    expect(known.token.length).toBe(unknown.token.length);
  });

  it("gives the same workspace each time, with welcome tokens once per normalised address", async () => {
    const first = await claimedKey("ada.lovelace@gmail.com");
    const second = await claimedKey("ada.lovelace@gmail.com");
    const tagged = await claimedKey("adalovelace+x@googlemail.com");
    expect(await organisationOf(first)).toBe(await organisationOf(second));
    expect(await organisationOf(tagged)).not.toBe(await organisationOf(first));
    expect([await balanceOf(second), await balanceOf(tagged)]).toEqual([100, 0]);
  });

  it("gives no welcome tokens to a disposable address", async () => {
    expect(await balanceOf(await claimedKey("somebody@mailinator.com"))).toBe(0);
  });
});

describe("bad registration requests", () => {
  const identity = (body: unknown) => postJson("/agent/identity", body);
  it.each([
    ["no type", () => identity({})],
    ["an unknown type", () => identity({ type: "magic" })],
    [
      "an ID-JAG",
      () =>
        identity({
          type: "identity_assertion",
          assertion_type: "urn:ietf:params:oauth:token-type:id-jag",
          assertion: "x",
        }),
    ],
    ["no address", () => identity({ type: "identity_assertion", assertion_type: "verified_email" })],
    [
      "a bad address",
      () => identity({ type: "identity_assertion", assertion_type: "verified_email", assertion: "nobody" }),
    ],
    [
      "an address with a line break",
      () =>
        identity({
          type: "identity_assertion",
          assertion_type: "verified_email",
          assertion: "a@b.example\r\nBcc: c@d.example",
        }),
    ],
    ["an array", () => identity([])],
    [
      "malformed JSON",
      () => request("/agent/identity", { method: "POST", body: "{", headers: { "Content-Type": "application/json" } }),
    ],
    ["a form", () => postForm("/agent/identity", { type: "anonymous" })],
    ["too large a body", () => identity({ type: "anonymous", x: "x".repeat(9000) })],
    ["no claim token", () => postJson("/agent/identity/claim", { user_code: "123456" })],
    ["a code of 5 digits", () => giveCode("tgc_x", "12345")],
    ["a code that is a number", () => giveCode("tgc_x", 123456)],
    ["a code of other digits", () => giveCode("tgc_x", "１２３４５６")],
    ["no grant type", () => postForm("/oauth/token", { claim_token: "x" })],
    ["no claim token at the token endpoint", () => postForm("/oauth/token", { grant_type: GRANT })],
    ["JSON at the token endpoint", () => postJson("/oauth/token", { grant_type: GRANT, claim_token: "x" })],
    [
      "a repeated field",
      () =>
        request("/oauth/token", {
          method: "POST",
          body: "grant_type=a&grant_type=b",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
        }),
    ],
  ])("%s is invalid_request", async (_, run) => {
    const answer = await run();
    expect(error(answer)).toEqual([400, "invalid_request"]);
    expect(answer.body.error_description).toEqual(expect.any(String));
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("list what is supported", async () => {
    const answer = await identity({ type: "identity_assertion", assertion_type: "id-jag", assertion: "x" });
    expect(answer.body.error_description).toContain("verified_email");
    expect(error(await postForm("/oauth/token", { grant_type: "password" }))).toEqual([400, "unsupported_grant_type"]);
  });

  it("with a forged claim token are invalid_claim_token, without I/O", async () => {
    const { token } = await open(freshAddress());
    const untouchable = new Proxy({}, { get: () => expect.unreachable("I/O for a forged token") });
    const forged = `${token.slice(0, -2)}${token.at(-2) === "A" ? "B" : "A"}${token.at(-1)}`;
    for (const bad of [forged, "tgc_", "nonsense", token.slice(4)]) {
      const init = { method: "POST", body: new URLSearchParams({ grant_type: GRANT, claim_token: bad }) };
      expect(error(await requestWith({ DB: untouchable, CLAIMS: untouchable }, "/oauth/token", init))).toEqual([
        400,
        "invalid_claim_token",
      ]);
      expect(error(await giveCode(bad, "123456"))).toEqual([400, "invalid_claim_token"]);
    }
  });
});

describe("codes", () => {
  it("are counted: the fifth wrong one kills the claim", async () => {
    const claim = await open(freshAddress());
    for (const remaining of [4, 3, 2, 1, 0]) {
      const answer = await giveCode(claim.token, wrongCode(claim.code));
      expect(error(answer)).toEqual([400, "invalid_grant"]);
      expect(answer.body.attempts_remaining).toBe(remaining);
    }
    expect(error(await giveCode(claim.token, claim.code))).toEqual([400, "invalid_grant"]);
    expect(error(await exchange(claim.token))).toEqual([400, "invalid_grant"]);
  });

  it("that are malformed are not counted", async () => {
    const claim = await open(freshAddress());
    for (const bad of ["12345", "abcdef", 123456, null, "1234567"])
      expect(error(await giveCode(claim.token, bad))).toEqual([400, "invalid_request"]);
    expect((await giveCode(claim.token, claim.code)).status).toBe(200);
  });

  it("counts exactly 5 of 40 concurrent attempts, then refuses the correct code", async () => {
    const claim = await open(freshAddress());
    const answers = await times(40, () => giveCode(claim.token, wrongCode(claim.code)));
    expect(tally(answers)).toEqual({ 400: 40 });
    const counted = answers
      .map((answer) => answer.body.attempts_remaining)
      .filter((remaining) => remaining !== undefined);
    expect(counted.sort()).toEqual([0, 1, 2, 3, 4]);
    const row = await env.DB.prepare(
      "SELECT attempts, failures, state FROM claims WHERE state = 'dead' ORDER BY created_at DESC",
    ).first();
    expect(row).toEqual({ attempts: 5, failures: 5, state: "dead" });
    expect(error(await giveCode(claim.token, claim.code))).toEqual([400, "invalid_grant"]);
  });

  it("of 20 concurrent correct codes binds one", async () => {
    const claim = await open(freshAddress());
    const answers = await times(20, () => giveCode(claim.token, claim.code));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect((await exchange(claim.token)).status).toBe(200);
  });

  it("that are wrong 10 times over several claims stop the address for 24 h; a right one gives its attempt back", async () => {
    freezeClock();
    const email = freshAddress();
    const done = await open(email);
    expect((await giveCode(done.token, done.code)).status).toBe(200);
    for (let round = 0; round < 2; round++) {
      const claim = await open(email);
      for (let attempt = 0; attempt < 5; attempt++)
        expect((await giveCode(claim.token, wrongCode(claim.code))).status).toBe(400);
    }
    const stopped = await open(email);
    const refused = await giveCode(stopped.token, stopped.code);
    expect(error(refused)).toEqual([429, "rate_limited"]);
    expect(refused.headers.get("retry-after")).toBe(String(24 * 3600));
    advanceClock(24 * 3_600_000);
    const later = await open(email);
    expect((await giveCode(later.token, later.code)).status).toBe(200);
  });

  it("are refused after 600 s", async () => {
    freezeClock();
    const claim = await open(freshAddress());
    advanceClock(599_000);
    expect(error(await exchange(claim.token))).toEqual([401, "authorization_pending"]);
    advanceClock(2_000);
    expect(error(await giveCode(claim.token, claim.code))).toEqual([400, "claim_expired"]);
    expect(error(await exchange(claim.token))).toEqual([400, "claim_expired"]);
  });

  it("leave a bound claim exchangeable for 120 s, also past 600 s", async () => {
    freezeClock();
    const [inTime, late] = [await open(freshAddress()), await open(freshAddress())];
    advanceClock(595_000);
    for (const claim of [inTime, late]) expect((await giveCode(claim.token, claim.code)).status).toBe(200);
    advanceClock(115_000);
    expect((await exchange(inTime.token)).status).toBe(200);
    advanceClock(6_000);
    expect(error(await exchange(late.token))).toEqual([400, "claim_expired"]);
  });

  it("wait when KV does not show the claim yet, without losing an attempt", async () => {
    const claim = await open(freshAddress());
    const { keys } = await env.CLAIMS.list({ prefix: "claim:" });
    const saved = await Promise.all(keys.map(async ({ name }) => [name, await env.CLAIMS.get(name)] as const));
    await Promise.all(keys.map(({ name }) => env.CLAIMS.delete(name)));
    const answer = await giveCode(claim.token, claim.code);
    expect(error(answer)).toEqual([503, "temporarily_unavailable"]);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(error(await exchange(claim.token))).toEqual([401, "authorization_pending"]);
    await Promise.all(saved.map(([name, value]) => env.CLAIMS.put(name, value ?? "")));
    expect((await giveCode(claim.token, claim.code)).status).toBe(200);
  });
});

describe("the exchange", () => {
  it("of one claim, 30 times concurrently, makes one key", async () => {
    const email = freshAddress();
    const claim = await open(email);
    await giveCode(claim.token, claim.code);
    const answers = await times(30, () => exchange(claim.token));
    expect(tally(answers)).toEqual({ 200: 1, 400: 29 });
    const key = answers.find((answer) => answer.status === 200)?.body.access_token;
    const keys = await env.DB.prepare("SELECT count(*) AS n FROM api_keys WHERE organisation_id = ?")
      .bind(await organisationOf(key))
      .first("n");
    expect(keys).toBe(1);
  });

  it("of two concurrent new claims of one address makes one workspace", async () => {
    const email = freshAddress();
    const claims = [await open(email), await open(email)];
    await Promise.all(claims.map((claim) => giveCode(claim.token, claim.code)));
    const [one, two] = await Promise.all(claims.map((claim) => exchange(claim.token)));
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(await organisationOf(one?.body.access_token)).toBe(await organisationOf(two?.body.access_token));
    expect(await balanceOf(one?.body.access_token)).toBe(100);
  });

  it("polled too often is slow_down", async () => {
    freezeClock();
    const claim = await open(freshAddress());
    const answers = await times(61, () => exchange(claim.token));
    expect(tally(answers)).toEqual({ 400: 1, 401: 60 });
    expect(answers.find((answer) => answer.status === 400)?.body.error).toBe("slow_down");
    for (const answer of answers) expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  });
});

describe("mail budgets", () => {
  const strict = {
    MAIL_COOLDOWN_SECONDS: "60",
    MAILS_PER_ADDRESS_HOUR: "5",
    MAILS_PER_ADDRESS_DAY: "10",
    MAILS_PER_IP_HOUR: "10",
    MAILS_PER_IP_DAY: "30",
  };
  const ask = (email: string, ip: string) =>
    requestWith(strict, "/agent/identity", {
      method: "POST",
      body: JSON.stringify({ type: "identity_assertion", assertion_type: "verified_email", assertion: email }),
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": ip },
    });

  it("let one mail a minute, 5 an hour, 10 a day go to an address, whatever tag it wears", async () => {
    freezeClock();
    const id = crypto.randomUUID();
    let ip = 0;
    const mail = () => ask(`${id}+${++ip}@corp.example`, `198.51.100.${ip}`);
    expect(tally(await times(5, mail))).toEqual({ 200: 1, 429: 4 });
    expect((await mail()).headers.get("retry-after")).toBe("60");
    for (let minute = 0; minute < 4; minute++) {
      advanceClock(60_000);
      expect((await mail()).status).toBe(200);
    }
    advanceClock(60_000);
    expect((await mail()).headers.get("retry-after")).toBe(String(3600 - 300));
    advanceClock(3_300_000);
    for (let minute = 0; minute < 5; minute++) {
      expect((await mail()).status).toBe(200);
      advanceClock(60_000);
    }
    advanceClock(3_600_000);
    const full = await mail();
    expect([full.status, Number(full.headers.get("retry-after")) > 70_000]).toEqual([429, true]);
  });

  it("let one client send 10 an hour", async () => {
    freezeClock();
    const answers = await times(12, (index) => ask(`${index}-${crypto.randomUUID()}@corp.example`, "203.0.113.5"));
    expect(tally(answers)).toEqual({ 200: 10, 429: 2 });
    expect(answers.find((answer) => answer.status === 429)?.headers.get("retry-after")).toBe("3600");
  });

  it("are not used by a mail that could not be sent, and its claim is void", async () => {
    freezeClock();
    const email = freshAddress();
    const EMAIL = { send: () => Promise.reject(new Error(`550 ${email} rejected`)) };
    const init = {
      method: "POST",
      body: JSON.stringify({ type: "identity_assertion", assertion_type: "verified_email", assertion: email }),
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": "203.0.113.77" },
    };
    const failed = await requestWith({ ...strict, EMAIL }, "/agent/identity", init);
    expect(error(failed)).toEqual([503, "temporarily_unavailable"]);
    expect(Number(failed.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(failed.text).not.toContain("rejected");
    expect((await requestWith(strict, "/agent/identity", init)).status).toBe(200);
  });
});

describe("get_api_key", () => {
  const ask = (body: unknown) => postJson("/api/v0/get_api_key", body, { Authorization: "Bearer ignored" });

  it("with {} makes an anonymous key", async () => {
    const { status, body, headers } = await ask({});
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "ok",
      api_key: body.access_token,
      access_token: expect.stringMatching(/^tg_/),
      token_type: "bearer",
      expires_in: 31_536_000,
      scope: "api",
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-tokens-charged")).toBe("0");
  });

  it("with an address and its code makes a key of the person's workspace", async () => {
    const email = freshAddress();
    expect((await ask({ email })).body).toEqual({ status: "verification_sent", email, expires_in: 600 });
    const code = mailedCode(email);
    const bad = await ask({ email, code: wrongCode(code) });
    expect(error(bad)).toEqual([400, "invalid_grant"]);
    expect([bad.body.attempts_remaining, bad.headers.get("content-type")]).toEqual([4, "application/problem+json"]);
    const good = await ask({ email, code });
    expect(good.body).toMatchObject({ status: "ok", api_key: expect.stringMatching(/^tg_/) });
    expect(await organisationOf(good.body.api_key)).toBe(await organisationOf(await claimedKey(email)));
    expect(error(await ask({ email, code }))).toEqual([400, "invalid_grant"]);
  });

  it("replaces the claim before it, and answers no claim of the other door", async () => {
    const email = freshAddress();
    await ask({ email });
    const first = mailedCode(email);
    await ask({ email });
    const second = mailedCode(email);
    if (first !== second) expect(error(await ask({ email, code: first }))).toEqual([400, "invalid_grant"]);
    expect((await ask({ email, code: second })).status).toBe(200);
    const other = freshAddress();
    const claim = await open(other);
    expect(error(await ask({ email: other, code: claim.code }))).toEqual([400, "invalid_grant"]);
  });

  it.each([{ email: "nobody" }, { email: 5 }, { code: "123456" }, { email: "a@b.example", code: "12" }])(
    "refuses %j",
    async (body) => {
      expect(error(await ask(body))).toEqual([400, "invalid_request"]);
    },
  );

  it("is POST only", async () => {
    const answer = await request("/api/v0/get_api_key");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("this wasn't me", () => {
  const link = (email: string) => new URL(/http\S+\/cancel\?t=\S+/.exec(lastMail(email).text)?.[0] ?? "");
  const press = (url: URL) => postForm(url.pathname, { t: url.searchParams.get("t") ?? "" });

  it("changes nothing when the link is only opened", async () => {
    const email = freshAddress();
    const claim = await open(email);
    const page = await request(link(email).href);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    await request(link(email).href, { method: "HEAD" });
    expect((await giveCode(claim.token, claim.code)).status).toBe(200);
  });

  it("kills a pending and a bound claim", async () => {
    for (const bind of [false, true]) {
      const email = freshAddress();
      const claim = await open(email);
      if (bind) await giveCode(claim.token, claim.code);
      expect((await press(link(email))).status).toBe(200);
      expect(error(await giveCode(claim.token, claim.code))).toEqual([400, "invalid_grant"]);
      expect(error(await exchange(claim.token))).toEqual([400, "invalid_grant"]);
    }
  });

  it("revokes the key of an exchange for 24 h and lifts the lock of the address", async () => {
    freezeClock();
    const email = freshAddress();
    const key = await claimedKey(email);
    const claim = await open(email);
    const url = link(email);
    for (let attempt = 0; attempt < 5; attempt++) await giveCode(claim.token, wrongCode(claim.code));
    const second = await open(email);
    for (let attempt = 0; attempt < 5; attempt++) await giveCode(second.token, wrongCode(second.code));
    const locked = await open(email);
    expect((await giveCode(locked.token, locked.code)).status).toBe(429);
    await press(url);
    expect((await giveCode(locked.token, locked.code)).status).toBe(200);
    expect((await callTool(key, "get_token_balance")).status).toBe(200);

    const other = freshAddress();
    const stolen = await claimedKey(other);
    const stop = link(other);
    advanceClock(23 * 3_600_000);
    expect((await callTool(stolen, "get_token_balance")).status).toBe(200);
    expect((await press(stop)).status).toBe(200);
    expect((await callTool(stolen, "get_token_balance")).status).toBe(401);
  });

  it("does nothing for a forged or old link", async () => {
    freezeClock();
    const email = freshAddress();
    const key = await claimedKey(email);
    const url = link(email);
    const forged = new URL(url);
    forged.searchParams.set("t", `A${url.searchParams.get("t")?.slice(1)}`);
    if (forged.href !== url.href) expect((await press(forged)).status).toBe(400);
    advanceClock(25 * 3_600_000);
    expect((await press(url)).status).toBe(400);
    expect((await callTool(key, "get_token_balance")).status).toBe(200);
  });

  it("has a page at verification_uri that states the purpose of the code", async () => {
    const page = await request("/agent/identity/claim");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(page.text).toContain("agent");
  });
});
