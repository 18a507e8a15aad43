import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The operator's archive of Reddit, in our shapes; `id` is Reddit's base-36 id and the row id of its full text. */
export const redditPosts = sqliteTable(
  "reddit_posts",
  {
    id: integer().primaryKey(),
    subreddit: text().notNull(),
    /** Null when the account is gone. */
    author: text(),
    createdAt: integer().notNull(),
    score: integer().notNull(),
    numComments: integer().notNull(),
    postJson: text().notNull(),
    observedAt: integer().notNull(),
  },
  (table) => [
    index("reddit_posts_subreddit").on(table.subreddit, table.createdAt),
    index("reddit_posts_author").on(table.author, table.createdAt),
  ],
);

/** Of a deleted comment only its place in the tree is kept. */
export const redditComments = sqliteTable(
  "reddit_comments",
  {
    id: integer().primaryKey(),
    postId: integer().notNull(),
    author: text(),
    createdAt: integer().notNull(),
    score: integer().notNull(),
    commentJson: text().notNull(),
    observedAt: integer().notNull(),
  },
  (table) => [
    index("reddit_comments_post").on(table.postId, table.createdAt),
    index("reddit_comments_author").on(table.author, table.createdAt),
  ],
);
