import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { readInputs } from "../../src/batches/read-lines.ts";
import { anonymousKey, balanceOf, brokenLedgers, callTool, giveTokens } from "../support/harness.ts";

it("inputs of different sites take turns", () => {
  const reader = {
    fields: new Map([["domain", "string"]]),
    check: (parsed: Record<string, unknown>) => ({ parsed }),
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

it("an organisation runs two batches at once, the third waits its turn, and another organisation does not wait", async () => {
  await env.DB.prepare(
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
  const batches = [await create(keys[0]), await create(keys[0]), await create(keys[0]), await create(keys[1])];
  const running = await Promise.all(batches.map(({ id }) => env.BATCHES.getByName(id).status()));
  expect(running.filter((batch) => batch?.status === "queued").length).toBeLessThanOrEqual(1);
  expect(batches[2]?.status).toBe("queued");
  expect(batches[3]?.status).toBe("running");
  const statuses = () => Promise.all(batches.map(async ({ id }) => (await env.BATCHES.getByName(id).status())?.status));
  await expect.poll(statuses, { timeout: 110_000, interval: 500 }).toEqual(batches.map(() => "ended"));
  expect(await Promise.all(keys.map(balanceOf))).toEqual([1_000 - 3 * 120, 1_000 - 120]);
  expect(await brokenLedgers()).toEqual([]);
});
