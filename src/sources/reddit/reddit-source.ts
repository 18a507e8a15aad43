import type { More, Replied } from "../../lib/reply-tree.ts";
import type { Comment, Post, Rule, Subreddit, User } from "../../readers/reddit/reddit-things.ts";

/** Why Reddit has nothing to show. */
export const REDDIT_REASONS = ["private", "banned", "quarantined", "suspended", "removed", "unknown"] as const;
export type RedditReason = (typeof REDDIT_REASONS)[number];

export const SEARCH_SORTS = ["relevance", "hot", "top", "new", "comments"] as const;
export const LISTING_SORTS = ["hot", "new", "top", "rising", "controversial"] as const;
export const USER_SORTS = ["new", "hot", "top", "controversial"] as const;
export const COMMENT_SORTS = ["confidence", "top", "new", "controversial", "old", "qa"] as const;
export const SPANS = ["hour", "day", "week", "month", "year", "all"] as const;
export const USER_KINDS = ["all", "posts", "comments"] as const;

/** `cursor` is the place of the next page, as the source gave it. */
export type Paging = { limit: number; cursor: string | null };

/** `time` is how old an item may be; listings use it for the sorts `top` and `controversial` only. */
type Listing<Sort> = Paging & { sort: Sort; time: (typeof SPANS)[number] };

export type UserListing = Listing<(typeof USER_SORTS)[number]> & {
  username: string;
  kind: (typeof USER_KINDS)[number];
};

export type ThreadRequest = {
  postId: string;
  /** Only this comment and its replies. */
  commentId: string | null;
  /** Only these comments and their replies. */
  moreChildren: string[] | null;
  sort: (typeof COMMENT_SORTS)[number];
  limit: number;
  depth: number;
};

export type RedditPage<T> = { items: T[]; nextCursor: string | null };

export type Thread = { post: Post; comments: Replied<Comment>[]; more: More | null };

export type UserItem = (Post & { kind: "post" }) | (Comment & { kind: "comment" });

/** `rules` is null when they could not be read. */
export type SubredditAbout = { subreddit: Subreddit; rules: Rule[] | null };

/** The answer of a source of Reddit; `observedAt` is milliseconds since 1970. */
export type RedditFinding<T> =
  | { status: "found"; data: T; isPartial: boolean; observedAt: number; cached: boolean }
  | { status: "not_found"; reason: RedditReason };

type Ask<Question, T> = (question: Question) => Promise<RedditFinding<T>>;

/** The source of the Reddit tools. Both implementations return the same shapes; errors are those of `askReddit`. */
export type RedditSource = {
  name: "reddit_api" | "reddit_archive";
  confidence: number;
  searchPosts: Ask<
    Listing<(typeof SEARCH_SORTS)[number]> & { query: string; subreddit: string | null },
    RedditPage<Post>
  >;
  listPosts: Ask<Listing<(typeof LISTING_SORTS)[number]> & { subreddit: string }, RedditPage<Post>>;
  searchSubreddits: Ask<Paging & { query: string }, RedditPage<Subreddit>>;
  subredditAbout: Ask<string, SubredditAbout>;
  thread: Ask<ThreadRequest, Thread>;
  user: Ask<string, User>;
  listUserItems: Ask<UserListing, RedditPage<UserItem>>;
};
