import { parseJson } from "../../lib/loose-json.ts";
import type { SourceContext } from "./context.ts";
import { type ApiRequest, outboundFor } from "./outbound.ts";

/** Why a source could not say anything, as callers are told. */
export type FailureReason =
  | "timeout"
  | "rate_limited"
  | "unavailable"
  | "upstream_error"
  | "not_configured"
  | "blocked_by_site"
  | "disallowed_by_robots"
  | "domain_has_no_dns";

export type JsonAnswer =
  | { state: "ok"; body: unknown }
  | { state: "not_found" }
  | { state: "failed"; reason: FailureReason };

/**
 * Asks an open-data API for JSON. A body that is no JSON is a failure whatever its status: some of these APIs put their
 * notices, as text, into a 200. Never throws.
 */
export async function askJson(
  context: SourceContext,
  url: string,
  init: ApiRequest = {},
  maxBytes?: number,
): Promise<JsonAnswer> {
  const reply = await outboundFor(context).api(url, init, maxBytes ? { maxBytes } : {});
  if (reply.state === "timeout") return { state: "failed", reason: "timeout" };
  if (reply.state !== "ok") return { state: "failed", reason: "unavailable" };
  const body = parseJson(reply.text);
  if (reply.status === 404) return { state: "not_found" };
  if (
    reply.status === 429 ||
    (reply.status === 200 && /\blimit requests?\b/i.test(reply.text.slice(0, 500)) && !body)
  ) {
    return { state: "failed", reason: "rate_limited" };
  }
  if (reply.status === 503) return { state: "failed", reason: "unavailable" };
  return reply.status === 200 && body !== undefined
    ? { state: "ok", body }
    : { state: "failed", reason: "upstream_error" };
}
