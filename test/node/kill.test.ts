import { afterAll, expect, it } from "vitest";
import { makeStorage, type Server, startServer } from "../support/server.ts";

const KEYS = 4;
const ROUNDS = 2;
const CALLERS_PER_KEY = 4;
const COST = 2;
/** Charged calls of each key before the power goes. */
const MIN_CHARGED_CALLS = 10;
const TOOL = "/api/v0/get_network_company_url";

let server: Server | undefined;

afterAll(() => server?.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server?.url}${path}`, { method: "POST", body: JSON.stringify(body), headers });

it("a process killed in the middle of load loses no token and makes none", async () => {
  const storage = makeStorage();
  const variables = { RATE_LIMIT_ANONYMOUS: "1000000", ANONYMOUS_TOKENS: "1000" };
  server = await startServer({ storage, variables });
  await server.sql(`INSERT INTO companies (domain, name, network_url, source, observed_at)
    VALUES ('directory-row.example', 'D', 'https://www.network.example/company/d', 'test', 0)`);
  const keys: string[] = [];
  for (let index = 0; index < KEYS; index++) {
    keys.push(((await (await post("/api/v0/get_api_key", {})).json()) as { api_key: string }).api_key);
  }

  const charged = new Map<string, number>();
  let cut = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const served = new Map<string, number>();
    let isDown = false;
    const callers = keys
      .flatMap((key) => Array.from({ length: CALLERS_PER_KEY }, () => key))
      .map(async (key, caller) => {
        for (let call = 0; !isDown; call++) {
          const fails = (caller + call) % 5 === 0;
          const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
          if (call % 3 === 0) headers["Idempotency-Key"] = `${round}-${caller}-${call}`;
          const body = { domain: fails ? "failing.example" : "directory-row.example" };
          try {
            const answer = await post(TOOL, body, headers);
            await answer.text();
            const tokens = Number(answer.headers.get("x-tokens-charged"));
            charged.set(key, (charged.get(key) ?? 0) + tokens);
            if (tokens > 0) served.set(key, (served.get(key) ?? 0) + 1);
          } catch {
            // The power is gone: this caller knows nothing of its last call.
            cut++;
            return;
          }
        }
      });
    const isUnderLoad = () => keys.every((key) => (served.get(key) ?? 0) >= MIN_CHARGED_CALLS);
    await expect.poll(isUnderLoad, { timeout: 200_000 }).toBe(true);
    await server.kill();
    isDown = true;
    await Promise.all(callers);
    server = await startServer({ storage, variables });
  }
  expect(cut).toBeGreaterThan(0);

  const broken = await server.sql(`SELECT * FROM (SELECT o.id, o.balance, o.owed,
      (SELECT coalesce(sum(tokens), 0) FROM entries e WHERE e.organisation_id = o.id) AS entered,
      (SELECT coalesce(sum(tokens), 0) FROM leases l WHERE l.organisation_id = o.id) AS leased,
      (SELECT coalesce(sum(spent), 0) FROM leases l WHERE l.organisation_id = o.id) AS spent,
      (SELECT coalesce(sum(tokens), 0) FROM calls c WHERE c.organisation_id = o.id) AS listed,
      (SELECT coalesce(sum(tokens), 0) FROM holds h WHERE h.organisation_id = o.id AND h.state <> 'released') AS holds
    FROM organisations o) WHERE balance - owed <> entered - leased - holds OR balance < 0 OR spent <> listed`);
  expect(broken).toEqual([]);

  // What callers were told and what the ledger says differ by at most the one call of each caller that was cut off.
  for (const key of keys) {
    const answer = await fetch(`${server.url}/api/v0/get_token_balance`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { balance, held } = (await answer.json()) as { balance: number; held: number };
    // Calls that the kill left open are given up after 120 s.
    expect(held).toBeLessThanOrEqual(ROUNDS * CALLERS_PER_KEY * COST);
    const spent = 1000 - balance - held;
    const told = charged.get(key) ?? 0;
    expect(Math.abs(spent - told)).toBeLessThanOrEqual(ROUNDS * CALLERS_PER_KEY * COST);
    expect(told).toBeGreaterThan(0);
  }
});
