import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import CHANGELOG from "../../CHANGELOG.md";
import { HOUR_MS } from "../../src/lib/time.ts";
import { sql } from "../../src/platform/database.ts";
import { request, requestWith } from "../support/harness.ts";

const OPERATOR = {
  OPERATOR_NAME: "Harbour Data Ltd",
  OPERATOR_ADDRESS: "1 Quay Street, Galway",
  OPERATOR_EMAIL: "data@harbour.example",
};

describe("who operates a deployment", () => {
  it.each(["/privacy", "/privacy.md", "/terms", "/terms.md"])("is on %s from variables", async (path) => {
    const { status, text } = await requestWith(OPERATOR, path);
    expect(status).toBe(200);
    for (const value of Object.values(OPERATOR)) expect(text).toContain(value);
    expect(text).not.toContain("template");
    const without = await requestWith({}, path);
    expect(without.text).toContain("the operator of this deployment");
    expect(without.text).not.toContain("undefined");
  });

  it("/privacy names the legal basis", async () => {
    expect((await request("/privacy")).text).toContain("Art. 6(1)(f) GDPR");
  });

  it("/.well-known/security.txt has the fields of RFC 9116, and expires within a year", async () => {
    const { text, headers } = await requestWith(OPERATOR, "/.well-known/security.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^Contact: mailto:data@harbour\.example$/m);
    expect(text).toMatch(/^Canonical: http:\/\/localhost:8787\/\.well-known\/security\.txt$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
    expect((await requestWith({}, "/.well-known/security.txt")).text).toMatch(/^Contact: http/m);
  });

  it("a malformed OPERATOR_EMAIL is a fault of the configuration", async () => {
    expect((await requestWith({ OPERATOR_EMAIL: "nobody" }, "/terms")).status).toBe(500);
  });
});

it("/changelog has the release notes of this version", async () => {
  const { text } = await request("/changelog.md");
  for (const heading of CHANGELOG.match(/^## .+$/gm) ?? []) expect(text).toContain(heading);
  const ids = [...(await request("/changelog")).text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe("/status", () => {
  it("says what answers and how many calls failed, as a page and as JSON", async () => {
    const page = await request("/status");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(page.text).toContain("Everything that the service depends on answers.");
    const { body } = await request("/status", { headers: { Accept: "application/json" } });
    expect(body).toMatchObject({
      status: "ok",
      checks: { database: "ok" },
      window_hours: 24,
      error_rate: expect.any(Number),
    });
    expect((await request("/status", { method: "POST" })).status).toBe(405);
  });

  it("counts the paid calls of the last day that failed, of all tools, and none before", async () => {
    const { DB } = env;
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const insert = "INSERT INTO call_hours (hour, tool, delivered, failed) VALUES (@at, @tool, @delivered, @failed)";
    const count = (at: number, tool: string, delivered: number, failed: number) =>
      sql(DB, insert, { at, tool, delivered, failed }).run();
    const { body: before } = await requestWith({}, "/status", { headers: { Accept: "application/json" } });
    await count(hour, "status_test_a", 70, 30);
    await count(hour - 22 * HOUR_MS, "status_test_b", 100, 0);
    await count(hour - 25 * HOUR_MS, "status_test_a", 0, 1_000);
    const { body } = await requestWith({}, "/status", { headers: { Accept: "application/json" } });
    expect(body.calls - before.calls).toBe(200);
    const failed = Math.round(before.calls * before.error_rate) + 30;
    expect(body.error_rate).toBeCloseTo(failed / body.calls, 3);
    const { text } = await requestWith({}, "/status");
    expect(text).toContain(`${((100 * failed) / body.calls).toFixed(1)}\u00a0% failed`);
  });

  it("says so when the database does not answer", async () => {
    const broken = {
      prepare: () => {
        throw new Error("D1_ERROR: gone");
      },
    };
    const { status, body } = await requestWith({ DB: broken }, "/status", { headers: { Accept: "application/json" } });
    expect([status, body.status, body.checks.database]).toEqual([200, "failing", "failing"]);
  });
});
