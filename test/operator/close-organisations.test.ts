import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { CLOSED_ORGANISATION as CLOSED } from "../../src/constants.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { closeUnusedOrganisations } from "../../src/operator/close-organisations.ts";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  brokenLedgers,
  callsOf,
  callTool,
  freezeClock,
  giveTokens,
  organisationOf,
  runCron,
  times,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const call = (key: string) => callTool(key, TOOL, { domain: "acme-robotics.example" });
const close = () => closeUnusedOrganisations(env as Env, Date.now(), true);
const organisations = async () =>
  (await env.DB.prepare("SELECT id FROM organisations").all<{ id: string }>()).results.map(({ id }) => id);
const spent = `SELECT (SELECT sum(settled_before) FROM organisations) + (SELECT coalesce(sum(spent), 0) FROM leases)
  + (SELECT coalesce(sum(tokens), 0) FROM holds WHERE state = 'settled') AS n`;

it("closes what nobody used for 180 days, keeps what it spent, and leaves everybody else alone", async () => {
  freezeClock(Date.UTC(2027, 0, 1, 12));
  const unused = await anonymousKey();
  const spender = await anonymousKey();
  for (const _ of [1, 2, 3]) await call(spender);
  const owned = await claimWorkspace(freshAddress());
  const [used, buyer, watching, batching] = [
    await anonymousKey(),
    await anonymousKey(),
    await anonymousKey(),
    await anonymousKey(),
  ];
  const id = await organisationOf(buyer);
  await env.DB.prepare(
    `INSERT INTO purchases (id, organisation_id, kind, provider, amount_cents, tokens, state, created_at)
     VALUES (?, ?, 'checkout', 'test', 500, 0, 'pending', 0)`,
  )
    .bind(crypto.randomUUID(), id)
    .run();
  await callTool(watching, "create_watch", {
    domains: ["acme.example"],
    events: ["jobs.opened"],
    max_tokens_month: 10,
  });
  await env.DB.prepare(
    "INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at) VALUES ('b', ?, 't', 'ended', '{}', 0)",
  )
    .bind(await organisationOf(batching))
    .run();
  for (const key of [spender, used]) await callsOf(key);
  const kept = await Promise.all([owned, used, buyer, watching, batching].map(organisationOf));
  const gone = await Promise.all([unused, spender].map(organisationOf));

  advanceClock(179 * DAY_MS);
  await runCron();
  await close();
  expect(await organisations()).toEqual(expect.arrayContaining([...kept, ...gone]));
  await call(used);
  await callsOf(used);
  advanceClock(2 * DAY_MS);
  await runCron();
  const before = await env.DB.prepare(spent).first<number>("n");
  await times(4, close);
  const left = await organisations();
  expect(left).toEqual(expect.arrayContaining([...kept, CLOSED]));
  for (const closed of gone) {
    expect(left).not.toContain(closed);
    for (const table of ["api_keys", "entries", "leases", "calls", "call_days"]) {
      const count = env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE organisation_id = ?`).bind(closed);
      expect(await count.first("n"), table).toBe(0);
    }
  }
  const entries = await env.DB.prepare("SELECT type, tokens, reference FROM entries WHERE organisation_id = ?")
    .bind(CLOSED)
    .all();
  expect(entries.results).toEqual([{ type: "grant", tokens: 6, reference: `closed:${gone[1]}` }]);
  expect(await env.DB.prepare(spent).first<number>("n")).toBe(before);
  expect(
    await env.DB.prepare("SELECT balance, settled_before AS settled FROM organisations WHERE id = ?")
      .bind(CLOSED)
      .first(),
  ).toEqual({
    balance: 0,
    settled: 6,
  });
  expect((await call(spender)).status).toBe(401);
  expect((await call(used)).status).toBe(200);
});

it("an organisation that is used while it is looked at is not closed", async () => {
  freezeClock(Date.UTC(2028, 0, 1, 12));
  const key = await anonymousKey();
  const id = await organisationOf(key);
  advanceClock(200 * DAY_MS);
  const DB = new Proxy(env.DB, {
    get(db, name) {
      if (name !== "batch") return Reflect.get(db, name).bind(db);
      return async (statements: D1PreparedStatement[]) => {
        await db.prepare("UPDATE api_keys SET last_used_on = '2099-01-01' WHERE organisation_id = ?").bind(id).run();
        return db.batch(statements);
      };
    },
  });
  await closeUnusedOrganisations({ ...env, DB } as Env, Date.now(), true);
  expect(await organisations()).toContain(id);
  await giveTokens(key, 1);
});
