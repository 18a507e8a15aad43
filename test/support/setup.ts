import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import { guarded } from "../../src/platform/database.ts";
import { forgetHere } from "../../src/platform/isolate-memory.ts";
import { ledgersOf } from "../../src/platform/ledgers.ts";
import { forgetPrints } from "../../src/privacy/names-in-text.ts";
import { placeNewOrganisations } from "./ledgers.ts";
import { avoidMidnight } from "./midnight.ts";
import { forgetSites } from "./sites.ts";

const MAX_RESETS = 60;

// Test files run one after another in the same isolates (`isolate: false`): each starts with the real clock, empty
// storage and spies of its own.
vi.useRealTimers();
await avoidMidnight();
await emptyStorage();
// In one transaction: one for each migration takes twice as long.
const databases: [D1Database, typeof env.TEST_MIGRATIONS][] = [
  ...ledgersOf(env).map((db): [D1Database, typeof env.TEST_MIGRATIONS] => [db, env.TEST_MIGRATIONS]),
  [env.DATA, env.TEST_DATA_MIGRATIONS],
];
for (const [db, all] of databases) {
  await db.batch(all.flatMap(({ queries }) => queries.map((query) => db.prepare(query))));
  const applied = JSON.stringify(all.map(({ name }) => name));
  await db.prepare("CREATE TABLE d1_migrations AS SELECT value AS name FROM json_each(?)").bind(applied).run();
}
if (ledgersOf(env).length > 1) await placeNewOrganisations(1);
const file = crypto.randomUUID();
// The isolate remembers the last file's suppression list by its version: no version occurs in two files.
forgetPrints(guarded(env.DB));
await env.DB.prepare("INSERT INTO state (name, value) VALUES ('suppressions_version', ?)").bind(`${Date.now()}`).run();
// A reset leaves some objects as they are. Those of organisations have random names; limits get names of this file.
const { getByName } = Object.getPrototypeOf(env.RATE_LIMITER) as typeof env.RATE_LIMITER;
env.RATE_LIMITER.getByName = (name, ...options) => getByName.call(env.RATE_LIMITER, `${file} ${name}`, ...options);
forgetSites();
await env.OUTBOUND?.fetch("http://log.internet.example/", { method: "DELETE" });
// It calls through: the simulated binding sees every mail as well.
vi.spyOn(env.EMAIL, "send");

// Tests write facts and directory rows into D1 themselves.
beforeEach(() => {
  for (const db of [env.DATA, guarded(env.DATA)]) forgetHere(db);
});

/** Storage that is in use outlives a reset; a later one deletes it. */
async function emptyStorage(): Promise<void> {
  for (let round = 0; round < MAX_RESETS; round++) {
    await reset();
    const find = "SELECT 1 FROM sqlite_master WHERE name = 'organisations'";
    const tables = await Promise.all(ledgersOf(env).map((db) => db.prepare(find).first()));
    const data = await env.DATA.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").first();
    const { keys } = await env.CLAIMS.list({ limit: 1 });
    if (tables.every((table) => table === null) && data === null && keys.length === 0) return;
    await scheduler.wait(50 * round);
  }
  throw new Error("The storage of the last test file is still there.");
}
