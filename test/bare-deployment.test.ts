import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BASE, requestWith } from "./support/harness.ts";

/** What `[env.local]` adds to production. */
const LOCAL_ONLY = [
  "ADMIN_TOKEN",
  "PAYMENTS",
  "MAIL_FROM",
  "NETWORK_HOSTS",
  "ANONYMOUS_KEYS_PER_IP_HOUR",
  "ANONYMOUS_KEYS_PER_IP_DAY",
  "ANONYMOUS_KEYS_PER_HOUR",
  "WELCOME_GRANTS_PER_DOMAIN_DAY",
  "MAILS_PER_IP_HOUR",
  "MAILS_PER_IP_DAY",
  "MAILS_PER_ADDRESS_HOUR",
  "MAILS_PER_ADDRESS_DAY",
  "MAILS_PER_HOUR",
  "MAIL_COOLDOWN_SECONDS",
  "OAUTH_CLIENTS_PER_HOUR",
  "OUTBOUND",
];
const PRODUCTION = Object.fromEntries(LOCAL_ONLY.map((name) => [name, undefined]));

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

describe.each([["SIGNING_SECRET"], ["HASH_SECRET"]])("a deployment that was never given %s", (secret) => {
  it.each([
    "GET /",
    "GET /healthz",
    "GET /readyz",
    "GET /api/v0",
    "POST /api/v0/get_api_key",
    "POST /agent/identity",
    "POST /oauth/token",
    "POST /mcp",
    "GET /console",
    "GET /admin",
    "GET /privacy",
    "POST /webhooks/stripe",
  ])("%s: serves nothing and says nothing of it; its log does, once", async (line) => {
    const [method = "", path = ""] = line.split(" ");
    const body = method === "POST" ? { body: "{}" } : {};
    const answer = await requestWith({ ...PRODUCTION, [secret]: undefined }, path, { method, ...body });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/secret|wrangler/i);
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? "")).toMatchObject({ level: "error", cause: expect.stringContaining(secret) });
  });
});

describe("a deployment with nothing but its two secrets", () => {
  const host = "https://tallygate.somebody.workers.dev";
  const ask = (path: string, init: RequestInit = {}, vars = {}) =>
    requestWith({ ...PRODUCTION, ...vars }, path.startsWith("http") ? path : `${host}${path}`, init);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}, vars = {}) =>
    ask(
      path,
      { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } },
      vars,
    );

  it("has no people", async () => {
    for (const table of ["organisations", "users", "api_keys", "people", "companies", "reddit_posts"]) {
      expect(await env.DB.prepare(`SELECT count(*) AS rows FROM ${table}`).first("rows"), table).toBe(0);
    }
  });

  it.each(["/admin", "/admin/ledger", "/admin/doctor", "/admin/directory/imports"])("%s is not there", async (path) => {
    for (const token of ["", "undefined", "local-admin-token-for-this-machine-only"]) {
      expect((await ask(path, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(404);
    }
  });

  it("registers an agent anonymously, but not by email", async () => {
    expect((await post("/agent/identity", { type: "anonymous" })).status).toBe(200);
    const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: "ada@corp.example" };
    expect((await post("/agent/identity", assertion)).status).toBe(503);
  });

  it("sells nothing, not even when test payments are on by mistake", async () => {
    const { body: registered } = await post("/api/v0/get_api_key", {});
    const bearer = { Authorization: `Bearer ${registered.api_key}` };
    for (const vars of [{}, { PAYMENTS: "test" }]) {
      const { status, body } = await post("/api/v0/buy_tokens", { amount_usd: 5 }, bearer, vars);
      expect([status, body.error]).toEqual([501, "not_configured"]);
    }
  });

  it("refuses keys that the public local secret has signed", async () => {
    const { body } = await requestWith({}, `${BASE}/api/v0/get_api_key`, { method: "POST", body: "{}" });
    const bearer = { Authorization: `Bearer ${body.api_key}` };
    expect((await post("/api/v0/get_token_balance", {}, bearer, { SIGNING_SECRET: "made by deploy" })).status).toBe(
      401,
    );
  });
});
