import { afterEach, expect, it } from "vitest";
import { anonymousKey, balanceOf, brokenLedgers, postJson, requestWith } from "../support/harness.ts";

const DOMAIN = JSON.stringify({ domain: "acme-robotics.example" });

afterEach(async () => {
  expect(await brokenLedgers()).toEqual([]);
});

function call(variables: Record<string, unknown>, tool: string, key: string, body = DOMAIN) {
  return requestWith(variables, `/api/v0/${tool}`, {
    method: "POST",
    body,
    headers: { Authorization: `Bearer ${key}` },
  });
}

it("charges the prices of PRICES, and every document shows them", async () => {
  const key = await anonymousKey();
  for (const PRICES of [" Get_Network_Company_URL = 7 , get_network_company:0", '{"get_network_company_url": 7}']) {
    const before = await balanceOf(key);
    const paid = await call({ PRICES }, "get_network_company_url", key);
    expect([paid.status, paid.headers.get("x-tokens-charged")]).toEqual([200, "7"]);
    expect(await balanceOf(key)).toBe(before - 7);
  }
  const variables = { PRICES: "get_network_company_url=7,get_network_company=0" };
  expect((await call(variables, "get_network_company", key)).headers.get("x-tokens-charged")).toBe("0");
  const { tools } = (await requestWith(variables, "/api/v0")).body;
  expect([tools.get_network_company_url, tools.get_email]).toEqual([{ cost: 7 }, { cost: 5 }]);
  const balance = await call(variables, "get_token_balance", key, "{}");
  expect(balance.body.tools.socials.get_network_company_url).toEqual({ cost: 7 });
  expect((await requestWith(variables, "/docs/get_network_company_url.md")).text).toContain("7 tokens");
  expect((await requestWith(variables, "/llms.txt")).text).toMatch(
    /get_network_company_url\]\([^)]+\): [^\n]*, 7 tokens/,
  );
  expect((await requestWith({ PRICES: "funding.raised=9" }, "/llms.txt")).text).toContain("9 for funding");
  expect(
    (await requestWith(variables, "/openapi.json")).body.paths["/api/v0/get_network_company_url"].post["x-cost"],
  ).toBe(7);

  // 11 tokens are left: the second call of three that are sent at once is the last.
  const statuses = await Promise.all(
    [1, 2, 3].map(() => call({ PRICES: "get_network_company_url=5" }, "get_network_company_url", key)),
  );
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 200, 402]);
  expect(await balanceOf(key)).toBe(1);
});

it("serves no tool of TOOLS_OFF, and says so before it asks for tokens", async () => {
  const variables = {
    TOOLS_OFF: "list_network_company_employees, signal_funding",
    PRICES: "list_network_company_employees=30",
  };
  const key = await anonymousKey();
  const refused = await call(variables, "list_network_company_employees", key);
  expect([refused.status, refused.body.error]).toEqual([501, "not_configured"]);
  expect((await call(variables, "list_network_company_employees", "nonsense")).status).toBe(401);
  expect((await requestWith(variables, "/docs/list_network_company_employees.md")).text).toContain(
    "Not served by this deployment",
  );
  const { paths } = (await requestWith(variables, "/openapi.json")).body;
  expect(paths["/api/v0/list_network_company_employees"].post["x-served"]).toBe(false);
  expect(paths["/api/v0/get_email"].post["x-served"]).not.toBe(false);
  const headers = {
    Authorization: `Bearer ${key}`,
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const listed = (await requestWith(variables, "/mcp", { method: "POST", body, headers })).text;
  expect([listed.includes('"get_email"'), listed.includes('"list_network_company_employees"')]).toEqual([true, false]);
  expect((await requestWith(variables, "/api/v0")).body.tools.list_network_company_employees).toEqual({ cost: 30 });
  const detected = await call(variables, "detect_signal", key);
  expect(detected.body.skipped).toContainEqual({ signal: "signal_funding", reason: "not_configured" });
  const closed = { TOOLS_OFF: "get_api_key" };
  expect((await requestWith(closed, "/api/v0/get_api_key", { method: "POST", body: "{}" })).status).toBe(501);
  expect((await postJson("/api/v0/get_api_key", {})).status).toBe(200);
});

it.each([
  { PRICES: "get_emial=3" },
  { PRICES: "get_email" },
  { PRICES: "get_email=1.5" },
  { PRICES: "get_email=-1" },
  { PRICES: '{"get_email":' },
  { PRICES: "get_api_key=1" },
  { TOOLS_OFF: "search_everything" },
])("is refused at the first request when it cannot be meant: %o", async (variables) => {
  const answer = await requestWith(variables, "/healthz");
  expect([answer.status, answer.body.error]).toEqual([500, "internal_error"]);
  expect(answer.text).not.toMatch(/PRICES|TOOLS_OFF/);
});
