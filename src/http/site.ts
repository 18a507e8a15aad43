import type { Config } from "../config.ts";

/** An answer to a tool's example as recorded; `shortened` when lists and texts of it were cut. */
export type ExampleAnswer = { answer: unknown; shortened?: true };

/** What documents need to know about where they are served. */
export type Site = {
  config: Config;
  /** `{base_url}` of docs/contract.md, section 1, without a trailing slash. */
  baseUrl: string;
  /** Names of the tools that the deployment cannot serve; documents mark them. */
  unserved?: ReadonlySet<string>;
  /** What each tool answered to its example; absent where no document shows them. */
  answers?: Readonly<Record<string, ExampleAnswer>>;
};
