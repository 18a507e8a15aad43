import { readMoment, record, records, string, webUrl } from "../../lib/loose-json.ts";
import { decodeEntities } from "../../readers/page/html-entities.ts";
import { plainLines } from "../../readers/page/plain-lines.ts";
import { plainText } from "../../readers/page/plain-text.ts";

/** An item of Hacker News as answers show it. Texts are inert, times ISO 8601. */
export type HackerNewsItem = {
  id: number;
  type: "story" | "comment" | "job" | "poll";
  /** For a comment, the title of its story. */
  title: string | null;
  text: string | null;
  author: string | null;
  /** The linked address; null for a text post. */
  url: string | null;
  permalink: string;
  points: number | null;
  num_comments: number | null;
  /** The story it belongs to; null when it is not a comment. */
  story_id: number | null;
  created_at: string;
};

export type HackerNewsComment = {
  id: number;
  parent_id: number;
  author: string | null;
  text: string | null;
  permalink: string;
  created_at: string;
  /** Deleted; kept, without text and author, only where it has replies. */
  deleted: boolean;
};

const MAX_TITLE_LENGTH = 300;
const MAX_TEXT_LENGTH = 10_000;
const MAX_NAME_LENGTH = 100;
const GONE = /^\[(deleted|dead|flagged)\]$/i;
const MAX_DEPTH = 200;

/** A search hit or an item; null when it is deleted or not of the documented shape. */
export function itemOf(thing: Record<string, unknown>): HackerNewsItem | null {
  const id = count(thing.id);
  const createdAt = readMoment(thing.created_at);
  const tags = Array.isArray(thing._tags) ? thing._tags : [thing.type];
  const type = (["comment", "job", "poll", "story"] as const).find((known) => tags.includes(known)) ?? "story";
  const text = textOf(thing.comment_text ?? thing.story_text ?? thing.text);
  const title = line(thing.title ?? thing.story_title, MAX_TITLE_LENGTH);
  if (id === null || !createdAt || (type === "comment" ? !text : !title) || GONE.test(title ?? "")) return null;
  return {
    id,
    type,
    title,
    text,
    author: line(thing.author, MAX_NAME_LENGTH),
    url: webUrl(thing.url),
    permalink: permalinkOf(id),
    points: count(thing.points),
    num_comments: count(thing.num_comments),
    story_id: type === "comment" ? count(thing.story_id) : null,
    created_at: createdAt,
  };
}

/** The comments under an item as one flat list for each direct reply, without deleted ones that have no replies. */
export function commentsOf(item: Record<string, unknown>, depth = 0): HackerNewsComment[][] {
  if (depth === MAX_DEPTH) return [];
  return records(item.children).flatMap((child) => {
    const comment = commentOf(child);
    const below = comment ? commentsOf(child, depth + 1).flat() : [];
    return comment && (!comment.deleted || below.length > 0) ? [[comment, ...below]] : [];
  });
}

function commentOf(thing: Record<string, unknown>): HackerNewsComment | null {
  const id = count(thing.id);
  const parentId = count(thing.parent_id);
  const createdAt = readMoment(thing.created_at);
  if (id === null || parentId === null || !createdAt || record(thing).type !== "comment") return null;
  const text = textOf(thing.text);
  const author = text === null ? null : line(thing.author, MAX_NAME_LENGTH);
  const place = { id, parent_id: parentId, permalink: permalinkOf(id), created_at: createdAt };
  return { ...place, author, text, deleted: text === null };
}

/** Hacker News writes paragraphs, links with shortened text and little else. Null for a deleted text. */
function textOf(html: unknown): string | null {
  const plain = (string(html) ?? "")
    .slice(0, MAX_TEXT_LENGTH * 3)
    .replace(/<a\s[^>]*href="([^"]*)"[^>]*>[^<]*<\/a>/gi, "$1")
    .replace(/<(p|br|pre)\b[^>]*>/gi, (_, tag: string) => (tag.toLowerCase() === "br" ? "\n" : "\n\n"))
    .replace(/<\/?[a-z][^>]*>/gi, "");
  const text = plainLines(decodeEntities(plain), MAX_TEXT_LENGTH);
  return text === null || GONE.test(text) ? null : text;
}

function line(value: unknown, maxLength: number): string | null {
  return plainText(string(value) ?? "", maxLength) || null;
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

function permalinkOf(id: number): string {
  return `https://news.ycombinator.com/item?id=${id}`;
}
