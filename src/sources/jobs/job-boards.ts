import { tellIndex } from "../../index/index-messages.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { pagesSince, type SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { findJobs } from "./find-jobs.ts";
import type { JobsLook, OpenJobs } from "./jobs-answer.ts";

const TIME_LIMIT_MS = 25_000;
/** As long as the answer itself. */
const PAGES_KEPT_MS = 6 * HOUR_MS;

/** The open positions of a company, from a board proved to be its own. `limitMs`: how long the caller can wait. */
export async function openJobs(context: SourceContext, domain: string, limitMs = TIME_LIMIT_MS): Promise<OpenJobs> {
  const ttlMs = (look: JobsLook) => (look.status === "failed" ? 0 : look.ttlMs);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)]);
  const look = await cached(context, "company_jobs", domain, ttlMs, () =>
    findJobs({ ...context, signal, notBefore: pagesSince(context, PAGES_KEPT_MS) }, domain, Date.now() + limitMs / 2),
  );
  if (look.data.status === "failed") throw look.data.error;
  const { ttlMs: _, ...found } = look.data;
  if (!look.cached && found.boardToken) tellIndex(context, { kind: "jobs", domain });
  return { ...found, observedAt: look.observedAt, cached: look.cached };
}
