import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { issueKey, readKey } from "../../src/accounts/keys/key-format.ts";
import { insertKey, insertOrganisation } from "../../src/accounts/registration/anonymous.ts";
import { readConfig } from "../../src/config.ts";
import { authenticate, bookEntry, release, settle, sweepHolds, takeHold } from "../../src/ledger/holds.ts";
import { newId, newOrganisationId } from "../../src/lib/ids.ts";
import { ledgerOf } from "../../src/platform/database.ts";
import { signer } from "../../src/platform/secrets.ts";
import { times } from "../support/harness.ts";

beforeAll(async () => {
  await applyD1Migrations(env.LEDGER_1, env.TEST_MIGRATIONS);
  await applyD1Migrations(env.LEDGER_2, env.TEST_MIGRATIONS);
});

/** The promises of the ledger, whatever number of databases it is spread over: a key alone says where its account is. */
describe.each([
  ["one database", () => [env.DB] as [D1Database]],
  [
    "three databases chosen by the shard byte",
    () => [env.DB, env.LEDGER_1, env.LEDGER_2] as [D1Database, ...D1Database[]],
  ],
])("the ledger on %s", (_, databases) => {
  async function account(tokens: number) {
    const now = Date.now();
    const organisationId = newOrganisationId();
    const sign = await signer(readConfig(env), "api-key");
    const issued = await issueKey(sign, { organisationId, now });
    const shard = (await readKey(sign, issued.key, now))?.shard ?? Number.NaN;
    const db = ledgerOf(databases(), shard);
    await db.batch([
      insertOrganisation(db, organisationId, null, now),
      bookEntry(db, { organisationId, type: "grant", tokens, reference: `trial:${organisationId}` }, now),
      insertKey(db, issued, { organisationId, name: "contract", country: null }),
    ]);
    const hold = (cost: number, more: object = {}) => {
      const request = {
        id: newId(Date.now()),
        keyHash: issued.hash,
        tool: "t",
        tokens: cost,
        label: null,
        now: Date.now(),
      };
      return takeHold(db, { ...request, ...more });
    };
    const balance = async () => (await authenticate(db, issued.hash, Date.now()))?.balance;
    return { db, hash: issued.hash, organisationId, hold, balance };
  }

  it("finds each of many accounts where its key says, and nowhere else", async () => {
    const accounts = await times(24, () => account(5));
    for (const { db, hash, balance } of accounts) {
      expect(await balance()).toBe(5);
      for (const other of databases()) if (other !== db) expect(await authenticate(other, hash, Date.now())).toBeNull();
    }
    expect(new Set(accounts.map(({ db }) => db)).size).toBe(databases().length);
  });

  it("never holds more than there is, and tells want of tokens from an unknown key", async () => {
    const { db, hold, balance } = await account(10);
    const results = await times(40, () => hold(3));
    expect(results.filter(({ status }) => status === "held")).toHaveLength(3);
    expect(results.filter(({ status }) => status === "insufficient")).toHaveLength(37);
    expect(await balance()).toBe(1);
    expect(
      await takeHold(db, {
        id: newId(Date.now()),
        keyHash: "0".repeat(64),
        tool: "t",
        tokens: 1,
        label: null,
        now: Date.now(),
      }),
    ).toMatchObject({ status: "unauthorised" });
  });

  it("takes a hold once however often it is sent, and returns it once, whether its release or a settlement came first", async () => {
    const { db, hold, balance } = await account(10);
    const id = newId(Date.now());
    await times(5, () => hold(4, { id }));
    expect(await balance()).toBe(6);
    await Promise.all([settle(db, id), release(db, id), settle(db, id), release(db, id)]);
    expect(await balance()).toBe(10);
    const kept = newId(Date.now());
    await hold(4, { id: kept });
    await times(3, () => settle(db, kept));
    expect(await balance()).toBe(6);
  });

  it("returns holds of dead requests once, and leaves recent ones", async () => {
    const { db, hold, balance } = await account(10);
    await hold(4, { id: newId(Date.now() - 121_000) });
    await hold(4);
    await times(4, () => sweepHolds(db, Date.now()));
    expect(await balance()).toBe(6);
  });
});
