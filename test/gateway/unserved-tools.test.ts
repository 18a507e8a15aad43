import { describe, expect, it } from "vitest";
import { anonymousKey, balanceOf, giveTokens, requestWith } from "../support/harness.ts";

/** A deployment without sources for Reddit and reviews, and without payments. */
const WITHOUT = {
  REDDIT_CLIENT_ID: undefined,
  REDDIT_CLIENT_SECRET: undefined,
  TRUSTPILOT_API_KEY: undefined,
  PAYMENTS: undefined,
  STRIPE_SECRET_KEY: undefined,
};
const UNSERVED = [
  ["search_reddit_posts", { query: "robots" }],
  ["get_reddit_user", { username: "ada" }],
  ["signal_reviews_negative", { domain: "acme-robotics.example" }],
  ["buy_tokens", { amount_usd: 20 }],
  ["list_invoices", {}],
  ["get_billing_portal", {}],
] as const;

const call = (key: string, tool: string, body: unknown, vars: Record<string, unknown> = WITHOUT) =>
  requestWith(vars, `/api/v0/${tool}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });

async function listed(key: string, vars: Record<string, unknown>): Promise<string[]> {
  const { body } = await requestWith(vars, "/mcp?profile=all", {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  return body.result.tools.map(({ name }: { name: string }) => name);
}

describe("a tool that the deployment cannot serve", () => {
  it.each(UNSERVED)("%s is 501 whatever the balance, and costs nothing", async (tool, body) => {
    const key = await anonymousKey();
    const rich = await call(key, tool, body);
    expect([rich.status, rich.body.error]).toEqual([501, "not_configured"]);
    expect(await balanceOf(key)).toBe(25);
    await giveTokens(key, -25);
    const poor = await call(key, tool, body);
    expect([poor.status, poor.body.error, poor.body.top_up]).toEqual([501, "not_configured", undefined]);
    const stranger = await call("tg_nonsense", tool, body);
    expect(stranger.status).toBe(401);
    const bad = await call(key, tool, { ...body, unread: 1, domain: 5, query: 5, limit: -1, amount_usd: "x" });
    expect(bad.status).toBe(tool === "get_billing_portal" || tool === "get_reddit_user" ? 501 : 400);
  });

  it("is left out of tools/list, kept in the index, and marked in the documents", async () => {
    const key = await anonymousKey();
    const names = await listed(key, WITHOUT);
    const documents = await Promise.all(["/docs.md", "/"].map((path) => requestWith(WITHOUT, path)));
    const openapi = (await requestWith(WITHOUT, "/openapi.json")).body;
    const index = (await requestWith(WITHOUT, "/api/v0")).body;
    for (const [tool] of UNSERVED) {
      expect(names).not.toContain(tool);
      expect(index.tools).toHaveProperty(tool);
      expect(openapi.paths[`/api/v0/${tool}`].post["x-served"]).toBe(false);
      // The landing page marks the title, before the name.
      const marked = new RegExp(`${tool}[^]{0,200}not served by this|not served by this[^]{0,100}${tool}`, "i");
      for (const { text } of documents) expect(text).toMatch(marked);
    }
    expect(names).toContain("get_company");
    expect(openapi.paths["/api/v0/get_company"].post["x-served"]).toBe(true);
  });

  it("is listed and not marked where it is configured", async () => {
    const vars = { TRUSTPILOT_API_KEY: "k", REDDIT_CLIENT_ID: "i", REDDIT_CLIENT_SECRET: "s" };
    const names = await listed(await anonymousKey(), vars);
    expect(names).toEqual(expect.arrayContaining(["search_reddit_posts", "signal_reviews_negative", "buy_tokens"]));
    expect((await requestWith(vars, "/llms.txt")).text).not.toMatch(/reddit.*not served/);
  });
});
