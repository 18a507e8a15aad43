import * as z from "zod";
import { USER, userUrl } from "../../readers/reddit/reddit-things.ts";
import { itemAnswer, redditFields, redditTool, username } from "./reddit-fields.ts";

export const getRedditUser = redditTool({
  name: "get_reddit_user",
  aboutPeople: true,
  cost: 1,
  title: "A Reddit user",
  description:
    "Returns what a Reddit account shows publicly: age, karma, description. A suspended account is `not_found` with reason suspended, a deleted or unknown one with reason unknown. The operator's archive knows only the name; status is then `partial`. list_reddit_user_posts returns the account's posts and comments. Answers are kept for an hour.",
  input: z.object({ username }),
  output: z.looseObject({ user: z.looseObject(USER.fields).nullable(), ...redditFields }),
  example: { username: "user1" },
  async run(input, source) {
    return itemAnswer(await source.user(input.username), userUrl(input.username), (found) => ({ user: found }));
  },
});
