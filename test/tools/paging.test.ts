import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { fillDemoIndex } from "../../scripts/demo-index.ts";
import { TOOLS } from "../../src/tools/index.ts";
import { inputSchema, outputSchema } from "../../src/tools/json-schema.ts";
import { callTool, requestWith, richKey, times } from "../support/harness.ts";

/** Lists with `page`: the source document asks for it. */
const WITH_PAGE = new Set(["list_network_company_employees", "search_network_company_employees"]);
/** All of a list in one answer, and the research clients' two shapes. */
const WHOLE = new Set(["list_technologies", "search"]);
/** Lists that never have a second page. */
const ONE_PAGE = new Set(["list_webhook_endpoints", "find_similar_companies"]);

describe("every list", () => {
  const lists = TOOLS.filter(({ name }) => /^(list|search|find)(_|$)/.test(name) && !WHOLE.has(name));
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

describe("a walk through the pages has all of a list, once", () => {
  let key = "";
  beforeAll(async () => {
    await fillDemoIndex(env.DATA);
    key = await richKey();
    const domains = ["acme-robotics.example", "fernhill.example", "brightwater.example"];
    await times(3, (index) => callTool(key, "create_api_key", { name: `k${index}` }));
    for (const domain of domains) {
      await callTool(key, "create_watch", { domains: [domain], events: ["jobs.opened"], max_tokens_month: 10 });
      await callTool(key, "get_network_company_url", { domain });
    }
  });
  const secrets = { REDDIT_CLIENT_ID: "paging", REDDIT_CLIENT_SECRET: "s" };
  const call = (tool: string, body: object) =>
    requestWith(secrets, `/api/v0/${tool}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${key}` },
    });

  it.each([
    ["list_api_keys", "api_keys", {}, 1],
    ["list_transactions", "transactions", {}, 2],
    ["list_watches", "watches", {}, 1],
    ["list_company_jobs", "jobs", { domain: "acme-robotics.example" }, 1],
    ["search_jobs", "jobs", { text: "sales" }, 2],
    ["search_companies", "companies", { country: "NO" }, 2],
    ["search_hackernews", "items", { query: "acme robotics" }, 1],
    ["search_reddit_posts", "posts", { query: "robot" }, 1],
    ["list_subreddit_posts", "posts", { subreddit: "robotics" }, 1],
  ] as [string, string, object, number][])("%s", async (tool, items, input, limit) => {
    const all = (await call(tool, { ...input, limit: 20 })).body[items] as object[];
    const walked: object[] = [];
    let cursor: string | undefined;
    for (let pages = 1; ; pages++) {
      const { status, body, text } = await call(tool, { ...input, limit, ...(cursor && { cursor }) });
      expect(status, text).toBe(200);
      expect(body[items].length).toBeLessThanOrEqual(limit);
      walked.push(...body[items]);
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (!body.has_more) break;
      expect(pages).toBeLessThan(100);
      cursor = body.next_cursor;
    }
    expect(walked.length).toBeGreaterThan(limit);
    expect(walked.slice(0, all.length).map(idOf)).toEqual(all.map(idOf));
    expect(new Set(walked.map(idOf)).size).toBe(walked.length);
  });

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

function idOf(item: object): unknown {
  const { id, url, domain, title } = item as Record<string, unknown>;
  return JSON.stringify([id, url, domain, title]);
}
