import { readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterEach, expect, it } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { migrationsIn } from "../../scripts/local-worker.ts";
import { issueKey } from "../../src/accounts/keys/key-format.ts";
import { readConfig } from "../../src/config.ts";
import { newId, newOrganisationId } from "../../src/lib/ids.ts";
import { sql } from "../../src/platform/database.ts";
import { makeStorage, type Server, startServer } from "../support/server.ts";

const KEYS = 3;
/** More than is spent until the migrations have run. */
const GRANTED = 1_000_000;
const COST = 2;
const MIGRATIONS = migrationsIn("migrations");
const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", "local") as unknown as {
  workerOptions: { bindings: Env; d1Databases: object };
};

let old: Miniflare | undefined;
let server: Server | undefined;
afterEach(async () => {
  await old?.dispose();
  await server?.stop();
});

type Payer = { organisationId: string; key: string; hash: string; id: string };
/** A call as a release of then charged it. Throws when it fails. */
type OldCall = () => Promise<void>;

/** Each call is a hold in D1: the statements of the release whose last migration was 0010. */
function withHolds(db: D1Database, { hash }: Payer): OldCall {
  return async () => {
    const values = { id: newId(Date.now()), hash, now: Date.now(), tokens: COST };
    const active = "k.hash = @hash AND k.revoked_at IS NULL AND k.expires_at > @now";
    const hold = `INSERT INTO holds (id, organisation_id, key_id, tool, tokens, label, connection_id)
      SELECT @id, o.id, k.id, 'get_email', @tokens, NULL, CASE WHEN c.remaining IS NOT NULL THEN c.id END
      FROM api_keys k JOIN organisations o ON o.id = k.organisation_id LEFT JOIN connections c ON c.id = k.connection_id
      WHERE ${active} AND o.balance >= @tokens AND (c.remaining IS NULL OR c.remaining >= @tokens) ON CONFLICT (id) DO NOTHING`;
    const account = `SELECT o.plan, o.balance, o.owed, o.reload_below, (SELECT state FROM holds WHERE id = @id) AS state
      FROM api_keys k JOIN organisations o ON o.id = k.organisation_id WHERE ${active}`;
    const [, row] = await db.batch<{ state: string }>([hold, account].map((text) => sql(db, text, values)));
    expect(row?.results[0]?.state).toBe("open");
    const end = "UPDATE holds SET state = 'settled' WHERE id = @id AND state = 'open'";
    // Triggers of the newer schema change rows as well.
    expect((await sql(db, end, values).run()).meta.changes).toBeGreaterThan(0);
  };
}

/** Calls are written to D1 with the lease that they are paid from: the statements of the release whose last migration was 0021. */
function withLease(db: D1Database, { organisationId, id: keyId }: Payer): OldCall {
  const lease = { organisationId, leaseId: newId(Date.now()), sequence: 1 };
  const opened = sql(
    db,
    `INSERT INTO leases (organisation_id, id, holder, tokens, sequence, exchange, state)
     SELECT @organisationId, @leaseId, 'account', min(@want, balance), @sequence, @leaseId, 'open' FROM organisations
     WHERE id = @organisationId AND merged_into IS NULL AND balance >= 1`,
    { ...lease, want: GRANTED },
  ).run();
  return async () => {
    await opened;
    const id = newId(Date.now());
    const values = { ...lease, sequence: ++lease.sequence, id, keyId, tokens: COST };
    const advance = `UPDATE leases SET sequence = @sequence, exchange = @id, spent = spent + @tokens
      WHERE organisation_id = @organisationId AND id = @leaseId`;
    const detail = `INSERT INTO calls (organisation_id, id, key_id, tool, held, tokens, state, label)
      SELECT @organisationId, @id, @keyId, 'get_email', @tokens, @tokens, 'settled', NULL
      WHERE EXISTS (SELECT 1 FROM leases WHERE organisation_id = @organisationId AND id = @leaseId AND exchange = @id)`;
    const written = await db.batch([advance, detail].map((text) => sql(db, text, values)));
    expect(written.map(({ meta }) => meta.changes > 0)).toEqual([true, true]);
  };
}

async function apply(db: D1Database, file: string): Promise<void> {
  const statements = readFileSync(join("migrations", file), "utf8").split("--> statement-breakpoint");
  await db.batch(
    [...statements, `INSERT INTO d1_migrations (name) VALUES ('${file}')`].map((text) => db.prepare(text)),
  );
}

/** An organisation with tokens, as every release has registered it. */
async function register(db: D1Database): Promise<Payer> {
  const organisationId = newOrganisationId();
  const now = Date.now();
  const key = await issueKey(readConfig(workerOptions.bindings), { organisationId, now });
  const values = {
    ...key,
    organisationId,
    now,
    entry: newId(now),
    granted: GRANTED,
    reference: `trial:${organisationId}`,
  };
  await db.batch(
    [
      "INSERT INTO organisations (id, plan, created_at) VALUES (@organisationId, 'anonymous', @now)",
      `INSERT INTO entries (id, organisation_id, type, tokens, reference)
       VALUES (@entry, @organisationId, 'grant', @granted, @reference)`,
      `INSERT INTO api_keys (hash, id, organisation_id, name, masked, created_at, expires_at)
       VALUES (@hash, @id, @organisationId, 'old', @masked, @createdAt, @expiresAt)`,
    ].map((text) => sql(db, text, values)),
  );
  return { organisationId, key: key.key, hash: key.hash, id: key.id };
}

it.each([
  ["0010", withHolds],
  ["0021", withLease],
  ["0031", withLease],
])(
  "a database of the release of %s migrates under that release's calls, and this release goes on with it: no call is lost",
  async (release, callsOf) => {
    const storage = makeStorage();
    const script = { modules: true, script: "export default {}", d1Databases: workerOptions.d1Databases };
    old = new Miniflare(convertV4MiniflareOptions({ ...script, resourcePersistencePath: storage } as never));
    const db = (await old.getD1Database("DB")) as unknown as D1Database;
    await db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)");
    const next = MIGRATIONS.findIndex((name) => name.startsWith(release)) + 1;
    for (const file of MIGRATIONS.slice(0, next)) await apply(db, file);
    const company = `INSERT INTO companies (domain, name, network_url, source, observed_at)
    VALUES ('old-row.example', 'Old Row', 'https://www.network.example/company/old-row', 'test', 0)`;
    await db.prepare(company).run();
    const payers = await Promise.all(Array.from({ length: KEYS }, () => register(db)));

    const charged = new Map(payers.map(({ key }) => [key, 0]));
    let isMigrated = false;
    const callers = payers.map(async (payer) => {
      const call = callsOf(db, payer);
      for (let after = 0; after < 3; after += Number(isMigrated)) {
        await call();
        charged.set(payer.key, (charged.get(payer.key) ?? 0) + COST);
      }
    });
    const migrated = (async () => {
      for (const file of MIGRATIONS.slice(next)) await apply(db, file);
      isMigrated = true;
    })();
    await Promise.all([migrated, ...callers]);
    // An account object at rest returns its lease.
    const back = `UPDATE leases SET state = 'closed', sequence = sequence + 1, exchange = exchange || '-', tokens = spent
      WHERE state = 'open'`;
    await db.prepare(back).run();
    expect(Math.min(...charged.values())).toBeGreaterThan(5 * COST);
    await old.dispose();
    old = undefined;

    server = await startServer({ storage, variables: { RATE_LIMIT_ANONYMOUS: "1000000" } });
    const url = `${server.url}/api/v0/`;
    for (const { key } of payers) {
      const headers = { Authorization: `Bearer ${key}` };
      const body = JSON.stringify({ domain: "old-row.example" });
      const post = async (tool: string) => fetch(url + tool, { method: "POST", headers, body });
      const answers = await Promise.all(Array.from({ length: 8 }, () => post("get_network_company_url")));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const balance = await fetch(`${url}get_token_balance`, { headers });
      expect(((await balance.json()) as { balance: number }).balance).toBe(
        GRANTED - (charged.get(key) ?? 0) - 8 * COST,
      );
    }
    expect(await server.brokenLedgers()).toEqual([]);
  },
);
