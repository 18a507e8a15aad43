import type { More, Replied } from "../../lib/reply-tree.ts";
import type { Comment, Post, Rule, Subreddit, User } from "../../readers/reddit/reddit-things.ts";
import type { Found } from "../facts/finding.ts";

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
type Paging = { limit: number; cursor: string | null };

type Span = (typeof SPANS)[number];

export type UserListing = Paging & {
  username: string;
  kind: (typeof USER_KINDS)[number];
  sort: (typeof USER_SORTS)[number];
  time: Span;
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

/** The answer of a source of Reddit; its evidence is the address of what was asked for. */
export type RedditFound<T> = Omit<Found<T>, "evidence" | "isPartial"> & {
  source: RedditSource["name"];
  isPartial: boolean;
};

export type RedditNotFound = { status: "not_found"; reason: RedditReason };

export type RedditFinding<T> = RedditFound<T> | RedditNotFound;

/** The source of the Reddit tools. Both implementations return the same shapes; errors are those of `askReddit`. */
export type RedditSource = {
  name: "reddit_api" | "reddit_archive";
  searchPosts(
    search: Paging & { query: string; subreddit: string | null; sort: (typeof SEARCH_SORTS)[number]; time: Span },
  ): Promise<RedditFinding<RedditPage<Post>>>;
  listPosts(
    listing: Paging & { subreddit: string; sort: (typeof LISTING_SORTS)[number]; time: Span },
  ): Promise<RedditFinding<RedditPage<Post>>>;
  searchSubreddits(search: Paging & { query: string }): Promise<RedditFinding<RedditPage<Subreddit>>>;
  subredditAbout(name: string): Promise<RedditFinding<SubredditAbout>>;
  thread(request: ThreadRequest): Promise<RedditFinding<Thread>>;
  user(username: string): Promise<RedditFinding<User>>;
  listUserItems(listing: UserListing): Promise<RedditFinding<RedditPage<UserItem>>>;
};
