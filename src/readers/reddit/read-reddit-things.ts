import { record, string } from "../../lib/loose-json.ts";
import { plainLines } from "../page/plain-text.ts";
import type { Comment, Post, Rule, Subreddit, User } from "./reddit-things.ts";

const SITE = "https://www.reddit.com";
const MAX_LABEL_LENGTH = 200;
/** What replaces a deleted text or name: `[deleted]`, `[removed]`, `[ Removed by Reddit ]`, `[deleted by user]`. */
const GONE = /^\[ ?(deleted|removed)( by [\w ]+)? ?\]$/i;
const ID = /^[0-9a-z]{1,10}$/;
const MAX_TITLE_LENGTH = 300;
const MAX_TEXT_LENGTH = 40_000;
const MAX_COMMENT_LENGTH = 10_000;
const EXCERPT = 2_000;

/** The id of a deleted or removed post (`t3`); null when it can be shown. */
export function gonePostId(thing: unknown): string | null {
  const data = record(thing);
  const author = string(data.author);
  const isGone =
    string(data.removed_by_category) !== null ||
    [data.selftext, data.title].some((text) => GONE.test(string(text) ?? "")) ||
    // A link post has no text that says so; without its author it counts as deleted.
    (data.is_self !== true && "author" in data && (author === null || GONE.test(author)));
  return isGone ? redditId(data.id) : null;
}

/** A `t3` as answers show it; null when it is deleted or not of the documented shape. */
export function postOf(thing: unknown): Post | null {
  const data = record(thing);
  const id = redditId(data.id);
  const title = line(data.title, MAX_TITLE_LENGTH);
  const subreddit = line(data.subreddit, MAX_LABEL_LENGTH);
  const createdAt = redditTime(data.created_utc);
  if (!id || !title || !subreddit || !createdAt || gonePostId(thing)) return null;
  const permalink = redditUrl(data.permalink) ?? `${SITE}/comments/${id}/`;
  return {
    id,
    title,
    text: plainLines(string(data.selftext) ?? "", MAX_TEXT_LENGTH),
    text_truncated: false,
    author: author(data.author),
    subreddit,
    url: redditUrl(data.url) ?? permalink,
    permalink,
    score: whole(data.score),
    upvote_ratio: number(data.upvote_ratio),
    num_comments: whole(data.num_comments) ?? 0,
    created_at: createdAt,
    edited_at: redditTime(data.edited),
    is_self: data.is_self === true,
    nsfw: data.over_18 === true,
    stickied: data.stickied === true,
    locked: data.locked === true,
    flair: line(data.link_flair_text, MAX_LABEL_LENGTH),
    distinguished: line(data.distinguished, MAX_LABEL_LENGTH),
  };
}

/** A post as lists show it, with the beginning of its text. */
export function excerpt(post: Post): Post {
  if (!post.text || post.text.length <= EXCERPT) return post;
  return { ...post, text: plainLines(post.text.slice(0, EXCERPT), EXCERPT), text_truncated: true };
}

/** A `t1` as answers show it; a deleted one has only its place in the tree. Null when it is not of the documented shape. */
export function commentOf(thing: unknown): Comment | null {
  const data = record(thing);
  const id = redditId(data.id);
  const postId = redditId(string(data.link_id)?.replace(/^t3_/, ""));
  const createdAt = redditTime(data.created_utc);
  if (!id || !postId || !createdAt) return null;
  const parent = string(data.parent_id) ?? "";
  const body = string(data.body) ?? "";
  const deleted = body === "" || GONE.test(body) || string(data.removed_by_category) !== null;
  return {
    id,
    post_id: postId,
    parent_id: parent.startsWith("t1_") ? redditId(parent.slice(3)) : null,
    author: deleted ? null : author(data.author),
    text: deleted ? null : plainLines(body, MAX_COMMENT_LENGTH),
    score: deleted || data.score_hidden === true ? null : whole(data.score),
    subreddit: line(data.subreddit, MAX_LABEL_LENGTH),
    permalink: redditUrl(data.permalink) ?? `${SITE}/comments/${postId}/_/${id}/`,
    created_at: createdAt,
    edited_at: redditTime(data.edited),
    is_submitter: !deleted && data.is_submitter === true,
    stickied: data.stickied === true,
    deleted,
  };
}

/** A `t2` as answers show it; null when it is not of the documented shape. */
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
    created_at: redditTime(data.created_utc),
    is_moderator: flag(data.is_mod),
    is_employee: flag(data.is_employee),
    has_verified_email: flag(data.has_verified_email),
  };
}

/** A `t5` as answers show it; null when it is not of the documented shape. */
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
    created_at: redditTime(data.created_utc),
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

function redditId(value: unknown): string | null {
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

/** Seconds since 1970, in old dumps as text. `edited` is `false`, a time, or `true` when Reddit did not keep the time. */
function redditTime(value: unknown): string | null {
  const seconds = typeof value === "string" ? Number(value) : number(value);
  const date = new Date((seconds || Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** An http(s) address; Reddit writes its own ones as paths. */
function redditUrl(value: unknown): string | null {
  const url = URL.parse(string(value) ?? "", SITE);
  return url && string(value) && /^https?:$/.test(url.protocol) ? url.href : null;
}
