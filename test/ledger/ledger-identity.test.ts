import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, inject, it, vi } from "vitest";
import { expireHolds, recallStaleLeases } from "../../src/ledger/account.ts";
import { ledgersOf } from "../../src/platform/ledgers.ts";
import { claimWorkspace } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  brokenLedgers,
  callTool,
  freezeClock,
  makePaid,
  runCron,
} from "../support/harness.ts";
import { placeNewOrganisations } from "../support/ledgers.ts";
import { KNOWN, randomFrom, randomLedger } from "../support/random-ledger.ts";
import { STRIPE } from "../support/stripe-deployment.ts";

/** `SEED=… npx vitest run test/ledger/ledger-identity.test.ts` plans the same run again. */
const SEED = inject("seed");
/** `npm run fuzz` asks for many more. */
const OPERATIONS = 25 * inject("fuzzRuns");
const AT_ONCE = 25;
const ACCOUNTS = 12;
const OPEN_LEASES = "SELECT organisation_id AS organisation, holder FROM leases WHERE state = 'open'";

function value(query: string): Promise<number | null> {
  return env.DB.prepare(query).first<number>("value");
}

/** The sum of all transactions an organisation is shown. */
async function historyOf(key: string): Promise<number> {
  let total = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await callTool(key, "list_transactions", { limit: 100, ...(cursor && { cursor }) });
    for (const { tokens } of body.transactions) total += tokens;
    cursor = body.next_cursor;
  }
  return total;
}

it(`accounts for every token after ${OPERATIONS} operations at random`, { timeout: 1_800_000 }, async () => {
  console.log(`seed ${SEED}`);
  vi.spyOn(console, "error").mockImplementation(() => {});
  freezeClock();
  const random = randomFrom(SEED);
  const { accounts, bought, batches, answers, accepted, call, draw } = randomLedger(random);
  const ledgers = ledgersOf(env).length;
  for (let index = 0; index < ACCOUNTS; index++) {
    await placeNewOrganisations(index % ledgers);
    const email = index % 3 === 0 ? null : `owner-${index}@identity.example`;
    const key = email === null ? await anonymousKey() : await claimWorkspace(email);
    await makePaid(key);
    // Sites are fetched once a second at most; after the first call this one is known.
    await call(key, "get_network_company_url", KNOWN);
    accounts.push({ key, email });
  }

  let latest = 0;
  for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
    latest = Math.max(latest, Date.now());
    const operations = Array.from({ length: AT_ONCE }, draw);
    await placeNewOrganisations((done / AT_ONCE) % ledgers);
    await Promise.all(operations.map((run) => run()));
    expect(await brokenLedgers(), `after ${done + AT_ONCE} operations`).toEqual([]);
    expect(accepted, "accepted after a revocation, or beyond a cap").toEqual([]);
    advanceClock(random() < 0.1 ? -300_000 * random() : 60_000 * random());
  }

  let chargedInBatches = 0;
  for (const id of batches) {
    const batch = env.BATCHES.getByName(id);
    let step = 1_000;
    const drive = async () => {
      // Its alarm is set by the clock of the test, which is minutes ahead of workerd's. Retries are minutes away.
      advanceClock(step);
      step = Math.min(10_000, step * 1.2);
      await runDurableObjectAlarm(batch);
      return (await batch.status())?.status ?? "ended";
    };
    await expect.poll(drive).toBe("ended");
    chargedInBatches += (await batch.status())?.tokens.charged ?? 0;
  }
  for (const { key } of accounts) {
    // Busy or over the rate, it would go on buying while the sums are compared.
    const stop = async () => {
      advanceClock(1_000);
      return (await call(key, "set_auto_reload", { enabled: false })).status;
    };
    await expect.poll(stop, { timeout: 60_000 }).toBe(200);
  }
  // Backward jumps may add up to more than a hold's lifetime: all holds are older than this.
  vi.setSystemTime(Math.max(latest, Date.now()) + 600_000);
  await runCron();
  await runCron(STRIPE);
  // The clock has gone back: holds with ids older than what the sweep of a minute reads are found by the nightly one.
  await expireHolds(env, Date.now(), true);
  while ((await recallStaleLeases(env, Date.now())) > 0);
  // A call or the creation of a batch that was cut off is ended by the alarm of its object, or a call by the cron.
  const hasAlarms = random() < 0.5;
  const rest = async () => {
    advanceClock(hasAlarms ? 61_000 : 181_000);
    const { results } = await env.DB.prepare(OPEN_LEASES).all<{ organisation: string; holder: string }>();
    for (const { organisation, holder } of results) {
      if (holder !== "account") await runDurableObjectAlarm(env.BATCHES.getByName(holder));
      else if (hasAlarms) await runDurableObjectAlarm(env.ACCOUNTS.getByName(organisation));
    }
    if (!hasAlarms) await recallStaleLeases(env, Date.now());
    return results;
  };
  await expect.poll(rest, { message: "leases of organisations at rest" }).toEqual([]);
  // A charge whose answer was withheld may be booked back after its lease has ended.
  const { results: organisations } = await env.DB.prepare("SELECT id FROM organisations").all<{ id: string }>();
  for (const { id } of organisations) await runDurableObjectAlarm(env.ACCOUNTS.getByName(id));
  expect(await brokenLedgers()).toEqual([]);
  expect(await value("SELECT count(*) AS value FROM holds WHERE state = 'open'"), "calls that never end").toBe(0);

  const inCalls = answers.reduce((sum, { headers }) => sum + Number(headers.get("X-Tokens-Charged") ?? 0), 0);
  const charged = inCalls + chargedInBatches;
  const settled = `SELECT (SELECT coalesce(sum(tokens), 0) FROM holds WHERE state = 'settled')
    + (SELECT coalesce(sum(spent), 0) FROM leases)
    - (SELECT coalesce(sum(tokens), 0) FROM entries WHERE reference LIKE 'withheld:%') AS value`;
  expect(await value(settled), "charged as callers were told").toBe(charged);
  const transferred = "SELECT coalesce(sum(tokens), 0) AS value FROM entries WHERE type = 'transfer'";
  expect(await value(transferred), "transferred in and out").toBe(0);
  expect(await value("SELECT count(DISTINCT type) AS value FROM entries"), "kinds of movement").toBeGreaterThan(2);
  const credited = "SELECT sum(tokens) AS value FROM entries WHERE type = 'purchase'";
  const paid = "SELECT sum(tokens) AS value FROM purchases WHERE state = 'paid'";
  expect(await value(credited), "bought").toBe(await value(paid));
  for (const { id, cents, refundedCents, disputedCents } of bought) {
    const disputed = [...disputedCents.values()].reduce((sum, part) => sum + part, 0);
    const reversed = `SELECT -coalesce(sum(tokens), 0) AS value FROM entries WHERE reference LIKE 'reversal:${id}:%'`;
    expect(await value(reversed), `reversed of ${id}`).toBe(Math.min(cents, refundedCents + disputed));
  }

  for (const { key } of accounts) {
    const { status, body } = await callTool(key, "get_token_balance");
    expect(status, key).toBe(200);
    expect(await historyOf(key), JSON.stringify(body)).toBe(body.balance + body.held - body.owed);
  }

  const statuses = Object.groupBy(answers, ({ status }) => status);
  console.log(
    `${answers.length} answers`,
    Object.entries(statuses).map(([status, all]) => `${status}: ${all?.length}`),
  );
  // A short run may lack one of them.
  if (OPERATIONS < 2_500) return;
  for (const status of [200, 303, 402, 409, 422, 503])
    expect(statuses[status]?.length ?? 0, `${status}s`).toBeGreaterThan(OPERATIONS / 200);
});
