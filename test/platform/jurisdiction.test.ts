import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openBindings } from "../../src/platform/bindings.ts";
import { requestWith, runCron } from "../support/harness.ts";

/** The local runtime has no jurisdictions, so these namespaces note what they are asked. */
const NAMESPACES = ["ACCOUNTS", "BATCHES", "RATE_LIMITER", "SITES"] as const;
const asked: string[] = [];
const outside: string[] = [];
class DurableObjectNamespace {
  readonly name: (typeof NAMESPACES)[number];
  constructor(name: (typeof NAMESPACES)[number]) {
    this.name = name;
  }
  jurisdiction(where: string) {
    asked.push(`${this.name} ${where}`);
    return env[this.name];
  }
  getByName(id: string) {
    outside.push(`${this.name} ${id}`);
    return env[this.name].getByName(id);
  }
}
const bindings = Object.fromEntries(NAMESPACES.map((name) => [name, new DurableObjectNamespace(name)]));

beforeEach(() => {
  for (const list of [asked, outside]) list.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

it("with JURISDICTION every object that a request, the cron or a queue reaches is asked for there", async () => {
  const changes = { ...bindings, JURISDICTION: "eu" };
  const registered = await requestWith(changes, "/api/v0/get_api_key", { method: "POST", body: "{}" });
  const headers = { Authorization: `Bearer ${registered.body.api_key}` };
  const call = { method: "POST", headers, body: JSON.stringify({ domain: "acme-robotics.example" }) };
  expect((await requestWith(changes, "/api/v0/get_network_company_url", call)).status).toBe(200);
  expect((await requestWith(changes, "/readyz")).status).toBe(200);
  await runCron(changes);
  expect(new Set(asked)).toEqual(new Set(NAMESPACES.map((name) => `${name} eu`)));
  expect(outside).toEqual([]);
});

it("without it, nothing is asked for", async () => {
  expect((await requestWith(bindings, "/readyz")).status).toBe(200);
  expect(asked).toEqual([]);
  expect(outside.length).toBeGreaterThan(0);
  const { ACCOUNTS, BATCHES, RATE_LIMITER, SITES } = env;
  expect(openBindings(env as Env)).toMatchObject({ ACCOUNTS, BATCHES, RATE_LIMITER, SITES });
});

it("a jurisdiction that Cloudflare does not have is one clear line", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect((await requestWith({ JURISDICTION: "mars" }, "/readyz")).status).toBe(500);
});

it("objects that reach other objects do so there too", () => {
  const files = Object.entries({
    ...import.meta.glob("../../src/**/*.ts", { query: "?raw", import: "default", eager: true }),
  } as Record<string, string>);
  const classes = files.filter(([, text]) => / extends DurableObject<Env>/.test(text));
  expect(classes.length).toBeGreaterThan(2);
  const without = classes.filter(([, text]) => /\benv\b/.test(text) && !text.includes("super(ctx, openBindings(env))"));
  expect(without.map(([path]) => path)).toEqual([]);
});
