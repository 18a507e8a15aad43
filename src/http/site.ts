import type { Config } from "../config.ts";

/** What documents need to know about where they are served. */
export type Site = {
  config: Config;
  /** `{base_url}` of docs/contract.md, section 1, without a trailing slash. */
  baseUrl: string;
  /** Names of the tools that the deployment cannot serve; documents mark them. */
  unserved?: ReadonlySet<string>;
};
