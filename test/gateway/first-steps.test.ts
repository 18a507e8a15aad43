import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { putCompany } from "../../src/index/put-company.ts";
import { matchesTitle, parseTitleFilter } from "../../src/readers/titles/title-filter.ts";
import { loadDemoDirectory } from "../support/demo-directory.ts";
import { anonymousKey, balanceOf, callTool, postForm, request, requestWith, richKey } from "../support/harness.ts";

let key = "";
beforeAll(async () => {
  await loadDemoDirectory();
  key = await richKey();
});

describe("what a newcomer sends first", () => {
  it.each([
    ["X-Api-Key", "/api/v0/get_company", { "X-Api-Key": "k" }],
    ["the query", "/api/v0/get_company?api_key=k", {}],
    ["Authorization without Bearer", "/api/v0/get_company", { Authorization: "k" }],
    ["X-Api-Key", "/mcp", { "X-Api-Key": "k", "Content-Type": "application/json" }],
  ])("a key in %s at %s is 401 and is told where keys belong", async (place, path, headers) => {
    const body = path === "/mcp" ? { jsonrpc: "2.0", id: 1, method: "tools/list" } : { domain: "nordlys.example" };
    const wallets = { X402_PAY_TO: "0x000000000000000000000000000000000000dEaD", X402_NETWORK: "eip155:84532" };
    for (const vars of [{}, wallets]) {
      const answer = await requestWith(vars, path, { method: "POST", headers, body: JSON.stringify(body) });
      expect([answer.status, answer.body.error]).toEqual([401, "missing_token"]);
      expect(answer.body.detail).toContain(`A key in ${place} is not read`);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
  });

  it("a form for JSON, and JSON for a form, are called by their names", async () => {
    const form = { method: "POST", body: new URLSearchParams({ domain: "acme.com" }) };
    const asForm = await request("/api/v0/get_company", { ...form, headers: { Authorization: `Bearer ${key}` } });
    expect([asForm.status, asForm.body.detail]).toEqual([400, expect.stringContaining("The body is a form")]);
    const asJson = await request("/oauth/token", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: JSON.stringify({ grant_type: "x" }),
    });
    expect([asJson.status, asJson.body.error_description]).toEqual([400, expect.stringContaining("The body is JSON")]);
    const wrongType = await postForm("/agent/identity", { type: "anonymous" });
    expect(wrongType.body.error_description).toContain("this is application/x-www-form-urlencoded");
    // curl -d says "form" of any body.
    const curl = {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
      body: new Blob(['{"query":"Nordlys"}']),
    };
    expect((await request("/api/v0/search", curl)).status).toBe(200);
  });

  it("batch_id means id, and a company's name leads to resolve_company", async () => {
    const batch = await callTool(key, "get_batch", { batch_id: "batch_1" });
    expect(batch.body.errors[0]).toMatchObject({ path: "batch_id", did_you_mean: "id" });
    for (const domain of ["Acme Robotics", "Acme"]) {
      const { status, body } = await callTool(key, "get_company", { domain });
      expect([status, body.errors[0].message]).toEqual([
        400,
        `This is a name, not a domain. Call resolve_company with {"name":"${domain}"} first: it finds the domain.`,
      ]);
    }
    expect((await callTool(key, "get_company", { domain: "http://" })).body.detail).not.toContain("This is a name");
  });

  it("a new organisation's tokens finish the first task of llms.txt, with tokens left", async () => {
    const { text } = await requestWith({ ANONYMOUS_TOKENS: undefined }, "/llms.txt");
    const [, cost, trial] = /\((\d+) tokens, of the (\d+) of an anonymous key\)/.exec(text) ?? [];
    const { body } = await requestWith({ ANONYMOUS_TOKENS: undefined }, "/api/v0/get_api_key", { method: "POST" });
    const balance = await balanceOf(body.api_key);
    expect([balance, Number(trial)]).toEqual([50, 50]);
    expect(Number(cost)).toBeLessThan(balance);
  });

  it("a local run without Internet says so at once for a real company, for nothing", async () => {
    const poor = await anonymousKey();
    const ask = (domain: string) =>
      requestWith({ LOCAL_OFFLINE: "true" }, "/api/v0/get_company", {
        method: "POST",
        headers: { Authorization: `Bearer ${poor}` },
        body: JSON.stringify({ domain }),
      });
    const real = await ask("stripe.com");
    expect([real.status, real.body.error]).toEqual([501, "not_configured"]);
    expect(real.body.detail).toMatch(/^This local run has no Internet: try one of the demo companies, e\.g\. acme/);
    expect(real.headers.get("x-tokens-charged")).toBe("0");
    expect((await ask("nordlys.example")).status).toBe(200);
    expect((await requestWith({ LOCAL_OFFLINE: "true" }, "/llms.txt")).text).toContain("has no Internet");
    const free = await requestWith({ LOCAL_OFFLINE: "true" }, "/api/v0/get_email", {
      method: "POST",
      headers: { Authorization: `Bearer ${poor}` },
      body: JSON.stringify({ name: "Ada Brandt", domain: "gmail.com" }),
    });
    expect([free.status, free.body.status, free.body.reason]).toEqual([200, "not_found", "free_mail_domain"]);
  });

  it("the index, the balance and the lists have data tools before those of the account", async () => {
    const { tools } = (await request("/api/v0")).body;
    const categories = (await callTool(key, "get_token_balance")).body.tools as Record<string, object>;
    expect(Object.keys(categories).at(-1)).toBe("admin");
    expect(Object.values(categories).flatMap(Object.keys)).toEqual(Object.keys(tools));
    const { paths } = (await request("/openapi.json")).body;
    const named = Object.keys(paths).flatMap((path) => /^\/api\/v0\/(\w+)$/.exec(path)?.[1] ?? []);
    expect(named).toEqual(Object.keys(tools));
  });
});

describe("the names that ChatGPT's research asks for", () => {
  it("search finds companies by name, and fetch returns the record of one as text", async () => {
    const found = await callTool(key, "search", { query: "Nordlys" });
    expect([found.status, found.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
    const [first] = found.body.results;
    expect(first).toEqual({
      id: "NO_ORGNR:999100104",
      title: "NORDLYS AS, nordlys.example, NO",
      url: "https://nordlys.example/",
    });
    const { body, headers } = await callTool(key, "fetch", { id: first.id });
    expect(headers.get("x-tokens-charged")).toBe("1");
    expect(body).toMatchObject({ id: first.id, title: "NORDLYS AS", metadata: { entity: "NO_ORGNR:999100104" } });
    expect(body.text).toMatch(/^legal_name: NORDLYS AS \(https:\/\/\S+\)$/m);
    expect(body.evidence.length).toBeGreaterThan(0);
  });

  it("search finds indexed companies by words, each domain once", async () => {
    const known = (domain: string, description: string) =>
      putCompany(env.DATA, {
        key: domain,
        fields: {
          name: { value: domain.split(".")[0] ?? "", evidence: [], seenAt: Date.now() },
          description: {
            value: description,
            evidence: [{ url: `https://${domain}/about`, kind: "own_site" }],
            seenAt: Date.now(),
          },
        },
        technologies: [],
      });
    for (let at = 0; at < 12; at++) await known(`reindeer-${at}.example`, "Sledges for reindeer wranglers");
    await known("nordlys.example", "Reindeer lights by Nordlys");
    const { body, headers } = await callTool(key, "search", { query: "reindeer WRANGLERS" });
    expect(headers.get("x-tokens-charged")).toBe("2");
    expect(body).toMatchObject({ status: "ok", reason: null, source: "index" });
    expect(new Set(body.results.map(({ id }: { id: string }) => id)).size).toBe(10);
    for (const { id, url } of body.results) expect([id, url]).toEqual([`domain:${new URL(url).host}`, url]);
    expect(body.evidence).toContainEqual({ url: `${body.results[0].url}about`, kind: "own_site" });
    const { results } = (await callTool(key, "search", { query: "Nordlys" })).body;
    const own = results.filter(({ url }: { url: string }) => url === "https://nordlys.example/");
    expect(own).toMatchObject([{ id: "NO_ORGNR:999100104" }]);
  });

  it("finds nothing for nothing, and refuses an id that is none", async () => {
    const none = await callTool(key, "search", { query: "Zzyzx Qwertz Holdings" });
    expect([none.status, none.body.status, none.body.results]).toEqual([200, expect.any(String), []]);
    expect((await callTool(key, "fetch", { id: "XX_NOTHING:1" })).status).toBe(400);
  });
});

describe("people by title", () => {
  it("the chief executive comes first", async () => {
    const body = { domain: "acme-robotics.example", title_filters: "CEO OR founder", limit: 1 };
    const { employees } = (await callTool(key, "search_network_company_employees", body)).body;
    expect(employees[0].title).toBe("Chief Executive Officer");
  });

  it.each([
    ["CEO", "CEO Office Intern", false],
    ["CEO", "Executive Assistant to the CEO", false],
    ["CEO", "Chief of Staff to the Chief Executive Officer", false],
    ["CEO", "Founder & CEO", true],
    ["CEO office", "CEO Office Intern", true],
    ["assistant CEO", "Executive Assistant to the CEO", true],
    ["intern", "CEO Office Intern", true],
    ["NOT CEO", "CEO Office Intern", true],
  ])("%s on %s: %s", (filter, title, passes) => {
    expect(matchesTitle(parseTitleFilter(filter), title)).toBe(passes);
  });
});

it("detect_signal states the evidence of a signal beside it, and not again in its data", async () => {
  const { body } = await callTool(key, "detect_signal", { domain: "acme-robotics.example", techs: ["intercom.com"] });
  expect(body.signals.length).toBeGreaterThan(1);
  for (const { evidence, data } of body.signals) {
    expect(evidence.length).toBeGreaterThan(0);
    expect(data).not.toHaveProperty("evidence");
  }
  expect(body.evidence).toEqual([body.signals[0].evidence[0]]);
});
