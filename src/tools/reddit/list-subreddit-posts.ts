import * as z from "zod";
import { subredditUrl } from "../../readers/reddit/reddit-things.ts";
import { LISTING_SORTS } from "../../sources/reddit/reddit-source.ts";
import { nextPage } from "../fields/paging.ts";
import { pageAnswer, paging, post, redditFields, redditTool, subreddit, time } from "./reddit-fields.ts";

export const listSubredditPosts = redditTool({
  name: "list_subreddit_posts",
  cost: 1,
  title: "Posts of a subreddit",
  description:
    "Returns the posts of one subreddit, newest first by default. A private, banned, quarantined or unknown subreddit is `not_found` with that reason. Comes from Reddit's official API or the operator's archive, which serves hot and rising as new, and controversial as most commented. Texts are cut to 2,000 characters; get_reddit_post has the whole post and its comments. A listing ends after about 1,000 posts. Deleted and removed posts are left out. Answers are kept for 5 minutes.",
  input: z.object({
    subreddit,
    sort: z.enum(LISTING_SORTS).default("new").describe("Order of the posts"),
    time: time.describe("Maximum age of a post, for sort top and controversial"),
    ...paging,
  }),
  output: z.looseObject({ subreddit: z.string(), posts: z.array(post), ...nextPage, ...redditFields }),
  example: { subreddit: "robotics" },
  async run(input, source) {
    const url = `${subredditUrl(input.subreddit)}${input.sort}/`;
    return pageAnswer(await source.listPosts(input), url, (posts) => ({ subreddit: input.subreddit, posts }));
  },
});
