import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { EVENT_TYPES, SEARCH_MATCHED } from "../../src/watches/event-types.ts";
import { balanceOf, callTool, freezeClock } from "../support/harness.ts";
import { changeSite } from "../support/signal-harness.ts";
import { hiddenFields, signIn } from "../support/visitor.ts";
import { lookNow, lookTomorrow } from "../support/watch-harness.ts";
import { accepts, activeEndpoint, newOwner, type Owner, received } from "../support/webhooks.ts";

const PAGE = "/console/watches";
const alertOf = (text: string) => /role="alert">(.*?)<\/p>/s.exec(text)?.[1];
let owner: Owner;
afterEach(() => {
  vi.useRealTimers();
});
beforeAll(async () => {
  owner = await newOwner();
});

it("the owner makes a watch of companies, and its page shows them and the events", async () => {
  freezeClock(Date.now());
  await changeSite({ jobs: [] });
  const made = await owner.visitor.submit(PAGE, PAGE, {
    domains: "changing.example,\nhttps://www.fernhill.example",
    events: ["jobs.opened", "funding.raised"],
    every: "day",
    max_tokens_month: "20",
    name: "Mine",
  });
  expect(made.status, made.text).toBe(303);
  const path = made.headers.get("location") ?? "";
  expect(path).toMatch(/^\/console\/watches\/watch_[0-9a-f]{32}$/);
  const { watches } = (await callTool(owner.key, "list_watches")).body;
  expect(watches).toMatchObject([
    { name: "Mine", every: "day", events: ["jobs.opened", "funding.raised"], max_tokens_month: 20, domain_count: 2 },
  ]);
  expect((await owner.visitor.get(path)).text).toContain("The first look is a baseline");
  await lookNow();
  await changeSite({ jobs: [{ id: "a", title: "Cook & Sons", place: "Porto" }] });
  await lookTomorrow();
  owner.visitor = await signIn(owner.email);
  const { text } = await owner.visitor.get(path);
  expect(text).toMatch(/jobs\.opened.*changing\.example.*Cook &amp; Sons, Porto/s);
  expect(text).toMatch(/<h2>Companies<\/h2>.*changing\.example.*fernhill\.example/s);
  expect((await owner.visitor.get(PAGE)).text).toContain(`<a href="${path}">Mine</a>`);
  const counts = (html: string) =>
    [...html.matchAll(/data-label="Now"[^>]*>(\d+)</g)].map(([, count]) => Number(count));
  // Batches, watches, events of watches, deliveries.
  expect(counts((await owner.visitor.get("/console/privacy")).text)).toEqual([0, 1, 1, 0]);
  const stranger = await newOwner();
  expect(counts((await stranger.visitor.get("/console/privacy")).text)).toEqual([0, 0, 0, 0]);
});

it("a search becomes a watch, from a link that carries it", async () => {
  const search = JSON.stringify({ tool: "search_jobs", input: { text: "plumber", country: "NO" } });
  const page = `${PAGE}?search=${encodeURIComponent(search)}`;
  expect((await owner.visitor.get(page)).text).toContain('name="search" value="{&quot;tool');
  const refused = await owner.visitor.submit(page, PAGE, { search, max_tokens_month: "1" });
  expect([refused.status, refused.text.includes('name="search" value="{&quot;tool')]).toEqual([400, true]);
  const made = await owner.visitor.submit(page, PAGE, { search, max_tokens_month: "10" });
  expect(made.status, made.text).toBe(303);
  expect((await owner.visitor.get(made.headers.get("location") ?? "")).text).toContain("plumber");
});

it("a refused form comes back with the reason and as it was filled in", async () => {
  const wrong: [Record<string, string>, string][] = [
    [{ domains: "changing.example <b>", events: "jobs.closed", max_tokens_month: "9" }, "domains"],
    [{ domains: "changing.example", max_tokens_month: "9" }, "events"],
    [{ domains: "changing.example", events: "jobs.closed" }, "max_tokens_month"],
    [{ search: "{", max_tokens_month: "9" }, "search"],
    [{ search: '{"tool":"get_email","input":{}}', max_tokens_month: "9" }, "search"],
  ];
  for (const [fields, reason] of wrong) {
    const { status, text } = await owner.visitor.submit(PAGE, PAGE, fields);
    expect([status, alertOf(text)]).toEqual([400, expect.stringContaining(reason)]);
    if (fields.events) expect(text).toMatch(/value="jobs\.closed" checked/);
    if (fields.domains) expect(text).toContain(`${fields.domains.replace("<b>", "&lt;b&gt;")}</textarea>`);
  }
  expect((await callTool(owner.key, "list_watches")).body.watches).toHaveLength(2);
});

it("a watch of another workspace, and none at all, are not found", async () => {
  const stranger = await newOwner();
  const [{ id }] = (await callTool(owner.key, "list_watches")).body.watches;
  expect((await stranger.visitor.get(`${PAGE}/${id}`)).status).toBe(404);
  expect((await owner.visitor.get(`${PAGE}/nonsense`)).status).toBe(400);
});

it("sends a sample of each kind of event, signed, marked and free, within the budget", async () => {
  const before = await balanceOf(owner.key);
  const endpoint = await activeEndpoint(owner, "https://hooks.example/samples");
  const types = [...EVENT_TYPES, SEARCH_MATCHED];
  for (const type of types) expect((await endpoint.send("test", { type })).status).toBe(303);
  const sent = (await received()).filter(({ url, body }) => url.endsWith("/samples") && body.includes('"sample":true'));
  expect(sent.map(({ body }) => JSON.parse(body).type).sort()).toEqual([...types].sort());
  for (const message of sent) expect(accepts(endpoint.secret, message)).toBe(true);
  expect(await balanceOf(owner.key)).toBe(before);
  expect((await owner.visitor.get("/console/privacy")).text).toMatch(
    new RegExp(`Webhook deliveries</a></td><td data-label="Now"[^>]*>${types.length}<`),
  );
  expect((await endpoint.send("test", { type: "nonsense" })).status).toBe(400);
  let status = 303;
  for (let count = 0; status === 303 && count < 60; count++)
    ({ status } = await endpoint.send("test", { type: "jobs.opened" }));
  expect(status).toBe(429);
  expect(hiddenFields((await owner.visitor.get(endpoint.path)).text, `${endpoint.path}/test`)).toHaveProperty(
    "form_token",
  );
});
