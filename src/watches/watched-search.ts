import type { Place } from "../index/page-of-matches.ts";

export const SEARCH_TOOLS = ["search_jobs", "search_companies"] as const;

/** A search as a call of the tool would send it. */
export type WatchedSearch = { tool: (typeof SEARCH_TOOLS)[number]; input: Record<string, unknown> };

/** How far the looks of a watch on a search have come. Times are milliseconds since 1970. */
export type SearchState = {
  /** Follows the baseline: what came before is not reported. */
  from: number;
  /** What came into the index before this has been looked at. */
  since: number;
  /** When the pass over the matches began, and where the next look goes on; null when the pass is over. */
  begunAt: number;
  place: Place | null;
};

/** A look at a search; `state` is null for the baseline. */
export type SearchRequest = { search: WatchedSearch; state: SearchState | null; addedAt: number };

/** In the schedule of looks, a watch on a search stands for a domain of its own. */
export function searchKey(watchId: string): string {
  return `search:${watchId}`;
}

export function isSearchKey(domain: string): boolean {
  return domain.startsWith("search:");
}
