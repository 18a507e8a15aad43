/**
 * `npm run backup -- FILE [--env staging]`: writes accounts, ledger, payments, watches, objections and directory of a deployment as
 * NDJSON, a line `{"database", "table", "row"}` each, through wrangler. Cached facts, histories of webhooks and results of batches
 * are left out. The file holds personal data and hashes of keys: store it encrypted. docs/operations.md says how to restore it.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { type Execute, readKeptRows } from "./backup-rows.ts";
import { databasesOf, executor, takeEnvironment } from "./deployment.ts";

const args = process.argv.slice(2);
const environment = takeEnvironment(args);
const [file] = args;
if (!file) {
  console.error("Name the file: npm run backup -- backup.ndjson");
  process.exit(1);
}
const out = openSync(file, "wx", 0o600);
// `DB` first: calls that have a database of their own are then all there that are charged in `DB`.
for (const { binding } of databasesOf(environment).toReversed()) {
  const counts: Record<string, number> = {};
  const execute = executor(environment, binding);
  const told: Execute = (statements) => {
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.log(`→ ${binding}: ${rows} rows so far, asking ${statements.length} questions`);
    return execute(statements);
  };
  for await (const { table, row } of readKeptRows(told)) {
    writeSync(out, `${JSON.stringify({ database: binding, table, row })}\n`);
    counts[table] = (counts[table] ?? 0) + 1;
  }
  console.log(binding, counts);
}
closeSync(out);
