import type { Plan } from "../config.ts";
import type { RateDecision } from "../platform/limits/arithmetic.ts";
import type { Earlier, IdempotentCall } from "./stored-answers.ts";

/** Who calls, as the account object has it from D1. */
export type Account = {
  organisationId: string;
  keyId: string;
  /** Of an access token: the connection it belongs to. */
  connectionId: string | null;
  plan: Plan;
  /** Tokens that can be spent: the balance and the free part of the lease. */
  balance: number;
  owed: number;
  /** Available tokens below this ask for an auto-reload; null when there is none to ask for. */
  reloadBelow: number | null;
};

/** A key as the ledger knows it (what it is made of stays in accounts/). */
export type LedgerKey = { id: string; hash: string; organisationId: string };

export type CallRequest = {
  /** Id of the call; repeating it changes nothing. */
  id: string;
  key: { id: string; hash: string };
  /** The request is about to be refused (unknown tool, bad body, 501): only key and rate are looked at. */
  refused?: boolean;
  tool: string;
  /** 0: the call is free. */
  tokens: number;
  label: string | null;
  idempotent: IdempotentCall | null;
};

export type Rate = Pick<RateDecision, "remaining" | "resetMs" | "retryAfterMs"> & { perMinute: number };

export type BeginAnswer =
  | { status: "unauthorised" }
  | { status: "cancelled" }
  | { status: "limited"; rate: Rate }
  /** Key and rate are good, and there is nothing to end. */
  | { status: "passed"; rate: Rate; account: Account }
  /** The call is open: end it with `settle` or `cancel`. */
  | { status: "open"; rate: Rate; account: Account }
  | { status: "insufficient"; rate: Rate; account: Account }
  /** A cap of its key or connection has `capLeft` tokens left. */
  | { status: "capped"; rate: Rate; account: Account; capLeft: number }
  | (Earlier & { rate: Rate; account: Account });

export type Settlement = {
  id: string;
  /** At most what was held. */
  tokens: number;
  /** The call found nothing and cost us nothing: it is free within the day's allowance. */
  isMiss?: boolean;
  /** The answer of an idempotent call; `json` null: its repeats are refused. */
  answer?: { key: string; json: string | null };
};

/** `ended`: the call was given up before, and nothing may be delivered for it. */
export type Settled = { status: "settled"; tokens: number } | { status: "ended" };

export type AccountStatement = {
  plan: Plan;
  /** Spendable tokens. */
  available: number;
  /** Tokens of calls that run, and of batches. */
  held: number;
  /** Tokens of calls that run in this account's own lease. */
  running: number;
  owed: number;
  /** Tokens of misses that are still free today. */
  missesLeft: number;
};
