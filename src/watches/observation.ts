import type { EventType, WatchedKind } from "./event-types.ts";
import type { SearchState } from "./watched-search.ts";

export type EventEvidence = { url: string; kind: string };

/** An open position as watches compare it. */
export type OpenPosition = {
  id: string;
  title: string;
  url: string | null;
  location: string | null;
  /** ISO 8601; null when the board does not say. */
  postedAt: string | null;
};

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

/** The result of a comparison: the state to store for the next one, and the changes. */
export type Comparison<Data> = {
  data: Data;
  changes: Change[];
  /** A change awaits confirmation by a second look, which should come soon. */
  isPending: boolean;
};
