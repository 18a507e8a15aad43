import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { MAX_TRIES_AT_ONCE_PER_ORGANISATION, WEBHOOK_DELIVERIES_DAYS } from "../../src/constants.ts";
import worker from "../../src/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/lib/time.ts";
import { claimTry, findDue } from "../../src/webhooks/claim-delivery.ts";
import { type DeliveryMessage, enqueueDeliveries } from "../../src/webhooks/enqueue-deliveries.ts";
import { tryDelivery } from "../../src/webhooks/send-delivery.ts";
import {
  advanceClock,
  callTool,
  freezeClock,
  giveTokens,
  lastMail,
  organisationOf,
  request,
  runCron,
  times,
} from "../support/harness.ts";
import { askPrivacy } from "../support/privacy-request.ts";
import {
  accepts,
  activeEndpoint,
  type Endpoint,
  forgetReceived,
  newOwner,
  type Owner,
  type Received,
  received,
} from "../support/webhooks.ts";

let owner: Owner;
let organisationId: string;
beforeAll(async () => {
  owner = await newOwner();
  organisationId = await organisationOf(owner.key);
});
beforeEach(async () => {
  await forgetReceived();
});
afterEach(() => {
  vi.useRealTimers();
});

const keepData = async (_env: Env, data: Record<string, unknown>) => data;

/** Queues events for an endpoint without sending messages. */
async function enqueue(endpoint: Endpoint, ids: string[], data: Record<string, unknown> = {}): Promise<void> {
  const occurredAt = Date.now();
  const to = { organisationId, endpointIds: [endpoint.id] };
  await env.DB.batch(
    ids.flatMap((id) => enqueueDeliveries(env.DB, { id, type: "test.event", occurredAt, data: { id, ...data } }, to)),
  );
}

/** Has the Worker's consumer read messages, as the queue brings them. */
async function consume(due: DeliveryMessage[]): Promise<void> {
  const messages = due.map((body, index) => ({ id: String(index), timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch("tallygate-deliveries-local", messages);
  const context = createExecutionContext();
  await worker.queue(batch, env as Env, context);
  expect((await getQueueResult(batch, context)).outcome).toBe("ok");
}

type Row = { status: string; attempt: number; failures: number; nextAt: number | null };
async function deliveryOf(eventId: string): Promise<Row & { id: string }> {
  const find = "SELECT id, status, attempt, failures, next_at AS nextAt FROM webhook_deliveries WHERE event_id = ?";
  return (await env.DB.prepare(find).bind(eventId).first<Row & { id: string }>()) as Row & { id: string };
}
const bellOf = async (eventId: string): Promise<DeliveryMessage> => {
  const { id, attempt } = await deliveryOf(eventId);
  return { delivery: id, attempt };
};
const statusOf = async ({ id }: Endpoint) =>
  env.DB.prepare("SELECT status, disabled_reason AS reason FROM webhook_endpoints WHERE id = ?").bind(id).first();

it("delivers all of 200 events to a receiver that fails three of ten, though messages are doubled and tries die", async () => {
  freezeClock();
  const endpoint = await activeEndpoint(owner, "https://hooks.example/flaky");
  await forgetReceived();
  const ids = Array.from({ length: 200 }, (_, index) => `evt_many_${index}`);
  await enqueue(endpoint, ids);
  await enqueue(endpoint, ids);
  const waiting = "SELECT min(next_at) AS at FROM webhook_deliveries WHERE endpoint_id = ? AND next_at IS NOT NULL";
  let killed = 0;
  for (;;) {
    const next = await env.DB.prepare(waiting).bind(endpoint.id).first<number | null>("at");
    if (next === null) break;
    advanceClock(Math.max(0, next - Date.now()));
    const due = await findDue(env.DB, 1_000);
    // Tries that died take up the organisation's room until their time is over.
    if (due.length === 0) advanceClock(MINUTE_MS);
    // An isolate that dies after its claim: the try is lost, and found again when its time is over.
    if (killed < 8) for (const message of due.slice(0, 2)) if (await claimTry(env.DB, message)) killed++;
    await consume([...due, ...due.slice(0, 3)]);
  }
  const messages = await received();
  const arrived = messages.filter(({ headers }) => headers["webhook-id"]?.startsWith("evt_many_"));
  expect(new Set(arrived.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set(ids));
  // Nine where one of an earlier pair was claimed by the queue itself.
  expect(killed).toBeGreaterThanOrEqual(8);
  const rows =
    "SELECT count(*) AS n, sum(status = 'delivered') AS delivered, sum(failures) AS failures FROM webhook_deliveries WHERE endpoint_id = ?";
  const { n, delivered, failures } =
    (await env.DB.prepare(rows).bind(endpoint.id).first<Record<string, number>>()) ?? {};
  expect([n, delivered]).toEqual([200, 200]);
  // A request is a success or a counted failure: nothing is sent twice but after a failure.
  expect(arrived.length).toBe(200 + (failures ?? 0));
  expect(failures).toBeGreaterThan(50);
  expect(accepts(endpoint.secret, arrived.at(-1) as Received)).toBe(true);
});

it("lets one of 20 claims of a try win, and no organisation have more than eight at once", async () => {
  const endpoint = await activeEndpoint(owner, "https://hooks.example/claims");
  await enqueue(endpoint, ["evt_race"]);
  const message = await bellOf("evt_race");
  const claims = await times(20, () => claimTry(env.DB, message));
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  const tries = "SELECT count(*) AS n FROM webhook_tries WHERE delivery_id = ?";
  expect(await env.DB.prepare(tries).bind(message.delivery).first("n")).toBe(1);

  await enqueue(
    endpoint,
    Array.from({ length: 15 }, (_, index) => `evt_crowd_${index}`),
  );
  const due = (await findDue(env.DB, 100)).filter(({ delivery }) => delivery !== message.delivery);
  expect(due).toHaveLength(MAX_TRIES_AT_ONCE_PER_ORGANISATION - 1);
  const all = await Promise.all(Array.from({ length: 15 }, async (_, index) => bellOf(`evt_crowd_${index}`)));
  const begun = await Promise.all(all.map((each) => claimTry(env.DB, each)));
  expect(begun.filter((claim) => claim !== null)).toHaveLength(MAX_TRIES_AT_ONCE_PER_ORGANISATION - 1);
  await endpoint.send("delete");
});

it("lets no organisation occupy the queue by receivers that hang under many names, nor a slow one by its backlog", async () => {
  freezeClock();
  const endpoint = await activeEndpoint(owner, "https://hooks.example/slow");
  const ids = Array.from({ length: 14 }, (_, index) => `evt_hanging_${index}`);
  await enqueue(endpoint, ids);
  await env.DB.prepare("UPDATE webhook_deliveries SET host = id || '.example' WHERE endpoint_id = ?")
    .bind(endpoint.id)
    .run();
  const all = await Promise.all(ids.map(bellOf));
  const begun = await Promise.all(all.map((each) => claimTry(env.DB, each)));
  expect(begun.filter((claim) => claim !== null)).toHaveLength(MAX_TRIES_AT_ONCE_PER_ORGANISATION);
  const other = await newOwner();
  const theirs = await activeEndpoint(other, "https://hooks.example/fast");
  const to = { organisationId: await organisationOf(other.key), endpointIds: [theirs.id] };
  const event = { id: "evt_of_another", type: "test.event", occurredAt: Date.now(), data: {} };
  await env.DB.batch(enqueueDeliveries(env.DB, event, to));
  expect(await claimTry(env.DB, await bellOf("evt_of_another"))).not.toBeNull();
  await theirs.send("delete");
  await env.DB.prepare("DELETE FROM webhook_deliveries").run();

  await enqueue(endpoint, ["evt_slow_1", "evt_slow_2", "evt_slow_3"]);
  const slow = async (request: Request) => {
    if (request.url === "https://hooks.example/slow") advanceClock(6_000);
    return env.OUTBOUND?.fetch(request);
  };
  const hanging = { ...env, OUTBOUND: { fetch: slow } } as unknown as Env;
  await tryDelivery(hanging, await bellOf("evt_slow_1"), keepData, Date.now() + MINUTE_MS);
  const states = async () => Promise.all([1, 2, 3].map(async (n) => (await deliveryOf(`evt_slow_${n}`)).status));
  expect(await states()).toEqual(["delivered", "pending", "pending"]);
  await tryDelivery(env as Env, await bellOf("evt_slow_2"), keepData, Date.now() + MINUTE_MS);
  expect(await states()).toEqual(["delivered", "delivered", "delivered"]);
  await endpoint.send("delete");
});

it("tries again by the schedule and the receiver's Retry-After, follows no redirect, and gives up after ten tries", async () => {
  freezeClock();
  const redirecting = await activeEndpoint(owner, "https://hooks.example/redirect");
  const busy = await activeEndpoint(owner, "https://hooks.example/busy");
  await enqueue(redirecting, ["evt_redirected"]);
  await enqueue(busy, ["evt_busy"]);
  await tryDelivery(env as Env, await bellOf("evt_busy"), keepData);
  expect((await deliveryOf("evt_busy")).nextAt).toBe(Date.now() + HOUR_MS);
  const waits: number[] = [];
  for (;;) {
    const before = await deliveryOf("evt_redirected");
    if (before.nextAt === null) break;
    advanceClock(before.nextAt - Date.now());
    expect(await tryDelivery(env as Env, { delivery: before.id, attempt: before.attempt }, keepData)).toBe(false);
    const { nextAt } = await deliveryOf("evt_redirected");
    if (nextAt !== null) waits.push((nextAt - Date.now()) / 1000);
  }
  const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(waits).toHaveLength(planned.length);
  for (const [index, seconds] of planned.entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(seconds * 0.9 - 1);
    expect(waits[index]).toBeLessThanOrEqual(seconds * 1.1 + 1);
  }
  expect(await deliveryOf("evt_redirected")).toMatchObject({ status: "failed", attempt: 10, failures: 10 });
  const log = (await (await env.OUTBOUND?.fetch("http://log.internet.example/"))?.json()) as string[];
  expect(log.filter((line) => line.includes("//private-address.example"))).toEqual([]);
  const page = await owner.visitor.get(redirecting.path);
  expect(page.text).toContain("status 307");
  await redirecting.send("delete");
  await busy.send("delete");
});

it("looks the name up before each try: one that has moved to a private address gets nothing", async () => {
  const endpoint = await activeEndpoint(owner, "https://rebinding.example/in");
  await forgetReceived();
  await enqueue(endpoint, ["evt_rebound"]);
  expect(await tryDelivery(env as Env, await bellOf("evt_rebound"), keepData)).toBe(false);
  expect(await received()).toEqual([]);
  expect((await owner.visitor.get(endpoint.path)).text).toContain("its host has an address that is not public");
  await endpoint.send("delete");
});

it("disables an endpoint that says 410 or has only failed for five days, mails its owner, and recovers what failed", async () => {
  freezeClock();
  const gone = await activeEndpoint(owner, "https://hooks.example/status/410");
  await enqueue(gone, ["evt_gone", "evt_waiting"]);
  await tryDelivery(env as Env, await bellOf("evt_gone"), keepData);
  expect(await statusOf(gone)).toEqual({ status: "disabled", reason: "gone" });
  expect(await deliveryOf("evt_waiting")).toMatchObject({ status: "failed", nextAt: null });
  await enqueue(gone, ["evt_too_late"]);
  expect(await deliveryOf("evt_too_late")).toBeNull();
  await gone.send("delete");

  const failing = await activeEndpoint(owner, "https://hooks.example/status/500");
  await enqueue(failing, ["evt_first"]);
  await tryDelivery(env as Env, await bellOf("evt_first"), keepData);
  advanceClock(5 * DAY_MS - MINUTE_MS);
  await enqueue(failing, ["evt_second"]);
  await tryDelivery(env as Env, await bellOf("evt_second"), keepData);
  expect(await statusOf(failing)).toMatchObject({ status: "active" });
  advanceClock(2 * MINUTE_MS);
  await tryDelivery(env as Env, await bellOf("evt_second"), keepData);
  expect(await statusOf(failing)).toEqual({ status: "disabled", reason: "failures" });
  await runCron();
  expect(lastMail(owner.email).text).toContain("Every try of the last 5 days failed.");
  await runCron();
  const due = "SELECT mail_due_since AS due FROM webhook_endpoints WHERE id = ?";
  expect(await env.DB.prepare(due).bind(failing.id).first("due")).toBeNull();

  expect((await failing.send("verify")).status).toBe(303);
  expect((await failing.send("recover", { days: "2" })).status).toBe(400);
  await failing.send("recover", { days: "30" });
  expect(await deliveryOf("evt_first")).toMatchObject({ status: "pending", failures: 0 });
  const attempts = (await deliveryOf("evt_second")).attempt;
  await failing.send("resend", { delivery: (await deliveryOf("evt_second")).id });
  expect(await deliveryOf("evt_second")).toMatchObject({ status: "pending", attempt: attempts + 1, failures: 1 });
  expect((await owner.visitor.get(failing.path)).text).toContain("evt_first");

  advanceClock((WEBHOOK_DELIVERIES_DAYS + 1) * DAY_MS);
  await runCron();
  const left = "SELECT (SELECT count(*) FROM webhook_deliveries) + (SELECT count(*) FROM webhook_tries) AS n";
  expect(await env.DB.prepare(left).first("n")).toBe(0);
});

it("tells of a batch's end once, with counts and no results, and leaves out people who object", async () => {
  const fresh = await newOwner();
  await giveTokens(fresh.key, 100);
  const endpoint = await activeEndpoint(fresh, "https://hooks.example/batches");
  await forgetReceived();
  const inputs = [{ domain: "acme-robotics.example" }, { domain: "acme-robotics.example" }];
  const batch = { tool: "get_network_company_url", inputs, deliver: [endpoint.id], name: "My list" };
  const { body } = await callTool(fresh.key, "create_batch", batch);
  const csv = {
    method: "POST",
    body: "domain\na.example",
    headers: { Authorization: `Bearer ${fresh.key}`, "Content-Type": "text/csv" },
  };
  const byQuery = await request(`/api/v0/create_batch?tool=get_company&dry_run=true&deliver=${endpoint.id},wep_0`, csv);
  expect([byQuery.status, byQuery.body.detail]).toEqual([400, expect.stringMatching(/^deliver\.1: must be the id/)]);
  const messages = async () => (await received()).filter(({ body }) => body.includes("batch.ended"));
  await expect.poll(async () => (await messages()).length).toBe(1);
  const [message] = await messages();
  const event = JSON.parse(message?.body ?? "");
  expect(event).toMatchObject({
    type: "batch.ended",
    data: { id: body.id, name: "My list", stopped_reason: "completed", counts: { inputs: 2 } },
  });
  expect(message?.headers["webhook-id"]).toBe(`evt_${body.id}`);
  expect(message?.body).not.toContain("acme-robotics");
  expect(message && accepts(endpoint.secret, message)).toBe(true);
  const count = "SELECT count(*) AS n FROM webhook_deliveries WHERE endpoint_id = ?";
  expect(await env.DB.prepare(count).bind(endpoint.id).first("n")).toBe(1);

  organisationId = await organisationOf(fresh.key);
  const person = { name: "Vera Sample", domain: "acme-robotics.example", email: "vera.sample@acme-robotics.example" };
  await askPrivacy(fresh.key, { type: "objection", ...person });
  await enqueue(endpoint, ["evt_person"], { domain: "acme-robotics.example", text: "Vera Sample is the new CEO" });
  await consume([await bellOf("evt_person")]);
  const last = (await received()).at(-1)?.body ?? "";
  expect(last).toContain("[withheld] is the new CEO");
});
