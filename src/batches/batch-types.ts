import type { Plan } from "../config.ts";

/** What a batch is told when it is made. */
export type BatchSpec = {
  /** `batch_` and an id; also the name of its object and the holder of its lease. */
  id: string;
  name: string | null;
  tool: string;
  /** Tokens of one item. */
  cost: number;
  /** Tokens that it may spend in all: the size of its lease. */
  cap: number;
  /** Items that run at once. */
  window: number;
  /** How many days its results are kept after its end. */
  resultsDays: number;
  createdAt: number;
  organisationId: string;
  keyId: string;
  /** Null for a batch that the owner made in the console. */
  keyHash: string | null;
  /** A batch of an access token outlives it: it depends on the connection. */
  connectionId: string | null;
  /** Spending caps of its key or connection, out of which the whole cap is reserved. */
  capSubjects: string[];
  plan: Plan;
  baseUrl: string;
  ownHosts: string[];
  requestHost: string;
  /** The caller's own columns, in their order. */
  columns: string[];
  /** Ids of webhook endpoints that are told of its end. */
  deliver: string[];
  estimate: Estimate;
};

/** One line of the caller's list. */
export type Line = {
  customId: string | null;
  /** As sent, by column. */
  given: Record<string, unknown>;
  /** Arguments of the tool; null when the line is invalid. */
  input: Record<string, unknown> | null;
  /** Index of the first line with the same arguments. */
  duplicateOf: number | null;
  /** Place in its host's own order: lines are run by this, so that hosts take turns. */
  turn: number;
  /** Why it is invalid. */
  problem: string | null;
};

export type Estimate = {
  /** Nothing can cost more. */
  tokens_max: number;
  /** By the share of this organisation's calls of the tool that found something; `tokens_max` when that is not known. */
  tokens_expected: number;
  found_rate: number | null;
  seconds_expected: number;
  inputs: number;
  distinct: number;
  duplicates: number;
  invalid_count: number;
  /** The first 100, by line from 1. */
  invalid: { line: number; reason: string }[];
};

export type ItemState =
  /** Waits; `until` says from when it may be sent. */
  | "todo"
  /** Rung for; `until` says when that counts as lost. */
  | "sent"
  | "running"
  | "succeeded"
  | "failed"
  | "invalid"
  | "duplicate"
  /** Not run, because the cap was reached. */
  | "skipped"
  | "cancelled"
  | "expired";

export type StopReason = "completed" | "cap_reached" | "cancelled" | "key_revoked" | "expired";

/** `cancelling`: nothing new begins, what runs may end. */
export type BatchState = "queued" | "running" | "cancelling" | "ended";

/** What the object keeps of itself. */
export type Progress = {
  state: "creating" | BatchState;
  stopped: StopReason | null;
  charged: number;
  /** Charged, and the account object has not counted it for the day's free misses yet. */
  uncounted: number;
  endedAt: number | null;
  /** Whether D1 knows of the end. */
  isTold: boolean;
};

export type BatchStatus = {
  id: string;
  name: string | null;
  tool: string;
  /** A key's id, `con_` and a connection's id, or `console`. */
  made_by: string | null;
  status: BatchState;
  stopped_reason: StopReason | null;
  counts: Record<
    "inputs" | "duplicates" | "invalid" | "succeeded" | "failed" | "skipped" | "cancelled" | "expired" | "processing",
    number
  >;
  tokens: { max: number; reserved: number; charged: number; returned: number };
  estimate: Estimate;
  poll_after_seconds: number | null;
  created_at: string;
  ended_at: string | null;
  /** When the results are deleted; null before the end, and the past once they are gone. */
  expires_at: string | null;
  results: { jsonl: string; csv: string; unanswered_csv: string };
};

/** What an item is run with. */
export type Job = Pick<
  BatchSpec,
  "tool" | "organisationId" | "keyId" | "connectionId" | "plan" | "baseUrl" | "ownHosts" | "requestHost"
> & { callId: string; input: Record<string, unknown> };

export type ItemError = { code: string; detail: string };

/** How a run of an item ended. `mayRetry`: another try may end differently, after `retryAfterSeconds` if that is known. */
export type Outcome =
  | { status: "succeeded"; answerJson: string; isMiss: boolean }
  | { status: "failed"; error: ItemError; mayRetry: boolean; retryAfterSeconds: number | null };

/** Runs one item; never throws. */
export type RunItem = (env: Env, job: Job, waitUntil: (work: Promise<unknown>) => void) => Promise<Outcome>;

/** A message of the queue: it only rings. */
export type Doorbell = { batch: string; index: number; attempt: number };

/**
 * Which results: up to `limit` of them `after` a place in the order in which they finished (0: from the first), or after a
 * line in the order of the list (-1: from the first).
 */
export type Page = { order: "finished" | "line"; after: number; limit: number };

/** One line of the results. */
export type ResultLine = {
  index: number;
  customId: string | null;
  given: Record<string, unknown>;
  input: Record<string, unknown> | null;
  status: ItemState;
  tokens: number;
  answer: Record<string, unknown> | null;
  error: ItemError | null;
  callId: string | null;
  duplicateOf: number | null;
  /** Its place in the order of finishing; null before. */
  finished: number | null;
};
