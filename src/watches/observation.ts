import type { EventType, FactKind } from "./event-types.ts";

export type Evidence = { url: string; kind: string };

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
  /** The same for the same report however often it is read; says nothing of whom it is about. */
  id: string;
  /** Tells what it reports from what others report, most telling part first; null parts are unknown. Names are hashed. */
  about: (string | null)[];
  source: string;
  /** ISO 8601. */
  date: string;
  url: string | null;
  /** The event's `after`. */
  shown: Record<string, unknown>;
};

/** What one look found of one kind of fact. `unknown` is never "no": it changes nothing. */
export type Observation =
  | {
      status: "values";
      /** By name, e.g. of a technology or of a field of the page. */
      values: Record<string, { value: unknown; evidence?: Evidence[] }>;
      evidence: Evidence[];
      /** What was looked for: with another one, e.g. a larger catalogue, there is nothing to compare. */
      basis?: string;
    }
  | { status: "jobs"; board: string; jobs: OpenPosition[]; evidence: Evidence[] }
  /** Each source answers, or not, by itself. */
  | { status: "reports"; reports: WatchedReport[]; answered: string[] }
  | { status: "unknown"; reason: string };

/** How a look at a domain went. */
export type Look = {
  /** Why the home page could not be read; null when it was. */
  unreachable: string | null;
  observations: Partial<Record<FactKind, Observation>>;
};

/** A difference between two looks, as an event shows it. */
export type Change = {
  type: EventType;
  /** What changed among others of its type, e.g. the id of a position. */
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  evidence: Evidence[];
};

/** What a comparison comes to: what to keep for the next one, and what has changed. */
export type Comparison<Data> = {
  data: Data;
  changes: Change[];
  /** Something changed that only a second look that agrees will report: look again soon. */
  isPending: boolean;
};
