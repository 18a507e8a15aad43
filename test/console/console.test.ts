import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { claimWorkspace, exchangeClaim, freshAddress, wrongCode } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  BASE,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  lastMail,
  mailedCode,
  openHold,
  organisationOf,
  postForm,
  postJson,
  request,
  requestWith,
  tally,
  times,
} from "../support/harness.ts";
import { hiddenFields, signIn, Visitor } from "../support/visitor.ts";

const SIGN_IN = "/console/sign-in";
const CODE = "/console/sign-in/code";
const HUNDRED = '<dd>100 <span class="dollars">$1.00</span></dd>';

/** A browser that has asked for a code and shows the page to type it into. */
async function asked(email: string, visitor = new Visitor()): Promise<Visitor> {
  expect((await visitor.submit(SIGN_IN, SIGN_IN, { email })).status).toBe(303);
  return visitor;
}
const type = (visitor: Visitor, code: string, fields: Record<string, string> = {}) =>
  visitor.submit(CODE, CODE, { code, ...fields });
const keysOn = (html: string) => html.match(/tg_[0-9A-Za-z]{60}/g) ?? [];
const isSignedIn = async (visitor: Visitor) => (await visitor.get("/console")).text.includes("Signed in as");

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

describe("signing in", () => {
  it("leads from an address to a session in the workspace of that address", async () => {
    const email = freshAddress();
    const key = await claimWorkspace(email);
    const visitor = await asked(email);
    expect(lastMail(email).text).toContain("sign in to the Tallygate console");
    expect((await visitor.get(CODE)).text).toContain(`6 digits to ${email}`);
    const answer = await type(visitor, mailedCode(email));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/console"]);
    const page = (await visitor.get("/console")).text;
    expect(page).toContain(`Signed in as ${email}`);
    expect(page).toContain(HUNDRED);
    expect((await visitor.get("/console/keys")).text).toContain(`${key.slice(0, 7)}…${key.slice(-4)}`);
  });

  it("makes a workspace with welcome tokens for a new address, and no key", async () => {
    const email = freshAddress();
    const visitor = await signIn(email);
    expect((await visitor.get("/console")).text).toContain(HUNDRED);
    expect((await visitor.get("/console/keys")).text).toContain("No key is active.");
    expect(await balanceOf(await claimWorkspace(email))).toBe(100);
  });

  it("sets cookies that scripts, other sites and other hosts cannot use, and stores a hash only", async () => {
    const email = freshAddress();
    const visitor = await signIn(email);
    const [claim = "", address = ""] = visitor.set;
    const session = visitor.set.at(-1);
    expect(claim).toMatch(/^sign_in=tgc_[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(session).toMatch(
      /^session=\d{10}\.[0-9a-f]{64}\.[0-9a-f]{64}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(address).toMatch(/^sign_in_address=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
    expect([...visitor.cookies.keys()]).toEqual(["session"]);
    const { results } = await env.DB.prepare("SELECT * FROM sessions").all();
    expect(JSON.stringify(results)).not.toContain(visitor.cookies.get("session"));
  });

  it("sets Secure and the __Host- prefix anywhere but on one's own machine", async () => {
    const https = "https://agents.example";
    const email = freshAddress();
    const body = new URLSearchParams({ email });
    const { headers } = await request(`${https}${SIGN_IN}`, { method: "POST", body, headers: { Origin: https } });
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-sign_in=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(headers.get("set-cookie")).not.toMatch(/Domain/i);
  });

  it("makes a new session id each time, ends the previous one, and ignores one sent by the browser", async () => {
    const email = freshAddress();
    const planted = "a".repeat(64);
    const visitor = new Visitor();
    visitor.cookies.set("session", planted);
    await signIn(email, visitor);
    const first = visitor.cookies.get("session") ?? "";
    expect(first).not.toBe(planted);
    const victim = new Visitor();
    victim.cookies.set("session", planted);
    expect(await isSignedIn(victim)).toBe(false);

    await asked(email, new Visitor());
    const again = new Visitor();
    again.cookies.set("session", first);
    await again.post(SIGN_IN, { email });
    await type(again, mailedCode(email));
    expect(again.cookies.get("session")).not.toBe(first);
    victim.cookies.set("session", first);
    expect(await isSignedIn(victim)).toBe(false);
    expect(await isSignedIn(again)).toBe(true);
  });

  it("accepts a code only in the browser that asked for it", async () => {
    const email = freshAddress();
    await asked(email);
    const answer = await new Visitor().post(CODE, { code: mailedCode(email) });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, SIGN_IN]);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("opens one session for one code, however often it is sent", async () => {
    const email = freshAddress();
    const visitor = await asked(email);
    const claim = visitor.cookies.get("sign_in") ?? "";
    const fields = { ...hiddenFields((await visitor.get(CODE)).text, CODE), code: mailedCode(email) };
    const answers = await times(20, () => {
      const copy = new Visitor();
      copy.cookies.set("sign_in", claim);
      return copy.post(CODE, fields);
    });
    expect(tally(answers)).toEqual({ 303: 1, 400: 19 });
    const count = "SELECT count(*) AS n FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ?";
    expect(await env.DB.prepare(count).bind(email).first("n")).toBe(1);
  });

  it("counts wrong codes on the budget of the claim: five, then it is dead", async () => {
    const email = freshAddress();
    const visitor = await asked(email);
    const code = mailedCode(email);
    for (const left of ["4 tries are", "3 tries are", "2 tries are", "One try is"]) {
      const answer = await type(visitor, wrongCode(code));
      expect([answer.status, answer.text.includes(`${left} left`)]).toEqual([400, true]);
    }
    expect((await type(visitor, wrongCode(code))).text).toContain("This code no longer works.");
    expect((await type(visitor, code)).status).toBe(400);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("counts wrong codes per address and network, apart from those of agents' claims", async () => {
    const email = freshAddress();
    for (let round = 0; round < 2; round++) {
      const visitor = await asked(email);
      for (let attempt = 0; attempt < 5; attempt++) await type(visitor, wrongCode(mailedCode(email)));
    }
    const visitor = await asked(email);
    const locked = await type(visitor, mailedCode(email));
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
    const { body } = await postJson("/agent/identity", assertion);
    const agent = await postJson("/agent/identity/claim", {
      claim_token: body.claim_token,
      user_code: mailedCode(email),
    });
    expect(agent.status).toBe(200);
  });

  it("counts mails on the budget of the address", async () => {
    const limits = { MAIL_COOLDOWN_SECONDS: "60" };
    const visitor = new Visitor((path, init) => requestWith(limits, path, init));
    const email = freshAddress();
    await asked(email, visitor);
    const answer = await visitor.post(SIGN_IN, { email });
    expect(answer.status).toBe(429);
    expect(answer.text).toContain("Too many mails to this address");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("takes anything but 6 digits for a slip, which is not counted", async () => {
    const email = freshAddress();
    const visitor = await asked(email);
    for (const slip of ["12345", "abcdef", ""]) expect((await type(visitor, slip)).status).toBe(400);
    const code = mailedCode(email);
    expect((await type(visitor, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(303);
  });

  it("ends with the claim's ten minutes", async () => {
    freezeClock();
    const email = freshAddress();
    const visitor = await asked(email);
    const fields = hiddenFields((await visitor.get(CODE)).text, CODE);
    advanceClock(601_000);
    const late = await visitor.post(CODE, { ...fields, code: mailedCode(email) });
    expect([late.status, late.text.includes("This code no longer works.")]).toEqual([400, true]);
  });

  it("yields no key at the token endpoint, and an agent's claim no session", async () => {
    const email = freshAddress();
    const visitor = await asked(email);
    const claim = visitor.cookies.get("sign_in") ?? "";
    const code = mailedCode(email);
    const bound = await postJson("/agent/identity/claim", { claim_token: claim, user_code: code });
    expect([bound.status, bound.body.error]).toEqual([400, "invalid_claim_token"]);
    const exchanged = await exchangeClaim(claim);
    expect([exchanged.status, exchanged.body.error]).toEqual([400, "invalid_claim_token"]);
    expect((await callTool("", "get_api_key", { email, code })).status).toBe(400);

    const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
    const { body } = await postJson("/agent/identity", assertion);
    const thief = new Visitor();
    thief.cookies.set("sign_in", body.claim_token);
    expect((await type(thief, mailedCode(email))).status).toBe(400);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it("is undone by the link in its mail", async () => {
    const email = freshAddress();
    const visitor = await signIn(email);
    const link = /https?:\S+cancel\?t=(\S+)/.exec(lastMail(email).text)?.[1] ?? "";
    expect((await postForm("/agent/identity/cancel", { t: link })).status).toBe(200);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("redirects to the requested page, never to another site", async () => {
    const email = freshAddress();
    const visitor = new Visitor();
    const asks = await visitor.submit("/console/transactions?cursor=0", SIGN_IN, { email });
    const codePage = asks.headers.get("location") ?? "";
    expect(codePage).toBe(`${CODE}?next=${encodeURIComponent("/console/transactions?cursor=0")}`);
    const back = await visitor.submit(codePage, CODE, { code: mailedCode(email) });
    expect(back.headers.get("location")).toBe("/console/transactions?cursor=0");
    for (const next of [
      "//evil.example/console",
      "https://evil.example/console",
      "/\\evil.example/console",
      "/console/..//evil.example",
      "javascript:alert(1)",
      "/consoleevil",
    ]) {
      const { headers } = await visitor.get(`${SIGN_IN}?${new URLSearchParams({ next })}`);
      expect(headers.get("location"), next).toBe("/console");
    }
  });

  it("works for Tor users, who have no country", async () => {
    const init = { method: "POST", body: new URLSearchParams({ email: freshAddress() }), cf: { country: "T1" } };
    const answer = await request(SIGN_IN, { ...init, headers: { Origin: BASE } } as RequestInit);
    expect(answer.status).toBe(303);
    expect(lastMail().text).toContain("from the Tor network");
  });
});

describe("a session", () => {
  it("ends after seven days", async () => {
    freezeClock();
    const visitor = await signIn(freshAddress());
    advanceClock(7 * 86_400_000 - 1000);
    expect(await isSignedIn(visitor)).toBe(true);
    advanceClock(1000);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("cannot be used after its owner has signed out", async () => {
    const visitor = await signIn(freshAddress());
    const id = visitor.cookies.get("session") ?? "";
    expect((await visitor.submit("/console", "/console/sign-out")).status).toBe(303);
    expect(visitor.cookies.has("session")).toBe(false);
    visitor.cookies.set("session", id);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("ends everywhere, but not for other people", async () => {
    const email = freshAddress();
    const browsers = [await signIn(email), await signIn(email)];
    const other = await signIn(freshAddress());
    await browsers[0]?.submit("/console/keys", "/console/sign-out-everywhere");
    expect(await Promise.all([...browsers, other].map(isSignedIn))).toEqual([false, false, true]);
  });
});

describe("a form", () => {
  const FORMS = [
    "keys",
    "keys/change",
    "keys/revoke",
    "keys/revoke-all",
    "keys/not-me",
    "purchases",
    "purchases/auto-reload",
    "privacy",
  ];

  it.each([...FORMS, "sign-out", "sign-out-everywhere"])("/console/%s is refused from another site", async (action) => {
    const email = freshAddress();
    const key = await claimWorkspace(email);
    const visitor = await signIn(email);
    const mallory = await signIn(freshAddress());
    const { form_token = "" } = hiddenFields((await visitor.get("/console/keys")).text, "/console/keys");
    const { form_token: foreign = "" } = hiddenFields((await mallory.get("/console/keys")).text, "/console/keys");
    expect(form_token).toMatch(/^[0-9a-f]{64}$/);
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [{}, {}],
      [{ form_token: foreign }, {}],
      [{ form_token }, { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
      [{ form_token }, { Origin: BASE, "Sec-Fetch-Site": "same-site" }],
      [{ form_token }, { Origin: "null" }],
    ];
    for (const [fields, headers] of attempts) {
      const answer = await visitor.post(`/console/${action}`, { name: "x", amount_usd: "5", ...fields }, headers);
      expect(answer.status).toBe(403);
    }
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await callTool(key, "list_api_keys")).body.api_keys).toHaveLength(1);
  });

  it("is refused from a client that does not say where it comes from", async () => {
    const visitor = await signIn(freshAddress());
    const fields = hiddenFields((await visitor.get("/console")).text, "/console/sign-out");
    const cookie = `session=${visitor.cookies.get("session")}`;
    const init = { method: "POST", body: new URLSearchParams(fields), headers: { Cookie: cookie } };
    expect((await request("/console/sign-out", init)).status).toBe(403);
  });

  it.each<[page: string, action: string, fields: Record<string, string>, reason: string]>([
    ["sign-in", "sign-in", { email: 'a"b&lt; <i>@nowhere' }, "email must be an email address"],
    ["keys", "keys", { name: "x\u0007", cap_tokens_per_day: "7", expires_in: "604800" }, "name"],
    ["purchases", "purchases", { amount_usd: "4.5" }, "amount_usd"],
    [
      "purchases",
      "purchases/auto-reload",
      { threshold: "50", amount_usd: "10", monthly_cap_usd: "6" },
      "monthly_cap_usd",
    ],
    ["webhooks", "webhooks", { url: "http://hooks.example/a?b=1&c=2" }, "https"],
  ])("that is refused comes back filled in: %s, %s", async (page, action, fields, reason) => {
    const visitor = page === "sign-in" ? new Visitor() : await signIn(freshAddress());
    const before = hiddenFields((await visitor.get(`/console/${page}`)).text, `/console/${action}`);
    const answer = await visitor.submit(`/console/${page}`, `/console/${action}`, { ...before, ...fields });
    expect(answer.status).toBe(400);
    expect(/<p class="alert" role="alert">([^<]*)/.exec(answer.text)?.[1]).toContain(reason);
    const form = new RegExp(`<form[^>]* action="/console/${action}".*?</form>`, "s").exec(answer.text)?.[0] ?? "";
    const value = (name: string) =>
      new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ??
      new RegExp(`<select[^>]* name="${name}".*?<option[^>]*value="([^"]*)"[^>]* selected`, "s").exec(form)?.[1];
    const written = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    for (const [name, sent] of Object.entries({ ...before, ...fields })) expect(value(name)).toBe(written(sent));
  });

  it("leads to its page without a session, which asks to sign in", async () => {
    for (const action of FORMS) {
      const answer = await new Visitor().post(`/console/${action}`, {});
      const page = answer.headers.get("location") ?? "";
      expect([answer.status, page]).toEqual([303, expect.stringMatching(/^\/console/)]);
      const asked = await new Visitor().get(page);
      expect(asked.text).toContain(`action="${SIGN_IN}"`);
      expect(asked.text).toContain(`name="next" value="${page}"`);
    }
  });
});

describe("every page", () => {
  it("runs no script but ours, is not kept, and cannot be framed", async () => {
    const visitor = await signIn(freshAddress());
    const pages = ["", "/keys", "/transactions", "/purchases", "/privacy", "/nothing"].map((path) =>
      visitor.get(`/console${path}`),
    );
    for (const { headers, text } of await Promise.all([...pages, new Visitor().get(SIGN_IN)])) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy.replace("script-src 'self';", "")).not.toMatch(/script-src|unsafe|\*/);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text.replace('<script src="/script.js" defer=""></script>', "")).not.toMatch(/<script|style="|onclick/);
    }
  });
});

describe("the privacy page", () => {
  it("states what is stored and where to ask", async () => {
    const email = freshAddress();
    const { status, text } = await (await signIn(email)).get("/console/privacy");
    expect(status).toBe(200);
    expect(text).toContain(`Your address, ${email}`);
    expect(text).toContain(`href="/privacy"`);
  });
});

describe("keys", () => {
  it("are those of the own workspace only, whatever is sent", async () => {
    const foreignEmail = freshAddress();
    const foreign = await claimWorkspace(foreignEmail);
    const { body } = await callTool(foreign, "list_api_keys");
    const { id, masked } = body.api_keys[0];
    const visitor = await signIn(freshAddress());
    for (const path of ["", "/keys", "/transactions", "/purchases"]) {
      const { text } = await visitor.get(`/console${path}`);
      expect(text).not.toContain(masked);
      expect(text).not.toContain(foreignEmail);
    }
    await visitor.submit("/console/keys", "/console/keys", { name: "mine" });
    expect((await visitor.submit("/console/keys", "/console/keys/revoke", { id })).status).toBe(303);
    await visitor.submit("/console/keys", "/console/keys/revoke-all");
    await visitor.submit("/console/keys", "/console/keys/not-me");
    expect((await callTool(foreign, "get_token_balance")).status).toBe(200);
  });

  it("show by whom, when and from where they were registered, and their last use", async () => {
    const email = freshAddress();
    const key = await claimWorkspace(email);
    await callTool(key, "get_token_balance");
    await env.DB.prepare("UPDATE api_keys SET country = 'CH', name = '<b>bot</b>' WHERE organisation_id = ?")
      .bind(await organisationOf(key))
      .run();
    const { text } = await (await signIn(email)).get("/console/keys");
    expect(text).toContain("&lt;b&gt;bot&lt;/b&gt;");
    expect(text).toContain("Switzerland");
    expect(text).toContain(`<td data-label="Last used"><time>${new Date().toISOString().slice(0, 10)}</time></td>`);
    expect(text).not.toContain(key);
  });

  it("are made here, shown once after a redirect, and stored nowhere", async () => {
    const email = freshAddress();
    const visitor = await signIn(email);
    const asked = { name: "research", cap_tokens_per_day: "3", expires_in: "86400" };
    const made = await visitor.submit("/console/keys", "/console/keys", asked);
    expect([made.status, made.headers.get("location")]).toEqual([303, "/console/keys"]);
    const nonce = visitor.cookies.get("new_key");
    const page = (await visitor.get("/console/keys")).text;
    const [key = ""] = keysOn(page);
    expect(page).toContain("The key “research” is created.");
    expect(visitor.set.join()).not.toContain(key);
    expect(await balanceOf(key)).toBe(100);
    const { body } = await callTool(key, "list_api_keys");
    expect(body.api_keys).toEqual([expect.objectContaining({ name: "research", cap_tokens_per_day: 3 })]);
    expect(Date.parse(body.api_keys[0].expires_at) - Date.parse(body.api_keys[0].created_at)).toBeLessThanOrEqual(
      86_400_000,
    );

    // A reload, and another person's browser that got hold of the cookie, show nothing.
    const again = (await visitor.get("/console/keys")).text;
    expect([keysOn(again), again.includes("is created.")]).toEqual([[], false]);
    const thief = await signIn(freshAddress());
    thief.cookies.set("new_key", nonce ?? "");
    expect(keysOn((await thief.get("/console/keys")).text)).toEqual([]);
    for (const bad of [{ name: " " }, { ...asked, cap_tokens_per_day: "0" }, { ...asked, expires_in: "x" }]) {
      expect((await visitor.submit("/console/keys", "/console/keys", bad)).status).toBe(400);
    }
    expect((await callTool(key, "list_api_keys")).body.api_keys).toHaveLength(1);
  });

  it("are made once however often a form is sent; a changed form makes another", async () => {
    const visitor = await signIn(freshAddress());
    const form = { ...hiddenFields((await visitor.get("/console/keys")).text, "/console/keys"), expires_in: "86400" };
    const send = (fields: Record<string, string>) => visitor.post("/console/keys", { ...form, ...fields });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ name: "twice" })));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(303));
    const [key = ""] = keysOn((await visitor.get("/console/keys")).text);
    expect((await callTool(key, "list_api_keys")).body.api_keys).toHaveLength(1);
    await send({ name: "another" });
    const names = (await callTool(key, "list_api_keys")).body.api_keys.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(["another", "twice"]);

    for (const once of ["", "0".repeat(32), "f".repeat(32)])
      expect((await send({ name: "old", once })).status).toBe(400);
    expect((await callTool(key, "list_api_keys")).body.api_keys).toHaveLength(2);
  });

  it("are renamed and capped here, and the cap counts at the next call", async () => {
    const email = freshAddress();
    const key = await claimWorkspace(email);
    const visitor = await signIn(email);
    const call = () => callTool(key, "get_network_company_url", { domain: "acme-robotics.example" });
    expect((await call()).status).toBe(200);
    const { id } = (await callTool(key, "list_api_keys")).body.api_keys[0];
    const change = (fields: Record<string, string>) =>
      visitor.submit("/console/keys", "/console/keys/change", {
        id,
        name: "renamed",
        cap_tokens_per_day: "",
        ...fields,
      });
    expect((await change({ cap_tokens_per_day: "1" })).status).toBe(303);
    const page = (await visitor.get("/console/keys")).text;
    expect(page).toContain("<strong>renamed</strong>");
    expect(page).toContain("The key “renamed” is saved.");
    expect([(await call()).status, (await call()).body.error]).toEqual([402, "spending_cap_reached"]);
    await change({});
    expect((await call()).status).toBe(200);
    for (const name of ["a\u0007b", " "]) expect((await change({ name })).status).toBe(400);
    expect((await visitor.get("/console/keys")).text).toContain("<strong>renamed</strong>");
    await change({ id: "key_000000000000000000000000" });
    expect((await visitor.get("/console/keys")).text).toContain("There is no such active key.");
  });

  it("are not made for a session that is ending", async () => {
    const email = freshAddress();
    const visitor = await signIn(email);
    const page = (await visitor.get("/console/keys")).text;
    const create = { ...hiddenFields(page, "/console/keys"), name: "late" };
    const leave = hiddenFields(page, "/console/keys/not-me");
    const [out] = await Promise.all([
      visitor.post("/console/keys/not-me", leave),
      ...Array.from({ length: 20 }, () => visitor.post("/console/keys", create)),
    ]);
    expect(out.status).toBe(303);
    const active = `SELECT count(*) AS n FROM api_keys k JOIN users u ON u.organisation_id = k.organisation_id
      WHERE u.email = ? AND k.revoked_at IS NULL`;
    expect(await env.DB.prepare(active).bind(email).first("n")).toBe(0);
  });

  it("stop immediately: one, all, or everything after 'This wasn't me'", async () => {
    const email = freshAddress();
    const keys = [await claimWorkspace(email), await claimWorkspace(email), await claimWorkspace(email)];
    const [first = "", second = "", third = ""] = keys;
    const visitor = await signIn(email);
    const other = await signIn(email);
    const { body } = await callTool(first, "list_api_keys");
    const { id } = body.api_keys.find((key: { current: boolean }) => key.current);
    await visitor.submit("/console/keys", "/console/keys/revoke", { id });
    expect((await callTool(first, "get_token_balance")).status).toBe(401);
    expect((await callTool(second, "get_token_balance")).status).toBe(200);

    await visitor.submit("/console/keys", "/console/keys/revoke-all");
    expect(tally([await callTool(second, "get_token_balance"), await callTool(third, "get_token_balance")])).toEqual({
      401: 2,
    });
    expect(await isSignedIn(visitor)).toBe(true);

    const last = await claimWorkspace(email);
    await visitor.submit("/console/keys", "/console/keys/not-me");
    expect((await callTool(last, "get_token_balance")).status).toBe(401);
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([false, false]);
  });
});

describe("money", () => {
  it("is shown as it is: balance, held, usage, movements", async () => {
    const email = freshAddress();
    const key = await claimWorkspace(email, await anonymousKey());
    // With an idempotency key the charge is settled before the answer.
    await callTool(key, "get_network_company_url", { domain: "acme-robotics.example" }, { "Idempotency-Key": "once" });
    await openHold(key, 7);
    const visitor = await signIn(email);
    const { text } = await visitor.get("/console");
    expect(text).toContain('<dt>Balance, tokens</dt><dd>116 <span class="dollars">$1.16</span></dd>');
    expect(text).toContain("<dt>Held by running calls</dt><dd>7</dd>");
    expect(text).toContain('aria-label="2 tokens in 30 days, at most 2 on one day"');
    expect(text).toContain('aria-label="1 calls delivered and 0 failed in 30 days"');
    expect(text).toContain("<code>get_network_company_url</code>");
    expect(text).toContain("claimed (tg_");
    const moved = (await visitor.get("/console/transactions")).text;
    expect(moved).toContain('<td data-label="Tokens" class="number">−2 <span');
    expect(moved).toContain('<td data-label="Tokens" class="number">+100 <span');
  });

  it("is paged: nothing is missing, nothing comes twice", async () => {
    const email = freshAddress();
    const key = await claimWorkspace(email);
    const organisation = await organisationOf(key);
    const insert = "INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES (?, ?, 'grant', ?, ?)";
    const prefix = Date.now().toString(16).padStart(12, "0");
    await env.DB.batch(
      Array.from({ length: 120 }, (_, index) => {
        const id = prefix + String(index).padStart(20, "0");
        return env.DB.prepare(insert).bind(id, organisation, 1000 + index, `paged:${organisation}:${index}`);
      }),
    );
    const visitor = await signIn(email);
    const seen: string[] = [];
    for (let path: string | undefined = "/console/transactions"; path; ) {
      const { text } = await visitor.get(path);
      seen.push(
        ...[...text.matchAll(/data-label="Tokens" class="number">\+(1,\d\d\d) </g)].map(([, tokens = ""]) => tokens),
      );
      path = /href="(\/console\/transactions\?cursor=[^"]+)">Older/.exec(text)?.[1];
    }
    expect(seen).toEqual(
      Array.from(
        { length: 120 },
        (_, index) => `1,${119 - index < 10 ? "00" : 119 - index < 100 ? "0" : ""}${119 - index}`,
      ),
    );
  });

  it("can be filtered by text, kind, payer and days, as a page and as a file without formulas", async () => {
    const email = freshAddress();
    const key = await claimWorkspace(email);
    const organisation = await organisationOf(key);
    const { id: keyId } = (await callTool(key, "list_api_keys")).body.api_keys[0];
    await env.DB.prepare("UPDATE api_keys SET name = '=cmd()' WHERE id = ?").bind(keyId).run();
    const idAt = (day: string, n: number) =>
      Date.parse(day).toString(16).padStart(12, "0") + String(n).padStart(20, "0");
    const insert = `INSERT INTO calls (organisation_id, id, key_id, tool, held, tokens, state) VALUES (?, ?, ?, ?, 5, ?, ?)`;
    const rows: [string, string, string, number, string][] = [
      [idAt("2026-11-01", 1), keyId, "get_email", 5, "settled"],
      [idAt("2026-11-02T23:59", 2), "con_0123456789abcdef01234567", "get_email", 0, "released"],
      [idAt("2026-11-03", 3), keyId, "getXemail", 5, "settled"],
    ];
    await env.DB.batch(rows.map((row) => env.DB.prepare(insert).bind(organisation, ...row)));
    const visitor = await signIn(email);
    const list = async (query: Record<string, string>) => {
      const { text } = await visitor.get(`/console/transactions.csv?${new URLSearchParams(query)}`);
      return text
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",").slice(1, 3).join(" ")); // type and tokens
    };
    expect(await list({})).toEqual(["grant 100", "charge -5", "refund 5", "charge -5", "charge -5"]);
    expect(await list({ q: "get_email" })).toEqual(["refund 5", "charge -5", "charge -5"]);
    expect(await list({ q: (rows[1]?.[0] ?? "").toUpperCase() })).toEqual(["refund 5", "charge -5"]);
    expect(await list({ type: "refund" })).toEqual(["refund 5"]);
    expect(await list({ payer: keyId })).toEqual(["charge -5", "charge -5"]);
    expect(await list({ from: "2026-11-02", to: "2026-11-02" })).toEqual(["refund 5", "charge -5"]);
    expect(await list({ to: "2026-11-01", q: "' OR 1=1" })).toEqual([]);
    expect(await list({ type: "nothing", from: "soon" })).toHaveLength(5);

    const file = await visitor.get("/console/transactions.csv?to=2026-11-01");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="transactions.csv"');
    expect(file.text).toContain(`,'=cmd() (`);
    const { text } = await visitor.get("/console/transactions?q=get_email&type=charge");
    expect(text.match(/failed, refunded/g)).toHaveLength(1);
    expect(text).toContain(`/console/transactions?q=${rows[1]?.[0]}`);
    expect(text).toContain('value="get_email"');
    expect(text).toContain('<option value="charge" selected="">');
    expect((await new Visitor().get("/console/transactions.csv")).status).toBe(303);
    await env.DB.prepare("DELETE FROM calls WHERE organisation_id = ?").bind(organisation).run();
  });

  it("buys tokens at a checkout page, which credits them once", async () => {
    const email = freshAddress();
    const visitor = await signIn(email);
    const opened = await visitor.submit("/console/purchases", "/console/purchases", { amount_usd: "12.50" });
    expect(opened.status).toBe(303);
    const checkout = opened.headers.get("location") ?? "";
    expect(checkout).toMatch(/\/checkout\/[0-9a-f]{32}$/);
    await request(checkout, { method: "POST" });
    await request(checkout, { method: "POST" });
    expect((await visitor.get("/console")).text).toContain("<dt>Balance, tokens</dt><dd>1,350 <span");
    expect((await visitor.get("/console/purchases")).text).toContain("$12.50");
    for (const amount_usd of ["4.99", "10001", "5.001", "", "x"]) {
      expect((await visitor.submit("/console/purchases", "/console/purchases", { amount_usd })).status).toBe(400);
    }
  });

  it("lets the form go to Stripe's checkout where Stripe is used, and nowhere else", async () => {
    const visitor = await signIn(freshAddress());
    const atStripe = new Visitor((path, init) => requestWith({ PAYMENTS: "stripe" }, path, init));
    atStripe.cookies.set("session", visitor.cookies.get("session") ?? "");
    const policy = async (browser: Visitor, path: string) =>
      /form-action ([^;]+)/.exec((await browser.get(path)).headers.get("content-security-policy") ?? "")?.[1];
    expect(await policy(atStripe, "/console/purchases")).toBe("'self' https://checkout.stripe.com");
    expect(await policy(atStripe, "/console/keys")).toBe("'self'");
    expect(await policy(visitor, "/console/purchases")).toBe("'self'");
    const unset = await atStripe.submit("/console/purchases", "/console/purchases", { amount_usd: "5" });
    expect(unset.status).toBe(501);
  });

  it("sells nothing where the operator has switched buy_tokens off", async () => {
    const visitor = await signIn(freshAddress());
    const closed = new Visitor((path, init) => requestWith({ TOOLS_OFF: "buy_tokens" }, path, init));
    closed.cookies.set("session", visitor.cookies.get("session") ?? "");
    const refused = await closed.submit("/console/purchases", "/console/purchases", { amount_usd: "5" });
    expect([refused.status, refused.headers.get("location")]).toEqual([501, null]);
  });

  it("sets auto-reload as the tool does, with the tool's bounds", async () => {
    const email = freshAddress();
    const key = await claimWorkspace(email);
    const visitor = await signIn(email);
    const set = (fields: Record<string, string>) =>
      visitor.submit("/console/purchases", "/console/purchases/auto-reload", fields);
    expect((await set({ threshold: "50", amount_usd: "10", monthly_cap_usd: "5" })).status).toBe(400);
    expect((await set({ threshold: "50", amount_usd: "10", monthly_cap_usd: "30" })).status).toBe(303);
    const { auto_reload } = (await callTool(key, "get_token_balance")).body;
    expect(auto_reload).toMatchObject({ threshold: 50, amount_usd: 10, monthly_cap_usd: 30 });
    expect((await set({ enabled: "false" })).status).toBe(303);
    expect((await callTool(key, "get_token_balance")).body.auto_reload).toBeNull();
  });
});
