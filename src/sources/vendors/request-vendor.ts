import type { Config } from "../../config.ts";
import { isObject, parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds, secondsUntil } from "../../lib/retry-after.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";

type Reply = { httpStatus: number; headers: Headers; text: string };

/** A vendor that an operator may have a key for. */
export type Vendor = {
  /** The `source` in answers and the name in `VENDOR_ORDER`. */
  name: string;
  url: string;
  confidence: number;
  keyName: Extract<keyof Config, `${string}_API_KEY` | "WEB_SEARCH">;
  /** How long to wait after a rate limit that does not say so; a minute by default. */
  limitSeconds?: number;
  headers?(apiKey: string): Record<string, string>;
  /** What this vendor means by an answer other than 200, where it is not what most mean ({@link failureOf}). */
  meaning?(reply: Reply, waitSeconds: number): VendorOutcome<never> | undefined;
};

export type VendorFailure =
  /** For the operator to fix: a wrong key, no credits. */
  | { status: "auth_failed" | "out_of_credits" }
  | { status: "rate_limited"; retryAfterSeconds: number }
  /** The query is refused, the vendor fails or times out, or its answer cannot be read. */
  | { status: "bad_request" | "unavailable" | "timeout" };

/** The outcome of one call, without the vendor's own statuses and texts. */
export type VendorOutcome<T> =
  | { status: "ok"; data: T; credits: number }
  /** With a reason when the vendor says that the person has objected. */
  | { status: "not_found"; credits: number; reason?: "person_objected" }
  | VendorFailure;

/** Within the time of a call, also for a vendor that answers 202 while it is searching. */
const TIME_LIMIT_MS = 15_000;
const REPEAT_AFTER_MS = 1_500;
const LIMIT_SECONDS = 60;

/** One query of a vendor: a GET, or a POST of `query`. `read` gets the body of a 200, a JSON object. Never throws. */
export async function requestVendor<T>(
  context: SourceContext,
  { keyName, headers, limitSeconds = LIMIT_SECONDS, meaning }: Vendor,
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
    if (reply.httpStatus !== 202) {
      // Brave has a header of its own, with a value for each of its two limits.
      const reset = reply.headers.get("X-RateLimit-Reset")?.split(",")[0] ?? null;
      const waitSeconds = retryAfterSeconds(reply.headers) ?? secondsUntil(reset) ?? limitSeconds;
      return meaning?.(reply, waitSeconds) ?? failureOf(reply.httpStatus, waitSeconds);
    }
    await scheduler.wait(REPEAT_AFTER_MS, { signal }).catch(() => {});
  }
  return { status: "timeout" };
}

/** The failure that a status other than 200 means with most vendors. */
export function failureOf(status: number, retryAfterSeconds: number): VendorFailure {
  if (status === 401 || status === 403) return { status: "auth_failed" };
  if (status === 402) return { status: "out_of_credits" };
  if (status === 429) return { status: "rate_limited", retryAfterSeconds };
  return { status: status < 500 ? "bad_request" : "unavailable" };
}
