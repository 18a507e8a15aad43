import type { Config, Plan } from "../../config.ts";
import type { Page, PageFailure } from "./page.ts";

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
  /** Keeps work alive after the answer. */
  waitUntil(work: Promise<unknown>): void;
};
