import * as z from "zod";
import { COMMENT, RULE, SUBREDDIT, subredditUrl, USER, userUrl } from "../../readers/reddit/reddit-things.ts";
import { MORE_CHILDREN } from "../../readers/reddit/thread.ts";
import * as reddit from "../../sources/reddit/reddit-source.ts";
import { commentTree } from "../fields/answers.ts";
import { orNull } from "../fields/inputs.ts";
import { nextPage } from "../fields/paging.ts";
import * as fields from "./reddit-fields.ts";

const item = z.union([
  fields.post.extend({ kind: z.literal("post") }),
  fields.comment.extend({ kind: z.literal("comment") }),
]);

const tree = commentTree(COMMENT.fields, "get_reddit_post", "Number of comments; null when Reddit does not say");

export const REDDIT_TOOLS = [
  fields.redditTool({
    name: "search_reddit_posts",
    cost: 2,
    title: "Search Reddit posts",
    description: `Returns Reddit posts that match a query, in all of Reddit or in one subreddit, e.g. people asking
      for a product like yours. Comes from Reddit's official API or, where the operator has no access to it, from the
      operator's archive, which contains only imported posts and matches posts that contain every word. Texts are cut
      to 2,000 characters; get_reddit_post has the whole post and its comments. Reddit ends a search after about 1,000
      posts. Deleted and removed posts are left out. Answers are kept for 5 minutes.`,
    input: z.object({
      query: fields.query.describe('Words to look for; "quotes" for a phrase'),
      subreddit: orNull(fields.subreddit).describe("Search this subreddit only"),
      sort: z.enum(reddit.SEARCH_SORTS).default("relevance").describe("Order of the posts"),
      time: fields.time.describe("Maximum age of a post"),
      ...fields.paging,
    }),
    output: { query: z.string(), posts: z.array(fields.post), ...nextPage },
    example: { query: "robot arm", subreddit: "robotics", sort: "new" },
    find: (source, input) => source.searchPosts(input),
    shown: (page, { query }) => ({ query, posts: page?.items ?? [] }),
    url: ({ query, subreddit }) =>
      `https://www.reddit.com/${subreddit ? `r/${subreddit}/` : ""}search/?q=${encodeURIComponent(query)}`,
  }),
  fields.redditTool({
    name: "list_subreddit_posts",
    title: "Posts of a subreddit",
    description: `Returns the posts of one subreddit, newest first by default. A private, banned, quarantined or
      unknown subreddit is \`not_found\` with that reason. Comes from Reddit's official API or the operator's archive,
      which serves hot and rising as new, and controversial as most commented. Texts are cut to 2,000 characters;
      get_reddit_post has the whole post and its comments. A listing ends after about 1,000 posts. Deleted and removed
      posts are left out. Answers are kept for 5 minutes.`,
    input: z.object({
      subreddit: fields.subreddit,
      sort: z.enum(reddit.LISTING_SORTS).default("new").describe("Order of the posts"),
      time: fields.time.describe("Maximum age of a post, for sort top and controversial"),
      ...fields.paging,
    }),
    output: { subreddit: z.string(), posts: z.array(fields.post), ...nextPage },
    example: { subreddit: "robotics" },
    find: (source, input) => source.listPosts(input),
    shown: (page, { subreddit }) => ({ subreddit, posts: page?.items ?? [] }),
    url: ({ subreddit, sort }) => `${subredditUrl(subreddit)}${sort}/`,
  }),
  fields.redditTool({
    name: "search_reddit_subreddits",
    title: "Search subreddits",
    description: `Returns subreddits by name and description, e.g. those of an industry, with their size. Comes from
      Reddit's official API or the operator's archive, which searches names only and has no sizes. get_subreddit_about
      adds the rules. Answers are kept for 5 minutes.`,
    input: z.object({ query: fields.query.describe("Words to look for"), ...fields.paging }),
    output: { query: z.string(), subreddits: z.array(z.looseObject(SUBREDDIT.fields)), ...nextPage },
    example: { query: "robot" },
    find: (source, input) => source.searchSubreddits(input),
    shown: (page, { query }) => ({ query, subreddits: page?.items ?? [] }),
    url: ({ query }) => `https://www.reddit.com/subreddits/search/?q=${encodeURIComponent(query)}`,
  }),
  fields.redditTool({
    name: "get_subreddit_about",
    title: "About a subreddit",
    description: `Returns a subreddit's description, size and rules. Read the rules before you recommend posting
      there. A private, banned, quarantined or unknown subreddit is \`not_found\` with that reason. \`partial\` when
      the rules could not be read, or when the data comes from the operator's archive, which knows only the name.
      Answers are kept for an hour.`,
    input: z.object({ subreddit: fields.subreddit }),
    output: {
      subreddit: z.looseObject(SUBREDDIT.fields).nullable(),
      rules: z.array(z.looseObject(RULE.fields)).nullable().describe("null when they could not be read"),
    },
    example: { subreddit: "robotics" },
    find: (source, { subreddit }) => source.subredditAbout(subreddit),
    shown: (about) => about ?? { subreddit: null, rules: null },
    url: ({ subreddit }) => subredditUrl(subreddit),
  }),
  fields.redditTool({
    name: "get_reddit_post",
    title: "A Reddit post with its comments",
    description: `Returns one Reddit post with all of its text and a tree of its comments, at most \`limit\`
      comments and \`depth\` levels, top-level comments before replies. Omitted comments are reported as \`more\` in
      their place, with request bodies for the calls that fetch them. A deleted or removed post is \`not_found\` with
      reason removed; a deleted comment is kept, without text and author, only if it has replies. Comes from Reddit's
      official API or the operator's archive. Answers are kept for 5 minutes.`,
    input: z
      .object({
        post_id: fields.postId,
        comment_id: fields.commentId.nullish().describe("Only this comment and its replies"),
        more_children: z
          .array(fields.commentId)
          .min(1)
          .max(MORE_CHILDREN)
          .nullish()
          .describe("Only these comments and their replies, from `more`"),
        sort: z
          .enum(reddit.COMMENT_SORTS)
          .default("confidence")
          .describe("Order of the comments; confidence is Reddit's best"),
        limit: z.int().min(1).max(200).default(50).describe("Maximum number of comments"),
        depth: z.int().min(1).max(10).default(5).describe("Levels of replies"),
      })
      .refine(({ comment_id, more_children }) => !comment_id || !more_children, {
        path: ["more_children"],
        message: "Send comment_id or more_children, not both.",
      }),
    output: { post: fields.post.nullable(), ...tree },
    example: { post_id: "abc123" },
    find: (source, { post_id: postId, comment_id: commentId = null, more_children: moreChildren = null, ...bounds }) =>
      source.thread({ postId, commentId, moreChildren, ...bounds }),
    shown: (thread) => thread ?? { post: null, comments: [], more: null },
    url: (_, { post: { permalink } }) => permalink,
  }),
  fields.redditTool({
    name: "get_reddit_user",
    aboutPeople: true,
    title: "A Reddit user",
    description: `Returns what a Reddit account shows publicly: age, karma, description. A suspended account is
      \`not_found\` with reason suspended, a deleted or unknown one with reason unknown. The operator's archive knows
      only the name; status is then \`partial\`. list_reddit_user_posts returns the account's posts and comments.
      Answers are kept for an hour.`,
    input: z.object({ username: fields.username }),
    output: { user: z.looseObject(USER.fields).nullable() },
    example: { username: "user1" },
    find: (source, { username }) => source.user(username),
    shown: (user) => ({ user }),
    url: ({ username }) => userUrl(username),
  }),
  fields.redditTool({
    name: "list_reddit_user_posts",
    aboutPeople: true,
    title: "Posts and comments of a Reddit user",
    description: `Returns the posts and comments of one Reddit user, or only one of the two, newest first by
      default. A suspended user is \`not_found\` with reason suspended, a deleted or unknown one with reason unknown.
      Comes from Reddit's official API or the operator's archive. Texts of posts are cut to 2,000 characters. A
      listing ends after about 1,000 items. Deleted and removed items are left out. Answers are kept for 5 minutes.`,
    input: z.object({
      username: fields.username,
      kind: z.enum(reddit.USER_KINDS).default("all").describe("Posts and comments, or one of them"),
      sort: z.enum(reddit.USER_SORTS).default("new").describe("Order of the items"),
      time: fields.time.describe("Maximum age, for sort top and controversial"),
      ...fields.paging,
    }),
    output: {
      username: z.string(),
      items: z.array(item).describe("Posts and comments, distinguished by `kind`"),
      ...nextPage,
    },
    example: { username: "user1" },
    find: (source, input) => source.listUserItems(input),
    shown: (page, { username }) => ({ username, items: page?.items ?? [] }),
    url: ({ username }) => userUrl(username),
  }),
];
