import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { deleteExpired } from "../../src/housekeeping.ts";
import { rollUpOldCalls } from "../../src/ledger/roll-up.ts";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { ledgersOf } from "../../src/platform/ledgers.ts";
import {
  advanceClock,
  anonymousKey,
  brokenLedgers,
  callsOf,
  callTool,
  freezeClock,
  makePaid,
  openHold,
  runCron,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(await brokenLedgers()).toEqual([]);
});

const rollUp = () => Promise.all(ledgersOf(env).map((db) => rollUpOldCalls(db, 90, Date.now(), true)));
const history = async (key: string) => (await callTool(key, "list_transactions", { limit: 100 })).body.transactions;
const sum = (rows: { tokens: number }[]) => rows.reduce((total, { tokens }) => total + tokens, 0);

it("sums calls older than 90 days up by day, tool and key, and history and usage say so", async () => {
  freezeClock(Date.UTC(2026, 1, 1, 12));
  const key = await anonymousKey();
  await makePaid(key);
  for (const day of [0, 1]) {
    for (let call = 0; call < 3; call++) await callTool(key, TOOL, { domain: "acme-robotics.example" });
    await callTool(key, TOOL, { domain: "failing.example" });
    await callsOf(key);
    advanceClock(day === 0 ? DAY_MS : 95 * DAY_MS);
  }
  await openHold(key, 3);
  await runCron();
  const spent = sum(await history(key));
  for (const _ of [1, 2]) await rollUp();

  expect(await callsOf(key)).toEqual([]);
  const rows = (await history(key)).filter(({ type }: { type: string }) => type === "charge");
  expect(
    rows.map(({ tokens, calls, tool, request_id }: Record<string, unknown>) => [tokens, calls, tool, request_id]),
  ).toEqual([
    [-6, 3, TOOL, null],
    [-6, 3, TOOL, null],
  ]);
  expect(sum(await history(key))).toBe(spent);
  const balance = (await callTool(key, "get_token_balance")).body;
  expect(sum(await history(key))).toBe(balance.balance + balance.held - balance.owed);
  const usage = await callTool(key, "get_usage", { from: "2026-02-01", to: "2026-02-02", group_by: "day" });
  expect(usage.body).toMatchObject({
    groups: [
      { calls: 3, tokens: 6 },
      { calls: 3, tokens: 6 },
    ],
    total: { calls: 6, tokens: 12 },
  });

  // Sums of days before the last 400 become one row of the organisation.
  advanceClock(310 * DAY_MS);
  for (const _ of [1, 2]) await rollUp();
  const find = "SELECT tool, sum(calls) AS calls, sum(tokens) AS tokens, count(*) AS n FROM call_days GROUP BY tool";
  const kept = await Promise.all(ledgersOf(env).map((db) => db.prepare(find).all()));
  expect(kept.flatMap(({ results }) => results)).toEqual([{ tool: "earlier", calls: 6, tokens: 12, n: 1 }]);
});

it("lets no step of the cron stop the next", async () => {
  const alert = vi.spyOn(console, "error").mockImplementation(() => {});
  await env.DB.prepare("INSERT INTO oauth_clients VALUES ('old', 'Old', '[]', 0, 1)").run();
  const DB = new Proxy(env.DB, {
    get(db, name) {
      if (name !== "prepare") return Reflect.get(db, name).bind(db);
      return (text: string) => {
        if (/UPDATE holds|FROM leases|purchases/.test(text)) throw new Error("D1_ERROR: this statement always fails");
        return db.prepare(text);
      };
    },
  });
  await runCron({ DB });
  expect(await env.DB.prepare("SELECT count(*) AS n FROM oauth_clients WHERE id = 'old'").first("n")).toBe(0);
  const failed = alert.mock.calls
    .map(([line]) => JSON.parse(line))
    .filter(({ event }) => event === "housekeeping_step_failed");
  expect(failed.map(({ step }) => step)).toEqual(
    expect.arrayContaining(["return_tokens_of_dead_calls", "check_purchases"]),
  );
});

it("deletes whatever has expired in one run, however much it is", async () => {
  const insert = `INSERT INTO source_cache (kind, key, data_json, observed_at, expires_at)
    SELECT 'test', value || ?1, '{}', 0, 1 FROM json_each(?2)`;
  const keys = JSON.stringify(Array.from({ length: 1_800 }, (_, index) => index));
  await env.DATA.prepare(insert).bind(newId(Date.now()), keys).run();
  await deleteExpired(env.DATA, Date.now());
  expect(await env.DATA.prepare("SELECT count(*) AS n FROM source_cache WHERE kind = 'test'").first("n")).toBe(0);
});
