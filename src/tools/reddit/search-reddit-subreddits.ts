import * as z from "zod";
import { SUBREDDIT } from "../../readers/reddit/reddit-things.ts";
import { nextPage } from "../fields/paging.ts";
import { pageAnswer, paging, query, redditFields, redditTool } from "./reddit-fields.ts";

export const searchRedditSubreddits = redditTool({
  name: "search_reddit_subreddits",
  cost: 1,
  title: "Search subreddits",
  description:
    "Returns subreddits by name and description, e.g. those of an industry, with their size. Comes from Reddit's official API or the operator's archive, which searches names only and has no sizes. get_subreddit_about adds the rules. Answers are kept for 5 minutes.",
  input: z.object({ query: query.describe("Words to look for"), ...paging }),
  output: z.looseObject({
    query: z.string(),
    subreddits: z.array(z.looseObject(SUBREDDIT.fields)),
    ...nextPage,
    ...redditFields,
  }),
  example: { query: "robot" },
  async run(input, source) {
    const url = `https://www.reddit.com/subreddits/search/?q=${encodeURIComponent(input.query)}`;
    return pageAnswer(await source.searchSubreddits(input), url, (subreddits) => ({ query: input.query, subreddits }));
  },
});
