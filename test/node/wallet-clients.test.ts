import {
  checkEndpointSchema,
  checkL2ForOpenAPI,
  getOpenAPI,
  getWarningsForL2,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from "@agentcash/discovery";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { x402Client, x402HTTPClient } from "@x402/core/client";
import type { PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm";
import { ExactEvmSchemeV1 } from "@x402/evm/exact/v1/client";
import { evm, Mppx } from "mppx-0.11/client";
import { validate } from "mppx-0.11/discovery";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Server, startServer } from "../support/server.ts";

const TOOL = "get_network_company_url";
const INPUT = { domain: "acme-robotics.example" };
const NAME = { name: "test", version: "1.0.0" };
let server: Server;
const logs: string[] = [];
/** What no log may hold: signatures, nonces and keys. */
const secrets: string[] = [];

beforeAll(async () => {
  server = await startServer({ variables: { ANONYMOUS_TOKENS: "0" }, onLog: (line) => logs.push(line) });
});
afterAll(() => server?.stop());

async function newKey(): Promise<string> {
  const key = await server.newKey();
  secrets.push(key);
  return key;
}

/** Entries by payments, and what they bought, in tokens. */
async function bought() {
  const [row] = await server.sql(
    "SELECT count(*) AS payments, coalesce(sum(tokens), 0) AS tokens FROM entries WHERE reference LIKE 'x402:%'",
  );
  return row as { payments: number; tokens: number };
}

/** A wallet that signs as the official client does, and remembers what it signed. */
function newPayer() {
  const client = new x402Client().register("eip155:*", new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())));
  return async (required: PaymentRequired) => {
    const payload = await client.createPaymentPayload(required);
    const { signature, authorization } = payload.payload as { signature: string; authorization: { nonce: string } };
    secrets.push(signature, authorization.nonce);
    return payload;
  };
}

type Result = {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  _meta?: Record<string, any>;
};
type Call = { name: string; arguments: object; _meta?: Record<string, unknown> };
type AnyClient = { listTools(): Promise<unknown>; callTool(call: Call): Promise<Result>; close(): Promise<void> };

const CLIENTS: [string, (url: URL, requestInit: RequestInit) => Promise<AnyClient>][] = [
  [
    "SDK v1",
    async (url, requestInit) => {
      const client = new Client1(NAME);
      await client.connect(new Transport1(url, { requestInit }));
      return client as unknown as AnyClient;
    },
  ],
  ["SDK v2, before 2026", (url, requestInit) => connect2("legacy", url, requestInit)],
  ["SDK v2, 2026-07-28", (url, requestInit) => connect2({ pin: "2026-07-28" }, url, requestInit)],
];

async function connect2(mode: "legacy" | { pin: string }, url: URL, requestInit: RequestInit): Promise<AnyClient> {
  const client = new Client(NAME, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client as unknown as AnyClient;
}

/** What wallets for MCP do between two calls of a tool. Neither package can be installed here: npm lacks `@x402/mcp`, and `agents` brings a framework. */
const FLOWS: [string, (client: AnyClient) => Promise<Result>][] = [
  [
    "@x402/mcp",
    async (client) => {
      const unpaid = await client.callTool({ name: TOOL, arguments: INPUT });
      expect(unpaid.isError).toBe(true);
      const required = (unpaid.structuredContent ?? JSON.parse(unpaid.content[0]?.text ?? "")) as PaymentRequired;
      const payment = await newPayer()(required);
      return client.callTool({ name: TOOL, arguments: INPUT, _meta: { "x402/payment": payment } });
    },
  ],
  [
    "agents",
    async (client) => {
      const unpaid = await client.callTool({ name: TOOL, arguments: INPUT });
      const required = unpaid._meta?.["x402/error"] as PaymentRequired;
      expect(unpaid.isError && BigInt(required.accepts[0]?.amount ?? "") <= 100_000n).toBe(true);
      const { x402Version, resource, accepts, extensions } = required;
      const payment = await newPayer()({ x402Version, resource, accepts, ...(extensions && { extensions }) });
      const token = btoa(JSON.stringify(payment));
      return client.callTool({ name: TOOL, arguments: INPUT, _meta: { "x402/payment": token } });
    },
  ],
];

describe.each(CLIENTS)("over MCP with the official %s", (_, connect) => {
  describe.each(FLOWS)("the flow of %s", (__, call) => {
    it.each(["/mcp", "/mcp/pay"])("pays for one call at %s", async (path) => {
      const headers: Record<string, string> = path === "/mcp" ? { Authorization: `Bearer ${await newKey()}` } : {};
      const client = await connect(new URL(path, server.url), { headers });
      // From here on the client checks structured content against the schemas it has listed.
      await client.listTools();
      const before = await bought();
      const paid = await call(client);
      expect(paid.isError).toBeUndefined();
      expect(paid.structuredContent?.domain).toBe(INPUT.domain);
      expect(paid._meta?.["x402/payment-response"]).toMatchObject({ success: true, network: "eip155:84532" });
      expect(await bought()).toEqual({ payments: before.payments + 1, tokens: before.tokens + 2 });
      await client.close();
    });
  });

  it("is refused by /mcp without a key, with 401", async () => {
    await expect(connect(new URL("/mcp", server.url), {})).rejects.toThrow();
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: TOOL, arguments: INPUT } };
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const answer = await fetch(`${server.url}/mcp`, { method: "POST", headers, body: JSON.stringify(message) });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("resource_metadata=");
  });
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}, send: typeof fetch = fetch) =>
  send(`${server.url}/api/v0/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

it("mppx pays for a call with a key, tops up, and pays without a key", async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const charge = evm.charge({
    account,
    currencies: [evm.assets.baseSepolia.USDC],
    maxAmount: "1",
    networks: [84532],
  });
  const wallet = Mppx.create({ methods: [charge], polyfill: false });
  const key = { Authorization: `Bearer ${await newKey()}` };
  const before = await bought();
  const answer = await post(TOOL, INPUT, key, wallet.fetch);
  expect([answer.status, answer.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
  const toppedUp = await post("top_up", { amount_usd: 0.5 }, key, wallet.fetch);
  expect(await toppedUp.json()).toMatchObject({ tokens: 50, balance: 50 });
  const keyless = await post(TOOL, INPUT, {}, wallet.fetch);
  expect([keyless.status, keyless.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
  expect(await bought()).toEqual({ payments: before.payments + 3, tokens: before.tokens + 54 });
});

/** x402-fetch 1.x would bring 460 packages; the official client of version 2 has its scheme, and reads its body without the header. */
it.each([TOOL, "top_up"])("the official client of version 1 pays for %s by the offer in the body", async (tool) => {
  const scheme = new ExactEvmSchemeV1(privateKeyToAccount(generatePrivateKey()));
  const client = new x402Client().registerV1("base-sepolia", scheme);
  const http = new x402HTTPClient(client);
  const input = tool === TOOL ? INPUT : { amount_usd: 0.02 };
  for (const headers of tool === TOOL ? [{}, await withKey()] : [await withKey()]) {
    const before = await bought();
    const unpaid = await post(tool, input, headers);
    const required = http.getPaymentRequiredResponse(() => null, await unpaid.json());
    const payload = await client.createPaymentPayload(required);
    const sent = http.encodePaymentSignatureHeader(payload);
    expect(Object.keys(sent)).toEqual(["X-PAYMENT"]);
    const paid = await post(tool, input, { ...headers, ...sent });
    expect([paid.status, paid.headers.get("x-payment-response")]).toEqual([200, expect.any(String)]);
    expect(await bought()).toEqual({ payments: before.payments + 1, tokens: before.tokens + 2 });
  }
});

async function withKey() {
  return { Authorization: `Bearer ${await newKey()}` };
}

describe("discovery", () => {
  type Operation = { "x-cost": number; "x-served": boolean };

  it("@agentcash/discovery finds every paid tool at its price, without an error, and is answered 402 by each", async () => {
    const source = (await getOpenAPI(server.url))._unsafeUnwrap();
    if (!source || isOpenApiParseFailure(source)) throw new Error("no OpenAPI document");
    const routes = checkL2ForOpenAPI(source);
    const warnings = [...getWarningsForOpenAPI(source), ...getWarningsForL2(routes)];
    expect(warnings.filter(({ severity }) => severity === "error")).toEqual([]);

    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, { post?: Operation }>;
    };
    const priced = Object.entries(paths).flatMap(([path, { post }]) =>
      post?.["x-cost"] && post["x-served"] ? [[path, `${(post["x-cost"] / 100).toFixed(2)} USD`]] : [],
    );
    const found = routes.routes.flatMap(({ path, price, authMode }) => (price ? [[path, price, authMode]] : []));
    expect(found).toEqual(priced.map(([path, price]) => [path, price, "apiKey+paid"]));
    expect(found.length).toBeGreaterThan(20);

    const checked = await checkEndpointSchema({ url: `${server.url}/api/v0/${TOOL}`, probe: true });
    expect(JSON.stringify(checked)).toContain('"amount":"20000"');
    for (const [path] of priced) {
      const probe = await fetch(server.url + path, { method: "POST", body: "{}" });
      expect([path, probe.status]).toEqual([path, 402]);
      await expectValid(probe);
    }
    const key = await withKey();
    await expectValid(await post(TOOL, INPUT, key));
    await expectValid(await post("top_up", { amount_usd: 1 }, key));
  });

  /** Both offers, of the header and of the body, without an error, and the first with the schema of the input. */
  async function expectValid(unpaid: Response) {
    const required = JSON.parse(atob(unpaid.headers.get("payment-required") ?? ""));
    for (const offer of [required, await unpaid.json()]) {
      const { issues } = validatePaymentRequiredDetailed(offer);
      const found = issues.filter(
        ({ severity, code }) => severity === "error" && !(offer !== required && /SCHEMA/.test(code)),
      );
      expect([unpaid.url, found]).toEqual([unpaid.url, []]);
    }
    expect(unpaid.headers.get("www-authenticate")).toBeNull();
  }

  it("mppx finds nothing to object to", async () => {
    expect(validate(await (await fetch(`${server.url}/openapi.json`)).json())).toEqual([]);
  });
});

it("no log holds a payment, a nonce or a key", () => {
  expect(secrets.length).toBeGreaterThan(20);
  const text = logs.join("\n");
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  // The JSON of a payment begins like this in base64.
  expect(text).not.toMatch(/eyJ4NDAyVmVyc2lvbi/);
});
