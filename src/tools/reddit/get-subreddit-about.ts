import * as z from "zod";
import { RULE, SUBREDDIT, subredditUrl } from "../../readers/reddit/reddit-things.ts";
import { itemAnswer, redditFields, redditTool, subreddit } from "./reddit-fields.ts";

export const getSubredditAbout = redditTool({
  name: "get_subreddit_about",
  cost: 1,
  title: "About a subreddit",
  description:
    "Returns a subreddit's description, size and rules. Read the rules before you recommend posting there. A private, banned, quarantined or unknown subreddit is `not_found` with that reason. `partial` when the rules could not be read, or when the data comes from the operator's archive, which knows only the name. Answers are kept for an hour.",
  input: z.object({ subreddit }),
  output: z.looseObject({
    subreddit: z.looseObject(SUBREDDIT.fields).nullable(),
    rules: z.array(z.looseObject(RULE.fields)).nullable().describe("null when they could not be read"),
    ...redditFields,
  }),
  example: { subreddit: "robotics" },
  async run(input, source) {
    const finding = await source.subredditAbout(input.subreddit);
    return itemAnswer(finding, subredditUrl(input.subreddit), (about) => about ?? { subreddit: null, rules: null });
  },
});
