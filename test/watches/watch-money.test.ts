import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../src/lib/time.ts";
import { claimWorkspace } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  organisationOf,
  richKey,
  runCron,
  tally,
  times,
} from "../support/harness.ts";
import { changeSite } from "../support/signal-harness.ts";
import { dueLooks, eventsOf, lookNow, lookTomorrow } from "../support/watch-harness.ts";

const domain = "changing.example";
const TABLES = ["watch_events", "watch_heads", "watch_subscriptions", "watches", "watched_domains"];
const jobs = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: `j${id}`, title: `Cook ${id}`, place: "Porto" }));
const NEVER = "00000000000000000000000000000000";

/** Before a month's end there is time for two looks. */
let start = Date.UTC(2027, 0, 3, 12);

beforeEach(async () => {
  start += 92 * DAY_MS;
  freezeClock(start);
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  await env.DATA.exec("DELETE FROM source_cache");
  await changeSite({ jobs: [] });
});
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

async function watched(key: string, fields: Record<string, unknown> = {}): Promise<string> {
  const asked = { domains: [domain], events: ["jobs.opened"], max_tokens_month: 1_000, ...fields };
  const { body } = await callTool(key, "create_watch", asked);
  await lookNow();
  return body.id;
}

async function states(key: string): Promise<string[]> {
  return (await eventsOf(key)).map(({ status }) => status);
}

it("events beyond the monthly cap are withheld, and come when it is raised or a month begins", async () => {
  const key = await richKey();
  const before = await balanceOf(key);
  const id = await watched(key, { max_tokens_month: 5 });
  await changeSite({ jobs: jobs(4) });
  await lookTomorrow();
  const first = await callTool(key, "list_watch_events");
  expect(first.body.events.map(({ status }: { status: string }) => status)).toEqual([
    "delivered",
    "delivered",
    "withheld",
    "withheld",
  ]);
  const [, , third] = first.body.events;
  expect(third).toMatchObject({
    domain,
    type: "jobs.opened",
    before: null,
    after: null,
    evidence: [],
    tokens_charged: 0,
  });
  expect(await balanceOf(key)).toBe(before - 4);
  const [watch] = (await callTool(key, "list_watches")).body.watches;
  expect(watch).toMatchObject({ tokens_this_month: 4, events_this_month: 2, withheld_events: 2, max_tokens_month: 5 });

  await callTool(key, "update_watch", { id, max_tokens_month: 6 });
  await runCron();
  const next = await callTool(key, "list_watch_events", { cursor: first.body.next_cursor });
  expect(next.body.events).toMatchObject([{ id: third.id, status: "delivered", after: { title: "Cook 2" } }]);

  advanceClock(32 * DAY_MS);
  // The site changes no more, so only the withheld event of last month is left to charge; it is older than what is kept.
  await env.DB.prepare("UPDATE watch_events SET observed_at = ?").bind(Date.now()).run();
  await runCron();
  expect(await states(key)).toEqual(["delivered", "delivered", "delivered", "delivered"]);
  expect((await callTool(key, "list_watches")).body.watches[0].tokens_this_month).toBe(2);
  expect(await balanceOf(key)).toBe(before - 8);
});

it("without tokens events wait, and are released oldest first after a top-up", async () => {
  const key = await anonymousKey();
  await watched(key);
  await giveTokens(key, 3 - 25);
  await changeSite({ jobs: jobs(3) });
  await lookTomorrow();
  expect(await states(key)).toEqual(["delivered", "withheld", "withheld"]);
  expect(await balanceOf(key)).toBe(1);
  await giveTokens(key, 2);
  await runCron();
  // What is released comes after what has been read.
  const events = await eventsOf(key);
  expect(events.map(({ status, after }) => after?.title ?? status)).toEqual(["Cook 0", "withheld", "Cook 1"]);
  expect(await balanceOf(key)).toBe(1);
});

it("a released event comes after every cursor, also when the last event has been deleted since", async () => {
  const key = await anonymousKey();
  await watched(key);
  await giveTokens(key, 3 - 25);
  await changeSite({ jobs: jobs(3) });
  await lookTomorrow();
  const read = await callTool(key, "list_watch_events");
  await env.DB.prepare("DELETE FROM watch_events WHERE seq = ?").bind(read.body.events[2].seq).run();
  await giveTokens(key, 2);
  await runCron();
  const next = (await callTool(key, "list_watch_events", { cursor: read.body.next_cursor })).body;
  expect(next.events).toMatchObject([{ id: read.body.events[1].id, status: "delivered" }]);
  // The same again, after a release.
  await env.DB.prepare("UPDATE watch_events SET state = 'withheld' WHERE seq = ?").bind(read.body.events[0].seq).run();
  await env.DB.prepare("DELETE FROM watch_events WHERE seq = ?").bind(next.events[0].seq).run();
  await giveTokens(key, 2);
  await runCron();
  const last = (await callTool(key, "list_watch_events", { cursor: next.next_cursor })).body;
  expect(last.events).toMatchObject([{ id: read.body.events[0].id, status: "delivered" }]);
});

it("tokens that the account object has leased pay for events too, and are spent once", async () => {
  const key = await anonymousKey();
  await watched(key);
  await changeSite({ jobs: jobs(12) });
  advanceClock(DAY_MS);
  // Leases all 25 tokens, and spends two.
  expect((await callTool(key, "get_network_company_url", { domain: "acme-robotics.example" })).status).toBe(200);
  const leased = await env.DB.prepare("SELECT balance FROM organisations WHERE id = ?")
    .bind(await organisationOf(key))
    .first<number>("balance");
  const before = await balanceOf(key);
  await lookNow();
  expect({ leased, before }).toEqual({ leased: 0, before: 23 });
  expect((await states(key)).filter((status) => status === "delivered")).toHaveLength(11);
  expect(await balanceOf(key)).toBe(1);
  const refused = await callTool(key, "get_network_company_url", { domain: "acme-robotics.example" });
  expect([refused.status, refused.body.balance]).toEqual([402, 1]);
});

it("a key's daily cap holds for its watches, and a watch ends with its key", async () => {
  const owner = await richKey();
  const { body: capped } = await callTool(owner, "create_api_key", { name: "capped", cap_tokens_per_day: 5 });
  const id = await watched(capped.api_key);
  await changeSite({ jobs: jobs(4) });
  await lookTomorrow();
  expect((await states(owner)).filter((status) => status === "delivered")).toHaveLength(2);
  const spent = await callTool(capped.api_key, "get_network_company_url", { domain: "acme-robotics.example" });
  expect([spent.status, spent.body.error]).toEqual([402, "spending_cap_reached"]);

  await callTool(owner, "revoke_api_key", { id: capped.id });
  await changeSite({ jobs: jobs(6) });
  await lookTomorrow();
  await runCron();
  expect((await states(owner)).filter((status) => status === "delivered")).toHaveLength(2);
  expect((await callTool(owner, "list_watches")).body.watches[0]).toMatchObject({ id, status: "key_ended" });
  await callTool(owner, "update_watch", { id });
  await runCron();
  expect((await states(owner)).filter((status) => status === "delivered")).toHaveLength(4);
});

it("a watch follows an anonymous organisation into its owner's workspace, and waits in another", async () => {
  const email = `${crypto.randomUUID()}@corp.example`;
  const first = await anonymousKey();
  await watched(first);
  const home = await claimWorkspace(email, first);
  advanceClock(60_000);
  const second = await anonymousKey();
  await watched(second);
  expect(await claimWorkspace(email, second)).toBeTruthy();
  const { watches } = (await callTool(home, "list_watches")).body;
  expect(watches.map(({ status }: { status: string }) => status)).toEqual(["active", "paused"]);
  await changeSite({ jobs: jobs(1) });
  await lookTomorrow();
  expect((await eventsOf(home)).map(({ watch_ids: ids }) => ids)).toEqual([[watches[0].id]]);
});

it("pauses, changes and deletes; a stranger sees nothing", async () => {
  const [key, stranger] = [await richKey(), await richKey()];
  const id = await watched(key);
  for (const tool of ["update_watch", "delete_watch"])
    expect((await callTool(stranger, tool, { id })).status).toBe(404);
  expect((await callTool(stranger, "list_watches", { watch: id })).status).toBe(404);
  expect((await callTool(stranger, "list_watch_events", { watch: id })).body.events).toEqual([]);

  await callTool(key, "update_watch", { id, status: "paused" });
  await changeSite({ jobs: jobs(1) });
  await lookTomorrow();
  const resumed = await callTool(key, "update_watch", { id, status: "active", every: "week", name: "Cooks" });
  expect(resumed.body).toMatchObject({ status: "active", every: "week", name: "Cooks", domains: [domain] });
  // What happened in the pause is part of the new baseline, which a look just before puts off.
  expect(await dueLooks()).toEqual([]);
  advanceClock(15 * MINUTE_MS);
  await lookNow();
  expect(await eventsOf(key)).toEqual([]);
  await changeSite({ jobs: jobs(2) });
  await lookTomorrow();
  expect(await eventsOf(key)).toEqual([]);
  advanceClock(6 * DAY_MS);
  await lookNow();
  expect(await states(key)).toEqual(["delivered"]);

  expect((await callTool(key, "delete_watch", { id })).body).toEqual({ id, status: "deleted" });
  expect((await callTool(key, "delete_watch", { id })).status).toBe(404);
  expect((await callTool(key, "list_watches")).body).toEqual({ watches: [], next_cursor: null, has_more: false });
  await changeSite({ jobs: jobs(3) });
  advanceClock(2 * DAY_MS);
  await runCron();
  await lookNow();
  expect(await states(key)).toEqual(["delivered"]);
  for (const table of ["watch_subscriptions", "watch_heads", "watches"])
    expect(await env.DB.prepare(`SELECT count(*) AS count FROM ${table}`).first("count"), table).toBe(0);
});

it("an organisation watches no more than its share, however many watches it makes at once", async () => {
  const key = await anonymousKey();
  const made = await times(6, (watch) => {
    const domains = Array.from({ length: 500 }, (_, index) => `w${watch}-${index}.example`);
    return callTool(key, "create_watch", { domains, events: ["jobs.opened"], max_tokens_month: 10 });
  });
  expect(tally(made)).toEqual({ 200: 4, 400: 2 });
  expect(made.find(({ status }) => status === 400)?.body.detail).toContain("2000 domains");
});

it("a cursor misses nothing, an old one is no error, and events go after 30 days", async () => {
  const key = await richKey();
  await watched(key);
  await changeSite({ jobs: jobs(3) });
  await lookTomorrow();
  const page = await callTool(key, "list_watch_events", { limit: 2 });
  expect(page.body).toMatchObject({ has_more: true, events: [{}, {}] });
  const rest = await callTool(key, "list_watch_events", { limit: 2, cursor: page.body.next_cursor });
  expect(rest.body).toMatchObject({ has_more: false, events: [{}], oldest: page.body.events[0].seq });
  const end = await callTool(key, "list_watch_events", { cursor: rest.body.next_cursor });
  expect(end.body).toMatchObject({ events: [], has_more: false, next_cursor: rest.body.next_cursor });
  advanceClock(31 * DAY_MS);
  await runCron();
  const old = await callTool(key, "list_watch_events", { cursor: page.body.next_cursor });
  expect(old.body).toMatchObject({ events: [], oldest: null });
});

it("says what is wrong with a request, and charges nothing", async () => {
  const key = await richKey();
  const before = await balanceOf(key);
  const good = { domains: [domain], events: ["jobs.opened"], max_tokens_month: 10 };
  const many = Array.from({ length: 501 }, (_, index) => `c${index}.example`);
  for (const [fields, path, word] of [
    [{ domains: many }, "domains", "500"],
    [{ domains: [] }, "domains", "1"],
    [{ domains: ["acme.example", "10.0.0.1"] }, "domains.1", "IP address"],
    [{ domains: ["network.example"] }, "domain", "social network"],
    [{ events: ["job.opened"] }, "events.0", "did you mean jobs.opened"],
    [{ events: ["leadership"] }, "events.0", "did you mean leadership.changed"],
    [{ events: [] }, "events", "1"],
    [{ every: "hour" }, "every", "week"],
    [{ max_tokens_month: 0 }, "max_tokens_month", "1"],
    [{ max_tokens_month: undefined }, "max_tokens_month", "required"],
    [{ events: ["funding.raised"], max_tokens_month: 4 }, "max_tokens_month", "5 tokens"],
  ] as const) {
    const { status, body } = await callTool(key, "create_watch", { ...good, ...fields });
    expect([status, body.error, body.errors[0].path], JSON.stringify(fields).slice(0, 80)).toEqual([
      400,
      "invalid_request",
      path,
    ]);
    expect(body.errors[0].message).toContain(word);
  }
  const unknown = await callTool(key, "create_watch", { ...good, events: ["technology.add"] });
  expect(unknown.body.errors[0].did_you_mean).toBe("technology.added");
  const deliver = await callTool(key, "create_watch", { ...good, deliver: [`wep_${NEVER}`] });
  expect([deliver.status, deliver.body.detail]).toEqual([400, expect.stringContaining("list_webhook_endpoints")]);
  for (const cursor of ["x", "-1", "1".repeat(20)])
    expect((await callTool(key, "list_watch_events", { cursor })).status).toBe(400);
  expect((await callTool(key, "update_watch", { id: `watch_${NEVER}`, status: "paused" })).status).toBe(404);
  expect((await callTool(key, "update_watch", { id: "watch_1" })).status).toBe(400);
  expect((await callTool(key, "list_watches")).body.watches).toEqual([]);
  expect(await balanceOf(key)).toBe(before);
});
