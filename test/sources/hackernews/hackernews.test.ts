import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, anonymousKey, balanceOf, callTool, hastenTimeLimits } from "../../support/harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";

let key: string;

beforeEach(async () => {
  key = await anonymousKey();
  await env.DATA.exec("DELETE FROM source_cache");
});

const search = (body: unknown) => callTool(key, "search_hackernews", body);
const item = (body: unknown) => callTool(key, "get_hackernews_item", body);
const ids = (things: { id: number }[]) => things.map(({ id }) => id);

describe("search_hackernews", () => {
  it("answers items in our own shape with the standard fields, and from memory the second time", async () => {
    const { status, body, headers } = await search({ query: "robotics arm", sort: "relevance" });
    expect(status).toBe(200);
    expect(body).toEqual({
      query: "robotics arm",
      total: 2,
      next_cursor: null,
      has_more: false,
      status: "ok",
      reason: null,
      source: "hackernews",
      confidence: 1,
      cached: false,
      observed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      evidence: [{ url: "https://hn.algolia.com/?query=robotics%20arm", kind: "hackernews_search" }],
      items: [
        {
          id: 1,
          type: "story",
          title: "Acme Robotics shows an arm",
          text: null,
          author: "user1",
          points: 10,
          url: "https://www.acme-robotics.example/",
          permalink: "https://news.ycombinator.com/item?id=1",
          num_comments: 3,
          story_id: null,
          created_at: "2025-11-10T10:01:00.000Z",
        },
        expect.objectContaining({
          id: 2,
          url: null,
          title: "Ask HN: which robot arm?",
          text: "We need one.\n\nSee https://acme-robotics.example/arm & more",
        }),
      ],
    });
    expect(headers.get("X-Tokens-Charged")).toBe("1");
    const asked = await fetchedFrom("hn.algolia.com");
    expect((await search({ query: "robotics arm", sort: "relevance" })).body).toMatchObject({
      cached: true,
      items: [{ id: 1 }, { id: 2 }],
    });
    expect(await fetchedFrom("hn.algolia.com")).toEqual(asked);
    expect(await balanceOf(key)).toBe(23);
  });

  it("narrows by type, author, points and time", async () => {
    const comments = (await search({ query: "arm", type: "comment" })).body;
    expect(comments.items).toEqual([
      expect.objectContaining({
        id: 3,
        type: "comment",
        title: "Acme Robotics shows an arm",
        text: "Nice arm",
        story_id: 1,
      }),
    ]);
    expect(ids((await search({ query: "arm", type: "all" })).body.items)).toEqual([3, 2, 1]);
    expect(ids((await search({ query: "arm", type: "ask_hn" })).body.items)).toEqual([2]);
    expect(ids((await search({ query: "arm", author: "user2" })).body.items)).toEqual([2]);
    expect(
      ids((await search({ query: "arm", since: "2025-11-10T10:02:00Z", until: "2025-11-11" })).body.items),
    ).toEqual([2]);
    expect(ids((await search({ query: "arm", until: "2025-11-10T11:01:59+01:00" })).body.items)).toEqual([1]);
    expect((await search({ query: "arm", min_points: 11 })).body).toMatchObject({
      status: "not_found",
      reason: "no_results",
    });
    expect(ids((await search({ query: "widget", limit: 2 })).body.items)).toEqual([2_099, 2_098]);
  });

  it("pages to the end of the 1,000 that the API shows, each once", async () => {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Answer = await search({ query: "widget", limit: 100, cursor });
      expect(body.total).toBe(1_100);
      seen.push(...ids(body.items));
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toHaveLength(1_000);
    expect(new Set(seen).size).toBe(1_000);
  });

  it.each([
    [{}, "query"],
    [{ query: "" }, "query"],
    [{ query: "a", limit: 101 }, "limit"],
    [{ query: "a", limit: 0 }, "limit"],
    [{ query: "a", sort: "points" }, "sort"],
    [{ query: "a", type: "pollopt" }, "type"],
    [{ query: "a", since: "yesterday" }, "since"],
    [{ query: "a", author: "a,story" }, "author"],
    [{ query: "a", cursor: "x" }, "cursor"],
    [{ query: "a", cursor: "40" }, "cursor"],
  ])("refuses %j and names the field", async (body, field) => {
    const answer = await search(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toBe(field);
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("get_hackernews_item", () => {
  it.each([1, "1", "https://news.ycombinator.com/item?id=1"])("finds %j with a tree of comments", async (id) => {
    const { status, body, headers } = await item({ id, limit: 100 });
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ id: 1, type: "story", title: "Acme Robotics shows an arm", num_comments: 64 });
    expect(body).toMatchObject({
      status: "ok",
      source: "hackernews",
      reason: null,
      cached: false,
      evidence: [{ url: "https://news.ycombinator.com/item?id=1", kind: "hackernews_item" }],
    });
    const [first, gone] = body.comments;
    expect(first).toMatchObject({ id: 11, parent_id: 1, depth: 0, text: "First\n\nSecond paragraph", more: null });
    expect(first.replies[0]).toMatchObject({
      id: 12,
      depth: 1,
      replies: [{ id: 13, depth: 2, text: "Reply to the reply" }],
    });
    expect(gone).toMatchObject({ id: 14, deleted: true, author: null, text: null, replies: [{ id: 15 }] });
    expect(ids(body.comments)).not.toContain(16);
    expect(ids(body.comments)).not.toContain(17);
    expect(headers.get("X-Tokens-Charged")).toBe("1");
  });

  it("never exceeds the limit or the depth, and the calls it gives lead to the end", async () => {
    const seen: number[] = [];
    let next: Record<string, unknown> | undefined = { id: 1 };
    while (next) {
      const { body }: Answer = await item({ ...next, limit: 20, depth: 1 });
      expect(body.comments.length).toBeLessThanOrEqual(20);
      for (const comment of body.comments) expect(comment.replies).toEqual([]);
      if (seen.length === 0) {
        expect(body.comments[0].more).toEqual({ count: 2, next: [{ id: 11 }] });
        expect(body.more).toEqual({ count: 42, next: [{ id: 1, skip: 20 }] });
      }
      seen.push(...ids(body.comments));
      next = body.more?.next[0];
    }
    expect(seen).toHaveLength(62);
    expect(new Set(seen).size).toBe(62);
  });

  it.each([[{ id: 2 }], [{ id: 999 }]])(
    "says not found, free of charge, for %j, which is deleted or unknown",
    async (body) => {
      const answer = await item(body);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        status: "not_found",
        reason: "unknown",
        item: null,
        comments: [],
        source: null,
        evidence: [],
      });
      expect(await balanceOf(key)).toBe(25);
    },
  );

  it.each([
    {},
    { id: 0 },
    { id: 1.5 },
    { id: "abc" },
    { id: "https://example.com/item?id=1" },
    { id: 1, depth: 11 },
    { id: 1, limit: 201 },
  ])("refuses %j", async (body) => {
    expect((await item(body)).status).toBe(400);
    expect(await balanceOf(key)).toBe(25);
  });
});

describe("a failure of Hacker News", () => {
  it.each([
    ["failing", 502, "upstream_error"],
    ["garbage", 502, "upstream_error"],
    ["odd", 502, "upstream_error"],
    ["slow", 504, "upstream_timeout"],
    ["busy", 503, "upstream_unavailable"],
    ["busier", 503, "upstream_unavailable"],
  ])("%s is %i %s, costs nothing and shows nothing of it", async (query, status, error) => {
    if (status === 504) hastenTimeLimits();
    const answer = await search({ query });
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    expect(answer.text).not.toContain("secret");
    expect(await balanceOf(key)).toBe(25);
    if (status === 503) expect(Number(answer.headers.get("Retry-After"))).toBe(query === "busy" ? 60 : 9);
  });

  it("is not remembered", async () => {
    expect((await item({ id: 500 })).status).toBe(502);
    const asked = (await fetchedFrom("hn.algolia.com")).length;
    expect((await item({ id: 500 })).status).toBe(502);
    expect(await fetchedFrom("hn.algolia.com")).toHaveLength(asked + 1);
  });
});
