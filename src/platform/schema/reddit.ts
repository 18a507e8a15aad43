import { index, integer, text } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** The operator's archive of Reddit, in our shapes; `id` is Reddit's base-36 id and the row id of its full text. */
export const redditPosts = tableOf("reddit_posts", {
  id: integer().primaryKey(),
  subreddit: text().notNull(),
  /** Null when the account is gone. */
  author: text(),
  createdAt: integer().notNull(),
  score: integer().notNull(),
  numComments: integer().notNull(),
  postJson: text().notNull(),
  observedAt: integer().notNull(),
}).with((table) => [
  index("reddit_posts_subreddit").on(table.subreddit, table.createdAt),
  index("reddit_posts_author").on(table.author, table.createdAt),
]);

/** Of a deleted comment only its place in the tree is kept. */
export const redditComments = tableOf("reddit_comments", {
  id: integer().primaryKey(),
  postId: integer().notNull(),
  author: text(),
  createdAt: integer().notNull(),
  score: integer().notNull(),
  commentJson: text().notNull(),
  observedAt: integer().notNull(),
}).with((table) => [
  index("reddit_comments_post").on(table.postId, table.createdAt),
  index("reddit_comments_author").on(table.author, table.createdAt),
]);
