import * as z from "zod";
import { COMMENT, POST } from "../../readers/reddit/reddit-things.ts";
import { redditSource, requireReddit } from "../../sources/reddit/live.ts";
import * as reddit from "../../sources/reddit/reddit-source.ts";
import { noProvenance, outcomeFields, provenanceOf } from "../fields/answers.ts";
import { orNull } from "../fields/inputs.ts";
import { cursorInput, pagesOf } from "../fields/paging.ts";
import { defineTool, type Tool } from "../tool.ts";

/** What the Reddit tools share: the fields of their input and output, and how they answer. */

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

export const time = z.enum(reddit.SPANS).default("all");

export const paging = {
  limit: z.int().min(1).max(100).default(25).describe("Items per page"),
  cursor: orNull(cursorInput).describe("From next_cursor"),
};

export const post = z.looseObject(POST.fields);
export const comment = z.looseObject(COMMENT.fields);

/** The standard fields of the Reddit tools. */
const redditFields = outcomeFields({
  sources: ["reddit_api", "reddit_archive"],
  reasons: [...reddit.REDDIT_REASONS, "no_results"],
  partial: "the source does not have all of it",
});

type RedditTool<Input extends z.ZodType, T> = Pick<
  Tool<Input>,
  "name" | "title" | "description" | "input" | "example" | "aboutPeople"
> & {
  cost?: number;
  /** The tool's own fields; those of a list have `next_cursor`. */
  output: z.ZodRawShape;
  find(source: reddit.RedditSource, input: z.output<Input>): Promise<reddit.RedditFinding<T>>;
  /** Fills them, but for the cursor; null without an item. */
  shown(data: T | null, input: z.output<Input>): Record<string, unknown>;
  /** The page for people. */
  url(input: z.output<Input>, data: T): string;
};

/** A tool over Reddit's API or, without access to it, the operator's archive. Places in lists become signed cursors here. */
export function redditTool<Input extends z.ZodType, T>(given: RedditTool<Input, T>): Tool {
  const { output, find, shown, url, ...about } = given;
  return defineTool({
    cost: 1,
    ...about,
    category: "reddit",
    output: z.looseObject({ ...output, ...redditFields }),
    requireConfigured: requireReddit,
    async run(input, context) {
      const source = await redditSource(context);
      const { cursor, limit: _, ...asked } = input as { cursor?: string | null; limit?: number };
      const pages = pagesOf(context.config, [about.name, source.name, asked]);
      const finding = await find(source, { ...(input as object), cursor: await pages.open(cursor) } as z.output<Input>);
      const data = finding.status === "found" ? finding.data : null;
      const { items, nextCursor: next = null } = (data ?? {}) as Partial<reddit.RedditPage<unknown>>;
      const own = { ...shown(data, input), ...("next_cursor" in output && (await pages.end(next))) };
      if (finding.status === "not_found") {
        return { ...own, status: "not_found" as const, reason: finding.reason, ...noProvenance() };
      }
      const { observedAt, cached, isPartial } = finding;
      if (items?.length === 0 && next === null) {
        return { ...own, status: "not_found" as const, reason: "no_results", ...noProvenance(observedAt), cached };
      }
      const { name, confidence } = source;
      const evidence = [{ url: url(input, finding.data), kind: name }];
      const status = isPartial ? ("partial" as const) : ("ok" as const);
      const provenance = provenanceOf({ source: name, confidence, evidence, observedAt, cached });
      return { ...own, status, reason: null, ...provenance };
    },
  });
}
