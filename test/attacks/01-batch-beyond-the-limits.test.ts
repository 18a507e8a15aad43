import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { anonymousKey, brokenLedgers, callsOf, giveTokens, makePaid, requestWith } from "../support/harness.ts";

/** Cloudflare lets one invocation make 1,000 queries of D1. */
const PLATFORM_LIMIT = 1_000;

it("20 detect_signal in one batch stay under the platform's limit, and each delivered one is charged", async () => {
  const key = await anonymousKey();
  await giveTokens(key, 1_000);
  await makePaid(key);
  let queries = 0;
  const DB = new Proxy(env.DB, {
    get(db, name) {
      const count = (more: number) => {
        queries += more;
        if (queries > PLATFORM_LIMIT) throw new Error("D1_ERROR: Too many API requests by single worker invocation.");
      };
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) => {
          count(statements.length);
          return db.batch(statements);
        };
      }
      if (name !== "prepare") return Reflect.get(db, name).bind(db);
      return (text: string) => {
        count(1);
        return db.prepare(text);
      };
    },
  });
  const messages = Array.from({ length: 20 }, (_, id) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "detect_signal", arguments: { domain: `batch-${id}.example` } },
  }));
  const { status, body, headers } = await requestWith({ DB }, "/mcp", {
    method: "POST",
    body: JSON.stringify(messages),
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-03-26",
    },
  });
  expect(status).toBe(200);
  expect(body).toHaveLength(20);
  expect(queries).toBeLessThanOrEqual(PLATFORM_LIMIT);
  const charged = (await callsOf(key)).reduce((sum, { tokens }) => sum + tokens, 0);
  expect(charged).toBe(Number(headers.get("x-tokens-charged")));
  expect(await brokenLedgers()).toEqual([]);
});
