import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { fillDemoIndex } from "../../scripts/demo-index.ts";
import { putJobs } from "../../src/index/put-jobs.ts";
import { MINUTE_MS } from "../../src/lib/time.ts";
import { TOOLS } from "../../src/tools/index.ts";
import { inputSchema, outputSchema } from "../../src/tools/json-schema.ts";
import { loadDemoDirectory } from "../support/demo-directory.ts";
import {
  advanceClock,
  callTool,
  freezeClock,
  giveTokens,
  organisationOf,
  requestWith,
  richKey,
  times,
} from "../support/harness.ts";
import { indexJob, silenceIndex } from "../support/index-jobs.ts";
import { buyAtStripe, deliver, STRIPE, stripeEvent } from "../support/stripe-deployment.ts";
import { lookNow, lookTomorrow } from "../support/watch-harness.ts";

/** Lists with `page`: the source document asks for it. */
const WITH_PAGE = new Set(["list_network_company_employees", "search_network_company_employees"]);
/** All of a list in one answer, and the research clients' two shapes. */
const WHOLE = new Set(["list_technologies", "search"]);
/** Lists that never have a second page. */
const ONE_PAGE = new Set(["list_webhook_endpoints", "find_similar_companies"]);

const lists = TOOLS.filter(({ name }) => /^(list|search|find)(_|$)/.test(name) && !WHOLE.has(name));

describe("every list", () => {
  it.each(lists.map((tool) => [tool.name, tool] as const))(
    "%s is paged by cursor, next_cursor, has_more",
    (name, tool) => {
      const [input, output] = [inputSchema(tool).properties ?? {}, outputSchema(tool).properties ?? {}];
      const isPaged = WITH_PAGE.has(name);
      expect({ page: "page" in output, next_cursor: "next_cursor" in output, has_more: "has_more" in output }).toEqual({
        page: isPaged || name === "list_company_jobs",
        next_cursor: !isPaged,
        has_more: true,
      });
      expect("cursor" in input).toBe(!isPaged && !ONE_PAGE.has(name));
    },
  );

  it("no other tool has a cursor of its own kind", () => {
    const others = TOOLS.filter(
      (tool) => !lists.includes(tool) && "next_cursor" in (outputSchema(tool).properties ?? {}),
    );
    expect(others.map(({ name }) => name)).toEqual([]);
  });
});

/** How each list is walked: where its items are, with what it is asked, and a size of pages that needs several of them. */
const WALKS: Record<string, { items: string; input?: object; limit: number }> = {
  list_api_keys: { items: "api_keys", limit: 1 },
  list_transactions: { items: "transactions", limit: 2 },
  list_invoices: { items: "invoices", limit: 2 },
  list_batches: { items: "batches", limit: 1 },
  list_batch_results: { items: "results", limit: 1 },
  list_watches: { items: "watches", limit: 1 },
  list_watch_events: { items: "events", limit: 1 },
  list_webhook_endpoints: { items: "endpoints", limit: 1 },
  list_company_jobs: { items: "jobs", input: { domain: "acme-robotics.example" }, limit: 1 },
  list_network_company_employees: { items: "employees", input: { domain: "acme-robotics.example" }, limit: 3 },
  search_network_company_employees: { items: "employees", input: { domain: "acme-robotics.example" }, limit: 3 },
  search_jobs: { items: "jobs", input: { text: "sales" }, limit: 2 },
  search_companies: { items: "companies", input: { country: "NO" }, limit: 2 },
  find_similar_companies: { items: "companies", input: { domain: "acme-robotics.example" }, limit: 20 },
  search_hackernews: { items: "items", input: { query: "acme robotics" }, limit: 1 },
  search_reddit_posts: { items: "posts", input: { query: "robot" }, limit: 1 },
  list_subreddit_posts: { items: "posts", input: { subreddit: "robotics" }, limit: 1 },
  search_reddit_subreddits: { items: "subreddits", input: { query: "robot" }, limit: 1 },
  list_reddit_user_posts: { items: "items", input: { username: "user1" }, limit: 1 },
};
/** Feeds that are read on and on: their last page has a cursor, too. */
const FEEDS = new Set(["list_watch_events", "list_batch_results"]);

describe("a walk through the pages has all of a list, once", () => {
  let key = "";
  let batch = "";
  const secrets = { REDDIT_CLIENT_ID: "paging", REDDIT_CLIENT_SECRET: "s", ...STRIPE };
  const call = (tool: string, body: object) =>
    requestWith(secrets, `/api/v0/${tool}`, {
      method: "POST",
      body: JSON.stringify({ ...(tool === "list_batch_results" && { id: batch }), ...body }),
      headers: { Authorization: `Bearer ${key}` },
    });

  beforeAll(async () => {
    // Two answers about the index are compared.
    await silenceIndex();
    await loadDemoDirectory();
    await fillDemoIndex(env.DATA);
    key = await richKey();
    await giveTokens(key, 2_000);
    const domains = ["acme-robotics.example", "fernhill.example", "brightwater.example"];
    const inputs = domains.map((domain) => ({ domain }));
    await times(3, (index) => callTool(key, "create_api_key", { name: `k${index}` }));
    await makeEvents();
    for (const domain of domains) {
      await callTool(key, "create_watch", { domains: [domain], events: ["jobs.opened"], max_tokens_month: 10 });
      await callTool(key, "get_network_company_url", { domain });
      const session = await (await buyAtStripe(key, 5)).pay();
      await deliver(stripeEvent("checkout.session.completed", session));
      batch = (await callTool(key, "create_batch", { tool: "get_network_company_url", inputs })).body.id;
    }
    const ended = async () => (await callTool(key, "get_batch", { id: batch })).body.status;
    await vi.waitUntil(async () => (await ended()) === "ended", { timeout: 60_000, interval: 200 });
  });

  /** Three jobs come into the index after the first look of a watch on a search. */
  async function makeEvents(): Promise<void> {
    freezeClock();
    const search = { tool: "search_jobs", input: { text: "cook" } };
    await callTool(key, "create_watch", { search, max_tokens_month: 10 });
    await lookNow();
    advanceClock(MINUTE_MS);
    const board = { system: "lever", token: "nordic", domain: "nordic.example", proof: [], name: "Nordic" };
    const jobs = [1, 2, 3].map((id) => indexJob(`c${id}`, `Cook ${id}`));
    await putJobs(env.DATA, board, jobs, Date.now());
    await lookTomorrow();
    vi.useRealTimers();
  }

  it("is made for every list", () => {
    expect(Object.keys(WALKS).sort()).toEqual(lists.map(({ name }) => name).sort());
  });

  it.each(Object.entries(WALKS))("%s", async (tool, { items, input, limit }) => {
    const isPaged = WITH_PAGE.has(tool);
    const all = (await call(tool, { ...input, ...(!ONE_PAGE.has(tool) && { limit: 20 }) })).body[items] as object[];
    const walked: object[] = [];
    let next: object = {};
    for (let pages = 1; ; pages++) {
      const { status, body, text } = await call(tool, { ...input, ...(!ONE_PAGE.has(tool) && { limit }), ...next });
      expect(status, text).toBe(200);
      if (!ONE_PAGE.has(tool)) expect(body[items].length).toBeLessThanOrEqual(limit);
      walked.push(...body[items]);
      if (!isPaged) expect(body.next_cursor !== null).toBe(body.has_more || FEEDS.has(tool));
      if (!body.has_more) break;
      expect(pages).toBeLessThan(100);
      next = isPaged ? { page: pages + 1 } : { cursor: body.next_cursor };
    }
    if (!ONE_PAGE.has(tool)) expect(walked.length).toBeGreaterThan(limit);
    expect(walked.slice(0, all.length).map(idOf)).toEqual(all.map(idOf));
    expect(new Set(walked.map(idOf)).size).toBe(walked.length);
  });

  it.each([
    ["search_hackernews", "items", { query: "widget" }],
    ["list_subreddit_posts", "posts", { subreddit: "robotics" }],
  ] as [string, string, object][])(
    "%s goes on where it was after a change of the limit",
    async (tool, items, input) => {
      const idsOf = (answer: { body: Record<string, object[]> }) => answer.body[items]?.map(idOf);
      const whole = idsOf(await call(tool, { ...input, limit: 50 })) ?? [];
      const first = await call(tool, { ...input, limit: 6 });
      const { body, ...answer } = await call(tool, { ...input, limit: 15, cursor: first.body.next_cursor });
      const seen = [...(idsOf(first) ?? []), ...(idsOf({ ...answer, body }) ?? [])];
      expect(seen.length).toBeGreaterThan(6);
      expect(seen).toEqual(whole.slice(0, seen.length));
      const { body: rest } = await call(tool, { ...input, limit: 20, cursor: body.next_cursor });
      expect(seen).not.toContain(rest[items][0].id);
    },
  );

  it("list_company_jobs takes page as well", async () => {
    const ask = (more: object) => call("list_company_jobs", { domain: "acme-robotics.example", limit: 1, ...more });
    const { next_cursor: cursor } = (await ask({})).body;
    expect((await ask({ cursor })).body).toMatchObject({ page: 2, jobs: (await ask({ page: 2 })).body.jobs });
    expect((await ask({ cursor, limit: 2 })).body.jobs[0]).toEqual((await ask({ page: 2 })).body.jobs[0]);
  });

  it.each([
    ["list_company_jobs", { domain: "acme-robotics.example", limit: 1 }, { domain: "fernhill.example" }],
    ["search_hackernews", { query: "acme robotics", limit: 1 }, { query: "robot" }],
    ["search_jobs", { text: "sales", limit: 1 }, { text: "engineer" }],
    ["search_reddit_posts", { query: "robot", limit: 1 }, { sort: "new" }],
    ["search_reddit_subreddits", { query: "robot", limit: 1 }, { query: "robots" }],
    ["list_subreddit_posts", { subreddit: "robotics", limit: 1 }, { time: "day" }],
    ["list_reddit_user_posts", { username: "user1", limit: 1 }, { kind: "posts" }],
  ])("%s refuses a cursor of another query, or none of ours, free", async (tool, input, other) => {
    const { next_cursor: cursor } = (await call(tool, input)).body;
    const [place, tag] = cursor.split(".");
    const bad = [
      { ...other, cursor },
      ...["0", "x", "", `${place}9.${tag}`, `${place}.${"0".repeat(32)}`].map((text) => ({ cursor: text })),
    ];
    for (const wrong of bad) {
      const refused = await call(tool, { ...input, ...wrong });
      expect([refused.status, refused.body.errors?.[0]?.path, refused.headers.get("X-Tokens-Charged")]).toEqual([
        400,
        "cursor",
        "0",
      ]);
    }
  });
});

describe("the organisation's own lists", () => {
  const TOOL = "get_network_company_url";
  const batchOf = (count: number) => ({
    tool: TOOL,
    inputs: Array.from({ length: count }, (_, index) => ({ domain: `row${index}.example` })),
  });
  const addBatch = (key: string) => callTool(key, "create_batch", batchOf(1));
  const addWatch = (key: string, index: number) =>
    callTool(key, "create_watch", { domains: [`w${index}.example`], events: ["jobs.opened"], max_tokens_month: 10 });
  const addEvent = async (key: string, index: number) =>
    env.DB.prepare(
      `INSERT INTO watch_events (id, organisation_id, type, domain, data_json, watch_ids_json, tokens, state, tried_at, is_unsent, observed_at)
       VALUES (?, ?, 'jobs.opened', 'acme.example', '{}', '[]', 2, 'withheld', 0, 0, ?)`,
    )
      .bind(`evt_${index}`, await organisationOf(key), Date.now())
      .run();
  type Own = [tool: string, items: string, add: (key: string, index: number) => Promise<unknown>];
  const LISTS: Own[] = [
    ["list_api_keys", "api_keys", (key, index) => callTool(key, "create_api_key", { name: `k${index}` })],
    ["list_transactions", "transactions", (key) => callTool(key, TOOL, { domain: "acme-robotics.example" })],
    ["list_batches", "batches", addBatch],
    ["list_watches", "watches", addWatch],
    ["list_watch_events", "events", addEvent],
  ];

  it.each(LISTS)("%s: a walk while rows are added has each row of its beginning once", async (tool, items, add) => {
    const key = await richKey();
    for (const index of [0, 1, 2, 3]) await add(key, index);
    const { body: whole } = await callTool(key, tool, { limit: 20 });
    const walked: string[] = [];
    for (let cursor: string | undefined, page = 4; ; page++) {
      const { status, body, text } = await callTool(key, tool, { limit: 1, ...(cursor && { cursor }) });
      expect(status, text).toBe(200);
      walked.push(...body[items].map(idOf));
      expect([typeof body.has_more, body.next_cursor === null ? null : typeof body.next_cursor]).toEqual([
        "boolean",
        body.has_more || tool === "list_watch_events" ? "string" : null,
      ]);
      if (!body.has_more) break;
      cursor = body.next_cursor;
      if (page < 7) await add(key, page);
    }
    expect(new Set(walked).size).toBe(walked.length);
    const begun = whole[items].map(idOf);
    expect(begun.length).toBeGreaterThan(3);
    expect(walked.filter((id) => begun.includes(id))).toEqual(begun);
  });

  it("list_batch_results: a walk while the batch runs has each line once", async () => {
    const key = await richKey();
    const { id } = (await callTool(key, "create_batch", batchOf(40))).body;
    const walked: number[] = [];
    const next = async (cursor?: string): Promise<string | null> => {
      const { body } = await callTool(key, "list_batch_results", { id, limit: 3, ...(cursor && { cursor }) });
      walked.push(...body.results.map(({ index }: { index: number }) => index));
      return body.has_more ? body.next_cursor : null;
    };
    let cursor = await next();
    await expect.poll(async () => (cursor = cursor && (await next(cursor)))).toBeNull();
    expect(walked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });

  it("refuses every cursor but the list's own, of the same organisation and arguments", async () => {
    const [key, other] = [await richKey(), await richKey()];
    const cursors = new Map<string, string>();
    for (const owner of [key, other]) {
      for (const [tool, , add] of LISTS) {
        for (const index of [0, 1]) await add(owner, index + (owner === other ? 10 : 0));
        cursors.set(`${tool} ${owner}`, (await callTool(owner, tool, { limit: 1 })).body.next_cursor);
      }
    }
    const { id: watch } = (await callTool(key, "list_watches")).body.watches[0];
    const { id } = (await callTool(key, "list_batches")).body.batches[0];
    const { id: another } = (await callTool(key, "list_batches")).body.batches[1];
    const results = (await callTool(key, "list_batch_results", { id })).body.next_cursor;
    const refused: [string, object][] = [
      ["list_batch_results", { id: another, cursor: results }],
      ["list_batch_results", { id, cursor: "0" }],
      ["list_batch_results", { id, cursor: cursors.get(`list_watch_events ${key}`) }],
      ["list_watch_events", { watch, cursor: cursors.get(`list_watch_events ${key}`) }],
      ["list_watch_events", { cursor: results }],
    ];
    for (const [tool] of LISTS) {
      const own = cursors.get(`${tool} ${key}`) ?? "";
      const [place = "", tag] = own.split(".");
      const forged = ["1", place, `${place}1.${tag}`, `${place}.${"0".repeat(32)}`, "", "x".repeat(201)];
      for (const [from] of LISTS.filter(([name]) => name !== tool)) forged.push(cursors.get(`${from} ${key}`) ?? "");
      forged.push(cursors.get(`${tool} ${other}`) ?? "");
      refused.push(...forged.map((cursor): [string, object] => [tool, { cursor }]));
      expect((await callTool(key, tool, { limit: 2, cursor: own })).status).toBe(200);
    }
    for (const [tool, input] of refused) {
      const { status, body } = await callTool(key, tool, input);
      expect([tool, input, status, body.errors?.[0]?.path]).toEqual([tool, input, 400, "cursor"]);
    }
  });
});

function idOf(item: object): string {
  const { id, index, url, domain, title, name } = item as Record<string, unknown>;
  return JSON.stringify([id, index, url, domain, title, name]);
}
