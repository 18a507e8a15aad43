import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { TOOLS } from "../../src/tools/index.ts";
import { freshAddress } from "../support/claim-flow.ts";
import {
  allowReloads,
  callTool,
  giveTokens,
  holdBatches,
  makePaid,
  organisationOf,
  request,
} from "../support/harness.ts";
import { connected } from "../support/oauth-client.ts";
import { stripeTool } from "../support/stripe-deployment.ts";
import { makeKey, type Visitor } from "../support/visitor.ts";

let owner: Visitor;
let full: string;
let capped: string;
let grouped: string;
let access: string;
let consentPage: string;

beforeAll(async () => {
  const connection = await connected(freshAddress());
  owner = connection.visitor;
  access = connection.access;
  consentPage = (await connection.client.consentPage()).text.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
  full = await makeKey(owner, "full");
  await giveTokens(full, 1_000);
  await makePaid(full);
  capped = (await callTool(full, "create_api_key", { name: "capped", cap_tokens_per_day: 100 })).body.api_key;
  const categories = ["admin", "socials", "signals"];
  grouped = (await callTool(full, "create_api_key", { name: "grouped", categories })).body.api_key;
});

const LIMITED = [
  ["a key with a spending cap", () => capped],
  ["a key with categories", () => grouped],
  ["a connection", () => access],
] as const;

const TERMS = { domains: ["limited.example"], events: ["jobs.opened"], max_tokens_month: 50 };
const LIST = { tool: "get_network_company_url", inputs: [{ domain: "limited.example" }], max_tokens: 2 };

describe.each(LIMITED)("21.9: %s", (_, keyOf) => {
  it.each([
    ["get_billing_portal", {}],
    ["list_invoices", {}],
    ["set_auto_reload", { enabled: false }],
    ["set_auto_reload", { threshold: 1, amount_usd: 5, monthly_cap_usd: 5 }],
    ["create_api_key", { name: "escape" }],
  ])("is refused %s %j", async (tool, input) => {
    await allowReloads(full);
    const { status, body } = await stripeTool(keyOf(), tool, input);
    expect([status, body.error]).toEqual([400, "invalid_request"]);
    expect(body.detail).toMatch(/cannot do this/);
    const reload = env.DB.prepare("SELECT threshold FROM auto_reloads WHERE organisation_id = ?");
    expect(await reload.bind(await organisationOf(full)).first("threshold")).toBe(1000);
  });

  it("revokes no key of others", async () => {
    const keys = (await callTool(full, "list_api_keys")).body.api_keys as { id: string; name: string }[];
    const id = keys.find(({ name }) => name === "full")?.id;
    expect((await callTool(keyOf(), "revoke_api_key", { id })).status).toBe(400);
  });

  it("neither sees, changes nor stops watches that it did not make, nor their events", async () => {
    const foreign = (await callTool(full, "create_watch", TERMS)).body.id;
    const own = (await callTool(keyOf(), "create_watch", TERMS)).body.id;
    const listed = (await callTool(keyOf(), "list_watches")).body.watches as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual([own]);
    for (const [tool, input] of [
      ["list_watches", { watch: foreign }],
      ["update_watch", { id: foreign, status: "paused" }],
      ["update_watch", { id: foreign, domains: ["other.example"] }],
      ["delete_watch", { id: foreign }],
    ] as const) {
      expect([tool, (await callTool(keyOf(), tool, input)).status]).toEqual([tool, 404]);
    }
    const untouched = (await callTool(full, "list_watches", { watch: foreign })).body.watches[0];
    expect(untouched).toMatchObject({ status: "active", domains: TERMS.domains });
    await insertEvents(full, foreign, own);
    const seen = async (key: string) =>
      ((await callTool(key, "list_watch_events")).body.events as { watch_ids: string[] }[]).map(
        ({ watch_ids: ids }) => ids[0],
      );
    expect(await seen(full)).toEqual(expect.arrayContaining([foreign, own]));
    expect(await seen(keyOf())).toEqual([own]);

    expect((await callTool(keyOf(), "update_watch", { id: own, status: "paused" })).body.status).toBe("paused");
    expect((await callTool(keyOf(), "delete_watch", { id: own })).body.status).toBe("deleted");
    expect((await callTool(full, "delete_watch", { id: foreign })).body.status).toBe("deleted");
  });

  it("neither sees, reads nor stops batches that it did not start", async () => {
    onTestFinished(holdBatches());
    const foreign = (await callTool(full, "create_batch", LIST)).body.id;
    const own = (await callTool(keyOf(), "create_batch", LIST)).body.id;
    const listed = (await callTool(keyOf(), "list_batches")).body.batches as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual([own]);
    for (const tool of ["get_batch", "cancel_batch", "delete_batch", "list_batch_results"]) {
      expect([tool, (await callTool(keyOf(), tool, { id: foreign })).status]).toEqual([tool, 404]);
    }
    for (const file of ["results.csv", "results.jsonl", "unanswered.csv"]) {
      const read = (key: string) =>
        request(`/api/v0/batches/${foreign}/${file}`, { headers: { Authorization: `Bearer ${key}` } });
      expect([file, (await read(keyOf())).status, (await read(full)).status]).toEqual([file, 404, 200]);
    }
    expect((await callTool(full, "get_batch", { id: foreign })).body.stopped_reason).toBeNull();
    expect((await callTool(keyOf(), "cancel_batch", { id: own })).status).toBe(200);
    expect((await callTool(full, "cancel_batch", { id: foreign })).status).toBe(200);
  });
});

/** An event of each watch, as its look would store it. */
async function insertEvents(key: string, ...watches: string[]): Promise<void> {
  const insert = `INSERT INTO watch_events (id, organisation_id, type, domain, data_json, watch_ids_json, tokens, state, tried_at,
      is_unsent, observed_at) VALUES (?1, ?2, 'jobs.opened', 'limited.example', '{"before":null,"after":{},"evidence":[]}', ?3, 2,
      'ready', ?4, 0, ?4)`;
  const organisation = await organisationOf(key);
  const bind = (watch: string) =>
    env.DB.prepare(insert).bind(crypto.randomUUID(), organisation, JSON.stringify([watch]), Date.now());
  await env.DB.batch(watches.map(bind));
}

/** What the consent page says about each tool that is not a data tool. */
const SAYS: Record<string, string> = {
  get_token_balance: "read the balance",
  get_usage: "usage",
  list_transactions: "transactions",
  list_api_keys: "names of the API keys",
  get_signals_order: "order of the signals",
  set_signals_order: "change the order of the signals for the whole workspace",
  submit_privacy_request: "send privacy requests",
  buy_tokens: "prepare purchases that somebody then has to pay",
  top_up: "top up from a wallet of its own",
  list_webhook_endpoints: "webhook endpoints, of which it sees the hosts",
  create_batch: "run batches",
  get_batch: "run batches",
  list_batches: "run batches",
  list_batch_results: "run batches",
  cancel_batch: "batches and watches that it did not start itself",
  delete_batch: "batches and watches that it did not start itself",
  create_watch: "watch companies",
  update_watch: "watch companies",
  list_watches: "watch companies",
  list_watch_events: "watch companies",
  delete_watch: "batches and watches that it did not start itself",
  create_api_key: "cannot create or revoke keys",
  revoke_api_key: "create or revoke keys",
  list_invoices: "read invoices",
  get_billing_portal: "open the billing portal",
  set_auto_reload: "set up, change or switch off automatic purchases",
};

it("21.9: the consent page says what a connection may and may not do with every tool", () => {
  const free = TOOLS.filter(({ cost, auth }) => cost === 0 && auth !== "none").map(({ name }) => name);
  expect(Object.keys(SAYS).toSorted()).toEqual(free.toSorted());
  for (const [tool, text] of Object.entries(SAYS)) {
    expect(consentPage.includes(text) ? tool : `${tool}: the page does not say "${text}"`).toBe(tool);
  }
});
