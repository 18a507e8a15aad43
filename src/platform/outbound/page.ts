import type { HouseTexts } from "../../readers/page/document.ts";
import type { Refusal } from "./address-guard.ts";

export type PageFailure =
  /** The page does not exist: any 4xx that does not refuse the fetcher. */
  | { status: "not_found"; httpStatus: number }
  | { status: "no_dns" }
  | { status: "disallowed_by_robots" }
  /** 401, 403, 429 or a captcha: the fetcher stops, and never retries under another identity. */
  | { status: "blocked_by_site"; httpStatus?: number; retryAfterSeconds?: number | null }
  /** 402: the site sells its pages to crawlers, at a price in US dollars if it says one, and the call may not pay that. */
  | { status: "payment_required"; priceUsd: number | null }
  /** Not HTML, XML, JSON or plain text. */
  | { status: "unreadable" }
  /** `host` is the one that was not requested. */
  | { status: "refused"; reason: Refusal; host: string }
  /** 5xx with its status, or null when no connection was made. */
  | { status: "site_error"; httpStatus: number | null; retryAfterSeconds?: number | null }
  | { status: "timeout" }
  /** Our side: the resolver is down, too many calls wait for the same host, or the request has read as much as it may. */
  | { status: "unavailable"; retryAfterSeconds: number };

/** Longest body in bytes by kind of page; the rest is not read. */
export const MAX_BYTES = { html: 1_500_000, xml: 4_000_000, feed: 8_000_000 };
export type PageKind = keyof typeof MAX_BYTES;

/** What one request to one address led to; `fetchedAt` is milliseconds since 1970. */
export type Visit = { fetchedAt: number } & (
  | {
      status: "page";
      headers: [name: string, value: string][];
      text: string;
      truncated: boolean;
      /** What the site charged for it (US dollars). */
      paidUsd?: number;
      /** What its files say about the use of its pages. */
      house?: HouseTexts;
    }
  /** `location` is absolute. */
  | { status: "moved"; location: string }
  | { status: "failed"; failure: PageFailure }
);

export function failedVisit(failure: PageFailure): Visit & { status: "failed" } {
  return { status: "failed", failure, fetchedAt: Date.now() };
}
