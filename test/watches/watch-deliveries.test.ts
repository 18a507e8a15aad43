import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/time.ts";
import { deletionOf } from "../../src/privacy/personal-data.ts";
import { suppress } from "../../src/privacy/suppressions.ts";
import { parseName } from "../../src/readers/names/person-name.ts";
import { callTool, freezeClock, giveTokens, runCron } from "../support/harness.ts";
import { changeSite } from "../support/signal-harness.ts";
import { sourceContext } from "../support/source-context.ts";
import { eventsOf, lookNow, lookTomorrow } from "../support/watch-harness.ts";
import { accepts, activeEndpoint, addEndpoint, newOwner, type Owner, received } from "../support/webhooks.ts";

const domain = "changing.example";
const WATCHES = "/console/watches";
const SEND = "https://hooks.example/events";

/** Queues of our fetcher remember the time, so it never goes back. */
let start = Date.now();

beforeEach(async () => {
  start += 10 * DAY_MS;
  freezeClock(start);
  await changeSite({ jobs: [] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function watch({ key }: Owner, fields: Record<string, unknown>): Promise<string> {
  const asked = { domains: [domain], events: ["jobs.opened"], max_tokens_month: 100, ...fields };
  const { status, body } = await callTool(key, "create_watch", asked);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.id;
}

it("sends a charged event to the watch's endpoints, once, signed, and a withheld one only when it is released", async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  const endpoint = await activeEndpoint(owner, SEND);
  const unverified = await addEndpoint(owner, "https://hooks.example/later");
  for (const [who, deliver] of [
    [owner, [unverified.id]],
    [stranger, [endpoint.id]],
  ] as const) {
    const asked = { domains: [domain], events: ["jobs.opened"], max_tokens_month: 100, deliver };
    const { status, body } = await callTool(who.key, "create_watch", asked);
    expect([status, body.detail]).toEqual([400, expect.stringContaining("list_webhook_endpoints")]);
  }

  await watch(owner, { deliver: [endpoint.id], max_tokens_month: 2 });
  await lookNow();
  await changeSite({ jobs: ["a", "b"].map((id) => ({ id, title: `Cook ${id}`, place: "Porto" })) });
  await lookTomorrow();
  const isSent = ({ url, body }: { url: string; body: string }) => url === SEND && body.includes("jobs.opened");
  const sent = async () => (await received()).filter(isSent);
  await expect.poll(sent).toHaveLength(1);
  const [message] = await sent();
  const [event] = await eventsOf(owner.key);
  expect(accepts(endpoint.secret, message as never)).toBe(true);
  expect(message?.headers["webhook-id"]).toBe(event?.id);
  const { type, data } = JSON.parse(message?.body ?? "{}");
  const { status: _, ...shown } = event ?? {};
  expect({ type, data }).toEqual({ type: "jobs.opened", data: shown });

  const [listed] = (await callTool(owner.key, "list_watches")).body.watches;
  await callTool(owner.key, "update_watch", { id: listed.id, max_tokens_month: 10 });
  await runCron();
  await runCron();
  await expect.poll(sent).toHaveLength(2);
  expect(new Set((await sent()).map(({ headers }) => headers["webhook-id"])).size).toBe(2);
});

it("who objects is withheld from events, and an erasure deletes those that name them", async () => {
  const owner = await newOwner();
  await giveTokens(owner.key, 10);
  const endpoint = await activeEndpoint(owner, SEND);
  await watch(owner, { events: ["leadership.changed"], deliver: [endpoint.id] });
  await lookNow();
  await changeSite({
    jobs: [],
    posts: [{ title: "Changing appoints Ada Brandt as CFO", date: new Date(Date.now() + DAY_MS).toISOString() }],
  });
  await lookTomorrow();
  const [event] = await eventsOf(owner.key);
  expect(event).toMatchObject({ type: "leadership.changed", after: { person: "Ada Brandt" }, tokens_charged: 5 });
  // What is kept for comparison holds no names.
  const heads = await env.DB.prepare("SELECT group_concat(data_json) AS text FROM watch_heads").first<string>("text");
  expect(heads).not.toContain("Brandt");
  const name = parseName("Ada Brandt");
  if (name) await suppress(sourceContext(), [{ kind: "person", name, domain }]);
  expect(JSON.stringify(await eventsOf(owner.key))).not.toContain("Brandt");
  const erased = await deletionOf(env, { email: `ada.brandt@${domain}`, name, domain });
  expect(erased.outcome).toEqual({ directoryRows: 0, lookups: 1 });
  const kept = () =>
    env.DB.prepare("SELECT data_json AS text FROM webhook_deliveries WHERE instr(data_json, 'Brandt')");
  await expect.poll(async () => (await kept().all()).results).toHaveLength(1);
  await env.DB.batch(erased.statements);
  expect(await eventsOf(owner.key)).toEqual([]);
  expect((await kept().all()).results).toEqual([]);
});

it("the console shows watches, and pauses and deletes them", async () => {
  const owner = await newOwner();
  const id = await watch(owner, { name: "Paper makers" });
  const page = await owner.visitor.get(WATCHES);
  expect(page.text).toMatch(/Paper makers.*active.*changing|Paper makers.*active/s);
  expect(page.text).toContain("of 100");
  const paused = await owner.visitor.submit(WATCHES, `${WATCHES}/change`);
  expect([paused.status, paused.headers.get("location")]).toEqual([303, WATCHES]);
  expect((await callTool(owner.key, "list_watches")).body.watches[0].status).toBe("paused");
  await owner.visitor.submit(WATCHES, `${WATCHES}/change`);
  const [revived] = (await callTool(owner.key, "list_watches")).body.watches;
  expect(revived).toMatchObject({ id, status: "active" });
  await owner.visitor.submit(WATCHES, `${WATCHES}/delete`);
  expect((await owner.visitor.get(WATCHES)).text).toContain("There is no watch yet.");
  expect(await env.DB.prepare("SELECT key_id AS by FROM watches WHERE id = ?").bind(id).first("by")).toBe("console");
});
