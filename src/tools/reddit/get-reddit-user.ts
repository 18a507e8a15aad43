import * as z from "zod";
import { userUrl } from "../../readers/reddit/read-reddit-things.ts";
import { redditSource, requireReddit } from "../../sources/reddit/choose-reddit-source.ts";
import { LOOKS_UP } from "../fields/standard-fields.ts";
import { defineTool } from "../tool.ts";
import { itemAnswer, redditFields, username } from "./reddit-fields.ts";

const text = z.string().nullable();
const count = z.int().nullable();
const flag = z.boolean().nullable();

const user = z.looseObject({
  username: z.string(),
  url: z.string(),
  description: text.describe("The user's own description"),
  link_karma: count,
  comment_karma: count,
  total_karma: count,
  created_at: text.describe("When the account was created, ISO 8601"),
  is_moderator: flag,
  is_employee: flag.describe("True for employees of Reddit"),
  has_verified_email: flag,
});

export const getRedditUser = defineTool({
  name: "get_reddit_user",
  category: "reddit",
  aboutPeople: true,
  cost: 1,
  title: "A Reddit user",
  description:
    "Returns what a Reddit account shows publicly: age, karma, description. A suspended account is `not_found` with reason suspended, a deleted or unknown one with reason unknown. The operator's archive knows only the name; status is then `partial`. list_reddit_user_posts returns the account's posts and comments. Answers are kept for an hour.",
  input: z.object({ username }),
  output: z.looseObject({ user: user.nullable(), ...redditFields }),
  annotations: LOOKS_UP,
  requireConfigured: requireReddit,
  example: { username: "user1" },
  async run(input, context) {
    const source = await redditSource(context);
    return itemAnswer(await source.user(input.username), userUrl(input.username), (found) => ({ user: found }));
  },
});
