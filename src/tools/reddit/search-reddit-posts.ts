import * as z from "zod";
import { SEARCH_SORTS } from "../../sources/reddit/reddit-source.ts";
import { nextPage } from "../fields/paging.ts";
import { pageAnswer, paging, post, query, redditFields, redditTool, subreddit, time } from "./reddit-fields.ts";

export const searchRedditPosts = redditTool({
  name: "search_reddit_posts",
  cost: 2,
  title: "Search Reddit posts",
  description:
    "Returns Reddit posts that match a query, in all of Reddit or in one subreddit, e.g. people asking for a product like yours. Comes from Reddit's official API or, where the operator has no access to it, from the operator's archive, which contains only imported posts and matches posts that contain every word. Texts are cut to 2,000 characters; get_reddit_post has the whole post and its comments. Reddit ends a search after about 1,000 posts. Deleted and removed posts are left out. Answers are kept for 5 minutes.",
  input: z.object({
    query: query.describe('Words to look for; "quotes" for a phrase'),
    subreddit: subreddit
      .nullish()
      .describe("Search this subreddit only")
      .transform((name) => name ?? null),
    sort: z.enum(SEARCH_SORTS).default("relevance").describe("Order of the posts"),
    time: time.describe("Maximum age of a post"),
    ...paging,
  }),
  output: z.looseObject({ query: z.string(), posts: z.array(post), ...nextPage, ...redditFields }),
  example: { query: "robot arm", subreddit: "robotics", sort: "new" },
  async run(input, source) {
    const within = input.subreddit ? `r/${input.subreddit}/` : "";
    const url = `https://www.reddit.com/${within}search/?q=${encodeURIComponent(input.query)}`;
    return pageAnswer(await source.searchPosts(input), url, (posts) => ({ query: input.query, posts }));
  },
});
