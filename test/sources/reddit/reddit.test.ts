import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Answer,
  advanceClock,
  anonymousKey,
  balanceOf,
  freezeClock,
  giveTokens,
  hastenTimeLimits,
  makePaid,
  requestWith,
  tally,
  times,
} from "../../support/harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";

const TOOLS: [string, Record<string, unknown>, number][] = [
  ["search_reddit_posts", { query: "robot", subreddit: "robotics" }, 2],
  ["list_subreddit_posts", { subreddit: "robotics" }, 1],
  ["search_reddit_subreddits", { query: "robot" }, 1],
  ["get_subreddit_about", { subreddit: "robotics" }, 1],
  ["get_reddit_post", { post_id: "abc123" }, 1],
  ["get_reddit_user", { username: "user1" }, 1],
  ["list_reddit_user_posts", { username: "user1" }, 1],
];
const SECRETS = /secret|whoa|stack trace|tok\./i;

let key: string;
/** Each test is a client of its own at Reddit, with its own token and quota. */
let client: string;
let clients = 0;

beforeEach(async () => {
  key = await anonymousKey();
  client = `client-${clients++}`;
  await env.DATA.exec("DELETE FROM source_cache");
});

afterEach(() => {
  vi.useRealTimers();
});

function reddit(tool: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const secrets = { REDDIT_CLIENT_ID: client, REDDIT_CLIENT_SECRET: "s" };
  return requestWith(secrets, `/api/v0/${tool}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
}

const list = (subreddit: string, more = {}) => reddit("list_subreddit_posts", { subreddit, ...more });
const calls = async () => (await fetchedFrom("oauth.reddit.com")).length;
const grants = async () => (await fetchedFrom("www.reddit.com")).length;

/** The object that keeps token and quota of this test's client. */
async function gate() {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${client}\ns`));
  return env.RATE_LIMITER.getByName(`vendor:reddit:${new Uint8Array(digest).toHex().slice(0, 32)}`);
}

/** How many `count` grows by while `run` runs. */
async function growth(count: () => Promise<number>, run: () => Promise<unknown>): Promise<number> {
  const before = await count();
  await run();
  return (await count()) - before;
}

describe("without a client and without an archive", () => {
  it.each(TOOLS)("%s is 501, names what would help, and costs nothing", async (tool, body) => {
    const asked = (await calls()) + (await grants());
    const answer = await requestWith({}, `/api/v0/${tool}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(answer).toMatchObject({ status: 501, body: { error: "not_configured" } });
    expect(answer.body.detail).toMatch(/REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET/);
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    expect(await balanceOf(key)).toBe(25);
    expect((await calls()) + (await grants())).toBe(asked);
  });
});

describe("every Reddit tool", () => {
  it.each(TOOLS)(
    "%s answers the standard fields at its price, and from memory the second time",
    async (tool, body, cost) => {
      freezeClock();
      const first = await reddit(tool, body);
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({
        status: "ok",
        reason: null,
        source: "reddit_api",
        confidence: 1,
        cached: false,
        evidence: [{ url: expect.stringMatching(/^https:\/\/www\.reddit\.com\//), kind: "reddit_api" }],
        observed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      });
      expect(first.headers.get("X-Tokens-Charged")).toBe(String(cost));
      expect(await growth(calls, () => reddit(tool, body))).toBe(0);
      const again = await reddit(tool, body);
      expect(again.body).toEqual({ ...first.body, cached: true });
      expect(await balanceOf(key)).toBe(25 - 3 * cost);
    },
  );

  it.each(TOOLS)("%s shows nothing that was deleted or removed, nor who wrote it", async (tool, body) => {
    expect((await reddit(tool, body)).text).not.toMatch(/\[ ?(deleted|removed)|Secret of/i);
  });

  it.each([
    ["list_subreddit_posts", { subreddit: "two words" }, "subreddit"],
    ["list_subreddit_posts", { subreddit: "a+b" }, "subreddit"],
    ["list_subreddit_posts", { subreddit: "../user" }, "subreddit"],
    ["list_subreddit_posts", { subreddit: "https://example.com/r/robotics" }, "subreddit"],
    ["list_subreddit_posts", { subreddit: "robotics", limit: 0 }, "limit"],
    ["list_subreddit_posts", { subreddit: "robotics", limit: 101 }, "limit"],
    ["list_subreddit_posts", { subreddit: "robotics", sort: "best" }, "sort"],
    ["list_subreddit_posts", { subreddit: "robotics", sort: "top", time: "decade" }, "time"],
    ["search_reddit_posts", { query: "  " }, "query"],
    ["search_reddit_posts", {}, "query"],
    ["get_reddit_post", { post_id: "t1_abc" }, "post_id"],
    ["get_reddit_post", { post_id: "https://www.reddit.com/r/robotics/" }, "post_id"],
    ["get_reddit_post", { post_id: "abc", comment_id: "c1", more_children: ["c2"] }, "more_children"],
    ["get_reddit_post", { post_id: "abc", more_children: Array(101).fill("c1") }, "more_children"],
    ["get_reddit_user", { username: "a/b" }, "username"],
    ["get_reddit_user", { username: 5 }, "username"],
  ])("%s with %j is 400 and names the field", async (tool, body, field) => {
    const asked = await calls();
    const answer = await reddit(tool, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ path }: { path: string }) => path.split(".")[0])).toContain(field);
    expect(await balanceOf(key)).toBe(25);
    expect(await calls()).toBe(asked);
  });
});

describe("a post", () => {
  it("has our own shape, whatever Reddit sends beside it", async () => {
    const { body } = await list("r/robotics");
    expect(body.posts[0]).toEqual({
      id: "abc123",
      title: "Which robot arm?",
      text: "We <need> one & soon.\n\nBudget: 5k.",
      text_truncated: false,
      author: "user1",
      subreddit: "robotics",
      score: 12,
      upvote_ratio: 0.93,
      num_comments: 9,
      url: "https://www.reddit.com/r/robotics/comments/abc123/a_title/",
      permalink: "https://www.reddit.com/r/robotics/comments/abc123/a_title/",
      created_at: "2025-11-10T12:30:00.000Z",
      edited_at: "2025-11-10T10:01:00.000Z",
      is_self: true,
      nsfw: false,
      stickied: false,
      locked: false,
      flair: "Question",
      distinguished: null,
    });
    expect(body.posts[1]).toMatchObject({
      url: "https://acme-robotics.example/arm",
      text: null,
      is_self: false,
      nsfw: true,
      edited_at: null,
    });
    expect(body.posts[2]).toMatchObject({ id: "noauth", author: null, text: "Text" });
  });

  it("is cut in lists and whole on its own", async () => {
    const { body } = await list("robotics");
    const long = body.posts.find(({ id }: { id: string }) => id === "long1");
    expect(long.text_truncated).toBe(true);
    expect(long.text.length).toBeLessThanOrEqual(2_000);
  });

  it.each([
    "abc123",
    "t3_abc123",
    "ABC123",
    "https://www.reddit.com/r/robotics/comments/abc123/which_robot_arm/",
    "https://old.reddit.com/r/robotics/comments/abc123",
    "https://redd.it/abc123",
  ])("is found as %s", async (post_id) => {
    expect((await reddit("get_reddit_post", { post_id })).body).toMatchObject({ status: "ok", post: { id: "abc123" } });
  });

  it.each([
    ["gone2", "removed"],
    ["zzz999", "unknown"],
  ])("%s is not found because it is %s", async (post_id, reason) => {
    const { status, body, headers } = await reddit("get_reddit_post", { post_id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "not_found", reason, post: null, comments: [], source: null, evidence: [] });
    expect(headers.get("X-Tokens-Charged")).toBe("0");
  });
});

describe("comments", () => {
  const thread = (more = {}) => reddit("get_reddit_post", { post_id: "abc123", ...more });

  it("are a tree: replies as a Listing and as an empty text, edits with and without a time", async () => {
    const { body } = await thread();
    expect(body.comments.map(({ id }: { id: string }) => id)).toEqual(["c1", "c4", "c7"]);
    const [first, gone, orphan] = body.comments;
    expect(first).toMatchObject({ parent_id: null, depth: 0, edited_at: null, author: "user2", score: 9, more: null });
    const [second] = first.replies;
    expect(second).toMatchObject({ id: "c2", parent_id: "c1", depth: 1, is_submitter: true });
    expect(second.edited_at).toBe("2025-11-10T10:06:40.000Z");
    expect(second.replies[0]).toMatchObject({ id: "c3", depth: 2, replies: [] });
    expect(gone).toMatchObject({ deleted: true, author: null, text: null, score: null });
    expect(gone.replies[0]).toMatchObject({ id: "c5", text: "Reply to what is gone", deleted: false });
    expect(orphan).toMatchObject({ author: null, text: "The account is gone, the words are not", deleted: false });
  });

  it("left out by Reddit come with the calls that fetch them", async () => {
    const { body } = await thread();
    expect(body.more).toEqual({ count: 2, next: [{ post_id: "abc123", more_children: ["c9", "c10"] }] });
    const third = body.comments[0].replies[0].replies[0];
    expect(third.more).toEqual({ count: null, next: [{ post_id: "abc123", comment_id: "c3" }] });

    const next = await reddit("get_reddit_post", body.more.next[0]);
    expect(next.body).toMatchObject({ status: "ok", post: { id: "abc123" }, more: null });
    expect(next.body.comments.map(({ id }: { id: string }) => id)).toEqual(["c9", "c10"]);
    expect(next.body.comments[0].replies[0]).toMatchObject({ id: "c11", depth: 1 });
    expect(next.body.comments[0].replies[0].more).toMatchObject({ count: 3 });
    expect((await reddit("get_reddit_post", third.more.next[0])).status).toBe(200);
  });

  it("never exceed the limit or the depth, and what is cut is counted", async () => {
    const few = (await thread({ limit: 2 })).body;
    expect(few.comments.map(({ id }: { id: string }) => id)).toEqual(["c1", "c4"]);
    expect(few.more).toEqual({ count: 3, next: [{ post_id: "abc123", more_children: ["c7", "c9", "c10"] }] });
    expect(few.comments[0]).toMatchObject({ replies: [], more: { count: 2, next: [{ more_children: ["c2"] }] } });

    const flat = (await thread({ depth: 1 })).body;
    expect(flat.comments).toHaveLength(3);
    expect(flat.comments[0]).toMatchObject({ replies: [], more: { count: 2 } });
  });
});

describe("pages", () => {
  it("go on to the end, each thing once", async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Answer = await list("robotics", { limit: 20, cursor });
      ids.push(...body.posts.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    } while (cursor);
    expect(ids).toHaveLength(56);
    expect(new Set(ids).size).toBe(56);
    expect(ids.at(-1)).toBe("p51");
  });

  it("of a cursor that is none, or that Reddit does not know, are 400", async () => {
    expect((await list("robotics", { cursor: "25" })).status).toBe(400);
    expect((await list("robotics", { cursor: "t3_notacursor" })).status).toBe(400);
    expect(await balanceOf(key)).toBe(25);
  });

  it("that are empty are not found", async () => {
    expect((await list("empty_place")).body).toMatchObject({
      status: "not_found",
      reason: "no_results",
      posts: [],
      next_cursor: null,
      has_more: false,
    });
  });
});

describe("what is not there", () => {
  it.each([
    ["private_place", "private"],
    ["silent_private", "private"],
    ["quarantined_place", "quarantined"],
    ["banned_place", "banned"],
    ["nowhere", "unknown"],
    ["lost_place", "unknown"],
  ])("r/%s is not found because it is %s", async (subreddit, reason) => {
    for (const tool of ["list_subreddit_posts", "get_subreddit_about"]) {
      const { status, body, headers } = await reddit(tool, { subreddit });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: "not_found", reason, confidence: 0, evidence: [], cached: false });
      expect(headers.get("X-Tokens-Charged")).toBe("0");
    }
  });

  it("is the suspended user", async () => {
    expect((await reddit("get_reddit_user", { username: "suspended_user" })).body).toMatchObject({
      reason: "suspended",
      user: null,
    });
    expect((await reddit("list_reddit_user_posts", { username: "suspended_writer" })).body).toMatchObject({
      reason: "suspended",
      items: [],
    });
  });

  it("is the unknown user", async () => {
    expect((await reddit("get_reddit_user", { username: "nobody_here" })).body).toMatchObject({
      status: "not_found",
      reason: "unknown",
    });
    expect((await reddit("list_reddit_user_posts", { username: "nobody_writes" })).body).toMatchObject({
      reason: "unknown",
      items: [],
    });
  });
});

describe("about", () => {
  it("a subreddit with its rules", async () => {
    const { body } = await reddit("get_subreddit_about", { subreddit: "https://www.reddit.com/r/robotics/" });
    expect(body.subreddit).toMatchObject({
      name: "robotics",
      subscribers: 1000,
      active_users: 12,
      type: "public",
      nsfw: false,
    });
    expect(body.rules).toEqual([
      { name: "Be kind", description: "Or leave.", applies_to: "all" },
      { name: "No ads", description: null, applies_to: "link" },
    ]);
  });

  it("a subreddit is partial when its rules cannot be read", async () => {
    const { body } = await reddit("get_subreddit_about", { subreddit: "ruleless" });
    expect(body).toMatchObject({ status: "partial", rules: null, subreddit: { name: "ruleless" } });
  });

  it("subreddits that match", async () => {
    const { body } = await reddit("search_reddit_subreddits", { query: "robot" });
    expect(body.subreddits[1]).toMatchObject({
      name: "robotarms",
      url: "https://www.reddit.com/r/robotarms/",
      created_at: null,
    });
  });

  it("a user and what they wrote", async () => {
    const { body } = await reddit("get_reddit_user", { username: "/u/user1" });
    expect(body.user).toMatchObject({
      username: "user1",
      total_karma: 30,
      created_at: "2017-07-14T02:40:00.000Z",
      description: "I build arms.",
    });
    const all = await reddit("list_reddit_user_posts", { username: "user1", limit: 2 });
    expect(all.body.items.map(({ kind, id }: { kind: string; id: string }) => [kind, id])).toEqual([
      ["comment", "c2"],
      ["post", "abc123"],
    ]);
    const posts = await reddit("list_reddit_user_posts", { username: "user1", kind: "posts", limit: 1 });
    expect(posts.body.items[0]).toMatchObject({ kind: "post", id: "abc123" });
  });
});

describe("a failure of Reddit", () => {
  it.each([
    ["failing_place", 502, "upstream_error"],
    ["garbage_place", 502, "upstream_error"],
    ["html_place", 502, "upstream_error"],
    ["blocking_place", 502, "upstream_error"],
    ["odd_place", 502, "upstream_error"],
    ["leads_away", 502, "upstream_error"],
    ["slow_place", 504, "upstream_timeout"],
    ["busy_place", 503, "upstream_unavailable"],
    ["busy_silent_place", 503, "upstream_unavailable"],
  ])("at r/%s is %i %s, costs nothing and shows nothing of it", async (subreddit, status, error) => {
    if (status === 504) hastenTimeLimits();
    const answer = await list(subreddit);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    expect(answer.text).not.toMatch(SECRETS);
    expect(await balanceOf(key)).toBe(25);
    if (status === 503) expect(Number(answer.headers.get("Retry-After"))).toBe(subreddit === "busy_place" ? 7 : 30);
  });

  it.each([
    ["refused", 503, "upstream_unavailable"],
    ["odd", 503, "upstream_unavailable"],
    ["unwelcome", 503, "upstream_unavailable"],
    ["busy", 503, "upstream_unavailable"],
    ["down", 502, "upstream_error"],
    ["silent", 504, "upstream_timeout"],
  ])("at its token endpoint, %s, is %i %s and costs nothing", async (name, status, error) => {
    if (status === 504) hastenTimeLimits();
    client = name;
    const answer = await list("robotics");
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.text).not.toMatch(SECRETS);
    expect(await balanceOf(key)).toBe(25);
    if (status === 503) expect(Number(answer.headers.get("Retry-After"))).toBe(name === "busy" ? 17 : 300);
  });

  it("of its rate limit keeps everybody out until it is over", async () => {
    freezeClock();
    expect((await list("busy_place")).status).toBe(503);
    advanceClock(2_000);
    const asked = await calls();
    const refused = await list("robotics");
    expect(refused).toMatchObject({ status: 503, body: { error: "upstream_unavailable" } });
    expect(refused.headers.get("Retry-After")).toBe("5");
    expect(await calls()).toBe(asked);
    advanceClock(5_000);
    expect((await list("robotics")).status).toBe(200);
  });
});

describe("the token", () => {
  it("is fetched once for 20 calls at the same time, and kept", async () => {
    const answers: Answer[] = [];
    const fetched = await growth(grants, async () => {
      answers.push(...(await times(20, (index) => list("robotics", { limit: index + 1 }))));
      answers.push(await list("robotics", { limit: 30 }));
    });
    expect(tally(answers)).toEqual({ 200: 21 });
    expect(fetched).toBe(1);
  });

  it("is fetched once more when 20 calls find it revoked at the same time", async () => {
    client = "stale-1";
    const answers: Answer[] = [];
    const fetched = await growth(grants, async () => {
      answers.push(...(await times(20, (index) => list("robotics", { limit: index + 1 }))));
    });
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(fetched).toBe(2);
  });

  it("is fetched twice and no more when Reddit refuses every one", async () => {
    client = "unwelcome-1";
    expect(await growth(grants, () => list("robotics"))).toBe(2);
  });

  it("is fetched anew a minute before it ends", async () => {
    freezeClock();
    expect(await growth(grants, () => list("robotics", { limit: 1 }))).toBe(1);
    advanceClock(3_539_000);
    expect(await growth(grants, () => list("robotics", { limit: 2 }))).toBe(0);
    advanceClock(1_000);
    expect(await growth(grants, () => list("robotics", { limit: 3 }))).toBe(1);
  });

  it("and the quota outlive the memory of the object that keeps them", async () => {
    client = "metered-2-c";
    await list("robotics", { limit: 1 });
    const forget = async () => evictDurableObject(await gate());
    await forget();
    expect(await growth(grants, () => list("robotics", { limit: 2 }))).toBe(0);
    await forget();
    expect((await list("robotics", { limit: 3 })).status).toBe(503);
  });

  it("is deleted once it has ended, and not before", async () => {
    freezeClock();
    await list("robotics", { limit: 1 });
    const object = await gate();
    const kept = () => runInDurableObject(object, (_, { storage }) => [...storage.kv.list()].map(([name]) => name));
    await runDurableObjectAlarm(object);
    expect(await kept()).toContain("grant");
    advanceClock(24 * 3_600_000);
    await runDurableObjectAlarm(object);
    expect(await kept()).toEqual([]);
  });

  it("is nowhere in D1 or KV", async () => {
    await list("robotics");
    const { results } = await env.DATA.prepare("SELECT * FROM source_cache").all();
    expect(JSON.stringify(results)).not.toContain("tok.");
    expect((await env.CLAIMS.list()).keys).toEqual([]);
  });
});

describe("the quota", () => {
  it("of 5 lets exactly 5 of 20 calls through, and the rest after the reset", async () => {
    freezeClock();
    client = "metered-5-a";
    expect((await list("robotics", { limit: 100 })).status).toBe(200);
    const answers = await times(20, (index) => list("robotics", { limit: index + 1 }));
    expect(tally(answers)).toEqual({ 200: 4, 503: 16 });
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.headers.get("Retry-After")).toBe("291");
    expect(refused?.body.error).toBe("upstream_unavailable");
    expect(await balanceOf(key)).toBe(20);
    const asked = await calls();
    expect((await list("robotics", { limit: 50 })).status).toBe(503);
    expect(await calls()).toBe(asked);
    advanceClock(291_000);
    expect((await list("robotics", { limit: 50 })).status).toBe(200);
  });

  it("does not keep what is remembered from being shown", async () => {
    client = "metered-1-b";
    expect((await list("robotics")).status).toBe(200);
    expect((await list("robotics")).body.cached).toBe(true);
    expect((await list("robotics", { limit: 5 })).status).toBe(503);
  });
});

describe("the manners", () => {
  it("are the official API only, with raw_json, and never a public .json page", async () => {
    await giveTokens(key, 100);
    await makePaid(key);
    for (const [tool, body] of TOOLS) await reddit(tool, body);
    const asked = await fetchedFrom("reddit.com");
    expect(asked.filter((line) => /\.json/.test(line.split("?")[0] ?? ""))).toEqual([]);
    const gets = asked.filter((line) => line.startsWith("GET "));
    expect(gets.length).toBeGreaterThan(7);
    expect(gets.filter((line) => !line.includes("raw_json=1"))).toEqual([]);
    expect([...new Set(asked.map((line) => line.split(" ")[1]?.split("/")[2]))].sort()).toEqual([
      "oauth.reddit.com",
      "www.reddit.com",
    ]);
  });

  it("forget content in time", async () => {
    for (const [tool, body] of TOOLS) await reddit(tool, body);
    const longest = "SELECT max(expires_at - observed_at) AS ms FROM source_cache WHERE kind = 'reddit_answer'";
    expect(await env.DATA.prepare(longest).first("ms")).toBeLessThanOrEqual(24 * 3_600_000);
  });
});
