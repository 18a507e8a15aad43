import type { Config } from "../../config.ts";
import { type Plan, READ_BYTES_PER_REQUEST, WORK_PER_REQUEST } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import type { Step } from "../../lib/steps.ts";
import type { FetchedPage } from "../../readers/page/document.ts";
import type { PageFailure } from "./page.ts";
import type { Purpose } from "./robots.ts";

/** The remaining budget of sources: `left` queries and requests, and `bytesLeft` bytes of third-party text. */
export type WorkBudget = { left: number; bytesLeft: number };

/** The context of a database query by a source. */
export type QueryContext = Pick<SourceContext, "env" | "work" | "steps">;

/** The budget of a request, or of 1/`parts` of an invocation that serves several. */
export function workBudget(parts = 1): WorkBudget {
  return { left: Math.floor(WORK_PER_REQUEST / parts), bytesLeft: Math.floor(READ_BYTES_PER_REQUEST / parts) };
}

/** Takes queries or requests of a budget; false when too few are left: an invocation may make 1,000 D1 queries. */
export function takeWork({ work }: { work?: WorkBudget }, count = 1): boolean {
  if (!work) return true;
  if (work.left < count) return false;
  work.left -= count;
  return true;
}

/** {@link takeWork} for a source whose answer would be wrong without its query. Throws `upstream_unavailable`. */
export function requireWork(context: { work?: WorkBudget }, count = 1): void {
  if (takeWork(context, count)) return;
  throw new AppError(
    "upstream_unavailable",
    "This request needed more look-ups than one request may make. Nothing was charged for this call. Send fewer calls in one batch.",
    { retryAfterSeconds: 1, cause: "work_used_up" },
  );
}

/** The oldest moment (ms) of pages for a fact that is kept for `keptMs`: a fact must not be twice as old as it may be. */
export function pagesSince({ notBefore = 0 }: Pick<SourceContext, "notBefore">, keptMs: number): number {
  return Math.max(notBefore, Date.now() - keptMs);
}

/** The context of sources that serve a request. */
export type SourceContext = {
  env: Env;
  config: Config;
  /** `{base_url}` of docs/contract.md, section 1, without a trailing slash. */
  baseUrl: string;
  /** Hosts that are this service itself: of `baseUrl`, and the one the request came to. */
  ownHosts: string[];
  /** The organisation whose share of the vendors' budgets is used; absent in the operator's own checks. */
  caller?: { organisationId: string; plan: Plan };
  /** Aborts when the tool's time is up. */
  signal: AbortSignal;
  /** Pages already asked for in this call: sources that share it ask a site for the same page once. */
  pages?: Map<string, Promise<FetchedPage | PageFailure>>;
  /** Called when a paid vendor is asked for this call: then even a miss is charged. */
  noteVendor?(): void;
  /** Remaining queries and requests, shared by all calls of the HTTP request; absent where nothing limits them. */
  work?: WorkBudget;
  /** Where the call went, in order (lib/steps.ts); absent where they are not kept. */
  steps?: Step[];
  /** Pages, and facts that change from day to day, that are older than this moment (ms) are asked for again; absent for callers. */
  notBefore?: number;
  /** `look` for scheduled looks, which have an identity of their own at the sites; absent for the questions of callers. */
  purpose?: Purpose;
  /** What the call may still pay sites for pages, and has paid (US dollars); without it nothing is paid. */
  crawlBudget?: { leftUsd: number; paidUsd: number };
  /** Keeps work alive after the answer. */
  waitUntil(work: Promise<unknown>): void;
};
