import { isObject, parseJson } from "../../lib/loose-json.ts";
import { retryAfterSeconds, secondsUntil } from "../../lib/retry-after.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";

/** A vendor that an operator may have a key for. */
export type Vendor = {
  /** The `source` in answers and the name in `VENDOR_ORDER`. */
  name: "pdl" | "brave" | "cloudflare" | "hunter" | "theirstack" | "trustpilot";
  url: string;
  confidence: number;
  keyName:
    | "PDL_API_KEY"
    | "BRAVE_API_KEY"
    | "WEB_SEARCH"
    | "HUNTER_API_KEY"
    | "THEIRSTACK_API_KEY"
    | "TRUSTPILOT_API_KEY";
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

type Reply = { httpStatus: number; headers: Headers; text: string };

/** A vendor that is asked over HTTP with its key. */
export type HttpVendor = Vendor & {
  headers(apiKey: string): Record<string, string>;
  /** How long to wait after a rate limit that does not say so. */
  limitSeconds: number;
  /** What this vendor means by an answer other than 200, where it is not what most mean ({@link failureOf}). */
  meaning?(reply: Reply, waitSeconds: number): VendorOutcome<never> | undefined;
};

/** Within the time of a call, also for a vendor that answers 202 while it is searching. */
const TIME_LIMIT_MS = 15_000;
const REPEAT_AFTER_MS = 1_500;

/** One query of a vendor: a GET, or a POST of `query`. `read` gets the body of a 200, a JSON object. Never throws. */
export async function requestVendor<T>(
  context: SourceContext,
  { headers, limitSeconds, meaning }: HttpVendor,
  apiKey: string,
  { url, query }: { url: string; query?: object },
  read: (body: Record<string, unknown>, headers: Headers) => VendorOutcome<T> | Promise<VendorOutcome<T>>,
): Promise<VendorOutcome<T>> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  const outbound = outboundFor({ ...context, signal });
  const posted = query && { method: "POST" as const, body: JSON.stringify(query) };
  const init = { ...posted, headers: { ...headers(apiKey), ...(query && { "Content-Type": "application/json" }) } };
  while (!signal.aborted) {
    const reply = await outbound.api(url, init, { timeoutMs: TIME_LIMIT_MS });
    if (reply.status !== "ok") return { status: reply.status === "timeout" ? "timeout" : "unavailable" };
    if (reply.httpStatus === 200) {
      const body = parseJson(reply.text);
      return isObject(body) ? read(body, reply.headers) : { status: "unavailable" };
    }
    if (reply.httpStatus !== 202) {
      const waitSeconds = waitOf(reply.headers) ?? limitSeconds;
      return meaning?.(reply, waitSeconds) ?? failureOf(reply.httpStatus, waitSeconds);
    }
    await scheduler.wait(REPEAT_AFTER_MS, { signal }).catch(() => {});
  }
  return { status: "timeout" };
}

/** Seconds until a vendor may be asked again: some have a header of their own, Brave with a value for each of its two limits. */
function waitOf(headers: Headers): number | null {
  return retryAfterSeconds(headers) ?? secondsUntil(headers.get("X-RateLimit-Reset")?.split(",")[0] ?? null);
}

/** The failure that a status other than 200 means with most vendors. */
export function failureOf(status: number, retryAfterSeconds: number): VendorFailure {
  if (status === 401 || status === 403) return { status: "auth_failed" };
  if (status === 402) return { status: "out_of_credits" };
  if (status === 429) return { status: "rate_limited", retryAfterSeconds };
  return { status: status < 500 ? "bad_request" : "unavailable" };
}
