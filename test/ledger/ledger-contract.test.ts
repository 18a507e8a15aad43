import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueKey } from "../../src/accounts/keys/key-format.ts";
import { NEW_ORGANISATION } from "../../src/accounts/registration/register.ts";
import { readConfig } from "../../src/config.ts";
import { authenticate, bookEntry, release, settle, sweepHolds, takeHold } from "../../src/ledger/holds.ts";
import { newId, newOrganisationId } from "../../src/lib/ids.ts";
import { transact } from "../../src/platform/database.ts";
import { times } from "../support/harness.ts";

/** What every direct hold promises. */
describe("the ledger", () => {
  async function account(tokens: number) {
    const now = Date.now();
    const organisationId = newOrganisationId();
    const issued = await issueKey(readConfig(env), { organisationId, now });
    const db = env.DB;
    await transact(db, { ...issued, organisationId, country: null }, [
      ...NEW_ORGANISATION,
      bookEntry(db, { organisationId, type: "grant", tokens, reference: `trial:${organisationId}` }, now),
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
