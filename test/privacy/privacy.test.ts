import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/time.ts";
import { isSuppressed, suppress, withoutSuppressed } from "../../src/privacy/suppressions.ts";
import { parseName } from "../../src/readers/names/person-name.ts";
import { claimWorkspace } from "../support/claim-flow.ts";
import { csvOf, employeesOf, importCsv } from "../support/directory-csv.ts";
import {
  advanceClock,
  callTool,
  freezeClock,
  lastMail,
  postForm,
  request,
  requestWith,
  richKey,
  runCron,
  tally,
  times,
} from "../support/harness.ts";
import { NO_SITES, siteObject, withoutVisits } from "../support/sites.ts";
import { fetchedFrom, sourceContext } from "../support/source-context.ts";

const SUBMIT = "submit_privacy_request";
const LIST = "list_network_company_employees";
const PROFILE = "get_network_profile_url";

let key: string;
let people = 0;
vi.spyOn(console, "log").mockImplementation(() => {});
beforeAll(async () => {
  freezeClock(Date.parse("2026-11-21T12:00:00Z"));
  key = await richKey();
});

/** A company of its own in the directory, with two people. */
async function company(): Promise<string> {
  const domain = `private-${++people}.example`;
  const rows = [
    ["name", "title", "domain", "email", "profile_url"],
    ["Jürgen Weiß", "CEO", domain, `juergen.weiss@${domain}`, `https://network.example/in/jw-${people}`],
    ["Grace Liu", "CTO", domain, `grace@${domain}`, `https://network.example/in/gl-${people}`],
  ];
  expect((await importCsv("people", csvOf(rows))).body.rows_ok).toBe(2);
  return domain;
}

function linkIn(to: string): string {
  const link = /https?:\/\/\S+\/privacy\/confirm\?t=\S+/.exec(lastMail(to).text)?.[0] ?? "";
  return link.replace(/^https?:\/\/[^/]+/, "");
}

/** Asks as a person does, and follows the mailed link. */
async function ask(fields: Record<string, string>) {
  const submitted = await callTool(key, SUBMIT, fields);
  expect(submitted).toMatchObject({ status: 200, body: { status: "confirmation_sent" } });
  return confirm(linkIn(fields.email ?? ""));
}

function confirm(link: string) {
  return postForm("/privacy/confirm", { t: new URL(link, "http://x").searchParams.get("t") ?? "" });
}

async function namesAt(domain: string): Promise<unknown[]> {
  return (await employeesOf(key, domain)).map(({ name }) => name);
}

describe("submit_privacy_request", () => {
  it("mails a link, costs nothing, and says the same of everybody", async () => {
    const domain = await company();
    const known = await callTool(key, SUBMIT, { email: `grace@${domain}`, type: "access" });
    const unknown = await callTool(key, SUBMIT, { email: "nobody@private-0.example", type: "access" });
    expect(known.body).toEqual({
      status: "confirmation_sent",
      type: "access",
      email: `grace@${domain}`,
      expires_in: 259_200,
    });
    expect({ ...unknown.body, email: "" }).toEqual({ ...known.body, email: "" });
    expect(known.headers.get("X-Tokens-Charged")).toBe("0");
    expect(lastMail(`grace@${domain}`).text).toContain("to be shown everything");
  });

  it("does nothing before the link is confirmed, not even when a scanner opens it", async () => {
    const domain = await company();
    const email = `juergen.weiss@${domain}`;
    await callTool(key, SUBMIT, { email, type: "erasure", name: "Jürgen Weiß", domain });
    expect(await namesAt(domain)).toContain("Jürgen Weiß");
    const opened = await request(linkIn(email));
    expect(opened.status).toBe(200);
    expect(opened.text).toContain("Delete my data");
    expect(opened.headers.get("Cache-Control")).toBe("no-store");
    expect(await namesAt(domain)).toContain("Jürgen Weiß");
    expect((await confirm(linkIn(email))).status).toBe(200);
    expect(await namesAt(domain)).toEqual(["Grace Liu"]);
  });

  it.each([
    [{ email: "not an address", type: "access" }, "email"],
    [{ email: "a@private.example", type: "sell" }, "type"],
    [{ email: "a@private.example", type: "erasure", name: "Ada Brandt" }, "domain"],
    [{ email: "a@private.example", type: "erasure", domain: "acme-robotics.example" }, "name"],
    [{ email: "a@private.example", type: "erasure", name: "1234", domain: "acme-robotics.example" }, "name"],
    [{ email: "a@private.example", type: "erasure", name: "Ada Brandt", domain: "gmail.com" }, "domain"],
  ])("%o is 400 because of %s", async (fields, field) => {
    const { status, body } = await callTool(key, SUBMIT, fields);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request", detail: expect.stringContaining(field) });
  });

  it("keeps to the mail budgets", async () => {
    const vars = { MAILS_PER_ADDRESS_HOUR: "2", MAIL_COOLDOWN_SECONDS: "0" };
    const body = JSON.stringify({ email: "flooded@private.example", type: "access" });
    const init = { method: "POST", headers: { Authorization: `Bearer ${key}` }, body };
    const answers = await times(5, () => requestWith(vars, `/api/v0/${SUBMIT}`, init));
    expect(tally(answers)).toEqual({ 200: 2, 429: 3 });
    for (const { status, headers } of answers)
      if (status === 429) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("is 503 when the mail cannot be sent, and then costs no budget", async () => {
    const init = {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify({ email: "unsent@private.example", type: "access" }),
    };
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const vars = { MAILS_PER_ADDRESS_HOUR: "1", MAIL_FROM: "" };
    expect((await requestWith(vars, `/api/v0/${SUBMIT}`, init)).status).toBe(503);
    errors.mockRestore();
    expect((await requestWith({ MAILS_PER_ADDRESS_HOUR: "1" }, `/api/v0/${SUBMIT}`, init)).status).toBe(200);
  });
});

describe("a mailed link", () => {
  it("works once for an erasure, and not after three days", async () => {
    const domain = await company();
    await callTool(key, SUBMIT, { email: `grace@${domain}`, type: "erasure" });
    const link = linkIn(`grace@${domain}`);
    expect((await confirm(link)).status).toBe(200);
    expect((await confirm(link)).status).toBe(400);
    await callTool(key, SUBMIT, { email: `juergen.weiss@${domain}`, type: "erasure" });
    advanceClock(72 * 3_600_000 + 1000);
    expect((await confirm(linkIn(`juergen.weiss@${domain}`))).status).toBe(400);
    expect(await namesAt(domain)).toEqual(["Jürgen Weiß"]);
  });

  it.each(["access", "erasure", "objection"])(
    "for %s is 503 while an object is away, and works afterwards",
    async (type) => {
      const domain = await company();
      const email = `juergen.weiss@${domain}`;
      await callTool(key, SUBMIT, { email, type, name: "Jürgen Weiß", domain });
      const t = new URL(linkIn(email), "http://x").searchParams.get("t") ?? "";
      const errors = vi.spyOn(console, "error").mockImplementation(() => {});
      const init = { method: "POST", body: new URLSearchParams({ t }) };
      const refused = await requestWith(NO_SITES, "/privacy/confirm", init);
      errors.mockRestore();
      expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([503, 5]);
      expect((await confirm(linkIn(email))).status).toBe(200);
      expect((await namesAt(domain)).includes("Jürgen Weiß")).toBe(type === "access");
    },
  );

  it.each([
    ["empty", ""],
    ["without a body", "tgp_"],
    ["with a tag of nobody's", `tgp_${"A".repeat(48)}`],
    ["endless", `tgp_${"x".repeat(5_000)}`],
  ])("does not work when it is %s", async (_, token) => {
    expect((await request(`/privacy/confirm?t=${encodeURIComponent(token)}`)).status).toBe(400);
    expect((await postForm("/privacy/confirm", { t: token })).status).toBe(400);
  });

  it("has no personal data in its URL", async () => {
    const domain = await company();
    const fields = { email: `grace@${domain}`, type: "erasure", name: "Grace Liu", domain };
    await callTool(key, SUBMIT, fields);
    expect(linkIn(fields.email)).toMatch(/^\/privacy\/confirm\?t=tgp_[\w-]{48}$/);
  });
});

describe("access", () => {
  it("shows everything stored under the address, with its source", async () => {
    const domain = await company();
    const { text, status } = await ask({ email: `grace@${domain}`, type: "access" });
    expect(status).toBe(200);
    expect(text).toContain("Grace Liu");
    expect(text).toContain("made up for this test");
    expect(text).not.toContain("Jürgen");
  });

  it("shows an account of the same address", async () => {
    const email = "owner@private-access.example";
    await claimWorkspace(email);
    const { text } = await ask({ email, type: "access" });
    expect(text).toContain("&quot;workspace&quot;");
    expect(text).toContain("&quot;role&quot;: &quot;owner&quot;");
  });

  it("shows an invitation to a workspace, and an erasure deletes it", async () => {
    const email = "Invited@private-access.example";
    const insert = `INSERT INTO invitations (organisation_id, email, role, invited_by, created_at, expires_at)
      VALUES ('one', ?1, 'viewer', 'somebody', ?2, ?2 + 1000)`;
    await env.DB.prepare(insert).bind(email, Date.now()).run();
    expect((await ask({ email, type: "access" })).text).toContain("&quot;viewer&quot;");
    await ask({ email, type: "erasure" });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM invitations WHERE email = ?").bind(email).first("n")).toBe(
      0,
    );
  });

  it("does not show the data to a namesake with another mailbox", async () => {
    const domain = await company();
    const mine = await ask({ email: `juergen.weiss@${domain}`, type: "access", name: "Jürgen Weiß", domain });
    expect(mine.text).toContain(`jw-${people}`);
    const stranger = await ask({ email: "jw@private-mail.example", type: "access", name: "Jürgen Weiß", domain });
    expect(stranger.status).toBe(200);
    expect(stranger.text).not.toContain(`jw-${people}`);
    expect(stranger.text).toContain("does not prove");
  });
});

describe("a person who has objected", () => {
  beforeEach(() =>
    env.DB.prepare("DELETE FROM suppressions")
      .run()
      .then(() => {}),
  );

  it("is gone from the directory, and stays gone when an import brings them back", async () => {
    const domain = await company();
    await ask({ email: "private@mailbox-of-mine.example", type: "objection", name: "Juergen Weiss", domain });
    // The address does not prove the name, so the row stays, unseen.
    expect(await env.DATA.prepare("SELECT count(*) AS n FROM people WHERE domain = ?").bind(domain).first("n")).toBe(2);
    const rows = [
      ["name", "title", "domain"],
      ["Dr. Jürgen Karl Weiß", "Chairman", domain],
      ["Zed New", "COO", domain],
    ];
    await importCsv("people", csvOf(rows));
    expect(await namesAt(domain)).toEqual(["Grace Liu", "Zed New"]);
    const { body } = await callTool(key, PROFILE, { name: "Jürgen Weiß", domain });
    expect(body).toMatchObject({ url: null, status: "not_found", reason: "no_such_person" });
  });

  it("is not shown under an address alone either", async () => {
    const domain = await company();
    await ask({ email: `grace@${domain}`, type: "objection" });
    await importCsv(
      "people",
      csvOf([
        ["name", "domain", "email"],
        ["G. Liu-Chang", domain, `grace@${domain}`],
      ]),
    );
    expect(await namesAt(domain)).toEqual(["Jürgen Weiß"]);
  });

  it("is not shown from the own site, and what was kept of it is deleted", async () => {
    const domain = "brightwater.example";
    expect(await namesAt(domain)).toContain("Femke de Vries");
    const cached = () => siteObject(domain).facts(["site_people"]);
    expect(await cached()).toHaveLength(1);
    await ask({ email: `femke.devries@${domain}`, type: "erasure", name: "Femke de Vries", domain });
    expect(await cached()).toEqual([]);
    const names = await namesAt(domain);
    expect(names).toHaveLength(4);
    expect(names).not.toContain("Femke de Vries");
    const { body } = await callTool(key, PROFILE, { name: "Femke de Vries", domain });
    expect(body).toMatchObject({ url: null, status: "not_found" });
  });

  it("is not stored again by a look-up that was running, nor by a later one", async () => {
    const domain = "dotted.example";
    let erased: Promise<unknown> | undefined;
    // Asked by the call itself, whose requests this test can hold up.
    const fetch = async (sent: Request) => {
      const { hostname, pathname } = new URL(sent.url);
      const isTeamPage = hostname === domain && pathname === "/team";
      if (isTeamPage) erased ??= ask({ email: `bob.nash@${domain}`, type: "erasure", name: "Robert Nash", domain });
      await erased;
      return (env.OUTBOUND as Fetcher).fetch(sent);
    };
    const call = (tool: string, body: object) =>
      requestWith({ OUTBOUND: { fetch }, SITES: withoutVisits() }, `/api/v0/${tool}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
    expect((await call(LIST, { domain })).body.total).toBe(1);
    expect((await call("get_email", { name: "Anneliese Müller-Schmidt", domain })).body.status).toBe("published");
    const facts = await siteObject(domain).facts(["site_people", "published_emails"]);
    expect(facts).toHaveLength(2);
    for (const { dataJson } of facts) expect(dataJson).toContain("anneliese.mueller");
    expect(JSON.stringify(facts)).not.toMatch(/nash/i);
  });

  it("is not shown from a vendor, which is not asked about them either", async () => {
    const domain = "vendor-only.example";
    const call = (tool: string, body: object) =>
      requestWith({ PDL_API_KEY: "good-key", BRAVE_API_KEY: "good-key" }, `/api/v0/${tool}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
    expect((await call(LIST, { domain })).body.total).toBe(6);
    await ask({ email: "ada@mailbox-of-mine.example", type: "objection", name: "Ada Brandt", domain });
    const { body } = await call(LIST, { domain });
    expect(body.total).toBe(5);
    expect(JSON.stringify(body)).not.toContain("Brandt");
    const asked = await fetchedFrom("api.peopledatalabs.com");
    const searched = await fetchedFrom("api.search.brave.com");
    expect((await call(PROFILE, { name: "Ada Brandt", domain })).body).toMatchObject({
      url: null,
      status: "not_found",
    });
    expect(await fetchedFrom("api.peopledatalabs.com")).toEqual(asked);
    expect(await fetchedFrom("api.search.brave.com")).toEqual(searched);
  });

  it("is also deleted from stored answers of Hunter", async () => {
    const who = { name: "Ada Verified", domain: "by-vendor.example" };
    const find = () =>
      requestWith({ HUNTER_API_KEY: "hunter-test-key" }, "/api/v0/get_email", {
        method: "POST",
        headers: { Authorization: `Bearer ${key}` },
        body: JSON.stringify(who),
      });
    const kept = "SELECT count(*) AS n FROM source_cache WHERE kind LIKE 'hunter%' AND key LIKE 'by-vendor.example%'";
    expect((await find()).body).toMatchObject({ email: "ada.verified@by-vendor.example", source: "hunter" });
    expect(await env.DATA.prepare(kept).first("n")).toBe(1);
    await ask({ email: `ada.verified@${who.domain}`, type: "erasure", ...who });
    expect(await env.DATA.prepare(kept).first("n")).toBe(0);
    expect((await find()).body).toMatchObject({ email: null, reason: "person_objected" });
  });

  it("is deleted from what watches last saw, and from snapshots after half a year", async () => {
    const domain = "seen.example";
    const head = env.DB.prepare("INSERT INTO watch_heads (domain, kind, version, data_json) VALUES (?, ?, 1, ?)");
    const snapshot = env.DB.prepare(
      "INSERT INTO snapshots (domain, kind, observed_at, digest, data_json) VALUES (?, 'website', ?, 'x', '{}')",
    );
    await env.DB.batch([
      head.bind(domain, "website", '{"title":"Juergen Weiss, photographer"}'),
      head.bind(domain, "jobs", '{"jobs":[{"title":"Assistant of Grace Liu"}]}'),
      head.bind("other.example", "website", '{"title":"Jürgen Weiß"}'),
      snapshot.bind(domain, Date.now() - 181 * DAY_MS),
      snapshot.bind(domain, Date.now() - 179 * DAY_MS),
    ]);
    const left = async () => (await env.DB.prepare("SELECT domain, kind FROM watch_heads").all()).results;
    await ask({ email: "jw@mailbox-of-mine.example", type: "erasure", name: "Jürgen Weiß", domain });
    expect(await left()).toHaveLength(3);
    await ask({ email: `juergen.weiss@${domain}`, type: "objection", name: "Jürgen Weiß", domain });
    expect(await left()).toEqual([
      { domain: "other.example", kind: "website" },
      { domain, kind: "jobs" },
    ]);
    await runCron();
    expect(await env.DB.prepare("SELECT count(*) AS n FROM snapshots").first("n")).toBe(1);
  });

  it("is not given away by get_email", async () => {
    const who = { name: "Ada Brandt", domain: "acme-robotics.example" };
    await ask({ email: "ada@mailbox-of-mine.example", type: "erasure", ...who });
    const { body } = await callTool(key, "get_email", who);
    expect(body).toMatchObject({ email: null, status: "not_found", reason: "person_objected" });
  });

  it("is on the list as a hash only", async () => {
    const domain = await company();
    await ask({ email: `grace@${domain}`, type: "erasure", name: "Grace Liu", domain });
    const { results } = await env.DB.prepare("SELECT * FROM suppressions").all();
    expect(results.length).toBeGreaterThan(2);
    expect(JSON.stringify(results)).not.toMatch(/grace|liu|private/i);
    for (const { kind, hash } of results) expect(hash).toMatch(kind === "print" ? /^[0-9a-f]{8}$/ : /^[0-9a-f]{64}$/);
  });
});

describe("the list", () => {
  const context = sourceContext();
  const person = (text: string, domain = "listed.example") => ({
    kind: "person" as const,
    name: parseName(text) as NonNullable<ReturnType<typeof parseName>>,
    domain,
  });

  it.each([
    ["Jürgen Weiß", "Juergen Weiss"],
    ["Juergen Weiss", "Jürgen Weiß"],
    ["María García", "María José García López"],
    ["Chen Wei", "Wei Chen"],
    ["Siobhán O’Brien", "Siobhan O'Brien, PhD"],
    ["Suharto", "SUHARTO"],
    ["王伟", "王 伟"],
  ])("%s is %s", async (objector, shown) => {
    await suppress(context, [person(objector)]);
    expect(await isSuppressed(context, [person(shown)])).toBe(true);
    expect(await isSuppressed(context, [person(shown, "elsewhere.example")])).toBe(false);
    expect(await isSuppressed(context, [person("Somebody Else")])).toBe(false);
  });

  it("leaves everybody else in place, in their order, thousands of them too", async () => {
    const row = (nameFolded: string, email: string | null = null, profileUrl: string | null = null) => ({
      nameFolded,
      email,
      profileUrl,
    });
    await suppress(context, [
      person("Ada Brandt", "many.example"),
      { kind: "email", email: "Bob@many.example" },
      { kind: "profile", url: "https://network.example/in/carl" },
    ]);
    const crowd = Array.from({ length: 2_500 }, (_, index) =>
      row(`person number${index.toString(36).replace(/\d/g, "x")}`),
    );
    const rows = [
      row("ada brandt"),
      ...crowd,
      row("bob roe", "bob@many.example"),
      row("carl coe", null, "https://network.example/in/carl"),
      row("dora doe", "dora@many.example", "https://network.example/in/dora"),
    ];
    const shown = await withoutSuppressed(context, "many.example", rows);
    expect(shown).toEqual([...crowd, rows.at(-1)]);
  });
});

describe("/privacy", () => {
  it("serves a form, and its POST mails the link", async () => {
    const { status, text, headers } = await request("/privacy");
    expect(status).toBe(200);
    expect(text).toContain('<form method="post" action="/privacy">');
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const email = "form@private-form.example";
    const posted = await postForm("/privacy", { email, type: "access", name: "", domain: "" });
    expect(posted.status).toBe(200);
    expect((await request(linkIn(email))).status).toBe(200);
  });

  it("escapes what was typed", async () => {
    const email = "x@private-escape.example";
    await postForm("/privacy", { email, type: "erasure", name: "Eve <b>Bold</b>", domain: "acme-robotics.example" });
    const { text } = await request(linkIn(email));
    expect(text).not.toContain("<b>");
    expect(lastMail(email).html).not.toContain("<b>");
  });

  it("reports the errors of a form", async () => {
    const init = {
      method: "POST",
      headers: { Accept: "text/html" },
      body: new URLSearchParams({ email: "x", type: "access" }),
    };
    const { status, text } = await request("/privacy", init);
    expect(status).toBe(400);
    expect(text).toContain("email address");
  });

  it.each(["/privacy", "/privacy/confirm"])("%s takes GET and POST", async (path) => {
    const { status, headers } = await request(path, { method: "DELETE" });
    expect(status).toBe(405);
    expect(headers.get("Allow")).toBe("GET, POST");
  });
});
