/** The process dies at each step of releasing and sending withheld events, of erasing one, and of merging their organisation. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/time.ts";
import { deletionOf } from "../../src/privacy/personal-data.ts";
import { suppress } from "../../src/privacy/suppressions.ts";
import { withholdPeopleOfEvent } from "../../src/privacy/withhold.ts";
import { parseName } from "../../src/readers/names/person-name.ts";
import { releaseEvents } from "../../src/watches/release-events.ts";
import { sendEvents } from "../../src/watches/watch-events.ts";
import { findDue } from "../../src/webhooks/claim-delivery.ts";
import { tryDelivery } from "../../src/webhooks/send-delivery.ts";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  giveTokens,
  organisationOf,
} from "../support/harness.ts";
import { sourceContext } from "../support/source-context.ts";
import { activeEndpoint, forgetReceived, newOwner, type Owner, received } from "../support/webhooks.ts";

const DOMAIN = "changing.example";
const SEND = "https://hooks.example/events";
const ADA = parseName("Ada Brandt");

let start = Date.now();
beforeEach(() => {
  start += 10 * DAY_MS;
  freezeClock(start);
});
afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

const REAL = Symbol();

/** The bindings of a process that dies in D1 at its step number `last`, before or after the step has taken effect. */
function dyingProcess(last: number, when: "before" | "after") {
  const life = { steps: 0, isDead: false };
  const step = async <T>(run: () => Promise<T>): Promise<T> => {
    if (life.isDead || (++life.steps === last && when === "before")) {
      life.isDead = true;
      throw new Error("the process died");
    }
    const result = await run();
    if (life.steps !== last) return result;
    life.isDead = true;
    throw new Error("the process died");
  };
  const statement = (real: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(real, {
      get(target, name) {
        if (name === REAL) return target;
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values));
        const method = Reflect.get(target, name);
        return (...values: unknown[]) => step(() => method.apply(target, values));
      },
    });
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (text: string) => statement(target.prepare(text));
      return (all: D1PreparedStatement[]) => step(() => target.batch(all.map((one) => Reflect.get(one, REAL))));
    },
  });
  return { ...env, DB } as Env;
}

/** An owner with 5 tokens, a watch with a webhook, and three withheld events of 5 tokens, the second about Ada Brandt. */
async function withheld(): Promise<{ owner: Owner; organisation: string }> {
  const owner = await newOwner();
  const organisation = await organisationOf(owner.key);
  await giveTokens(owner.key, -(await balanceOf(owner.key)));
  const endpoint = await activeEndpoint(owner, SEND);
  await forgetReceived();
  const watch = { domains: [DOMAIN], events: ["leadership.changed"], max_tokens_month: 100, deliver: [endpoint.id] };
  const { body } = await callTool(owner.key, "create_watch", watch);
  await addEvents(organisation, body.id);
  return { owner, organisation };
}

async function addEvents(organisation: string, watch: string): Promise<void> {
  const insert = `INSERT INTO watch_events (id, organisation_id, type, domain, data_json, watch_ids_json, tokens, state, tried_at,
      is_unsent, observed_at) VALUES (?, ?, 'leadership.changed', ?, ?, ?, 5, 'withheld', ?, 1, ?)`;
  const people = ["Bo Lund", "Ada Brandt", "Cy Young"];
  const rows = people.map((person) => {
    const data = JSON.stringify({ before: null, after: { person, role: "CFO" }, evidence: [] });
    const id = `evt_${person.slice(0, 2)}_${organisation}`;
    return env.DB.prepare(insert).bind(id, organisation, DOMAIN, data, JSON.stringify([watch]), Date.now(), Date.now());
  });
  await env.DB.batch(rows);
}

/** What a healthy cron does with withheld and unsent events and due deliveries, until nothing is left. */
async function recover(organisation: string): Promise<void> {
  for (let run = 0; run < 3; run++) {
    advanceClock(120_000);
    await releaseEvents(env as Env, organisation);
    await sendEvents(env as Env);
    for (const message of await findDue(env.DB, 100)) await tryDelivery(env as Env, message, withholdPeopleOfEvent);
  }
}

const sent = async () =>
  (await received())
    .filter(({ url, body }) => url === SEND && body.includes("leadership.changed"))
    .map(({ headers, body }) => ({ id: headers["webhook-id"] ?? "", body }));

const STEPS = Array.from({ length: 9 }, (_, index) => index + 1);
const DEATHS = STEPS.flatMap((step) => [[step, "before"] as const, [step, "after"] as const]);

describe("21.13: withheld events under kills", () => {
  it.each(DEATHS)("the release dies at step %i, %s it: each event is charged and sent once", async (last, when) => {
    const { owner, organisation } = await withheld();
    await giveTokens(owner.key, 15);
    const dying = dyingProcess(last, when);
    await releaseEvents(dying, organisation).catch(() => {});
    await sendEvents(dying).catch(() => {});
    await recover(organisation);
    const messages = await sent();
    expect(messages.map(({ id }) => id).toSorted()).toEqual(
      ["Ad", "Bo", "Cy"].map((name) => `evt_${name}_${organisation}`),
    );
    expect(await balanceOf(owner.key)).toBe(0);
  });

  it.each(DEATHS.slice(0, 16))(
    "an objection and an erasure whose deletion dies at step %i, %s it: never delivered",
    async (last, when) => {
      const { owner, organisation } = await withheld();
      await giveTokens(owner.key, 15);
      if (!ADA) throw new Error("no name");
      const context = { ...sourceContext(), env: dyingProcess(last, when) };
      const identity = { email: `ada.brandt@${DOMAIN}`, name: ADA, domain: DOMAIN };
      const erase = async (by: typeof context) => {
        await suppress(by, [{ kind: "person", name: ADA, domain: DOMAIN }]);
        await by.env.DB.batch((await deletionOf(by.env, identity)).statements);
      };
      const isDone = await erase(context).then(
        () => true,
        () => false,
      );
      // The person repeats a request that was not acknowledged.
      if (!isDone) await erase(sourceContext());
      await recover(organisation);
      const messages = await sent();
      expect(messages.map(({ id }) => id).toSorted()).toEqual(
        ["Bo", "Cy"].map((name) => `evt_${name}_${organisation}`),
      );
      expect(JSON.stringify(messages)).not.toContain("Brandt");
      expect(await balanceOf(owner.key)).toBe(5);
    },
  );

  it("an event that is erased while its delivery is being queued leaves no delivery behind", async () => {
    const { owner, organisation } = await withheld();
    await giveTokens(owner.key, 15);
    await releaseEvents(env as Env, organisation);
    let isErased = false;
    const DB = new Proxy(env.DB, {
      get(target, name) {
        if (name !== "batch" || isErased) return Reflect.get(target, name).bind(target);
        return async (all: D1PreparedStatement[]) => {
          isErased = true;
          const identity = { email: `ada.brandt@${DOMAIN}`, name: ADA, domain: DOMAIN };
          await target.batch((await deletionOf({ ...env, DB: target } as Env, identity)).statements);
          return target.batch(all);
        };
      },
    });
    await sendEvents({ ...env, DB } as Env);
    expect(isErased).toBe(true);
    const kept = env.DB.prepare("SELECT count(*) AS n FROM webhook_deliveries WHERE instr(data_json, 'Brandt')");
    expect(await kept.first("n")).toBe(0);
    await recover(organisation);
    expect((await sent()).map(({ id }) => id.slice(4, 6)).toSorted()).toEqual(["Bo", "Cy"]);
  });

  it("an organisation that is merged passes its withheld events on once, unpaid until its watch is resumed", async () => {
    const email = freshAddress();
    const home = await claimWorkspace(email);
    const key = await anonymousKey();
    const organisation = await organisationOf(key);
    await giveTokens(key, -(await balanceOf(key)));
    const watch = { domains: [DOMAIN], events: ["leadership.changed"], max_tokens_month: 100 };
    const { body } = await callTool(key, "create_watch", watch);
    await addEvents(organisation, body.id);
    await claimWorkspace(email, key);
    const before = await balanceOf(home);
    await recover(organisation);
    const workspace = await organisationOf(home);
    await recover(workspace);
    const states = async () => {
      const { events } = (await callTool(home, "list_watch_events")).body;
      return events.map(({ status }: { status: string }) => status);
    };
    expect(await states()).toEqual(["withheld", "withheld", "withheld"]);
    expect(await balanceOf(home)).toBe(before);
    await giveTokens(home, 15 - before);
    await callTool(home, "update_watch", { id: body.id, status: "active" });
    await Promise.all([1, 2, 3, 4].map(() => releaseEvents(env as Env, workspace)));
    expect(await states()).toEqual(["delivered", "delivered", "delivered"]);
    expect(await balanceOf(home)).toBe(0);
  });
});
