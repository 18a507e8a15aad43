import * as z from "zod";
import { SUBREDDIT } from "../../readers/reddit/reddit-things.ts";
import { redditSource, requireReddit } from "../../sources/reddit/live.ts";
import { nextPage } from "../fields/paging.ts";
import { LOOKS_UP } from "../fields/standard-fields.ts";
import { defineTool } from "../tool.ts";
import { pageAnswer, paging, query, redditFields } from "./reddit-fields.ts";

export const searchRedditSubreddits = defineTool({
  name: "search_reddit_subreddits",
  category: "reddit",
  cost: 1,
  title: "Search subreddits",
  description:
    "Returns subreddits by name and description, e.g. those of an industry, with their size. Comes from Reddit's official API or the operator's archive, which searches names only and has no sizes. get_subreddit_about adds the rules. Answers are kept for 5 minutes.",
  input: z.object({ query: query.describe("Words to look for"), ...paging }),
  output: z.looseObject({
    query: z.string(),
    subreddits: z.array(z.looseObject(SUBREDDIT)),
    ...nextPage,
    ...redditFields,
  }),
  annotations: LOOKS_UP,
  requireConfigured: requireReddit,
  example: { query: "robot" },
  async run(input, context) {
    const source = await redditSource(context);
    const url = `https://www.reddit.com/subreddits/search/?q=${encodeURIComponent(input.query)}`;
    return pageAnswer(await source.searchSubreddits(input), url, (subreddits) => ({ query: input.query, subreddits }));
  },
});
