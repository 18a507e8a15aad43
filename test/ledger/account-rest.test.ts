import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { accountOf } from "../../src/ledger/account.ts";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/time.ts";
import { claimWorkspace } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  makePaid,
  organisationOf,
  postForm,
  runCron,
  times,
} from "../support/harness.ts";
import { KNOWN } from "../support/random-ledger.ts";

type Resting = ReturnType<typeof env.ACCOUNTS.getByName> | ReturnType<typeof env.BATCHES.getByName>;

const TOOL = "get_network_company_url";
const MISSING = { domain: "does-not-exist.example" };
/** An account's alarms: flush, lease back, dead calls, stored answers, and four a day while misses of the day count. */
const MAX_ALARMS = 12;

afterEach(() => vi.useRealTimers());

const alarmOf = (object: Resting) => runInDurableObject(object, (_, { storage }) => storage.getAlarm());

/** Rows in the object's storage, by table. */
const rowsOf = (object: Resting) =>
  runInDurableObject(object, (_, { storage: { sql } }) => {
    const find = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'";
    const names = sql.exec<{ name: string }>(find).toArray();
    const rows = names.map(({ name }) => [name, sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${name}`).one().n]);
    return Object.fromEntries(rows.filter(([, count]) => count !== 0));
  });

/** Fires the object's alarms as they are due, until none is set. Returns how many there were. */
async function rest(object: Resting): Promise<number> {
  for (let alarms = 0; ; alarms++) {
    const at = await alarmOf(object);
    if (at === null || alarms > 10 * MAX_ALARMS) return alarms;
    if (at > Date.now()) vi.setSystemTime(at);
    await runDurableObjectAlarm(object);
  }
}

it("organisations left alone come to rest: every token in D1, no alarm set, nothing stored", async () => {
  // So far ahead that no alarm fires by itself.
  freezeClock(Date.now() + HOUR_MS);
  const start = Date.now();
  const key = await claimWorkspace("left-alone@rest.example");
  await makePaid(key);
  await giveTokens(key, 500);
  const before = await balanceOf(key);
  const answers = await times(3, () => callTool(key, TOOL, KNOWN));
  answers.push(...(await times(3, (index) => callTool(key, TOOL, KNOWN, { "Idempotency-Key": `${index}` }))));
  answers.push(await callTool(key, TOOL, MISSING), await callTool(key, TOOL, { domain: "no domain" }));

  const { body: capped } = await callTool(key, "create_api_key", { name: "capped", cap_tokens_per_day: 5 });
  const underCap = await times(6, () => callTool(capped.api_key, TOOL, KNOWN));
  expect(underCap.filter(({ status }) => status === 200)).toHaveLength(2);
  answers.push(...underCap);
  // A call whose Worker dies.
  const organisation = await organisationOf(key);
  const find = env.DB.prepare("SELECT id, hash FROM api_keys WHERE organisation_id = ? AND cap_per_day = 5");
  const dying = (await find.bind(organisation).first<{ id: string; hash: string }>()) ?? { id: "", hash: "" };
  const opening = { id: newId(Date.now()), tool: TOOL, tokens: 1, label: null, idempotent: null, key: dying };
  expect((await accountOf(env, organisation).begin(opening)).status).toBe("open");
  const { body } = await callTool(key, "create_batch", { tool: TOOL, inputs: [KNOWN, MISSING] });
  const batch = env.BATCHES.getByName(body.id);
  const drive = async () => {
    advanceClock(1_000);
    await runDurableObjectAlarm(batch);
    return (await batch.status())?.status ?? "ended";
  };
  await expect.poll(drive, { timeout: 60_000, interval: 300 }).toBe("ended");
  const inBatch = (await batch.status())?.tokens.charged ?? 0;
  await postForm("/oauth/revoke", { token: capped.api_key });

  const poor = await anonymousKey();
  await giveTokens(poor, -24);
  expect((await callTool(poor, TOOL, KNOWN)).status).toBe(402);
  const revoked = await anonymousKey();
  await postForm("/oauth/revoke", { token: revoked });
  expect((await callTool(revoked, TOOL, KNOWN)).status).toBe(401);

  const names = [organisation, await organisationOf(poor), await organisationOf(revoked)];
  for (const name of names) {
    const account = accountOf(env, name);
    expect(await rest(account), "alarms").toBeLessThanOrEqual(MAX_ALARMS);
    expect(await rowsOf(account)).toEqual({});
  }
  expect(await rest(batch), "alarms of the batch").toBeLessThanOrEqual(MAX_ALARMS);
  expect(await rowsOf(batch)).toEqual({});
  advanceClock(Math.max(0, start + 31 * DAY_MS - Date.now()));
  await runCron();

  expect(await brokenLedgers()).toEqual([]);
  const open = `SELECT (SELECT count(*) FROM leases WHERE state = 'open') + (SELECT count(*) FROM holds WHERE state = 'open')
    AS open`;
  expect(await env.DB.prepare(open).first("open")).toBe(0);
  const charged = answers.reduce((sum, { headers }) => sum + Number(headers.get("X-Tokens-Charged") ?? 0), inBatch);
  const balance = env.DB.prepare("SELECT balance FROM organisations WHERE id = ?").bind(organisation);
  expect(await balance.first("balance")).toBe(before - charged);
  const reserved = env.DB.prepare("SELECT sum(tokens) AS reserved FROM lease_caps WHERE organisation_id = ?");
  expect(await reserved.bind(organisation).first("reserved"), "used of the cap").toBe(4);
  expect((await callTool(key, TOOL, KNOWN)).status).toBe(200);
});
