import { AppError } from "../../errors.ts";
import { record } from "../../lib/loose-json.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import {
  COMMENT,
  excerpt,
  gonePostId,
  POST,
  type Post,
  RULE,
  SUBREDDIT,
  USER,
} from "../../readers/reddit/reddit-things.ts";
import { readThread, threadOf } from "../../readers/reddit/thread.ts";
import { askReddit, failure, type RedditCall } from "./api.ts";
import { hasArchive, redditArchive } from "./archive.ts";
import type * as reddit from "./reddit-source.ts";

/** Minutes only: what is deleted on Reddit disappears long before the 48 hours that its terms allow. */
const CONTENT_MS = 5 * MINUTE_MS;
const ABOUT_MS = HOUR_MS;
/** The place of the next page is the fullname of the last item of a page. */
const FULLNAME = /^t[1-6]_[0-9a-z]{1,13}$/;

/** An item of a listing: `t1` is a comment, `t2` an account, `t3` a post, `t5` a subreddit. */
type Child = { kind?: unknown; data?: unknown };
type Answer<T> = { status: "found"; data: T; isPartial: boolean } | reddit.RedditNotFound;

/** Reddit through its official API. Our own shapes are cached, never Reddit's raw answers, and never a refusal. */
function redditLive(context: SourceContext): reddit.RedditSource {
  async function found<T>(ttlMs: number, key: unknown[], load: () => Promise<Answer<T>>) {
    const lifetime = (answer: Answer<T>) => (answer.status === "not_found" || answer.isPartial ? 0 : ttlMs);
    const look = await cached(context, "reddit_answer", JSON.stringify(key), lifetime, load);
    if (look.data.status === "not_found") return look.data;
    return { ...look, ...look.data, source: "reddit_api" as const, confidence: 1 };
  }

  const listing = <T>(call: RedditCall, read: (child: Child) => T | null) =>
    found(CONTENT_MS, [call.path, call.params], async (): Promise<Answer<reddit.RedditPage<T>>> => {
      const answer = await askReddit(context, call);
      return answer.status === "ok" ? complete(pageOf(answer.json, read)) : answer;
    });

  return {
    name: "reddit_api",

    searchPosts({ query, subreddit, sort, time, limit, cursor }) {
      const params = { q: query, restrict_sr: subreddit ? 1 : null, sort, t: time, limit, after: cursor };
      const call = subreddit
        ? { path: `/r/${subreddit}/search`, params, subject: "subreddit" as const }
        : { path: "/search", params, subject: "site" as const };
      return listing(call, readPost);
    },

    listPosts({ subreddit, sort, time, limit, cursor }) {
      const params = { t: sort === "top" || sort === "controversial" ? time : null, limit, after: cursor };
      return listing({ path: `/r/${subreddit}/${sort}`, params, subject: "subreddit" }, readPost);
    },

    searchSubreddits({ query, limit, cursor }) {
      const params = { q: query, limit, after: cursor };
      return listing({ path: "/subreddits/search", params, subject: "site" }, readSubreddit);
    },

    listUserItems({ username, kind, sort, time, limit, cursor }) {
      const path = `/user/${username}/${{ all: "overview", posts: "submitted", comments: "comments" }[kind]}`;
      const params = { sort, t: sort === "top" || sort === "controversial" ? time : null, limit, after: cursor };
      return listing({ path, params, subject: "user" }, readUserItem);
    },

    user: (username) =>
      found(ABOUT_MS, ["user", username.toLowerCase()], async () => {
        const answer = await askReddit(context, { path: `/user/${username}/about`, subject: "user" });
        if (answer.status !== "ok") return answer;
        const { kind, data } = record(answer.json);
        if (record(data).is_suspended === true) return { status: "not_found", reason: "suspended" };
        return complete((kind === "t2" ? USER.read(data) : null) ?? unreadable());
      }),

    subredditAbout: (name) => found(ABOUT_MS, ["subreddit", name.toLowerCase()], () => loadSubreddit(context, name)),

    thread: (request) => found(CONTENT_MS, ["thread", request], () => loadThread(context, request)),
  };
}

function complete<T>(data: T): Answer<T> {
  return { status: "found", data, isPartial: false };
}

async function loadSubreddit(context: SourceContext, name: string): Promise<Answer<reddit.SubredditAbout>> {
  const [answer, rules] = await Promise.all([
    askReddit(context, { path: `/r/${name}/about`, subject: "subreddit" }),
    // Without them, the rest is still an answer.
    askReddit(context, { path: `/r/${name}/about/rules`, subject: "subreddit" }).catch(() => null),
  ]);
  if (answer.status !== "ok") return answer;
  const about: Child = record(answer.json);
  // For a subreddit that does not exist, Reddit may redirect to its search.
  if (about.kind === "Listing") return { status: "not_found", reason: "unknown" };
  const subreddit = readSubreddit(about) ?? unreadable();
  const list = rules?.status === "ok" ? record(rules.json).rules : null;
  if (!Array.isArray(list)) return { status: "found", data: { subreddit, rules: null }, isPartial: true };
  return complete({ subreddit, rules: list.flatMap((rule) => RULE.read(rule) ?? []) });
}

async function loadThread(context: SourceContext, request: reddit.ThreadRequest): Promise<Answer<reddit.Thread>> {
  const { postId, commentId, moreChildren, sort, limit, depth } = request;
  const formOf = (ids: string[]) => {
    return { api_type: "json", link_id: `t3_${postId}`, children: ids.join(","), sort, raw_json: "1" };
  };
  const params = moreChildren
    ? { limit: 1, depth: 1 }
    : { sort, limit, depth, ...(commentId && { comment: commentId, context: 0 }) };
  const [answer, more] = await Promise.all([
    askReddit(context, { path: `/comments/${postId}`, params, subject: "post" }),
    moreChildren && askReddit(context, { path: "/api/morechildren", form: formOf(moreChildren), subject: "post" }),
  ]);
  if (answer.status !== "ok") return answer;
  if (more && more.status !== "ok") return more;
  const [posts, comments] = Array.isArray(answer.json) ? answer.json : [];
  const [child] = childrenOf(posts);
  if (!child) return { status: "not_found", reason: "unknown" };
  const thing = record(child).data;
  if (gonePostId(thing)) return { status: "not_found", reason: "removed" };
  const post = POST.read(thing) ?? unreadable();
  return complete({ post, ...threadOf(readThread(more ? thingsOf(more.json) : childrenOf(comments)), request) });
}

/** What `/api/morechildren` answers: comments in a flat list. */
function thingsOf(json: unknown): unknown[] {
  const { things } = record(record(record(json).json).data);
  return Array.isArray(things) ? things : unreadable();
}

function pageOf<T>(json: unknown, read: (child: Child) => T | null): reddit.RedditPage<T> {
  const items = childrenOf(json).flatMap((child) => read(record(child)) ?? []);
  const { after } = record(record(json).data);
  return { items, nextCursor: typeof after === "string" && FULLNAME.test(after) ? after : null };
}

/** The children of a Listing. Throws `upstream_error` for anything else. */
function childrenOf(json: unknown): unknown[] {
  const { kind, data } = record(json);
  const { children } = record(data);
  return kind === "Listing" && Array.isArray(children) ? children : unreadable();
}

function readSubreddit({ kind, data }: Child) {
  return kind === "t5" ? SUBREDDIT.read(data) : null;
}

function readPost({ kind, data }: Child): Post | null {
  const post = kind === "t3" && !gonePostId(data) ? POST.read(data) : null;
  return post && excerpt(post);
}

function readUserItem(child: Child): reddit.UserItem | null {
  const post = readPost(child);
  if (post) return { kind: "post", ...post };
  const comment = child.kind === "t1" ? COMMENT.read(child.data) : null;
  return comment && !comment.deleted ? { kind: "comment", ...comment } : null;
}

function unreadable(): never {
  throw failure("not the documented shape");
}

/** Throws `not_configured` without an approved client and without an archive. */
export async function requireReddit(context: Pick<SourceContext, "env" | "config">): Promise<void> {
  if (hasClient(context) || (await hasArchive(context))) return;
  const detail =
    "This deployment has no source for Reddit. Its operator can set REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET of a client that Reddit has approved, or import an archive.";
  throw new AppError("not_configured", detail);
}

/** Reddit itself where the operator has an approved client, else the operator's archive. Throws `not_configured` with neither. */
export async function redditSource(context: SourceContext): Promise<reddit.RedditSource> {
  if (hasClient(context)) return redditLive(context);
  await requireReddit(context);
  return redditArchive(context);
}

function hasClient({ config }: Pick<SourceContext, "config">): boolean {
  return Boolean(config.REDDIT_CLIENT_ID && config.REDDIT_CLIENT_SECRET);
}
