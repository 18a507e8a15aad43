import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { raiseAlert } from "../../platform/alerts.ts";
import { upstreamFailure } from "../facts/finding.ts";

/** A vendor that an operator may have a key for. */
export type Vendor = {
  /** The `source` in answers and the name in `VENDOR_ORDER`. */
  name: "pdl" | "brave" | "cloudflare" | "hunter" | "theirstack";
  url: string;
  confidence: number;
  keyName: "PDL_API_KEY" | "BRAVE_API_KEY" | "WEB_SEARCH" | "HUNTER_API_KEY" | "THEIRSTACK_API_KEY";
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

const OPERATOR_RETRY_SECONDS = 300;

/** The failure that a status other than 200 means; `limited` is that of 429. */
export function failureOf(status: number, limited: VendorFailure): VendorFailure {
  if (status === 401 || status === 403) return { status: "auth_failed" };
  if (status === 402) return { status: "out_of_credits" };
  if (status === 429) return limited;
  return { status: status < 500 ? "bad_request" : "unavailable" };
}

/** A failure as callers see it, in our own words without the vendor's text. */
export function errorOf({ name }: Vendor, failure: VendorFailure): AppError {
  const cause = { vendor: name, ...failure };
  if (failure.status !== "auth_failed" && failure.status !== "out_of_credits")
    return upstreamFailure("A vendor", failure, cause);
  const detail = "A vendor refuses this deployment at the moment. The operator has been notified; nothing was charged.";
  return new AppError("upstream_unavailable", detail, { retryAfterSeconds: OPERATOR_RETRY_SECONDS, cause });
}

/** Raises an alert for what only the operator can fix. */
export async function alertOperator(env: Env, { name, keyName }: Vendor, { status }: VendorFailure): Promise<void> {
  if (status === "rate_limited" || status === "timeout" || status === "unavailable") return;
  await raiseAlert(env, "vendor_alert", { vendor: name, problem: status, see: keyName });
}

/** The sources of vendors in the operator's order (`VENDOR_ORDER`); those not in it come last. */
export function inOperatorsOrder<VendorSource extends { name: string }>(
  { VENDOR_ORDER }: Config,
  sources: readonly VendorSource[],
): VendorSource[] {
  const rank = ({ name }: VendorSource) => VENDOR_ORDER.indexOf(name) >>> 0;
  return sources.toSorted((a, b) => rank(a) - rank(b));
}
