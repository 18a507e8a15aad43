import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ARM_COMMENTS, ROBOTICS_POSTS, rawComment, rawPost, type Thing } from "../../internet/reddit-data.ts";
import { type Answer, anonymousKey, balanceOf, giveTokens, makePaid, requestWith } from "../../support/harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";

const ADMIN = { ADMIN_TOKEN: "operator-secret" };
const CLIENT = { REDDIT_CLIENT_ID: "archive-client", REDDIT_CLIENT_SECRET: "s" };

let key: string;

beforeAll(async () => {
  key = await anonymousKey();
  await giveTokens(key, 500);
  await makePaid(key);
  await importLines("posts", ROBOTICS_POSTS);
  await importLines("comments", ARM_COMMENTS);
});

function importText(kind: string, body: string, authorization = `Bearer ${ADMIN.ADMIN_TOKEN}`): Promise<Answer> {
  const headers: Record<string, string> = authorization ? { Authorization: authorization } : {};
  return requestWith(ADMIN, `/admin/reddit/imports?kind=${kind}`, { method: "POST", body, headers });
}

function importLines(kind: string, things: Thing[]): Promise<Answer> {
  return importText(kind, things.map((thing) => JSON.stringify(thing)).join("\n"));
}

function reddit(tool: string, body: unknown, secrets: Record<string, string> = {}): Promise<Answer> {
  return requestWith(secrets, `/api/v0/${tool}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${key}` },
  });
}

const ids = (things: { id: string }[]) => things.map(({ id }) => id);

describe("an import", () => {
  it("counts what it stored, removed and did not understand", async () => {
    const lines = [
      JSON.stringify(rawPost("im1")),
      JSON.stringify({ kind: "t3", data: rawPost("im2") }),
      "",
      JSON.stringify(rawPost("im3", { removed_by_category: "moderator" })),
      "{not json",
      JSON.stringify(rawComment("im4")),
      JSON.stringify(rawPost("im1", { title: "The last line wins" })),
    ];
    const { status, body } = await importText("posts", lines.join("\r\n"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: "posts", stored: 2, removed: 1, failed: 2 });
    expect(body.errors).toEqual([
      { line: 5, message: expect.any(String) },
      { line: 6, message: expect.any(String) },
    ]);
    expect((await reddit("get_reddit_post", { post_id: "im1" })).body.post.title).toBe("The last line wins");
  });

  it("of a line that is cut off neither deletes nor replaces", async () => {
    await importLines("posts", [rawPost("cut1", { title: "Whole post" })]);
    await importLines("comments", [rawComment("cut2", { link_id: "t3_cut1", body: "Whole comment" })]);
    const { author: _, is_self: __, selftext: ___, ...post } = rawPost("cut1", { title: "Cut" });
    const { author: ____, body: _____, ...comment } = rawComment("cut2", { link_id: "t3_cut1" });
    const whole = JSON.stringify(rawPost("cut1", { title: "[deleted]" }));
    const posts = [JSON.stringify(post), JSON.stringify({ id: "cut1" }), whole.slice(0, -9)];
    expect((await importText("posts", posts.join("\n"))).body).toMatchObject({ stored: 0, removed: 0, failed: 3 });
    expect((await importLines("comments", [comment])).body).toMatchObject({ stored: 0, removed: 0, failed: 1 });
    const { body } = await reddit("get_reddit_post", { post_id: "cut1" });
    expect([body.post.title, body.comments[0].text]).toEqual(["Whole post", "Whole comment"]);
  });

  it("may be repeated, and takes away what has been deleted since", async () => {
    await importLines("posts", [rawPost("im5", { title: "Zanzibarian robot" })]);
    await importLines("posts", [rawPost("im5", { title: "Zanzibarian robot" })]);
    const find = () => reddit("search_reddit_posts", { query: "zanzibarian" });
    expect(ids((await find()).body.posts)).toEqual(["im5"]);
    await importLines("posts", [rawPost("im5", { title: "Renamed robot" })]);
    expect((await find()).body).toMatchObject({ status: "not_found", reason: "no_results" });
    const gone = rawPost("im5", { author: "[deleted]", selftext: "[deleted]" });
    expect((await importLines("posts", [gone])).body).toMatchObject({ stored: 0, removed: 1 });
    expect((await reddit("get_reddit_post", { post_id: "im5" })).body).toMatchObject({ status: "not_found" });
    const { results } = await env.DATA.prepare(
      "SELECT rowid FROM reddit_posts_fts WHERE reddit_posts_fts MATCH 'renamed'",
    ).all();
    expect(results).toEqual([]);
  });

  it("keeps nothing of a deleted comment but its place", async () => {
    await importLines("comments", [
      rawComment("im6", { link_id: "t3_im1", parent_id: "t3_im1", body: "Regretted words" }),
    ]);
    await importLines("comments", [
      rawComment("im6", { link_id: "t3_im1", parent_id: "t3_im1", body: "[deleted]", author: "[deleted]" }),
    ]);
    const { results } = await env.DATA.prepare(
      "SELECT author, comment_json FROM reddit_comments WHERE comment_json LIKE '%im6%'",
    ).all();
    expect(results).toEqual([{ author: null, comment_json: expect.not.stringMatching(/Regretted|user2/) }]);
  });

  it("of more than a statement takes is stored whole", async () => {
    const many = Array.from({ length: 150 }, (_, index) =>
      rawPost(`big${index}`, { subreddit: "bulk", selftext: "é".repeat(9_000), title: `Bulk ${index}` }),
    );
    expect((await importLines("posts", many)).body).toMatchObject({ stored: 150, failed: 0 });
    const count = await env.DATA.prepare("SELECT count(*) AS n FROM reddit_posts WHERE subreddit = 'bulk'").first("n");
    expect(count).toBe(150);
  });

  it.each([
    ["of an unknown kind", () => importText("users", "{}"), 400],
    ["of 10,001 lines", () => importText("posts", "[\n".repeat(10_001)), 413],
    ["over 8 MB", () => importText("posts", "x".repeat(8_000_001)), 413],
    ["without the token", () => importText("posts", "{}", ""), 401],
    ["with a wrong token", () => importText("posts", "{}", "Bearer operator-secre"), 401],
    ["with an API key", () => importText("posts", "{}", `Bearer ${key}`), 401],
    [
      "by GET",
      () => requestWith(ADMIN, "/admin/reddit/imports", { headers: { Authorization: "Bearer operator-secret" } }),
      405,
    ],
    [
      "where no operator has a token",
      () => requestWith({ ADMIN_TOKEN: "" }, "/admin/reddit/imports?kind=posts", { method: "POST" }),
      404,
    ],
  ])("%s is refused", async (_, send, status) => {
    const before = await env.DATA.prepare("SELECT count(*) AS n FROM reddit_posts").first("n");
    const answer = await send();
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer realm="admin"');
    expect(await env.DATA.prepare("SELECT count(*) AS n FROM reddit_posts").first("n")).toBe(before);
  });
});

describe("the archive", () => {
  const CALLS: [string, Record<string, unknown>, number][] = [
    ["search_reddit_posts", { query: "robot arm" }, 2],
    ["list_subreddit_posts", { subreddit: "robotics" }, 1],
    ["search_reddit_subreddits", { query: "robot" }, 1],
    ["get_subreddit_about", { subreddit: "robotics" }, 1],
    ["get_reddit_post", { post_id: "abc123" }, 1],
    ["get_reddit_user", { username: "user1" }, 1],
    ["list_reddit_user_posts", { username: "user1", kind: "comments" }, 1],
  ];

  it.each(CALLS)(
    "serves %s in the shape of the API, at the same price, without asking Reddit",
    async (tool, body, cost) => {
      const asked = await fetchedFrom("reddit.com");
      const before = await balanceOf(key);
      const archived = await reddit(tool, body);
      expect(await balanceOf(key)).toBe(before - cost);
      expect(await fetchedFrom("reddit.com")).toEqual(asked);
      expect(archived.body).toMatchObject({ source: "reddit_archive", confidence: 0.9, cached: false, reason: null });
      expect(archived.body.evidence[0].kind).toBe("reddit_archive");
      expect(archived.text).not.toMatch(/\[ ?(deleted|removed)|Secret of/i);

      const live = await reddit(tool, body, CLIENT);
      expect(live.body.source).toBe("reddit_api");
      expect(fieldsOf(archived.body)).toEqual(fieldsOf(live.body));
    },
  );

  it("gives the same post and the same comments as the API", async () => {
    const bounds = { post_id: "abc123", sort: "old", limit: 3, depth: 2 };
    const [archived, live] = [await reddit("get_reddit_post", bounds), await reddit("get_reddit_post", bounds, CLIENT)];
    expect(archived.body.post).toEqual(live.body.post);
    expect(ids(archived.body.comments)).toEqual(ids(live.body.comments));
    const [one, other] = [archived.body.comments[0], live.body.comments[0]];
    expect({ ...one, more: null }).toEqual({ ...other, more: null });
  });

  it("finds posts with every word, in a subreddit, in the order asked for", async () => {
    const search = async (body: object) => (await reddit("search_reddit_posts", body)).body;
    expect(ids((await search({ query: "ARM which" })).posts)).toEqual(["abc123"]);
    expect(ids((await search({ query: '"robot number 7"' })).posts)).toEqual(["p7"]);
    expect((await search({ query: "robot", subreddit: "elsewhere" })).reason).toBe("no_results");
    expect(ids((await search({ query: "number", sort: "top", limit: 2 })).posts)).toEqual(["p51", "p50"]);
    expect(ids((await search({ query: "number", sort: "new", limit: 2 })).posts)).toEqual(["p0", "p1"]);
    expect((await search({ query: "robot", time: "day" })).reason).toBe("no_results");
  });

  it.each(['"', "AND OR NOT", "a* NEAR(b)", "title:x", "-robot", "(((", "';--", "\u0000"])(
    "takes %j for words, never for syntax",
    async (query) => {
      const { status } = await reddit("search_reddit_posts", { query });
      expect(status).toBe(200);
    },
  );

  it("pages to the end, each post once", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Answer = await reddit("list_subreddit_posts", { subreddit: "bulk", limit: 40, cursor });
      seen.push(...ids(body.posts));
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toHaveLength(150);
    expect(new Set(seen).size).toBe(150);
    expect((await reddit("list_subreddit_posts", { subreddit: "bulk", cursor: "t3_abc" })).status).toBe(400);
  });

  it("gets its index back the way the migration says", async () => {
    const find = async () => ids((await reddit("search_reddit_posts", { query: "which arm" })).body.posts);
    await env.DATA.exec("INSERT INTO reddit_posts_fts (reddit_posts_fts) VALUES ('delete-all')");
    expect(await find()).toEqual([]);
    await env.DATA.exec("UPDATE reddit_posts SET post_json = post_json");
    expect(await find()).toEqual(["abc123"]);
  });

  it("has the calls for what it left out, and answers them", async () => {
    const { body } = await reddit("get_reddit_post", { post_id: "abc123", depth: 1, sort: "old", limit: 1 });
    expect(body.more).toMatchObject({ next: [{ post_id: "abc123", more_children: ["c4", "c7"] }] });
    expect(body.comments[0].more).toEqual({ count: 2, next: [{ post_id: "abc123", more_children: ["c2"] }] });
    const next = await reddit("get_reddit_post", body.comments[0].more.next[0]);
    expect(ids(next.body.comments)).toEqual(["c2"]);
    expect(ids(next.body.comments[0].replies)).toEqual(["c3"]);
    const one = await reddit("get_reddit_post", { post_id: "abc123", comment_id: "c2" });
    expect(ids(one.body.comments)).toEqual(["c2"]);
  });

  it("says partial where it knows only a part, and not found where it knows nothing", async () => {
    expect((await reddit("get_reddit_user", { username: "USER1" })).body).toMatchObject({
      status: "partial",
      user: { username: "user1", total_karma: null },
    });
    expect((await reddit("get_subreddit_about", { subreddit: "robotics" })).body).toMatchObject({
      status: "partial",
      rules: null,
      subreddit: { name: "robotics" },
    });
    for (const [tool, body] of [
      ["get_reddit_user", { username: "stranger" }],
      ["list_reddit_user_posts", { username: "stranger" }],
      ["list_subreddit_posts", { subreddit: "elsewhere" }],
      ["get_subreddit_about", { subreddit: "elsewhere" }],
      ["get_reddit_post", { post_id: "zzz" }],
    ] as const) {
      expect((await reddit(tool, body)).body).toMatchObject({ status: "not_found", reason: "unknown", source: null });
    }
    expect(
      (await reddit("list_reddit_user_posts", { username: "user1", kind: "comments", limit: 1 })).body.items,
    ).toHaveLength(1);
  });

  it("never names who deleted", async () => {
    const { body } = await reddit("list_reddit_user_posts", { username: "[deleted]" });
    expect(body.error).toBe("invalid_request");
  });
});

/** Names of all fields, however deep, without the values: what a client sees as the shape. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldsOf);
  if (typeof value !== "object" || value === null) return null;
  const known = Object.entries(value).filter(([name]) => !["replies", "more", "rules", "next_cursor"].includes(name));
  return Object.fromEntries(known.map(([name, inner]) => [name, fieldsOf(inner)]).sort());
}
