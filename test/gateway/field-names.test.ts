import { beforeAll, describe, expect, it } from "vitest";
import { unknownFields } from "../../src/gateway/field-names.ts";
import { fieldMessage } from "../../src/gateway/read-arguments.ts";
import { TOOLS } from "../../src/tools/index.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { EVENT_TYPES } from "../../src/watches/event-types.ts";
import { anonymousKey, balanceOf, callTool, giveTokens, postJson } from "../support/harness.ts";
import { callMcp, KNOWN, seedCompany } from "../support/mcp-harness.ts";

beforeAll(seedCompany);

const EMPLOYEES = "search_network_company_employees";

/** Tool, request, the unknown field, the field that it names. */
const MEANT: [tool: string, input: Record<string, unknown>, path: string, meant: string][] = [
  [EMPLOYEES, { ...KNOWN, title_filter: "CEO" }, "title_filter", "title_filters"],
  [EMPLOYEES, { ...KNOWN, titleFilters: "CEO" }, "titleFilters", "title_filters"],
  [EMPLOYEES, { ...KNOWN, job_titles: ["CEO"] }, "job_titles", "title_filters"],
  [EMPLOYEES, { ...KNOWN, limt: 5 }, "limt", "limit"],
  [EMPLOYEES, { ...KNOWN, per_page: 5 }, "per_page", "limit"],
  [EMPLOYEES, { ...KNOWN, cursor: "2" }, "cursor", "page"],
  [EMPLOYEES, { ...KNOWN, title_filters: "CEO", job_title_filters: "CTO" }, "job_title_filters", "title_filters"],
  ["get_network_company", { company_domain: "a.example" }, "company_domain", "domain"],
  ["get_network_company", { website: "a.example" }, "website", "domain"],
  ["get_network_company", { company_url: "a.example" }, "company_url", "domain"],
  ["resolve_company", { company_url: "a.example" }, "company_url", "url"],
  ["get_email", { full_name: "Ada Brandt", domain: "a.example" }, "full_name", "name"],
  ["get_email", { nmae: "Ada Brandt", domain: "a.example" }, "nmae", "name"],
  ["verify_email", { email_address: "a@a.example" }, "email_address", "email"],
  ["get_reddit_user", { author: "ada" }, "author", "username"],
  ["search_reddit_posts", { q: "robots" }, "q", "query"],
  ["search_reddit_posts", { query: "robots", page: 2 }, "page", "cursor"],
  ["get_reddit_post", { id: "abc" }, "id", "post_id"],
  ["detect_signal", { ...KNOWN, technolgies: ["stripe"] }, "technolgies", "techs"],
  ["buy_tokens", { amount: 20 }, "amount", "amount_usd"],
  ["get_api_key", { mail: "ada@a.example" }, "mail", "email"],
  [EMPLOYEES, { ...KNOWN, seniority: "executive" }, "seniority", "title_filters"],
  ["create_batch", { tool: "get_company", domains: ["a.example"] }, "domains", "inputs"],
  [
    "create_batch",
    { tool: "get_company", inputs: [KNOWN], webhook_url: "https://a.example" },
    "webhook_url",
    "deliver",
  ],
  ["search_jobs", { company: { countries: "NO" } }, "company.countries", "country"],
  ["search_companies", { hiring: { titles: "nurse" } }, "hiring.titles", "title_filters"],
  ["create_watch", { companies: ["a.example"], events: ["jobs.opened"], max_tokens_month: 9 }, "companies", "domains"],
];

/** Names that mean nothing to the tool: they are ignored and named in `warnings`. */
const IGNORED: [tool: string, field: string][] = [
  ["get_network_company", "note"],
  ["get_network_company", "limit"],
  ["get_network_company", "foo"],
  ["get_network_company", "unknown_field"],
  ["get_network_company", "trace_id"],
  ["get_email", "company"],
  ["get_api_key", "mode"],
  ["get_token_balance", "x"],
  ["get_network_company", "__proto__"],
];

it("a value that a field does not allow is answered with those it allows", async () => {
  const { status, body } = await callTool(await anonymousKey(), "update_watch", { id: "x", status: "pause" });
  expect(status).toBe(400);
  expect(body.errors).toContainEqual({
    path: "status",
    message: "must be one of active, paused; did you mean paused?",
    did_you_mean: "paused",
  });
});

/** Tool, request, field and what is said of it. */
const WRONG_VALUES: [tool: string, input: Record<string, unknown>, path: string, message: string][] = [
  [EMPLOYEES, { ...KNOWN, limit: 0 }, "limit", "must be at least 1"],
  [EMPLOYEES, { ...KNOWN, limit: 51 }, "limit", "must be at most 50"],
  [EMPLOYEES, { ...KNOWN, limit: 1.5 }, "limit", "must be a whole number"],
  [EMPLOYEES, { ...KNOWN, limit: "ten" }, "limit", "must be a number"],
  [EMPLOYEES, {}, "domain", "is required"],
  ["get_network_company", { domain: [] }, "domain", "must be a string"],
  ["create_batch", { tool: "", inputs: [{}] }, "tool", "must have at least 1 character"],
  ["create_batch", { tool: "get_company", inputs: [{}], dry_run: 1 }, "dry_run", "must be true or false"],
  ["create_batch", { tool: "get_company", inputs: "x" }, "inputs", "must be an array"],
  ["get_api_key", { email: "ada" }, "email", "must be an email address, e.g. ada@acme.com"],
  [
    "get_usage",
    { from: "2026-13-01" },
    "from",
    "must be an ISO 8601 date or time, e.g. 2026-11-01 or 2026-11-01T09:00:00Z",
  ],
  ["buy_tokens", { amount_usd: 5.001 }, "amount_usd", "must be a multiple of 0.01"],
  [
    "create_watch",
    { domains: ["acme.example"], max_tokens_month: 9 },
    "events",
    `is required: one or more of ${EVENT_TYPES.join(", ")}`,
  ],
];

it.each(WRONG_VALUES)("%s %j: %s %s", async (tool, input, path, message) => {
  const { status, body } = await callTool(await anonymousKey(), tool, input);
  expect([status, body.error]).toEqual([400, "invalid_request"]);
  expect(body.errors).toContainEqual({ path, message });
});

it.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s: a field that is missing is required", (_, tool) => {
  const issues = tool.input.safeParse({}, { error: fieldMessage }).error?.issues ?? [];
  for (const { path, code, message } of issues) {
    if (path.length === 1 && code !== "custom") expect(message).toMatch(/^is required/);
  }
});

describe("an unknown field", () => {
  it.each(MEANT)("%s %j: %s is %s", async (tool, input, path, meant) => {
    const key = await anonymousKey();
    const { status, body, headers } = await callTool(key, tool, input);
    expect([status, body.error]).toEqual([400, "invalid_request"]);
    expect(body.errors[0]).toMatchObject({ path, did_you_mean: meant });
    expect(body.detail).toContain(meant);
    expect(headers.get("x-tokens-charged")).toBe("0");
    expect(await balanceOf(key)).toBe(25);
  });

  it.each(IGNORED)("%s: %s is like no other", (tool, field) => {
    const input = JSON.parse(`{"domain": "a.example", "name": "Ada Brandt", "${field}": 1}`);
    const found = unknownFields(TOOLS.find(({ name }) => name === tool) as Tool, input).filter(
      ({ path }) => path === field,
    );
    expect(found).toMatchObject([{ path: field, didYouMean: null }]);
  });

  it("that is like no other is named in warnings, over REST, MCP, a replay and without a key", async () => {
    const key = await anonymousKey();
    const input = { ...KNOWN, colour: "red" };
    const first = await callTool(key, "get_network_company_url", input, { "Idempotency-Key": "w1" });
    expect(first.status).toBe(200);
    expect(first.body.warnings).toEqual(["colour: is ignored: the fields of get_network_company_url are domain."]);
    const again = await callTool(key, "get_network_company_url", input, { "Idempotency-Key": "w1" });
    expect(again.body.warnings).toEqual(first.body.warnings);
    const { body } = await callMcp(key, "get_network_company_url", input);
    expect(body.result.structuredContent.warnings).toEqual(first.body.warnings);
    const made = await postJson("/api/v0/get_api_key", { colour: "red" });
    expect(made.body.warnings).toEqual(["colour: is ignored: the fields of get_api_key are email, code."]);
    expect((await callTool(key, "get_network_company_url", KNOWN)).body).not.toHaveProperty("warnings");
  });

  it("inside an object is named with the fields of that object", async () => {
    const key = await anonymousKey();
    const input = { text: "nurse", company: { country: "NO", colour: "red" } };
    const fields = "country, size, industry, technologies";
    const { body } = await callTool(key, "search_jobs", input);
    expect(body.warnings).toEqual([`company.colour: is ignored: the fields of company are ${fields}.`]);
    const refused = await callTool(key, "search_jobs", { ...input, company: { colour: "red", countries: "NO" } });
    expect(refused.body.detail).toContain("company.countries: is not a field of company; did you mean country?");
    const alone = await callTool(key, "search_jobs", { company: { colour: "red" } });
    const [message] = alone.body.errors.filter(({ path }: { path: string }) => path === "company.colour");
    expect(message).toEqual({ path: "company.colour", message: `is ignored: the fields of company are ${fields}` });
  });

  it("inside input_parameters is the caller's own", async () => {
    const key = await anonymousKey();
    const input = { name: "Ada Brandt", ...KNOWN, input_parameters: { nmae: 1, domian: { limt: 2 } } };
    const { body } = await callTool(key, "get_email", input);
    expect(body.input_parameters).toEqual(input.input_parameters);
    expect(body).not.toHaveProperty("warnings");
  });

  it("does not slow a request with thousands of them", async () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    const { status, body } = await callTool(await anonymousKey(), "get_network_company_url", { ...KNOWN, ...fields });
    expect([status, body.warnings.length]).toEqual([200, 20]);
  });
});

describe("two names of one field", () => {
  it("are both read where either is declared", async () => {
    const key = await anonymousKey();
    await giveTokens(key, 200);
    const employees = await callTool(key, EMPLOYEES, { ...KNOWN, job_title_filters: "CEO OR CTO" });
    expect([employees.status, employees.body.title_filter.parsed]).toEqual([200, "CEO OR CTO"]);
    const bad = await callTool(key, EMPLOYEES, { ...KNOWN, job_title_filters: "(CEO OR" });
    expect([bad.status, bad.body.error]).toEqual([400, "invalid_title_filter"]);
    for (const [tool, field, value] of [
      ["signal_hiring_role", "title_filters", "engineer"],
      ["signal_technologies_identified", "techs", ["stripe"]],
      ["detect_signal", "technologies", ["stripe"]],
    ] as const) {
      expect(
        unknownFields(TOOLS.find(({ name }) => name === tool) as Tool, { ...KNOWN, [field]: value }),
        tool,
      ).toEqual([]);
    }
  });

  it("no tool's own example has an unknown field", () => {
    for (const tool of TOOLS)
      expect(unknownFields(tool, tool.example as Record<string, unknown>), tool.name).toEqual([]);
  });
});

it.each([
  ["fetch", { id: "No Such Thing" }, "id"],
  ["get_hackernews_item", { id: {} }, "id"],
  [EMPLOYEES, { ...KNOWN, title_filters: "\ud800" }, "title_filters"],
  ["create_watch", { domains: [KNOWN.domain], events: ["jobs.opened"], max_tokens_month: 9, name: "a\u202eb" }, "name"],
])("%s with %j is refused by the name of its field, for nothing", async (tool, input, path) => {
  const poor = await anonymousKey();
  const { status, body } = await callTool(poor, tool, input);
  expect([status, body.errors?.[0].path, await balanceOf(poor)]).toEqual([400, path, 25]);
  expect(body.errors[0].message).not.toContain("Invalid input");
});
