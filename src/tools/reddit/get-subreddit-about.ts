import * as z from "zod";
import { subredditUrl } from "../../readers/reddit/read-reddit-things.ts";
import { RULE, SUBREDDIT } from "../../readers/reddit/reddit-things.ts";
import { redditSource, requireReddit } from "../../sources/reddit/live.ts";
import { LOOKS_UP } from "../fields/standard-fields.ts";
import { defineTool } from "../tool.ts";
import { itemAnswer, redditFields, subreddit } from "./reddit-fields.ts";

export const getSubredditAbout = defineTool({
  name: "get_subreddit_about",
  category: "reddit",
  cost: 1,
  title: "About a subreddit",
  description:
    "Returns a subreddit's description, size and rules. Read the rules before you recommend posting there. A private, banned, quarantined or unknown subreddit is `not_found` with that reason. `partial` when the rules could not be read, or when the data comes from the operator's archive, which knows only the name. Answers are kept for an hour.",
  input: z.object({ subreddit }),
  output: z.looseObject({
    subreddit: z.looseObject(SUBREDDIT).nullable(),
    rules: z.array(z.looseObject(RULE)).nullable().describe("null when they could not be read"),
    ...redditFields,
  }),
  annotations: LOOKS_UP,
  requireConfigured: requireReddit,
  example: { subreddit: "robotics" },
  async run(input, context) {
    const source = await redditSource(context);
    const finding = await source.subredditAbout(input.subreddit);
    return itemAnswer(finding, subredditUrl(input.subreddit), (about) => about ?? { subreddit: null, rules: null });
  },
});
