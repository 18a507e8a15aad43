import { ERRORS, type ErrorCode } from "../errors.ts";

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** Headers of refusals; every answer of a tool has those of {@link HEADERS} that apply. */
export const TOOL_HEADERS = {
  ...header("X-Request-Id"),
  ...header("X-Tokens-Charged"),
  ...header("X-Tokens-Balance"),
  ...header("RateLimit"),
  ...header("RateLimit-Policy"),
};
export const REPLAY_HEADER = header("Idempotent-Replayed");
export const LOCATION_HEADER = header("Location");

const described = (description: string, type = "string") => ({ description, schema: { type } });

export const HEADERS = {
  "X-Request-Id": described("Identifies this request; quote it when you ask for help"),
  "X-Tokens-Charged": described("Tokens this call cost; 0 on a replay and on every refusal", "integer"),
  "X-Tokens-Balance": described("Tokens left, once the ledger has answered", "integer"),
  RateLimit: described("Requests left and seconds until all are back, once the limiter has answered"),
  "RateLimit-Policy": described("Requests in a window of seconds"),
  "Retry-After": described("Whole seconds after which a retry succeeds, or after which to ask again", "integer"),
  Location: described("URL of the status of the work that was started"),
  "Idempotent-Replayed": described("`true` when this is the stored answer of an earlier call"),
  "WWW-Authenticate": described("What kind of credentials are missing, and where to get them"),
};

/** Only where machine payments are on. */
export const WALLET_HEADERS = {
  "PAYMENT-REQUIRED": described("What to pay, and where: base64 of x402 JSON, version 2"),
};

const WAIT: ErrorCode[] = [
  "authorization_pending",
  "slow_down",
  "idempotency_in_progress",
  "rate_limited",
  "payment_pending",
  "upstream_unavailable",
  "temporarily_unavailable",
];

/** Additional headers of answers with one of `codes`. */
export function errorHeaders(codes: ErrorCode[]): Record<string, unknown> {
  return {
    ...(codes.some((code) => ERRORS[code][0] === 401) ? header("WWW-Authenticate") : {}),
    ...(codes.includes("payment_required") ? header("PAYMENT-REQUIRED") : {}),
    ...(codes.some((code) => WAIT.includes(code)) ? header("Retry-After") : {}),
  };
}
