import * as z from "zod";
import * as hackernews from "../../sources/hackernews/hacker-news.ts";
import { commentTree, noProvenance, outcomeFields, provenanceOf } from "../fields/answers.ts";
import { moment, orNull } from "../fields/inputs.ts";
import { cursorInput, nextPage, pagesOf } from "../fields/paging.ts";
import { defineTool } from "../tool.ts";

const hackerNewsItem = z.looseObject(hackernews.ITEM.fields);

const author = z.string().regex(/^[\w-]{1,32}$/, "must be a user name, e.g. pg");
const time = moment.nullish().transform((text) => (text ? Date.parse(text) : null));

const searchHackernews = defineTool({
  name: "search_hackernews",
  category: "socials",
  cost: 1,
  title: "Search Hacker News",
  description: `Returns stories, comments, jobs or polls on Hacker News that match a query, newest first by default, e.g. discussions
    of a company. Comes from the public search API; one search returns at most ${hackernews.MAX_HITS} items, so narrow it with since and until.
    Answers are kept for 5 minutes. get_hackernews_item returns the discussion.`,
  input: z.object({
    query: z.string().trim().min(1).max(512).describe('Words to look for; "quotes" for a phrase'),
    type: z.enum(hackernews.HACKERNEWS_TYPES).default("story").describe("Kind of item"),
    sort: z
      .enum(hackernews.HACKERNEWS_SORTS)
      .default("date")
      .describe("Order of the items: newest first, or best match first"),
    author: orNull(author).describe("Only items by this user"),
    min_points: orNull(z.int().min(0).max(100_000)).describe("Only items with at least this many points"),
    since: time.describe("Only items from this time on, ISO 8601"),
    until: time.describe("Only items up to this time, ISO 8601"),
    limit: z.int().min(1).max(100).default(25).describe("Items per page"),
    cursor: cursorInput.nullish().describe("From next_cursor"),
  }),
  output: z.looseObject({
    query: z.string(),
    items: z.array(hackerNewsItem),
    total: z.int().describe("Total matches, as counted by the API"),
    ...nextPage,
    ...outcomeFields({ sources: ["hackernews"], reasons: ["no_results"] }),
  }),
  example: { query: "acme robotics" },
  async run({ cursor, min_points, ...search }, context) {
    const { limit, ...asked } = search;
    const pages = pagesOf(context.config, ["search_hackernews", asked, min_points]);
    const offset = Number(await pages.open(cursor));
    const question = { ...search, minPoints: min_points, page: Math.floor(offset / limit) };
    const seen = await hackernews.searchHackerNews(context, question);
    const { total, nextPage } = seen.data;
    // After a change of `limit` the page begins before the place.
    const items = seen.data.items.slice(offset % limit);
    const hasSome = items.length > 0 || nextPage !== null;
    const url = `https://hn.algolia.com/?query=${encodeURIComponent(search.query)}`;
    return {
      query: search.query,
      items,
      total,
      ...(await pages.end(nextPage === null ? null : String(nextPage * limit))),
      status: hasSome ? ("ok" as const) : ("not_found" as const),
      reason: hasSome ? null : "no_results",
      ...(hasSome
        ? provenanceOf({ ...seen, source: "hackernews", confidence: 1, evidence: [{ url, kind: "hackernews_search" }] })
        : { ...noProvenance(seen.observedAt), cached: seen.cached }),
    };
  },
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

const getHackernewsItem = defineTool({
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
    ...commentTree(hackernews.COMMENT.fields, "get_hackernews_item", "How many"),
    ...outcomeFields({ sources: ["hackernews"], reasons: ["unknown"] }),
  }),
  example: { id: 1 },
  async run(question, context) {
    const seen = await hackernews.hackerNewsThread(context, question);
    if (!seen) {
      const nothing = { item: null, comments: [], more: null };
      return { ...nothing, status: "not_found" as const, reason: "unknown" as const, ...noProvenance() };
    }
    const evidence = [{ url: seen.data.item.permalink, kind: "hackernews_item" }];
    const provenance = provenanceOf({ ...seen, source: "hackernews", confidence: 1, evidence });
    return { ...seen.data, status: "ok" as const, reason: null, ...provenance };
  },
});

export const HACKERNEWS_TOOLS = [searchHackernews, getHackernewsItem];
