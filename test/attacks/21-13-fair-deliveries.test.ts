/** Attack: receivers of one tenant that hang keep other tenants' deliveries to the same host waiting for ever. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_TRIES_AT_ONCE_PER_HOST, MAX_TRIES_AT_ONCE_PER_ORGANISATION } from "../../src/constants.ts";
import { MINUTE_MS } from "../../src/lib/time.ts";
import { type ClaimedTry, claimTry, endTry, findDue } from "../../src/webhooks/claim-delivery.ts";
import { type DeliveryMessage, enqueueDeliveries } from "../../src/webhooks/enqueue-deliveries.ts";
import { advanceClock, freezeClock, times } from "../support/harness.ts";

const SHARED = "hooks.example";

beforeEach(async () => {
  freezeClock();
  await env.DB.batch(
    ["webhook_tries", "webhook_deliveries", "webhook_endpoints"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

/** Gives a tenant an active endpoint on a host and `count` due deliveries to it, whose ids are `evt_{tenant}_{host}_{index}`. */
async function tenant(name: string, count: number, host = SHARED): Promise<void> {
  const endpoint = `wep_${name}_${host}`;
  await env.DB.prepare(
    `INSERT INTO webhook_endpoints (id, organisation_id, url, host, status, secret, base_url, request_host, created_at)
     VALUES (?1, ?2, 'https://' || ?3 || '/', ?3, 'active', '', '', '', 0)`,
  )
    .bind(endpoint, name, host)
    .run();
  const events = Array.from({ length: count }, (_, index) => ({
    id: `evt_${name}_${host}_${index}`,
    type: "test.event",
    occurredAt: Date.now(),
    data: {},
  }));
  const to = { organisationId: name, endpointIds: [endpoint] };
  await env.DB.batch(events.flatMap((event) => enqueueDeliveries(env.DB, event, to)));
  advanceClock(1);
}

/** Claims as many of a tenant's deliveries as may run, as if the queue brought a message for each at once. */
async function claimAll(name: string): Promise<ClaimedTry[]> {
  const find = `SELECT id AS delivery, attempt FROM webhook_deliveries WHERE endpoint_id = ?`;
  const { results } = await env.DB.prepare(find).bind(`wep_${name}_${SHARED}`).all<DeliveryMessage>();
  const claims = await Promise.all(results.map((message) => claimTry(env.DB, message)));
  return claims.filter((claim) => claim !== null);
}

/** The tenants of deliveries, counted. */
async function tenantsOf(deliveries: { delivery: string }[]): Promise<Record<string, number>> {
  const find = `SELECT organisation_id AS tenant, count(*) AS n FROM webhook_deliveries d
    JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.id IN (SELECT value FROM json_each(?)) GROUP BY 1 ORDER BY 1`;
  const ids = JSON.stringify(deliveries.map(({ delivery }) => delivery));
  const { results } = await env.DB.prepare(find).bind(ids).all<{ tenant: string; n: number }>();
  return Object.fromEntries(results.map(({ tenant: name, n }) => [name, n]));
}

const FAST = { isDelivered: true, isGone: false, httpStatus: 204, reason: null, durationMs: 5, nextAt: null };

describe("21.13: deliveries are chosen among organisations that have room", () => {
  it("a tenant alone never fills a host, and one whose receivers hang is passed over", async () => {
    await tenant("hanging", 30);
    await tenant("other", 3);
    const first = await findDue(env.DB, 1_000);
    expect(await tenantsOf(first)).toEqual({ hanging: 7, other: 3 });
    // The queue brings messages of all the hanging ones.
    expect(await claimAll("hanging")).toHaveLength(MAX_TRIES_AT_ONCE_PER_ORGANISATION);
    expect(await tenantsOf(await findDue(env.DB, 1_000))).toEqual({ other: 2 });
    // Retries of the hanging tenant are the oldest for good; the others' are found at every run all the same.
    for (const _ of [1, 2, 3]) {
      const [due] = await findDue(env.DB, 1_000);
      const claimed = due && (await claimTry(env.DB, due));
      expect(claimed?.endpointId).toBe(`wep_other_${SHARED}`);
      if (claimed) await endTry(env.DB, claimed, FAST);
    }
  });

  it("the next delivery of a host is one of an organisation with room, the one with the fewest running first", async () => {
    await tenant("large", 40);
    await tenant("small", 1);
    const claims = await claimAll("large");
    expect(claims).toHaveLength(8);
    const [ended] = claims;
    const next = ended && (await endTry(env.DB, ended, FAST, true));
    expect(next?.endpointId).toBe(`wep_small_${SHARED}`);
    const last = next && (await endTry(env.DB, next, FAST, true));
    expect(last?.endpointId).toBe(`wep_large_${SHARED}`);
    // All eight of the only tenant that waits are running, so none follows a claim that is not its own.
    await tenant("third", 1);
    const [third] = (await findDue(env.DB, 10)).slice(0, 1);
    const claimed = third && (await claimTry(env.DB, third));
    expect(claimed?.endpointId).toBe(`wep_third_${SHARED}`);
    expect(claimed && (await endTry(env.DB, claimed, FAST, true))).toBeNull();
  });

  it("a full host does not use up the turns of a tenant at its other hosts", async () => {
    await tenant("first", 20);
    await tenant("second", 20);
    await tenant("both", 20);
    await tenant("both", 5, "quiet.example");
    const claims = [...(await claimAll("first")), ...(await claimAll("second"))];
    expect(claims).toHaveLength(MAX_TRIES_AT_ONCE_PER_HOST);
    expect(await tenantsOf(await findDue(env.DB, 1_000))).toEqual({ both: 5 });
  });

  it("20 claims that race after one end begin no more than the host has room for", async () => {
    for (const name of ["a", "b", "c"]) await tenant(name, 20);
    const due = await findDue(env.DB, 1_000);
    expect(due).toHaveLength(MAX_TRIES_AT_ONCE_PER_HOST);
    expect(await tenantsOf(due)).toEqual({ a: 4, b: 3, c: 3 });
    const claims = (await Promise.all(due.map((message) => claimTry(env.DB, message)))).filter(
      (claim) => claim !== null,
    );
    await times(20, (index) => endTry(env.DB, claims[index % claims.length] as never, FAST, true));
    const running = `SELECT count(*) AS n FROM webhook_deliveries WHERE status = 'sending'`;
    expect(await env.DB.prepare(running).first("n")).toBe(MAX_TRIES_AT_ONCE_PER_HOST);
    advanceClock(2 * MINUTE_MS);
    expect(await findDue(env.DB, 1_000)).toHaveLength(MAX_TRIES_AT_ONCE_PER_HOST);
  });
});
