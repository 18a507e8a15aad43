import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/time.ts";
import { EVENT_TYPES, sampleEvent } from "../../src/watches/event-types.ts";
import {
  advanceClock,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  richKey,
  runCron,
  times,
} from "../support/harness.ts";
import { changeSite } from "../support/signal-harness.ts";
import { fetchedFrom } from "../support/source-context.ts";
import { dueLooks, eventsOf, lookNow, lookTomorrow, secondLook, serve } from "../support/watch-harness.ts";

const domain = "changing.example";
const REP = { id: "job-1", title: "Account Executive", place: "Porto" };
const COOK = { id: "c-1", title: "Cook", place: "Lisbon" };
const TABLES = ["watch_events", "watch_heads", "watch_subscriptions", "watches", "watched_domains"];

/** Queues of our fetcher remember the time, so it never goes back. */
let start = Date.UTC(2027, 0, 5, 12);

beforeEach(async () => {
  start += 120 * DAY_MS;
  freezeClock(start);
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  await env.DATA.exec("DELETE FROM source_cache");
  await changeSite({});
});
afterEach(() => {
  vi.useRealTimers();
});

async function watchOf(key: string, fields: Record<string, unknown> = {}): Promise<string> {
  const asked = { domains: [domain], events: EVENT_TYPES, max_tokens_month: 1_000, ...fields };
  const { body, status } = await callTool(key, "create_watch", asked);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.id;
}

it("reports each kind of change once, after a free baseline, and charges by type", async () => {
  const key = await richKey();
  const before = await balanceOf(key);
  await watchOf(key);
  await lookNow();
  expect(await eventsOf(key)).toEqual([]);
  const [fresh] = (await callTool(key, "list_watches")).body.watches;
  expect(fresh).toMatchObject({
    status: "active",
    domain_count: 1,
    looked_at_count: 1,
    last_look_at: new Date().toISOString(),
    unreachable: [],
    tokens_this_month: 0,
  });
  await lookTomorrow();
  expect(await eventsOf(key)).toEqual([]);

  const date = new Date(Date.now() + DAY_MS).toISOString();
  await changeSite({
    title: "Changing | Wood",
    plans: [["Starter", "$29"]],
    jobs: [COOK],
    head: '<script src="//widget.intercom.io/widget/abc"></script>',
    posts: [
      { title: "Changing raises $12 million Series A", date },
      { title: "Changing appoints Ada Brandt as CFO", date },
    ],
    mx: "0 changing-example.mail.protection.outlook.com.",
    isBankrupt: true,
  });
  await lookTomorrow();
  const first = await eventsOf(key);
  expect(first.map(({ type }) => type).sort()).toEqual([
    "funding.raised",
    "jobs.closed",
    "jobs.opened",
    "leadership.changed",
    "mail_provider.changed",
    "news.published",
    "news.published",
    "register_status.changed",
  ]);
  const of = (type: string) => first.find((event) => event.type === type);
  expect(of("jobs.opened")).toMatchObject({
    domain,
    before: null,
    after: { id: "c-1", title: "Cook" },
    tokens_charged: 2,
  });
  expect(of("jobs.closed")).toMatchObject({ before: { id: "job-1" }, after: null, tokens_charged: 2 });
  expect(of("funding.raised")).toMatchObject({ after: { amount: 12_000_000 }, tokens_charged: 5 });
  expect(of("leadership.changed")).toMatchObject({ after: { person: "Ada Brandt" }, tokens_charged: 5 });
  expect(of("mail_provider.changed")).toMatchObject({
    before: { provider: "google" },
    after: { provider: "microsoft" },
  });
  expect(Object.values(of("register_status.changed")?.after ?? {})).toEqual(["insolvent"]);

  // What is read from pages needs a second look that agrees, which comes after an hour.
  await secondLook();
  const second = (await eventsOf(key)).slice(first.length);
  const named = (events: typeof first) =>
    events.map(({ type, before, after }) => `${type} ${(after ?? before).name ?? ""}`.trim());
  // Who runs its mail is a technology too.
  expect(named(second).sort()).toEqual([
    "prices.changed",
    "technology.added Intercom",
    "technology.added Microsoft 365",
    "technology.removed Google Workspace",
    "website.changed",
  ]);
  // Samples that owners send to their receivers have the form of real events.
  const formOf = (side: object | null) => side && Object.keys(side).sort();
  const open = new Set(["website.changed", "register_status.changed"]);
  for (const { type, before, after } of [...first, ...second].filter(({ type }) => !open.has(type))) {
    const { data } = sampleEvent(type, Date.now());
    const sample = data as { before: object | null; after: object | null };
    expect([type, formOf(sample.before), formOf(sample.after)]).toEqual([type, formOf(before), formOf(after)]);
  }
  expect(second.find(({ type }) => type === "website.changed")).toMatchObject({
    before: { title: "Changing | Paper" },
    after: { title: "Changing | Wood" },
  });

  await changeSite({
    title: "Changing | Wood",
    plans: [["Starter", "$29"]],
    jobs: [COOK, { ...REP, id: "job-9" }],
    isBankrupt: true,
  });
  await lookTomorrow();
  await secondLook();
  const third = (await eventsOf(key)).slice(first.length + second.length);
  expect(named(third).sort()).toEqual([
    "jobs.reposted",
    "mail_provider.changed",
    "technology.added Google Workspace",
    "technology.removed Intercom",
    "technology.removed Microsoft 365",
  ]);
  expect(third[0]).toMatchObject({ before: { id: "job-1" }, after: { id: "job-9" } });

  const all = await eventsOf(key);
  const spent = all.reduce((sum, event) => sum + event.tokens_charged, 0);
  expect(spent).toBe(all.length * 2 + 2 * 3);
  expect(await balanceOf(key)).toBe(before - spent);
  const [usage] = (await callTool(key, "get_usage")).body.groups;
  expect(usage).toEqual({ key: "watch_event", calls: all.length, tokens: spent });
  expect((await callTool(key, "list_transactions")).body.transactions[0]).toMatchObject({
    type: "charge",
    tool: "watch_event",
  });
  expect(await brokenLedgers()).toEqual([]);
});

it("a site that is down closes nothing, and list_watches says since when", async () => {
  const key = await richKey();
  await watchOf(key, { events: ["jobs.closed", "website.changed"] });
  await lookNow();
  await changeSite({ isDown: true });
  await lookTomorrow();
  const since = new Date().toISOString();
  await lookTomorrow();
  const [watch] = (await callTool(key, "list_watches")).body.watches;
  expect(watch.unreachable).toEqual([{ domain, reason: "site_error", since }]);
  expect(watch.silent.map((silent: { events: string[] }) => silent.events)).toEqual([
    ["jobs.closed"],
    ["website.changed"],
  ]);
  await changeSite({});
  await lookTomorrow();
  expect(await eventsOf(key)).toEqual([]);
  const [after] = (await callTool(key, "list_watches")).body.watches;
  expect(after).toMatchObject({ unreachable: [], silent: [] });

  // Only the careers page that answers without the position closes it.
  await changeSite({ jobs: [] });
  await lookTomorrow();
  expect((await eventsOf(key)).map(({ type }) => type)).toEqual(["jobs.closed"]);
});

it("pages that show two variants report nothing", async () => {
  const key = await richKey();
  await watchOf(key, { events: ["website.changed", "prices.changed"] });
  await lookNow();
  await changeSite({ isTesting: true });
  for (const _ of [1, 2, 3]) {
    await lookTomorrow();
    await secondLook();
  }
  expect(await eventsOf(key)).toEqual([]);
});

it("20 looks that race for one change make one event and one charge for each organisation", async () => {
  const [one, two] = [await richKey(), await richKey()];
  const watches = [];
  for (const key of [one, one, two]) watches.push(await watchOf(key, { events: ["jobs.opened"] }));
  await lookNow();
  const asked = (await fetchedFrom(domain)).length;
  await changeSite({ jobs: [REP, COOK] });
  const [before, beforeTwo] = [await balanceOf(one), await balanceOf(two)];
  advanceClock(DAY_MS);
  const [message] = await dueLooks();
  // One look serves both organisations; the others race with it.
  await times(20, () => serve(message ? [message] : []));
  expect((await fetchedFrom(domain)).length).toBeGreaterThan(asked);
  const [events, eventsTwo] = [await eventsOf(one), await eventsOf(two)];
  expect(events.map(({ type, watch_ids: ids }) => [type, ids])).toEqual([["jobs.opened", watches.slice(0, 2).sort()]]);
  expect(eventsTwo).toHaveLength(1);
  expect(eventsTwo[0]?.watch_ids).toEqual([watches[2]]);
  expect([await balanceOf(one), await balanceOf(two)]).toEqual([before - 2, beforeTwo - 2]);
  const { results } = await env.DB.prepare("SELECT id FROM holds WHERE tool = 'watch_event'").all();
  expect(results.filter(({ id }) => String(id) >= start.toString(16).padStart(12, "0"))).toHaveLength(2);
  expect(await brokenLedgers()).toEqual([]);
});

it("a look that dies is begun again after 15 minutes, and given a day off when it dies five times", async () => {
  await watchOf(await richKey(), { events: ["jobs.opened"] });
  expect(await dueLooks()).toHaveLength(1);
  expect(await dueLooks()).toEqual([]);
  advanceClock(14 * 60_000);
  expect(await dueLooks()).toEqual([]);
  for (const _ of [2, 3, 4, 5]) {
    advanceClock(16 * 60_000);
    expect(await dueLooks()).toHaveLength(1);
  }
  advanceClock(60 * 60_000);
  expect(await dueLooks()).toEqual([]);
  advanceClock(DAY_MS);
  await lookNow();
  const row = await env.DB.prepare("SELECT attempts, looked_at AS lookedAt FROM watched_domains").first();
  expect(row).toEqual({ attempts: 0, lookedAt: Date.now() });
});

it("does not tell of looks before it was made, which were for somebody else", async () => {
  await watchOf(await richKey());
  await lookNow();
  advanceClock(60_000);
  const key = await richKey();
  await watchOf(key);
  const [fresh] = (await callTool(key, "list_watches")).body.watches;
  expect(fresh).toMatchObject({ looked_at_count: 0, last_look_at: null });
});

it("the cron queues due looks, and the consumer of the queue makes them", async () => {
  const key = await richKey();
  await watchOf(key, { events: ["jobs.opened"] });
  await runCron();
  await expect.poll(async () => (await callTool(key, "list_watches")).body.watches[0].looked_at_count).toBe(1);
});
