import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/time.ts";
import { operator } from "../../src/operator/operator-routes.tsx";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  BASE,
  balanceOf,
  brokenLedgers,
  callsOf,
  callTool,
  freezeClock,
  giveTokens,
  openHold,
  organisationOf,
  postForm,
  request,
  requestWith,
  tally,
  times,
} from "../support/harness.ts";
import { hiddenFields, signIn, signInOperator, Visitor } from "../support/visitor.ts";

const TOKEN = env.ADMIN_TOKEN ?? "";
/** Without those of one organisation or call. */
const PAGES = operator.routes.flatMap(({ method, path }) => (method === "GET" && !path.includes(":") ? [path] : []));

const isOperator = async (visitor: Visitor) => !(await visitor.get("/admin")).text.includes('name="token"');

async function workspace() {
  const email = freshAddress();
  const key = await claimWorkspace(email);
  const id = await organisationOf(key);
  return { email, key, id, path: `/admin/organisations/${id}` };
}

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

describe("the operator's door", () => {
  it("opens with the token, which the cookie does not hold", async () => {
    const visitor = new Visitor();
    expect(await isOperator(visitor)).toBe(false);
    const answer = await visitor.post("/admin/sign-in", { token: TOKEN });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin"]);
    const [cookie = ""] = visitor.set;
    expect(cookie).toMatch(
      /^operator=\d+\.[0-9a-f]{32}\.[0-9a-f]{64}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(cookie).not.toContain(TOKEN);
    expect(await isOperator(visitor)).toBe(true);
  });

  it("stays shut for a wrong token, a foreign page, a forged or changed cookie, and a person's session", async () => {
    const guess = await new Visitor().post("/admin/sign-in", { token: "guess" });
    expect([guess.status, guess.headers.get("set-cookie")]).toEqual([401, null]);
    expect(guess.headers.get("www-authenticate")).toBeTruthy();
    const evil = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await new Visitor().post("/admin/sign-in", { token: TOKEN }, evil)).status).toBe(403);

    const real = (await signInOperator()).cookies.get("operator") ?? "";
    const [expires = "", nonce, tag] = real.split(".");
    for (const cookie of ["x", `${Number(expires) + 1}.${nonce}.${tag}`, `${expires}.${nonce}.${"0".repeat(64)}`]) {
      const visitor = new Visitor();
      visitor.cookies.set("operator", cookie);
      expect(await isOperator(visitor)).toBe(false);
    }
    expect(await isOperator(await signIn(freshAddress()))).toBe(false);
  });

  it("ends after an hour, and immediately when the token is changed", async () => {
    freezeClock();
    const visitor = await signInOperator();
    const rotated = new Visitor((path, init) => requestWith({ ADMIN_TOKEN: "another" }, path, init));
    rotated.cookies.set("operator", visitor.cookies.get("operator") ?? "");
    expect(await isOperator(rotated)).toBe(false);
    advanceClock(3_599_000);
    expect(await isOperator(visitor)).toBe(true);
    advanceClock(1_000);
    expect(await isOperator(visitor)).toBe(false);
  });

  it("is not there in a deployment without a token", async () => {
    for (const path of PAGES) expect((await requestWith({ ADMIN_TOKEN: "" }, path)).status).toBe(404);
    const headers = { Origin: BASE };
    const init = { method: "POST", body: new URLSearchParams({ token: "" }), headers };
    expect((await requestWith({ ADMIN_TOKEN: "" }, "/admin/sign-in", init)).status).toBe(404);
  });

  it("shows nothing to others, and takes no form without the page's own token", async () => {
    const { email, key, path } = await workspace();
    for (const page of [...PAGES, path]) expect((await new Visitor().get(page)).text).not.toContain(email);
    const visitor = await signInOperator();
    const fields = { id: "0".repeat(32), tokens: "5", plan: "paid", reason: "because" };
    for (const form of ["grants", "plan", "block", "revoke-keys"]) {
      expect((await new Visitor().post(`${path}/${form}`, fields)).status).toBe(303);
      expect((await visitor.post(`${path}/${form}`, fields)).status).toBe(403);
      const stolen = { ...hiddenFields((await visitor.get(path)).text, `${path}/${form}`), ...fields };
      const evil = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
      expect((await visitor.post(`${path}/${form}`, stolen, evil)).status).toBe(403);
    }
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 100, plan: "free" });
  });

  it("leaves the programs' door as it is", async () => {
    expect((await request("/admin/directory/imports")).status).toBe(401);
    const cookie = `operator=${(await signInOperator()).cookies.get("operator")}`;
    expect((await request("/admin/directory/imports", { headers: { Cookie: cookie } })).status).toBe(401);
  });
});

describe("organisations", () => {
  it("are listed with the tokens they can spend, those in the lease of their account object included", async () => {
    const { key, id, path } = await workspace();
    const visitor = await signInOperator();
    await callTool(key, "get_network_company_url", { domain: "acme-robotics.example" });
    const left = await balanceOf(key);
    const leased = "SELECT sum(tokens - spent) AS leased FROM leases WHERE organisation_id = ? AND state = 'open'";
    expect(await env.DB.prepare(leased).bind(id).first("leased")).toBeGreaterThan(0);
    expect((await visitor.get(`/admin/organisations?q=${id}`)).text).toContain(
      `<td data-label="Available" class="number">${left} <span`,
    );
    expect((await visitor.get(path)).text).toContain(`Available tokens: <strong>${left}</strong>`);
  });

  it("are found by id and by the beginning of the owner's address", async () => {
    const visitor = await signInOperator();
    const { email, id } = await workspace();
    const anonymous = await organisationOf(await anonymousKey());
    const search = async (q: string) => {
      const { text } = await visitor.get(`/admin/organisations?${new URLSearchParams({ q })}`);
      return [...text.matchAll(/href="\/admin\/organisations\/([0-9a-f]{24})"/g)].map(([, found]) => found);
    };
    expect(await search(id)).toEqual([id]);
    expect(await search(anonymous)).toEqual([anonymous]);
    expect(await search(email)).toEqual([id]);
    expect(await search(email.slice(0, 30))).toEqual([id]);
    expect(await search("%")).toEqual([]);
    expect(await search("' OR 1=1 --")).toEqual([]);
  });

  it("are listed page by page: nothing is missing, nothing comes twice", async () => {
    await times(110, anonymousKey);
    const visitor = await signInOperator();
    const seen: string[] = [];
    for (let path: string | undefined = "/admin/organisations?all=1"; path; ) {
      const { text } = await visitor.get(path);
      seen.push(...[...text.matchAll(/href="\/admin\/organisations\/([0-9a-f]{24})"/g)].map(([, id = ""]) => id));
      path = /href="(\/admin\/organisations\?[^"]+)">More/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    const { results } = await env.DB.prepare("SELECT id FROM organisations ORDER BY id").all<{ id: string }>();
    expect(seen).toEqual(results.map(({ id }) => id));
  });

  it("are listed by what they were charged, with their revenue", async () => {
    const [one, two] = [await workspace(), await workspace()];
    const insert = `INSERT INTO calls (organisation_id, id, key_id, tool, held, tokens, state) VALUES (?, ?, 'k', 'get_email', ?, ?, ?)`;
    const call = (organisation: string, tokens: number, state: string) =>
      env.DB.prepare(insert).bind(
        organisation,
        `${Date.now().toString(16).padStart(12, "0")}${crypto.randomUUID().slice(0, 8)}`,
        tokens,
        state === "settled" ? tokens : 0,
        state,
      );
    await env.DB.batch([
      call(one.id, 1_000_001, "settled"),
      call(two.id, 1_000_002, "settled"),
      call(one.id, 9_000_000, "released"),
    ]);
    await env.DB.prepare(
      `INSERT INTO purchases (id, organisation_id, kind, provider, amount_cents, tokens, state, created_at)
       VALUES (?, ?, 'checkout', 'test', 123450, 0, 'paid', 0), (?, ?, 'checkout', 'test', 700, 0, 'pending', 0)`,
    )
      .bind(crypto.randomUUID(), two.id, crypto.randomUUID(), two.id)
      .run();
    const { text } = await (await signInOperator()).get("/admin/organisations");
    const rows = [...text.matchAll(/organisations\/([0-9a-f]{24})".*?<\/tr>/gs)];
    expect(rows.slice(0, 2).map(([, id]) => id)).toEqual([two.id, one.id]);
    expect(rows[0]?.[0]).toContain('data-label="Revenue" class="number">$1,234.50<');
    expect(rows[1]?.[0]).toContain("1,000,001 <span");
    await env.DB.prepare("DELETE FROM calls WHERE key_id = 'k'").run();
  });

  it("that are blocked are refused immediately, also by a warm account object, until they are unblocked", async () => {
    const { key, path } = await workspace();
    const visitor = await signInOperator();
    const paid = () => callTool(key, "get_network_company_url", { domain: "acme-robotics.example" });
    expect((await paid()).status).toBe(200);
    const form = hiddenFields((await visitor.get(path)).text, `${path}/block`);
    const blocked = await visitor.post(`${path}/block`, { ...form, reason: "abuse" });
    expect([blocked.status, blocked.headers.get("location")]).toEqual([303, path]);
    expect(tally(await times(5, paid))).toEqual({ 401: 5 });
    expect((await callTool(key, "get_token_balance")).status).toBe(401);
    expect((await postForm("/oauth/token", { grant_type: "x" })).status).toBe(400);
    const page = (await visitor.get(path)).text;
    for (const shown of ["Blocked since", "blocked it. abuse", "The organisation is blocked."])
      expect(page).toContain(shown);

    const open = { ...hiddenFields(page, `${path}/unblock`), reason: "settled" };
    expect((await visitor.post(`${path}/unblock`, open)).status).toBe(303);
    expect((await paid()).status).toBe(200);
    // The older form, sent again, blocks nothing.
    await visitor.post(`${path}/block`, { ...form, reason: "abuse" });
    expect((await paid()).status).toBe(200);

    await visitor.submit(path, `${path}/revoke-keys`, { reason: "leaked" });
    expect((await paid()).status).toBe(401);
    expect((await visitor.get(path)).text).toContain("revoked all keys. leaked");
  });

  it("show their ledger term by term, and that it adds up", async () => {
    const { key, path } = await workspace();
    await giveTokens(key, 50);
    // With an idempotency key the charge is settled before the answer.
    await callTool(key, "get_network_company_url", { domain: "acme-robotics.example" }, { "Idempotency-Key": "once" });
    await openHold(key, 7);
    const { text } = await (await signInOperator()).get(path);
    for (const [term, tokens] of [
      ["granted", 150],
      ["settled", 2],
      ["held", 7],
      ["balance", 141],
    ]) {
      expect(text).toContain(`<dt>${term}</dt><dd>${tokens}</dd>`);
    }
    expect(text).toContain("The movements add up to balance minus owed.");
  });

  it("that do not add up are named", async () => {
    const { id, path } = await workspace();
    const visitor = await signInOperator();
    expect((await visitor.get("/admin/ledger")).text).toContain(
      "Every organisation&#39;s movements add up to its balance.",
    );
    const change = (by: number) =>
      env.DB.prepare("UPDATE organisations SET balance = balance + ? WHERE id = ?").bind(by, id).run();
    await change(3);
    const overall = (await visitor.get("/admin/ledger")).text;
    const single = (await visitor.get(path)).text;
    await change(-3);
    expect(overall).toContain(id);
    expect(overall).toContain("differ by -3 tokens");
    expect(single).toContain("differ by -3 tokens");
  });

  it("that owe something add up too", async () => {
    const { key, path } = await workspace();
    const insert =
      "INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES (?, ?, 'reversal', -130, ?)";
    const id = Date.now().toString(16).padStart(12, "0") + crypto.randomUUID().replaceAll("-", "").slice(0, 20);
    await env.DB.prepare(insert)
      .bind(id, await organisationOf(key), id)
      .run();
    const { text } = await (await signInOperator()).get(path);
    expect(text).toContain("<dt>owed</dt><dd>30</dd>");
    expect(text).toContain("The movements add up to balance minus owed.");
  });
});

describe("a grant", () => {
  it("is in the ledger, with its reason, and in the organisation's own history", async () => {
    const { key, path } = await workspace();
    const visitor = await signInOperator();
    const answer = await visitor.submit(path, `${path}/grants`, { tokens: "250", reason: "outage <1 May>" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
    expect(await balanceOf(key)).toBe(350);
    const { transactions } = (await callTool(key, "list_transactions")).body;
    expect(transactions[0]).toMatchObject({ type: "grant", tokens: 250 });
    const { text } = await visitor.get(path);
    expect(text).toContain("granted 250 tokens. outage &lt;1 May&gt;");
    expect(text).toContain("The movements add up");
  });

  it("is booked once, however often its form is sent", async () => {
    const { key, path } = await workspace();
    const visitor = await signInOperator();
    const fields = { ...hiddenFields((await visitor.get(path)).text, `${path}/grants`), reason: "thanks" };
    const answers = await times(20, (index) =>
      visitor.post(`${path}/grants`, { ...fields, tokens: String(100 + index) }),
    );
    expect(tally(answers)).toEqual({ 303: 20 });
    const { transactions } = (await callTool(key, "list_transactions")).body;
    const granted = transactions.filter(({ type }: { type: string }) => type === "grant");
    expect(granted).toHaveLength(2);
    expect(await balanceOf(key)).toBe(100 + granted[0].tokens);
  });

  it("needs a reason and a sane number", async () => {
    const { key, path } = await workspace();
    const visitor = await signInOperator();
    const refused: Record<string, string>[] = [
      { tokens: "5", reason: "  " },
      { tokens: "0", reason: "because" },
      { tokens: "-5", reason: "because" },
      { tokens: "1.5", reason: "because" },
      { tokens: "99999999", reason: "because" },
      { tokens: "5", reason: "because", id: "x" },
    ];
    for (const fields of refused) {
      const answer = await visitor.submit(path, `${path}/grants`, fields);
      expect(answer.status).toBe(400);
      expect(answer.text).toMatch(new RegExp(`<input[^>]* name="tokens"[^>]* value="${fields.tokens}"`));
    }
    expect(await balanceOf(key)).toBe(100);
  });

  it("is refused for an organisation that is unknown or merged into another", async () => {
    const visitor = await signInOperator();
    const { path, email } = await workspace();
    const fields = {
      ...hiddenFields((await visitor.get(path)).text, `${path}/grants`),
      tokens: "5",
      reason: "because",
    };
    const anonymous = await anonymousKey();
    const merged = await organisationOf(anonymous);
    await claimWorkspace(email, anonymous);
    for (const id of [merged, "0".repeat(24)]) {
      expect((await visitor.post(`/admin/organisations/${id}/grants`, fields)).status).toBe(404);
    }
    expect((await visitor.get(`/admin/organisations/${merged}`)).text).not.toContain("Grant tokens");
  });
});

describe("a change of plan", () => {
  it("holds at the next request, with its reason in the record", async () => {
    const { key, path } = await workspace();
    expect((await callTool(key, "get_token_balance")).body.plan).toBe("free");
    const visitor = await signInOperator();
    await visitor.submit(path, `${path}/plan`, { plan: "paid", reason: "trial of the big plan" });
    const { body, headers } = await callTool(key, "get_token_balance");
    expect(body).toMatchObject({ plan: "paid", rate_limit: { limit: 1200 } });
    expect(headers.get("ratelimit-policy")).toContain("q=1200");
    expect((await visitor.get(path)).text).toContain("set the plan to paid. trial of the big plan");
    expect(await balanceOf(key)).toBe(100);
  });

  it("is not undone by an older form that is sent again", async () => {
    const { key, path } = await workspace();
    const visitor = await signInOperator();
    const first = { ...hiddenFields((await visitor.get(path)).text, `${path}/plan`), plan: "paid", reason: "first" };
    await visitor.post(`${path}/plan`, first);
    await visitor.submit(path, `${path}/plan`, { plan: "free", reason: "second" });
    await visitor.post(`${path}/plan`, first);
    expect((await callTool(key, "get_token_balance")).body.plan).toBe("free");
  });

  it("knows two plans only", async () => {
    const { key, path } = await workspace();
    const visitor = await signInOperator();
    for (const plan of ["anonymous", "gold", ""]) {
      expect((await visitor.submit(path, `${path}/plan`, { plan, reason: "because" })).status).toBe(400);
    }
    expect((await callTool(key, "get_token_balance")).body.plan).toBe("free");
  });
});

describe("the first page", () => {
  it("has calls, failures, tokens and revenue by day, fresh against warm by tool, and the slowest sources", async () => {
    const now = Date.UTC(2031, 4, 20, 12);
    freezeClock(now);
    const { id } = await workspace();
    const [today, yesterday] = [now, now - DAY_MS].map((at) => Math.floor(at / HOUR_MS) * HOUR_MS);
    const hour = env.DB.prepare(`INSERT INTO call_hours
      (hour, tool, delivered, failed, tokens, fresh, warm, fresh_ms, warm_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    const sold = env.DB.prepare(`INSERT INTO entries (id, organisation_id, type, tokens, reference)
      VALUES (?, ?, 'purchase', ?, ?)`);
    const bought = env.DB.prepare(`INSERT INTO purchases
      (id, organisation_id, kind, provider, amount_cents, tokens, state, created_at)
      VALUES (?, ?, 'checkout', 'test', ?, 500, ?, ?)`);
    const slow = { tool: "get_email", payer: "k", status: 200, code: "ok", tokens: 2, milliseconds: 900 };
    const steps = [300, 900, 5_000].map((ms) => ["api.slow.example", now, ms, ms > 1_000 ? 502 : 200]);
    await env.DB.batch([
      hour.bind(today, "get_email", 7, 1, 14, 3, 4, 600, 20),
      hour.bind(today, "get_company", 5, 0, 10, 0, 5, 0, 50),
      hour.bind(yesterday, "get_email", 31, 9, 62, 31, 0, 3_100, 0),
      sold.bind(newId(now - DAY_MS), id, 500, "purchase:first-page"),
      bought.bind(crypto.randomUUID(), id, 512, "paid", now - DAY_MS),
      bought.bind(crypto.randomUUID(), id, 999, "pending", now - DAY_MS),
      env.DB.prepare(`INSERT INTO leases (organisation_id, id, holder, tokens, sequence, exchange, state)
        VALUES (?, 'first-page', 'test', 0, 1, '', 'closed')`).bind(id),
      env.DB.prepare("INSERT INTO call_logs (organisation_id, id, calls_json) VALUES (?, ?, ?)").bind(
        id,
        newId(now),
        JSON.stringify([{ ...slow, id: newId(now), steps }]),
      ),
    ]);
    const { text } = await (await signInOperator()).get("/admin");
    const rowsOf = (from: string) =>
      [
        ...(text.split(from)[1] ?? "")
          .split("</table>", 1)
          .join()
          .matchAll(/<tr>(.*?)<\/tr>/gs),
      ].map(([, row = ""]) =>
        [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell.replace(/<[^>]+>/g, "").trim()),
      );
    const days = rowsOf("The last 7 days");
    expect(days.find(([day]) => day === "2031-05-20")).toEqual(["2031-05-20", "13", "1", "24 $0.24", "0", "$0.00"]);
    expect(days.find(([day]) => day === "2031-05-19")).toEqual(["2031-05-19", "40", "9", "62 $0.62", "500", "$5.12"]);
    const tools = rowsOf("Paid calls of the last 24 hours");
    expect(tools.find(([tool]) => tool === "get_company")).toEqual([
      "get_company",
      "5",
      "0",
      "10 $0.10",
      "–",
      "5 in 10 ms",
    ]);
    expect(rowsOf("The slowest sources")[1]).toEqual(["api.slow.example", "3", "900", "5,000", "1"]);
    await env.DB.prepare("DELETE FROM entries WHERE reference = 'purchase:first-page'").run();
    await env.DB.prepare("UPDATE organisations SET balance = balance - 500 WHERE id = ?").bind(id).run();
  });

  it("leads from a request id to the call's result and a line for each of its steps, here and in the Worker's log", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const lines = vi.spyOn(console, "log").mockImplementation(() => {});
    const { key, id } = await workspace();
    const { headers } = await callTool(key, "get_network_company_url", { domain: "failing.example" });
    const requestId = headers.get("x-request-id") ?? "";
    const logged = lines.mock.calls.map(([line]) => JSON.parse(line)).filter(({ event }) => event === "call_step");
    lines.mockRestore();
    expect(logged.every((line) => line.request_id === requestId && line.ms >= 0)).toBe(true);
    expect(logged.map(({ step }) => step)).toEqual(expect.arrayContaining(["open", "site failing.example"]));
    const visitor = await signInOperator();
    await expect.poll(async () => (await visitor.get(`/admin/calls/${requestId}`)).text).toContain("upstream_error");
    const { text } = await visitor.get(`/admin/calls/${requestId}`);
    for (const shown of ["get_network_company_url", "502", id, ...logged.map(({ step }) => step)])
      expect(text).toContain(shown);
  });
});

describe("health", () => {
  it("shows which bindings respond, what is configured and how calls ended, but no secret", async () => {
    const { key } = await workspace();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const failed = await callTool(key, "get_network_company_url", { domain: "failing.example" });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    await callsOf(key);
    const visitor = await signInOperator();
    const { text } = await visitor.get("/admin/sources");
    for (const name of ["database", "claims", "rate limiter"]) expect(text).toContain(`${name}: <strong>ok</strong>`);
    expect(text).toContain("Hunter: <strong>off</strong>");
    const today = (await visitor.get("/admin")).text;
    expect(today).toMatch(/<code>get_network_company_url<\/code>.*?data-label="Failed" class="number">[1-9]/s);
    const given = new Visitor((path, options) => requestWith({ HUNTER_API_KEY: "hunter-secret" }, path, options));
    given.cookies.set("operator", visitor.cookies.get("operator") ?? "");
    const on = (await given.get("/admin/sources")).text;
    expect(on).toContain("Hunter: <strong>on</strong>");
    expect(on).not.toContain("hunter-secret");
    await env.DB.prepare(
      `INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at)
       VALUES ('batch_waits', 'o', 't', 'queued', '{"counts":{"processing":7}}', 0)`,
    ).run();
    const { text: backlog } = await visitor.get("/admin/queues");
    expect(backlog).toContain("<dt>Inputs to run</dt><dd>7</dd>");
    expect(backlog).toContain("<dt>Silent, woken by the cron</dt><dd>1</dd>");
    expect(backlog).toContain("<dt>Waiting for another attempt</dt><dd>0</dd>");
  });
});
