import { beforeAll, describe, expect, it } from "vitest";
import { version } from "../../../package.json";
import server from "../../../server.json";
import { nameNetwork } from "../../../src/readers/words/network-links.ts";
import { TOOLS } from "../../../src/tools/index.ts";
import { anonymousKey, balanceOf, callTool, giveTokens, requestWith } from "../../support/harness.ts";
import {
  callMcp,
  KNOWN,
  legacy,
  modern,
  PING,
  postMcp,
  seedCompany,
  TOOL,
  toolCall,
} from "../../support/mcp-harness.ts";
import { STRIPE } from "../../support/stripe-deployment.ts";

beforeAll(seedCompany);

const SOURCE_DOCUMENT = [
  ...["get_api_key", "buy_tokens", "get_token_balance", "get_network_company_url", "get_network_profile_url"],
  ...["list_network_company_employees", "search_network_company_employees", "get_email", "detect_signal"],
];

describe("the list", () => {
  /** Of a deployment that can serve every tool. */
  const list = async (path: string) => {
    const wallets = { X402_PAY_TO: "0x00000000000000000000000000000000000000A1", X402_NETWORK: "eip155:84532" };
    const sources = { ...wallets, REDDIT_CLIENT_ID: "id", REDDIT_CLIENT_SECRET: "secret", TRUSTPILOT_API_KEY: "key" };
    const answer = await requestWith({ ...STRIPE, ...sources }, path, {
      method: "POST",
      body: JSON.stringify({ ...PING, method: "tools/list" }),
      headers: {
        Authorization: `Bearer ${await anonymousKey()}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
    });
    return answer.body;
  };
  const names = (body: Awaited<ReturnType<typeof list>>) => body.result.tools.map(({ name }: { name: string }) => name);

  it("has every tool once, in the order of the catalogue, for both eras the same", async () => {
    expect(names(await list("/mcp?profile=all"))).toEqual(TOOLS.map(({ name }) => name));
    const { result } = (await modern(await anonymousKey(), "tools/list")).body;
    expect(result).toMatchObject({ resultType: "complete", ttlMs: 300_000, cacheScope: "public" });
    expect(result.tools).toEqual((await legacy(await anonymousKey(), "tools/list")).body.result.tools);
    expect(JSON.stringify(result)).not.toMatch(/get_linkedin|_linkedin_/);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    "describes %s so that clients can use it",
    async (name, tool) => {
      const listed = (await list("/mcp?profile=all")).result.tools.find((one: { name: string }) => one.name === name);
      expect(name).toMatch(/^[A-Za-z0-9_]{1,64}$/);
      expect(listed).toMatchObject({
        title: nameNetwork(tool.title, { NETWORK_NAME: "LinkedIn" }),
        inputSchema: { type: "object" },
        outputSchema: { type: "object" },
        annotations: tool.annotations,
        _meta: { "tallygate/cost": tool.cost },
      });
      const price = tool.cost === 0 ? "Free." : tool.cost === 1 ? "Costs 1 token." : `Costs ${tool.cost} tokens.`;
      const whole = nameNetwork(tool.description, { NETWORK_NAME: "LinkedIn" });
      expect(listed.description.endsWith(` ${price}`)).toBe(true);
      const shown = listed.description.slice(0, -price.length - 1);
      expect(whole.startsWith(shown) && /[.)]$/.test(shown)).toBe(true);
      for (const schema of [listed.inputSchema, listed.outputSchema]) {
        expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(["anyOf"]));
        expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(["oneOf"]));
        expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
      }
      for (const [field, schema] of Object.entries(listed.inputSchema.properties ?? {})) {
        expect((schema as { description?: string }).description, `${name}.${field}`).toEqual(expect.any(String));
      }
    },
  );

  it("costs an agent's context at most 20 tools and 20 kB, with the tools of the source document", async () => {
    const { result } = await list("/mcp");
    expect(result.tools.length).toBeLessThanOrEqual(20);
    // What the newer protocol has beside the tools is about 200 bytes.
    expect(new TextEncoder().encode(JSON.stringify(result)).length).toBeLessThan(19_500);
    const newer = await modern(await anonymousKey(), "tools/list");
    expect(new TextEncoder().encode(newer.text).length).toBeLessThan(20_000);
    const listed = names({ result });
    for (const name of [...SOURCE_DOCUMENT, "resolve_company", "get_company", "create_batch", "create_watch"]) {
      expect(listed).toContain(name);
    }
    expect(names(await list("/mcp?profile=default"))).toEqual(listed);
    expect(JSON.stringify((await list("/mcp?profile=all")).result).length).toBeLessThan(55_000);
  });

  it("is narrowed by category", async () => {
    const expected = TOOLS.filter(({ category }) => ["socials", "email"].includes(category)).map(({ name }) => name);
    expect(names(await list("/mcp?categories=socials,email"))).toEqual(expected);
    expect(names(await list("/mcp?categories=email,%20Socials"))).toEqual(expected);
    expect(names(await list("/mcp?categories="))).toEqual(names(await list("/mcp")));
  });

  it("of an unknown profile or category is an error that names the known ones", async () => {
    expect((await list("/mcp?profile=tiny")).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("default, all"),
    });
    const { error } = await list("/mcp?categories=socials,sociable");
    expect(error.code).toBe(-32602);
    expect(error.message).toContain('"sociable"');
    expect(error.message).toContain("admin, socials, reddit, email, signals");
  });

  it("narrowed or not, leaves every tool callable", async () => {
    const body = JSON.stringify(toolCall(1, TOOL, KNOWN));
    const answer = await postMcp(await anonymousKey(), body, {}, "/mcp?categories=email");
    expect(answer.body.result.structuredContent.domain).toBe(KNOWN.domain);
  });
});

describe("a call", () => {
  it("answers data, the same as text, and what it cost", async () => {
    const key = await anonymousKey();
    const answer = await callMcp(key, TOOL, KNOWN);
    const { result } = answer.body;
    expect(result.structuredContent).toMatchObject({ domain: KNOWN.domain, status: "ok" });
    expect(result.content).toHaveLength(1);
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result.isError).toBeUndefined();
    const request_id = answer.headers.get("x-request-id");
    expect(result._meta["tallygate/usage"]).toEqual({ tokens_charged: 2, balance: 23, request_id });
    expect(answer.headers.get("x-tokens-charged")).toBe("2");
    expect(answer.headers.get("x-tokens-balance")).toBe("23");
  });

  it("may use the alias of a tool", async () => {
    const { body } = await callMcp(await anonymousKey(), "get_linkedin_company_url", KNOWN);
    expect(body.result.structuredContent.domain).toBe(KNOWN.domain);
  });

  it("needs no arguments for a tool without any", async () => {
    const { body } = await legacy(await anonymousKey(), "tools/call", { name: "get_token_balance" });
    expect(body.result.structuredContent.balance).toBe(25);
  });

  it("of an unknown tool is a protocol error that names the nearest", async () => {
    const { status, body } = await callMcp(await anonymousKey(), "get_network_company_ulr", KNOWN);
    expect(status).toBe(200);
    expect(body.error).toMatchObject({ code: -32602, data: { nearest: expect.arrayContaining([TOOL]) } });
    expect(body.error.message).toContain(TOOL);
  });

  it("that the balance does not reach says how to top up, and is not charged", async () => {
    const key = await anonymousKey();
    await giveTokens(key, -24);
    const { status, body } = await callMcp(key, TOOL, KNOWN);
    expect(status).toBe(200);
    expect(body.result.isError).toBe(true);
    expect(body.result).not.toHaveProperty("structuredContent");
    expect(body.result.content[0].text).toContain('buy_tokens {"amount_usd":5}. Give the');
    expect(body.result._meta["tallygate/error"]).toMatchObject({
      error: "insufficient_tokens",
      required: 2,
      balance: 1,
    });
    expect(body.result._meta["tallygate/usage"]).toMatchObject({ tokens_charged: 0, balance: 1 });
    expect(await balanceOf(key)).toBe(1);
  });

  it("while the ledger is down is refused and runs nothing", async () => {
    const key = await anonymousKey();
    const down = () => Promise.reject(new Error("D1_ERROR: down"));
    const session = {
      prepare: () => ({ bind: () => ({ raw: down, all: down, first: down, run: down }) }),
      batch: down,
    };
    const DB = { ...session, withSession: () => session };
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(toolCall(1, TOOL, KNOWN)) };
    const { status, body } = await requestWith({ DB }, "/mcp", init);
    expect(status).toBe(200);
    expect(body.result._meta["tallygate/error"]).toMatchObject({ status: 503, error: "temporarily_unavailable" });
    expect(JSON.stringify(body)).not.toContain("down");
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("an idempotency key", () => {
  const withKey = (key: unknown) => ({ "tallygate/idempotency-key": key });

  it("replays over MCP what REST answered, and the other way round, for one charge", async () => {
    const key = await anonymousKey();
    const first = await callTool(key, TOOL, { note: [1, { b: 1, a: 2 }], ...KNOWN }, { "Idempotency-Key": "one" });
    const again = await callMcp(key, TOOL, { ...KNOWN, note: [1, { a: 2, b: 1 }] }, withKey("one"));
    expect(again.body.result.structuredContent).toEqual(first.body);
    expect(again.body.result._meta["tallygate/usage"].tokens_charged).toBe(0);
    expect(again.headers.get("idempotent-replayed")).toBe("true");

    const second = await callMcp(key, TOOL, KNOWN, withKey("two"), "modern");
    const repeat = await callTool(key, "get_linkedin_company_url", KNOWN, { "Idempotency-Key": "two" });
    expect(repeat.body).toEqual(second.body.result.structuredContent);
    expect(repeat.headers.get("idempotent-replayed")).toBe("true");
    expect(await balanceOf(key)).toBe(21);
  });

  it("of another call is refused", async () => {
    const key = await anonymousKey();
    await callTool(key, TOOL, KNOWN, { "Idempotency-Key": "mine" });
    const { body } = await callMcp(key, TOOL, { domain: "other.example" }, withKey("mine"));
    expect(body.result._meta["tallygate/error"]).toMatchObject({ status: 422, error: "idempotency_mismatch" });
    expect(await balanceOf(key)).toBe(23);
  });

  it.each([5, {}, "", "ü", "a b", "x".repeat(256)])("like %j is refused", async (odd) => {
    const key = await anonymousKey();
    const { body } = await callMcp(key, TOOL, KNOWN, withKey(odd));
    expect(body.result._meta["tallygate/error"]).toMatchObject({ status: 400, error: "invalid_request" });
    expect(await balanceOf(key)).toBe(25);
  });
});

it("is described to the registry in the version that it has", () => {
  expect(server.version).toBe(version);
  expect(server.remotes[0]).toMatchObject({ type: "streamable-http", url: expect.stringMatching(/\/mcp$/) });
});
