import type { FailureReason } from "../../platform/outbound/ask-json.ts";
import type { NewsItem } from "../../readers/news/news-item.ts";

/**
 * The news of one source, or why there are none; `isPartial` when a page was longer than is read, `isUnmatched` when the source knows
 * nobody who is certainly the company. `observedAt` is milliseconds since 1970.
 */
export type Report<T> =
  | {
      status: "read";
      source: string;
      items: T[];
      observedAt: number;
      cached: boolean;
      isPartial?: boolean;
      isUnmatched?: true;
    }
  | { status: "failed"; source: string; failure: FailureReason };

/** Cached details of a report. */
export type NewsLookup =
  | { status: "read"; items: NewsItem[]; isPartial?: boolean }
  | { status: "failed"; failure: FailureReason };
