import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { TOOLS } from "../../src/tools/index.ts";
import { anonymousKey, balanceOf, callTool, freezeClock, giveTokens, postForm } from "../support/harness.ts";
import { callMcp, type Era, KNOWN, PING, seedCompany, sendMessages, TOOL } from "../support/mcp-harness.ts";

beforeAll(async () => {
  // What a call tells the index would be in the answer of a later one, at a moment that a busy machine changes.
  vi.spyOn(env.INDEX, "send").mockResolvedValue({} as never);
  await seedCompany();
});
afterAll(() => void vi.restoreAllMocks());
afterEach(() => void vi.useRealTimers());

/** What a caller learns of a call, whatever the transport. */
type Seen = { error: string | null; data: unknown; charged: number; balance: number };

async function overRest(key: string, tool: string, input: unknown): Promise<Seen> {
  const { body, headers, status } = await callTool(key, tool, input);
  const charged = Number(headers.get("x-tokens-charged"));
  const error = status === 200 ? null : (body.error as string);
  return { error, data: comparable(body), charged, balance: await balanceOf(key) };
}

async function overMcp(era: Era, key: string, tool: string, input: unknown): Promise<Seen> {
  const { body, headers } = await callMcp(key, tool, input, undefined, era);
  const { structuredContent, isError, _meta, content } = body.result;
  const charged = _meta["tallygate/usage"].tokens_charged;
  expect(headers.get("x-tokens-charged")).toBe(String(charged));
  const problem = _meta["tallygate/error"];
  expect(isError === true).toBe(problem !== undefined);
  if (problem) expect(content[0].text).toContain(problem.detail);
  const data = comparable(problem ?? structuredContent);
  return { error: problem?.error ?? null, data, charged, balance: await balanceOf(key) };
}

/** An answer without what no two calls have in common: ids, keys, moments, and whether it came from a cache. */
function comparable(answer: unknown): unknown {
  const text = JSON.stringify(answer, (name, value) => (name === "cached" ? "…" : value));
  const masked = text
    .replace(/tg_[0-9A-Za-z]{60}|tg_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}/g, "KEY")
    .replace(/[0-9a-f]{24,64}/g, "ID")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
  return JSON.parse(masked);
}

const revoke = async (key: string) => void (await postForm("/oauth/revoke", { token: key }));
const spendMinute = async (key: string) => {
  const pings = Array.from({ length: 15 }, (_, id) => ({ ...PING, id }));
  await sendMessages(key, pings);
  await sendMessages(key, pings);
};
const nested = (levels: number): unknown => (levels === 0 ? {} : { a: nested(levels - 1) });

type Row = [name: string, tool: string, input: unknown, error: string | null, prepare?: (key: string) => Promise<void>];

const ROWS: Row[] = [
  ["a paid call", TOOL, KNOWN, null],
  ["a call under the alias", "get_linkedin_company_url", KNOWN, null],
  ["a call that finds nothing", TOOL, { domain: "does-not-exist.example" }, null],
  ["unknown fields", TOOL, { ...KNOWN, more: [1, { two: 3 }] }, null],
  ["odd Unicode", TOOL, { ...KNOWN, note: "\u0000\ud800é🦀" }, null],
  ["64 levels of nesting", TOOL, { ...KNOWN, note: nested(62) }, null],
  ["65 levels of nesting", TOOL, { ...KNOWN, note: nested(63) }, "invalid_request"],
  ["a wrong type", TOOL, { domain: 5 }, "invalid_request"],
  ["a missing field", TOOL, {}, "invalid_request"],
  ["an IP address", TOOL, { domain: "10.0.0.1" }, "invalid_request"],
  [
    "an unreadable title filter",
    "list_network_company_employees",
    { ...KNOWN, title_filters: "(CEO OR" },
    "invalid_title_filter",
  ],
  ["a page out of bounds", "search_network_company_employees", { ...KNOWN, page: 0 }, "invalid_request"],
  ["a search that finds nothing", "search_jobs", { text: "Zzyzx Qwertz" }, null],
  ["a search without a criterion", "search_jobs", { limit: 5 }, "invalid_request"],
  ["a search with a cursor of another one", "search_companies", { text: "rooms", cursor: "x" }, "invalid_request"],
  ["companies like one that is not indexed", "find_similar_companies", { domain: "not-indexed.example" }, null],
  ["too few tokens", TOOL, KNOWN, "insufficient_tokens", (key) => giveTokens(key, -24)],
  ["no tokens, and a tool that is free", "get_token_balance", {}, null, (key) => giveTokens(key, -25)],
];

describe.each(["legacy", "modern"] as const)("REST and MCP (%s)", (era) => {
  it.each(ROWS)("agree on %s", async (_, tool, input, error, prepare) => {
    const [first, second] = [await anonymousKey(), await anonymousKey()];
    await prepare?.(first);
    await prepare?.(second);
    const rest = await overRest(first, tool, input);
    expect(rest.error).toBe(error);
    expect(await overMcp(era, second, tool, input)).toEqual(rest);
  });

  it("agree on a limit that is used up", async () => {
    freezeClock();
    const [first, second] = [await anonymousKey(), await anonymousKey()];
    await spendMinute(first);
    await spendMinute(second);
    const rest = await callTool(first, TOOL, KNOWN);
    expect(rest.status).toBe(429);
    const { result } = (await callMcp(second, TOOL, KNOWN, undefined, era)).body;
    expect(result._meta["tallygate/error"]).toMatchObject({ status: 429, error: rest.body.error });
    expect(result.content[0].text).toMatch(new RegExp(`Retry after ${rest.headers.get("retry-after")} s`));
  });

  it("agree that a revoked key is 401", async () => {
    const key = await anonymousKey();
    await revoke(key);
    const rest = await callTool(key, TOOL, KNOWN);
    const answer = await callMcp(key, TOOL, KNOWN, undefined, era);
    expect([rest.status, answer.status]).toEqual([401, 401]);
    expect(comparable(answer.body)).toEqual(comparable(rest.body));
    const challenge = (rest.headers.get("www-authenticate") ?? "").replace("/api/v0", "/mcp");
    expect(answer.headers.get("www-authenticate")).toBe(challenge);
  });

  it("agree on which names are tools, and on the nearest names for an unknown one", async () => {
    const key = await anonymousKey();
    const rest = await callTool(key, "get_network_company_ulr", KNOWN);
    const { error } = (await callMcp(key, "get_network_company_ulr", KNOWN, undefined, era)).body;
    expect(rest.status).toBe(404);
    expect(error).toMatchObject({ code: -32602, data: { nearest: rest.body.nearest } });
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("the example of", () => {
  it.each(TOOLS.map((tool) => [tool.name, tool.example]))("%s is answered alike", async (name, example) => {
    const [first, second] = [await anonymousKey(), await anonymousKey()];
    await giveTokens(first, 100);
    await giveTokens(second, 100);
    // What remembers an earlier look (a cache, a baseline of a change signal) has had it by then.
    await callTool(first, name, example);
    await callTool(second, name, example);
    // On a busy machine an earlier look may be refused, and costs nothing: what counts is what these calls take.
    const [restBefore, mcpBefore] = [await balanceOf(first), await balanceOf(second)];
    const rest = await overRest(first, name, example);
    const mcp = await overMcp("legacy", second, name, example);
    const spent = rest.balance - restBefore;
    expect({ ...mcp, balance: mcp.balance - mcpBefore }).toEqual({ ...rest, balance: spent });
  });
});
