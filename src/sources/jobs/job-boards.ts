import type { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import type { Job } from "../facts/job.ts";
import { findJobs } from "./find-jobs.ts";

export type { Job } from "../facts/job.ts";

/** What was read for an answer, and what was recognised and could not be read. */
export type Coverage = {
  read: { kind: "job_board" | "careers_page" | "home_page"; url: string; board: string | null }[];
  not_read: { kind: "job_board" | "careers_page"; url: string; board: string | null; reason: string }[];
};

/** What a company's careers pages, and the board they lead to, say about open positions. */
export type OpenJobs = {
  /** Newest first as far as dates are known. Empty also when the company's board is. */
  jobs: Job[];
  /** A board's name, `own_site`, or null when nothing lists jobs. */
  board: string | null;
  /** `partial`: there is something that lists positions, and it was not read, or not to its end. */
  status: "ok" | "partial" | "not_found";
  /** Why there is nothing, or not all; null for `ok`. */
  reason: string | null;
  /** The board has more positions than were read. */
  truncated: boolean;
  /** 0–1. */
  confidence: number;
  evidence: { url: string; kind: "careers_page" | "job_board" | "json_ld" }[];
  coverage: Coverage;
  /** Milliseconds since 1970. */
  observedAt: number;
  cached: boolean;
};

export type FoundJobs = Omit<OpenJobs, "observedAt" | "cached">;
/** `ttlMs`: how long it may be kept. */
export type JobsLook = (FoundJobs & { ttlMs: number }) | { error: AppError };

const TIME_LIMIT_MS = 25_000;

/**
 * The open positions of a company. Its board is found on its own pages, never guessed from its name, and must be
 * recognised as its own. Throws `upstream_error`, `upstream_timeout` or `upstream_unavailable` when nobody could say.
 * `limitMs`: what the caller can wait; pages of single positions are read in the first half of it.
 */
export async function openJobs(context: SourceContext, domain: string, limitMs = TIME_LIMIT_MS): Promise<OpenJobs> {
  const ttlMs = (look: JobsLook) => ("error" in look ? 0 : look.ttlMs);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)]);
  const look = await cached(context, "company_jobs", domain, ttlMs, () =>
    findJobs({ ...context, signal }, domain, Date.now() + limitMs / 2),
  );
  if ("error" in look.data) throw look.data.error;
  const { ttlMs: _, ...found } = look.data;
  return { ...found, observedAt: look.observedAt, cached: look.cached };
}
