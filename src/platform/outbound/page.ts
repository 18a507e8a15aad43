import type { Refusal } from "./address-guard.ts";

export type PageFailure =
  /** The site says there is no such page (any 4xx that is not a refusal of us). */
  | { state: "not_found"; status: number }
  | { state: "no_dns" }
  | { state: "disallowed_by_robots" }
  /** 401, 403, 429 or a captcha: we leave and never try as somebody else. */
  | { state: "blocked_by_site" }
  /** Not HTML, XML, JSON or plain text. */
  | { state: "unreadable" }
  /** `host` is where we were about to go. */
  | { state: "refused"; reason: Refusal; host: string }
  /** 5xx with its status, or null when no connection came about. */
  | { state: "site_error"; status: number | null }
  | { state: "timeout" }
  /** Our side: the resolver is down, or too many calls wait for the same host. */
  | { state: "unavailable"; retryAfterSeconds: number };

export type Page = { state: "ok"; url: URL; headers: Headers; text: string; truncated: boolean };
