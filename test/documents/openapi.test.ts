import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { errorsOf } from "../../src/documents/error-guide.ts";
import { ERRORS } from "../../src/errors.ts";
import { TOOLS } from "../../src/tools/index.ts";
import {
  type Answer,
  anonymousKey,
  BASE,
  callTool,
  giveTokens,
  makePaid,
  postForm,
  postJson,
  request,
  requestWith,
} from "../support/harness.ts";
import { paidService } from "../support/machine-payments.ts";
import { STRIPE } from "../support/stripe-deployment.ts";

type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Response = { $ref?: string; description: string; headers?: Record<string, unknown>; content?: Content };
type Operation = {
  operationId: string;
  security?: unknown[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, Response>;
  "x-cost"?: number;
  "x-served"?: boolean;
};
type Document = {
  openapi: string;
  servers: { url: string }[];
  security: unknown[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    headers: Record<string, unknown>;
    responses: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
};

let document: Document;

beforeAll(async () => {
  const { text } = await request("/openapi.json");
  // References as Zod resolves them; they are found in what `checker` puts beside a schema.
  document = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
});

function operationOf(method: string, path: string): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
}

/** What checks values against a schema of the document. */
function checker(schema: Schema | undefined) {
  return z.fromJSONSchema({ ...schema, $defs: document.components.schemas });
}

/** Fails unless the description of an operation promises this answer: its status, its type and its shape. */
function expectPromised(method: string, path: string, answer: Answer): void {
  const { responses } = operationOf(method, path);
  const promised = responses[answer.status] ?? responses[`${Math.floor(answer.status / 100)}XX`];
  expect(promised, `${method} ${path} answered ${answer.status}: ${answer.text}`).toBeDefined();
  const name = promised?.$ref?.split("/").at(-1);
  const response = name === undefined ? promised : document.components.responses[name];
  if (!response?.content) {
    expect(answer.text).toBe("");
    return;
  }
  // A refusal names its headers; those of other answers are the document's.
  const named = response.headers ?? (document.components.headers as Record<string, unknown>);
  const promisedHeaders = Object.keys(named).map((header) => header.toLowerCase());
  const special = [
    "retry-after",
    "www-authenticate",
    "x-request-id",
    "x-tokens-charged",
    "x-tokens-balance",
    "ratelimit",
  ];
  for (const header of special) if (answer.headers.has(header)) expect(promisedHeaders).toContain(header);
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const schema = response.content[type]?.schema;
  expect(schema, `${method} ${path} answered ${type}`).toBeDefined();
  expect(checker(schema).safeParse(answer.body).error?.issues ?? []).toEqual([]);
  if (answer.body.error) {
    expect(response.description).toContain(`\`${answer.body.error}\` (${answer.status})`);
  }
}

describe("openapi.json", () => {
  it("is OpenAPI 3.1 for this server, with a bearer wherever one is required", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: BASE }]);
    expect(document.security).toEqual([{ apiKey: [] }, { signIn: ["api"] }]);
    const open = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ security }) => (security && security.length === 0 ? [path] : [])),
    );
    expect(open.sort()).toEqual(["/agent/identity/claim", "/api/v0/get_api_key", "/oauth/revoke", "/oauth/token"]);
  });

  it("has every tool and the registration, and nothing else", () => {
    const tools = TOOLS.map((tool) => `/api/v0/${tool.name}`);
    const registration = ["/agent/identity", "/agent/identity/claim", "/oauth/token", "/oauth/revoke"];
    expect(Object.keys(document.paths).sort()).toEqual([...tools, "/api/v0", ...registration].sort());
    expect(document.paths["/api/v0/get_token_balance"]).toHaveProperty("get");
    const names = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map((operation) => operation.operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("gives each tool's price, fields and an example that its own schema accepts", () => {
    for (const tool of TOOLS) {
      const operation = operationOf("POST", `/api/v0/${tool.name}`);
      expect(operation["x-cost"]).toBe(tool.cost);
      const body = operation.requestBody?.content["application/json"];
      expect(body?.example).toEqual(tool.example);
      expect(checker(body?.schema).safeParse(body?.example).success, tool.name).toBe(true);
      if (operation["x-served"])
        expect(fieldsOf(operation).sort(), tool.name).toEqual(Object.keys(tool.output.shape).sort());
    }
  });

  it("explains every error code that a response can carry, with its own status", () => {
    expect(checker(document.components.schemas.Problem).safeParse({ error: "internal_error" }).success).toBe(false);
    const { Unpaid, Refused, Failed } = document.components.responses;
    const shared = [Unpaid, Refused, Failed];
    const explained = shared.flatMap((response) => [
      ...(response?.description ?? "").matchAll(/^- `(\w+)` \((\d+)\): ./gm),
    ]);
    const codes = [...new Set(TOOLS.flatMap((tool) => errorsOf(tool, false)))];
    expect(explained.map(([, code, status]) => `${code} ${status}`).sort()).toEqual(
      codes.map((code) => `${code} ${ERRORS[code][0]}`).sort(),
    );
    for (const response of shared) {
      const example = response?.content?.["application/problem+json"]?.example;
      expect(checker(document.components.schemas.Problem).safeParse(example).success).toBe(true);
    }
  });

  it("is at most 150 kB where every tool is served and paid for by wallets too", async () => {
    expect(new TextEncoder().encode(await wholeDeployment("/openapi.json")).length).toBeLessThan(150_000);
  });

  it("of some tools has all of them: descriptions, lists of values and a recorded answer", async () => {
    const { body } = await request("/openapi.json?tools=get_email,get_linkedin_company_url");
    expect(Object.keys(body.paths).filter((path) => path.startsWith("/api/v0/"))).toEqual([
      "/api/v0/get_email",
      "/api/v0/get_network_company_url",
    ]);
    const answer = body.paths["/api/v0/get_email"].post.responses[200].content["application/json"];
    expect(answer.schema.required).toContain("is_catch_all");
    expect(answer.schema.properties.mx.description).toEqual(expect.any(String));
    expect(answer.example.email).toContain("@");
    const unknown = await request("/openapi.json?tools=get_emial");
    expect([unknown.status, unknown.body.errors[0].did_you_mean]).toEqual([400, "get_email"]);
  });
});

/** A document of a deployment that can serve every tool. */
async function wholeDeployment(path: string): Promise<string> {
  const vendors = { REDDIT_CLIENT_ID: "id", REDDIT_CLIENT_SECRET: "secret", TRUSTPILOT_API_KEY: "key" };
  return (await requestWith({ ...paidService().changes, ...STRIPE, ...vendors }, path)).text;
}

/** The fields of an operation's answer, also those by reference. */
function fieldsOf(operation: Operation): string[] {
  type Found = { $ref?: string; allOf?: Found[]; properties?: object };
  const names = (schema: Found): string[] => [
    ...Object.keys(schema.properties ?? {}),
    ...(schema.allOf ?? []).flatMap(names),
    ...(schema.$ref ? names(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] as Found) : []),
  ];
  // An operation that is not served has none.
  return names((operation.responses[200]?.content?.["application/json"]?.schema ?? {}) as Found);
}

describe("responses match the document", () => {
  let key = "";

  beforeAll(async () => {
    key = await anonymousKey();
    await giveTokens(key, 10_000);
    await makePaid(key);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s, called as in its example", async (name, tool) => {
    const answer = await callTool(key, name, tool.example);
    expectPromised("POST", `/api/v0/${name}`, answer);
    // The batch or watch of an example does not exist.
    const expected = /"(batch|watch)_0{32}"/.test(JSON.stringify(tool.example)) ? [404] : [200, 501];
    expect(expected).toContain(answer.status);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s, called wrongly", async (name, tool) => {
    const path = `/api/v0/${name}`;
    expectPromised("POST", path, await postJson(path, "no object", { Authorization: `Bearer ${key}` }));
    const large = await callTool(key, name, { padding: "x".repeat(name === "create_batch" ? 2_000_001 : 70_000) });
    expect(large.status).toBe(413);
    expectPromised("POST", path, large);
    const stranger = await postJson(path, tool.example, { Authorization: "Bearer forged" });
    expect(stranger.status).toBe(tool.auth === "none" ? 200 : 401);
    expectPromised("POST", path, stranger);
  });

  it("a tool without the tokens for it", async () => {
    const paid = TOOLS.find((tool) => tool.cost > 0);
    const poor = await anonymousKey();
    await giveTokens(poor, -25);
    const answer = await callTool(poor, paid?.name ?? "", paid?.example);
    expect(answer.status).toBe(402);
    expectPromised("POST", `/api/v0/${paid?.name}`, answer);
  });

  it("the index, with and without a key", async () => {
    expectPromised("GET", "/api/v0", await request("/api/v0", { headers: { Authorization: `Bearer ${key}` } }));
    expectPromised("GET", "/api/v0", await request("/api/v0"));
  });

  it("registration", async () => {
    const calls: [string, Promise<Answer>][] = [
      ["/agent/identity", postJson("/agent/identity", { type: "anonymous" })],
      ["/agent/identity", postJson("/agent/identity", { type: "nobody" })],
      ["/agent/identity", postJson("/agent/identity", identity("shape@people.example"))],
      ["/agent/identity", postJson("/agent/identity", identity("x@people.example"), { Authorization: "Bearer no" })],
      ["/agent/identity/claim", postJson("/agent/identity/claim", { claim_token: "no", user_code: "123456" })],
      ["/agent/identity/claim", postJson("/agent/identity/claim", {})],
      ["/oauth/token", postForm("/oauth/token", { grant_type: "password" })],
      ["/oauth/token", postForm("/oauth/token", {})],
      ["/oauth/revoke", postForm("/oauth/revoke", { token: "unknown" })],
      ["/oauth/revoke", postForm("/oauth/revoke", {})],
    ];
    for (const [path, answer] of calls) expectPromised("POST", path, await answer);
  });

  function identity(assertion: string) {
    return { type: "identity_assertion", assertion_type: "verified_email", assertion };
  }
});
