import type { Config, Plan } from "../../config.ts";
import type { Page, PageFailure } from "./page.ts";

/** Queries and requests that sources may still make. */
export type WorkBudget = { left: number };

/**
 * Takes one query or request of a budget; false when it is used up. Cloudflare lets an invocation make 1,000 D1 queries, and
 * a JSON-RPC batch is one invocation: sources stop before that and answer with what they have.
 */
export function takeWork({ work }: { work?: WorkBudget }): boolean {
  if (!work) return true;
  if (work.left <= 0) return false;
  work.left--;
  return true;
}

/** What the sources of data tools need of the request they serve. */
export type SourceContext = {
  env: Env;
  config: Config;
  /** `{base_url}` of docs/contract.md, section 1, without a trailing slash. */
  baseUrl: string;
  /** Hosts that are this service itself: of `baseUrl`, and the one the request came to. */
  ownHosts: string[];
  /** Whose share of the vendors' budgets a call uses up; absent in the operator's own checks. */
  caller?: { organisationId: string; plan: Plan };
  /** Aborts when the tool's time is up. */
  signal: AbortSignal;
  /** Pages already asked for in this call: sources that share it ask a site for the same page once. */
  pages?: Map<string, Promise<Page | PageFailure>>;
  /** Called when a paid vendor is asked for this call: then even a miss is charged. */
  noteVendor?(): void;
  /** What the request may still ask of D1 and of the outside, shared by all of its calls; absent where nothing limits it. */
  work?: WorkBudget;
  /** Facts that change from day to day and were looked up before this moment (ms) are looked up again; absent for callers. */
  factsSince?: number;
  /** Keeps work alive after the answer. */
  waitUntil(work: Promise<unknown>): void;
};
