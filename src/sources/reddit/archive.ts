import { HOUR_MS } from "../../lib/time.ts";
import { dataOf } from "../../platform/data-database.ts";
import { sql } from "../../platform/database.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { type Comment, excerpt, type Post, SUBREDDIT, USER } from "../../readers/reddit/reddit-things.ts";
import { threadOf } from "../../readers/reddit/thread.ts";
import type * as reddit from "./reddit-source.ts";

type Context = Pick<SourceContext, "env">;
/** A row of the archive: one of our shapes as JSON, and when it was imported. */
type Row = { kind: reddit.UserItem["kind"]; json: string; observedAt: number };

/** Less than 1, because it was true at the time of the import. */
const CONFIDENCE = 0.9;

/** Reddit's own listings end after about as many items. */
const MAX_OFFSET = 1_000;
const MAX_COMMENTS = 2_000;
/** A search considers at most this many of the newest matches; ids grow with time. */
const MAX_CANDIDATES = 2_000;
const UNKNOWN = { status: "not_found", reason: "unknown" } as const;
const SPAN_HOURS = { hour: 1, day: 24, week: 168, month: 720, year: 8_760, all: Number.MAX_SAFE_INTEGER };

// Hand-written SQL, for its full-text index, CTE and union.
const POSTS = `SELECT 'post' AS kind, post_json AS json, observed_at AS observedAt, id, created_at, score, num_comments
  FROM reddit_posts`;
const COMMENTS = `SELECT 'comment' AS kind, comment_json AS json, observed_at AS observedAt, id, created_at, score, 0 AS num_comments
  FROM reddit_comments`;

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

/** True when the operator has imported anything. */
export async function hasArchive({ env }: Context): Promise<boolean> {
  const any = "SELECT 1 FROM reddit_posts UNION ALL SELECT 1 FROM reddit_comments LIMIT 1";
  return (await sql(await dataOf(env), any, {}).first()) !== null;
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
      const select = `${POSTS} JOIN (SELECT rowid AS candidate, ${rank} AS rank FROM reddit_posts_fts
          WHERE reddit_posts_fts MATCH @match ORDER BY rowid DESC LIMIT ${MAX_CANDIDATES}) ON id = candidate
        WHERE created_at >= @since ${within} ORDER BY ${ORDER[sort]}, id DESC`;
      const values = { match, since: sinceOf(time), ...(subreddit && { subreddit: subreddit.toLowerCase() }) };
      return page(db, select, values, paging, shortPost);
    },

    async listPosts({ subreddit, sort, time, ...paging }) {
      const select = `${POSTS} WHERE subreddit = @subreddit AND created_at >= @since ORDER BY ${ORDER[sort]}, id DESC`;
      const values = { subreddit: subreddit.toLowerCase(), since: spanOf(sort, time) };
      const finding = await page(db, select, values, paging, shortPost);
      return finding.data.items.length > 0 || (await latestOf(db, subreddit)) ? finding : UNKNOWN;
    },

    async searchSubreddits({ query, ...paging }) {
      // One index look-up for each subreddit, not for each post.
      const select = `WITH RECURSIVE names (name) AS (
          SELECT min(subreddit) FROM reddit_posts
          UNION ALL SELECT (SELECT min(subreddit) FROM reddit_posts WHERE subreddit > name) FROM names WHERE name IS NOT NULL)
        ${POSTS} JOIN names ON id = (SELECT id FROM reddit_posts WHERE subreddit = name ORDER BY created_at DESC LIMIT 1)
        WHERE instr(name, @query) > 0 ORDER BY name`;
      return page(db, select, { query: query.toLowerCase().replace(/^\/?r\//, "") }, paging, subredditOf);
    },

    async subredditAbout(name) {
      const row = await latestOf(db, name);
      return row ? { ...foundIn({ subreddit: subredditOf(row), rules: null }, [row]), isPartial: true } : UNKNOWN;
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
  const [row] = await rowsOf(db, `${POSTS} WHERE id = @id`, { id });
  if (!row) return UNKNOWN;
  const { sort } = request;
  const order = sort === "old" || sort === "new" ? `created_at ${sort === "old" ? "ASC" : "DESC"}` : "score DESC";
  const ofPost = `${COMMENTS} WHERE post_id = @id ORDER BY ${order}, id LIMIT ${MAX_COMMENTS}`;
  const comments = (await rowsOf(db, ofPost, { id })).map(({ json }) => JSON.parse(json) as Comment);
  const post = JSON.parse(row.json) as Post;
  return foundIn({ post, ...threadOf({ comments: below(comments, request), stubs: [] }, request) }, [row]);
}

async function rowsOf(db: D1Database, select: string, values: Record<string, unknown>): Promise<Row[]> {
  return (await sql(db, select, values).all<Row>()).results;
}

/** One page of a SELECT that is ordered and has no LIMIT. */
async function page<T>(
  db: D1Database,
  select: string,
  values: Record<string, unknown>,
  { limit, cursor }: reddit.Paging,
  read: (row: Row) => T,
) {
  const offset = Number(cursor);
  const rows = await rowsOf(db, `${select} LIMIT @take OFFSET @offset`, { ...values, take: limit + 1, offset });
  const nextCursor = rows.length > limit && offset + limit < MAX_OFFSET ? String(offset + limit) : null;
  const shown = rows.slice(0, limit);
  return foundIn({ items: shown.map(read), nextCursor }, shown);
}

function userItems(db: D1Database, { username, kind, sort, time, ...paging }: reddit.UserListing) {
  const [posts, comments] = [POSTS, COMMENTS].map((all) => `${all} WHERE author = @author AND created_at >= @since`);
  const both = { all: `${posts} UNION ALL ${comments}`, posts, comments }[kind];
  const select = `SELECT * FROM (${both}) ORDER BY ${ORDER[sort]}, id DESC`;
  return page(db, select, { author: username.toLowerCase(), since: spanOf(sort, time) }, paging, userItem);
}

function userItem(row: Row): reddit.UserItem {
  if (row.kind === "post") return { kind: row.kind, ...shortPost(row) };
  return { kind: row.kind, ...(JSON.parse(row.json) as Comment) };
}

function shortPost({ json }: Row): Post {
  return excerpt(JSON.parse(json) as Post);
}

function subredditOf({ json }: Row) {
  return SUBREDDIT.read({ display_name: (JSON.parse(json) as Post).subreddit }) as reddit.SubredditAbout["subreddit"];
}

function foundIn<T>(data: T, rows: Row[]) {
  const observedAt = rows.length > 0 ? Math.max(...rows.map((row) => row.observedAt)) : Date.now();
  return { status: "found" as const, data, isPartial: false, observedAt, cached: false };
}

/** Reddit's base-36 id as a number. */
export function numberOf(id: string): number {
  return Number.parseInt(id, 36);
}

async function latestOf(db: D1Database, subreddit: string): Promise<Row | undefined> {
  const latest = `${POSTS} WHERE subreddit = @subreddit ORDER BY created_at DESC LIMIT 1`;
  return (await rowsOf(db, latest, { subreddit: subreddit.toLowerCase() }))[0];
}

/** Every word and every "phrase in quotes" must occur. Empty when the query has neither letters nor digits. */
function matchOf(query: string): string {
  const parts = query.match(/"[^"]*"|[^\s"]+/g) ?? [];
  const words = parts.map((part) => part.replace(/"|\p{C}/gu, "")).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.map((word) => `"${word}"`).join(" ");
}

function sinceOf(time: keyof typeof SPAN_HOURS): number {
  return Math.max(0, Date.now() - SPAN_HOURS[time] * HOUR_MS);
}

/** Reddit uses the time span for these two orders only. */
function spanOf(sort: string, time: keyof typeof SPAN_HOURS): number {
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
