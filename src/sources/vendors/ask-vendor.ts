import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { isObject, parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds, secondsUntil } from "../../lib/retry-after.ts";
import { DAY_MS } from "../../lib/time.ts";
import { raiseAlert } from "../../platform/alerts.ts";
import { dataOf } from "../../platform/data-database.ts";
import { sql } from "../../platform/database.ts";
import { type SourceContext, takeWork } from "../../platform/outbound/context.ts";
import { type FactKind, recall, remember } from "../../platform/outbound/fact-cache.ts";
import { outboundFor, postJson } from "../../platform/outbound/outbound.ts";
import { type Finding, upstreamFailure } from "../facts/finding.ts";
import { reserveCredits } from "./spending.ts";

/** A vendor that an operator may have a key for. */
export type Vendor = {
  /** The `source` in answers and the name in `VENDOR_ORDER`. */
  name: string;
  url: string;
  confidence: number;
  keyName: Extract<keyof Config, `${string}_API_KEY` | "WEB_SEARCH">;
  headers?(apiKey: string): Record<string, string>;
  /** What this vendor means by statuses that do not mean the same with most ({@link outcomeOf}). */
  meanings?: Record<number, VendorOutcome<never>>;
};

/** For the operator to fix are the first three: a wrong key, no credits, a refused query. */
export type VendorFailure = {
  status: "auth_failed" | "out_of_credits" | "bad_request" | "rate_limited" | "unavailable" | "timeout";
  retryAfterSeconds?: number;
};

/** The outcome of one call, without the vendor's own statuses and texts. A person may have objected to be found. */
export type VendorOutcome<T> =
  | { status: "found"; data: T; credits: number }
  | { status: "nothing"; credits: number; reason?: "person_objected" }
  | VendorFailure;

/** The sources of vendors in the operator's order (`VENDOR_ORDER`); those not in it come last. */
export function inOperatorsOrder<T extends { name: string }>({ VENDOR_ORDER }: Config, sources: readonly T[]): T[] {
  const rank = ({ name }: T) => VENDOR_ORDER.indexOf(name) >>> 0;
  return sources.toSorted((a, b) => rank(a) - rank(b));
}

type Question<T> = {
  /** What the call may cost; 1 by default. */
  credits?: number;
  call(): Promise<VendorOutcome<T>>;
  /** The kind of the answer in the cache; without it the answer is not kept. */
  kind?: FactKind;
  /** Its key, which begins with the company's domain, so that erasure finds it. */
  key?: string;
  /** How long an answer is kept; 30 days by default. */
  keptMs?: number;
};

/** A cache entry: an answer, or the marker of a request in progress. */
type Entry<T> = VendorOutcome<T> | { status: "asking" };

const FOUND_FOR_MS = 30 * DAY_MS;
const NOTHING_FOR_MS = DAY_MS;
/** Longer than any call: a marker this old belongs to a request that died. */
const ASKING_FOR_MS = 20_000;
/** A failure is shared with callers that are already waiting; the next caller asks again. */
const FAILED_FOR_MS = 5_000;
/** Between two looks for an answer that another request is fetching; each look is two queries. */
const PAUSE_MS = 500;
/** Queries to take the turn, reserve credits and book them, counted up front so that a paid answer can always be booked. */
const BOOKING_QUERIES = 3;

/** Asks a vendor once for all concurrent callers, and keeps the answer if it has a kind. `skipped` when the credits are used up. */
export async function askVendor<T>(context: SourceContext, vendor: Vendor, question: Question<T>): Promise<Finding<T>> {
  const { kind, key = "", keptMs = FOUND_FOR_MS } = question;
  if (!context.config[vendor.keyName]) return { status: "not_configured", variables: [vendor.keyName] };
  const since = Date.now();
  if (!kind) {
    const outcome = await ask<T>(context, vendor, question);
    return outcome ? tell(vendor, outcome) : overBudget();
  }
  if (!takeWork(context, BOOKING_QUERIES)) return tell(vendor, { status: "unavailable" });
  for (;;) {
    const known = await recall<Entry<T>>(context, kind, key);
    if (known && known.data.status !== "asking") {
      const answer = tell(vendor, known.data, known.observedAt);
      // A failure is shared with those who were waiting.
      if (answer.status !== "failed" || known.observedAt >= since) return answer;
    }
    if (await takeTurn(context, kind, key)) break;
    if (context.signal.aborted) return tell(vendor, { status: "timeout" });
    await scheduler.wait(PAUSE_MS);
  }

  const outcome = await ask<T>(context, vendor, question);
  const lifetimes = { found: keptMs, nothing: Math.min(keptMs, NOTHING_FOR_MS) };
  const lifetime = outcome && "credits" in outcome ? lifetimes[outcome.status] : FAILED_FOR_MS;
  // Without an outcome the mark ends at once, and the next may try.
  await remember(context, kind, key, outcome ?? { status: "asking" }, outcome ? lifetime : 0);
  return outcome ? tell(vendor, outcome) : overBudget();
}

function overBudget(): Finding<never> {
  const reason = "daily_vendor_budget_used_up";
  const detail =
    "Today's share of paid look-ups of this organisation is used up, and no other source has an answer. Nothing was charged. It is renewed at midnight UTC; plans with a purchase have a larger share.";
  const retryAfterSeconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000);
  const error = new AppError("upstream_unavailable", detail, { retryAfterSeconds, cause: reason });
  return { status: "skipped", reason, error };
}

/** True for the one caller that may ask; false while there is an answer, or another request is asking. */
async function takeTurn({ env }: SourceContext, kind: FactKind, key: string): Promise<boolean> {
  const mark = JSON.stringify({ status: "asking" } satisfies Entry<never>);
  const taken = await sql(
    await dataOf(env),
    `INSERT INTO source_cache (kind, key, data_json, observed_at, expires_at) VALUES (@kind, @key, @mark, @now, @until)
     ON CONFLICT (kind, key) DO UPDATE SET data_json = @mark, observed_at = @now, expires_at = @until
       WHERE expires_at <= @now OR data_json->>'status' NOT IN ('asking', 'found', 'nothing') RETURNING 1`,
    { kind, key, mark, now: Date.now(), until: Date.now() + ASKING_FOR_MS },
  ).first();
  return taken !== null;
}

/** One call, its credits reserved and booked; null when the budget does not allow it. */
async function ask<T>(context: SourceContext, vendor: Vendor, { credits = 1, call }: Question<T>) {
  const reserved = await reserveCredits(context, vendor.name, credits);
  if (!reserved) return null;
  const outcome = await call();
  // The vendor may bill a call that timed out.
  await reserved.spent("credits" in outcome ? outcome.credits : outcome.status === "timeout" ? credits : 0);
  if ("credits" in outcome) return outcome;
  const { status: problem } = outcome;
  log("error", "vendor_failed", { vendor: vendor.name, reason: problem });
  // The others pass without the operator.
  if (problem === "auth_failed" || problem === "out_of_credits" || problem === "bad_request")
    await raiseAlert(context.env, "vendor_alert", { vendor: vendor.name, problem, see: vendor.keyName });
  return outcome;
}

const OPERATOR_RETRY_SECONDS = 300;

/** An outcome as callers see it, `cached` from `seenAt`; failures in our own words, without the vendor's text. */
function tell<T>({ name, url, confidence }: Vendor, outcome: VendorOutcome<T>, seenAt?: number): Finding<T> {
  if (outcome.status === "nothing") return { status: "not_found", reason: outcome.reason ?? "unknown_to_vendor" };
  if (outcome.status === "found") {
    const seen = { observedAt: seenAt ?? Date.now(), cached: seenAt !== undefined };
    return { status: "found", data: outcome.data, evidence: [{ url, kind: "vendor" }], confidence, ...seen };
  }
  const cause = { vendor: name, ...outcome };
  if (outcome.status !== "auth_failed" && outcome.status !== "out_of_credits")
    return { status: "failed", error: upstreamFailure("A vendor", outcome, cause) };
  const detail = "A vendor refuses this deployment at the moment. The operator has been notified; nothing was charged.";
  const error = new AppError("upstream_unavailable", detail, { retryAfterSeconds: OPERATOR_RETRY_SECONDS, cause });
  return { status: "failed", error };
}

/** Within the time of a call, also for a vendor that answers 202 while it is searching. */
const TIME_LIMIT_MS = 15_000;
const REPEAT_AFTER_MS = 1_500;
/** How long to wait after a rate limit that does not say so. */
const LIMIT_SECONDS = 10;

/** One query of a vendor: a GET, or a POST of `query`. `read` gets the body of a 200, a JSON object. Never throws. */
export async function requestVendor<T>(
  context: SourceContext,
  { keyName, headers, meanings }: Vendor,
  { url, query }: { url: string; query?: object },
  read: (body: Record<string, unknown>, headers: Headers) => VendorOutcome<T> | Promise<VendorOutcome<T>>,
): Promise<VendorOutcome<T>> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const key = headers?.(String(context.config[keyName]));
  const init = query ? postJson(query, key) : { headers: { ...key } };
  while (!signal.aborted) {
    const reply = await outbound.api(url, init, { timeoutMs: TIME_LIMIT_MS });
    if (reply.status !== "ok") return { status: reply.status === "timeout" ? "timeout" : "unavailable" };
    if (reply.httpStatus === 200) {
      const body = parseJson(reply.text);
      return isObject(body) ? read(body, reply.headers) : { status: "unavailable" };
    }
    if (reply.httpStatus !== 202) return outcomeOf(reply, meanings);
    await scheduler.wait(REPEAT_AFTER_MS, { signal }).catch(() => {});
  }
  return { status: "timeout" };
}

/** What an answer other than 200 means. Brave's headers have two values, for the second and for the month, e.g. `0, 14999`. */
export function outcomeOf(
  { httpStatus: status, headers }: { httpStatus: number; headers: Headers },
  meanings: Vendor["meanings"] = {},
): VendorOutcome<never> {
  const meant = meanings[status] ?? USUAL[status] ?? { status: status < 500 ? "bad_request" : "unavailable" };
  if (meant.status !== "rate_limited") return meant;
  if (/,\s*0\s*$/.test(headers.get("X-RateLimit-Remaining") ?? "")) return { status: "out_of_credits" };
  const reset = headers.get("X-RateLimit-Reset")?.split(",")[0] ?? null;
  return { ...meant, retryAfterSeconds: retryAfterSeconds(headers) ?? secondsUntil(reset) ?? LIMIT_SECONDS };
}

const USUAL: Vendor["meanings"] & object = {
  401: { status: "auth_failed" },
  402: { status: "out_of_credits" },
  403: { status: "auth_failed" },
  429: { status: "rate_limited" },
};
