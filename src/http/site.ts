import type { Config } from "../config.ts";

/** What documents need to know about where they are served. */
export type Site = {
  config: Config;
  /** `{base_url}` of the wire contract, without a trailing slash. */
  baseUrl: string;
};
