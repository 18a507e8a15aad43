import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountOf } from "../../src/ledger/account.ts";
import { Lease } from "../../src/ledger/lease.ts";
import { alertBrokenLedgers, checkLedger, readStatement } from "../../src/ledger/reconciliation.ts";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { closeUnusedOrganisations, dropCallsOfClosed } from "../../src/operator/close-organisations.ts";
import { ledgerOf, ledgersOf, measureLedgers } from "../../src/platform/ledgers.ts";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import { copyDatabase } from "../support/copied-database.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callsOf,
  callTool,
  freezeClock,
  giveTokens,
  makePaid,
  organisationOf,
  runCron,
  tally,
  times,
} from "../support/harness.ts";
import { placeNewOrganisations } from "../support/ledgers.ts";

const TOOL = "get_network_company_url";
const COST = 2;
const KNOWN = { domain: "acme-robotics.example" };
const LEDGERS = ledgersOf(env);

beforeEach(() => freezeClock());
afterEach(() => void vi.useRealTimers());

const call = (key: string) => callTool(key, TOOL, KNOWN);
const alarm = (organisation: string) => runDurableObjectAlarm(env.ACCOUNTS.getByName(organisation));
const spentOf = (organisation: string) =>
  env.DB.prepare("SELECT sum(spent) AS n FROM leases WHERE organisation_id = ?").bind(organisation).first<number>("n");
const listedOf = (db: D1Database, organisation: string) =>
  db.prepare("SELECT count(*) AS n FROM calls WHERE organisation_id = ?").bind(organisation).first<number>("n");

/** A database that takes no parameter of over 2 MB, as D1 does. */
function strict(db: D1Database): D1Database {
  const prepare = (text: string) => {
    const statement = db.prepare(text);
    const bind = (...values: unknown[]) => {
      if (values.some((value) => String(value).length > 2_000_000)) throw new Error("string or blob too big");
      return statement.bind(...values);
    };
    return { bind };
  };
  return { prepare, batch: db.batch.bind(db) } as unknown as D1Database;
}

async function newIn(ledger: number): Promise<{ key: string; organisation: string }> {
  await placeNewOrganisations(ledger);
  const key = await anonymousKey();
  await makePaid(key);
  return { key, organisation: await organisationOf(key) };
}

describe.runIf(LEDGERS.length === 3)("calls in three databases", () => {
  it("those of a new organisation go to the emptiest database, and stay there when another is added", async () => {
    const sizes = await Promise.all(LEDGERS.map(async (db) => (await db.prepare("SELECT 1").run()).meta.size_after));
    await measureLedgers(env);
    const emptiest = sizes.indexOf(Math.min(...sizes));
    expect(await env.DB.prepare("SELECT value FROM state WHERE name = 'emptiest_ledger'").first("value")).toBe(
      `${emptiest}`,
    );
    const { organisation } = await newIn(2);
    expect(organisation.slice(0, 2)).toBe("02");
    expect(ledgerOf(env, organisation) === LEDGERS[2]).toBe(true);
    const { DB, DB_2 } = env as unknown as Record<string, D1Database>;
    expect(ledgerOf({ DB, DB_2 } as never, `01${organisation.slice(2)}`) === DB_2).toBe(true);
    // A number without a binding.
    expect(ledgerOf({ DB, DB_2 } as never, organisation) === DB).toBe(true);
    expect(ledgerOf({ DB } as never, `01${organisation.slice(2)}`) === DB).toBe(true);
  });

  it("40 parallel calls of cost 2 on 25 tokens are 12 answers, in each of them, and are listed there alone", async () => {
    const accounts = [await newIn(0), await newIn(1), await newIn(2)];
    const answers = await Promise.all(accounts.map(({ key }) => times(40, () => call(key))));
    for (const [index, { key, organisation }] of accounts.entries()) {
      expect(tally(answers[index] ?? [])).toMatchObject({ 200: 12 });
      expect(await balanceOf(key)).toBe(1);
      const listed = await Promise.all(LEDGERS.map((db) => listedOf(db, organisation)));
      expect(listed).toEqual(LEDGERS.map((_, ledger) => (ledger === index ? 12 : 0)));
      const { body } = await callTool(key, "list_transactions", { limit: 100 });
      expect(body.transactions.reduce((sum: number, { tokens }: { tokens: number }) => sum + tokens, 0)).toBe(1);
      expect((await callTool(key, "get_usage", {})).body.total).toEqual({ calls: 12, tokens: 24 });
    }
    expect(await brokenLedgers()).toEqual([]);
  });

  it("are listed within a second and booked within a minute; the ledger adds up at any time", async () => {
    const { key, organisation } = await newIn(1);
    await giveTokens(key, 1_000);
    await call(key);
    await alarm(organisation);
    expect(await spentOf(organisation)).toBe(0);
    let calls = 1;
    for (; calls < 20; calls++) {
      await call(key);
      advanceClock(2_000);
      await alarm(organisation);
      expect(await listedOf(ledgerOf(env, organisation), organisation)).toBe(calls + 1);
      expect(await spentOf(organisation)).toBe(0);
      expect(await brokenLedgers()).toEqual([]);
    }
    advanceClock(25_000);
    await call(key);
    advanceClock(1_000);
    await alarm(organisation);
    expect(await spentOf(organisation)).toBe(COST * (calls + 1));
    expect(await readStatement(env, organisation)).toMatchObject({ difference: 0, unlisted: 0 });
  });

  it("are neither lost nor doubled when the object leaves memory between listing and booking", async () => {
    const { key, organisation } = await newIn(2);
    await giveTokens(key, 1_000);
    for (let round = 0; round < 8; round++) {
      await times(3, () => call(key));
      if (round % 2 === 0) await alarm(organisation);
      await evictDurableObject(env.ACCOUNTS.getByName(organisation)).catch(() => {});
      expect(await brokenLedgers()).toEqual([]);
    }
    expect(await balanceOf(key)).toBe(1_025 - 24 * COST);
    expect(await callsOf(key)).toHaveLength(24);
    expect(await spentOf(organisation)).toBe(24 * COST);
    expect(await brokenLedgers()).toEqual([]);
  });

  it.each(["before", "after"])(
    "are charged once, whichever request to either database is lost %s it ran",
    async (when) => {
      for (let lost = 0; lost < 9; lost++) {
        const { key, organisation } = await newIn(1);
        let sent = 0;
        const losing = (db: D1Database) => {
          const batch = async (statements: D1PreparedStatement[]) => {
            const isLost = sent++ === lost;
            if (isLost && when === "before") throw new Error("lost");
            const results = await db.batch(statements);
            if (isLost) throw new Error("lost");
            return results;
          };
          return { prepare: db.prepare.bind(db), batch } as unknown as D1Database;
        };
        await runInDurableObject(env.ACCOUNTS.getByName(`lost-${when}-${lost}`), async (_, { storage }) => {
          const open = () =>
            new Lease(
              storage,
              losing(env.DB),
              { organisationId: organisation, holder: "test" },
              undefined,
              losing(ledgerOf(env, organisation)),
            );
          let lease = open();
          const repeat = async (step: () => Promise<unknown>) => {
            // A step that failed is repeated by the next object.
            await step().catch(() => {
              lease = open();
            });
            await step();
          };
          const ask = { tokens: 20, keyHash: null, subjects: [] };
          await repeat(() => lease.take(ask));
          for (let index = 0; index < 4; index++) {
            const beganAt = Date.now();
            const id = newId(beganAt);
            lease.hold({
              ...{ id, keyId: "k", tool: `lost ${when}`, held: COST, label: null },
              subjects: [],
              beganAt,
            });
            lease.calls.end(id, "settled", COST, beganAt);
            await repeat(() => (index === 2 ? lease.flush() : lease.list()));
          }
          await repeat(() => lease.giveBack());
          expect(lease.isOpen).toBe(false);
        });
        expect(await balanceOf(key)).toBe(25 - 4 * COST);
        expect(await spentOf(organisation)).toBe(4 * COST);
        expect(await listedOf(ledgerOf(env, organisation), organisation)).toBe(4);
      }
      expect(await brokenLedgers()).toEqual([]);
      const counted = "SELECT sum(delivered) AS calls, sum(tokens) AS tokens FROM call_hours WHERE tool = ?";
      expect(await env.DB.prepare(counted).bind(`lost ${when}`).first()).toEqual({ calls: 36, tokens: 36 * COST });
    },
  );

  it("the cron of a night sums old ones up in each of them", async () => {
    const accounts = [await newIn(0), await newIn(1), await newIn(2)];
    for (const { key, organisation } of accounts) {
      await times(3, () => call(key));
      await accountOf(env, organisation).recall();
    }
    freezeClock((Math.floor(Date.now() / DAY_MS) + 92) * DAY_MS + 3 * 60 * 60_000);
    await runCron();
    for (const [ledger, { organisation }] of accounts.entries()) {
      expect(await listedOf(LEDGERS[ledger] as D1Database, organisation)).toBe(0);
      const sum = "SELECT sum(calls) AS calls, sum(tokens) AS tokens FROM call_days WHERE organisation_id = ?";
      const days = await Promise.all(LEDGERS.map((db) => db.prepare(sum).bind(organisation).first("calls")));
      expect(days).toEqual(LEDGERS.map((_, index) => (index === ledger ? 3 : null)));
      expect(await readStatement(env, organisation)).toMatchObject({ settled: 3 * COST, difference: 0, unlisted: 0 });
    }
  });

  it("that failed while nothing could be written, however many, are written and counted in parts that D1 takes", async () => {
    const { key, organisation } = await newIn(1);
    const ledger = strict(ledgerOf(env, organisation));
    const [holder, now] = [{ organisationId: organisation, holder: "test" }, Date.now()];
    await runInDurableObject(env.ACCOUNTS.getByName("many-failed-calls"), async (_, { storage }) => {
      const lease = new Lease(storage, strict(env.DB), holder, undefined, ledger);
      lease.calls.sharesWrites = true;
      await lease.take({ tokens: 20, keyHash: null, subjects: [] });
      for (let index = 0; index < 9_000; index++) {
        const call = { id: newId(now), keyId: "key_of_many_calls", tool: "fails", held: COST, label: null };
        lease.hold({ ...call, subjects: [], beganAt: now });
        lease.calls.end(call.id, "released", 0, now);
      }
      await lease.giveBack();
      expect([lease.isOpen, lease.isDue]).toEqual([false, false]);
    });
    expect(await listedOf(ledgerOf(env, organisation), organisation)).toBe(9_000);
    const failed = "SELECT sum(failed) AS n FROM call_hours WHERE tool = 'fails'";
    expect([await env.DB.prepare(failed).first("n"), await balanceOf(key)]).toEqual([9_000, 25]);
  });

  it("a call that is missing there, or that was never charged, is a difference", async () => {
    const { key, organisation } = await newIn(1);
    await times(3, () => call(key));
    expect(await callsOf(key)).toHaveLength(3);
    const ledger = ledgerOf(env, organisation);
    const [row] = (
      await ledger.prepare("SELECT * FROM calls WHERE organisation_id = ? LIMIT 1").bind(organisation).all()
    ).results;
    const drop = "DELETE FROM calls WHERE organisation_id = ? AND id = ?";
    await ledger.prepare(drop).bind(organisation, row?.id).run();
    expect(await brokenLedgers()).toMatchObject([{ organisationId: organisation, unlisted: COST }]);
    const insert = `INSERT INTO calls (${Object.keys(row ?? {})}) VALUES (${Object.keys(row ?? {}).map(() => "?")})`;
    await ledger
      .prepare(insert)
      .bind(...Object.values(row ?? {}))
      .run();
    expect(await brokenLedgers()).toEqual([]);
    // With an open lease a listed call may still be charged; without one it may not.
    advanceClock(61_000);
    await alarm(organisation);
    await ledger
      .prepare(insert)
      .bind(...Object.values({ ...row, id: `${"f".repeat(31)}0` }))
      .run();
    expect(await brokenLedgers()).toMatchObject([{ organisationId: organisation, unlisted: -COST }]);
    await ledger
      .prepare(drop)
      .bind(organisation, `${"f".repeat(31)}0`)
      .run();
    expect((await checkLedger(env)).broken).toEqual([]);
  });

  it("organisations of two of them are merged while they call, and every token is in one place", async () => {
    for (let round = 0; round < 3; round++) {
      const email = freshAddress();
      await placeNewOrganisations(1);
      const owner = await claimWorkspace(email);
      await makePaid(owner);
      await makePaid(owner);
      const before = await balanceOf(owner);
      const other = await newIn(2);
      await giveTokens(other.key, 100);
      await call(other.key);
      const [claimed, own, others] = await Promise.all([
        claimWorkspace(email, other.key),
        times(10, () => call(owner)),
        times(10, () => call(other.key)),
      ]);
      advanceClock(200_000);
      await alarm(other.organisation);
      await runCron();
      const charged = (answers: { headers: Headers }[]) =>
        answers.reduce((sum, { headers }) => sum + Number(headers.get("X-Tokens-Charged") ?? 0), 0);
      // An address takes one trial into its workspace.
      expect(await balanceOf(claimed)).toBe(before - charged(own) + 125 - COST - charged(others));
      expect(await readStatement(env, other.organisation)).toMatchObject({ balance: 0, held: 0, unlisted: 0 });
      expect(await brokenLedgers()).toEqual([]);
    }
  });

  it("calls of an organisation from before its database was bound are read from DB", async () => {
    const { key, organisation } = await newIn(1);
    await times(2, () => call(key));
    const calls = await callsOf(key);
    const ledger = ledgerOf(env, organisation);
    const all = await ledger.prepare("SELECT * FROM calls WHERE organisation_id = ?").bind(organisation).all();
    for (const row of all.results.slice(0, 1)) {
      const insert = `INSERT INTO calls (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")})`;
      await env.DB.prepare(insert)
        .bind(...Object.values(row))
        .run();
      await ledger.prepare("DELETE FROM calls WHERE id = ?").bind(row.id).run();
    }
    const { body } = await callTool(key, "list_transactions", { limit: 100 });
    const listed = body.transactions.flatMap(({ request_id: id }: { request_id: string | null }) => id ?? []);
    expect(listed.toSorted()).toEqual(calls.map(({ id }) => id));
    expect((await callTool(key, "get_usage", {})).body.total).toEqual({ calls: 2, tokens: 4 });
    expect(await brokenLedgers()).toEqual([]);
  });

  it("calls of a closed organisation are summed up in DB, and deleted even if the first run died", async () => {
    vi.setSystemTime(Date.UTC(2030, 0, 1, 12));
    await placeNewOrganisations(2);
    const key = await anonymousKey();
    const organisation = await organisationOf(key);
    await times(4, () => call(key));
    await callsOf(key);
    advanceClock(61_000);
    await alarm(organisation);
    const ledger = ledgerOf(env, organisation);
    advanceClock(200 * DAY_MS);
    await closeUnusedOrganisations(env, Date.now(), true);
    const sums = "SELECT sum(calls) AS calls, sum(tokens) AS tokens FROM call_days WHERE organisation_id = ?";
    const kept = await env.DB.prepare(sums).bind("0".repeat(24)).first<{ calls: number }>();
    expect(kept?.calls).toBeGreaterThanOrEqual(4);
    expect(await listedOf(ledger, organisation)).toBe(4);
    expect(await brokenLedgers()).toEqual([]);
    await times(3, () => dropCallsOfClosed(env, true));
    expect(await listedOf(ledger, organisation)).toBe(0);
    expect(await ledger.prepare("SELECT 1 FROM organisations WHERE id = ?").bind(organisation).first()).toBe(null);
    expect(await env.DB.prepare(sums).bind("0".repeat(24)).first()).toEqual(kept);
  });

  it("calls that a restore of DB alone left without a charge are charged by the cron's check, once, to the token", async () => {
    const { key, organisation } = await newIn(1);
    await giveTokens(key, 975);
    const rest = async () => {
      advanceClock(61_000);
      await alarm(organisation);
    };
    await times(3, () => call(key));
    await rest();
    const putBack = await copyDatabase(env.DB);
    await times(4, () => call(key));
    await rest();
    await putBack();
    const unlisted = async () => (await readStatement(env, organisation))?.unlisted;
    expect([await unlisted(), await balanceOf(key)]).toEqual([-4 * COST, 1_000 - 3 * COST]);
    await times(3, () => alertBrokenLedgers(env, true));
    expect([await unlisted(), await balanceOf(key)]).toEqual([0, 1_000 - 7 * COST]);
    await alertBrokenLedgers(env, true);
    await times(2, () => call(key));
    await rest();
    expect(await readStatement(env, organisation)).toMatchObject({ balance: 1_000 - 9 * COST, held: 0, unlisted: 0 });
    expect(await brokenLedgers()).toEqual([]);
  });

  it("a call that its account object has yet to charge is not charged by the check as well", async () => {
    const { key, organisation } = await newIn(2);
    await giveTokens(key, 975);
    const putBack = await copyDatabase(env.DB);
    await times(3, () => call(key));
    advanceClock(61_000);
    await alarm(organisation);
    // Listed, and charged neither before nor after the restore; DB has no lease of the object.
    await times(2, () => call(key));
    await alarm(organisation);
    await putBack();
    expect(await listedOf(ledgerOf(env, organisation), organisation)).toBe(5);
    expect((await readStatement(env, organisation))?.unlisted).toBe(-5 * COST);
    await alertBrokenLedgers(env, true);
    expect(await balanceOf(key)).toBe(1_000 - 5 * COST);
    // Calls go on while it runs again and again.
    const calls = times(6, () => call(key));
    for (let run = 0; run < 3; run++) await alertBrokenLedgers(env, true);
    expect(tally(await calls)).toEqual({ 200: 6 });
    await accountOf(env, organisation).recall();
    expect(await readStatement(env, organisation)).toMatchObject({ balance: 1_000 - 11 * COST, held: 0, unlisted: 0 });
    expect(await brokenLedgers()).toEqual([]);
  });

  it("what the balance lacks for them is owed; a charge without its call stays an alert", async () => {
    const { key, organisation } = await newIn(1);
    const putBack = await copyDatabase(env.DB);
    await giveTokens(key, 1_000);
    await times(20, () => call(key));
    advanceClock(61_000);
    await alarm(organisation);
    await putBack();
    await alertBrokenLedgers(env, true);
    expect(await readStatement(env, organisation)).toMatchObject({ balance: 0, owed: 20 * COST - 25, unlisted: 0 });
    await ledgerOf(env, organisation).prepare("DELETE FROM calls WHERE organisation_id = ?").bind(organisation).run();
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    await alertBrokenLedgers(env, true);
    expect(JSON.parse(logged.mock.lastCall?.[0])).toMatchObject({
      event: "ledgers_do_not_add_up",
      organisations: [{ organisationId: organisation, unlisted: 20 * COST }],
    });
    logged.mockRestore();
  });
});
