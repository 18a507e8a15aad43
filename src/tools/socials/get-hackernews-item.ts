import * as z from "zod";
import { HACKERNEWS_COMMENT, HACKERNEWS_ITEM, hackerNewsThread } from "../../sources/hackernews/hacker-news.ts";
import { noProvenance, outcomeFields, provenanceOf } from "../fields/standard-fields.ts";
import { defineTool, nullableObject } from "../tool.ts";

export const hackerNewsItem = z.looseObject(HACKERNEWS_ITEM);

const more = nullableObject("Comments omitted at this place; null when there are none", {
  count: z.int().nullable().describe("How many"),
  next: z.array(z.looseObject({})).describe("Bodies of the get_hackernews_item calls that fetch them"),
});

const reply = z.looseObject({
  ...HACKERNEWS_COMMENT,
  depth: z.int().describe("0 at the top of this answer"),
  replies: z.array(z.looseObject({})).describe("Replies to this comment, in the same form"),
  more,
});

const ITEM_URL = /^(?:https?:\/\/)?news\.ycombinator\.com\/item\?(?:.*&)?id=(\d{1,12})(?:[&#]|$)/;

const id = z
  .union([z.int().min(1), z.string().max(2_048)], {
    error: ({ input }) => (input === undefined ? undefined : "must be the id of an item, e.g. 8863, or its address"),
  })
  .transform((given, issues) => {
    const meant = Number(/^\d{1,12}$/.exec(String(given).trim())?.[0] ?? ITEM_URL.exec(String(given).trim())?.[1] ?? 0);
    if (meant > 0) return meant;
    issues.addIssue({ code: "custom", message: "Send the id of an item, e.g. 8863, or its address." });
    return z.NEVER;
  })
  .meta({ description: "Id of a story, comment, job or poll, or its address on news.ycombinator.com" });

export const getHackernewsItem = defineTool({
  name: "get_hackernews_item",
  category: "socials",
  cost: 1,
  title: "A Hacker News item with its comments",
  description: `Returns one story, comment, job or poll on Hacker News and a tree of its comments, at most \`limit\` comments and
    \`depth\` levels, top-level comments before replies. Omitted comments are reported as \`more\` in their place, with request bodies for
    the calls that fetch them. Comes from the public search API; a discussion of thousands of comments takes a few seconds. A deleted or
    unknown item is \`not_found\`. Answers are kept for 5 minutes.`,
  input: z.object({
    id,
    limit: z.int().min(1).max(200).default(50).describe("Maximum number of comments"),
    depth: z.int().min(1).max(10).default(5).describe("Levels of replies"),
    skip: z.int().min(0).max(99_999).default(0).describe("Number of direct replies to leave out, from `more`"),
  }),
  output: z.looseObject({
    item: hackerNewsItem.nullable(),
    comments: z.array(reply),
    more,
    ...outcomeFields({ sources: ["hackernews"], reasons: ["unknown"] }),
  }),
  example: { id: 1 },
  async run(question, context) {
    const seen = await hackerNewsThread(context, question);
    if (!seen) {
      const nothing = { item: null, comments: [], more: null };
      return { ...nothing, status: "not_found" as const, reason: "unknown" as const, ...noProvenance() };
    }
    const evidence = [{ url: seen.data.item.permalink, kind: "hackernews_item" }];
    const provenance = provenanceOf({ ...seen, source: "hackernews", confidence: 1, evidence });
    return { ...seen.data, status: "ok" as const, reason: null, ...provenance };
  },
});
