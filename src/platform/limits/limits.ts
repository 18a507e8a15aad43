import ipaddr from "ipaddr.js";
import type { Config } from "../../config.ts";
import {
  CLAIM_POLLS_PER_MINUTE,
  ENDPOINT_REQUESTS_PER_HOST_HOUR,
  ENDPOINT_REQUESTS_PER_HOUR,
  FALLBACK_RETRY_AFTER_SECONDS,
  PAYMENTS_PER_MINUTE,
  PRIVACY_LINK_USES_PER_HOUR,
  RATE_WINDOW_SECONDS,
  UNPROVED_OBJECTIONS_PER_DAY,
} from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { ClientAddress } from "../client-address.ts";
import type { Window } from "./arithmetic.ts";

/** The `RateLimit` and `RateLimit-Policy` fields (draft-ietf-httpapi-ratelimit-headers-11). */
export type RateHeaders = { "RateLimit-Policy": string; RateLimit: string };
/** The account object's state of the organisation's rate limit. */
type Rate = { perMinute: number; remaining: number; resetMs: number; retryAfterMs: number };

export function rateHeaders({ perMinute, remaining, resetMs }: Rate): RateHeaders {
  return {
    "RateLimit-Policy": `"organisation";q=${perMinute};w=${RATE_WINDOW_SECONDS}`,
    RateLimit: `"organisation";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  };
}

export function tooManyRequests(rate: Rate): AppError {
  const seconds = Math.max(1, Math.ceil(rate.retryAfterMs / 1000));
  const detail = `Your organisation may make ${rate.perMinute} requests a minute. Wait ${seconds} s.`;
  return new AppError("rate_limited", detail, { retryAfterSeconds: seconds, headers: rateHeaders(rate) });
}

export type Budget = { name: string; windows: Window[]; what: string };

/** An address, and the network (SHA-256) that asked for its code. `addressHash` is the lasting hash of the normalised address. */
export type CodeTarget = { purpose: "key" | "console"; addressHash: string; networkHash: string };

/**
 * Wrong codes for one address: of claims that one network asked for, and of all claims. A stranger who uses up the first
 * leaves the owner's claims alone; the console counts its own, so the owner can always sign in there.
 */
export function wrongCodeBudgets(config: Config, { purpose, addressHash, networkHash }: CodeTarget): Budget[] {
  const address = `codes-${purpose}:${addressHash}`;
  const day = (limit: number) => [{ limit, windowMs: DAY_MS }];
  return [
    {
      name: `${address}:${networkHash}`,
      what: "wrong codes for this address from this network",
      windows: day(config.CODE_FAILURES_PER_NETWORK_DAY),
    },
    { name: address, what: "wrong codes for this address", windows: day(config.CODE_FAILURES_PER_ADDRESS_DAY) },
  ];
}

/** Uses of one mailed link that shows stored data. */
export function privacyLinkBudget(id: string): Budget {
  return {
    name: `privacy-link:${id}`,
    what: "uses of this link",
    windows: [{ limit: PRIVACY_LINK_USES_PER_HOUR, windowMs: HOUR_MS }],
  };
}

/** People whom addresses that prove nothing withhold at one company: anybody can name anybody. */
export function unprovedObjectionBudget(domain: string): Budget {
  return {
    name: `objections:${domain}`,
    what: "requests about people of this company from addresses elsewhere. One at the company is accepted now",
    windows: [{ limit: UNPROVED_OBJECTIONS_PER_DAY, windowMs: DAY_MS }],
  };
}

const PAYMENT_WINDOWS = [{ limit: PAYMENTS_PER_MINUTE, windowMs: MINUTE_MS }];

/** Payments without a key from one network: each costs calls of the facilitator. */
export function payingNetworkBudget(ip: string): Budget {
  return { name: `payments-ip:${ipNetworkOf(ip)}`, what: "payments from this address", windows: PAYMENT_WINDOWS };
}

/** Payments without a key of one wallet, which has signed them. */
export function payerBudget(payer: string): Budget {
  return { name: `payments-payer:${payer}`, what: "payments of this wallet", windows: PAYMENT_WINDOWS };
}

/** Uses of one message that a wallet signed to sign in; it is valid for half of this time. */
export function walletNonceBudget(address: string, nonce: string): Budget {
  const windows = [{ limit: 1, windowMs: 10 * MINUTE_MS }];
  return { name: `wallet-nonce:${address}:${nonce}`, what: "uses of this message", windows };
}

/** Requests that an owner has sent to webhook endpoints by hand: challenges, tests, resends; and to one host by all owners. */
export function endpointBudgets(organisationId: string, host: string): Budget[] {
  const hourly = (limit: number) => [{ limit, windowMs: HOUR_MS }];
  const what = "webhook requests sent by hand";
  return [
    { name: `endpoints-organisation:${organisationId}`, what, windows: hourly(ENDPOINT_REQUESTS_PER_HOUR) },
    { name: `endpoints-host:${host}`, what: `${what} to this host`, windows: hourly(ENDPOINT_REQUESTS_PER_HOST_HOUR) },
  ];
}

/** Polls of one claim. */
export function pollBudget(claimHash: string): Budget {
  return {
    name: `polls-claim:${claimHash}`,
    what: "polls of this claim",
    windows: [{ limit: CLAIM_POLLS_PER_MINUTE, windowMs: MINUTE_MS }],
  };
}

/** Uses a budget once. Throws `rate_limited` when it is used up, and fails closed: `temporarily_unavailable`. */
export async function spendBudget(env: Env, budget: Budget): Promise<void> {
  let answer: { allowed: boolean; retryAfterMs: number };
  try {
    answer = await env.RATE_LIMITER.getByName(budget.name).spend(budget.windows);
  } catch (cause) {
    throw new AppError("temporarily_unavailable", "Try again in a few seconds.", { retryAfterSeconds: 5, cause });
  }
  if (answer.allowed) return;
  const seconds = Math.max(1, Math.ceil(answer.retryAfterMs / 1000));
  throw new AppError("rate_limited", `Too many ${budget.what}. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}

/** Uses several budgets once each; if one is used up, those before it are given back. */
export async function spendBudgets(env: Env, budgets: Budget[]): Promise<void> {
  for (const [index, budget] of budgets.entries()) {
    try {
      await spendBudget(env, budget);
    } catch (error) {
      await Promise.allSettled(budgets.slice(0, index).map((spent) => returnBudget(env, spent)));
      throw error;
    }
  }
}

/** Does something that costs one use of each budget; they are given back when it fails. */
export async function withBudgets<T>(env: Env, budgets: Budget[], work: () => Promise<T>): Promise<T> {
  await spendBudgets(env, budgets);
  try {
    return await work();
  } catch (error) {
    await Promise.allSettled(budgets.map((budget) => returnBudget(env, budget)));
    throw error;
  }
}

/** Gives one use of a budget back. */
export async function returnBudget(env: Env, budget: Budget): Promise<void> {
  await env.RATE_LIMITER.getByName(budget.name).giveBack();
}

/** Forgets all uses of a budget. */
export async function forgetBudget(env: Env, budget: Budget): Promise<void> {
  await env.RATE_LIMITER.getByName(budget.name).forget();
}

/** The cause of a 401 that cost no I/O: the key's tag or age is wrong. */
export const FORGED = "forged";

/** Turns the 401 of an address that keeps sending dead keys into a 429; a forged key costs nothing and needs no shield. */
export async function shieldFromFlood(env: Env, client: ClientAddress, error: AppError): Promise<AppError> {
  if (error.code !== "invalid_token" || error.cause === FORGED) return error;
  const { success } = await env.FLOOD_SHIELD.limit({ key: ipNetworkOf(client.ip ?? "") });
  if (success) return error;
  return new AppError("rate_limited", "Too many bad credentials from this address. Get a key first.", {
    retryAfterSeconds: FALLBACK_RETRY_AFTER_SECONDS,
  });
}

/** Limits how often a client without credentials reads from D1: nothing else limits those pages. Throws `rate_limited`. */
export function shieldRead(env: Env, ip: string | null): Promise<void> {
  return shieldNetwork(env, ip, "read:", "Too many requests from this network. Wait a minute.");
}

/** Limits what clients of one network do; `kind` names it. Throws `rate_limited` with `detail`. */
export async function shieldNetwork(
  { FLOOD_SHIELD }: Pick<Env, "FLOOD_SHIELD">,
  ip: string | null,
  kind: string,
  detail: string,
): Promise<void> {
  const { success } = await FLOOD_SHIELD.limit({ key: `${kind}${ipNetworkOf(ip ?? "")}` });
  if (success) return;
  throw new AppError("rate_limited", detail, { retryAfterSeconds: FALLBACK_RETRY_AFTER_SECONDS });
}

/** The key of a client in budgets: an IPv4 address, or the /64 (or wider) network of an IPv6 address. */
export function ipNetworkOf(ip: string, prefixBits: 48 | 64 = 64): string {
  if (!ipaddr.isValid(ip)) return "unknown";
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return `${(address as ipaddr.IPv6).parts
    .slice(0, prefixBits / 16)
    .map((part) => part.toString(16))
    .join(":")}::/${prefixBits}`;
}
