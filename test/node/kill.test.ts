import { afterAll, expect, it } from "vitest";
import { changedBy } from "../support/changed-build.ts";
import { makeStorage, type Server, startServer } from "../support/server.ts";

const KEYS = 4;
/** Databases with calls; those of all keys are in the last. The other kill tests have one. */
const LEDGERS = 3;
const CALLERS_PER_KEY = 4;
const COST = 2;
const GRANTED = 1_000;
/** Charged calls of each key before the power goes. */
const MIN_CHARGED_CALLS = 10;
const TOOL = "/api/v0/get_network_company_url";
const VARIABLES = { RATE_LIMIT_ANONYMOUS: "1000000", ANONYMOUS_TOKENS: `${GRANTED}` };

/** Another version of the Worker: its requests and answers have a field more, and it stores calls and leases at other moments. */
const OTHER_VERSION = changedBy({
  "src/gateway/open-call.ts": ["{ ...opening, key:", "{ ...opening, addedLater: 1, key:"],
  "src/ledger/account-begin.ts": ["({ ...rest, rate,", "({ ...rest, addedLater: 1, rate,"],
  "src/ledger/lease-store.ts": [
    "if (!isFlush) this.#save();",
    "Object.assign(state, { addedLater: 1 }); this.#save();",
  ],
  "src/ledger/account-state.ts": ["this.lease.calls.sharesWrites = true;", ""],
});
/** Calls that the kill left open are given up after 120 s. */
const LATER = changedBy({
  "src/index.ts": ["export default {", "const now = Date.now; Date.now = () => now() + 150_000;\nexport default {"],
});

let server: Server | undefined;

afterAll(() => server?.stop());

type Sent = { key: string; idempotencyKey: string | null; domain: string };

async function post({ key, idempotencyKey, domain }: Sent, isBeside = false): Promise<Response> {
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
  if (idempotencyKey !== null) headers["Idempotency-Key"] = idempotencyKey;
  const init = { method: "POST", body: JSON.stringify({ domain }), headers };
  if (!server) throw new Error("no server runs");
  return isBeside ? server.fetchBeside(TOOL, init) : fetch(`${server.url}${TOOL}`, init);
}

const tokensOf = ({ headers }: Response) => Number(headers.get("x-tokens-charged"));

const WHAT =
  "a process of two versions, killed in the middle of load and started in another, charges each call as its answer says";

it(`${WHAT}, with its calls in a database of their own`, async () => {
  const storage = makeStorage();
  server = await startServer({ storage, variables: VARIABLES, ledgers: LEDGERS, beside: [OTHER_VERSION] });
  await server.sql(`INSERT INTO state (name, value) VALUES ('emptiest_ledger', '${LEDGERS - 1}')`);
  await server.data
    .prepare(`INSERT INTO companies (domain, name, network_url, source, observed_at)
    VALUES ('directory-row.example', 'D', 'https://www.network.example/company/d', 'test', 0)`)
    .run();
  const keys: string[] = [];
  for (let index = 0; index < KEYS; index++) keys.push(await server.newKey());

  /** Tokens by request id, as answers said. */
  const told = new Map<string, { key: string; tokens: number }>();
  const cut: Sent[] = [];
  // Half of the callers reach the account objects through a Worker of another version, as while a new one is rolled out.
  const starts = [{ plugins: [OTHER_VERSION], beside: [] }, { plugins: [LATER] }];
  for (const [round, next] of starts.entries()) {
    const served = new Map<string, number>();
    let isDown = false;
    const callers = keys
      .flatMap((key) => Array.from({ length: CALLERS_PER_KEY }, () => key))
      .map(async (key, caller) => {
        // Half of the organisations send an idempotency key with every call, the others with none.
        const isKeyed = keys.indexOf(key) % 2 === 0;
        for (let call = 0; !isDown; call++) {
          const domain = (caller + call) % 5 === 0 ? "failing.example" : "directory-row.example";
          const sent = { key, idempotencyKey: isKeyed ? `${round}-${caller}-${call}` : null, domain };
          try {
            const answer = await post(sent, caller % 2 === 1);
            await answer.text();
            told.set(answer.headers.get("x-request-id") ?? "", { key, tokens: tokensOf(answer) });
            if (tokensOf(answer) > 0) served.set(key, (served.get(key) ?? 0) + 1);
          } catch {
            cut.push(sent);
            return;
          }
        }
      });
    const isUnderLoad = () => keys.every((key) => (served.get(key) ?? 0) >= MIN_CHARGED_CALLS);
    await expect.poll(isUnderLoad).toBe(true);
    await server.kill();
    isDown = true;
    await Promise.all(callers);
    server = await startServer({ storage, variables: VARIABLES, ledgers: LEDGERS, ...next });
  }
  expect(cut.length).toBeGreaterThan(0);

  // Calls with an idempotency key are sent again until they have an answer: it says what the first one came to.
  const replayed: string[] = [];
  for (const sent of cut.filter(({ idempotencyKey }) => idempotencyKey !== null)) {
    let answer = await post(sent);
    while ([409, 429, 503].includes(answer.status)) {
      await answer.text();
      answer = await post(sent);
    }
    await answer.text();
    if (answer.headers.get("idempotent-replayed") === "true") replayed.push(sent.key);
    else told.set(answer.headers.get("x-request-id") ?? "", { key: sent.key, tokens: tokensOf(answer) });
  }

  for (const key of keys) {
    const read = async () => {
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await fetch(`${server?.url}/api/v0/get_token_balance`, { headers });
      return (await answer.json()) as { balance: number; held: number };
    };
    await expect.poll(async () => (await read()).held).toBe(0);
    const calls = [...told.values()].filter((call) => call.key === key);
    const sum = calls.reduce((total, { tokens }) => total + tokens, 0);
    const untold = GRANTED - (await read()).balance - sum;
    const [again, lost] = [replayed.filter((of) => of === key).length, cut.filter((sent) => sent.key === key).length];
    if (keys.indexOf(key) % 2 === 0) expect(untold).toBe(again * COST);
    else expect([...Array(lost + 1).keys()].map((count) => count * COST)).toContain(untold);
    expect(sum).toBeGreaterThan(0);
  }
  const charged = await server.sqlEverywhere(`SELECT id, tokens FROM calls WHERE tokens > 0
    UNION ALL SELECT id, tokens FROM holds WHERE state = 'settled'`);
  const history = new Map(charged.map(({ id, tokens }) => [id, tokens]));
  const wrong = [...told].filter(([id, { tokens }]) => (history.get(id) ?? 0) !== tokens);
  expect(wrong, "answers whose charge is another in history").toEqual([]);
  expect(await server.brokenLedgers()).toEqual([]);
});
