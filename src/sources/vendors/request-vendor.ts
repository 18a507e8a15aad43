import type { Config } from "../../config.ts";
import { isObject, parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds, secondsUntil } from "../../lib/retry-after.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";

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
  const init = query
    ? { method: "POST" as const, headers: { ...key, "Content-Type": "application/json" }, body: JSON.stringify(query) }
    : { headers: { ...key } };
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
