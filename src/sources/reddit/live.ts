import { AppError } from "../../errors.ts";
import { record } from "../../lib/loose-json.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import * as things from "../../readers/reddit/reddit-things.ts";
import { readThread, threadOf } from "../../readers/reddit/thread.ts";
import { askReddit, failure, NothingToShow } from "./api.ts";
import { hasArchive, redditArchive } from "./archive.ts";
import type * as reddit from "./reddit-source.ts";

/** Minutes only: what is deleted on Reddit disappears long before the 48 hours that its terms allow. */
const CONTENT_MS = 5 * MINUTE_MS;
const ABOUT_MS = HOUR_MS;
/** The place of the next page is the fullname of the last item of a page. */
const FULLNAME = /^t[1-6]_[0-9a-z]{1,13}$/;

/** An item of a listing: `t1` is a comment, `t2` an account, `t3` a post, `t5` a subreddit. */
type Child = { kind?: unknown; data?: unknown };

/** Reddit through its official API. Our own shapes are cached, never Reddit's raw answers, and never a refusal. */
function redditLive(context: SourceContext): reddit.RedditSource {
  async function look<T>(keptMs: number, key: string, load: () => Promise<T>, isPartial = (_: T): boolean => false) {
    const lifetime = (data: T) => (isPartial(data) ? 0 : keptMs);
    try {
      const found = await cached(context, "reddit_answer", key, lifetime, load);
      return { status: "found" as const, ...found, isPartial: isPartial(found.data) };
    } catch (thrown) {
      if (thrown instanceof NothingToShow) return { status: "not_found" as const, reason: thrown.reason };
      throw thrown;
    }
  }

  /** A page of the listing at `path`. */
  function listing<T>(
    path: string,
    { limit, cursor, ...asked }: reddit.Paging & Record<string, string | number | null>,
    read: (child: Child) => T | null,
  ) {
    const params = { ...asked, limit, after: cursor };
    return look(CONTENT_MS, JSON.stringify([path, params]), async (): Promise<reddit.RedditPage<T>> => {
      const json = await askReddit(context, { path, params });
      const { after } = record(record(json).data);
      const items = childrenOf(json).flatMap((child) => read(record(child)) ?? []);
      return { items, nextCursor: typeof after === "string" && FULLNAME.test(after) ? after : null };
    });
  }

  return {
    name: "reddit_api",
    confidence: 1,
    searchPosts({ query: q, subreddit, time: t, ...rest }) {
      const path = subreddit ? `/r/${subreddit}/search` : "/search";
      return listing(path, { q, t, restrict_sr: subreddit ? 1 : null, ...rest }, readPost);
    },
    listPosts: ({ subreddit, sort, time: t, ...paging }) =>
      listing(`/r/${subreddit}/${sort}`, { t, ...paging }, readPost),
    searchSubreddits: ({ query: q, ...paging }) => listing("/subreddits/search", { q, ...paging }, readSubreddit),
    listUserItems({ username, kind, time: t, ...rest }) {
      const path = `/user/${username}/${{ all: "overview", posts: "submitted", comments: "comments" }[kind]}`;
      return listing(path, { t, ...rest }, readUserItem);
    },
    user: (username) =>
      look(ABOUT_MS, `user/${username.toLowerCase()}`, async () => {
        const { kind, data } = record(await askReddit(context, { path: `/user/${username}/about` }));
        if (record(data).is_suspended === true) throw new NothingToShow("suspended");
        return (kind === "t2" ? things.USER.read(data) : null) ?? unreadable();
      }),
    subredditAbout(name) {
      const lacksRules = ({ rules }: reddit.SubredditAbout) => rules === null;
      return look(ABOUT_MS, `r/${name.toLowerCase()}`, () => loadSubreddit(context, name), lacksRules);
    },
    thread: (request) => look(CONTENT_MS, `thread/${JSON.stringify(request)}`, () => loadThread(context, request)),
  };
}

async function loadSubreddit(context: SourceContext, name: string): Promise<reddit.SubredditAbout> {
  const [about, list] = await Promise.all([
    askReddit(context, { path: `/r/${name}/about` }),
    // Without them, the rest is still an answer.
    askReddit(context, { path: `/r/${name}/about/rules` }).catch(() => null),
  ]);
  // For a subreddit that does not exist, Reddit may redirect to its search.
  if (record(about).kind === "Listing") throw new NothingToShow("unknown");
  const subreddit = readSubreddit(record(about)) ?? unreadable();
  const { rules } = record(list);
  return { subreddit, rules: Array.isArray(rules) ? rules.flatMap((rule) => things.RULE.read(rule) ?? []) : null };
}

async function loadThread(context: SourceContext, request: reddit.ThreadRequest): Promise<reddit.Thread> {
  const { postId, commentId, moreChildren, sort, limit, depth } = request;
  const children = moreChildren?.join(",") ?? "";
  const form = { api_type: "json", link_id: `t3_${postId}`, children, sort, raw_json: "1" };
  const params = moreChildren
    ? { limit: 1, depth: 1 }
    : { sort, limit, depth, ...(commentId && { comment: commentId, context: 0 }) };
  const [answer, more] = await Promise.all([
    askReddit(context, { path: `/comments/${postId}`, params }),
    moreChildren && askReddit(context, { path: "/api/morechildren", form }),
  ]);
  const [posts, comments] = Array.isArray(answer) ? answer : [];
  const [child] = childrenOf(posts);
  if (!child) throw new NothingToShow("unknown");
  const thing = record(child).data;
  if (things.gonePostId(thing)) throw new NothingToShow("removed");
  const post = things.POST.read(thing) ?? unreadable();
  return { post, ...threadOf(readThread(more ? thingsOf(more) : childrenOf(comments)), request) };
}

/** What `/api/morechildren` answers: comments in a flat list. */
function thingsOf(json: unknown): unknown[] {
  const { things } = record(record(record(json).json).data);
  return Array.isArray(things) ? things : unreadable();
}

/** The children of a Listing. Throws `upstream_error` for anything else. */
function childrenOf(json: unknown): unknown[] {
  const { kind, data } = record(json);
  const { children } = record(data);
  return kind === "Listing" && Array.isArray(children) ? children : unreadable();
}

function readSubreddit({ kind, data }: Child) {
  return kind === "t5" ? things.SUBREDDIT.read(data) : null;
}

function readPost({ kind, data }: Child): things.Post | null {
  const post = kind === "t3" && !things.gonePostId(data) ? things.POST.read(data) : null;
  return post && things.excerpt(post);
}

function readUserItem(child: Child): reddit.UserItem | null {
  const post = readPost(child);
  if (post) return { kind: "post", ...post };
  const comment = child.kind === "t1" ? things.COMMENT.read(child.data) : null;
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
