import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { forgetHere, recallHere, rememberHere } from "../../src/platform/isolate-memory.ts";
import { anonymousKey, callTool } from "../support/harness.ts";

const TOOL = "get_network_company_url";

afterEach(() => vi.restoreAllMocks());

it("a warm answer from the directory asks no database, and a row is read again after a minute", async () => {
  const insert = `INSERT INTO companies (domain, name, network_url, source, observed_at)
    VALUES ('remembered.example', 'Remembered', 'https://www.network.example/company/one', 'test', 0)`;
  await env.DATA.prepare(insert).run();
  const key = await anonymousKey();
  const ask = async () => (await callTool(key, TOOL, { domain: "remembered.example" })).body.url;
  expect(await ask()).toBe("https://www.network.example/company/one");
  const session = vi.spyOn(env.DATA, "withSession");
  await ask();
  // The account object may flush meanwhile; what matters is that no session looks into the directory.
  expect(session).not.toHaveBeenCalled();
  await env.DATA.prepare(insert.replace("INSERT", "INSERT OR REPLACE").replace("/one", "/two")).run();
  expect(await ask()).toBe("https://www.network.example/company/one");
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + 60_000);
  expect(await ask()).toBe("https://www.network.example/company/two");
});

it("holds a bounded number of bytes, gives each caller its own copy, and is cleared when the clock is set back", () => {
  const db = {} as D1Database;
  for (let n = 0; n < 400; n++) rememberHere(db, `fact ${n}`, { text: "x".repeat(20_000) });
  expect(recallHere(db, "fact 0")).toBeUndefined();
  const first = recallHere<{ text: string }>(db, "fact 399");
  expect(first?.text).toHaveLength(20_000);
  expect(recallHere(db, "fact 399")).not.toBe(first);
  rememberHere(db, "large", "x".repeat(70_000));
  expect(recallHere(db, "large")).toBeUndefined();
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now - 120_000);
  expect(recallHere(db, "fact 399")).toBeUndefined();
  vi.restoreAllMocks();
  forgetHere(db);
  expect(recallHere(db, "fact 399")).toBeUndefined();
});
