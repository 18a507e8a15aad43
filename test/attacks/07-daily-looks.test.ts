/** Attack: calls that cost nothing fill the list of daily looks, and one search ranks the whole Reddit archive. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { WATCHED_DOMAINS_PER_ORGANISATION } from "../../src/constants.ts";
import { MINUTE_MS } from "../../src/lib/time.ts";
import { importReddit } from "../../src/operator/imports/reddit-import.ts";
import { redditArchive } from "../../src/sources/reddit/archive.ts";
import { noteAskedDomain } from "../../src/watches/look-schedule.ts";
import { advanceClock, anonymousKey, callTool, freezeClock, giveTokens, tally, times } from "../support/harness.ts";
import { sourceContext } from "../support/source-context.ts";
import { dueLooks, serve } from "../support/watch-harness.ts";

vi.spyOn(console, "error").mockImplementation(() => {});
beforeEach(() => env.DB.prepare("DELETE FROM watched_domains").run());

const watched = async () =>
  (await env.DB.prepare("SELECT domain FROM watched_domains").all<{ domain: string }>()).results.map(
    ({ domain }) => domain,
  );
const by = (organisationId: string, plan: "anonymous" | "free" | "paid") =>
  sourceContext({ caller: { organisationId, plan } });

it("a call that fails or sees nothing puts no domain on the list; one that is charged does", async () => {
  const key = await anonymousKey();
  await giveTokens(key, 500);
  await callTool(key, "signal_website_change", { domain: "unregistered-domain.example" });
  await callTool(key, "detect_signal", { domain: "unregistered-domain.example" });
  await callTool(key, "signal_hiring_support", { domain: "robots-down.example" });
  await callTool(await anonymousKey(), "detect_signal", { domain: "127.0.0.1" });
  expect(await watched()).toEqual([]);
  expect((await callTool(key, "signal_website_change", { domain: "acme-robotics.example" })).status).toBe(200);
  await expect.poll(watched).toEqual(["acme-robotics.example"]);
});

it("an organisation fills no more than its share, however many concurrent calls it makes", async () => {
  const share = WATCHED_DOMAINS_PER_ORGANISATION.anonymous;
  await times(share * 6, (index) => noteAskedDomain(by("greedy", "anonymous"), `site-${index}.example`, Date.now()));
  expect(await watched()).toHaveLength(share);
  await noteAskedDomain(by("other", "anonymous"), "other.example", Date.now());
  expect(await watched()).toContain("other.example");
});

const WATCH = { events: ["jobs.opened"], max_tokens_month: 10 };

it("an organisation has no more than its share by changes of one watch in the same millisecond", async () => {
  freezeClock();
  onTestFinished(() => void vi.useRealTimers());
  const key = await anonymousKey();
  const domainsOf = (watch: number, count: number) =>
    Array.from({ length: count }, (_, index) => `w${watch}-${index}.example`);
  const sizes = [500, 500, 500, 499, 1];
  const made = await Promise.all(
    sizes.map((count, watch) => callTool(key, "create_watch", { ...WATCH, domains: domainsOf(watch, count) })),
  );
  expect(tally(made)).toEqual({ 200: 5 });
  const { id } = made[4]?.body ?? {};
  const changed = await times(20, (index) =>
    callTool(key, "update_watch", { id, domains: domainsOf(4, index % 2 ? 2 : 1) }),
  );
  expect(tally(changed)).toEqual({ 200: 10, 400: 10 });
  const count = env.DB.prepare("SELECT count(*) AS n FROM watch_subscriptions WHERE watch_id = ?").bind(id);
  expect(await count.first("n")).toBe(1);
});

it("a watch that is resumed again and again, also during a look, has its domain looked at every 15 minutes at most", async () => {
  freezeClock();
  onTestFinished(() => void vi.useRealTimers());
  const key = await anonymousKey();
  const { body } = await callTool(key, "create_watch", { ...WATCH, domains: ["changing.example"] });
  let looks = 0;
  for (let minute = 0; minute < 30; minute++) {
    const due = await dueLooks();
    for (const status of ["paused", "active"]) await callTool(key, "update_watch", { id: body.id, status });
    await serve(due);
    looks += due.length;
    for (const status of ["paused", "active"]) await callTool(key, "update_watch", { id: body.id, status });
    advanceClock(MINUTE_MS);
  }
  expect(looks).toBe(2);
});

it("a search of the Reddit archive considers the newest 2,000 matches alone", async () => {
  const posts = Array.from({ length: 2_100 }, (_, index) => ({
    id: (100_000 + index).toString(36),
    name: `t3_${(100_000 + index).toString(36)}`,
    title: index === 0 ? "needle needle needle" : `needle ${index}`,
    selftext: "",
    subreddit: "haystack",
    author: "someone",
    created_utc: 1_700_000_000 + index,
    score: 1,
    num_comments: 0,
    permalink: `/r/haystack/comments/${(100_000 + index).toString(36)}/x/`,
    url: "https://example.com/",
    over_18: false,
    is_self: true,
  }));
  const report = await importReddit(
    env.DATA,
    "posts",
    posts.map((post) => JSON.stringify(post)).join("\n"),
    Date.now(),
  );
  expect(report).toMatchObject({ stored: 2_100, failed: 0 });
  const archive = await redditArchive(sourceContext());
  const search = (sort: "relevance" | "top") =>
    archive.searchPosts({
      query: "needle",
      subreddit: null,
      sort,
      time: "all",
      limit: 1,
      cursor: null,
    } as never);
  const found = await search("relevance");
  // The post that repeats the word ranks first in the whole archive, but 2,099 are newer.
  expect(JSON.stringify(found)).not.toContain("needle needle needle");
  expect(JSON.stringify(found)).toContain('"title":"needle ');
  expect(JSON.stringify(await search("top"))).toContain('"title":"needle 2099"');
});
