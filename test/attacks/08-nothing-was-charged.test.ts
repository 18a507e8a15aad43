import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { refreshAccount } from "../../src/ledger/account.ts";
import {
  anonymousKey,
  brokenLedgers,
  callsOf,
  callTool,
  databaseWithout,
  organisationOf,
  requestWith,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";
const BODY = JSON.stringify({ domain: "acme-robotics.example" });

afterEach(async () => {
  vi.restoreAllMocks();
  expect(await brokenLedgers()).toEqual([]);
});

const send = (key: string, changes: object, headers: Record<string, string> = {}) =>
  requestWith(changes as Record<string, unknown>, `/api/v0/${TOOL}`, {
    method: "POST",
    body: BODY,
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
const away = { getByName: () => ({ begin: () => Promise.reject(new Error("away")), cancel: async () => {} }) };

/** D1 that runs every batch and loses the answers from the `first` to the `last`. */
function losingAnswers(first: number, last: number) {
  let batches = 0;
  return new Proxy(env.DB, {
    get(db, name) {
      if (name !== "batch") return Reflect.get(db, name).bind(db);
      return async (statements: D1PreparedStatement[]) => {
        const results = await db.batch(statements);
        batches++;
        if (batches >= first && batches <= last) throw new Error("D1_ERROR: Network connection lost.");
        return results;
      };
    },
  });
}

it("a hold whose response was lost is released immediately, and the error does not claim that nothing was charged", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const key = await anonymousKey();
  // The hold is taken; its answer, and that of its repetition, never arrive.
  const { status, body, headers } = await send(key, { ACCOUNTS: away, DB: losingAnswers(1, 2) });
  expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
  expect(body.detail).not.toContain("Nothing was charged");
  const held = env.DB.prepare("SELECT state FROM holds WHERE id = ?").bind(headers.get("x-request-id"));
  expect(await held.first("state")).toBe("released");
  expect((await callTool(key, TOOL, JSON.parse(BODY))).status).toBe(200);
});

/** Account objects of which the first `lost` settlements fail, or are stored without an acknowledgement. */
function failing(lost: number, isStored = false) {
  const getByName = (name: string) => {
    const stub = env.ACCOUNTS.getByName(name);
    return {
      begin: (call: Parameters<typeof stub.begin>[0]) => stub.begin(call),
      cancel: (id: string, idempotencyKey: string | null) => stub.cancel(id, idempotencyKey),
      settle: async (all: Parameters<typeof stub.settle>[0]) => {
        const isLost = lost-- > 0;
        if (isLost && !isStored) throw new Error("away");
        const results = await stub.settle(all);
        if (isLost) throw new Error("away");
        return results;
      },
    };
  };
  return { getByName };
}

it("a settlement that is not acknowledged is delivered, kept in D1, sent again, and booked once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const key = await anonymousKey();
  const { status, headers } = await send(key, { ACCOUNTS: failing(2) });
  expect([status, headers.get("x-tokens-charged")]).toEqual([200, "2"]);
  const kept = env.DB.prepare("SELECT tokens FROM late_settlements WHERE id = ?").bind(headers.get("x-request-id"));
  expect(await kept.first("tokens")).toBe(2);
  expect(await callsOf(key)).toMatchObject([{ state: "settled", tokens: 2 }]);
  expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 23, held: 0 });
});

it("the answer of a call whose settlement neither its account object nor D1 acknowledges is withheld, and nothing is charged", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const unkept = databaseWithout((statement) => statement.includes("late_settlements"));
  const faults: { ACCOUNTS: object; DB: object; sent: Record<string, string> }[] = [
    { ACCOUNTS: failing(2), DB: unkept, sent: { "Idempotency-Key": "once" } },
    // Its settlement, its release and the first repetition of the release.
    { ACCOUNTS: away, DB: databaseWithout((statement) => statement.startsWith("UPDATE holds"), 3), sent: {} },
    { ACCOUNTS: failing(2, true), DB: unkept, sent: {} },
    { ACCOUNTS: away, DB: losingAnswers(2, 3), sent: {} },
  ];
  for (const { ACCOUNTS, DB, sent } of faults) {
    const key = await anonymousKey();
    const { status, headers, body } = await send(key, { ACCOUNTS, DB }, sent);
    expect([status, headers.get("retry-after"), headers.get("x-tokens-charged")]).toEqual([503, "2", "0"]);
    expect(body.detail).toContain("could not be confirmed");
    await refreshAccount(env, await organisationOf(key));
    expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 25, held: 0 });
    const repeat = await callTool(key, TOOL, JSON.parse(BODY), sent);
    expect([repeat.status, repeat.headers.get("x-tokens-charged")]).toEqual([200, "2"]);
  }
});

it("a withheld answer that is stored stays charged, and its repeat gets it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const key = await anonymousKey();
  const sent = { "Idempotency-Key": "once" };
  const DB = databaseWithout((statement) => statement.includes("late_settlements"));
  expect((await send(key, { ACCOUNTS: failing(2, true), DB }, sent)).status).toBe(503);
  const repeat = await callTool(key, TOOL, JSON.parse(BODY), sent);
  expect([repeat.status, repeat.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect((await callTool(key, "get_token_balance")).body).toMatchObject({ balance: 23, held: 0 });
});
