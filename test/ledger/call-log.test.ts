import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { dropCalls } from "../../src/closing/closing-entry.ts";
import { readConfig } from "../../src/config.ts";
import { CALL_LOG_DAYS, logCall } from "../../src/ledger/call-log.ts";
import {
  findAnyCall,
  findCall,
  listCalls,
  newestCalls,
  searchSubjects,
  setKeepsSubjects,
} from "../../src/ledger/read-call-log.ts";
import { rollUpOldCalls } from "../../src/ledger/roll-up.ts";
import { newId } from "../../src/lib/ids.ts";
import { logSteps } from "../../src/lib/steps.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { ledgerOf, ledgersOf } from "../../src/platform/ledgers.ts";
import {
  type Answer,
  anonymousKey,
  callTool,
  databaseWithout,
  organisationOf,
  requestWith,
  richKey,
  times,
} from "../support/harness.ts";
import { placeNewOrganisations } from "../support/ledgers.ts";

const PATIENCE = { timeout: 30_000, interval: 100 };
const config = readConfig(env);
const requestId = ({ headers }: Answer) => headers.get("x-request-id") ?? "";
const list = async (organisationId: string, filter: Partial<Parameters<typeof listCalls>[3]> = {}) =>
  listCalls(env, config, organisationId, { limit: 50, cursor: null, ...filter });
const logged = (organisationId: string, answer: Answer) =>
  vi.waitFor(async () => {
    const call = await findCall(env, config, organisationId, requestId(answer));
    if (!call) throw new Error("the call is not in the log yet");
    return call;
  }, PATIENCE);

it("has delivered, failed, refused and free calls of an organisation, with code, field, tokens and steps", async () => {
  const key = await richKey();
  const id = await organisationOf(key);
  const company = await callTool(key, "get_company", { domain: "thames-tea.example" });
  const bad = await callTool(key, "get_company", { domain: 5 });
  const failing = await callTool(key, "get_network_company_url", { domain: "failing.example" });
  const balance = await callTool(key, "get_token_balance");
  expect([company, bad, failing, balance].map(({ status }) => status)).toEqual([200, 400, 502, 200]);

  expect(await logged(id, company)).toMatchObject({
    tool: "get_company",
    status: 200,
    code: "ok",
    isWarm: false,
    tokens: Number(company.headers.get("x-tokens-charged")),
    subject: null,
  });
  const { steps } = await logged(id, company);
  const names = steps.map(([name]) => name);
  expect([names[0], names.at(-1)]).toEqual(["open", "settle"]);
  expect(names).toContain("site thames-tea.example");
  expect(names).toContain("cache company_facts");
  for (const [, beganAt, milliseconds] of steps) {
    expect(beganAt).toBeGreaterThan(Date.now() - 60_000);
    expect(milliseconds).toBeGreaterThanOrEqual(0);
  }
  expect(await logged(id, bad)).toMatchObject({ status: 400, code: "invalid_request", field: "domain", tokens: 0 });
  expect(await logged(id, failing)).toMatchObject({ status: 502, code: "upstream_error", tokens: 0 });
  expect(await logged(id, balance)).toMatchObject({ tool: "get_token_balance", tokens: 0, code: "ok" });
  const read = ledgerOf(env, id).prepare("SELECT group_concat(calls_json) AS json FROM call_logs");
  const row = await read.first<string>("json");
  expect(row).not.toContain(key);
});

it("is pages of calls, the last to end first, each once, under any filter", async () => {
  const key = await anonymousKey();
  const id = await organisationOf(key);
  const context = { env, config, waitUntil: () => {} };
  const now = Date.now() - 1_000;
  const ids = Array.from({ length: 250 }, (_, index) => newId(now + index));
  for (const [index, callId] of ids.entries()) {
    const [tool, status] = [index % 2 ? "one" : "two", index % 5 ? 200 : 404];
    const call = { id: callId, tool, payer: `key_${index % 3}`, status, code: index % 5 ? "ok" : "not_found" };
    logCall(context, id, { ...call, tokens: 0, milliseconds: 1, steps: [] }, null);
  }
  // Over 200 calls are two rows.
  await vi.waitFor(async () => expect((await list(id, { limit: 1_000 })).calls).toHaveLength(250), PATIENCE);
  const read = async (filter: Partial<Parameters<typeof listCalls>[3]>) => {
    const found: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await list(id, { limit: 7, cursor, ...filter });
      found.push(...page.calls.map((call) => call.id));
      cursor = page.next_cursor;
      if (cursor === null) return found;
    }
  };
  const expected = (keep: (index: number) => boolean) => ids.filter((_, index) => keep(index)).toSorted();
  const sorted = async (filter: Parameters<typeof read>[0]) => (await read(filter)).toSorted();
  expect(await sorted({})).toEqual(expected(() => true));
  expect(await sorted({ tool: "one" })).toEqual(expected((index) => index % 2 === 1));
  expect(await sorted({ outcome: "failed" })).toEqual(expected((index) => index % 5 === 0));
  expect(await sorted({ outcome: "not_found", payer: "key_0" })).toEqual(expected((index) => index % 15 === 0));
  expect(await sorted({ from: now + 100, to: now + 109 })).toEqual(expected((index) => index >= 100 && index < 110));
  expect(await read({ tool: "none" })).toEqual([]);
});

it("keeps a few of many refusals for the rate, and counts on no call waiting for it", async () => {
  const key = await anonymousKey();
  const id = await organisationOf(key);
  const answers = await times(80, () => callTool(key, "get_token_balance"));
  const refused = answers.filter(({ status }) => status === 429).length;
  expect(refused).toBeGreaterThan(10);
  await vi.waitFor(async () => expect((await list(id)).calls.length).toBeGreaterThan(0), PATIENCE);
  const { calls } = await list(id, { limit: 200 });
  expect(calls.length).toBeLessThan(answers.length);
});

it("is not written for an organisation that is gone, and a failing database fails no call", async () => {
  logCall(
    { env, config, waitUntil: () => {} },
    "f".repeat(24),
    { id: newId(Date.now()), tool: "t", payer: "", status: 200, code: "ok", tokens: 0, milliseconds: 1, steps: [] },
    null,
  );
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  await placeNewOrganisations(0);
  const key = await anonymousKey();
  await vi.waitFor(async () => {
    const answer = await requestWith(
      { DB: databaseWithout((statement) => statement.includes("call_logs")) },
      "/api/v0/get_token_balance",
      { method: "POST", headers: { Authorization: `Bearer ${key}` } },
    );
    expect(answer.status).toBe(200);
    expect(warned.mock.calls.flat().join()).toContain("calls_not_logged");
  }, PATIENCE);
  warned.mockRestore();
  const gone = await env.DB.prepare("SELECT count(*) AS n FROM call_logs WHERE organisation_id = ?");
  expect(await gone.bind("f".repeat(24)).first("n")).toBe(0);
});

it("is deleted after seven days, also of an organisation without paid calls", async () => {
  const id = await organisationOf(await anonymousKey());
  const now = Date.now();
  const insert = "INSERT INTO call_logs (organisation_id, id, calls_json) VALUES (?, ?, '[]')";
  const [old, young] = [newId(now - CALL_LOG_DAYS * DAY_MS - 1), newId(now - CALL_LOG_DAYS * DAY_MS + 60_000)];
  await env.DB.batch([old, young].map((row) => env.DB.prepare(insert).bind(id, row)));
  await rollUpOldCalls(env.DB, 90, now, true);
  const { results } = await env.DB.prepare("SELECT id FROM call_logs WHERE organisation_id = ?").bind(id).all();
  expect(results).toEqual([{ id: young }]);
});

it.runIf(ledgersOf(env).length === 3)(
  "is in the organisation's database of calls alone, and is found there",
  async () => {
    await placeNewOrganisations(2);
    const id = await organisationOf(await anonymousKey());
    await placeNewOrganisations(0);
    const other = await organisationOf(await anonymousKey());
    const ledgers = ledgersOf(env);
    const context = { env, config, waitUntil: () => {} };
    const subject = { name: "Vilde Aasen" };
    const write = (organisationId: string) => {
      const call = { id: newId(Date.now()), tool: "t", payer: "key_1", status: 200, code: "ok", tokens: 0 };
      logCall(context, organisationId, { ...call, milliseconds: 1, steps: [] }, subject);
      return vi.waitFor(async () => {
        const found = await findCall(env, config, organisationId, call.id);
        if (!found) throw new Error("the call is not in the log yet");
        return found;
      }, PATIENCE);
    };
    const rowsOf = (organisationId: string) =>
      Promise.all(
        ledgers.map((db) =>
          db.prepare("SELECT count(*) AS n FROM call_logs WHERE organisation_id = ?").bind(organisationId).first("n"),
        ),
      );
    const [first, others] = await Promise.all([write(id), write(other)]);
    expect([await rowsOf(id), await rowsOf(other)]).toEqual([
      [0, 0, 1],
      [1, 0, 0],
    ]);
    expect([first.subject, others.subject]).toEqual([null, null]);
    expect(await findAnyCall(env, first.id)).toMatchObject({ id: first.id, organisationId: id });
    expect(await findAnyCall(env, others.id)).toMatchObject({ organisationId: other });
    const lease = `INSERT INTO leases (organisation_id, id, holder, tokens, sequence, exchange, state)
      VALUES (?, 'l', 'account', 0, 1, '', 'closed')`;
    await env.DB.batch([id, other].map((organisation) => env.DB.prepare(lease).bind(organisation)));
    expect((await newestCalls(env, Date.now())).map((call) => call.id)).toEqual(
      expect.arrayContaining([first.id, others.id]),
    );

    await setKeepsSubjects(env, id, true);
    expect((await write(id)).subject).toEqual(subject);
    expect(await searchSubjects(env, config, [["vilde", "aasen"]], true)).toBe(1);
    expect(await searchSubjects(env, config, [["vilde", "aasen"]], false)).toBe(0);
    const kept = await write(id);
    await setKeepsSubjects(env, id, false);
    expect((await findCall(env, config, id, kept.id))?.subject).toBe(null);
    expect((await write(id)).subject).toBe(null);
    // Rows from before the organisation's database was added.
    const early = newId(Date.now() - 60_000);
    const insert = "INSERT INTO call_logs (organisation_id, id, calls_json) VALUES (?, ?, ?)";
    await env.DB.prepare(insert)
      .bind(id, early, JSON.stringify([{ ...first, id: early }]))
      .run();
    const pages: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await list(id, { limit: 2, cursor });
      pages.push(...page.calls.map((call) => call.id));
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    expect([pages.length, new Set(pages).size, pages.at(-1)]).toEqual([5, 5, early]);

    const later = Date.now() + (CALL_LOG_DAYS + 1) * DAY_MS;
    for (const db of ledgers.slice(0, 2)) await rollUpOldCalls(db, 90, later, true);
    expect(await rowsOf(id)).toEqual([0, 0, 4]);
    await dropCalls(ledgers[2] as D1Database, [id]);
    expect(await rowsOf(id)).toEqual([0, 0, 0]);
  },
);

it("is a line for each step in the Worker's log of a slow or failed call, and of one in 256 others", () => {
  const lines = vi.spyOn(console, "log").mockImplementation(() => {});
  const call = { requestId: `${"0".repeat(30)}01`, tool: "get_company", status: 200, milliseconds: 20 };
  const steps: Parameters<typeof logSteps>[1] = [
    ["open", 1, 2, "account object"],
    ["api.gleif.org", 3, 4, 503],
  ];
  const count = (changes: Partial<typeof call>) => {
    lines.mockClear();
    logSteps({ ...call, ...changes }, steps);
    return lines.mock.calls.length;
  };
  expect([count({}), count({ milliseconds: 1_000 }), count({ requestId: "0".repeat(32) })]).toEqual([0, 2, 2]);
  expect([count({ status: 404 }), count({ status: 502 })]).toEqual([0, 2]);
  expect(JSON.parse(lines.mock.calls[1]?.[0])).toEqual({
    level: "info",
    event: "call_step",
    request_id: call.requestId,
    tool: "get_company",
    step: "api.gleif.org",
    began_at: 3,
    ms: 4,
    result: 503,
  });
  lines.mockRestore();
});
