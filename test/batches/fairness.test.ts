import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { readResults } from "../../src/batches/batch-records.ts";
import { readInputs } from "../../src/batches/read-lines.ts";
import { BATCH_WINDOW } from "../../src/constants.ts";
import {
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  giveTokens,
  holdBatches,
  makePaid,
  times,
} from "../support/harness.ts";

it("inputs of different sites take turns", () => {
  const reader = {
    fields: new Map([["domain", "string"]]),
    example: {},
    check: (parsed: Record<string, unknown>) => ({ status: "valid" as const, parsed }),
  };
  const hosts = ["a.example", "www.a.example", "shop.a.example", "b.example", "b2.b.example", "c.example"];
  const { lines } = readInputs(
    reader,
    hosts.map((domain) => ({ domain })),
  );
  const inTurn = lines
    .map(({ input, turn }, index) => ({ domain: input?.domain, turn, index }))
    .sort((one, other) => one.turn - other.turn || one.index - other.index);
  expect(inTurn.map(({ domain }) => domain)).toEqual([
    ...["a.example", "b.example", "c.example"],
    ...["www.a.example", "b2.b.example", "shop.a.example"],
  ]);
});

it("an organisation runs two batches concurrently, a third one waits, and another organisation's does not", async () => {
  await env.DATA.prepare(
    `INSERT INTO companies (domain, name, network_url, source, observed_at)
     SELECT 'fair' || value || '.example', 'Row', 'https://www.network.example/company/f' || value, 'test', 0
     FROM json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: 60 }, (_, index) => index)))
    .run();
  const keys = [await anonymousKey(), await anonymousKey()];
  for (const key of keys) await giveTokens(key, 975);
  const inputs = Array.from({ length: 60 }, (_, index) => ({ domain: `fair${index}.example` }));
  const create = async (key = "") =>
    (await callTool(key, "create_batch", { tool: "get_network_company_url", inputs })).body;
  const letRun = holdBatches();
  const batches = [await create(keys[0]), await create(keys[0]), await create(keys[0]), await create(keys[1])];
  const running = await Promise.all(batches.map(({ id }) => env.BATCHES.getByName(id).status()));
  expect(running.filter((batch) => batch?.status === "queued").length).toBeLessThanOrEqual(1);
  expect(batches[2]?.status).toBe("queued");
  expect(batches[3]?.status).toBe("running");
  letRun();
  const statuses = () => Promise.all(batches.map(async ({ id }) => (await env.BATCHES.getByName(id).status())?.status));
  await expect.poll(statuses).toEqual(batches.map(() => "ended"));
  expect(await Promise.all(keys.map(balanceOf))).toEqual([1_000 - 3 * 120, 1_000 - 120]);
  expect(await brokenLedgers()).toEqual([]);
});

it("beside an organisation with ten batches, another one's batch takes at most twice the calls that it takes alone", async () => {
  const LINES = 60;
  await env.DATA.prepare(
    `INSERT INTO companies (domain, name, network_url, source, observed_at)
     SELECT 'share' || value || '.example', 'Row', 'https://www.network.example/company/s' || value, 'test', 0
     FROM json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: LINES }, (_, index) => index)))
    .run();
  const [crowd = "", alone = ""] = await times(2, anonymousKey);
  await giveTokens(crowd, 10 * LINES * 2);
  await giveTokens(alone, LINES * 2);
  await Promise.all([makePaid(crowd), makePaid(alone)]);
  const inputs = Array.from({ length: LINES }, (_, index) => ({ domain: `share${index}.example` }));
  const create = async (key: string) =>
    (await callTool(key, "create_batch", { tool: "get_network_company_url", inputs })).body.id as string;
  const crowdIds: string[] = [];
  for (let batch = 0; batch < 10; batch++) crowdIds.push(await create(crowd));
  const aloneId = await create(alone);
  const status = async () => (await env.BATCHES.getByName(aloneId).status())?.status;
  await expect.poll(status).toBe("ended");
  for (const id of crowdIds) await callTool(crowd, "cancel_batch", { id });

  // Ids of calls begin with the time at which the call began.
  const callsOf = async (id: string) => {
    const lines = await readResults(env, id, { order: "line", after: -1, limit: LINES });
    return lines.flatMap(({ callId }) => callId ?? []).sort();
  };
  const own = await callsOf(aloneId);
  expect(own).toHaveLength(LINES);
  const [first = "", last = ""] = [own[0], own.at(-1)];
  const others = (await Promise.all(crowdIds.map(callsOf))).flat().filter((id) => id > first && id < last);
  expect(others.length).toBeGreaterThan(0);
  // Each side may have a window of calls out at the beginning and at the end.
  expect(others.length).toBeLessThanOrEqual(LINES + 2 * BATCH_WINDOW.paid);
});
