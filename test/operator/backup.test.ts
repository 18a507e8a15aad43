import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import {
  type Execute,
  type KeptRow,
  listKeptTables,
  NOT_KEPT,
  readKeptRows,
  restoreStatements,
} from "../../scripts/backup-rows.ts";
import { checkLedger } from "../../src/ledger/reconciliation.ts";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import { anonymousKey, balanceOf, callTool, giveTokens, openHold, organisationOf } from "../support/harness.ts";

const executorOf =
  (db: D1Database): Execute =>
  async (statements) =>
    (await db.batch<Record<string, unknown>>(statements.map((text) => db.prepare(text)))).map(({ results }) => results);

async function read(db: D1Database): Promise<KeptRow[]> {
  const rows: KeptRow[] = [];
  for await (const row of readKeptRows(executorOf(db))) rows.push(row);
  return rows;
}

async function restore(db: D1Database, rows: KeptRow[]): Promise<void> {
  const statements: string[] = [];
  for await (const statement of restoreStatements(executorOf(db), rows)) statements.push(statement);
  await executorOf(db)(statements);
}

const tokens = `SELECT id, balance + coalesce((SELECT sum(tokens - spent) FROM leases WHERE organisation_id = o.id AND state = 'open'), 0)
  + coalesce((SELECT sum(tokens) FROM holds WHERE organisation_id = o.id AND state = 'open'), 0) - owed AS tokens
  FROM organisations o ORDER BY id`;

it("every table is kept or left out on purpose", async () => {
  const kept = await listKeptTables(executorOf(env.DB));
  for (const table of [
    "organisations",
    "entries",
    "leases",
    "api_keys",
    "users",
    "suppressions",
    "companies",
    "people",
    "purchases",
    "watches",
  ])
    expect(kept).toContain(table);
  expect(kept.filter((table) => NOT_KEPT.includes(table))).toEqual([]);
  expect(kept.filter((table) => /fts|_cf_|sqlite|d1_/.test(table))).toEqual([]);
});

it("what is read back adds up, with what was reserved given back, and a second database differs in nothing else", async () => {
  const owner = await claimWorkspace(freshAddress());
  const keys = [owner, await anonymousKey(), await anonymousKey()];
  for (const key of keys) await callTool(key, "get_network_company_url", { domain: "acme-robotics.example" });
  await giveTokens(owner, 500);
  await openHold(owner, 7);
  // An open lease, a debt and names with quotes.
  await callTool(owner, "get_network_company_url", { domain: "acme-robotics.example" });
  await callTool(owner, "create_api_key", { name: 'it\'s a key; -- "quoted"' });
  await env.DB.prepare("INSERT INTO suppressions (hash, kind, created_at) VALUES ('h', 'email', 1)").run();
  await Promise.all(keys.map(balanceOf));
  const rows = await read(env.DB);
  expect(rows.some(({ table, row }) => table === "leases" && row.state === "open")).toBe(true);

  await applyD1Migrations(env.LEDGER_1, env.TEST_MIGRATIONS);
  const target = env.LEDGER_1;
  await restore(target, JSON.parse(JSON.stringify(rows)));
  const check = await checkLedger({ DB: target });
  expect([check.broken, check.held]).toEqual([[], 0]);
  expect((await target.prepare(tokens).all()).results).toEqual((await env.DB.prepare(tokens).all()).results);
  const id = await organisationOf(owner);
  const names = "SELECT name FROM api_keys WHERE organisation_id = ? ORDER BY name";
  expect((await target.prepare(names).bind(id).all()).results).toEqual(
    (await env.DB.prepare(names).bind(id).all()).results,
  );
  // Triggers are there again: a hold moves the balance.
  const triggers = "SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'";
  expect(await target.prepare(triggers).first("n")).toBe(await env.DB.prepare(triggers).first("n"));

  const again = await read(target);
  const comparable = (all: KeptRow[]) =>
    all
      .filter(({ table }) => !["leases", "holds", "organisations", "entries"].includes(table))
      // The hold that was given back is a failed call.
      .filter(({ table, row }) => table !== "call_hours" || row.failed === 0)
      .map((row) => JSON.stringify(row))
      .toSorted();
  expect(comparable(again)).toEqual(comparable(rows));
  await expect(restore(target, rows)).rejects.toThrow();
  expect((await checkLedger({ DB: target })).broken).toEqual([]);
});
