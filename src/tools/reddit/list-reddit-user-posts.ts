import * as z from "zod";
import { userUrl } from "../../readers/reddit/reddit-things.ts";
import { USER_KINDS, USER_SORTS } from "../../sources/reddit/reddit-source.ts";
import { nextPage } from "../fields/paging.ts";
import { comment, pageAnswer, paging, post, redditFields, redditTool, time, username } from "./reddit-fields.ts";

const item = z.union([post.extend({ kind: z.literal("post") }), comment.extend({ kind: z.literal("comment") })]);

export const listRedditUserPosts = redditTool({
  name: "list_reddit_user_posts",
  aboutPeople: true,
  cost: 1,
  title: "Posts and comments of a Reddit user",
  description:
    "Returns the posts and comments of one Reddit user, or only one of the two, newest first by default. A suspended user is `not_found` with reason suspended, a deleted or unknown one with reason unknown. Comes from Reddit's official API or the operator's archive. Texts of posts are cut to 2,000 characters. A listing ends after about 1,000 items. Deleted and removed items are left out. Answers are kept for 5 minutes.",
  input: z.object({
    username,
    kind: z.enum(USER_KINDS).default("all").describe("Posts and comments, or one of them"),
    sort: z.enum(USER_SORTS).default("new").describe("Order of the items"),
    time: time.describe("Maximum age, for sort top and controversial"),
    ...paging,
  }),
  output: z.looseObject({
    username: z.string(),
    items: z.array(item).describe("Posts and comments, distinguished by `kind`"),
    ...nextPage,
    ...redditFields,
  }),
  example: { username: "user1" },
  async run(input, source) {
    const finding = await source.listUserItems(input);
    return pageAnswer(finding, userUrl(input.username), (items) => ({ username: input.username, items }));
  },
});
