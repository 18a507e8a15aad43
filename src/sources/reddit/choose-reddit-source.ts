import { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { hasArchive, redditArchive } from "./archive.ts";
import { redditLive } from "./live.ts";
import type { RedditSource } from "./reddit-source.ts";

/** Throws `not_configured` without an approved client and without an archive. */
export async function requireReddit(context: Pick<SourceContext, "env" | "config">): Promise<void> {
  if (hasClient(context) || (await hasArchive(context))) return;
  const detail =
    "This deployment has no source for Reddit. Its operator can set REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET of a client that Reddit has approved, or import an archive.";
  throw new AppError("not_configured", detail);
}

/** Reddit itself where the operator has an approved client, else the operator's archive. Throws `not_configured` with neither. */
export async function redditSource(context: SourceContext): Promise<RedditSource> {
  if (hasClient(context)) return redditLive(context);
  await requireReddit(context);
  return redditArchive(context);
}

function hasClient({ config }: Pick<SourceContext, "config">): boolean {
  return Boolean(config.REDDIT_CLIENT_ID && config.REDDIT_CLIENT_SECRET);
}
