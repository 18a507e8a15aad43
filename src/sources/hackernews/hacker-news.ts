import * as z from "zod";
import { parseJson, readMoment, record, records, string, webUrl } from "../../lib/loose-json.ts";
import { replyTree } from "../../lib/reply-tree.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import { type Of, shape, type Thing } from "../../lib/shown-fields.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { decodeEntities } from "../../readers/page/html-text.ts";
import { plainLines, plainText } from "../../readers/page/plain-text.ts";
import { upstreamFailure } from "../facts/finding.ts";

const ITEM_TYPES = ["story", "comment", "job", "poll"] as const;
const MAX_TEXT_LENGTH = 10_000;
const GONE = /^\[(deleted|dead|flagged)\]$/i;

const text = z.string().nullable();
const count = z.int().nullable();

/** An item of Hacker News as answers show it. Texts are inert, times ISO 8601. */
export const ITEM = shape({
  id: [z.int(), whole],
  type: [z.enum(ITEM_TYPES), typeOf],
  title: [
    text.describe("Title; of a comment, the title of its story, if known"),
    (title, { story_title }) => line(title ?? story_title, 300),
  ],
  text: [
    text.describe("Plain text of a text post or comment"),
    (given, { comment_text, story_text }) => textOf(comment_text ?? story_text ?? given),
  ],
  author: [text, nameOf],
  url: [text.describe("URL that the item links to"), webUrl],
  permalink: [z.string().describe("Address on Hacker News"), permalinkOf, "id"],
  points: [count, whole],
  num_comments: [count, whole],
  story_id: [
    count.describe("The story a comment belongs to"),
    (id, thing) => (typeOf(null, thing) === "comment" ? whole(id) : null),
  ],
  created_at: [z.string().describe("ISO 8601"), readMoment],
});

/** A comment whose text is plain, and null when it is gone. */
export const COMMENT = shape({
  id: [z.int(), whole],
  parent_id: [z.int(), whole],
  author: [text, (author, comment) => (comment.text === null ? null : nameOf(author))],
  text: [text.describe("Plain text; null when the comment is gone"), string],
  permalink: [z.string(), permalinkOf, "id"],
  created_at: [z.string(), readMoment],
  deleted: [
    z.boolean().describe("True for a deleted comment that is kept only because of its replies"),
    (plain) => plain === null,
    "text",
  ],
});

export const HACKERNEWS_TYPES = ["story", "comment", "ask_hn", "show_hn", "job", "poll", "all"] as const;
export const HACKERNEWS_SORTS = ["relevance", "date"] as const;
/** The API returns no more for one search. */
export const MAX_HITS = 1_000;

/** `since` and `until` are milliseconds since 1970. */
type HackerNewsSearch = {
  query: string;
  type: (typeof HACKERNEWS_TYPES)[number];
  sort: (typeof HACKERNEWS_SORTS)[number];
  author: string | null;
} & Record<"minPoints" | "since" | "until", number | null> &
  Record<"limit" | "page", number>;
/** `skip` is the number of direct replies to leave out. */
type ThreadQuestion = Record<"id" | "limit" | "depth" | "skip", number>;

const NAME = "Hacker News";
const API = "https://hn.algolia.com/api/v1";
const REMEMBERED_MS = 5 * MINUTE_MS;
const ANSWER_BYTES = 10_000_000;
const RETRY_SECONDS = 60;
const MAX_DEPTH = 200;

/** Searches Hacker News (hn.algolia.com/api, no key). Kept for 5 minutes. Throws the three `upstream_` errors. */
export function searchHackerNews(context: SourceContext, search: HackerNewsSearch) {
  const { query, type, sort, author, minPoints, since, until, limit, page } = search;
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const numericFilters = [
    since !== null && `created_at_i>=${seconds(since)}`,
    until !== null && `created_at_i<=${seconds(until)}`,
    minPoints !== null && `points>=${minPoints}`,
  ]
    .filter(Boolean)
    .join(",");
  const kind = type === "all" ? "(story,comment,job,poll)" : type;
  const tags = author ? `${kind},author_${author}` : kind;
  const bounds = { ...(numericFilters && { numericFilters }), hitsPerPage: String(limit), page: String(page) };
  const parameters = new URLSearchParams({ query, tags, ...bounds });
  const url = `${API}/${sort === "date" ? "search_by_date" : "search"}?${parameters}`;
  return cached(context, "hackernews", url, REMEMBERED_MS, async () => {
    const { hits, nbHits, nbPages } = record(await ask(context, url));
    if (!Array.isArray(hits)) throw upstreamFailure(NAME, { status: "not the documented shape" });
    const next = page + 1;
    const hasNext = next < Math.min(Number(nbPages) || 0, Math.ceil(MAX_HITS / limit));
    return {
      items: records(hits).flatMap((hit) => itemOf({ ...hit, id: Number(hit.objectID) }) ?? []),
      total: Number(nbHits) || 0,
      nextPage: hasNext ? next : null,
    };
  });
}

/** An item with the discussion under it; null when deleted or unknown. Throws as {@link searchHackerNews}. */
export async function hackerNewsThread(context: SourceContext, question: ThreadQuestion) {
  const ttlMs = (thread: ReturnType<typeof threadOf>) => (thread ? REMEMBERED_MS : 0);
  const seen = await cached(context, "hackernews", JSON.stringify(question), ttlMs, async () =>
    threadOf(await ask(context, `${API}/items/${question.id}`), question),
  );
  return seen.data && { ...seen, data: seen.data };
}

function threadOf(answer: object | null, { id, limit, depth, skip }: ThreadQuestion) {
  if (!answer) return null;
  const json = record(answer);
  if (Number(json.id) !== id) throw upstreamFailure(NAME, { status: "not the documented shape" });
  const branches = commentsOf(json);
  const item = itemOf({ ...json, id, num_comments: branches.flat().filter(({ deleted }) => !deleted).length });
  if (!item) return null;
  const { replies, more } = replyTree(branches.slice(skip).flat(), [], {
    limit,
    depth,
    callsFor(parentId, _, shown) {
      const from = (parentId === null ? skip : 0) + shown;
      return [{ id: parentId ?? id, ...(from > 0 && { skip: from }) }];
    },
  });
  return { item, comments: replies, more };
}

/** The parsed answer; null for a 404. */
async function ask(context: SourceContext, url: string): Promise<object | null> {
  const reply = await outboundFor(context).api(url, {}, { maxBytes: ANSWER_BYTES });
  if (reply.status !== "ok") throw upstreamFailure(NAME, reply);
  const { httpStatus, headers } = reply;
  if (httpStatus === 404) return null;
  const json = parseJson(reply.text);
  if (httpStatus === 200 && typeof json === "object" && json !== null) return json;
  const wait = httpStatus === 429 && { retryAfterSeconds: retryAfterSeconds(headers) ?? RETRY_SECONDS };
  throw upstreamFailure(NAME, { status: String(httpStatus), ...wait });
}

/** A search hit or an item; null when it is deleted or not of the documented shape. */
export function itemOf(thing: Thing): Of<typeof ITEM> | null {
  const item = ITEM.read(thing);
  if (!item || GONE.test(item.title ?? "")) return null;
  return (item.type === "comment" ? item.text : item.title) ? item : null;
}

/** The comments under an item as one flat list for each direct reply, without deleted ones that have no replies. */
export function commentsOf(item: Thing, depth = 0): Of<typeof COMMENT>[][] {
  if (depth === MAX_DEPTH) return [];
  return records(item.children).flatMap((child) => {
    const comment = child.type === "comment" ? COMMENT.read({ ...child, text: textOf(child.text) }) : null;
    const below = comment ? commentsOf(child, depth + 1).flat() : [];
    return comment && (!comment.deleted || below.length > 0) ? [[comment, ...below]] : [];
  });
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

function nameOf(value: unknown): string | null {
  return line(value, 100);
}

function whole(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

function typeOf(_: unknown, { _tags: tags, type }: Thing): (typeof ITEM_TYPES)[number] {
  const said = Array.isArray(tags) ? tags : [type];
  return ITEM_TYPES.slice(1).find((known) => said.includes(known)) ?? "story";
}

function permalinkOf(id: unknown): string {
  return `https://news.ycombinator.com/item?id=${id}`;
}
