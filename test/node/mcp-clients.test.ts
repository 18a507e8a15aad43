import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type Server, startServer } from "../support/server.ts";

/** The part of an SDK's client that a model's host uses; the versions have it in common. */
type AnyClient = {
  listTools(): Promise<{ tools: { name: string; inputSchema: object }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};
type Result = {
  structuredContent?: unknown;
  isError?: boolean;
  content: { text: string }[];
  _meta: Record<string, { error: string }>;
};

type Path = { post: { requestBody: { content: Record<string, { example: Record<string, unknown> }> } } };

const NAME = { name: "test", version: "1.0.0" };
const TASKS = "io.modelcontextprotocol/tasks";
let server: Server;

const CLIENTS: [string, (key: string | null) => Promise<AnyClient>][] = [
  [
    "v1",
    async (key) => {
      const client = new Client1(NAME);
      await client.connect(
        new Transport1(new URL("/mcp?profile=all", server.url), { requestInit: { headers: bearer(key) } }),
      );
      return client as unknown as AnyClient;
    },
  ],
  ["v2, before 2026", (key) => connect2("legacy", key)],
  ["v2, that finds out", (key) => connect2("auto", key)],
  ["v2, 2026-07-28", (key) => connect2({ pin: "2026-07-28" }, key)],
];

async function connect2(mode: "legacy" | "auto" | { pin: string }, key: string | null): Promise<AnyClient> {
  const client = new Client(NAME, { versionNegotiation: { mode } });
  const requestInit = { headers: bearer(key) };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp?profile=all", server.url), { requestInit }));
  return client as unknown as AnyClient;
}

function bearer(key: string | null): Record<string, string> {
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

/** Every tool's example, as `/openapi.json` documents it. */
async function examples(): Promise<[name: string, input: Record<string, unknown>][]> {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, Path> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/v0/"))
    .map(([path, { post }]) => [
      path.slice("/api/v0/".length),
      post.requestBody.content["application/json"]?.example ?? {},
    ]);
}

beforeAll(async () => {
  server = await startServer({ variables: { ANONYMOUS_TOKENS: "10000", RATE_LIMIT_ANONYMOUS: "100000" } });
});
afterAll(() => server?.stop());

describe.each(CLIENTS)("the official client %s", (_, connect) => {
  it("lists the tools of the index that are served", async () => {
    const key = await server.newKey();
    const client = await connect(key);
    const { tools } = await client.listTools();
    const index = await (await fetch(`${server.url}/api/v0`, { headers: bearer(key) })).json();
    // The index also has the tools that this deployment cannot serve.
    const names = tools.map(({ name }) => name);
    expect(Object.keys((index as { tools: object }).tools)).toEqual(expect.arrayContaining(names));
    expect(names.length).toBeGreaterThan(40);
    await client.close();
  });

  it("calls every tool, and finds its answer valid against the schema it was given", async () => {
    const key = await server.newKey();
    const client = await connect(key);
    // The client checks structured content only against schemas that it has listed.
    await client.listTools();
    const failed: Record<string, string> = {};
    const all = await examples();
    for (const [name, input] of all) {
      const result = (await client.callTool({ name, arguments: input })) as Result;
      if (result.isError) failed[name] = result._meta["tallygate/error"]?.error ?? "?";
      else expect(result.structuredContent, name).toEqual(JSON.parse(result.content[0]?.text ?? ""));
    }
    // What the demo has no source for says so, top_up waits for its payment, and no batch or watch has the id of the examples.
    const unknown = ["get_batch", "list_batch_results", "cancel_batch", "delete_batch", "update_watch", "delete_watch"];
    const expected = { top_up: "payment_required", ...Object.fromEntries(unknown.map((name) => [name, "not_found"])) };
    const others = Object.entries(failed).filter(([, error]) => error !== "not_configured");
    expect(Object.fromEntries(others)).toEqual(expected);
    expect(all.length - Object.keys(failed).length).toBeGreaterThan(all.length / 2);
    await client.close();
  });

  it("hands a failure to the model instead of throwing", async () => {
    const client = await connect(await server.newKey());
    await client.listTools();
    const result = (await client.callTool({
      name: "get_network_company_url",
      arguments: { domain: "10.0.0.1" },
    })) as Result;
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(/^invalid_request: /);
    await client.close();
  });

  it("throws at an unknown tool, and connects to nothing without a key", async () => {
    const client = await connect(await server.newKey());
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(/no_such_tool/);
    await client.close();
    await expect(connect(null)).rejects.toThrow();
  });
});

it("a batch is a task to the official client that declares the extension, and a batch to others", async () => {
  const key = await server.newKey();
  let tasks = 0;
  // SDK 2.4 refuses the result type of the extension before a caller can read the result.
  const acceptTasks = async (input: string | URL, init?: RequestInit) => {
    const answer = await fetch(input, init);
    const text = await answer.text();
    if (text.includes('"resultType":"task"')) tasks++;
    return new Response(text.replace('"resultType":"task"', '"resultType":"complete"'), answer);
  };
  const transport = () => {
    const options = { requestInit: { headers: bearer(key) }, fetch: acceptTasks };
    return new StreamableHTTPClientTransport(new URL("/mcp?profile=all", server.url), options);
  };
  const versionNegotiation = { mode: { pin: "2026-07-28" } };
  const client = new Client(NAME, { versionNegotiation, capabilities: { extensions: { [TASKS]: {} } } });
  await client.connect(transport());
  expect(client.getServerCapabilities()?.extensions).toEqual({ [TASKS]: {} });
  const ask = (method: string, params: Record<string, unknown>) =>
    client.request({ method, params }, z.looseObject({})) as Promise<Record<string, any>>;
  const inputs = [{ domain: "acme-robotics.example" }, { domain: "fernhill.example" }];
  const create = { name: "create_batch", arguments: { tool: "get_network_company_url", inputs } };

  const created = await ask("tools/call", create);
  expect(created).toMatchObject({ taskId: expect.stringMatching(/^batch_/), status: "working", ttlMs: null });
  expect(created.structuredContent).toBeUndefined();
  const { taskId } = created;
  const poll = async () => (await ask("tasks/get", { taskId })).status;
  await expect.poll(poll).toBe("completed");
  const { result, ttlMs, pollIntervalMs } = await ask("tasks/get", { taskId });
  expect(result.structuredContent).toMatchObject({ id: taskId, status: "ended", counts: { succeeded: 2 } });
  expect([ttlMs > 86_400_000, pollIntervalMs]).toEqual([true, undefined]);
  // Cancelling a task that has ended, and answering one that asks for nothing, is acknowledged and changes nothing.
  for (const method of ["tasks/cancel", "tasks/update"]) await ask(method, { taskId, inputResponses: {} });
  expect(await poll()).toBe("completed");

  const stranger = { taskId: `batch_${"0".repeat(32)}` };
  await expect(ask("tasks/get", stranger)).rejects.toMatchObject({ code: -32602 });
  await expect(ask("tasks/get", { taskId: "../batches" })).rejects.toMatchObject({ code: -32602 });
  const estimate = await ask("tools/call", { ...create, arguments: { ...create.arguments, dry_run: true } });
  expect(estimate.structuredContent).toMatchObject({ status: "estimated" });

  const long = Array.from({ length: 300 }, (_, index) => ({ domain: `task${index}.example` }));
  const other = await ask("tools/call", { ...create, arguments: { ...create.arguments, inputs: long } });
  await ask("tasks/cancel", { taskId: other.taskId });
  const ended = async () => (await ask("tasks/get", { taskId: other.taskId })).status;
  await expect.poll(ended).toBe("cancelled");
  await client.close();

  const plain = new Client(NAME, { versionNegotiation });
  await plain.connect(transport());
  const batch = (await plain.callTool(create)) as Result;
  expect(batch.structuredContent).toMatchObject({ id: expect.stringMatching(/^batch_/) });
  expect(tasks).toBe(2);
  await plain.close();
});
