import { asc, desc, eq } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { HOUR_MS } from "../../lib/time.ts";
import { dataOf } from "../../platform/data-database.ts";
import { drizzle, sql } from "../../platform/database.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { redditComments, redditPosts } from "../../platform/schema.ts";
import {
  type Comment,
  excerpt,
  type Post,
  SUBREDDIT,
  type Subreddit,
  USER,
} from "../../readers/reddit/reddit-things.ts";
import { threadOf } from "../../readers/reddit/thread.ts";
import type * as reddit from "./reddit-source.ts";

type Context = Pick<SourceContext, "env">;
type Select = { text: string; values: Record<string, unknown> };
/** A row of the archive: one of our shapes as JSON, and when it was imported. */
type ArchiveRow = { json: string; observedAt: number };

/** Less than 1, because it was true at the time of the import. */
const CONFIDENCE = 0.9;

/** Reddit's own listings end after about as many items. */
const MAX_OFFSET = 1_000;
const MAX_COMMENTS = 2_000;
/** A search considers at most this many of the newest matches; ids grow with time. */
const MAX_CANDIDATES = 2_000;
const UNKNOWN = { status: "not_found", reason: "unknown" } as const;
const SPAN_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS, year: 8_760 * HOUR_MS };

/** An archive has no votes per hour: `hot` and `rising` are served as `new`, `controversial` as most commented. */
const ORDER = {
  relevance: "rank",
  new: "created_at DESC",
  hot: "created_at DESC",
  rising: "created_at DESC",
  top: "score DESC",
  controversial: "num_comments DESC",
  comments: "num_comments DESC",
};
const POST = { json: redditPosts.postJson, observedAt: redditPosts.observedAt };

/** True when the operator has imported anything. */
export async function hasArchive({ env }: Context): Promise<boolean> {
  const db = drizzle(await dataOf(env));
  const post = db.select({ id: redditPosts.id }).from(redditPosts);
  const comment = db.select({ id: redditComments.id }).from(redditComments);
  return (await unionAll(post, comment).limit(1)).length > 0;
}

/** What the operator has imported, in the same shapes as live Reddit. Cursors are offsets. */
export async function redditArchive({ env }: Context): Promise<reddit.RedditSource> {
  const db = await dataOf(env);
  return {
    name: "reddit_archive",
    confidence: CONFIDENCE,

    async searchPosts({ query, subreddit, sort, time, ...paging }) {
      const match = matchOf(query);
      if (!match) return foundIn<reddit.RedditPage<Post>>({ items: [], nextCursor: null }, []);
      const within = subreddit ? "AND subreddit = @subreddit" : "";
      // Only the candidates are ranked: a word of every post would rank the whole archive.
      const rank = sort === "relevance" ? "rank" : "0";
      const text = `SELECT post_json AS json, observed_at AS observedAt FROM (
          SELECT rowid AS candidate, ${rank} AS rank FROM reddit_posts_fts WHERE reddit_posts_fts MATCH @match
          ORDER BY rowid DESC LIMIT ${MAX_CANDIDATES}) JOIN reddit_posts ON id = candidate
        WHERE created_at >= @since ${within} ORDER BY ${ORDER[sort]}, id DESC`;
      const values = { match, since: sinceOf(time), ...(subreddit && { subreddit: subreddit.toLowerCase() }) };
      return page(db, { text, values }, paging, readExcerpt);
    },

    async listPosts({ subreddit, sort, time, ...paging }) {
      const text = `SELECT post_json AS json, observed_at AS observedAt FROM reddit_posts
        WHERE subreddit = @subreddit AND created_at >= @since ORDER BY ${ORDER[sort]}, id DESC`;
      const values = { subreddit: subreddit.toLowerCase(), since: spanOf(sort, time) };
      const finding = await page(db, { text, values }, paging, readExcerpt);
      if (finding.data.items.length > 0 || (await latestOf(db, subreddit.toLowerCase()))) return finding;
      return UNKNOWN;
    },

    async searchSubreddits({ query, ...paging }) {
      // One index look-up for each subreddit, not for each post.
      const text = `WITH RECURSIVE names (name) AS (
          SELECT min(subreddit) FROM reddit_posts
          UNION ALL SELECT (SELECT min(subreddit) FROM reddit_posts WHERE subreddit > name) FROM names WHERE name IS NOT NULL)
        SELECT post_json AS json, observed_at AS observedAt FROM names JOIN reddit_posts ON id = (
          SELECT id FROM reddit_posts WHERE subreddit = name ORDER BY created_at DESC LIMIT 1)
        WHERE instr(name, @query) > 0 ORDER BY name`;
      const values = { query: query.toLowerCase().replace(/^\/?r\//, "") };
      return page(db, { text, values }, paging, subredditOfPost);
    },

    async subredditAbout(name) {
      const row = await latestOf(db, name.toLowerCase());
      if (!row) return UNKNOWN;
      return { ...foundIn({ subreddit: subredditOfPost(row), rules: null }, [row]), isPartial: true };
    },

    thread: (request) => archivedThread(db, request),

    user: (username) => archivedUser(db, username),

    async listUserItems(listing) {
      const finding = await userItems(db, listing);
      if (finding.data.items.length > 0) return finding;
      return (await archivedUser(db, listing.username)).status === "found" ? finding : UNKNOWN;
    },
  };
}

async function archivedUser(db: D1Database, username: string) {
  const finding = await userItems(db, { username, kind: "all", sort: "new", time: "all", limit: 1, cursor: null });
  const user = USER.read({ name: finding.data.items[0]?.author });
  return user ? { ...finding, data: user, isPartial: true } : UNKNOWN;
}

async function archivedThread(db: D1Database, request: reddit.ThreadRequest) {
  const id = numberOf(request.postId);
  const row = await drizzle(db).select(POST).from(redditPosts).where(eq(redditPosts.id, id)).get();
  if (!row) return UNKNOWN;
  const { createdAt, score } = redditComments;
  const order = request.sort === "old" ? asc(createdAt) : desc(request.sort === "new" ? createdAt : score);
  const rows = await drizzle(db)
    .select({ json: redditComments.commentJson })
    .from(redditComments)
    .where(eq(redditComments.postId, id))
    .orderBy(order, asc(redditComments.id))
    .limit(MAX_COMMENTS);
  const comments = rows.map(({ json }) => JSON.parse(json) as Comment);
  const post = JSON.parse(row.json) as Post;
  return foundIn({ post, ...threadOf({ comments: below(comments, request), stubs: [] }, request) }, [row]);
}

/** One page of a SELECT that is ordered and has no LIMIT. Hand-written SQL, for its full-text index, CTE and unions. */
async function page<R extends ArchiveRow, T>(
  db: D1Database,
  select: Select,
  { limit, cursor }: { limit: number; cursor: string | null },
  read: (row: R) => T,
) {
  const offset = Number(cursor);
  const values = { ...select.values, take: limit + 1, offset };
  const { results: rows } = await sql(db, `${select.text} LIMIT @take OFFSET @offset`, values).all<R>();
  const next = rows.length > limit && offset + limit < MAX_OFFSET ? String(offset + limit) : null;
  const shown = rows.slice(0, limit);
  return foundIn({ items: shown.map(read), nextCursor: next }, shown);
}

function userItems(db: D1Database, { username, kind, sort, time, ...paging }: reddit.UserListing) {
  const posts = `SELECT 'post' AS kind, post_json AS json, observed_at AS observedAt, id, created_at, score, num_comments
    FROM reddit_posts WHERE author = @author AND created_at >= @since`;
  const comments = `SELECT 'comment' AS kind, comment_json AS json, observed_at AS observedAt, id, created_at, score, 0 AS num_comments
    FROM reddit_comments WHERE author = @author AND created_at >= @since`;
  const both = { all: `${posts} UNION ALL ${comments}`, posts, comments }[kind];
  const text = `SELECT kind, json, observedAt FROM (${both}) ORDER BY ${ORDER[sort]}, id DESC`;
  return page(db, { text, values: { author: username.toLowerCase(), since: spanOf(sort, time) } }, paging, readItem);
}

function readExcerpt({ json }: ArchiveRow): Post {
  return excerpt(JSON.parse(json) as Post);
}

function readItem({ kind, json }: ArchiveRow & { kind: reddit.UserItem["kind"] }): reddit.UserItem {
  if (kind === "post") return { kind, ...excerpt(JSON.parse(json) as Post) };
  return { kind, ...(JSON.parse(json) as Comment) };
}

function subredditOfPost({ json }: ArchiveRow): Subreddit {
  return SUBREDDIT.read({ display_name: (JSON.parse(json) as Post).subreddit }) as Subreddit;
}

function foundIn<T>(data: T, rows: ArchiveRow[]) {
  const observedAt = rows.length > 0 ? Math.max(...rows.map((row) => row.observedAt)) : Date.now();
  return { status: "found" as const, data, isPartial: false, observedAt, cached: false };
}

/** Reddit's base-36 id as a number. */
export function numberOf(id: string): number {
  return Number.parseInt(id, 36);
}

function latestOf(db: D1Database, subreddit: string): Promise<ArchiveRow | undefined> {
  const ofSubreddit = drizzle(db).select(POST).from(redditPosts).where(eq(redditPosts.subreddit, subreddit));
  return ofSubreddit.orderBy(desc(redditPosts.createdAt)).limit(1).get();
}

/** Every word and every "phrase in quotes" must occur. Empty when the query has neither letters nor digits. */
function matchOf(query: string): string {
  const parts = query.match(/"[^"]*"|[^\s"]+/g) ?? [];
  const words = parts.map((part) => part.replace(/"|\p{C}/gu, "")).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.map((word) => `"${word}"`).join(" ");
}

function sinceOf(time: (typeof reddit.SPANS)[number]): number {
  return time === "all" ? 0 : Date.now() - SPAN_MS[time];
}

/** Reddit uses the time span for these two orders only. */
function spanOf(sort: string, time: (typeof reddit.SPANS)[number]): number {
  return sort === "top" || sort === "controversial" ? sinceOf(time) : 0;
}

function below(comments: Comment[], { commentId, moreChildren }: reddit.ThreadRequest): Comment[] {
  const wanted = moreChildren ?? (commentId ? [commentId] : null);
  if (!wanted) return comments;
  const children = Map.groupBy(comments, (comment) => comment.parent_id);
  const ids = new Set(wanted);
  // Iterating a set also yields what is added meanwhile.
  for (const id of ids) for (const child of children.get(id) ?? []) ids.add(child.id);
  return comments.filter((comment) => ids.has(comment.id));
}
