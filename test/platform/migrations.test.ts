import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { entries as journal } from "../../migrations/meta/_journal.json";
import { issueKey } from "../../src/accounts/keys/key-format.ts";
import { readConfig } from "../../src/config.ts";
import { settle, takeHold } from "../../src/ledger/holds.ts";
import { checkLedger } from "../../src/ledger/reconciliation.ts";
import { newId, newOrganisationId } from "../../src/lib/ids.ts";
import { request, requestWith } from "../support/harness.ts";

const LAST = `${journal.at(-1)?.tag}.sql`;

/** Migrations up to a number, on an empty database. */
async function schemaOf(db: D1Database, last: string): Promise<void> {
  await applyD1Migrations(
    db,
    env.TEST_MIGRATIONS.filter(({ name }) => name.slice(0, 4) <= last),
  );
}

it.each([
  ["0010", "LEDGER_1"],
  ["0021", "LEDGER_2"],
] as const)(
  "data of release %s keeps its keys, balances and holds through the later migrations",
  async (last, binding) => {
    const db = env[binding];
    await schemaOf(db, last);
    const now = Date.now();
    const [organisationId, keyId] = [newOrganisationId(), newId(now)];
    const issued = await issueKey(readConfig(env), { organisationId, now });
    const run = (text: string, ...values: unknown[]) =>
      db
        .prepare(text)
        .bind(...values)
        .run();
    await run("INSERT INTO organisations (id, plan, created_at) VALUES (?, 'free', ?)", organisationId, now);
    await run(
      `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at) VALUES (?, ?, ?, 'first', 'tg_', ?, ?)`,
      ...[issued.hash, keyId, organisationId, now, now + 3_600_000],
    );
    const entry = "INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES (?, ?, 'grant', 100, ?)";
    await run(entry, newId(now), organisationId, `grant:${organisationId}`);
    const hold =
      "INSERT INTO holds (id, organisation_id, key_id, tool, tokens, state) VALUES (?, ?, ?, 'get_email', ?, 'open')";
    const [settled, open] = [newId(now), newId(now)];
    await run(hold, settled, organisationId, keyId, 5);
    await run(hold, open, organisationId, keyId, 7);
    await run("UPDATE holds SET state = 'settled' WHERE id = ?", settled);

    await applyD1Migrations(db, env.TEST_MIGRATIONS);
    const balance = () =>
      db.prepare("SELECT balance FROM organisations WHERE id = ?").bind(organisationId).first<number>("balance");
    expect(await balance()).toBe(88);
    expect((await checkLedger({ DB: db })).broken).toEqual([]);
    expect(await settle(db, open)).toBeTruthy();
    const id = newId(now);
    const taken = await takeHold(db, { id, keyHash: issued.hash, tool: "get_email", tokens: 3, label: null, now });
    expect(taken).toMatchObject({ status: "held" });
    expect(await balance()).toBe(85);
    expect((await checkLedger({ DB: db })).broken).toEqual([]);
  },
);

it("/readyz names release and migration, and is 503 while the database lacks it", async () => {
  const { status, body } = await request("/readyz");
  expect([status, body.status, body.migration]).toEqual([200, "ready", LAST]);
  expect(body.release).toMatch(/./);
  const DB = new Proxy(env.DB, {
    get: (db, name) =>
      name === "prepare"
        ? (text: string) => db.prepare(text.replace("d1_migrations", "(SELECT '0001_ledger.sql' AS name)"))
        : Reflect.get(db, name).bind(db),
  });
  const behind = await requestWith({ DB }, "/readyz");
  expect([behind.status, behind.body.checks]).toEqual([
    503,
    { database: "ok", migrations: "failing", data: "ok", claims: "ok", rate_limiter: "ok" },
  ]);
});
