import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { type Execute, type KeptRow, NOT_KEPT, readKeptRows, restoreStatements } from "../../scripts/backup-rows.ts";
import { checkLedger } from "../../src/ledger/reconciliation.ts";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import { anonymousKey, balanceOf, callTool, giveTokens, openHold, organisationOf } from "../support/harness.ts";

const executorOf =
  (db: D1Database): Execute =>
  async (statements) =>
    (await db.batch<Record<string, unknown>>(statements.map((text) => db.prepare(text)))).map(({ results }) => results);

/** All kept rows; `commands` counts the calls of wrangler that they would take. */
async function read(db: D1Database, commands = { count: 0 }): Promise<KeptRow[]> {
  const execute = executorOf(db);
  const counting: Execute = (statements) => {
    commands.count++;
    return execute(statements);
  };
  const rows: KeptRow[] = [];
  for await (const row of readKeptRows(counting)) rows.push(row);
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

/** Tables from which something would be kept if they had rows. */
async function keptTables(db: D1Database): Promise<string[]> {
  const asked: string[] = [];
  const execute = executorOf(db);
  const noting: Execute = (statements) => {
    asked.push(...statements);
    return execute(statements);
  };
  for await (const _ of readKeptRows(noting));
  return asked.flatMap((text) => /^SELECT \* FROM (\w+)/.exec(text)?.[1] ?? []);
}

it("every table is kept or left out on purpose", async () => {
  const tables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_fts*' AND name NOT GLOB '_cf_*'
    AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'd1_*'`;
  for (const db of [env.DB, env.DATA]) {
    const kept = await keptTables(db);
    const names = (await db.prepare(tables).all<{ name: string }>()).results.map(({ name }) => name);
    expect(kept.toSorted()).toEqual(names.filter((name) => !NOT_KEPT.includes(name)).toSorted());
  }
});

it("many organisations and rows are read page by page, each once, in a command for a page of every table", async () => {
  const [last, rows] = [1_200, 10_001];
  const numbers = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  await env.DB.batch([
    env.DB.prepare(`INSERT INTO organisations (id, plan, created_at)
      ${numbers(last)} SELECT printf('many%028d', i), 'free', 1 FROM n`),
    env.DB.prepare(`INSERT INTO entries (id, organisation_id, type, tokens, reference)
      ${numbers(last)} SELECT printf('%032d', i), printf('many%028d', i), 'grant', 3, 'many:' || i FROM n`),
    env.DB.prepare(`INSERT INTO suppressions (hash, kind, created_at)
      ${numbers(rows)} SELECT 'many' || i, 'email', i FROM n`),
  ]);
  const commands = { count: 0 };
  const found = await read(env.DB, commands);
  const idsOf = (table: string, column: string) =>
    new Set(
      found
        .filter((one) => one.table === table)
        .map(({ row }) => String(row[column]))
        .filter((id) => id.startsWith("many")),
    );
  const sizes = [idsOf("organisations", "id"), idsOf("entries", "organisation_id"), idsOf("suppressions", "hash")];
  expect(sizes.map(({ size }) => size)).toEqual([last, last, rows]);
  const keys = found.map(({ table, row }) => JSON.stringify([table, row]));
  expect(new Set(keys).size).toBe(keys.length);
  expect(commands.count).toBeLessThanOrEqual(4);
  for (const [table, where] of [
    ["entries", "reference LIKE 'many:%'"],
    ["organisations", "id LIKE 'many%'"],
    ["suppressions", "hash LIKE 'many%'"],
  ])
    await env.DB.prepare(`DELETE FROM ${table} WHERE ${where}`).run();
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
