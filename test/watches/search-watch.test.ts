import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { putCompany } from "../../src/index/put-company.ts";
import { putJobs } from "../../src/index/put-jobs.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/lib/time.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  databaseWithout,
  freezeClock,
  giveTokens,
  richKey,
  runCron,
  times,
} from "../support/harness.ts";
import { indexJob } from "../support/index-jobs.ts";
import { dueLooks, eventsOf, lookNow, lookTomorrow, serve } from "../support/watch-harness.ts";
import { activeEndpoint, newOwner, received } from "../support/webhooks.ts";

const LEDGER = ["watch_events", "watch_heads", "watch_subscriptions", "watches", "watched_domains"];
const INDEX = ["index_jobs_fts", "index_companies_fts", "index_jobs", "index_boards", "index_companies"];
const BOARD = { system: "lever", token: "nordic", domain: "nordic.example", proof: [], name: "Nordic" };
const COOKS = { tool: "search_jobs", input: { text: "cook" } };
const cooks = (count: number) => Array.from({ length: count }, (_, id) => indexJob(`c${id}`, `Cook ${id}`));

/** Queues of our fetcher remember the time, so it never goes back. */
let start = Date.UTC(2027, 0, 3, 12);

beforeEach(async () => {
  start += 92 * DAY_MS;
  freezeClock(start);
  await env.DB.batch(LEDGER.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  await env.DATA.batch(INDEX.map((table) => env.DATA.prepare(`DELETE FROM ${table}`)));
});
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

async function watched(key: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await callTool(key, "create_watch", { search: COOKS, max_tokens_month: 1_000, ...fields });
  expect([status, body.detail]).toEqual([200, undefined]);
  await lookNow();
  advanceClock(MINUTE_MS);
  return body.id;
}

const put = (jobs: ReturnType<typeof cooks>, board: object = {}) =>
  putJobs(env.DATA, { ...BOARD, ...board }, jobs, Date.now());
const statesOf = async (key: string) => (await eventsOf(key)).map(({ status }) => status);

it("reports a job that comes into the index after the baseline, once, for 2 tokens", async () => {
  const key = await richKey();
  await put([indexJob("old", "Cook of old")]);
  const before = await balanceOf(key);
  const id = await watched(key, { name: "Cooks" });
  await lookTomorrow();
  expect(await eventsOf(key)).toEqual([]);

  await put([indexJob("old", "Cook of old"), indexJob("new", "Head cook"), indexJob("other", "Driver")]);
  await lookTomorrow();
  await lookTomorrow();
  expect(await eventsOf(key)).toMatchObject([
    {
      type: "search.matched",
      domain: "nordic.example",
      watch_ids: [id],
      before: null,
      after: { title: "Head cook", company: { domain: "nordic.example", joined: "proved" } },
      evidence: [{ url: "https://jobs.example/new", kind: "job_posting" }],
      tokens_charged: 2,
    },
  ]);
  expect(await balanceOf(key)).toBe(before - 2);
  const [watch] = (await callTool(key, "list_watches")).body.watches;
  expect(watch).toMatchObject({
    search: COOKS,
    events: ["search.matched"],
    tokens_per_event: { "search.matched": 2 },
    domains: [],
    domain_count: 0,
    tokens_this_month: 2,
    last_look_at: new Date().toISOString(),
    unreachable: [],
    silent: [],
  });
  // The search is in the ledger's database only.
  const names = await env.DATA.prepare("SELECT key FROM index_companies").all<{ key: string }>();
  expect(names.results).toEqual([{ key: "nordic.example" }]);
});

it("what was seen before a look and written after it is reported by the next", async () => {
  const key = await richKey();
  await watched(key);
  advanceClock(DAY_MS + HOUR_MS);
  const seenAt = Date.now() - HOUR_MS;
  await lookNow();
  await putJobs(env.DATA, BOARD, cooks(1), seenAt);
  await lookTomorrow();
  expect(await statesOf(key)).toEqual(["delivered"]);
});

it("two watches of one organisation share an event, its charge and its webhooks; others pay for their own", async () => {
  const [owner, stranger, idle] = [await newOwner(), await richKey(), await richKey()];
  const endpoint = await activeEndpoint(owner, "https://hooks.example/events");
  await giveTokens(owner.key, 100);
  const before = [await balanceOf(owner.key), await balanceOf(stranger)];
  const first = await watched(owner.key);
  await watched(stranger);
  await put(cooks(1));
  await lookTomorrow();
  const page = (await callTool(owner.key, "list_watch_events")).body;
  expect(page.events).toMatchObject([{ watch_ids: [first] }]);

  // Another search of the organisation finds the same job in its own look.
  const second = await watched(owner.key, {
    search: { tool: "search_jobs", input: { title_filters: "cook" } },
    deliver: [endpoint.id],
  });
  await put(cooks(2));
  await lookTomorrow();
  const rest = (await callTool(owner.key, "list_watch_events", { cursor: page.next_cursor })).body.events;
  expect(rest.map(({ after, watch_ids: ids }: any) => [after.title, ids])).toEqual([["Cook 1", [first, second]]]);
  const [event] = rest;
  await runCron();
  const sent = async () =>
    (await received())
      .filter(({ body }) => body.includes("search.matched"))
      .map(({ headers }) => headers["webhook-id"]);
  await expect.poll(sent).toEqual([event.id]);
  expect([await balanceOf(owner.key), await balanceOf(stranger)]).toEqual([(before[0] ?? 0) - 4, (before[1] ?? 0) - 4]);
  expect(await eventsOf(idle)).toEqual([]);
  expect((await callTool(stranger, "list_watches", { watch: first })).status).toBe(404);
  expect((await callTool(stranger, "list_watch_events", { watch: first })).body.events).toEqual([]);
});

it("looks at once charge each match once and never beyond the cap", async () => {
  const key = await richKey();
  const before = await balanceOf(key);
  const id = await watched(key, { max_tokens_month: 9 });
  await watched(key, { search: { tool: "search_jobs", input: { title_filters: "cook" } }, max_tokens_month: 5 });
  await put(cooks(10));
  advanceClock(DAY_MS + HOUR_MS);
  const due = await dueLooks();
  expect(due).toHaveLength(2);
  await times(8, () => serve(due));
  const states = await statesOf(key);
  expect([states.length, states.filter((state) => state === "delivered").length]).toEqual([10, 6]);
  expect(await balanceOf(key)).toBe(before - 12);
  await callTool(key, "update_watch", { id, max_tokens_month: 100 });
  await runCron();
  expect(await balanceOf(key)).toBe(before - 20);
});

it.each(["UPDATE watched_domains SET looked_at", "INSERT INTO watch_heads", "INSERT INTO watch_events"])(
  "a look that dies at %s is made again, and charges once",
  async (statement) => {
    const key = await richKey();
    const before = await balanceOf(key);
    await watched(key);
    await put(cooks(3));
    advanceClock(DAY_MS + HOUR_MS);
    const lost = databaseWithout((text) => text.includes(statement));
    await serve(await dueLooks(), { DB: lost });
    advanceClock(16 * MINUTE_MS);
    await lookNow();
    await lookTomorrow();
    expect(await statesOf(key)).toEqual(["delivered", "delivered", "delivered"]);
    expect(await balanceOf(key)).toBe(before - 6);
  },
);

it("more matches than one look reports are reported by the next, an hour later", async () => {
  const key = await richKey();
  await watched(key, { every: "week" });
  await put(cooks(120));
  advanceClock(7 * DAY_MS);
  const counts = [];
  for (let look = 0; look < 4; look++) {
    await lookNow();
    counts.push((await env.DB.prepare("SELECT count(*) AS count FROM watch_events").first("count")) as number);
    advanceClock(HOUR_MS + MINUTE_MS);
  }
  expect(counts).toEqual([50, 100, 120, 120]);
  expect(await dueLooks()).toEqual([]);
});

it("a paused watch gets a new baseline, and a deleted one reports nothing", async () => {
  const key = await richKey();
  const id = await watched(key);
  await callTool(key, "update_watch", { id, status: "paused" });
  await put(cooks(1));
  await lookTomorrow();
  const resumed = await callTool(key, "update_watch", { id, status: "active", every: "day", name: "Cooks" });
  expect(resumed.body).toMatchObject({ status: "active", search: COOKS, name: "Cooks" });
  advanceClock(15 * MINUTE_MS);
  await lookNow();
  await lookTomorrow();
  expect(await eventsOf(key)).toEqual([]);
  advanceClock(MINUTE_MS);
  await put(cooks(2));
  await lookTomorrow();
  expect((await eventsOf(key)).map(({ after }) => after.title)).toEqual(["Cook 1"]);
  await callTool(key, "delete_watch", { id });
  await put(cooks(3));
  await lookTomorrow();
  advanceClock(DAY_MS);
  await runCron();
  await lookNow();
  expect(await statesOf(key)).toEqual(["delivered"]);
  expect(await env.DB.prepare("SELECT count(*) AS count FROM watch_heads").first("count")).toBe(0);
});

it("companies that come into the index, and those of which a new job is what is asked for", async () => {
  const key = await richKey();
  const company = (domain: string) => {
    const country = { value: "NO", evidence: [{ url: `https://${domain}/`, kind: "own_site" }], seenAt: Date.now() };
    return putCompany(env.DATA, { key: domain, fields: { country } });
  };
  await company("nordic.example");
  await watched(key, { search: { tool: "search_companies", input: { country: "NO" } } });
  const hiring = { country: "NO", hiring: { title_filters: "cook" } };
  await watched(key, { search: { tool: "search_companies", input: hiring } });
  await lookTomorrow();
  await company("fresh.example");
  await put(cooks(1));
  await lookTomorrow();
  const events = await eventsOf(key);
  expect(events.map(({ domain }) => domain).sort()).toEqual(["fresh.example", "nordic.example"]);
  expect(events.find(({ domain }) => domain === "nordic.example")?.after.why).toMatchObject([
    { criterion: "country", value: "NO" },
    { criterion: "hiring", value: "Cook 0" },
  ]);
});

it("a known company is reported when it begins to fit, once, however many look; one that fitted before is not", async () => {
  const key = await richKey();
  const facts = (domain: string, country: string, city: string, used: string[] = []) => {
    const known = (value: string) => ({
      value,
      evidence: [{ url: `https://${domain}/`, kind: "own_site" }],
      seenAt: Date.now(),
    });
    const technologies = used.map((name) => ({ name, category: "x", evidence: [], seenAt: Date.now() }));
    return putCompany(env.DATA, { key: domain, fields: { country: known(country), city: known(city) }, technologies });
  };
  const boards = (domain: string) => ({ token: domain.split(".")[0], domain });
  const cook = (domain: string, ...ids: number[]) =>
    put(
      ids.map((id) => indexJob(`${domain}-${id}`, `Cook ${id}`)),
      boards(domain),
    );
  for (const domain of ["moves.example", "stays.example", "hires.example", "hired.example"])
    await facts(domain, "SE", "Malmo");
  await facts("stays.example", "NO", "Oslo");
  await cook("hired.example", 1);
  await watched(key, { search: { tool: "search_companies", input: { country: "NO" } } });
  await watched(key, { search: { tool: "search_companies", input: { hiring: { title_filters: "cook" } } } });
  await watched(key, { search: { tool: "search_companies", input: { text: "salesforce" } } });
  await lookTomorrow();
  expect(await eventsOf(key)).toEqual([]);

  await facts("moves.example", "NO", "Oslo");
  // It fitted before, and goes on to.
  await facts("stays.example", "NO", "Bergen", ["Salesforce"]);
  await cook("hires.example", 1);
  // Its first cook is found and another is looked for: it hires cooks all the time.
  await cook("hired.example", 2);
  advanceClock(DAY_MS + HOUR_MS);
  const due = await dueLooks();
  await times(6, () => serve(due));
  await lookTomorrow();
  await facts("moves.example", "NO", "Bodo");
  await cook("hires.example", 1, 2, 3);
  await lookTomorrow();
  const events = await eventsOf(key);
  expect(events.map(({ domain, after }) => [domain, after.why[0].criterion]).sort()).toEqual([
    ["hires.example", "hiring"],
    ["moves.example", "country"],
    ["stays.example", "text"],
  ]);
  expect(events.map(({ tokens_charged: charged }) => charged)).toEqual([2, 2, 2]);
});

it("says what is wrong with a search, and charges nothing", async () => {
  const key = await anonymousKey();
  const jobs = (input: Record<string, unknown>) => ({ search: { tool: "search_jobs", input } });
  for (const [fields, path, word] of [
    [{}, "domains", "a search"],
    [{ domains: ["acme.example"] }, "events", "jobs.opened"],
    [{ ...jobs({ text: "cook" }), domains: ["acme.example"] }, "search", "without domains"],
    [{ ...jobs({ text: "cook" }), events: ["jobs.opened"] }, "search", "without domains"],
    [{ search: { tool: "search_people", input: {} } }, "search.tool", "search_jobs"],
    [{ search: { tool: "search_jobs" } }, "search.input", "required"],
    [jobs({}), "search.input.text", "at least one"],
    [jobs({ country: "XX" }), "search.input.country", ""],
    [jobs({ text: "cook", cursor: "x" }), "search.input.cursor", "none"],
    [jobs({ text: "cook", company: {} }), "search.input.company.country", "at least one"],
    [{ ...jobs({ text: "cook" }), max_tokens_month: 1 }, "max_tokens_month", "2 tokens"],
  ] as const) {
    const { status, body } = await callTool(key, "create_watch", { max_tokens_month: 10, ...fields });
    expect([status, body.error, body.errors?.[0].path], JSON.stringify(fields)).toEqual([400, "invalid_request", path]);
    expect(body.errors[0].message).toContain(word);
  }
  const filter = await callTool(key, "create_watch", {
    max_tokens_month: 10,
    ...jobs({ title_filters: "cook AND (" }),
  });
  const called = await callTool(key, "search_jobs", { title_filters: "cook AND (" });
  expect([filter.status, filter.body.error, filter.body.position]).toEqual([
    400,
    called.body.error,
    called.body.position,
  ]);
  expect((await callTool(key, "list_watches")).body.watches).toEqual([]);
  const { body } = await callTool(key, "create_watch", { max_tokens_month: 10, ...jobs({ text: "cook" }) });
  for (const [field, value] of Object.entries({ domains: ["acme.example"], events: ["jobs.opened"] })) {
    const changed = await callTool(key, "update_watch", { id: body.id, [field]: value });
    expect([changed.status, changed.body.errors[0].path]).toEqual([400, field]);
  }
  expect(await balanceOf(key)).toBe(25);
});
