import * as z from "zod";
import { MORE_CHILDREN } from "../../readers/reddit/thread.ts";
import { COMMENT_SORTS } from "../../sources/reddit/reddit-source.ts";
import { comment, commentId, itemAnswer, post, postId, redditFields, redditTool } from "./reddit-fields.ts";

const more = z
  .looseObject({
    count: z.int().nullable().describe("Number of comments; null when Reddit does not say"),
    next: z.array(z.looseObject({})).describe("Bodies of the get_reddit_post calls that fetch them"),
  })
  .nullable()
  .describe("Comments omitted at this place; null when there are none");

const reply = comment.extend({
  depth: z.int().describe("0 at the top of this answer"),
  replies: z.array(z.looseObject({})).describe("Replies to this comment, in the same form"),
  more,
});

export const getRedditPost = redditTool({
  name: "get_reddit_post",
  cost: 1,
  title: "A Reddit post with its comments",
  description:
    "Returns one Reddit post with all of its text and a tree of its comments, at most `limit` comments and `depth` levels, top-level comments before replies. Omitted comments are reported as `more` in their place, with request bodies for the calls that fetch them. A deleted or removed post is `not_found` with reason removed; a deleted comment is kept, without text and author, only if it has replies. Comes from Reddit's official API or the operator's archive. Answers are kept for 5 minutes.",
  input: z
    .object({
      post_id: postId,
      comment_id: commentId.nullish().describe("Only this comment and its replies"),
      more_children: z
        .array(commentId)
        .min(1)
        .max(MORE_CHILDREN)
        .nullish()
        .describe("Only these comments and their replies, from `more`"),
      sort: z.enum(COMMENT_SORTS).default("confidence").describe("Order of the comments; confidence is Reddit's best"),
      limit: z.int().min(1).max(200).default(50).describe("Maximum number of comments"),
      depth: z.int().min(1).max(10).default(5).describe("Levels of replies"),
    })
    .refine(({ comment_id, more_children }) => !comment_id || !more_children, {
      path: ["more_children"],
      message: "Send comment_id or more_children, not both.",
    }),
  output: z.looseObject({ post: post.nullable(), comments: z.array(reply), more, ...redditFields }),
  example: { post_id: "abc123" },
  async run({ post_id, comment_id, more_children, ...bounds }, source) {
    const finding = await source.thread({
      postId: post_id,
      commentId: comment_id ?? null,
      moreChildren: more_children ?? null,
      ...bounds,
    });
    const url = finding.status === "found" ? finding.data.post.permalink : "";
    return itemAnswer(finding, url, (thread) => thread ?? { post: null, comments: [], more: null });
  },
});
