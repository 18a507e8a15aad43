import { ERRORS, type ErrorCode } from "../errors.ts";

const text = { type: "string" };
const whole = { type: "integer" };
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

export const HEADERS = {
  "X-Request-Id": { description: "Identifies this request; quote it when you ask for help", schema: text },
  "X-Tokens-Charged": { description: "Tokens this call cost; 0 on a replay and on every refusal", schema: whole },
  "X-Tokens-Balance": { description: "Tokens left, once the ledger has answered", schema: whole },
  RateLimit: {
    description: "Requests left and seconds until all are back, once the limiter has answered",
    schema: text,
  },
  "RateLimit-Policy": { description: "Requests in a window of seconds", schema: text },
  "Retry-After": {
    description: "Whole seconds after which a retry succeeds, or after which to ask again",
    schema: whole,
  },
  Location: { description: "URL of the status of the work that was started", schema: text },
  "Idempotent-Replayed": { description: "`true` when this is the stored answer of an earlier call", schema: text },
  "WWW-Authenticate": { description: "What kind of credentials are missing, and where to get them", schema: text },
};

/** Only where machine payments are on. */
export const WALLET_HEADERS = {
  "PAYMENT-REQUIRED": { description: "What to pay, and where: base64 of x402 JSON, version 2", schema: text },
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
