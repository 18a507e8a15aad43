import { afterAll, expect, it } from "vitest";
import { makeStorage, type Server, startServer } from "../support/server.ts";

const KILLS = 2;
const DISTINCT = 200;
const DUPLICATES = 40;
const COST = 2;
const CAPPED_AT = 101;

let server: Server | undefined;

afterAll(() => server?.stop());

const call = async (tool: string, body: unknown, key = "") => {
  const headers = key ? { Authorization: `Bearer ${key}` } : undefined;
  const answer = await fetch(`${server?.url}/api/v0/${tool}`, { method: "POST", body: JSON.stringify(body), headers });
  return (await answer.json()) as Record<string, any>;
};

/** What the ledger says of organisations for which it does not add up. */
const BROKEN = `SELECT * FROM (SELECT o.id, o.balance, o.owed,
    (SELECT coalesce(sum(tokens), 0) FROM entries e WHERE e.organisation_id = o.id) AS entered,
    (SELECT coalesce(sum(tokens), 0) FROM leases l WHERE l.organisation_id = o.id) AS leased,
    (SELECT coalesce(sum(spent), 0) FROM leases l WHERE l.organisation_id = o.id) AS spent,
    (SELECT coalesce(sum(tokens), 0) FROM calls c WHERE c.organisation_id = o.id) AS listed
  FROM organisations o) WHERE balance - owed <> entered - leased OR balance < 0 OR spent <> listed`;

it("batches in a process that is killed again and again: each distinct input is answered and charged once", async () => {
  const storage = makeStorage();
  const variables = { RATE_LIMIT_ANONYMOUS: "1000000", ANONYMOUS_TOKENS: "2000", PAGE_INTERVAL_MS: "0" };
  server = await startServer({ storage, variables });
  const numbers = JSON.stringify(Array.from({ length: DISTINCT }, (_, index) => index));
  await server.sql(`INSERT INTO companies (domain, name, network_url, source, observed_at)
    SELECT 'kill' || value || '.example', 'K', 'https://www.network.example/company/k' || value, 'test', 0
    FROM json_each('${numbers}')`);
  const key = (await call("get_api_key", {})).api_key as string;
  const inputs = Array.from({ length: DISTINCT + DUPLICATES }, (_, index) => ({
    domain: `kill${index % DISTINCT}.example`,
  }));
  const tool = "get_network_company_url";
  const whole = await call("create_batch", { tool, inputs: [...inputs, { domain: "failing.example" }] }, key);
  const capped = await call("create_batch", { tool, inputs, max_tokens: CAPPED_AT }, key);
  expect([whole.status, capped.status]).toEqual([expect.any(String), expect.any(String)]);

  const ids = [whole.id, capped.id];
  const statuses = () => Promise.all(ids.map((id) => call("get_batch", { id }, key)));
  for (let kill = 0; kill < KILLS; kill++) {
    const before = (await statuses())[0]?.counts.succeeded as number;
    const hasMoved = async () => ((await statuses())[0]?.counts.succeeded as number) > before;
    await expect.poll(hasMoved, { timeout: 200_000, interval: 100 }).toBe(true);
    await server.kill();
    server = await startServer({ storage, variables });
    expect(await server.sql(BROKEN)).toEqual([]);
  }
  const allEnded = async () => (await statuses()).map(({ status }) => status);
  await expect.poll(allEnded, { timeout: 200_000, interval: 1_000 }).toEqual(["ended", "ended"]);

  const [first, second] = await statuses();
  expect(first).toMatchObject({
    counts: { succeeded: DISTINCT, failed: 1, duplicates: DUPLICATES, processing: 0 },
    tokens: { charged: DISTINCT * COST, returned: COST, reserved: 0 },
  });
  expect(second).toMatchObject({
    stopped_reason: "cap_reached",
    counts: { succeeded: Math.floor(CAPPED_AT / COST) },
    tokens: { charged: CAPPED_AT - 1, returned: 1 },
  });
  const results = await fetch(`${server.url}/api/v0/batches/${whole.id}/results.jsonl`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const lines = (await results.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const charged = lines.filter(({ tokens_charged: tokens }) => tokens === COST);
  expect([lines.length, charged.length]).toEqual([DISTINCT + DUPLICATES + 1, DISTINCT]);
  expect(lines.filter(({ result }) => result?.url).length).toBe(DISTINCT + DUPLICATES);

  const { balance, held } = await call("get_token_balance", {}, key);
  expect([balance, held]).toEqual([2_000 - DISTINCT * COST - (CAPPED_AT - 1), 0]);
  expect(await server.sql(BROKEN)).toEqual([]);
});
