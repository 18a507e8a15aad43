import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { makeStorage, startServer } from "../support/server.ts";

const BALANCES = "SELECT id, balance FROM organisations";

/** wrangler looks for local databases beside its configuration. */
const CONFIG = `name = "export"
compatibility_date = "2026-10-20"
[[d1_databases]]
binding = "DB"
database_name = "tallygate-local"
database_id = "tallygate-local"
`;

it("the ledger can be exported with wrangler, and the file makes the same database", async () => {
  const project = makeStorage();
  const server = await startServer({ storage: join(project, ".wrangler/state/v3") });
  await server.newKey();
  // The first run drops the tables of the time before DATA, with their full-text indexes.
  await server.runCron();
  const before = await server.sql(BALANCES);
  expect(before).toHaveLength(1);
  await server.stop();

  const config = join(project, "wrangler.toml");
  writeFileSync(config, CONFIG);
  const file = join(project, "ledger.sql");
  const script = resolve("node_modules/wrangler/bin/wrangler.js");
  const args = ["d1", "export", "DB", "--local", "--config", config, "--output", file];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1" };
  await promisify(execFile)(process.execPath, [script, ...args], { env });
  const copy = new DatabaseSync(":memory:");
  copy.exec(readFileSync(file, "utf8"));
  expect(copy.prepare(BALANCES).all()).toEqual(before);
  expect(copy.prepare("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'").all()).toEqual([]);
});
