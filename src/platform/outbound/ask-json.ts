import { parseJson } from "../../lib/loose-json.ts";
import type { SourceContext } from "./context.ts";
import { type ApiRequest, outboundFor } from "./outbound.ts";

/** The error that callers see when a source fails. */
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
  | { status: "ok"; body: unknown }
  | { status: "not_found" }
  | { status: "failed"; reason: FailureReason };

/** Asks an open-data API for JSON; a body that is none is a failure whatever its status. Never throws. */
export async function askJson(context: SourceContext, url: string, init: ApiRequest = {}): Promise<JsonAnswer> {
  const reply = await outboundFor(context).api(url, init);
  if (reply.status === "timeout") return { status: "failed", reason: "timeout" };
  if (reply.status !== "ok") return { status: "failed", reason: "unavailable" };
  const body = parseJson(reply.text);
  if (reply.httpStatus === 404) return { status: "not_found" };
  if (
    reply.httpStatus === 429 ||
    (reply.httpStatus === 200 && /\blimit requests?\b/i.test(reply.text.slice(0, 500)) && !body)
  ) {
    return { status: "failed", reason: "rate_limited" };
  }
  if (reply.httpStatus === 503) return { status: "failed", reason: "unavailable" };
  return reply.httpStatus === 200 && body !== undefined
    ? { status: "ok", body }
    : { status: "failed", reason: "upstream_error" };
}
