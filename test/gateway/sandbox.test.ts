import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DEMO_COMPANIES } from "../../src/tools/demo-companies.ts";
import { TOOLS } from "../../src/tools/index.ts";
import { callTool, postJson, request, requestWith } from "../support/harness.ts";

const KEY = "tg_sandbox";

/** Every table of the database with its number of rows. */
async function rows(): Promise<unknown> {
  const find =
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'";
  const { results } = await env.DB.prepare(find).all<{ name: string }>();
  const counts = await env.DB.batch<{ n: number }>(
    results.map(({ name }) => env.DB.prepare(`SELECT count(*) AS n FROM "${name}"`)),
  );
  return counts.map((count, index) => [results[index]?.name, count.results[0]?.n]);
}

describe("the sandbox key", () => {
  it("answers the example of every data tool, marked, for nothing, and stores nothing", async () => {
    const before = await rows();
    for (const { name, category, example } of TOOLS) {
      const { status, body, headers } = await callTool(KEY, name, example);
      if (name === "get_api_key") continue;
      if (category === "admin") expect([name, status, body.error]).toEqual([name, 403, "sandbox_only"]);
      else expect([name, status, body.sandbox]).toEqual([name, 200, true]);
      expect(headers.get("x-tokens-charged")).toBe("0");
      expect(headers.has("x-tokens-balance")).toBe(false);
    }
    const after = (await rows()) as [string, number][];
    // get_api_key ignores the bearer: it makes a key, with the sandbox key or without.
    const own = ["organisations", "api_keys", "entries", "limits", "anonymous_registrations"];
    const others = (counts: unknown) => (counts as [string, number][]).filter(([table]) => !own.includes(table));
    expect(others(after)).toEqual(others(before));
  });

  it("checks a call like any other: unknown tools, methods, fields and filters", async () => {
    expect((await callTool(KEY, "no_such_tool")).status).toBe(404);
    expect((await request("/api/v0/get_email", { headers: { Authorization: `Bearer ${KEY}` } })).status).toBe(405);
    const misspelt = await callTool(KEY, "get_network_company", { domian: "acme-robotics.example" });
    expect([misspelt.status, misspelt.body.errors[0].did_you_mean]).toEqual([400, "domain"]);
  });

  it("answers about every demo company, and about the people that it names", async () => {
    for (const domain of Object.keys(DEMO_COMPANIES)) {
      for (const tool of ["get_network_company", "list_network_company_employees", "detect_signal"]) {
        const { status, body } = await callTool(KEY, tool, { domain });
        expect([tool, status, body.sandbox, body.domain]).toEqual([tool, 200, true, domain]);
      }
      const leaders = { domain, title_filters: "CEO OR founder OR (head AND sales)", limit: 5 };
      const { body } = await callTool(KEY, "search_network_company_employees", leaders);
      expect(body.warnings).toBeUndefined();
      for (const { name } of body.employees) {
        expect((await callTool(KEY, "get_email", { name, domain })).body).toMatchObject({ domain, sandbox: true });
      }
    }
  });

  it("says which arguments the recorded call had otherwise", async () => {
    const asked = { domain: "brightwater.example", limit: 2, title_filters: "gardener" };
    const { body } = await callTool(KEY, "list_network_company_employees", asked);
    expect(body.warnings).toEqual([
      "title_filters: the sandbox answers as recorded, with none.",
      "limit: the sandbox answers as recorded, with 5.",
    ]);
  });

  it("knows demo companies and people only, and lists them", async () => {
    const company = await callTool(KEY, "get_network_company", { domain: "stripe.com" });
    expect([company.status, company.body.error]).toEqual([400, "invalid_request"]);
    const known = Object.keys(DEMO_COMPANIES).map((domain) => JSON.stringify(domain));
    expect(company.body.errors).toEqual([{ path: "domain", message: `the sandbox knows ${known.join(", ")}` }]);
    const person = await callTool(KEY, "get_email", { name: "Someone Else", domain: "acme-robotics.example" });
    expect([person.status, person.body.errors]).toEqual([
      400,
      [{ path: "name", message: expect.stringContaining('the sandbox knows "Ada Brandt", ') }],
    ]);
    const traversal = await callTool(KEY, "verify_email", { email: "a@..%2fanswers" });
    expect(traversal.status).toBe(400);
    const written = { domain: "https://www.ACME-robotics.example/team" };
    expect((await callTool(KEY, "get_network_company", written)).body.name).toBe("Acme Robotics");
  });

  it("works over MCP, and opens the index", async () => {
    const call = (method: string, params: unknown) =>
      postJson(
        "/mcp",
        { jsonrpc: "2.0", id: 1, method, params },
        { Authorization: `Bearer ${KEY}`, Accept: "application/json, text/event-stream" },
      );
    const listed = await call("tools/list", {});
    expect(listed.body.result.tools).toHaveLength(20);
    const answer = await call("tools/call", {
      name: "get_network_company_url",
      arguments: { domain: "acme-robotics.example" },
    });
    expect(answer.body.result.structuredContent).toMatchObject({ sandbox: true, status: "ok" });
    const index = await request("/api/v0", { headers: { Authorization: `Bearer ${KEY}` } });
    expect(index.body.tools.get_email).toEqual({ cost: 5 });
  });

  it("is limited by network", async () => {
    const limited = {
      FLOOD_SHIELD: { limit: async ({ key }: { key: string }) => ({ success: !key.startsWith("sandbox") }) },
    };
    const headers = { Authorization: `Bearer ${KEY}` };
    const body = JSON.stringify({ domain: "acme-robotics.example" });
    const answer = await requestWith(limited, "/api/v0/get_network_company", { method: "POST", body, headers });
    expect([answer.status, answer.body.error, answer.headers.get("retry-after")]).toEqual([429, "rate_limited", "60"]);
  });

  it("is in the documents", async () => {
    for (const path of ["/llms.txt", "/docs.md", "/auth.md"]) expect((await request(path)).text, path).toContain(KEY);
  });
});
