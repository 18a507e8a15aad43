/** Reddit's items as answers show them. Texts are inert and bounded, times ISO 8601 in UTC, addresses absolute. */
import * as z from "zod";

const text = z.string().nullable();
const count = z.int().nullable();
const flag = z.boolean().nullable();

/** A post, without the prefix `t3_` in its id. */
export const POST = {
  id: z.string().describe("Id without t3_"),
  title: z.string(),
  text: text.describe("Markdown of a text post, shortened in lists; null for links"),
  text_truncated: z.boolean().describe("True when the text was shortened; get_reddit_post returns all of it"),
  author: text.describe("null when the account is deleted"),
  subreddit: z.string(),
  url: z.string().describe("URL that the post links to; for a text post its own address"),
  permalink: z.string().describe("Address of the post"),
  score: count,
  upvote_ratio: z.number().nullable().describe("0 to 1"),
  num_comments: z.int(),
  created_at: z.string().describe("ISO 8601"),
  edited_at: text.describe("ISO 8601; null when never edited"),
  is_self: z.boolean().describe("True for a text post"),
  nsfw: z.boolean(),
  stickied: z.boolean(),
  locked: z.boolean(),
  flair: text,
  distinguished: text.describe("moderator or admin when posted in that role"),
};

/** A comment, without the prefix `t1_` in its id. */
export const COMMENT = {
  id: z.string().describe("Id without t1_"),
  post_id: z.string(),
  parent_id: text.describe("Id of the parent comment; null for a top-level comment"),
  author: text.describe("null when the account or the comment is deleted"),
  text: text.describe("Markdown; null when the comment is gone"),
  score: count.describe("null while Reddit hides it"),
  subreddit: text,
  permalink: z.string(),
  created_at: z.string(),
  edited_at: text,
  is_submitter: z.boolean().describe("True when written by the author of the post"),
  stickied: z.boolean(),
  deleted: z.boolean().describe("True for a deleted comment that is kept only because of its replies"),
};

export const SUBREDDIT = {
  name: z.string(),
  url: z.string(),
  title: text,
  description: text,
  subscribers: count,
  active_users: count,
  type: text.describe("public, restricted, private, …"),
  submission_type: text,
  nsfw: flag,
  quarantined: flag,
  language: text,
  created_at: text,
};

export const USER = {
  username: z.string(),
  url: z.string(),
  description: text.describe("The user's own description"),
  link_karma: count,
  comment_karma: count,
  total_karma: count,
  created_at: text.describe("When the account was created, ISO 8601"),
  is_moderator: flag,
  is_employee: flag.describe("True for employees of Reddit"),
  has_verified_email: flag,
};

export const RULE = {
  name: z.string(),
  description: z.string().nullable(),
  applies_to: z.string().nullable().describe("all, link or comment"),
};

type Of<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;
export type Post = Of<typeof POST>;
export type Comment = Of<typeof COMMENT>;
export type User = Of<typeof USER>;
export type Subreddit = Of<typeof SUBREDDIT>;
export type Rule = Of<typeof RULE>;
