import { AppError, ERRORS, type ErrorCode } from "../errors.ts";
import { problemBody } from "../http/problem.ts";
import type { Site } from "../http/site.ts";
import { TOOLS } from "../tools/index.ts";
import { topUpOf } from "../tools/insufficient.ts";
import { ERROR_GUIDE, errorsOf, REGISTRATION_ERRORS } from "./error-guide.ts";
import { walletTerms } from "./wallet-payments.ts";

const described = (description: string, type = "string") => ({ description, schema: { type } });
const HEADERS = {
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
const PAYMENT_REQUIRED = described("What to pay, and where: base64 of x402 JSON, version 2");

/** The headers that answers refer to. */
export function sharedHeaders(site: Site): Record<string, object> {
  return { ...HEADERS, ...(walletTerms(site) && { "PAYMENT-REQUIRED": PAYMENT_REQUIRED }) };
}

/** References to {@link sharedHeaders}. */
export function headers(...names: string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers of refusals; every answer of a tool has those of {@link HEADERS} that apply. */
const TOOL_HEADERS = headers(
  ...["X-Request-Id", "X-Tokens-Charged", "X-Tokens-Balance", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"],
);

const WAIT: ErrorCode[] = [
  "authorization_pending",
  "slow_down",
  "idempotency_in_progress",
  "rate_limited",
  "payment_pending",
  "upstream_unavailable",
  "temporarily_unavailable",
];

const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** References to the error responses of a tool. The tool's page lists its own codes. */
export function refusals(isPaid: boolean): Record<string, unknown> {
  return { ...(isPaid && { 402: shared("Unpaid") }), "4XX": shared("Refused"), "5XX": shared("Failed") };
}

/** References to what registration answers instead of a key. */
export const OAUTH_REFUSALS = { "4XX": shared("OAuthRefused"), "5XX": shared("OAuthFailed") };

/** The responses that {@link refusals} and {@link OAUTH_REFUSALS} refer to, which explain each code. */
export function sharedResponses(site: Site): Record<string, unknown> {
  const isPaidByWallet = walletTerms(site) !== null;
  const ofTools = [...new Set(TOOLS.flatMap((tool) => errorsOf(tool, isPaidByWallet)))].sort(byStatus);
  const problems = (isMeant: (status: number) => boolean) => {
    const codes = ofTools.filter((code) => isMeant(statusOf(code)));
    const example = (code: ErrorCode) => {
      const error = new AppError(code, ERROR_GUIDE[code], { fields: EXAMPLE_FIELDS[code] ?? {} });
      return problemBody(error, site.baseUrl, EXAMPLE_REQUEST);
    };
    const { headers: more, ...response } = responseOf(codes, "application/problem+json", "Problem", example);
    return { ...response, headers: { ...TOOL_HEADERS, ...more } };
  };
  const oauth = (codes: ErrorCode[]) => {
    const example = (code: ErrorCode) => ({ error: code, error_description: ERROR_GUIDE[code] });
    return responseOf(codes, "application/json", "OAuthError", example);
  };
  const refused = REGISTRATION_ERRORS.filter((code) => statusOf(code) < 500);
  return {
    Unpaid: problems((status) => status === 402),
    Refused: problems((status) => status < 500 && status !== 402),
    Failed: problems((status) => status >= 500),
    OAuthRefused: oauth([...refused, "invalid_token"]),
    OAuthFailed: oauth(["internal_error", "temporarily_unavailable"]),
  };
}

function responseOf(codes: ErrorCode[], type: string, schema: string, exampleOf: (code: ErrorCode) => object) {
  const [first] = codes;
  const content = { schema: { $ref: `#/components/schemas/${schema}` }, ...(first && { example: exampleOf(first) }) };
  const also = [
    ...(codes.some((code) => statusOf(code) === 401) ? ["WWW-Authenticate"] : []),
    ...(codes.includes("payment_required") ? ["PAYMENT-REQUIRED"] : []),
    ...(codes.some((code) => WAIT.includes(code)) ? ["Retry-After"] : []),
  ];
  return {
    description: codes.map((code) => `- \`${code}\` (${statusOf(code)}): ${ERROR_GUIDE[code]}`).join("\n"),
    headers: headers(...also),
    content: { [type]: content },
  };
}

function statusOf(code: ErrorCode): number {
  return ERRORS[code][0];
}

function byStatus(one: ErrorCode, other: ErrorCode): number {
  return statusOf(one) - statusOf(other);
}

const EXAMPLE_REQUEST = "019a9f3c2b7d5e1f0a4c8b6d2e9f7a31";
const EXAMPLE_FIELDS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  invalid_request: { errors: [{ path: "domain", message: "Invalid input: expected string, received undefined" }] },
  insufficient_tokens: { required: 30, balance: 12, top_up: topUpOf(30, 12) },
};
