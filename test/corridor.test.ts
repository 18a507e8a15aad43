import { expect, it } from "vitest";
import { anonymousKey, callTool, request } from "./harness.ts";

it("registers and calls", async () => {
  const key = await anonymousKey();
  expect(key).toMatch(/^tg_[0-9A-Za-z]{60}$/);
  const balance = await callTool(key, "get_token_balance");
  console.log(balance);
  const index = await request("/api/v0", { headers: { Authorization: `Bearer ${key}` } });
  console.log(index.text);
  const url = await callTool(key, "get_network_company_url", { domain: "nope.example" });
  console.log(url.status, url.text);
});
