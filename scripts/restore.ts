/**
 * `npm run restore -- FILE [--env staging]`: reads what `npm run backup` wrote into a new deployment of the same release, before
 * anybody uses it. Each database is filled by one import, which D1 undoes when it fails.
 */
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type KeptRow, restoreStatements } from "./backup-rows.ts";
import { databasesOf, executor, takeEnvironment, wrangler } from "./deployment.ts";

const args = process.argv.slice(2);
const environment = takeEnvironment(args);
const [file] = args;
const stop = (why: string): never => {
  console.error(why);
  process.exit(1);
};
if (!file) stop("Name the file: npm run restore -- backup.ndjson");

async function* rowsOf(database: string): AsyncGenerator<KeptRow> {
  for await (const line of createInterface({ input: createReadStream(String(file)) })) {
    const { database: found, ...row } = JSON.parse(line) as KeptRow & { database: string };
    if (found === database) yield row;
  }
}

const [[{ n } = { n: 1 }] = []] = await executor(environment, "DB")(["SELECT count(*) AS n FROM organisations"]);
if (n !== 0) stop("Nothing was restored: this deployment has organisations. Restore into a new one.");
const folder = mkdtempSync(join(tmpdir(), "tallygate-restore-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
for (const { binding } of databasesOf(environment)) {
  console.log(`→ ${binding}`);
  const script = join(folder, `${binding}.sql`);
  for await (const statement of restoreStatements(executor(environment, binding), rowsOf(binding)))
    writeFileSync(script, `${statement};\n`, { flag: "a", mode: 0o600 });
  const { ok, output } = wrangler(environment, ["d1", "execute", binding, "--remote", "--yes", "--file", script]);
  if (!ok) stop(`${output}\n${binding} was not restored.`);
  console.log(`${binding} is restored.`);
}
console.log("Look at /admin/ledger: every organisation must add up. The next night charges what is unlisted.");
