import * as z from "zod";
import type { Plan } from "../constants.ts";

/** The fixed terms of a batch. */
export type BatchSpec = {
  /** `batch_` and an id; also the name of the batch's object and the holder of its lease. */
  id: string;
  name: string | null;
  tool: string;
  cost: number;
  /** Set where names of companies are resolved first: the tokens of that step. */
  match?: { cost: number };
  /** The cap in tokens, which is the size of its lease. */
  cap: number;
  window: number;
  resultsDays: number;
  createdAt: number;
  organisationId: string;
  /** Of the request that made it; null without an Idempotency-Key. */
  requestHash: string | null;
  keyId: string;
  /** Null for a batch that the owner made in the console. */
  keyHash: string | null;
  sessionHash: string | null;
  /** Set for a batch made with an access token: the batch outlives the token and ends with the connection. */
  connectionId: string | null;
  /** Spending caps of the key or connection from which the whole cap of the batch is reserved. */
  capSubjects: string[];
  plan: Plan;
  baseUrl: string;
  ownHosts: string[];
  requestHost: string;
  columns: string[];
  deliver: string[];
  estimate: Estimate;
};

/** The question to resolve_company for a name. */
export type MatchQuestion = { name: string; country?: string; about?: string };

/** What the first step of a line found; `domain` is null when none is certain enough. */
export type Match = MatchQuestion & {
  domain: string | null;
  confidence: number;
  reason: string | null;
  candidates: { domain: unknown; name: unknown; country: unknown; confidence: unknown }[];
  tokens_charged: number;
  request_id: string;
};

/** What the caller sent in a line: an object, or the cells of a CSV in the order of the batch's columns. */
export type Given = Record<string, unknown> | string[];

export type BatchLine = {
  customId: string | null;
  given: Given;
  input: Record<string, unknown> | null;
  /** Index of the first line with the same arguments. */
  duplicateOf: number | null;
  /** Position among the lines of the same host. Lines run in this order, so that hosts take turns. */
  turn: number;
  problem: string | null;
};

const count = z.int();

/** What a list will cost, as its tools show it. */
export const ESTIMATE = {
  tokens_max: count.describe("Upper bound of the cost, whatever is found"),
  tokens_expected: count.describe("Expected cost, from `found_rate`"),
  found_rate: z
    .number()
    .nullable()
    .describe("Share of your calls of this tool in the last 30 days that found something; null below 20 calls"),
  seconds_expected: count.describe("A site is requested about once per second, so many inputs for one site take long"),
  inputs: count,
  distinct: count.describe("Distinct inputs, which are run and charged"),
  names: count.optional().describe("Distinct inputs whose company is given by name, resolved and charged first"),
  duplicates: count.describe(
    "Lines that repeat the arguments of an earlier line; they get its answer and are not charged",
  ),
  invalid_count: count.describe("Lines that cannot be run and are not charged"),
  /** A batch keeps the first five. */
  invalid: z
    .array(z.object({ line: count, reason: z.string() }))
    .describe("The first 100 invalid lines, numbered from 1 (the header of a CSV is line 1)"),
};

export type Estimate = z.output<z.ZodObject<typeof ESTIMATE>>;

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

/** The state of a batch, kept by its object. */
export type BatchProgress = {
  /** `cancelling`: no item starts any more, running ones may end. */
  state: "creating" | "queued" | "running" | "cancelling" | "ended";
  stopped: StopReason | null;
  stoppedAt: number | null;
  charged: number;
  /** Tokens charged that the account object has not yet counted for the day's free misses. */
  uncounted: number;
  endedAt: number | null;
  deletedAt: number | null;
  isTold: boolean;
};

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

export type ResultLine = {
  index: number;
  customId: string | null;
  given: Record<string, unknown>;
  input: Record<string, unknown> | null;
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
