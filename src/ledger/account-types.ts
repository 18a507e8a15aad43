import type { Category, Plan } from "../constants.ts";
import type { takeOne } from "../platform/limits/arithmetic.ts";
import type { Earlier, IdempotentCall } from "./stored-answers.ts";

/** The caller's organisation and key, as the account object read them from D1. */
export type Account = {
  organisationId: string;
  keyId: string;
  /** Of an access token: the connection it belongs to. */
  connectionId: string | null;
  /** It has a spending cap or categories, or is an access token: it manages only what it made itself. */
  isLimited: boolean;
  /** The tools that the key may call, as it says itself; absent for all. */
  categories?: readonly Category[];
  plan: Plan;
  /** Spendable tokens: the balance and the unused part of the lease. */
  balance: number;
  owed: number;
  /** Auto-reload is due when fewer tokens are available; null without auto-reload. */
  reloadBelow: number | null;
  /** The call log keeps what was asked about. Absent where D1 was asked instead of the account object: then it does not. */
  keepsSubjects?: boolean;
};

export type CallRequest = {
  /** Id of the call, by which opening it is idempotent. */
  id: string;
  key: { id: string; hash: string };
  /** The request will be refused anyway (unknown tool, bad body, 501): only key and rate are checked. */
  refused?: boolean;
  /** The request has been counted: it is opened again after its payment was taken, which is not refused for the rate. */
  isCounted?: boolean;
  tool: string;
  /** 0: the call is free. */
  tokens: number;
  label: string | null;
  idempotent: IdempotentCall | null;
};

export type RateState = Pick<ReturnType<typeof takeOne>, "remaining" | "resetMs" | "retryAfterMs"> & {
  perMinute: number;
};

export type BeginAnswer =
  | { status: "unauthorised" }
  | { status: "cancelled" }
  | { status: "limited"; rate: RateState }
  /** Key and rate are accepted, and there is no call to end. */
  | { status: "passed"; rate: RateState; account: Account }
  /** The call is open: end it with `settle` or `cancel`. */
  | { status: "open"; rate: RateState; account: Account }
  | { status: "insufficient"; rate: RateState; account: Account }
  /** A cap of its key or connection has `capLeft` tokens left. */
  | { status: "capped"; rate: RateState; account: Account; capLeft: number }
  | (Earlier & { rate: RateState; account: Account });

export type Settlement = {
  id: string;
  /** At most what was held. */
  tokens: number;
  /** The call found nothing and paid no vendor: it is free within the day's allowance. */
  isMiss?: boolean;
  /** It was answered from what is stored. */
  isWarm?: boolean;
  /** The answer of an idempotent call. With `json` null its repeats are refused. */
  answer?: { key: string; json: string | null };
};

/** `ended`: the call had ended before, and its answer must not be delivered. */
export type Settled = { status: "settled"; tokens: number } | { status: "ended" };

export type AccountStatement = {
  plan: Plan;
  /** Spendable tokens. */
  available: number;
  /** Tokens held by running calls and by batches. */
  held: number;
  /** Tokens held by running calls in the account's own lease. */
  running: number;
  owed: number;
  /** Tokens left of today's allowance for free misses. */
  missesLeft: number;
};
