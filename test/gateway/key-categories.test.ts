import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "../../src/tools/index.ts";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import {
  type Answer,
  balanceOf,
  callTool,
  giveTokens,
  isActive,
  postJson,
  request,
  requestWith,
  tally,
  times,
} from "../support/harness.ts";
import { callMcp, KNOWN, legacy, modern, seedCompany, TOOL } from "../support/mcp-harness.ts";
import { signIn } from "../support/visitor.ts";

const POST = { domain: "acme-robotics.example" };
let full: string;

beforeAll(async () => {
  full = await claimWorkspace(freshAddress());
  await giveTokens(full, 500);
  await seedCompany();
});

async function keyFor(...categories: string[]): Promise<string> {
  const { status, body } = await callTool(full, "create_api_key", { name: categories.join(), categories });
  expect([status, body.categories]).toEqual([200, categories]);
  return body.api_key;
}

const refusal = ({ status, body }: Answer) => [status, body.error, body.categories];

describe("a key for some categories of tools", () => {
  it("calls these and no others, over REST and MCP, and the others reserve no token however many come at once", async () => {
    const key = await keyFor("socials");
    expect((await callTool(key, TOOL, KNOWN)).status).toBe(200);
    expect((await callMcp(key, TOOL, KNOWN)).body.result.isError).toBeFalsy();
    const before = await balanceOf(full);
    expect(refusal(await callTool(key, "detect_signal", POST))).toEqual([403, "tool_not_allowed", ["socials"]]);
    expect(tally(await times(20, () => callTool(key, "detect_signal", POST)))).toEqual({ 403: 20 });
    const overMcp = (await callMcp(key, "detect_signal", POST)).body.result;
    expect([overMcp.isError, JSON.stringify(overMcp)]).toEqual([true, expect.stringContaining("tool_not_allowed")]);
    expect(refusal(await callTool(key, "get_token_balance"))).toEqual([403, "tool_not_allowed", ["socials"]]);
    expect(await balanceOf(full)).toBe(before);
    expect((await callTool(key, "no_such_tool")).status).toBe(404);
  });

  it("is refused alike while its account object does not answer", async () => {
    const key = await keyFor("socials");
    const ACCOUNTS = {
      getByName: () => ({ begin: () => Promise.reject(new Error("gone")), cancel: async () => ({}) }),
    };
    const call = (tool: string, input: unknown) =>
      requestWith({ ACCOUNTS }, `/api/v0/${tool}`, {
        method: "POST",
        body: JSON.stringify(input),
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      });
    expect(refusal(await call("detect_signal", POST))).toEqual([403, "tool_not_allowed", ["socials"]]);
  });

  it("is 401 when it is revoked, whatever it calls", async () => {
    const key = await keyFor("socials");
    const listed = (await callTool(full, "list_api_keys")).body.api_keys as { id: string; masked: string }[];
    const id = listed.find(({ masked }) => masked.endsWith(key.slice(-4)))?.id;
    expect((await callTool(full, "revoke_api_key", { id })).body.status).toBe("revoked");
    expect((await callTool(key, "detect_signal", POST)).status).toBe(401);
  });

  it("sees in tools/list what it may call, and no cache may keep that for others", async () => {
    const key = await keyFor("email", "signals");
    const names = ({ body }: Answer) => (body.result.tools as { name: string }[]).map(({ name }) => name);
    const listed = names(await legacy(key, "tools/list"));
    expect(listed).toContain("get_email");
    expect(listed).toContain("detect_signal");
    const categories = TOOLS.filter(({ name }) => listed.includes(name)).map(({ category }) => category);
    expect([...new Set(categories)]).toEqual(["email", "signals"]);
    const { result } = (await modern(key, "tools/list")).body;
    expect([result.cacheScope, result.ttlMs]).toEqual(["private", 0]);
    expect((await modern(full, "tools/list")).body.result.cacheScope).toBe("public");
  });

  it("starts batches and watches only with the categories of what they look up", async () => {
    const batch = { tool: TOOL, inputs: [KNOWN], dry_run: true };
    const watch = { domains: ["acme.example"], events: ["jobs.opened"], max_tokens_month: 10 };
    const search = { search: { tool: "search_jobs", input: { title_filters: "engineer" } }, max_tokens_month: 10 };
    const [admin, lookups, signals] = [
      await keyFor("admin"),
      await keyFor("admin", "socials"),
      await keyFor("admin", "signals"),
    ];
    expect((await callTool(admin, "create_batch", batch)).status).toBe(403);
    expect((await callTool(lookups, "create_batch", batch)).status).toBe(200);
    const matched = { tool: "detect_signal", inputs: [{ company: "Acme" }], match: "name", dry_run: true };
    expect((await callTool(signals, "create_batch", matched)).status).toBe(403);
    expect((await callTool(lookups, "create_watch", watch)).status).toBe(403);
    expect((await callTool(signals, "create_watch", search)).status).toBe(403);
    const made = await callTool(signals, "create_watch", watch);
    expect(made.status).toBe(200);
    expect((await callTool(admin, "update_watch", { id: made.body.id, every: "week" })).status).toBe(404);
    const { id } = (await callTool(lookups, "create_batch", { ...batch, dry_run: false })).body;
    const file = async (key: string) =>
      (await request(`/api/v0/batches/${id}/results.csv`, { headers: { Authorization: `Bearer ${key}` } })).status;
    expect([await file(lookups), await file(await keyFor("socials"))]).toEqual([200, 403]);
  });

  it("makes no key, and takes over no unclaimed organisation", async () => {
    const key = await keyFor("admin");
    expect((await callTool(key, "create_api_key", { name: "escape" })).status).toBe(400);
    const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: freshAddress() };
    const claimed = await postJson("/agent/identity", assertion, { Authorization: `Bearer ${key}` });
    expect([claimed.status, claimed.body.error]).toEqual([401, "invalid_token"]);
  });

  it.each([[[]], [["sociable"]], ["socials"], [["socials", 7]]])("%j are no categories", async (categories) => {
    const { status, body } = await callTool(full, "create_api_key", { name: "odd", categories });
    expect([status, body.errors[0].path.split(/[.[]/)[0]]).toEqual([400, "categories"]);
  });
});

it("the console makes one, shows its tools, and its successor calls the same", async () => {
  const email = freshAddress();
  await claimWorkspace(email);
  const visitor = await signIn(email);
  const PAGE = "/console/keys";
  const shown = async () => /tg_[0-9A-Za-z]{60}/.exec((await visitor.get(PAGE)).text)?.[0] ?? "";
  await visitor.submit(PAGE, PAGE, { name: "research", categories: "socials" });
  const key = await shown();
  expect((await visitor.get(PAGE)).text).toContain('<p class="hint">only socials</p>');
  expect(refusal(await callTool(key, "get_token_balance"))).toEqual([403, "tool_not_allowed", ["socials"]]);
  const { id } =
    (await env.DB.prepare("SELECT id FROM api_keys WHERE name = 'research'").first<{ id: string }>()) ?? {};
  await visitor.submit(PAGE, "/console/keys/replace", { id: id ?? "", name: "research", overlap_seconds: "3600" });
  const successor = await shown();
  expect(successor).not.toBe(key);
  expect(refusal(await callTool(successor, "get_token_balance"))).toEqual([403, "tool_not_allowed", ["socials"]]);
  expect(await isActive(successor)).toBe(false);
  expect((await callTool(successor, TOOL, KNOWN)).status).toBe(200);
});
