import { IMPORT_ROWS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { parseJson, record } from "../../lib/loose-json.ts";
import { jsonParts } from "../../platform/database.ts";
import { COMMENT, type Comment, gonePostId, POST, type Post } from "../../readers/reddit/reddit-things.ts";
import { numberOf } from "../../sources/reddit/archive.ts";

export const IMPORT_KINDS = ["posts", "comments"] as const;
type RedditImportKind = (typeof IMPORT_KINDS)[number];

const MAX_ERRORS = 20;

/** Hand-written, so that many rows travel as one JSON parameter: D1 limits the number of parameters. */
const STORE = {
  posts: `INSERT INTO reddit_posts (id, subreddit, author, created_at, score, num_comments, post_json, observed_at)
    SELECT value ->> 'id', lower(value ->> '$.item.subreddit'), lower(value ->> '$.item.author'), value ->> 'createdAt',
      coalesce(value ->> '$.item.score', 0), value ->> '$.item.num_comments', value -> 'item', ? FROM json_each(?) WHERE true
    ON CONFLICT (id) DO UPDATE SET subreddit = excluded.subreddit, author = excluded.author, score = excluded.score,
      num_comments = excluded.num_comments, post_json = excluded.post_json, observed_at = excluded.observed_at`,
  comments: `INSERT INTO reddit_comments (id, post_id, author, created_at, score, comment_json, observed_at)
    SELECT value ->> 'id', value ->> 'postId', lower(value ->> '$.item.author'), value ->> 'createdAt',
      coalesce(value ->> '$.item.score', 0), value -> 'item', ? FROM json_each(?) WHERE true
    ON CONFLICT (id) DO UPDATE SET author = excluded.author, score = excluded.score,
      comment_json = excluded.comment_json, observed_at = excluded.observed_at`,
};
const REMOVE = "DELETE FROM reddit_posts WHERE id IN (SELECT value FROM json_each(?))";

/** Imports JSON lines of Reddit's shape, repeatably; the last line of an id wins. Deleted posts are deleted here. */
export async function importReddit(db: D1Database, kind: RedditImportKind, text: string, now: number) {
  const report = { kind, stored: 0, removed: 0, failed: 0, errors: [] as { line: number; message: string }[] };
  const lines = text.trimEnd().split("\n");
  if (lines.length > IMPORT_ROWS) throw new AppError("payload_too_large", `Send at most ${IMPORT_ROWS} lines at once.`);
  /** The items by their ids; null for a deleted one. */
  const latest = new Map<string, Post | Comment | null>();
  for (const [index, content] of lines.entries()) {
    if (content.trim() === "") continue;
    const line = readLine(kind, content);
    if (line) latest.set(line.id, line.item);
    else {
      report.failed++;
      const message = `This is not one whole ${kind === "posts" ? "post (t3)" : "comment (t1)"} as JSON in Reddit's own shape.`;
      if (report.errors.length < MAX_ERRORS) report.errors.push({ line: index + 1, message });
    }
  }
  const rows = [...latest.values()].filter((item) => item !== null).map(rowOf);
  const gone = [...latest].flatMap(([id, item]) => (item ? [] : String(numberOf(id))));
  for (const part of jsonParts(rows)) await db.prepare(STORE[kind]).bind(now, part).run();
  for (const part of jsonParts(gone)) await db.prepare(REMOVE).bind(part).run();
  return { ...report, stored: rows.length, removed: gone.length };
}

/** An item without these is cut off: it must neither replace a complete one nor count as deleted. */
const NEEDED = { posts: ["author"], comments: ["author", "body"] };

function readLine(kind: RedditImportKind, content: string): { id: string; item: Post | Comment | null } | null {
  const thing = record(parseJson(content));
  const data = "data" in thing ? thing.data : thing;
  const gone = kind === "posts" ? gonePostId(data) : null;
  if (gone) return { id: gone, item: null };
  const isWhole = NEEDED[kind].every((field) => field in record(data));
  const item = isWhole ? (kind === "posts" ? POST : COMMENT).read(data) : null;
  return item && { id: item.id, item };
}

function rowOf(item: Post | Comment): string {
  const postId = "post_id" in item ? numberOf(item.post_id) : null;
  return JSON.stringify({ id: numberOf(item.id), createdAt: Date.parse(item.created_at), postId, item });
}
