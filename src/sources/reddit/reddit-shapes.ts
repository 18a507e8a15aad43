import { record, string } from "../../lib/loose-json.ts";
import { plainLines } from "../../text/plain-lines.ts";

/** Our own shapes of Reddit's things. Texts are inert and bounded, times ISO 8601 in UTC, addresses absolute. */
export type Post = {
  /** Without the prefix `t3_`. */
  id: string;
  title: string;
  /** Markdown of a text post; null for links. */
  text: string | null;
  /** The text goes on; `get_reddit_post` has all of it. */
  text_truncated: boolean;
  /** Null when the account is gone. */
  author: string | null;
  subreddit: string;
  /** What the post links to; for a text post the post itself. */
  url: string;
  permalink: string;
  score: number | null;
  upvote_ratio: number | null;
  num_comments: number;
  created_at: string;
  edited_at: string | null;
  is_self: boolean;
  nsfw: boolean;
  stickied: boolean;
  locked: boolean;
  flair: string | null;
  distinguished: string | null;
};

export type Comment = {
  /** Without the prefix `t1_`. */
  id: string;
  post_id: string;
  /** The comment it answers; null when it answers the post. */
  parent_id: string | null;
  author: string | null;
  text: string | null;
  /** Null while Reddit hides it. */
  score: number | null;
  subreddit: string | null;
  permalink: string;
  created_at: string;
  edited_at: string | null;
  is_submitter: boolean;
  stickied: boolean;
  /** Gone; kept only where replies hang on it, without text and author. */
  deleted: boolean;
};

export type User = {
  username: string;
  url: string;
  description: string | null;
  link_karma: number | null;
  comment_karma: number | null;
  total_karma: number | null;
  created_at: string | null;
  is_moderator: boolean | null;
  is_employee: boolean | null;
  has_verified_email: boolean | null;
};

export type Subreddit = {
  name: string;
  url: string;
  title: string | null;
  description: string | null;
  subscribers: number | null;
  active_users: number | null;
  /** `public`, `restricted`, `private`, … */
  type: string | null;
  submission_type: string | null;
  nsfw: boolean | null;
  quarantined: boolean | null;
  language: string | null;
  created_at: string | null;
};

export type Rule = { name: string; description: string | null; applies_to: string | null };

const SITE = "https://www.reddit.com";
const MAX_TITLE_LENGTH = 300;
const MAX_TEXT_LENGTH = 40_000;
const MAX_COMMENT_LENGTH = 10_000;
const MAX_LABEL_LENGTH = 200;
const EXCERPT = 2_000;
/** What stands where a text or a name was: `[deleted]`, `[removed]`, `[ Removed by Reddit ]`, `[deleted by user]`. */
const GONE = /^\[ ?(deleted|removed)( by [\w ]+)? ?\]$/i;
const ID = /^[0-9a-z]{1,10}$/;

/** The id of a deleted or removed post (`t3`), or null when it is there to be shown. */
export function gonePostId(thing: unknown): string | null {
  const data = record(thing);
  const author = string(data.author);
  const isGone =
    string(data.removed_by_category) !== null ||
    [data.selftext, data.title].some((text) => GONE.test(string(text) ?? "")) ||
    // A link has no text that could say so: without its author it counts as deleted.
    (data.is_self !== true && (author === null || GONE.test(author)));
  return isGone ? idOf(data.id) : null;
}

/** A `t3` as we show it; null when it is gone or not of the documented shape. */
export function postOf(thing: unknown): Post | null {
  const data = record(thing);
  const id = idOf(data.id);
  const title = line(data.title, MAX_TITLE_LENGTH);
  const subreddit = line(data.subreddit, MAX_LABEL_LENGTH);
  const createdAt = time(data.created_utc);
  if (!id || !title || !subreddit || !createdAt || gonePostId(thing)) return null;
  const permalink = redditUrl(data.permalink) ?? `${SITE}/comments/${id}/`;
  return {
    id,
    title,
    text: plainLines(string(data.selftext) ?? "", MAX_TEXT_LENGTH),
    text_truncated: false,
    author: author(data.author),
    subreddit,
    url: webAddress(data.url) ?? permalink,
    permalink,
    score: whole(data.score),
    upvote_ratio: number(data.upvote_ratio),
    num_comments: whole(data.num_comments) ?? 0,
    created_at: createdAt,
    edited_at: time(data.edited),
    is_self: data.is_self === true,
    nsfw: data.over_18 === true,
    stickied: data.stickied === true,
    locked: data.locked === true,
    flair: line(data.link_flair_text, MAX_LABEL_LENGTH),
    distinguished: line(data.distinguished, MAX_LABEL_LENGTH),
  };
}

/** A post as lists show it: with the beginning of its text. */
export function excerpt(post: Post): Post {
  if (!post.text || post.text.length <= EXCERPT) return post;
  return { ...post, text: plainLines(post.text.slice(0, EXCERPT), EXCERPT), text_truncated: true };
}

/** A `t1` as we show it; of a deleted one only its place in the tree is left. Null when it is not of the documented shape. */
export function commentOf(thing: unknown): Comment | null {
  const data = record(thing);
  const id = idOf(data.id);
  const postId = idOf(string(data.link_id)?.replace(/^t3_/, ""));
  const createdAt = time(data.created_utc);
  if (!id || !postId || !createdAt) return null;
  const parent = string(data.parent_id) ?? "";
  const body = string(data.body) ?? "";
  const deleted = body === "" || GONE.test(body) || string(data.removed_by_category) !== null;
  return {
    id,
    post_id: postId,
    parent_id: parent.startsWith("t1_") ? idOf(parent.slice(3)) : null,
    author: deleted ? null : author(data.author),
    text: deleted ? null : plainLines(body, MAX_COMMENT_LENGTH),
    score: deleted || data.score_hidden === true ? null : whole(data.score),
    subreddit: line(data.subreddit, MAX_LABEL_LENGTH),
    permalink: redditUrl(data.permalink) ?? `${SITE}/comments/${postId}/_/${id}/`,
    created_at: createdAt,
    edited_at: time(data.edited),
    is_submitter: !deleted && data.is_submitter === true,
    stickied: data.stickied === true,
    deleted,
  };
}

/** A `t2` as we show it; null when it is not of the documented shape. */
export function userOf(thing: unknown): User | null {
  const data = record(thing);
  const username = author(data.name);
  if (!username) return null;
  const about = string(record(data.subreddit).public_description) ?? "";
  return {
    username,
    url: userUrl(username),
    description: plainLines(about, EXCERPT),
    link_karma: whole(data.link_karma),
    comment_karma: whole(data.comment_karma),
    total_karma: whole(data.total_karma),
    created_at: time(data.created_utc),
    is_moderator: flag(data.is_mod),
    is_employee: flag(data.is_employee),
    has_verified_email: flag(data.has_verified_email),
  };
}

/** A `t5` as we show it; null when it is not of the documented shape. */
export function subredditOf(thing: unknown): Subreddit | null {
  const data = record(thing);
  const name = line(data.display_name, MAX_LABEL_LENGTH);
  if (!name) return null;
  return {
    name,
    url: redditUrl(data.url) ?? subredditUrl(name),
    title: line(data.title, MAX_TITLE_LENGTH),
    description: plainLines(string(data.public_description) ?? "", EXCERPT),
    subscribers: whole(data.subscribers),
    active_users: whole(data.accounts_active) ?? whole(data.active_user_count),
    type: line(data.subreddit_type, MAX_LABEL_LENGTH),
    submission_type: line(data.submission_type, MAX_LABEL_LENGTH),
    nsfw: flag(data.over18),
    quarantined: flag(data.quarantine),
    language: line(data.lang, MAX_LABEL_LENGTH),
    created_at: time(data.created_utc),
  };
}

/** One rule of a subreddit; null when it has no name. */
export function ruleOf(thing: unknown): Rule | null {
  const data = record(thing);
  const name = line(data.short_name, MAX_TITLE_LENGTH);
  if (!name) return null;
  const description = plainLines(string(data.description) ?? "", EXCERPT);
  return { name, description, applies_to: line(data.kind, MAX_LABEL_LENGTH) };
}

export function subredditUrl(name: string): string {
  return `${SITE}/r/${name}/`;
}

export function userUrl(name: string): string {
  return `${SITE}/user/${encodeURIComponent(name)}/`;
}

function idOf(value: unknown): string | null {
  const id = string(value)?.toLowerCase() ?? "";
  return ID.test(id) ? id : null;
}

function author(value: unknown): string | null {
  const name = line(value, MAX_LABEL_LENGTH);
  return name === null || GONE.test(name) ? null : name;
}

function line(value: unknown, maxLength: number): string | null {
  return plainLines((string(value) ?? "").replace(/\s+/g, " "), maxLength);
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function whole(value: unknown): number | null {
  const given = number(value);
  return given === null ? null : Math.round(given);
}

function flag(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Seconds since 1970, in old dumps as a text. `edited` is `false`, a time, or `true` where Reddit did not keep the time. */
function time(value: unknown): string | null {
  const seconds = typeof value === "string" ? Number(value) : number(value);
  const date = new Date((seconds || Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Reddit writes its own addresses as paths. */
function redditUrl(value: unknown): string | null {
  const path = string(value);
  return path?.startsWith("/") ? (URL.parse(path, SITE)?.href ?? null) : webAddress(path);
}

function webAddress(value: unknown): string | null {
  const url = URL.parse(string(value) ?? "", SITE);
  return url && string(value) && /^https?:$/.test(url.protocol) ? url.href : null;
}
