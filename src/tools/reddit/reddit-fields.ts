import * as z from "zod";
import { COMMENT, POST } from "../../readers/reddit/reddit-things.ts";
import { redditSource, requireReddit } from "../../sources/reddit/live.ts";
import { REDDIT_REASONS, type RedditFinding, type RedditSource, SPANS } from "../../sources/reddit/reddit-source.ts";
import { cursorInput, pageEnd, pagesOf } from "../fields/paging.ts";
import { noProvenance, outcomeFields, provenanceOf } from "../fields/standard-fields.ts";
import { defineTool, type Tool } from "../tool.ts";

/** Input and output fields that the Reddit tools share. */

const REDDIT_HOST = /^(https?:)?\/\/([a-z]+\.)?reddit\.com(?=\/)/i;

/** A text that `read` normalises; `message` says what to send instead. */
function written(read: (text: string) => string | undefined, message: string, description: string) {
  return z
    .string()
    .max(2_048)
    .transform((text, issues) => {
      const meant = read(text.trim());
      if (meant !== undefined) return meant;
      issues.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ description });
}

export const subreddit = written(
  (text) => /^(?:\/?r\/)?(\w{2,21}|u_[\w-]{3,20})\/?$/i.exec(text.replace(REDDIT_HOST, ""))?.[1],
  'Send the name of one subreddit, e.g. "robotics" or "r/robotics".',
  "Name of a subreddit, with or without r/. Its address works too.",
);

export const username = written(
  (text) => /^(?:\/?(?:u|user)\/)?([\w-]{3,20})\/?$/i.exec(text.replace(REDDIT_HOST, ""))?.[1],
  'Send the name of one Reddit user, e.g. "AutoModerator" or "u/AutoModerator".',
  "Name of a Reddit user, with or without u/. The profile's address works too.",
);

const POST_ID = /^(?:t3_)?([0-9a-z]{1,10})$/i;
const POST_URL =
  /^(?:https?:)?\/\/(?:[a-z]+\.)?(?:reddit\.com\/(?:(?:r|user)\/[\w-]+\/)?(?:comments|gallery)\/|redd\.it\/)([0-9a-z]{1,10})(?:[/?#]|$)/i;

export const postId = written(
  (text) => (POST_ID.exec(text) ?? POST_URL.exec(text))?.[1]?.toLowerCase(),
  'Send the id of a post ("t3_abc123" or "abc123") or its address, https://www.reddit.com/r/…/comments/…',
  "Id of a post, with or without t3_, or its address.",
);

export const commentId = written(
  (text) => /^(?:t1_)?([0-9a-z]{1,10})$/i.exec(text)?.[1]?.toLowerCase(),
  'Send the id of a comment, e.g. "t1_k3j2h1" or "k3j2h1".',
  "Id of a comment, with or without t1_.",
);

export const query = z.string().trim().min(1).max(512);

export const time = z.enum(SPANS).default("all");

export const paging = {
  limit: z.int().min(1).max(100).default(25).describe("Items per page"),
  cursor: cursorInput
    .nullish()
    .transform((cursor) => cursor ?? null)
    .describe("From next_cursor"),
};

export const post = z.looseObject(POST.fields);
export const comment = z.looseObject(COMMENT.fields);

/** The standard fields of the Reddit tools. */
export const redditFields = outcomeFields({
  sources: ["reddit_api", "reddit_archive"],
  reasons: [...REDDIT_REASONS, "no_results"],
  partial: "the source does not have all of it",
});

type RedditTool<Input extends z.ZodType, Output extends z.ZodObject> = Pick<
  Tool<Input, Output>,
  "name" | "cost" | "title" | "description" | "input" | "output" | "example" | "aboutPeople"
> & { run(input: z.output<Input>, source: RedditSource): Promise<z.input<Output>> };

/** A tool over Reddit's API or, without access to it, the operator's archive. Places in lists become signed cursors here. */
export function redditTool<Input extends z.ZodType, Output extends z.ZodObject>(
  given: RedditTool<Input, Output>,
): Tool {
  return defineTool<Input, Output>({
    ...given,
    category: "reddit",
    requireConfigured: requireReddit,
    async run(input, context) {
      const source = await redditSource(context);
      const { cursor, limit: _, ...asked } = input as { cursor?: string | null; limit?: number };
      const pages = pagesOf(context.config, [given.name, source.name, asked]);
      const opened = { ...(input as object), cursor: await pages.open(cursor) } as z.output<Input>;
      const answer = await given.run(opened, source);
      return "next_cursor" in answer
        ? { ...answer, ...(await pages.end(answer.next_cursor as string | null)) }
        : answer;
    },
  });
}

/** The answer about one item: `shown` fills the tool's own fields, null without one. `url` is the page for people. */
export function itemAnswer<T, Own extends object>(
  finding: RedditFinding<T>,
  url: string,
  shown: (data: T | null) => Own,
) {
  if (finding.status === "not_found") return { ...shown(null), ...nothing(finding.reason) };
  return { ...shown(finding.data), ...something(finding, url) };
}

/** The answer with a page of items: an empty last page is `not_found` because of `no_results`. */
export function pageAnswer<T, Own extends object>(
  finding: RedditFinding<{ items: T[]; nextCursor: string | null }>,
  url: string,
  shown: (items: T[]) => Own,
) {
  if (finding.status === "not_found") {
    return { ...shown([]), ...pageEnd(null), ...nothing(finding.reason) };
  }
  const { items, nextCursor: next } = finding.data;
  const { observedAt, cached } = finding;
  const isEmpty = items.length === 0 && next === null;
  const standard = isEmpty ? { ...nothing("no_results", observedAt), cached } : something(finding, url);
  return { ...shown(items), ...pageEnd(next), ...standard };
}

function nothing(reason: string, observedAt?: number) {
  return { status: "not_found" as const, reason, ...noProvenance(observedAt) };
}

function something<T>(found: RedditFinding<T> & { status: "found" }, url: string) {
  const status = found.isPartial ? ("partial" as const) : ("ok" as const);
  return { status, reason: null, ...provenanceOf({ ...found, evidence: [{ url, kind: found.source }] }) };
}
