import { afterAll, expect, it } from "vitest";
import { oddHosts } from "../internet/oddities.ts";
import { changedBy } from "../support/changed-build.ts";
import { makeStorage, type Server, startServer } from "../support/server.ts";

/** `npm run soak:batches` kills ten times, in a batch of 2,000 lines. */
const KILLS = Number(process.env.KILLS ?? 2);
const FOUND = 145 * KILLS;
const DUPLICATES = 30 * KILLS;
const DEAD = 20 * KILLS;
const HOSTILE = 5 * KILLS;
const LINES = FOUND + DUPLICATES + DEAD + HOSTILE;
const TOOL = "get_network_company_url";
const COST = 2;
const CAPPED_AT = 101;
const TOKENS = 1_000_000;

/** Arguments that are attacks themselves. */
const HOSTILE_INPUTS: unknown[] = [
  { domain: "http://169.254.169.254/latest/meta-data/" },
  { domain: "=HYPERLINK(1)" },
  { domain: "'; DROP TABLE items; --" },
  { domain: `${"a".repeat(1_000)}.example` },
  { domain: { toString: "acme.example" } },
  { domain: ["kill0.example"] },
  { domain: "acme\u0000.example" },
  { constructor: "kill0.example" },
  { domain: "javascript:alert(1)" },
  { domain: "file:///etc/passwd" },
  { domain: "http://[::1]:8787/admin" },
  { domain: "2130706433" },
];
/** They hang for longer than a tool may take. */
const HANGING = ["slow.example", "silent-robots.example", "drip.example"];
/** A kill leaves lines running, which are run again when their lease is over: after 60 s outside this test. */
const SHORT_LEASES = changedBy({
  "src/batches/item-store.ts": ["const RUN_LEASE_MS = 60_000;", "const RUN_LEASE_MS = 15_000;"],
});
const VARIABLES = { RATE_LIMIT_ANONYMOUS: "1000000", RATE_LIMIT_PAID: "1000000", ANONYMOUS_TOKENS: String(TOKENS) };
const HOSTILE_SITES = Object.keys(oddHosts).filter((host) => !HANGING.includes(host));

let server: Server | undefined;

afterAll(() => server?.stop());

const call = async (tool: string, body: unknown, key = "") => {
  const headers = key ? { Authorization: `Bearer ${key}` } : undefined;
  const answer = await fetch(`${server?.url}/api/v0/${tool}`, { method: "POST", body: JSON.stringify(body), headers });
  return (await answer.json()) as Record<string, any>;
};

/** Organisations whose ledger does not add up. */
const BROKEN = `SELECT * FROM (SELECT o.id, o.balance, o.owed,
    (SELECT coalesce(sum(tokens), 0) FROM entries e WHERE e.organisation_id = o.id) AS entered,
    (SELECT coalesce(sum(tokens), 0) FROM leases l WHERE l.organisation_id = o.id) AS leased,
    (SELECT coalesce(sum(spent), 0) FROM leases l WHERE l.organisation_id = o.id) AS spent,
    (SELECT coalesce(sum(tokens), 0) FROM calls c WHERE c.organisation_id = o.id) AS listed
  FROM organisations o) WHERE balance - owed <> entered - leased OR balance < 0 OR spent <> listed`;

/** The list, with each kind of line spread over it. */
function makeInputs(): unknown[] {
  const hostile = [...HOSTILE_INPUTS, ...HOSTILE_SITES.map((domain) => ({ domain }))].slice(0, HOSTILE);
  const kinds = [
    ...Array.from({ length: FOUND }, (_, index) => ({ domain: `kill${index}.example` })),
    ...Array.from({ length: DUPLICATES }, (_, index) => ({ domain: `https://WWW.kill${index}.example/` })),
    ...Array.from({ length: DEAD }, (_, index) => ({ domain: `dead${index}.example` })),
    ...hostile,
  ];
  expect(kinds).toHaveLength(LINES);
  // 37 and the length have no common factor.
  return kinds.map((_, place) => kinds[(place * 37) % LINES]);
}

async function resultsOf(id: string, key: string) {
  const headers = { Authorization: `Bearer ${key}` };
  const file = await fetch(`${server?.url}/api/v0/batches/${id}/results.jsonl`, { headers });
  const lines = (await file.text()).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, any>);
}

it.each(["cancelled", "key_revoked"])(
  "a batch that is stopped while a line runs (%s) ends, whenever the process dies: nothing is charged twice, no token stays held",
  async (reason) => {
    const options = { storage: makeStorage(), variables: VARIABLES, plugins: [SHORT_LEASES] };
    server = await startServer(options);
    const key = (await call("get_api_key", {})).api_key;
    const temporary = await call("create_api_key", { name: "temporary" }, key);
    const inputs = ["dead0.example", ...HANGING].map((domain) => ({ domain }));
    const { id } = await call("create_batch", { tool: TOOL, inputs }, temporary.api_key);
    const batch = () => call("get_batch", { id }, key);
    await expect.poll(async () => (await batch()).counts.processing, { interval: 50 }).toBeLessThan(inputs.length);
    // The queue has no other message, so the next line has begun by now; it hangs for longer than this.
    await new Promise((begun) => setTimeout(begun, 3_000));
    if (reason === "cancelled") expect((await call("cancel_batch", { id }, key)).status).toBe("cancelling");
    else await call("revoke_api_key", { id: temporary.id }, key);
    await server.kill();
    server = await startServer(options);
    await expect.poll(async () => (await batch()).status).toBe("ended");
    const { stopped_reason, counts, tokens } = await batch();
    expect([stopped_reason, counts.inputs, counts.processing, tokens.reserved]).toEqual([reason, inputs.length, 0, 0]);
    const balance = await call("get_token_balance", {}, key);
    expect([balance.balance, balance.held]).toEqual([TOKENS - tokens.charged, 0]);
    expect(await server.sql(BROKEN)).toEqual([]);
    await server.stop();
  },
);

it("batches in a process that is killed again and again: each distinct input is answered and charged once", async () => {
  const storage = makeStorage();
  const options = { storage, variables: VARIABLES, plugins: [SHORT_LEASES] };
  server = await startServer(options);
  const numbers = JSON.stringify(Array.from({ length: FOUND }, (_, index) => index));
  await server.data
    .prepare(`INSERT INTO companies (domain, name, network_url, source, observed_at)
    SELECT 'kill' || value || '.example', 'K', 'https://www.network.example/company/k' || value, 'test', 0
    FROM json_each('${numbers}')`)
    .run();
  const [key, otherKey] = [(await call("get_api_key", {})).api_key, (await call("get_api_key", {})).api_key];
  await server.sql("UPDATE organisations SET plan = 'paid'");
  const inputs = makeInputs();
  const known = Array.from({ length: FOUND }, (_, index) => ({ domain: `kill${index}.example` }));

  const whole = await call("create_batch", { tool: TOOL, inputs }, key);
  const capped = await call("create_batch", { tool: TOOL, inputs: known, max_tokens: CAPPED_AT }, otherKey);
  const cancelled = await call("create_batch", { tool: TOOL, inputs: known }, otherKey);
  expect(whole.counts).toMatchObject({ inputs: LINES, duplicates: DUPLICATES });
  const status = async ({ id }: Record<string, any>) => call("get_batch", { id }, id === whole.id ? key : otherKey);
  const processing = async (batch: Record<string, any>) => (await status(batch)).counts.processing as number;

  const toRun = await processing(whole);
  for (let kill = 0; kill < KILLS; kill++) {
    const left = toRun * (1 - (kill + 1) / (KILLS + 1));
    await expect.poll(() => processing(whole), { interval: 20 }).toBeLessThan(left);
    if (kill === 0) await call("cancel_batch", { id: cancelled.id }, otherKey);
    await server.kill();
    server = await startServer(options);
    expect(await server.sql(BROKEN)).toEqual([]);
  }
  const states = () => Promise.all([whole, capped, cancelled].map(async (batch) => (await status(batch)).status));
  await expect.poll(states).toEqual(["ended", "ended", "ended"]);

  const results = await resultsOf(whole.id, key);
  expect(results.map(({ index }) => index)).toEqual(inputs.map((_, index) => index));
  const distinct = results.filter(({ duplicate_of: original }) => original === null);
  const linesOf = (kind: RegExp) =>
    results.filter(({ input: { domain } }) => typeof domain === "string" && kind.test(domain));
  const found = linesOf(/\bkill\d+\.example/);
  expect(found).toHaveLength(FOUND + DUPLICATES);
  for (const { status: state, input, result, tokens_charged: tokens, duplicate_of: original } of found) {
    const number = /kill(\d+)/.exec(input.domain)?.[1];
    expect([state, result?.url, tokens]).toEqual([
      ...["succeeded", `https://www.network.example/company/k${number}`],
      original === null ? COST : 0,
    ]);
  }
  for (const { status: state, result } of linesOf(/^dead/)) {
    expect([state, result.status]).toEqual(["succeeded", "not_found"]);
  }
  // Each answer that was charged has one call in the ledger, under its own id, and there are no others.
  const calls = await server.sql(`SELECT id, tokens FROM calls WHERE tokens > 0 AND label = '${whole.id}'`);
  const paid = distinct.filter(({ tokens_charged: tokens }) => tokens > 0);
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  const expected = paid.map(({ request_id: id, tokens_charged: tokens }) => ({ id, tokens })).sort(byId);
  expect((calls as { id: string }[]).sort(byId)).toEqual(expected);

  const charged = paid.reduce((sum, { tokens_charged: tokens }) => sum + tokens, 0);
  const ended = await status(whole);
  expect(ended).toMatchObject({
    stopped_reason: "completed",
    counts: { inputs: LINES, duplicates: DUPLICATES, processing: 0, skipped: 0, cancelled: 0, expired: 0 },
    tokens: { charged, reserved: 0, returned: ended.tokens.max - charged },
  });
  expect(await status(capped)).toMatchObject({
    stopped_reason: "cap_reached",
    counts: { succeeded: Math.floor(CAPPED_AT / COST) },
    tokens: { charged: CAPPED_AT - 1, returned: 1 },
  });
  const stopped = await status(cancelled);
  expect(stopped).toMatchObject({ stopped_reason: "cancelled", tokens: { charged: stopped.counts.succeeded * COST } });
  expect(stopped.counts.succeeded + stopped.counts.cancelled).toBe(known.length);
  expect(stopped.counts.cancelled).toBeGreaterThan(0);

  const balance = await call("get_token_balance", {}, key);
  expect([balance.balance, balance.held]).toEqual([TOKENS - charged, 0]);
  const other = await call("get_token_balance", {}, otherKey);
  expect([other.balance, other.held]).toEqual([TOKENS - (CAPPED_AT - 1) - stopped.tokens.charged, 0]);
  expect(await server.sql(BROKEN)).toEqual([]);
});
