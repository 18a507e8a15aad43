import type { Place } from "../index/page-of-matches.ts";
import type { Job } from "../readers/jobs/job.ts";
import type { EventType, WatchedKind } from "./event-types.ts";

export type EventEvidence = { url: string; kind: string };

/** `postedAt` is ISO 8601, and null when the board does not say. */
type OpenPosition = Pick<Job, "id" | "title" | "url" | "location"> & { postedAt: string | null };

/** A report of something that happened. */
export type WatchedReport = {
  /** Stable identity of the report, which does not reveal the person it is about. */
  id: string;
  /** The parts by which reports of different changes are told apart, most specific first; null parts are unknown. Names are hashed. */
  about: (string | null)[];
  source: string;
  /** ISO 8601. */
  date: string;
  url: string | null;
  /** The event's `after`. */
  shown: Record<string, unknown>;
};

/** The observation of one kind of fact in one look. `unknown` is not "no" and changes nothing. */
export type Observation =
  | {
      status: "values";
      /** By name, e.g. of a technology or of a field of the page. */
      values: Record<string, { value: unknown; evidence?: EventEvidence[] }>;
      evidence: EventEvidence[];
      /** Version of what was looked for: observations of different versions, e.g. of a larger catalogue, are not compared. */
      basis?: string;
    }
  | { status: "jobs"; board: string; jobs: OpenPosition[]; evidence: EventEvidence[] }
  /** The outcome of each source. */
  | { status: "reports"; reports: WatchedReport[]; answered: string[] }
  /** New matches of a search; `isPending` when there may be more. */
  | { status: "matches"; state: SearchState; changes: Change[]; isPending: boolean }
  | { status: "unknown"; reason: string };

/** How a look at a domain went. */
export type Look = {
  /** Why the home page could not be read; null when it was. */
  unreachable: string | null;
  observations: Partial<Record<WatchedKind, Observation>>;
};

/** A difference between two looks, as an event shows it. */
export type Change = {
  type: EventType;
  /** What changed within its type, e.g. the id of a position. */
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  evidence: EventEvidence[];
  /** Of a match of a search: whose it is, or empty. Known by type and subject alone, it is one event for all. */
  domain?: string;
};

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
