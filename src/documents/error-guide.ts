import { ERRORS, type ErrorCode } from "../errors.ts";
import { inputSchema } from "../tools/json-schema.ts";
import type { Tool } from "../tools/tool.ts";
import { type Block, table } from "./blocks.tsx";

/** The remedy for each error code, for the documents. A missing code is a type error. */
export const ERROR_GUIDE: Record<ErrorCode, string> = {
  invalid_request: "Fix what the answer names, then send it again.",
  invalid_title_filter: "Fix the expression at `position`; `code` says what is wrong with it.",
  unsupported_grant_type: "Use a grant type that the authorization-server metadata lists.",
  invalid_claim_token: "Start again at `POST /agent/identity`.",
  claim_expired: "Start again at `POST /agent/identity`.",
  invalid_grant: "With `attempts_remaining` above 0 ask the user for the code again; otherwise start again.",
  invalid_target: "Ask for the `resource` that `/.well-known/oauth-protected-resource/mcp` names.",
  invalid_redirect_uri: "Register `https` URIs, loopback `http` URIs or the scheme of an app, without a fragment.",
  invalid_client_metadata: "Fix what the answer names, then register again.",
  slow_down: "Wait for `Retry-After`, then poll at the `interval` of the claim.",
  authorization_pending: "The user has not given the code yet. Keep polling at the `interval` of the claim.",
  invalid_token: "The key is unknown, revoked or expired. Get a new one with `get_api_key`.",
  missing_token: "Send `Authorization: Bearer <API_KEY>`.",
  insufficient_tokens: "Call `buy_tokens`, as `top_up` describes, then call again.",
  spending_cap_reached: "Ask the owner of the key or connection for a higher cap; buying tokens does not raise it.",
  payment_required:
    "Sign a payment that the `PAYMENT-REQUIRED` header offers and send the call again with `PAYMENT-SIGNATURE`.",
  sandbox_only: "Get a key of your own with `get_api_key`: the sandbox key has no account.",
  tool_not_allowed: "Call a tool of `categories`, or ask the owner for a key that may call this one.",
  forbidden_role: "Ask an owner of the workspace.",
  forbidden_origin: "Call from a server, or ask the operator to allow your origin.",
  not_found: "Find the address in `/llms.txt`.",
  tool_not_found: "Check the name; `nearest` holds the closest ones.",
  method_not_allowed: "Use a method of the `Allow` header.",
  idempotency_in_progress: "Repeat the same call after `Retry-After`.",
  idempotency_result_unavailable: "The first call succeeded. Use a new key to call again.",
  payload_too_large: "Send a smaller body.",
  unsupported_media_type: "Send the content type that `detail` names.",
  idempotency_mismatch: "Use a new `Idempotency-Key` for another call.",
  rate_limited: "Wait the seconds in `Retry-After`; a retry then succeeds.",
  internal_error: "Try again with exponential backoff. Tell us `request_id` if it persists.",
  not_configured: "Do not retry: the operator has to configure a source first. `detail` names it.",
  upstream_error: "Try again with exponential backoff.",
  upstream_unavailable: "Try again after `Retry-After`.",
  temporarily_unavailable: "Try again after `Retry-After`.",
  payment_pending: "Send the same call with the same payment again after `Retry-After`. Do not sign a new one.",
  upstream_timeout: "Try again later; a first look at a company can be slow.",
};

/** Codes with status and remedy as a table, which ends with `more` rows. */
export function errorTable(codes: ErrorCode[], more: string[][] = []): Block {
  const rows = codes.map((code) => [`\`${code}\``, String(ERRORS[code][0]), ERROR_GUIDE[code]]);
  return table(["error", "Status", "What to do"], [...rows, ...more]);
}

/** What registration can answer instead of a key. */
export const REGISTRATION_ERRORS: ErrorCode[] = [
  "invalid_request",
  "unsupported_grant_type",
  "invalid_claim_token",
  "claim_expired",
  "invalid_grant",
  "slow_down",
  "authorization_pending",
  "rate_limited",
  "temporarily_unavailable",
];

const EVERY_CALL: ErrorCode[] = [
  "invalid_request",
  "payload_too_large",
  "rate_limited",
  "internal_error",
  "temporarily_unavailable",
  "upstream_timeout",
];
const AUTHENTICATED: ErrorCode[] = [
  "missing_token",
  "invalid_token",
  "tool_not_allowed",
  "idempotency_in_progress",
  "idempotency_result_unavailable",
  "idempotency_mismatch",
];
/** Only where machine payments are on. */
export const WALLET: ErrorCode[] = ["payment_required", "payment_pending"];
const OUTSIDE: ErrorCode[] = ["not_configured", "upstream_error", "upstream_unavailable"];

/** The errors that a call of `tool` can end with. docs/contract.md, section 4. */
export function errorsOf(tool: Tool, isPaidByWallet: boolean): ErrorCode[] {
  if (tool.auth === "none") return [...EVERY_CALL, "invalid_grant", "claim_expired"];
  const fields = Object.keys(inputSchema(tool).properties ?? {});
  return [
    ...EVERY_CALL,
    ...AUTHENTICATED,
    ...(fields.some((name) => name.endsWith("title_filters")) ? ["invalid_title_filter" as const] : []),
    ...(tool.cost > 0 ? ["insufficient_tokens" as const, "spending_cap_reached" as const] : []),
    ...(isPaidByWallet && (tool.cost > 0 || tool.name === "top_up") ? WALLET : []),
    ...(tool.annotations.openWorldHint ? OUTSIDE : []),
    ...(tool.requireConfigured && !tool.annotations.openWorldHint ? ["not_configured" as const] : []),
    ...(tool.errors ?? []),
  ];
}
