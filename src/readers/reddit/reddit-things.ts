/** Our own shapes of Reddit's items. Texts are inert and bounded, times ISO 8601 in UTC, addresses absolute. */
export type Post = {
  /** Without the prefix `t3_`. */
  id: string;
  title: string;
  /** Markdown of a text post; null for links. */
  text: string | null;
  /** The text is longer; `get_reddit_post` returns all of it. */
  text_truncated: boolean;
  /** Null when the account is deleted. */
  author: string | null;
  subreddit: string;
  /** The linked address; for a text post, its own. */
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
  /** The parent comment; null for a direct reply to the post. */
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
  /** Deleted; kept, without text and author, only where it has replies. */
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
