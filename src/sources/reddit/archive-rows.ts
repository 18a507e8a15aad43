import { excerpt, subredditUrl } from "../../readers/reddit/read-reddit-things.ts";
import type { Comment, Post, Subreddit } from "../../readers/reddit/reddit-things.ts";
import type { RedditFound, UserItem } from "./reddit-source.ts";

/** A row of the archive: one of our shapes as JSON, and when it was imported. */
export type ArchiveRow = { json: string; observedAt: number };
type ArchiveItemRow = ArchiveRow & { kind: UserItem["kind"] };

/** Less than 1, because it was true at the time of the import. */
const CONFIDENCE = 0.9;

export function readExcerpt({ json }: ArchiveRow): Post {
  return excerpt(JSON.parse(json) as Post);
}

export function readItem({ kind, json }: ArchiveItemRow): UserItem {
  if (kind === "post") return { kind, ...excerpt(JSON.parse(json) as Post) };
  return { kind, ...(JSON.parse(json) as Comment) };
}

/** What a post says about its subreddit. */
export function subredditOfPost({ json }: ArchiveRow): Subreddit {
  const { subreddit } = JSON.parse(json) as Post;
  return {
    name: subreddit,
    url: subredditUrl(subreddit),
    title: null,
    description: null,
    subscribers: null,
    active_users: null,
    type: null,
    submission_type: null,
    nsfw: null,
    quarantined: null,
    language: null,
    created_at: null,
  };
}

export function foundIn<T>(data: T, rows: ArchiveRow[]): RedditFound<T> {
  const observedAt = rows.length > 0 ? Math.max(...rows.map((row) => row.observedAt)) : Date.now();
  return {
    status: "found",
    data,
    source: "reddit_archive",
    confidence: CONFIDENCE,
    observedAt,
    cached: false,
    isPartial: false,
  };
}
