import type { Plan } from "../constants.ts";

/** The fixed terms of a batch. */
export type BatchSpec = {
  /** `batch_` and an id; also the name of the batch's object and the holder of its lease. */
  id: string;
  name: string | null;
  tool: string;
  /** Tokens of one item. */
  cost: number;
  /** Set where names of companies are resolved first: the tokens of that step. */
  match?: { cost: number };
  /** The cap in tokens, which is the size of its lease. */
  cap: number;
  /** Maximum of concurrent items. */
  window: number;
  /** Days that results are kept after the end. */
  resultsDays: number;
  createdAt: number;
  organisationId: string;
  /** Of the request that made it; null without an Idempotency-Key. */
  requestHash: string | null;
  keyId: string;
  /** Null for a batch that the owner made in the console. */
  keyHash: string | null;
  /** The session in which the owner made it. */
  sessionHash: string | null;
  /** Set for a batch made with an access token: the batch outlives the token and ends with the connection. */
  connectionId: string | null;
  /** Spending caps of the key or connection from which the whole cap of the batch is reserved. */
  capSubjects: string[];
  plan: Plan;
  baseUrl: string;
  ownHosts: string[];
  requestHost: string;
  /** The caller's own columns, in their order. */
  columns: string[];
  /** Ids of webhook endpoints that receive `batch.ended`. */
  deliver: string[];
  estimate: Estimate;
};

/** The question to resolve_company for a name. */
export type MatchQuestion = { name: string; country?: string; about?: string };

/** What the first step of a line found; `domain` is null when none is certain enough. */
export type Match = MatchQuestion & {
  domain: string | null;
  confidence: number;
  /** Why there is no domain. */
  reason: string | null;
  candidates: { domain: unknown; name: unknown; country: unknown; confidence: unknown }[];
  tokens_charged: number;
  request_id: string;
};

/** What the caller sent in a line: an object, or the cells of a CSV in the order of the batch's columns. */
export type Given = Record<string, unknown> | string[];

/** One line of the caller's list. */
export type BatchLine = {
  customId: string | null;
  given: Given;
  /** Arguments of the tool; null when the line is invalid. */
  input: Record<string, unknown> | null;
  /** Index of the first line with the same arguments. */
  duplicateOf: number | null;
  /** Position among the lines of the same host. Lines run in this order, so that hosts take turns. */
  turn: number;
  /** Why it is invalid. */
  problem: string | null;
};

export type Estimate = {
  /** Upper bound. */
  tokens_max: number;
  /** From the share of this organisation's recent calls of the tool that were charged; `tokens_max` if that is unknown. */
  tokens_expected: number;
  found_rate: number | null;
  seconds_expected: number;
  inputs: number;
  distinct: number;
  /** Distinct inputs whose company is given by name. */
  names?: number;
  duplicates: number;
  invalid_count: number;
  /** The first 100 in a dry run, in a batch the first that take up to 1 kB; lines count from 1. */
  invalid: { line: number; reason: string }[];
};

export type ItemState =
  /** Waits; may be sent from `until` on. */
  | "todo"
  /** A queue message is out, which counts as lost after `until`. */
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

/** `cancelling`: no item starts any more, running ones may end. */
export type BatchState = "queued" | "running" | "cancelling" | "ended";

/** The state of a batch, kept by its object. */
export type BatchProgress = {
  state: "creating" | BatchState;
  stopped: StopReason | null;
  stoppedAt: number | null;
  charged: number;
  /** Tokens charged that the account object has not yet counted for the day's free misses. */
  uncounted: number;
  endedAt: number | null;
  /** When its lines were deleted before they expired. */
  deletedAt: number | null;
  /** Whether the end is recorded in D1. */
  isTold: boolean;
};

/** What an item is run with. */
export type ItemJob = Pick<
  BatchSpec,
  "tool" | "organisationId" | "keyId" | "connectionId" | "plan" | "baseUrl" | "ownHosts" | "requestHost"
> & { callId: string; input: Record<string, unknown> };

export type ItemError = { code: string; detail: string };

/** How a run of an item ended. `mayRetry`: another attempt may succeed, after `retryAfterSeconds` if that is known. */
export type ItemOutcome =
  | { status: "succeeded"; answerJson: string; isMiss: boolean; isWarm?: boolean }
  | { status: "failed"; error: ItemError; mayRetry: boolean; retryAfterSeconds: number | null };

/** Runs one item; never throws. */
export type RunItem = (env: Env, job: ItemJob, waitUntil: (work: Promise<unknown>) => void) => Promise<ItemOutcome>;

/** A queue message. It carries no work, only where to ask for it. */
export type ItemMessage = { batch: string; index: number; attempt: number };

/** Up to `limit` results `after` a place in the order of finishing (0: first), or after a line (-1: first). */
export type ResultsPage = { order: "finished" | "line"; after: number; limit: number };

/** One line of the results. */
export type ResultLine = {
  index: number;
  customId: string | null;
  given: Record<string, unknown>;
  input: Record<string, unknown> | null;
  /** What was found for the company's name, in a batch with names. */
  match?: Match;
  status: ItemState;
  tokens: number;
  answer: Record<string, unknown> | null;
  error: ItemError | null;
  callId: string | null;
  duplicateOf: number | null;
  /** Position in the order of finishing; null while unfinished. */
  finished: number | null;
};
