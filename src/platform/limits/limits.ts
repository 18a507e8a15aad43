import ipaddr from "ipaddr.js";
import { FALLBACK_RETRY_AFTER_SECONDS, RATE_WINDOW_SECONDS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import type { ClientAddress } from "../client-address.ts";
import type { Window } from "./arithmetic.ts";

/** The `RateLimit` and `RateLimit-Policy` fields (draft-ietf-httpapi-ratelimit-headers-11). */
export type RateHeaders = { "RateLimit-Policy": string; RateLimit: string };
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

/** What may be used up, and how often: `what` is the subject of the error. */
export type Budget = { name: string; windows: Window[]; what: string };

/** Uses a budget once. Throws `rate_limited` when it is used up, and fails closed: `temporarily_unavailable`. */
export async function spendBudget(env: Env, { name, what, windows }: Budget): Promise<void> {
  const spent = env.RATE_LIMITER.getByName(name).spend(windows);
  const { allowed, retryAfterMs } = await spent.catch((cause: unknown) => {
    throw new AppError("temporarily_unavailable", "Try again in a few seconds.", { retryAfterSeconds: 5, cause });
  });
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const detail = `Too many ${what}. Try again in ${seconds} s.`;
  throw new AppError("rate_limited", detail, { retryAfterSeconds: seconds });
}

/** Uses several budgets once each; if one is used up, those before it are given back. */
export const spendBudgets = (env: Env, budgets: Budget[]) => withBudgets(env, budgets, async () => {});

/** Does something that costs one use of each budget; they are given back when it fails. */
export async function withBudgets<T>(env: Env, budgets: Budget[], work: () => Promise<T>): Promise<T> {
  const spent: Budget[] = [];
  try {
    for (const each of budgets) {
      await spendBudget(env, each);
      spent.push(each);
    }
    return await work();
  } catch (error) {
    await Promise.allSettled(spent.map((each) => returnBudget(env, each)));
    throw error;
  }
}

/** Gives one use of a budget back. */
export async function returnBudget(env: Env, { name }: Budget): Promise<void> {
  await env.RATE_LIMITER.getByName(name).giveBack();
}

/** Forgets all uses of a budget. */
export async function forgetBudget(env: Env, { name }: Budget): Promise<void> {
  await env.RATE_LIMITER.getByName(name).forget();
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
