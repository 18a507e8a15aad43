import * as z from "zod";
import {
  HACKERNEWS_SORTS,
  HACKERNEWS_TYPES,
  MAX_HITS,
  searchHackerNews,
} from "../../sources/hackernews/hacker-news.ts";
import { moment } from "../fields/inputs.ts";
import { cursorInput, nextPage, pagesOf } from "../fields/paging.ts";
import { noProvenance, outcomeFields, provenanceOf } from "../fields/standard-fields.ts";
import { defineTool } from "../tool.ts";
import { hackerNewsItem } from "./get-hackernews-item.ts";

const time = moment.nullish().transform((text) => (text ? Date.parse(text) : null));

export const searchHackernews = defineTool({
  name: "search_hackernews",
  category: "socials",
  cost: 1,
  title: "Search Hacker News",
  description: `Returns stories, comments, jobs or polls on Hacker News that match a query, newest first by default, e.g. discussions
    of a company. Comes from the public search API; one search returns at most ${MAX_HITS} items, so narrow it with since and until.
    Answers are kept for 5 minutes. get_hackernews_item returns the discussion.`,
  input: z.object({
    query: z.string().trim().min(1).max(512).describe('Words to look for; "quotes" for a phrase'),
    type: z.enum(HACKERNEWS_TYPES).default("story").describe("Kind of item"),
    sort: z.enum(HACKERNEWS_SORTS).default("date").describe("Order of the items: newest first, or best match first"),
    author: z
      .string()
      .regex(/^[\w-]{1,32}$/, "must be a user name, e.g. pg")
      .nullish()
      .transform((name) => name ?? null)
      .describe("Only items by this user"),
    min_points: z.int().min(0).max(100_000).nullish().describe("Only items with at least this many points"),
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
    const question = { ...search, minPoints: min_points ?? null, page: Math.floor(offset / limit) };
    const seen = await searchHackerNews(context, question);
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
