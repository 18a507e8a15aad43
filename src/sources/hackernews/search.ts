import { AppError } from "../../errors.ts";
import { parseJson, record, records } from "../../lib/loose-json.ts";
import { type More, type Replied, replyTree } from "../../lib/reply-tree.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { type ApiAnswer, outboundFor } from "../../platform/outbound/outbound.ts";
import { commentsOf, type HackerNewsComment, type HackerNewsItem, itemOf } from "./hackernews-shapes.ts";

export const HACKERNEWS_TYPES = ["story", "comment", "ask_hn", "show_hn", "job", "poll", "all"] as const;
export const HACKERNEWS_SORTS = ["relevance", "date"] as const;
/** The API returns no more for one search. */
export const MAX_HITS = 1_000;

type HackerNewsSearch = {
  query: string;
  type: (typeof HACKERNEWS_TYPES)[number];
  sort: (typeof HACKERNEWS_SORTS)[number];
  author: string | null;
  minPoints: number | null;
  /** Milliseconds since 1970. */
  since: number | null;
  until: number | null;
  limit: number;
  page: number;
};
type Hits = { items: HackerNewsItem[]; total: number; nextPage: number | null };
/** How many direct replies to skip. */
type ThreadQuestion = { id: number; limit: number; depth: number; skip: number };
type HackerNewsThread = { item: HackerNewsItem; comments: Replied<HackerNewsComment>[]; more: More | null };
type Seen<T> = { data: T; observedAt: number; cached: boolean };

const API = "https://hn.algolia.com/api/v1";
const REMEMBERED_MS = 5 * MINUTE_MS;
const ANSWER_BYTES = 10_000_000;
const RETRY_SECONDS = 60;

/**
 * Searches Hacker News by its public search API, no key (hn.algolia.com/api). Answers are kept for 5 minutes. Throws
 * `upstream_error`, `upstream_timeout` and `upstream_unavailable`.
 */
export function searchHackerNews(context: SourceContext, search: HackerNewsSearch): Promise<Seen<Hits>> {
  const { query, type, sort, author, minPoints, since, until, limit, page } = search;
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const filters = [
    since !== null && `created_at_i>=${seconds(since)}`,
    until !== null && `created_at_i<=${seconds(until)}`,
    minPoints !== null && `points>=${minPoints}`,
  ];
  const kind = type === "all" ? "(story,comment,job,poll)" : type;
  const parameters = new URLSearchParams({ query, tags: author ? `${kind},author_${author}` : kind });
  const numeric = filters.filter(Boolean).join(",");
  if (numeric) parameters.set("numericFilters", numeric);
  parameters.set("hitsPerPage", String(limit));
  parameters.set("page", String(page));
  const url = `${API}/${sort === "date" ? "search_by_date" : "search"}?${parameters}`;
  return cached(context, "hackernews", url, REMEMBERED_MS, async () => {
    const { hits, nbHits, nbPages } = record(await ask(context, url));
    if (!Array.isArray(hits)) throw upstreamError("not the documented shape");
    const next = page + 1;
    const hasNext = next < Math.min(Number(nbPages) || 0, Math.ceil(MAX_HITS / limit));
    return {
      items: records(hits).flatMap((hit) => itemOf({ ...hit, id: Number(hit.objectID) }) ?? []),
      total: Number(nbHits) || 0,
      nextPage: hasNext ? next : null,
    };
  });
}

/**
 * An item of Hacker News with the discussion under it; null when it is deleted or does not exist. Errors as {@link
 * searchHackerNews}.
 */
export async function hackerNewsThread(
  context: SourceContext,
  question: ThreadQuestion,
): Promise<Seen<HackerNewsThread> | null> {
  const { id } = question;
  const ttlMs = (thread: HackerNewsThread | null) => (thread ? REMEMBERED_MS : 0);
  const seen = await cached(context, "hackernews", JSON.stringify(question), ttlMs, async () => {
    const json = await ask(context, `${API}/items/${id}`);
    return json === null ? null : threadOf(record(json), question);
  });
  return seen.data && { ...seen, data: seen.data };
}

function threadOf(json: Record<string, unknown>, { id, limit, depth, skip }: ThreadQuestion): HackerNewsThread | null {
  if (Number(json.id) !== id) throw upstreamError("not the documented shape");
  const branches = commentsOf(json);
  const item = itemOf({ ...json, id, num_comments: branches.flat().filter(({ deleted }) => !deleted).length });
  if (!item) return null;
  const { replies, more } = replyTree(branches.slice(skip).flat(), [], {
    limit,
    depth,
    callsFor(parentId, _, shown) {
      const from = (parentId === null ? skip : 0) + shown;
      return [{ id: parentId ?? id, ...(from > 0 && { cursor: String(from) }) }];
    },
  });
  return { item, comments: replies, more };
}

/** The parsed answer; null for a 404. */
async function ask(context: SourceContext, url: string): Promise<unknown> {
  const reply = await outboundFor(context).api(url, {}, { maxBytes: ANSWER_BYTES });
  if (reply.status === "timeout") {
    throw new AppError("upstream_timeout", "Hacker News took too long to answer. Try again later.");
  }
  if (reply.status !== "ok") throw upstreamError(reply.status);
  if (reply.httpStatus === 404) return null;
  if (reply.httpStatus === 429) throw limited(reply);
  const json = parseJson(reply.text);
  if (reply.httpStatus !== 200 || typeof json !== "object" || json === null) throw upstreamError(reply.httpStatus);
  return json;
}

function limited({ headers }: ApiAnswer & { status: "ok" }): AppError {
  const seconds = retryAfterSeconds(headers) ?? RETRY_SECONDS;
  const detail = `Too many requests to Hacker News. Try again in ${seconds} s.`;
  return new AppError("upstream_unavailable", detail, { retryAfterSeconds: seconds });
}

function upstreamError(cause: unknown): AppError {
  return new AppError("upstream_error", "Hacker News answered with an error or not at all. Try again later.", {
    cause,
  });
}
