import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { anonymousKey, callTool, lastMail, mailedCode, postForm, postJson, request } from "../support/harness.ts";

const logged: string[] = [];

beforeEach(() => {
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void logged.push(parts.map(String).join(" ")));
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Everything that outlives a request: each cell of D1, each key and value of KV, each line of the log. */
async function everythingStored(): Promise<string> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const dumps = await Promise.all(
    tables.results.map(async ({ name }) =>
      JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results),
    ),
  );
  const { keys } = await env.CLAIMS.list();
  const values = await Promise.all(keys.map(async ({ name }) => `${name} ${await env.CLAIMS.get(name)}`));
  return [...dumps, ...values, ...logged].join("\n");
}

it("no code, key, claim token or cancel link is readable in D1, KV or a log", async () => {
  const secrets: string[] = [];
  const anonymous = await anonymousKey();
  const email = "secret-keeper@corp.example";
  const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
  const { body } = await postJson("/agent/identity", assertion, { Authorization: `Bearer ${anonymous}` });
  const code = mailedCode(email);
  const cancel = /\?t=(\S+)/.exec(lastMail(email).text)?.[1] ?? "";
  secrets.push(anonymous, body.claim_token, cancel);
  await postJson("/agent/identity/claim", {
    claim_token: body.claim_token,
    user_code: code === "000000" ? "000001" : "000000",
  });
  expect(await everythingStored()).not.toMatch(new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`));

  await postJson("/agent/identity/claim", { claim_token: body.claim_token, user_code: code });
  const exchanged = await postForm("/oauth/token", {
    grant_type: "urn:vendor:agent-auth:grant-type:claim",
    claim_token: body.claim_token,
  });
  const key = exchanged.body.access_token;
  secrets.push(key);
  const created = await callTool(key, "create_api_key", { name: "second" }, { "Idempotency-Key": "keep-no-secret" });
  secrets.push(created.body.api_key);
  await callTool(key, "get_network_company_url", { domain: "failing.example" });
  await request(`/agent/identity/cancel?t=${cancel}`);
  await postForm("/oauth/revoke", { token: key });

  const stored = await everythingStored();
  expect(stored).toContain(email);
  expect(logged.length).toBeGreaterThan(0);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(40);
    expect(stored).not.toContain(secret);
    // Nor so much of it that the rest could be guessed.
    expect(stored).not.toContain(secret.slice(10, 30));
  }
  expect(stored).not.toMatch(new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`));
});
