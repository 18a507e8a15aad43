/** Items of Reddit as answers show them: schema and reader of each field. Texts are inert, times ISO 8601 in UTC. */
import * as z from "zod";
import { record, string } from "../../lib/loose-json.ts";
import { type Field, type Of, shape, type Thing } from "../../lib/shown-fields.ts";
import { plainLines } from "../page/plain-text.ts";

const SITE = "https://www.reddit.com";
/** What replaces a deleted text or name: `[deleted]`, `[removed]`, `[ Removed by Reddit ]`, `[deleted by user]`. */
const GONE = /^\[ ?(deleted|removed)( by [\w ]+)? ?\]$/i;
const EXCERPT = 2_000;

const text = z.string().nullable();
const count = z.int().nullable();
const flag = z.boolean().nullable();

// Readers of values.
const line = (value: unknown) => lineOf(value, 200);
const titleOf = (value: unknown) => lineOf(value, 300);
const lineOf = (value: unknown, maxLength: number) => plainLines((string(value) ?? "").replace(/\s+/g, " "), maxLength);
const textUpTo = (most: number) => (value: unknown) => plainLines(string(value) ?? "", most);
const excerptOf = textUpTo(EXCERPT);
const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : null);
const whole = (value: unknown) => (Number.isFinite(value) ? Math.round(value as number) : null);
const shownScore = (value: unknown, { score_hidden }: Thing) => (score_hidden === true ? null : whole(value));
const stated = (value: unknown) => (typeof value === "boolean" ? value : null);
const isSet = (value: unknown) => value === true;

/** A post (`t3`), without that prefix in its id. */
export const POST = shape({
  id: [z.string().describe("Id without t3_"), idOf],
  title: [z.string(), titleOf],
  text: [text.describe("Markdown of a text post, shortened in lists; null for links"), textUpTo(40_000), "selftext"],
  text_truncated: [z.boolean().describe("True when the text was shortened; get_reddit_post returns all of it"), isSet],
  author: [text.describe("null when the account is deleted"), nameOf],
  subreddit: [z.string(), line],
  url: [
    z.string().describe("URL that the post links to; for a text post its own address"),
    (url, post) => urlOf(url) ?? addressOf(post.permalink, post),
  ],
  permalink: [z.string().describe("Address of the post"), addressOf],
  score: [count, whole],
  upvote_ratio: [z.number().nullable().describe("0 to 1"), number],
  num_comments: [z.int(), (value) => whole(value) ?? 0],
  created_at: [z.string().describe("ISO 8601"), timeOf, "created_utc"],
  edited_at: [text.describe("ISO 8601; null when never edited"), timeOf, "edited"],
  is_self: [z.boolean().describe("True for a text post"), isSet],
  nsfw: [z.boolean(), isSet, "over_18"],
  stickied: [z.boolean(), isSet],
  locked: [z.boolean(), isSet],
  flair: [text, line, "link_flair_text"],
  distinguished: [text.describe("moderator or admin when posted in that role"), line],
});

/** A comment (`t1`), without that prefix in its id. A deleted one has only its place in the tree. */
export const COMMENT = shape({
  id: [z.string().describe("Id without t1_"), idOf],
  post_id: [z.string(), idOf, "link_id"],
  parent_id: [
    text.describe("Id of the parent comment; null for a top-level comment"),
    (parent) => (string(parent)?.startsWith("t1_") ? idOf(parent) : null),
  ],
  author: [text.describe("null when the account or the comment is deleted"), unlessDeleted(nameOf)],
  text: [text.describe("Markdown; null when the comment is gone"), unlessDeleted(textUpTo(10_000)), "body"],
  score: [count.describe("null while Reddit hides it"), unlessDeleted(shownScore)],
  subreddit: [text, line],
  permalink: [
    z.string(),
    (permalink, { link_id, id }) => urlOf(permalink) ?? `${SITE}/comments/${idOf(link_id)}/_/${idOf(id)}/`,
  ],
  created_at: [z.string(), timeOf, "created_utc"],
  edited_at: [text, timeOf, "edited"],
  is_submitter: [
    z.boolean().describe("True when written by the author of the post"),
    (value, comment) => value === true && !isDeleted(comment),
  ],
  stickied: [z.boolean(), isSet],
  deleted: [
    z.boolean().describe("True for a deleted comment that is kept only because of its replies"),
    (_, comment) => isDeleted(comment),
  ],
});

/** A subreddit (`t5`). */
export const SUBREDDIT = shape({
  name: [z.string(), line, "display_name"],
  url: [z.string(), (url, { display_name }) => urlOf(url) ?? subredditUrl(line(display_name) ?? "")],
  title: [text, titleOf],
  description: [text, excerptOf, "public_description"],
  subscribers: [count, whole],
  active_users: [count, (value, { active_user_count }) => whole(value) ?? whole(active_user_count), "accounts_active"],
  type: [text.describe("public, restricted, private, …"), line, "subreddit_type"],
  submission_type: [text, line],
  nsfw: [flag, stated, "over18"],
  quarantined: [flag, stated, "quarantine"],
  language: [text, line, "lang"],
  created_at: [text, timeOf, "created_utc"],
});

/** An account (`t2`). */
export const USER = shape({
  username: [z.string(), nameOf, "name"],
  url: [z.string(), (name) => userUrl(nameOf(name) ?? ""), "name"],
  description: [
    text.describe("The user's own description"),
    (profile) => excerptOf(record(profile).public_description),
    "subreddit",
  ],
  link_karma: [count, whole],
  comment_karma: [count, whole],
  total_karma: [count, whole],
  created_at: [text.describe("When the account was created, ISO 8601"), timeOf, "created_utc"],
  is_moderator: [flag, stated, "is_mod"],
  is_employee: [flag.describe("True for employees of Reddit"), stated],
  has_verified_email: [flag, stated],
});

/** A rule of a subreddit. */
export const RULE = shape({
  name: [z.string(), titleOf, "short_name"],
  description: [text, excerptOf],
  applies_to: [text.describe("all, link or comment"), line, "kind"],
});

export type Post = Of<typeof POST>;
export type Comment = Of<typeof COMMENT>;
export type User = Of<typeof USER>;
export type Subreddit = Of<typeof SUBREDDIT>;
export type Rule = Of<typeof RULE>;

/** The id of a deleted or removed post; null when it can be shown. */
export function gonePostId(thing: unknown): string | null {
  const post = record(thing);
  const author = string(post.author);
  const isGone =
    string(post.removed_by_category) !== null ||
    [post.selftext, post.title].some((said) => GONE.test(string(said) ?? "")) ||
    // A link post has no text that says so; without its author it counts as deleted.
    (post.is_self !== true && "author" in post && (author === null || GONE.test(author)));
  return isGone ? idOf(post.id) : null;
}

/** A post as lists show it, with the beginning of its text. */
export function excerpt(post: Post): Post {
  if (!post.text || post.text.length <= EXCERPT) return post;
  return { ...post, text: excerptOf(post.text.slice(0, EXCERPT)), text_truncated: true };
}

export function subredditUrl(name: string): string {
  return `${SITE}/r/${name}/`;
}

export function userUrl(name: string): string {
  return `${SITE}/user/${encodeURIComponent(name)}/`;
}

function addressOf(permalink: unknown, { id }: Thing): string {
  return urlOf(permalink) ?? `${SITE}/comments/${idOf(id)}/`;
}

function isDeleted({ body, removed_by_category }: Thing): boolean {
  return string(body) === null || GONE.test(string(body) ?? "") || string(removed_by_category) !== null;
}

function unlessDeleted(read: Field[1]): Field[1] {
  return (value, comment) => (isDeleted(comment) ? null : read(value, comment));
}

/** An id, with or without the prefix of its kind. */
function idOf(value: unknown): string | null {
  return /^(?:t\d_)?([0-9a-z]{1,10})$/.exec(string(value)?.toLowerCase() ?? "")?.[1] ?? null;
}

function nameOf(value: unknown): string | null {
  const name = line(value);
  return name === null || GONE.test(name) ? null : name;
}

/** Seconds since 1970, in old dumps as text. `edited` is `false`, a time, or `true` when Reddit did not keep the time. */
function timeOf(value: unknown): string | null {
  const seconds = typeof value === "string" ? Number(value) : number(value);
  const date = new Date((seconds || Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** An http(s) address; Reddit writes its own ones as paths. */
function urlOf(value: unknown): string | null {
  const url = URL.parse(string(value) ?? "", SITE);
  return url && string(value) && /^https?:$/.test(url.protocol) ? url.href : null;
}
